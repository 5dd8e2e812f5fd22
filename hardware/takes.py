"""A take: something said once, recorded until the speaker falls silent."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from hardware.endpoint import SpeechDetector
from hardware.ports import SAMPLE_RATE, HardwareError, Microphone

_SILENCE_SECONDS = 0.8
"""Ends a take; no name has such a hole in it."""
_MOST_SECONDS = 6.0
"""Of a take, whatever is in it."""
_SPARE_SECONDS = 5.0
"""A microphone that works has given its first sound by then."""


def record_take(microphone: Microphone, on_open: Callable[[], None]) -> bytes:
    """What is said from now on, as 16 kHz PCM with the silence around it; six seconds of silence where nobody speaks.

    ``on_open`` is called when it is time to speak. Opens and closes the microphone; raises HardwareError where there is
    none, or no sound of it.
    """
    take = _Take()
    microphone.open(take.hear)
    try:
        on_open()
        if not take.is_whole.wait(_MOST_SECONDS + _SPARE_SECONDS):
            raise HardwareError("the microphone is open and gives no sound: pull it out and plug it in again")
    finally:
        microphone.close()
    return take.pcm


class _Take:
    """Fed on the thread of the microphone; what comes after its end is left out."""

    def __init__(self) -> None:
        self.pcm = b""
        self.is_whole = Event()
        self._speech = SpeechDetector()

    def hear(self, block: bytes) -> None:
        if self.is_whole.is_set():
            return
        self.pcm += block
        self._speech.feed(block)
        is_said = self._speech.began is not None and self._speech.silence() > _SILENCE_SECONDS
        if is_said or len(self.pcm) >= 2 * _MOST_SECONDS * SAMPLE_RATE:
            self.is_whole.set()
