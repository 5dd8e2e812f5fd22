"""What a seat can name in a check: its own characters and those who are here. For what the check modules open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from assistant.games.errantry import acting, checks
from assistant.games.errantry.state import Character, Episode
from assistant.table import Open, Seat, Slot

Slots = Mapping[str, Slot]


def here(state: Episode) -> tuple[Character, ...]:
    """Everybody who is in the scene and can act."""
    return tuple(each for each in state.characters if acting.here(state, each) is None)


def mine(state: Episode, seat: Seat) -> tuple[Character, ...]:
    """Those of them that this seat may speak for."""
    return tuple(each for each in here(state) if checks.not_yours(state, seat, each) is None)


def engaged(state: Episode, seat: Seat) -> tuple[Character, ...]:
    """Those that this seat may speak for and that are in the check."""
    return tuple(each for each in mine(state, seat) if each.id in checks.involved(state))


def by_seat(state: Episode, intent: str, slots: Callable[[Seat], Slots | None]) -> Iterable[Open]:
    """One opening for each set of seats that can say the same; None: this seat can say nothing. Slots that nothing
    fills are left out."""
    told: list[tuple[dict[str, Slot], set[Seat]]] = []
    for player in state.players:
        offered = slots(player.id)
        if offered is None:
            continue
        filled = {slot: content for slot, content in offered.items() if content}
        alike = next((seats for other, seats in told if other == filled), None)
        if alike is None:
            told.append((filled, {player.id}))
        else:
            alike.add(player.id)
    for filled, seats in told:
        yield Open(intent, frozenset(seats), filled)
