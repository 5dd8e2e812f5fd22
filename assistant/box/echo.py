"""A microphone that gives what the speaker plays and nothing of the room (C-032).

A sound server puts such a source in the place of a microphone that was pulled out: the speaker's own monitor. It looks
well, for there is sound whenever the box speaks; but no player is ever heard. What no microphone in no room gives is
the box's own words as they were sent, sample by sample. So each sentence that was said is looked for in what came back
while the ears were deaf.
"""

from __future__ import annotations

from threading import Lock

from hardware.listen_back import is_same
from hardware.ports import SAMPLE_RATE, Sound

LEAST_SECONDS = 0.4
"""A shorter sentence proves nothing."""
MOST_SECONDS = 12.0
"""So much is kept of what comes back, at most."""
AFTER_SECONDS = 0.6
"""What comes back late through the sound server."""
TROUBLE = "microphone: it hears the speaker's output and not the room: plug it in or choose it, see `prompter devices`"


class Echo:
    """Kept up to date from the threads of mouth and microphone; compared when somebody looks."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._said: Sound | None = None
        self._heard = bytearray()
        self._missing = 0
        """Bytes that are still to come."""
        self._pair: tuple[Sound, bytes] | None = None
        self._trouble = ""

    def speaking(self, on: bool, behind_seconds: float = 0.0) -> None:
        """The box begins to make sounds, or has ended. ``behind_seconds``: how late the microphone's sound is."""
        with self._lock:
            if on:
                self._said = None
                self._heard.clear()
                self._missing = _bytes(MOST_SECONDS)
            else:
                self._missing = min(self._missing, _bytes(AFTER_SECONDS + behind_seconds))

    def said(self, sound: Sound) -> None:
        """Words that are played now."""
        with self._lock:
            if sound.seconds >= LEAST_SECONDS and (self._said is None or sound.seconds > self._said.seconds):
                self._said = sound

    def forget(self) -> None:
        """They were cut short."""
        with self._lock:
            self._said = None

    def hear(self, block: bytes) -> None:
        """The next piece of what the microphone gives."""
        with self._lock:
            if self._missing <= 0:
                return
            self._heard += block
            self._missing -= len(block)
            if self._missing <= 0 and self._said is not None:
                self._pair = self._said, bytes(self._heard)

    def trouble(self) -> str:
        """What is wrong with the microphone; empty while nothing is known."""
        with self._lock:
            pair, self._pair = self._pair, None
        same = is_same(*pair) if pair is not None else None
        if same is not None:
            self._trouble = TROUBLE if same else ""
        return self._trouble


def _bytes(seconds: float) -> int:
    return 2 * round(seconds * SAMPLE_RATE)
