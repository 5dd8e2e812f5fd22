"""The game as a decider: :func:`decide` and :func:`evolve`, put together from the rules modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant.games.repertoire.checks import gate
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import GameBegun, TimeExpired, TimeWarned
from assistant.games.repertoire.events_scene import FactWorded, RollOpened
from assistant.games.repertoire.modules import MODULES
from assistant.games.repertoire.orders import Follow, Order, Outcome
from assistant.games.repertoire.state import PlayClock, Troupe
from assistant.table import Ask, Command, Cue, Dice, Refusal, Roll


def _orders() -> dict[str, tuple[Order, ...]]:
    orders: dict[str, tuple[Order, ...]] = {}
    for module in MODULES:
        for intent, order in getattr(module, "DECIDE", {}).items():
            orders[intent] = (*orders.get(intent, ()), order)
    return orders


ORDERS = _orders()
EVOLVE: dict[type, Callable[[Troupe, Any], Troupe]] = {
    event: change for module in MODULES for event, change in getattr(module, "EVOLVE", {}).items()
}
_FOLLOWS: tuple[Follow, ...] = tuple(follow for module in MODULES for follow in getattr(module, "FOLLOWS", ()))


def initial_state(config: Config) -> Troupe:
    """Nobody at the table yet."""
    return Troupe(settings=config, clock=PlayClock(limit_s=config.limit_s))


def decide(state: Troupe, command: Command, dice: Dice = ()) -> Outcome:
    """What becomes of a command: events with all that follows of itself, or why not, which one, or which dice."""
    orders = ORDERS.get(_intent(command))
    if orders is None:
        return Refusal("E_INTENT")
    order = next((order for order in orders if order.applies(state)), orders[0])
    fault = gate(state, command, order)
    if fault is not None:
        return fault
    outcome = order.decide(state, command, dice)
    if isinstance(outcome, Cue | Refusal | Ask | Roll):
        return outcome
    return _with_consequences(state, outcome, command.at)


def _intent(command: Command) -> str:
    """Words that became known later are decided by what they belong to: ``draft_establish_fact``."""
    return f"draft_{command.slots.get('intent')}" if command.intent == "draft" else command.intent


def _with_consequences(state: Troupe, events: Sequence[TroupeEvent], at: float) -> Sequence[TroupeEvent]:
    happened = [replace(event, at=at) for event in events]
    for event in happened:
        state = evolve(state, event)
    while happened and (following := _following(state)) is not None:
        happened.append(replace(following, at=at))
        state = evolve(state, happened[-1])
    return tuple(happened)


def _following(state: Troupe) -> TroupeEvent | None:
    return next((event for event in (follow(state) for follow in _FOLLOWS) if event is not None), None)


def evolve(state: Troupe, event: TroupeEvent) -> Troupe:
    """The state after an event."""
    change = EVOLVE.get(type(event))
    return _timed(state, state if change is None else change(state, event), event)


def _timed(before: Troupe, after: Troupe, event: TroupeEvent) -> Troupe:
    """Playing time goes on while the clock runs. A warning, a late roller, words put right: nobody has moved."""
    if isinstance(event, GameBegun) or not before.clock.running:
        return after
    elapsed = min(max(after.clock.elapsed_s, event.at), after.clock.limit_s)
    idle = after.idle_since if isinstance(event, TimeWarned | TimeExpired | FactWorded | RollOpened) else elapsed
    if elapsed == after.clock.elapsed_s and idle == after.idle_since:
        return after
    return replace(after, clock=replace(after.clock, elapsed_s=elapsed), idle_since=idle)
