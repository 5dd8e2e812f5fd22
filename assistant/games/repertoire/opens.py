"""What is open, found by asking: an order is open to a seat if it would not be refused to it now.

So what is offered and what is decided cannot come apart (contract C11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.games.repertoire.checks import gate
from assistant.games.repertoire.orders import Order
from assistant.games.repertoire.state import Troupe
from assistant.table import Command, Name, Open, Refusal, Seat, Value


def allowed(state: Troupe, order: Order, command: Command) -> bool:
    """Whether this very command would be taken now (or asked back about)."""
    return _at_all(state, order, command) and _taken(state, order, command)


def _at_all(state: Troupe, order: Order, command: Command) -> bool:
    return order.applies(state) and gate(state, command, order) is None


def _taken(state: Troupe, order: Order, command: Command) -> bool:
    return not isinstance(order.decide(state, command, ()), Refusal)


def seats(
    state: Troupe, intent: str, order: Order, slots: Mapping[str, Value] | None = None, text: str | None = None
) -> frozenset[Seat]:
    """The seats that may give this command as it stands."""
    given = slots or {}
    return frozenset(p.id for p in state.seats if allowed(state, order, Command(intent, p.id, given, text)))


def plain(state: Troupe, intent: str, order: Order, text: str | None = None) -> Iterable[Open]:
    """An intent without slots, if any seat may."""
    may = seats(state, intent, order, text=text)
    if may:
        yield Open(intent, may)


def named(state: Troupe, intent: str, order: Order, slot: str, names: Iterable[Name]) -> Iterable[Open]:
    """An intent with one named thing: for each set of seats that may name the same things, one ``Open``."""
    per_seat: dict[tuple[Name, ...], set[Seat]] = {}
    choice = tuple(names)
    for player in state.seats:
        if not _at_all(state, order, Command(intent, player.id)):
            continue
        fit = tuple(n for n in choice if _taken(state, order, Command(intent, player.id, {slot: n.id})))
        if fit:
            per_seat.setdefault(fit, set()).add(player.id)
    for fit, who in per_seat.items():
        yield Open(intent, frozenset(who), {slot: fit})
