"""Who has which pool in a feat or an exchange, and what may stand in it (F-029, F-071)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from assistant.games.feats import checks, edit
from assistant.games.feats.state import ACTOR, DIFFICULTY, Character, Combat, Feat, Part, Play, Pool
from assistant.games.feats.terms import PartKind
from assistant.table import Ask, Command, Refusal


@dataclass(frozen=True)
class Share:
    """A pool, whose it is, and whom it is rolled against."""

    pool_id: str
    who: str
    against: tuple[str, ...]


def shares(state: Play) -> tuple[Share, ...]:
    """All pools of the open feat, or of the exchange, where modifiers may go now."""
    if state.feat is not None:
        return tuple(_of_feat(state.feat))
    return tuple(_of_combat(state.combat)) if state.combat is not None else ()


def _of_feat(feat: Feat, prefix: str = "") -> Iterable[Share]:
    yield Share(f"{prefix}{ACTOR}", feat.actor, tuple(contest.reactor for contest in feat.contests))
    for contest in feat.contests:
        yield Share(f"{prefix}{contest.id}", contest.reactor, (feat.actor,))


def _of_combat(combat: Combat) -> Iterable[Share]:
    """One for each combatant: his share of the exchange, or the feat that he makes in place of an attack (F-120)."""
    for who, intent in combat.intents.items():
        if intent.other_feat is not None:
            yield from _of_feat(intent.other_feat, f"{who}.")
        else:
            yield Share(who, who, _opponents(combat, who))


def all_shares(state: Play) -> tuple[Share, ...]:
    """Also those where no modifier goes any more: what a combatant had gathered before he turned to a feat (F-120)."""
    intents = state.combat.intents.items() if state.combat else ()
    defending = (Share(who, who, ()) for who, intent in intents if intent.other_feat is not None)
    return (*shares(state), *defending)


def _opponents(combat: Combat, who: str) -> tuple[str, ...]:
    """Whom he attacks, and who attacks him (F-107)."""
    fights = combat.attacks.values()
    met = [one.target for one in fights if one.attacker == who] + [one.attacker for one in fights if one.target == who]
    return tuple(dict.fromkeys(met))


def meant(
    state: Play,
    command: Command,
    fit: Callable[[Share], bool] = lambda _: True,
    *,
    otherwise: str = "E_NOT_YOURS",
    any_for_gm: bool = False,
) -> Share | Refusal | Ask:
    """The pool that is meant: that of the character named, else the speaker's own; several fit: ask which.

    ``any_for_gm``: where none of the GM's own fits, any that does.
    """
    there = shares(state)
    if "name" in command.slots:
        if command.slots["name"] == DIFFICULTY:
            return _only(command, [one for one in there if one.who == DIFFICULTY and checks.is_gm(state, command.seat)])
        character = checks.named(state, command)
        if isinstance(character, Refusal):
            return character
        return _only(command, [one for one in there if one.who == character.id])
    own = [one for one in there if owns(state, command.seat, one.who)]
    fitting = [one for one in own if fit(one)]
    if not fitting and any_for_gm and checks.is_gm(state, command.seat):
        own, fitting = list(there), [one for one in there if fit(one)]
    if not fitting:
        return Refusal(otherwise if own else "E_NOT_YOURS")
    return _only(command, fitting)


def _only(command: Command, found: list[Share]) -> Share | Refusal | Ask:
    if not found:
        return Refusal("E_NOT_YOURS")
    if len({one.who for one in found}) == 1:
        return found[0]
    return Ask("which.name", tuple(replace(command, slots={**command.slots, "name": one.who}) for one in found))


def owns(state: Play, seat: str, who: str) -> bool:
    """Whether this seat speaks for that side: its player, or the GM for the difficulty dice."""
    character = state.character(who)
    return character.seat == seat if character is not None else checks.is_gm(state, seat)


def called(state: Play) -> frozenset[str]:
    """Ids of all injuries that a gremlin has been called on in a roll that is still to come."""
    found = (edit.find_pool(state, share.pool_id) for share in all_shares(state))
    parts = (part for pool in found if pool is not None for part in pool.of(PartKind.GREMLIN))
    return frozenset(part.ref for part in parts)


def with_part(pool: Pool, part: Part) -> Pool:
    """The pool with these dice in it; a part of the same kind and ref grows, and goes when it comes to nothing."""
    same = [one for one in pool.parts if (one.kind, one.ref) == (part.kind, part.ref)]
    if not same:
        return replace(pool, parts=(*pool.parts, part))
    grown = replace(part, dice=part.dice + same[0].dice)
    kept = (grown if one is same[0] else one for one in pool.parts)
    return replace(pool, parts=tuple(one for one in kept if one is not grown or grown.dice))


def without_part(pool: Pool, kind: PartKind, ref: str) -> Pool:
    return replace(pool, parts=tuple(one for one in pool.parts if (one.kind, one.ref) != (kind, ref)))


def fits(state: Play, pool: Pool, more: int) -> Refusal | None:
    """E_POOL_LIMIT, E_ROLLED (F-029, F-135); E_RANGE where less than no dice would be left."""
    if pool.locked:
        return Refusal("E_ROLLED")
    most = state.config.dice.max_pool
    if pool.size + more > most:
        return Refusal("E_POOL_LIMIT", {"n": most})
    return Refusal("E_RANGE", {"n": pool.size}) if pool.size + more < 0 else None


def spent(state: Play, pool: Pool) -> int:
    """Rep that went into this roll so far."""
    cost = {one.id: one.cost for one in state.config.rep.buy}
    return sum(cost[one] for one in pool.bought)


def refund(state: Play, who: str, pool: Pool) -> tuple[str, int, int] | None:
    """What goes back to the owner of a pool that is not rolled (F-017); None: nothing."""
    dice = len(pool.of(PartKind.CHARACTER))
    rep = spent(state, pool)
    return (who, rep, dice) if rep or dice else None


def given_back(state: Play, refunds: Iterable[tuple[str, int, int]]) -> Play:
    """The state with what was spent back in its owners' hands."""
    for who, rep, dice in refunds:

        def back(one: Character, rep: int = rep, dice: int = dice) -> Character:
            return replace(one, rep=one.rep + rep, character_dice=one.character_dice + dice)

        state = edit.character(state, who, back)
    return state
