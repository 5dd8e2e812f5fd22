"""The dice of an exchange fall, or are told pool by pool (F-108, F-109, F-119, F-135, F-138)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.games.feats import (
    aiming,
    checks,
    combat,
    edit,
    fight,
    gremlins,
    modifiers,
    names,
    pools,
    rep,
    rolling,
    turns,
)
from assistant.games.feats.combat import COMBAT_SETUP
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_combat import AttacksDropped, BlowsRerolled, BlowsRolled, ExchangeRolled
from assistant.games.feats.events_feat import DiceRerolled
from assistant.games.feats.fight import DEFENCE, Throw
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.rolling import Cup
from assistant.games.feats.state import Combat, Intent, Play, Pool, Roll
from assistant.table import Ask, Command, Cue, Dice, Name, Open, Refusal, Seat, Value
from assistant.table import Roll as Wanted
from assistant.table.slots import whole as number

FEAT_DICE = "feat"
"""The part of an exchange's dice that is neither attack nor defence (F-120)."""


def _roll(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-108: when all are ready, everything falls that has no values yet."""
    return unready(state) or _completed(state, (), command, dice)


def unready(state: Play) -> Refusal | None:
    """E_NOT_READY, by the first who is waited for."""
    waiting = fight.waited_for(state)
    return Refusal("E_NOT_READY", {"name": waiting[0].name}) if waiting else None


def _roll_anyway(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-138: what is not divided defends; an action of which nobody said how hard it is, is off."""
    events: list[PlayEvent] = []
    for who in fight.waited_for(state):
        other = fight.intent(state, who.id).other_feat
        if other is not None and rolling.unset(other) is not None:
            events.append(aiming.given_up(state, who))
        idle = tuple(one.id for one in fight.attacks_of(state, who.id) if not fight.attack_dice(state, one))
        if idle:
            events.append(AttacksDropped(who=who.id, attacks=idle))
    return _completed(state, events, command, dice)


def _completed(
    state: Play, before: Sequence[PlayEvent], command: Command, dice: Dice, everything: bool = True
) -> Outcome:
    """What comes before, then (``everything``) all dice that have no values, then what follows of the last."""
    cup, events = Cup(dice), list(before)
    for event in before:
        state = applied(state, event)
    while (unbound := combat.unbound(state)) is not None:
        events.append(unbound)
        state = applied(state, unbound)
    missing = sum(throw.dice for throw in fight.throws(state)) - len(dice)
    if everything and missing > 0:
        return Wanted((state.config.dice.sides,) * missing, by=command.seat)
    for throw in fight.throws(state):
        if everything or not throw.dice:
            events.append(BlowsRolled(throw=throw.id, who=throw.who, faces=cup.take(throw.dice)))
            state = applied(state, events[-1])
    if not fight.throws(state):
        events += [*_eaten(state), *first_speakers(state, fight.comparisons(state), cup), ExchangeRolled()]
    return cup.outcome(state, command.seat, tuple(events))


def applied(state: Play, event: PlayEvent) -> Play:
    """The state after one of the events that this module decides on."""
    known = {**EVOLVE, **combat.EVOLVE, **aiming.EVOLVE, **modifiers.EVOLVE}
    return known[type(event)](state, event)


def _eaten(state: Play) -> Iterable[PlayEvent]:
    """F-024: injuries that gremlins were called on."""
    for who, intent in fight.fight(state).intents.items():
        for pool in (intent.pool, *(pool for _, pool in combat.other_pools(state, who))):
            yield from gremlins.eaten(state, pool)


def first_speakers(state: Play, ids: Iterable[str], cup: Cup) -> Iterable[PlayEvent]:
    """F-110, of these comparisons."""
    done: set[str] = set()
    for one in ids:
        who, dot, _ = one.partition(".")
        if not dot:
            yield from _first_in_attack(state, one, cup)
        elif who not in done:
            done.add(who)
            other = fight.intent(state, who).other_feat
            yield from rolling.spoken_first(state, other, cup, f"{who}.") if other is not None else ()


def _first_in_attack(state: Play, attack_id: str, cup: Cup) -> Iterable[PlayEvent]:
    """Where the table rolls again what had no success at all (A02), the attack falls again: a defence stays."""
    attack = fight.fight(state).attacks[attack_id]
    acting, reacting = turns.fighting(state, attack)
    while state.config.tie.zero_zero == "reroll" and not acting.successes + reacting.successes and not cup.short:
        old = attack.roll.faces if attack.roll and attack.roll.faces is not None else (0,) * acting.dice
        changed = tuple((n, face, new) for n, (face, new) in enumerate(zip(old, cup.take(len(old)), strict=True)))
        told = sum(new >= state.config.dice.success_from for _, _, new in changed)
        again = BlowsRerolled(throw=attack_id, who=attack.attacker, changed=changed, told=told)
        yield again
        state = applied(state, again)
        attack = fight.fight(state).attacks[attack_id]
        acting, reacting = turns.fighting(state, attack)
    yield rolling.first_of(state, attack_id, acting, reacting, cup)


# Real dice


def _report(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-135: "on the brute five two", "defence six"; the first value locks everything."""
    throw = unready(state) or throw_meant(state, command, fight.throws(state), otherwise="E_ROLLED")
    if not isinstance(throw, Throw):
        return throw
    fault = rolling.misreported(state, command, throw.dice)
    faces = rolling.faces_told(command)
    if fault is None and throw.gremlins and faces is None:
        fault = Refusal("E_COUNT", {"n": throw.dice})  # which of them the gremlin's is has to be known (F-107)
    if fault is not None:
        return fault
    event = BlowsRolled(throw=throw.id, who=throw.who, faces=faces, told=number(command, "n") or 0, real=True)
    return _completed(state, (event,), command, dice, everything=False)


def _called_out(state: Play, command: Command, dice: Dice) -> Outcome:
    """The same, where the faces come as what fell for this command: "I rolled four five"."""
    throw = unready(state) or throw_meant(state, command, fight.throws(state), otherwise="E_ROLLED")
    if not isinstance(throw, Throw):
        return throw
    if len(dice) < throw.dice:
        return Wanted((state.config.dice.sides,) * (throw.dice - len(dice)), by=command.seat)
    event = BlowsRolled(throw=throw.id, who=throw.who, faces=dice[: throw.dice], real=True)
    return _completed(state, (event,), command, dice[throw.dice :], everything=False)


def throw_meant(state: Play, command: Command, among: Sequence[Throw], otherwise: str) -> Throw | Refusal | Ask:
    """The dice that are meant: the speaker's own, on a target, of the defence, of a feat; several fit: ask which."""
    own = [one for one in among if pools.owns(state, command.seat, one.who)]
    if "name" in command.slots:
        who = checks.named(state, command)
        if isinstance(who, Refusal):
            return who
        own = [one for one in own if one.who == who.id]
    if "target" in command.slots:
        target = checks.named(state, command, "target")
        if isinstance(target, Refusal):
            return target
        own = [one for one in own if _aimed_at(state, one) == target.id]
    part = command.slots.get("part")
    own = [one for one in own if part in (None, _part(one))]
    if not own:
        return Refusal(otherwise if among else "E_ROLLED")
    meanings = {tuple(meaning.items()): meaning for meaning in (_meaning(state, command, one) for one in own)}
    if len(meanings) == 1:
        return own[0]
    return Ask("which.throw", tuple(replace(command, slots=meaning) for meaning in meanings.values()))


def _aimed_at(state: Play, throw: Throw) -> str:
    attack = fight.fight(state).attacks.get(throw.id.partition(".")[0])
    if attack is None:
        return ""
    return attack.target if _part(throw) == "attack" else attack.attacker


def _part(throw: Throw) -> str:
    _, dot, what = throw.id.partition(".")
    return "attack" if not dot else DEFENCE if what == DEFENCE else FEAT_DICE


def _meaning(state: Play, command: Command, throw: Throw) -> dict[str, Value]:
    """The slots that mean just these dice."""
    aimed = _aimed_at(state, throw)
    slots: dict[str, Value] = {**command.slots, "name": throw.who, "part": _part(throw)}
    return {**slots, "target": aimed} if aimed else slots


DECIDE = {
    "roll": Order(_roll, phases=COMBAT_SETUP, applies=in_combat),
    "roll_anyway": Order(_roll_anyway, gm=True, phases=COMBAT_SETUP),
    "report": Order(_report, phases=COMBAT_SETUP, applies=in_combat),
    "rolled": Order(_called_out, phases=COMBAT_SETUP, applies=in_combat),
}


def _locked(state: Play) -> Play:
    """F-135."""

    def lock(on: Combat) -> Combat:
        return replace(on, intents={who: _with_lock(intent) for who, intent in on.intents.items()})

    return edit.combat(state, lock)


def _with_lock(intent: Intent) -> Intent:
    def lock(pool: Pool) -> Pool:
        return replace(pool, locked=True)

    other = intent.other_feat
    if other is not None:
        contests = tuple(replace(one, pool=lock(one.pool)) for one in other.contests)
        other = replace(other, pool=lock(other.pool), contests=contests)
    return replace(intent, pool=lock(intent.pool), other_feat=other)


def _rolled(state: Play, event: BlowsRolled) -> Play:
    throw = next(one for one in fight.throws(state) if one.id == event.throw)
    plain = throw.dice - len(throw.gremlins)
    faces = None if event.faces is None else event.faces[:plain]
    bound = tuple(zip(throw.gremlins, (event.faces or ())[plain:], strict=False))
    return with_roll(_locked(state), event.throw, Roll(plain, faces, event.told, gremlins=bound))


def with_roll(state: Play, throw_id: str, roll: Roll) -> Play:
    whose, dot, what = throw_id.partition(".")
    if not dot:
        return edit.contest(state, throw_id, {"roll": roll})
    if what == DEFENCE:
        return edit.combat(state, lambda on: replace(on, defence_rolls={**on.defence_rolls, whose: roll}))
    return edit.with_feat(state, throw_id, lambda feat: rolling.with_roll(feat, what, roll))


@dataclass(frozen=True)
class Lying:
    """Dice that have fallen in this exchange, the gremlin dice of a defence among them."""

    throw: Throw
    roll: Roll


def lying(state: Play) -> list[Lying]:
    on, found = fight.fight(state), []
    for attack in on.attacks.values():
        found.append((attack.id, attack.attacker, attack.roll))
    for key, roll in on.defence_rolls.items():
        who = on.attacks[key].target if key in on.attacks else key
        found.append((f"{key}.{DEFENCE}", who, roll))
    for who, intent in on.intents.items():
        other = intent.other_feat
        if other is not None:
            found.append((f"{who}.actor", who, other.roll))
            found += [(f"{who}.{one.id}", one.reactor, one.roll) for one in other.contests]
    return [Lying(Throw(one, who, roll.size), whole(roll)) for one, who, roll in found if roll is not None]


def whole(roll: Roll) -> Roll:
    """A roll with its gremlin dice last."""
    if roll.faces is None:
        return roll
    more = tuple(face for _, face in roll.gremlins)
    return replace(roll, size=roll.size + len(more), faces=roll.faces + more)


def rerolled(state: Play, event: BlowsRerolled) -> Play:
    old = next((one.roll for one in lying(state) if one.throw.id == event.throw), None)
    if old is None:
        return state
    new = rep.rerolled(old, DiceRerolled(pool=event.throw, who=event.who, changed=event.changed, told=event.told))
    faces, bound = new.faces, new.gremlins
    if faces is not None:
        plain = len(faces) - len(bound)
        bound = tuple((against, face) for (against, _), face in zip(bound, faces[plain:], strict=True))
        new = replace(new, size=plain, faces=faces[:plain], gremlins=bound)
    return with_roll(state, event.throw, new)


def _dropped(state: Play, event: AttacksDropped) -> Play:
    return combat.without_attacks(state, event.who, event.attacks)


EVOLVE: Evolving = {
    BlowsRolled: _rolled,
    BlowsRerolled: rerolled,
    AttacksDropped: _dropped,
    ExchangeRolled: lambda state, event: edit.combat(state, lambda on: replace(on, rolled=True)),
}


def _open(state: Play) -> Iterable[Open]:
    if not in_combat(state):
        return
    yield from ASKING.plain(state, "roll", DECIDE["roll"])
    yield from ASKING.plain(state, "roll_anyway", DECIDE["roll_anyway"])
    if fight.fight(state).rolled or unready(state):
        return
    for player in state.seats:
        yield from _open_report(state, player.id)


def _open_report(state: Play, seat: Seat) -> Iterable[Open]:
    """What one seat's real dice show: on whom, in whose defence (F-135)."""
    own = [one for one in fight.throws(state) if pools.owns(state, seat, one.who)]
    if not own:
        return
    may = frozenset({seat})
    faces, count = range(1, state.config.dice.sides + 1), range(state.config.dice.max_pool + 1)
    aimed = {_aimed_at(state, one) for one in own}
    targets = names.characters(state, [one for one in state.characters if one.id in aimed])
    who = names.characters(state, [one for one in state.characters if one.id in {throw.who for throw in own}])
    parts = tuple(Name(one, one, (one,), one) for one in dict.fromkeys(map(_part, own)) if one != "attack")
    yield Open("rolled", may, {"dice": faces})
    for value in ({"face": faces}, {"n": count}):
        yield Open("report", may, value)
        for about in ({"target": targets}, {"part": parts}):
            if all(about.values()):
                yield Open("report", may, {**value, **about})
                yield Open("report", may, {**value, **about, "name": who})


OPEN = (_open,)


def _tell_rolled(state: Play, event: BlowsRolled) -> Iterable[Cue]:
    """Told pool by pool, the box says for whom it waits; the rest is told when the last dice lie."""
    roll = next(one.roll for one in lying(state) if one.throw.id == event.throw)
    slots: dict[str, Value] = {"n": roll.successes(state.config.dice.success_from)}
    waiting = fight.throws(state)
    if event.real and waiting:
        yield Cue("DiceRolled.waiting", {**slots, "other": names.display(state, waiting[0].who)})
    if state.config.speech.faces and roll.faces:
        yield Cue("DiceRolled.faces", {"name": names.display(state, event.who), "faces": roll.faces})


NARRATE: Telling = {BlowsRolled: _tell_rolled}
