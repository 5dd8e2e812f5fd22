"""A game put together from rules modules: each says what it decides, changes, lets follow, opens and tells.

A rules module exports, each optional:

* ``DECIDE: dict[str, Order]``: by intent. The same intent may stand in two modules (``roll`` in a scene and in a
  confrontation); then the first whose ``applies`` holds is taken, else the first of all.
  Words that become known later come as intent ``draft``; their order stands under ``draft_`` + the original intent.
* ``EVOLVE``: by class of event, function(state, event) -> state.
* ``FOLLOWS: tuple[function(state) -> event | None, ...]``: what follows of itself from a state (a last die given out, a
  scene closing). After each decision they are asked in the order of the modules; the first answer is taken, and they
  are asked again, until none has anything to add.
* ``OPEN: tuple[function(state) -> Iterable[Open], ...]``: what can be asked for now.
* ``DUE: tuple[function(state) -> Iterable[Command], ...]``: what falls due on the play clock.
* ``NARRATE``: by class of event, function(state, event) -> cues: how an event is announced; no entry = silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, TypeVar

from assistant.table.messages import Ask, Command, Cue, Dice, Event, Open, Refusal, Roll

S = TypeVar("S")
E = TypeVar("E", bound=Event)

Outcome = Sequence[E] | Cue | Refusal | Ask | Roll
"""What becomes of a command, for a game with events ``E``."""

Evolving = dict[type[E], Callable[[S, Any], S]]
Telling = dict[type[E], Callable[[S, Any], Iterable[Cue]]]


def _always(state: Any) -> bool:
    return True


@dataclass(frozen=True)
class Order(Generic[S, E]):
    """How one intent is decided. A game derives its own, with what its gate wants to know."""

    decide: Callable[[S, Command, Dice], Outcome[E]]
    applies: Callable[[S], bool] = _always
    """Which of several orders of one intent is meant in this state."""


OrderT = TypeVar("OrderT", bound=Order[Any, Any])

Gate = Callable[[S, Command, OrderT], Refusal | Ask | None]
"""The checks that come before every decision, e.g. phase and role; ``None``: go on."""


class Rulebook(Generic[S, E, OrderT]):
    """The functions of a game, made from its modules."""

    def __init__(self, modules: Sequence[ModuleType], gate: Gate[S, OrderT]) -> None:
        self._gate = gate
        self.orders: dict[str, tuple[OrderT, ...]] = {}
        self.changes: dict[type, Callable[[S, Any], S]] = {}
        self.tellings: dict[type, Callable[[S, Any], Iterable[Cue]]] = {}
        self._follows: list[Callable[[S], E | None]] = []
        self._openers: list[Callable[[S], Iterable[Open]]] = []
        self._dues: list[Callable[[S], Iterable[Command]]] = []
        for module in modules:
            for intent, order in getattr(module, "DECIDE", {}).items():
                self.orders[intent] = (*self.orders.get(intent, ()), order)
            self.changes.update(getattr(module, "EVOLVE", {}))
            self.tellings.update(getattr(module, "NARRATE", {}))
            self._follows += getattr(module, "FOLLOWS", ())
            self._openers += getattr(module, "OPEN", ())
            self._dues += getattr(module, "DUE", ())

    def decide(self, state: S, command: Command, dice: Dice = ()) -> Outcome[E]:
        """Events with all that follows of itself, or why not, which one, or which dice. E_INTENT: no such order."""
        orders = self.orders.get(_intent(command))
        if orders is None:
            return Refusal("E_INTENT")
        order = next((order for order in orders if order.applies(state)), orders[0])
        outcome = self._gate(state, command, order) or order.decide(state, command, dice)
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            return outcome
        return self._with_consequences(state, outcome, command.at)

    def _with_consequences(self, state: S, events: Sequence[E], at: float) -> tuple[E, ...]:
        happened = [self.stamped(event, at) for event in events]
        for event in happened:
            state = self.evolve(state, event)
        while happened and (following := self._following(state)) is not None:
            happened.append(self.stamped(following, at))
            state = self.evolve(state, happened[-1])
        return tuple(happened)

    def _following(self, state: S) -> E | None:
        return next((event for event in (follow(state) for follow in self._follows) if event is not None), None)

    def stamped(self, event: E, at: float) -> E:
        """The event as it is kept; a game with a play clock writes the time in."""
        return event

    def evolve(self, state: S, event: E) -> S:
        """The state after an event."""
        change = self.changes.get(type(event))
        return state if change is None else change(state, event)

    def narrate(self, state: S, event: E) -> Sequence[Cue]:
        """The cues for an event, ``state`` being the one after it."""
        tell = self.tellings.get(type(event))
        return () if tell is None else tuple(tell(state, event))

    def open(self, state: S) -> list[Open]:
        """Everything that is open now to anybody, in the order of the modules."""
        return [one for opener in self._openers for one in opener(state) if one.seats is None or one.seats]

    def due(self, state: S) -> tuple[Command, ...]:
        """What falls due on the play clock, the earliest first."""
        due = [command for falling_due in self._dues for command in falling_due(state)]
        return tuple(sorted(due, key=lambda command: command.at))


def _intent(command: Command) -> str:
    """Words that became known later are decided by what they belong to: ``draft_establish_fact``."""
    return f"draft_{command.slots.get('intent')}" if command.intent == "draft" else command.intent
