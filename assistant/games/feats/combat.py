"""A fight begins, is joined and left, and ends (F-100, F-104, F-123, F-140, F-142)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.feats import checks, edit, fight, names, pools
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_combat import (
    CombatantFell,
    CombatantJoined,
    CombatantLeft,
    CombatantRose,
    CombatEnded,
    CombatOpened,
    ExchangeOpened,
    IntentCleared,
)
from assistant.games.feats.events_feat import PoolPartRemoved, Refund
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.state import Combat, Intent, Part, Play, Pool
from assistant.games.feats.terms import Kind, PartKind, Phase
from assistant.table import Command, Cue, Dice, Open, Refusal

COMBAT_SETUP = frozenset({Phase.COMBAT_SETUP})


def _open_combat(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-100: all living characters are in it; who leaves is said afterwards."""
    if sum(one.able for one in state.characters) < 2:
        return Refusal("E_NO_OPPONENT")
    return (CombatOpened(who=tuple(one.id for one in state.characters if not one.dead)),)


def _join(state: Play, command: Command, dice: Dice) -> Outcome:
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.dead:
        return Refusal("E_DEAD", {"name": character.name})
    if character.id in fight.fight(state).combatants:
        return Refusal("E_NOTHING")
    return unlocked(state) or (CombatantJoined(who=character.id),)


def _leave(state: Play, command: Command, dice: Dice) -> Outcome:
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.id not in fight.fight(state).combatants:
        return Refusal("E_NOT_IN_COMBAT", {"name": character.name})
    return unlocked(state) or (CombatantLeft(who=character.id, refunds=refunds(state, character.id)),)


