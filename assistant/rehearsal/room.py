"""The room of a rehearsal: what the microphone would give, block by block, faster than it lasts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hardware.ears import Ears
from hardware.heard import Event, Utterance
from hardware.ports import BLOCK_BYTES, BLOCK_SAMPLES, SAMPLE_RATE, Sound, Speaker
from hardware.resample import resample
from hardware.sounds import to_pcm, to_samples

ROOM_LEVEL = 0.0005
"""A quiet room, -66 dB of full scale: digital silence is what no microphone gives."""
BREATH_SECONDS = 0.5
"""Between one line and the next."""
ECHO_VOLUME = 0.3
"""How loud the box's own voice comes back through the microphone, against how loud it was played."""
LISTENED_SECONDS = 4.0
"""So long after a line the ears may still be at it: an aside without a button ends with a pause."""


@dataclass
class Room:
    """Feeds the ears with what is said in it, over its own quiet hum; keeps what the ears make of it.

    ``passed`` is told how many seconds of sound have gone by, with each block.
    """

    ears: Ears
    events: list[Event]
    """Filled by the ears' ``deliver``."""
    passed: Callable[[float], None]
    recorded: bytearray | None = None
    """All that the microphone gave, where somebody wants to keep it."""
    seed: int = 1
    seconds: float = 0.0
    """How long it has lasted."""
    finishing_seconds: float = 0.0
    """Time the ears took for the block in which the last utterance ended: from end of speech to text."""

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)

    def quiet(self, seconds: float) -> None:
        """Nobody speaks."""
        self._feed(bytes(2 * round(seconds * SAMPLE_RATE)))

    def sound(self, sound: Sound) -> None:
        """What it sounds like for so long, whoever speaks in it."""
        self._feed(sound.pcm)

    def hold(self, seat: str, sound: Sound) -> None:
        """Somebody speaks with the button of a seat held, and lets go."""
        self.ears.press(seat)
        self._feed(sound.pcm)
        self.ears.release(seat)
        self._until_heard()

    def speak(self, sound: Sound) -> None:
        """Somebody speaks; no button is held."""
        self._feed(sound.pcm)
        self._until_heard()

    def box_speaks(self, sound: Sound) -> None:
        """The box's own voice comes back through the microphone; the ears must be deaf to it."""
        self.ears.speaking(True)
        self._feed(sound.pcm)
        self.ears.speaking(False)
        self.quiet(BREATH_SECONDS)

    def _until_heard(self) -> None:
        before = len(self.events)
        for _ in range(round(LISTENED_SECONDS * SAMPLE_RATE / BLOCK_SAMPLES)):
            self._feed(bytes(BLOCK_BYTES))
            if any(isinstance(event, Utterance) for event in self.events[before:]):
                return

    def _feed(self, pcm: bytes) -> None:
        for start in range(0, len(pcm), BLOCK_BYTES):
            block = to_samples(pcm[start : start + BLOCK_BYTES].ljust(BLOCK_BYTES, b"\0"))
            noise = self._random.normal(0.0, ROOM_LEVEL, BLOCK_SAMPLES)
            mixed = to_pcm((block + noise).astype(np.float32))
            if self.recorded is not None:
                self.recorded += mixed
            self.seconds += BLOCK_SAMPLES / SAMPLE_RATE
            heard, began = len(self.events), time.perf_counter()
            self.ears.hear(mixed)
            if len(self.events) > heard:
                self.finishing_seconds = time.perf_counter() - began
            self.passed(BLOCK_SAMPLES / SAMPLE_RATE)


class Echo:
    """A :class:`~hardware.ports.Speaker` that passes everything on, and gives it back as the room's echo."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._played: list[bytes] = []

    def take(self) -> Sound:
        """What was played since the last time, as the microphone hears it."""
        pcm, self._played = b"".join(self._played), []
        return Sound(pcm, SAMPLE_RATE)

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        self._speaker.play(sound, volume)
        samples = to_samples(resample(sound, SAMPLE_RATE).pcm) * np.float32(volume * ECHO_VOLUME)
        self._played.append(to_pcm(samples))

    def stop(self) -> None:
        self._speaker.stop()

    def wait(self, timeout: float | None = None) -> bool:
        return self._speaker.wait(timeout)

    @property
    def busy(self) -> bool:
        return self._speaker.busy

    def close(self) -> None:
        self._speaker.close()
