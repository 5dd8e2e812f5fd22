"""In which order an exchange is told: as declared, unless the GM says otherwise (F-103)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.feats import checks, edit, fight, names
from assistant.games.feats.combat import COMBAT_SETUP, unlocked
from assistant.games.feats.events_combat import OrderSet
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.state import Play
from assistant.games.feats.terms import Phase
from assistant.table import Command, Cue, Dice, Open, Refusal


def _set_order(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-103: "Ben goes first", "then Cleo", "Cleo before the brute"; only the telling follows it."""
    on = fight.fight(state)
    fault = None if on.rolled else unlocked(state)
    moved = checks.named(state, command, "next" if "next" in command.slots else "first")
    if fault is not None:
        return fault
    if isinstance(moved, Refusal):
        return moved
    later = checks.named(state, command, "before") if "before" in command.slots else None
    if isinstance(later, Refusal):
        return later
    if moved.id not in on.order or moved == later or (later is not None and later.id not in on.order):
        return Refusal("E_TARGET")
    rest = [one for one in on.order if one != moved.id]
    if later is not None:
        place, placed = rest.index(later.id), on.placed
    else:
        place = min(on.placed, len(rest)) if "next" in command.slots else 0
        placed = place + 1
    return (OrderSet(who=(*rest[:place], moved.id, *rest[place:]), placed=placed),)


DECIDE = {"set_order": Order(_set_order, gm=True, phases=COMBAT_SETUP | {Phase.COMBAT_ROLLED})}
EVOLVE: Evolving = {
    OrderSet: lambda state, event: edit.combat(state, lambda on: replace(on, order=event.who, placed=event.placed)),
}


def _open(state: Play) -> Iterable[Open]:
    if not in_combat(state):
        return
    gm = ASKING.seats(state, "set_order", DECIDE["set_order"], {"first": next(iter(fight.fight(state).order), "")})
    if gm:
        who = [one for one in fight.combatants(state) if one.id in fight.fight(state).order]
        named = names.characters(state, who)
        yield Open("set_order", gm, {"first": named})
        yield Open("set_order", gm, {"next": named})
        yield Open("set_order", gm, {"first": named, "before": named})


OPEN = (_open,)


def _tell_order(state: Play, event: OrderSet) -> Iterable[Cue]:
    every = [names.display(state, who) for who in event.who]
    yield Cue("OrderSet", {"name": every[0], "names": ", ".join(every)})


NARRATE: Telling = {OrderSet: _tell_order}
