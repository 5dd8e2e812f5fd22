"""What Rep buys: dice before the roll, second tries after it (F-030 to F-033; all effects of 5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.feats import checks, edit, names, pools, rolling, terms
from assistant.games.feats.config import Purchase
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import DiceRerolled, GremlinDropped, PoolPartAdded, RepSpent
from assistant.games.feats.modifiers import pool_of
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.pools import Share
from assistant.games.feats.rolling import Cup
from assistant.games.feats.state import Character, Feat, Play, Pool, Roll
from assistant.games.feats.terms import PartKind, Phase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal
from assistant.table.naming import find, singular

BEFORE = ("add_die", "cancel_gremlin")
"""Effects of the set-up."""
AFTER = ("reroll_blanks", "reroll_one", "raise_one")
"""Effects between the roll and the first statement."""


def wanted(state: Play, command: Command, effects: Iterable[str]) -> Purchase | Refusal | Ask:
    """What is to be bought: by name, else the one thing with such an effect; several: ask. E_NOTHING if none."""
    there = {one.id: one for one in state.config.rep.buy}
    if "purchase" in command.slots:
        named = there.get(find(names.purchases(state), command.slots["purchase"]) or "")
        return named or Refusal("E_NOTHING")
    meant = (str(command.slots["effect"]),) if "effect" in command.slots else tuple(effects)
    fit = [one for one in there.values() if one.effect in meant]
    if len(fit) > 1:
        return Ask("which.purchase", tuple(replace(command, slots={**command.slots, "purchase": p.id}) for p in fit))
    return fit[0] if fit else Refusal("E_NOTHING")


def affordable(state: Play, character: Character, pool: Pool, purchase: Purchase) -> Refusal | None:
    """E_DEAD, E_INCAPACITATED; E_REP_LIMIT, then E_NO_REP (F-032)."""
    fault = checks.able(character)
    if fault is not None:
        return fault
    most = state.config.rep.spend_max_per_roll
    if pool.bought.count(purchase.id) >= purchase.per_roll or pools.spent(state, pool) + purchase.cost > most:
        return Refusal("E_REP_LIMIT")
    return Refusal("E_NO_REP", {"r": character.rep}) if character.rep < purchase.cost else None


def paid(share: Share, purchase: Purchase) -> RepSpent:
    return RepSpent(who=share.who, pool=share.pool_id, purchase=purchase.id, cost=purchase.cost)


def _buy_before(state: Play, command: Command, dice: Dice) -> Outcome:
    """In the set-up of a feat or an exchange (F-030)."""
    purchase = wanted(state, command, BEFORE)
    if isinstance(purchase, Refusal | Ask):
        return purchase
    if purchase.effect not in BEFORE:
        return checks.out_of_phase(state)
    bought = _share(state, command)
    if not isinstance(bought, tuple):
        return bought
    share, character = bought
    pool = pool_of(state, share)
    if pool.locked:
        return Refusal("E_ROLLED")
    fault = affordable(state, character, pool, purchase)
    if fault is not None:
        return fault
    effect = _one_die_more if purchase.effect == "add_die" else _gremlin_off
    outcome = effect(state, share, pool, purchase)
    return outcome if isinstance(outcome, Refusal) else (paid(share, purchase), *outcome)


def _share(state: Play, command: Command) -> tuple[Share, Character] | Refusal | Ask:
    """The speaker's own pool and character: nobody spends another's Rep (F-033)."""
    share = pools.meant(state, command, lambda one: state.character(one.who) is not None)
    if isinstance(share, Refusal | Ask):
        return share
    character = state.character(share.who)
    if character is None or character.seat != command.seat:
        return Refusal("E_NOT_YOURS")
    return share, character


def _one_die_more(state: Play, share: Share, pool: Pool, purchase: Purchase) -> Refusal | Sequence[PlayEvent]:
    fault = pools.fits(state, pool, 1)
    added = PoolPartAdded(pool=share.pool_id, who=share.who, kind=PartKind.REP, ref=purchase.id, dice=1)
    return fault or (added,)


def _gremlin_off(state: Play, share: Share, pool: Pool, purchase: Purchase) -> Refusal | Sequence[PlayEvent]:
    """The die of a gremlin that was called on this character goes; its injury goes with the roll all the same."""
    for other in pools.shares(state):
        for part in pool_of(state, other).of(PartKind.GREMLIN):
            if part.dice and part.against == share.who:
                fault = pools.fits(state, pool_of(state, other), -part.dice)
                return fault or (GremlinDropped(pool=other.pool_id, injury=part.ref),)
    return Refusal("E_NOT_THERE")


def _buy_after(state: Play, command: Command, dice: Dice) -> Outcome:
    """Between the roll of a feat and its first statement (F-031)."""
    purchase = wanted(state, command, AFTER)
    if isinstance(purchase, Refusal | Ask):
        return purchase
    if purchase.effect in BEFORE:
        return Refusal("E_ROLLED")
    if purchase.effect not in AFTER:
        return checks.out_of_phase(state)
    bought = _share(state, command)
    if not isinstance(bought, tuple):
        return bought
    share, character = bought
    if state.phase is not Phase.FEAT_ROLLED:
        return Refusal("E_STATED")
    assert state.feat is not None
    fault = affordable(state, character, pool_of(state, share), purchase)
    return fault or _tried_again(state, state.feat, share, purchase, Cup(dice))


def _tried_again(state: Play, feat: Feat, share: Share, purchase: Purchase, cup: Cup) -> Outcome:
    roll = rolling.roll_of(feat, share.pool_id)
    assert roll is not None  # the feat is rolled
    again = improved(state, share, purchase, roll, cup)
    if again is None:
        return Refusal("E_NO_BLANKS")
    feat = rolling.with_roll(feat, share.pool_id, rerolled(roll, again))
    first = rolling.spoken_first(state, feat, cup) if not cup.short else []
    return cup.outcome(state, _seat(state, share), (paid(share, purchase), again, *first))


def _seat(state: Play, share: Share) -> str:
    character = state.character(share.who)
    return character.seat if character else ""


def improved(state: Play, share: Share, purchase: Purchase, roll: Roll, cup: Cup) -> DiceRerolled | None:
    """The dice of one roll that change, with their new faces; None where every die is a success already."""
    rules = state.config.dice
    faces = roll.faces if roll.faces is not None else (0,) * (roll.size - roll.told)
    blanks = [(index, face) for index, face in enumerate(faces) if face < rules.success_from]
    if not blanks:
        return None
    chosen = blanks if purchase.effect == "reroll_blanks" else blanks[:1]
    raised = purchase.effect == "raise_one"
    new = (rules.success_from,) if raised else cup.take(len(chosen))
    changed = tuple((index, old, face) for (index, old), face in zip(chosen, new, strict=True))
    told = roll.told + sum(face >= rules.success_from for face in new)
    return DiceRerolled(pool=share.pool_id, who=share.who, changed=changed, told=told if roll.faces is None else 0)


def rerolled(roll: Roll, event: DiceRerolled) -> Roll:
    """The roll with those dice changed, and the record of it."""
    record = (*roll.rerolled, *event.changed)
    if roll.faces is None:
        return replace(roll, told=event.told, rerolled=record)
    new = {index: face for index, _, face in event.changed}
    return replace(roll, faces=tuple(new.get(n, face) for n, face in enumerate(roll.faces)), rerolled=record)


def _buy(state: Play, command: Command, dice: Dice) -> Outcome:
    buy = _buy_before if state.phase in terms.SETUP else _buy_after
    return buy(state, command, dice)


DECIDE = {
    "buy": Order(
        _buy,
        phases=terms.SETUP | terms.FEAT,
        applies=lambda state: state.phase not in terms.TELLING & terms.COMBAT,
    ),
}


def _spent(state: Play, event: RepSpent) -> Play:
    state = edit.character(state, event.who, lambda one: replace(one, rep=one.rep - event.cost))
    return edit.pool(state, event.pool, lambda pool: replace(pool, bought=(*pool.bought, event.purchase)))


def _rerolled(state: Play, event: DiceRerolled) -> Play:
    found, inner = edit.find_feat(state, event.pool)
    roll = rolling.roll_of(found, inner) if found else None
    assert roll is not None
    again = rerolled(roll, event)
    return edit.with_feat(state, event.pool, lambda feat: rolling.with_roll(feat, inner, again))


EVOLVE: Evolving = {RepSpent: _spent, DiceRerolled: _rerolled}


def _open(state: Play) -> Iterable[Open]:
    order = DECIDE["buy"]
    yield from ASKING.named(state, "buy", order, "purchase", names.purchases(state))
    yield from ASKING.plain(state, "buy", order)


OPEN = (_open,)


def _tell_spent(state: Play, event: RepSpent) -> Iterable[Cue]:
    """A second try says so with its new successes."""
    character = state.character(event.who)
    assert character is not None
    bought = next(one for one in state.config.rep.buy if one.id == event.purchase)
    if bought.effect not in AFTER:
        yield Cue("RepSpent", {"n": event.cost, "r": character.rep})


def _tell_rerolled(state: Play, event: DiceRerolled) -> Iterable[Cue]:
    found, inner = edit.find_feat(state, event.pool)
    roll = rolling.roll_of(found, inner) if found else None
    character = state.character(event.who)
    assert roll is not None
    assert character is not None
    n = roll.successes(state.config.dice.success_from)
    yield Cue(singular("DiceRerolled", n), {"n": n, "r": character.rep})


NARRATE: Telling = {RepSpent: _tell_spent, DiceRerolled: _tell_rerolled}
