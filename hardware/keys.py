"""The keyboard of a terminal stands in for the buttons.

A terminal tells that a key was struck and repeats it while it is held; it never tells that the key came up, and over
a network the repeats come unevenly. So striking is what counts:

- a digit, 1 to 8, puts that seat's button down, and the next strike lets it go; twice within 0.3 s is therefore a tap.
  A digit that is held down works too: the button comes up when the repeats have ceased;
- the space bar is a tap of the clock button, however long it is held;
- M is the clock button held.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread, current_thread
from typing import Literal, NamedTuple

from hardware.gestures import GestureSettings
from hardware.ports import CLOCK_BUTTON, Press, Ticker
from hardware.ticker import BootTicker

CLOCK_KEY, HOLD_KEY, SEAT_KEYS = " ", "m", "12345678"
_NO_CHARACTER = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")
"""What an arrow or function key sends; it may have digits in it."""
_LOOK_SECONDS = 0.05
"""How often the thread looks whether it is to end."""


class Stroke(NamedTuple):
    """What a finger did to a key."""

    kind: Literal["strike", "let go"]
    at: float


@dataclass(frozen=True)
class KeySettings:
    """How a terminal repeats a key that is held."""

    repeat_begins_seconds: float = 0.75
    """The first repeat comes 0.25 to 0.66 s after the strike, as the desktops are set."""
    repeat_seconds: float = 0.1
    """Repeats follow each other in 0.03 to 0.05 s; nobody strikes one key so fast."""
    cease_seconds: float = 0.25
    """After so long without one, repeats have ceased; less would cut an aside at every stutter of the network."""


class Strikes:
    """One key: the characters that it sends in, strikes out, and the end of its repeats. On times that are handed in.

    A character soon after a strike may be another strike or the first repeat; the next one, or its absence, tells.
    """

    def __init__(self, settings: KeySettings) -> None:
        self.due: float | None = None
        """When :meth:`check` has something to say."""
        self._settings = settings
        self._struck_at = float("-inf")
        self._last_at = 0.0
        self._is_repeating = False

    def character(self, at: float) -> tuple[Stroke, ...]:
        """The key's character came. What is known now, each with the time that it was."""
        done = self.check(at)
        if self.due is not None:
            self._is_repeating, self.due = True, at + self._settings.cease_seconds
        elif at - self._struck_at < self._settings.repeat_begins_seconds:
            self.due = at + self._settings.repeat_seconds
        else:
            self._struck_at = at
            done += (Stroke("strike", at),)
        self._last_at = at
        return done

    def check(self, at: float) -> tuple[Stroke, ...]:
        """What the absence of characters tells by now."""
        if self.due is None or at < self.due:
            return ()
        self.due = None
        if self._is_repeating:
            self._is_repeating, self._struck_at = False, float("-inf")
            return (Stroke("let go", self._last_at),)
        self._struck_at = self._last_at
        return (Stroke("strike", self._last_at),)


class KeyButtons:
    """:class:`~hardware.ports.Buttons` out of a terminal, as the module tells.

    While it is open the terminal gives each key at once and does not show it; on closing, and when the program ends in
    whatever way Python learns of, it is as it was. Other keys go to ``other_key``, on the same thread, so that the
    caller can end on one of them; Ctrl-C stays what it is.
    """

    def __init__(
        self,
        ticker: Ticker | None = None,
        *,
        terminal: int | None = None,
        other_key: Callable[[str], None] | None = None,
        settings: KeySettings | None = None,
        gestures: GestureSettings | None = None,
    ) -> None:
        """``terminal``: a file descriptor; None is standard input."""
        self.trouble = ""
        self._ticker = ticker or BootTicker()
        self._terminal = terminal
        self._other_key = other_key or (lambda key: None)
        self._gestures = gestures or GestureSettings()
        self._strikes = {key: Strikes(settings or KeySettings()) for key in (CLOCK_KEY, HOLD_KEY, *SEAT_KEYS)}
        self._down: set[str] = set()
        self._restore: Callable[[], None] = _nothing
        self._thread: Thread | None = None

    def open(self, listener: Callable[[Press], None]) -> None:
        self._down.clear()
        try:
            terminal = sys.stdin.fileno() if self._terminal is None else self._terminal
            self._restore = _give_each_key(terminal)
        except Exception as error:  # termios has an error of its own, and is missing where there are no terminals
            self.trouble = f"no keys: standard input is no terminal ({error}); start it in one"
            return
        self.trouble = ""
        atexit.register(self._restore)
        self._thread = Thread(target=self._run, args=(terminal, listener), name="keys", daemon=True)
        self._thread.start()

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None and thread is not current_thread():
            thread.join()
        atexit.unregister(self._restore)
        self._restore()
        self._restore = _nothing

    def _run(self, terminal: int, listener: Callable[[Press], None]) -> None:
        while self._thread is current_thread():
            try:
                is_struck = bool(select.select([terminal], [], [], _LOOK_SECONDS)[0])
                typed = os.read(terminal, 64) if is_struck else b""
            except OSError:
                is_struck, typed = True, b""
            if is_struck and not typed:
                self.trouble = "no keys: the terminal has gone"
                return
            for press in self._presses(_NO_CHARACTER.sub("", typed.decode("utf-8", "ignore")).lower()):
                if self._thread is current_thread():
                    listener(press)

    def _presses(self, typed: str) -> Iterator[Press]:
        for key, strikes in self._strikes.items():
            yield from self._press(key, strikes.check(self._ticker.seconds()))
        for key in typed:
            if key in self._strikes:
                yield from self._press(key, self._strikes[key].character(self._ticker.seconds()))
            else:
                self._other_key(key)

    def _press(self, key: str, strokes: tuple[Stroke, ...]) -> Iterator[Press]:
        for stroke in strokes:
            if key in SEAT_KEYS:
                if stroke.kind == "strike" or key in self._down:
                    self._down ^= {key}
                    yield Press(key, key in self._down, stroke.at)
            elif stroke.kind == "strike":
                # The press is over when it is known of, so it is told with the times that it could have had.
                gestures = self._gestures
                seconds = 1.5 * gestures.hold_seconds if key == HOLD_KEY else gestures.tap_seconds
                yield Press(CLOCK_BUTTON, True, stroke.at - seconds)
                yield Press(CLOCK_BUTTON, False, stroke.at)


def _give_each_key(terminal: int) -> Callable[[], None]:
    """Have the terminal give each key at once and show none; returns what puts it back."""
    import termios
    import tty

    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)

    def restore() -> None:
        with suppress(termios.error):  # it has gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    return restore


def _nothing() -> None:
    """What is to be put back where nothing was changed."""
