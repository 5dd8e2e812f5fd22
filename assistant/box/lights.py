"""What the lamps show: the one of the box its own state, those of the seats the game's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from threading import Lock
from typing import Literal

from assistant.table import Lamp, Seat
from hardware.ports import STATUS_LAMP, Lamps

State = Literal["starting", "speaking", "muted", "paused", "trouble"]

ORDER: tuple[State, ...] = ("starting", "speaking", "muted", "paused", "trouble")
"""The first of these that is so is shown; if none, ``listening``. That the clock stands is seen before a trouble, for
it is what people look for; a trouble is seen as soon as they play on."""


class Lights:
    """Keeps what is so, and shows it. From any thread."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps
        self._states: set[State] = {"starting"}
        self._shown: dict[str, str] = {}
        self._lock = Lock()
        self._show(STATUS_LAMP, "starting")

    def set(self, state: State, on: bool) -> None:
        """Something began or ended to be so."""
        with self._lock:
            (self._states.add if on else self._states.discard)(state)
            self._show(STATUS_LAMP, next((each for each in ORDER if each in self._states), "listening"))

    def blink(self, pattern: Literal["heard", "not_understood"], lamp: str = STATUS_LAMP) -> None:
        """Show once, over what is shown."""
        self._lamps.show(lamp, pattern)

    def seats(self, seats: Collection[Seat], lamps: Mapping[Seat, Lamp]) -> None:
        """What the game shows to each seat."""
        with self._lock:
            for seat in seats:
                self._show(seat, lamps.get(seat, "off"))

    def _show(self, lamp: str, pattern: str) -> None:
        if self._shown.get(lamp) != pattern:
            self._shown[lamp] = pattern
            self._lamps.show(lamp, pattern)
