"""A voice that keeps what it was to say."""

from __future__ import annotations

from threading import Lock

from hardware.ports import HardwareError, Sound

_RATE = 22_050


class CollectingVoice:
    """A :class:`~hardware.ports.Voice` that gives ``seconds_per_word`` of silence a word, and keeps the lines."""

    def __init__(self, seconds_per_word: float = 0.35) -> None:
        self.lines: list[str] = []
        self.failing = False
        """Set to have every sentence refused, as by a box without a voice."""
        self._seconds_per_word = seconds_per_word
        self._lock = Lock()
        self._closed = False

    def speak(self, text: str) -> Sound:
        if not text.strip():
            return Sound(b"", _RATE)
        if self._closed:
            raise HardwareError("the voice is closed")
        if self.failing:
            raise HardwareError("no voice: sudo apt install espeak-ng")
        with self._lock:
            self.lines.append(text)
        return Sound(bytes(2 * round(_RATE * self._seconds_per_word * len(text.split()))), _RATE)

    def close(self) -> None:
        self._closed = True
