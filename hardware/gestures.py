"""What a button means: its edges cleaned of bounces, and the taps and holds made of them. On times that are handed in.

Edges become gestures in two steps. :class:`Debouncer`, one for each button, makes them presses, inside the adapters of
:class:`~hardware.ports.Buttons`. :class:`Gestures` makes presses gestures, for whoever listens to the buttons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from hardware.ports import CLOCK_BUTTON, Press


@dataclass(frozen=True)
class GestureSettings:
    """How long things last at a button."""

    settle_seconds: float = 0.03
    """Without an edge for so long, a contact has come to rest; cheap buttons bounce for up to 20 ms."""
    start_seconds: float = 0.3
    """So long must a button have been up and quiet before its first press counts: no boot stops the clock (C-074)."""
    recheck_seconds: float = 0.5
    """While a button is down, its level is read so often: an edge may be lost, a release must not be."""
    spike_seconds: float = 0.01
    """A shorter press is a spark on the wire, no finger, and no tap."""
    tap_seconds: float = 0.3
    """A seat's button that is down for longer was an aside: ``EarsSettings.shortest_press_seconds``."""
    hold_seconds: float = 1.0
    """The clock button, held so long, mutes the ears: no hand rests on it for so long by chance."""
    stuck_seconds: float = 60.0
    """Nobody talks for a minute at a time; four times the longest aside."""


class Debouncer:
    """One button: raw edges in, presses out. Not locked; its owner sees to that.

    The first edge out of rest counts at once. What follows is left out until the contact has rested, then its level is
    compared with what was told. A storm of edges is therefore one press, however long it lasts.
    """

    def __init__(self, button: str, is_down: bool, at: float, settings: GestureSettings) -> None:
        self.button = button
        self.due: float | None = at + settings.start_seconds
        """When :meth:`check` wants the level; None: not before the next edge."""
        self._settings = settings
        self._level, self._level_at = is_down, at
        self._is_down = False
        self._is_settling = False
        self._has_been_up = False

    def edge(self, is_down: bool, at: float) -> tuple[Press, ...]:
        """The level changed."""
        overdue = self.check(self._level, at)
        self._level, self._level_at = is_down, at
        if not self._has_been_up:
            self.due = at + self._settings.start_seconds
            return ()
        was_settling, self._is_settling = self._is_settling, True
        self.due = at + self._settings.settle_seconds
        return overdue if was_settling else (*overdue, *self._told(is_down))

    def check(self, is_down: bool, at: float) -> tuple[Press, ...]:
        """The level as it is read now; does nothing before :attr:`due`."""
        if self.due is None or at < self.due:
            return ()
        if is_down != self._level:  # an edge was lost
            self._level, self._level_at = is_down, at
        if not self._has_been_up:
            self._has_been_up = not is_down
            self.due = at + self._settings.start_seconds if is_down else None
            return ()
        self._is_settling = False
        self.due = at + self._settings.recheck_seconds if is_down else None
        return self._told(is_down)

    def trouble(self, at: float) -> str:
        """What is wrong with the button; empty while all is well."""
        if self._level and not self._has_been_up:
            return "down since the start; it does not count until it has been let go"
        is_stuck = self._is_down and self._level and at - self._level_at > self._settings.stuck_seconds
        return "down for over a minute; look whether it is stuck" if is_stuck else ""

    def _told(self, is_down: bool) -> tuple[Press, ...]:
        if is_down == self._is_down:
            return ()
        self._is_down = is_down
        return (Press(self.button, is_down, self._level_at),)


@dataclass(frozen=True)
class Gesture:
    """What somebody did with a button."""

    button: str
    kind: Literal["down", "up", "tap", "hold"]
    at: float


class Gestures:
    """Presses in, gestures out; each button by itself, also when several are down.

    A seat's button gives ``down`` and ``up`` at once, for the ears, and ``tap`` after the ``up`` of a short press. The
    clock button gives one of ``tap``, when let go, and ``hold``, while it is still down: never both (C-073). Whoever
    wants to act on its going down, such as cutting speech short, has the :class:`~hardware.ports.Press` itself.

    May be called from any thread: a release and the poll that makes a hold of it come at the same moment from two.
    """

    def __init__(self, settings: GestureSettings | None = None) -> None:
        self._settings = settings or GestureSettings()
        self._down_at: dict[str, float] = {}
        self._lock = Lock()

    def press(self, press: Press) -> tuple[Gesture, ...]:
        """A press, in the order in which the buttons give them."""
        with self._lock:
            return tuple(self._down(press) if press.is_down else self._up(press))

    def poll(self, at: float) -> tuple[Gesture, ...]:
        """What has become due; to be asked a few times a second while the clock button is down."""
        with self._lock:
            down_at = self._down_at.get(CLOCK_BUTTON)
            if down_at is None or at - down_at < self._settings.hold_seconds:
                return ()
            del self._down_at[CLOCK_BUTTON]
            return (Gesture(CLOCK_BUTTON, "hold", at),)

    def _down(self, press: Press) -> Iterator[Gesture]:
        self._down_at[press.button] = press.at
        if press.button != CLOCK_BUTTON:
            yield Gesture(press.button, "down", press.at)

    def _up(self, press: Press) -> Iterator[Gesture]:
        down_at = self._down_at.pop(press.button, None)
        if down_at is None:  # it was a hold already, or nobody saw it go down
            return
        is_clock, seconds = press.button == CLOCK_BUTTON, press.at - down_at
        if not is_clock:
            yield Gesture(press.button, "up", press.at)
        if is_clock and seconds >= self._settings.hold_seconds:
            yield Gesture(press.button, "hold", press.at)
        elif self._settings.spike_seconds <= seconds and (is_clock or seconds < self._settings.tap_seconds):
            yield Gesture(press.button, "tap", press.at)
