"""A speaker and a microphone in one room that exists in numbers only: what is played comes back as told."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hardware.fakes.speaker import CollectingSpeaker
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, Sound
from hardware.resample import resample
from hardware.sounds import Samples, to_pcm, to_samples

PATIENCE_SECONDS = 2.5
"""How much of the room there is before and after a sound: more than anybody listens to."""


class Room(CollectingSpeaker):
    """Both devices at once."""

    def __init__(
        self, way: Callable[[Samples], Samples] = lambda samples: samples, *, noise: float = 0.003, deaf: bool = False
    ) -> None:
        """``way``: what becomes of a sound on its way back; ``noise``: the room's own; ``deaf``: nothing is given."""
        super().__init__()
        self._way = way
        self._noise = noise
        self._deaf = deaf
        self._chance = np.random.default_rng(1)
        self._listener: Callable[[bytes], None] = lambda block: None

    def open(self, listener: Callable[[bytes], None]) -> None:
        self._listener = listener
        self._give(self._quiet())

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        super().play(sound, volume)
        returned = self._way(to_samples(resample(sound, SAMPLE_RATE).pcm))
        self._give(np.concatenate([self._quiet(0.1), returned, self._quiet()]))

    def _quiet(self, seconds: float = PATIENCE_SECONDS) -> Samples:
        return np.zeros(round(seconds * SAMPLE_RATE), np.float32)

    def _give(self, samples: Samples) -> None:
        if self._deaf:
            return
        room = self._chance.normal(0, self._noise, len(samples)) if self._noise else 0.0
        pcm = to_pcm(np.asarray(samples + room, np.float32))
        for at in range(0, len(pcm) - BLOCK_BYTES + 1, BLOCK_BYTES):
            self._listener(pcm[at : at + BLOCK_BYTES])
