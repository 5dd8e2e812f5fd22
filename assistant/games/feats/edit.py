"""Small steps from one state to the next, and where a pool or a contest is found by its id (see :mod:`state`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from assistant.games.feats.state import ACTOR, Attack, Character, Combat, Contest, Feat, Intent, Play, Pool


def character(state: Play, who: str, change: Callable[[Character], Character]) -> Play:
    """The state with one character changed."""
    return replace(state, characters=tuple(change(one) if one.id == who else one for one in state.characters))


def feat(state: Play, change: Callable[[Feat], Feat]) -> Play:
    """The state with the open feat changed; without one, as it was."""
    return state if state.feat is None else replace(state, feat=change(state.feat))


def combat(state: Play, change: Callable[[Combat], Combat]) -> Play:
    return state if state.combat is None else replace(state, combat=change(state.combat))


def intent(state: Play, who: str, change: Callable[[Intent], Intent]) -> Play:
    """The state with what one combatant wants to do changed."""

    def changed(fight: Combat) -> Combat:
        return replace(fight, intents={**fight.intents, who: change(fight.intents.get(who, Intent()))})

    return combat(state, changed)


def find_feat(state: Play, some_id: str) -> tuple[Feat | None, str]:
    """The feat in which a pool or contest stands, and its id there: the open one, or a combatant's (``ben.c1``)."""
    who, dot, inner = some_id.partition(".")
    if not dot:
        return state.feat, some_id
    other = state.combat.intents.get(who, Intent()).other_feat if state.combat else None
    return other, inner


def with_feat(state: Play, some_id: str, change: Callable[[Feat], Feat]) -> Play:
    """The state with that feat changed; without one, as it was."""
    who, dot, _ = some_id.partition(".")
    if not dot:
        return feat(state, change)
    return intent(state, who, lambda one: replace(one, other_feat=change(one.other_feat) if one.other_feat else None))


def find_pool(state: Play, pool_id: str) -> Pool | None:
    found, inner = find_feat(state, pool_id)
    if found is not None:
        if inner == ACTOR:
            return found.pool
        return next((contest.pool for contest in found.contests if contest.id == inner), None)
    if state.combat is not None and pool_id in state.combat.intents:
        return state.combat.intents[pool_id].pool
    return None


def pool(state: Play, pool_id: str, change: Callable[[Pool], Pool]) -> Play:
    """The state with one pool changed, wherever it stands."""
    found, inner = find_feat(state, pool_id)
    if found is None:
        return intent(state, pool_id, lambda one: replace(one, pool=change(one.pool)))
    if inner == ACTOR:
        return with_feat(state, pool_id, lambda one: replace(one, pool=change(one.pool)))
    current = find_pool(state, pool_id)
    return state if current is None else contest(state, pool_id, {"pool": change(current)})


def find_contest(state: Play, contest_id: str) -> Contest | Attack | None:
    """One comparison: a contest of a feat, or an attack of the exchange."""
    found, inner = find_feat(state, contest_id)
    if found is not None:
        return next((one for one in found.contests if one.id == inner), None)
    return state.combat.attacks.get(contest_id) if state.combat else None


def contest(state: Play, contest_id: str, changes: Mapping[str, Any]) -> Play:
    """The state with fields of one comparison replaced."""
    found, inner = find_feat(state, contest_id)
    if found is not None:
        told = tuple(replace(one, **changes) if one.id == inner else one for one in found.contests)
        return with_feat(state, contest_id, lambda feat: replace(feat, contests=told))

    def attacked(fight: Combat) -> Combat:
        one = fight.attacks[contest_id]
        return replace(fight, attacks={**fight.attacks, contest_id: replace(one, **changes)})

    return combat(state, attacked)
