"""When the box may make a sound: not into somebody's aside, and in a scene no word into somebody's voice (R-144)."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition

from hardware.ports import Ticker

QUIET_SECONDS = 0.6
"""So long has nobody spoken before a word is said in a scene (R-144)."""
ASIDE_SECONDS = 20.0
"""No aside is longer, with its decoding: a button that is stuck does not silence the box (C-035)."""
DECODING_SECONDS = 3.0
"""After a button was let go, its aside has become text by then, or it never will."""
DEAD_SECONDS = 1.0
"""A microphone that has given nothing for so long tells nothing of who speaks."""


class Courtesy:
    """Whose turn it is, as the microphone and the buttons tell. Time in the room is counted in sound."""

    def __init__(self, quiet_seconds: Callable[[], float], ticker: Ticker) -> None:
        """``quiet_seconds``: for how long nobody has spoken, as far as the ears know."""
        self._quiet_seconds = quiet_seconds
        self._ticker = ticker
        self._asides: dict[str, float] = {}
        self._sound_seconds = 0.0
        self._last_sound = float("-inf")
        self._changed = Condition()

    def heard(self, seconds: float) -> None:
        """The ears have dealt with so much more sound."""
        with self._changed:
            self._sound_seconds += seconds
            self._last_sound = self._ticker.seconds()
            self._changed.notify_all()

    def begins(self, who: str) -> None:
        """Somebody speaks to the box: a seat, or ``""`` after the address word."""
        self._expect(who, ASIDE_SECONDS)

    def lets_go(self, who: str) -> None:
        """What was said is still being made out."""
        if who in self._asides:
            self._expect(who, DECODING_SECONDS)

    def ends(self, who: str) -> None:
        """It has been heard, or given up."""
        with self._changed:
            self._asides.pop(who, None)
            self._changed.notify_all()

    def now(self) -> float:
        """The time in the room: seconds of sound that the ears have dealt with."""
        return self._sound_seconds

    def nudge(self) -> None:
        """Whoever waits may have been given up."""
        with self._changed:
            self._changed.notify_all()

    def wait_for_turn(self, until: float, given_up: Callable[[], bool]) -> bool:
        """Until nobody speaks to the box; False when that took longer than until then, as :meth:`now` counts."""
        return self._wait(lambda: self._is_deaf() or not self._is_spoken_to(), until, given_up)

    def wait_for_quiet(self, until: float, given_up: Callable[[], bool]) -> bool:
        """Until nobody has spoken for a moment, to whomever; else False."""
        return self._wait(self.will_be_quiet, until, given_up)

    def will_be_quiet(self, ahead_seconds: float = 0.0) -> bool:
        """Whether nobody will have spoken for a moment when so much time has passed."""
        needed = max(0.0, QUIET_SECONDS - ahead_seconds)
        return self._is_deaf() or (0 < self._quiet_seconds() >= needed and not self._is_spoken_to())

    def _expect(self, who: str, seconds: float) -> None:
        with self._changed:
            self._asides[who] = self._ticker.seconds() + seconds

    def _is_spoken_to(self) -> bool:
        now = self._ticker.seconds()
        return any(now < until for until in self._asides.values())

    def _wait(self, is_free: Callable[[], bool], until: float, given_up: Callable[[], bool]) -> bool:
        with self._changed:
            self._changed.wait_for(
                lambda: is_free() or given_up() or self._sound_seconds >= until,
                max(0.0, until - self._sound_seconds),  # the microphone may die meanwhile
            )
            return is_free()

    def _is_deaf(self) -> bool:
        return self._ticker.seconds() - self._last_sound > DEAD_SECONDS
