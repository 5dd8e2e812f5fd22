"""Second tries in a fight: one attack or a defence, before anybody has spoken in the exchange (F-121)."""

from __future__ import annotations

from assistant.games.feats import checks, exchange, fight, rep, terms
from assistant.games.feats.config import Purchase
from assistant.games.feats.events_combat import BlowsRerolled
from assistant.games.feats.fight import DEFENCE, Throw
from assistant.games.feats.orders import Order, Outcome
from assistant.games.feats.pools import Share
from assistant.games.feats.rolling import Cup
from assistant.games.feats.state import Play, Roll
from assistant.games.feats.terms import Phase
from assistant.table import Ask, Command, Dice, Refusal


def _buy(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-121: one attack or the defence is rolled again, before anybody has spoken in this exchange."""
    purchase = rep.wanted(state, command, rep.AFTER)
    if isinstance(purchase, Refusal | Ask):
        return purchase
    if purchase.effect in rep.BEFORE:
        return Refusal("E_ROLLED")
    if purchase.effect not in rep.AFTER:
        return checks.out_of_phase(state)
    if state.phase is not Phase.COMBAT_ROLLED:
        return Refusal("E_STATED")
    lying = exchange.lying(state)
    throw = exchange.throw_meant(
        state, command, [one.throw for one in lying if _blanks(state, one.roll)], otherwise="E_NO_BLANKS"
    )
    if not isinstance(throw, Throw):
        return throw
    roll = next(one.roll for one in lying if one.throw == throw)
    return _again(state, throw, roll, purchase, command, dice)


def _blanks(state: Play, roll: Roll) -> bool:
    return roll.successes(state.config.dice.success_from) < roll.size


def _again(state: Play, throw: Throw, roll: Roll, purchase: Purchase, command: Command, dice: Dice) -> Outcome:
    who = state.character(throw.who)
    if who is None:
        return Refusal("E_NOT_YOURS")
    fault = rep.affordable(state, who, fight.intent(state, who.id).pool, purchase)
    cup = Cup(dice)
    better = rep.improved(state, Share(throw.id, who.id, ()), purchase, roll, cup)
    if fault is not None or better is None:
        return fault or Refusal("E_NO_BLANKS")
    again = BlowsRerolled(throw=throw.id, who=who.id, changed=better.changed, told=better.told)
    after = exchange.applied(state, again)
    met = [] if cup.short else list(exchange.first_speakers(after, _comparing(after, throw), cup))
    return cup.outcome(state, command.seat, (rep.paid(Share(who.id, who.id, ()), purchase), again, *met))


def _comparing(state: Play, throw: Throw) -> list[str]:
    """The comparisons in which these dice count."""
    whose, dot, what = throw.id.partition(".")
    if not dot:
        return [throw.id]
    if what != DEFENCE:
        return [one for one in fight.comparisons(state) if one.startswith(f"{whose}.")]
    return [whose] if whose in fight.fight(state).attacks else [one.id for one in fight.attacks_on(state, whose)]


DECIDE = {
    "buy": Order(_buy, phases=terms.TELLING, applies=lambda state: state.phase in terms.TELLING & terms.COMBAT),
}
