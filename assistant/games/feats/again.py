"""Rep in a fight once the dice lie: another try for an attack or a defence, an injury kept off (F-121, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.feats import checks, edit, exchange, fight, names, rep, terms
from assistant.games.feats.config import Purchase
from assistant.games.feats.events_combat import BlowsRerolled, InjuryRefused
from assistant.games.feats.fight import DEFENCE, Throw
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.pools import Share
from assistant.games.feats.rolling import Cup
from assistant.games.feats.state import Character, Combat, Play, Roll
from assistant.games.feats.terms import Phase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal

REFUSE = "refuse_injury"


def _buy(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-121: one attack or the defence is rolled again, before anybody has spoken in this exchange."""
    late = state.phase is not Phase.COMBAT_ROLLED and any(one.effect == REFUSE for one in state.config.rep.buy)
    purchase = rep.wanted(state, command, (REFUSE,) if late else rep.AFTER)
    if isinstance(purchase, Refusal | Ask):
        return purchase
    if purchase.effect in rep.BEFORE:
        return Refusal("E_ROLLED")
    if purchase.effect == REFUSE:
        return _refuse(state, command, purchase)
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


def _refuse(state: Play, command: Command, purchase: Purchase) -> Outcome:
    """One injury that is told does not land (5.2): the last of the speaker's own character."""
    pending = fight.fight(state).pending
    who = checks.meant(state, command, lambda one: any(hurt == one.id for hurt, _ in pending), otherwise="E_NOTHING")
    if not isinstance(who, Character):
        return who
    if who.seat != command.seat:
        return Refusal("E_NOT_YOURS")
    mine = [injury for hurt, injury in pending if hurt == who.id]
    if not mine or who.id not in fight.fight(state).intents:
        return Refusal("E_NO_INJURY", {"name": who.name})
    fault = rep.affordable(state, who, fight.intent(state, who.id).pool, purchase)
    refused = InjuryRefused(who=who.id, injury=mine[-1].id)
    return fault or (rep.paid(Share(who.id, who.id, ()), purchase), refused)


DECIDE = {
    "buy": Order(_buy, phases=terms.TELLING, applies=lambda state: state.phase in terms.TELLING & terms.COMBAT),
}


def _refused(state: Play, event: InjuryRefused) -> Play:
    def without(on: Combat) -> Combat:
        return replace(on, pending=tuple(one for one in on.pending if one[1].id != event.injury))

    return edit.combat(state, without)


EVOLVE: Evolving = {InjuryRefused: _refused}


def _open(state: Play) -> Iterable[Open]:
    """Which dice are meant, the rules ask."""
    yield from ASKING.named(state, "buy", DECIDE["buy"], "purchase", names.purchases(state))
    yield from ASKING.plain(state, "buy", DECIDE["buy"])


OPEN = (_open,)


def _tell_again(state: Play, event: BlowsRerolled) -> Iterable[Cue]:
    """Of dice that Rep threw again; what falls again by itself is told when its turn comes (A02)."""
    who = state.character(event.who)
    if fight.fight(state).rolled and who is not None:
        roll = next(one.roll for one in exchange.lying(state) if one.throw.id == event.throw)
        n = roll.successes(state.config.dice.success_from)
        yield Cue("DiceRerolled.one" if n == 1 else "DiceRerolled", {"n": n, "r": who.rep})


NARRATE: Telling = {
    BlowsRerolled: _tell_again,
    InjuryRefused: lambda state, event: (Cue("InjuryRefused", {"name": names.display(state, event.who)}),),
}