def _end(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-123: what went into an exchange that is not rolled goes back."""
    spent = tuple(one for who in fight.fight(state).intents for one in refunds(state, who))
    return unlocked(state) or (CombatEnded(refunds=spent),)


def unlocked(state: Play) -> Refusal | None:
    """E_ROLLED once the first value of the exchange is told (F-135)."""
    return Refusal("E_ROLLED") if fight.fight(state).locked else None


def refunds(state: Play, who: str) -> tuple[Refund, ...]:
    """What this combatant put into the exchange, his other action included; and his opponent in that."""
    mine = ((who, fight.intent(state, who).pool), *other_pools(state, who))
    found = (pools.refund(state, owner, pool) for owner, pool in mine)
    return tuple(one for one in found if one is not None)


def other_pools(state: Play, who: str) -> tuple[tuple[str, Pool], ...]:
    """The pools of what he does in place of attacks, and whose they are."""
    other = fight.intent(state, who).other_feat
    return ((who, other.pool), *((one.reactor, one.pool) for one in other.contests)) if other else ()


DECIDE = {
    "open_combat": Order(_open_combat, gm=True, phases=frozenset({Phase.IDLE})),
    "join_combat": Order(_join, gm=True, phases=COMBAT_SETUP),
    "leave_combat": Order(_leave, gm=True, phases=COMBAT_SETUP),
    "end_combat": Order(_end, gm=True, phases=COMBAT_SETUP),
}


def _fallen(state: Play) -> PlayEvent | None:
    """F-140: who goes down before the roll does nothing; who is back up takes his dice."""
    on = state.combat
    if on is None or on.rolled or on.locked:
        return None
    for one in fight.combatants(state):
        if one.able and one.id not in on.intents:
            return CombatantRose(who=one.id)
        if not one.able and one.id in on.intents:
            return CombatantFell(who=one.id, refunds=refunds(state, one.id))
    return None


def _nobody_resists(state: Play) -> PlayEvent | None:
    """Another action against somebody who has fallen or left is off (F-140)."""
    on = state.combat
    if on is None or on.rolled or on.locked:
        return None
    for who, intent in on.intents.items():
        resisting = [state.character(one.reactor) for one in intent.other_feat.contests] if intent.other_feat else []
        if any(one is not None and (not one.able or one.id not in on.combatants) for one in resisting):
            spent = (pools.refund(state, owner, pool) for owner, pool in other_pools(state, who))
            return IntentCleared(who=who, refunds=tuple(one for one in spent if one is not None))
    return None


def unbound(state: Play) -> PlayEvent | None:
    """A gremlin on somebody whom its caller neither attacks nor has to fear goes back (F-102)."""
    on = state.combat
    if on is None or on.rolled or on.locked:
        return None
    met = {pair for one in on.attacks.values() for pair in ((one.attacker, one.target), (one.target, one.attacker))}
    for who, intent in on.intents.items():
        for part in intent.pool.of(PartKind.GREMLIN):
            if (who, part.against) not in met:
                return PoolPartRemoved(pool=who, who=who, kind=part.kind, ref=part.ref)
    return None


FOLLOWS = (_fallen, _nobody_resists, unbound)


def gathered(state: Play, who: Iterable[str]) -> dict[str, Intent]:
    """The pools with which an exchange begins (F-104)."""
    stat = state.config.combat.stat
    able = (one for one in map(state.character, who) if one is not None and one.able)
    return {one.id: Intent(pool=Pool((Part(PartKind.STAT, stat, one.stats[stat]),))) for one in able}


def _opened(state: Play, event: CombatOpened) -> Play:
    return replace(state, combat=Combat(1, event.who, intents=gathered(state, event.who)))


def _exchange_opened(state: Play, event: ExchangeOpened) -> Play:
    """F-122: nothing carries over but the state of the fighters."""
    who = fight.fight(state).combatants
    return replace(state, combat=Combat(event.n, who, intents=gathered(state, who)))


def _joined(state: Play, event: CombatantJoined) -> Play:
    def joined(on: Combat) -> Combat:
        ready = {**on.intents, **gathered(state, [event.who])}
        return replace(on, combatants=(*on.combatants, event.who), intents=ready)

    return edit.combat(state, joined)


def _left(state: Play, event: CombatantLeft) -> Play:
    """Attacks on him are off, and whoever meant them chooses anew."""
    state = pools.given_back(state, event.refunds)
    for attack in fight.attacks_on(state, event.who):
        state = without_attacks(state, attack.attacker, [attack.id])
    state = without_intent(state, event.who)

    def gone(on: Combat) -> Combat:
        return replace(on, combatants=tuple(one for one in on.combatants if one != event.who))

    return edit.combat(state, gone)


def without_attacks(state: Play, who: str, ids: Sequence[str]) -> Play:
    """The state without these attacks of his; he is not ready then, and without any left has no place in the order."""

    def cleared(on: Combat) -> Combat:
        intent = on.intents[who]
        left = tuple(one for one in intent.attacks if one not in ids)
        return replace(
            on,
            attacks={key: one for key, one in on.attacks.items() if key not in ids},
            intents={**on.intents, who: replace(intent, attacks=left, ready=False)},
            order=on.order if left else tuple(one for one in on.order if one != who),
        )

    return edit.combat(state, cleared)


def without_intent(state: Play, who: str) -> Play:
    """The state without anything that he wants to do."""

    def dropped(on: Combat) -> Combat:
        return replace(
            on,
            intents={key: one for key, one in on.intents.items() if key != who},
            attacks={key: one for key, one in on.attacks.items() if one.attacker != who},
            order=tuple(one for one in on.order if one != who),
        )

    return edit.combat(state, dropped)


def _rose(state: Play, event: CombatantRose) -> Play:
    return edit.combat(state, lambda on: replace(on, intents={**on.intents, **gathered(state, [event.who])}))


EVOLVE: Evolving = {
    CombatOpened: _opened,
    CombatantJoined: _joined,
    CombatantLeft: _left,
    CombatantRose: _rose,
    CombatantFell: lambda state, event: without_intent(pools.given_back(state, event.refunds), event.who),
    ExchangeOpened: _exchange_opened,
    CombatEnded: lambda state, event: replace(pools.given_back(state, event.refunds), combat=None),
}


def _open(state: Play) -> Iterable[Open]:
    for intent in ("open_combat", "end_combat"):
        yield from ASKING.plain(state, intent, DECIDE[intent])
    if state.phase is Phase.COMBAT_SETUP:
        for intent in ("join_combat", "leave_combat"):
            yield from ASKING.named(state, intent, DECIDE[intent], "name", names.characters(state))


OPEN = (_open,)


def over(state: Play) -> bool:
    """One side has nobody able any more (F-123)."""
    sides = {kind: [one.able for one in fight.combatants(state) if one.kind is kind] for kind in Kind}
    return any(able and not any(able) for able in sides.values())


def _tell_exchange(state: Play, event: ExchangeOpened) -> Iterable[Cue]:
    """The end is proposed where one side has nobody left."""
    yield Cue("one_side_down" if over(state) else "ExchangeOpened", {"n": event.n})


def _tell_left(state: Play, event: CombatantLeft) -> Iterable[Cue]:
    yield Cue("CombatantLeft", _name(state, event.who))
    if over(state):
        yield Cue("one_side_down")


def _name(state: Play, who: str) -> dict[str, str]:
    return {"name": names.display(state, who)}


NARRATE: Telling = {
    CombatOpened: lambda state, event: (Cue("CombatOpened"),),
    CombatantJoined: lambda state, event: (Cue("CombatantJoined", _name(state, event.who)),),
    CombatantLeft: _tell_left,
    CombatantRose: lambda state, event: (Cue("CombatantRose", _name(state, event.who)),),
    ExchangeOpened: _tell_exchange,
    CombatEnded: lambda state, event: (Cue("CombatEnded"),),
}
