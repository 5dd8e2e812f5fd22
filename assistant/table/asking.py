"""What is open, found by asking: an order is open to a seat if it would not be refused to it now.

So what is offered and what is decided cannot come apart (contract C11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from assistant.table.messages import Command, Name, Open, Refusal, Seat, Value
from assistant.table.rulebook import Gate, Order

S = TypeVar("S")
OrderT = TypeVar("OrderT", bound=Order[Any, Any])


@dataclass(frozen=True)
class Asking(Generic[S, OrderT]):
    """Asks the rules of one game."""

    gate: Gate[S, OrderT]
    seats_of: Callable[[S], Iterable[Seat]]
    """Everybody who sits at the table."""

    def allowed(self, state: S, order: OrderT, command: Command) -> bool:
        """Whether this very command would be taken now (or asked back about)."""
        return self._at_all(state, order, command) and _taken(state, order, command)

    def seats(
        self, state: S, intent: str, order: OrderT, slots: Mapping[str, Value] | None = None, text: str | None = None
    ) -> frozenset[Seat]:
        """The seats that may give this command as it stands."""
        given = slots or {}
        return frozenset(
            seat for seat in self.seats_of(state) if self.allowed(state, order, Command(intent, seat, given, text))
        )

    def plain(self, state: S, intent: str, order: OrderT, text: str | None = None) -> Iterable[Open]:
        """An intent without slots, if any seat may."""
        may = self.seats(state, intent, order, text=text)
        if may:
            yield Open(intent, may)

    def named(self, state: S, intent: str, order: OrderT, slot: str, names: Iterable[Name]) -> Iterable[Open]:
        """An intent with one named thing: for each set of seats that may name the same things, one ``Open``."""
        per_seat: dict[tuple[Name, ...], set[Seat]] = {}
        choice = tuple(names)
        for seat in self.seats_of(state):
            if not self._at_all(state, order, Command(intent, seat)):
                continue
            fit = tuple(n for n in choice if _taken(state, order, Command(intent, seat, {slot: n.id})))
            if fit:
                per_seat.setdefault(fit, set()).add(seat)
        for fit, who in per_seat.items():
            yield Open(intent, frozenset(who), {slot: fit})

    def _at_all(self, state: S, order: OrderT, command: Command) -> bool:
        return order.applies(state) and not isinstance(self.gate(state, command, order), Refusal)


def of_the_table(opens: Iterable[Open], seats: Iterable[Seat]) -> tuple[Open, ...]:
    """What every seat may ask for is open to anybody: where it does the same for all, the box need not ask who spoke.

    Not for a game in which whoever gave a command owns it, as for taking it back.
    """
    everybody = frozenset(seats)
    return tuple(replace(one, seats=None) if one.seats == everybody else one for one in opens)


def _taken(state: Any, order: Order[Any, Any], command: Command) -> bool:
    return not isinstance(order.decide(state, command, ()), Refusal)
