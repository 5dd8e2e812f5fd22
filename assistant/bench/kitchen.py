"""A kitchen and people who talk in it, made up from a seed: noise for as many hours as one likes, without a recording.

Steady noise that swells and sinks, water that runs for a while, clatter; and talk that has the rhythm, pitch and
formants of speech and no words.
"""

from __future__ import annotations

import numpy as np

from hardware.ports import SAMPLE_RATE
from hardware.sounds import Samples

SOFTEST_DB, LOUDEST_DB = -62.0, -34.0
"""Of the steady noise, under full scale."""
_WANDERS_DB = 1.5
"""In a second."""
_WATER_ONCE_IN, _WATER_SECONDS, _WATER_DB = 120, 20, 10.0
"""Seconds from one to the next; how long it runs; by how much it is louder than what was there before."""
_CLATTER_ONCE_IN = 6
_CLATTER = 0.15
"""As loud as it may be, of full scale."""
_TALK = 0.12
_FORMANTS_HZ = ((300, 870), (390, 1990), (530, 1840), (660, 1720), (730, 1090), (570, 840), (490, 1350))
_SYLLABLE_SECONDS = (0.12, 0.3)


class Kitchen:
    """Gives its noise second by second; the same for the same seed and the same questions."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self._db = (SOFTEST_DB + LOUDEST_DB) / 2
        self._water_seconds = 0
        shape = np.maximum(np.fft.rfftfreq(SAMPLE_RATE, 1 / SAMPLE_RATE), 60.0) ** -0.5
        self._shape = shape / np.sqrt(np.mean(shape**2))

    def second(self) -> Samples:
        """The next one."""
        self._db = float(np.clip(self._db + self._chance.normal(0, _WANDERS_DB), SOFTEST_DB, LOUDEST_DB))
        if self._water_seconds:
            self._water_seconds -= 1
        elif self._chance.random() < 1 / _WATER_ONCE_IN:
            self._water_seconds = _WATER_SECONDS
        level = self._db + (_WATER_DB if self._water_seconds else 0.0)
        hiss = np.fft.irfft(np.fft.rfft(self._chance.normal(0, 1, SAMPLE_RATE)) * self._shape)
        noise = hiss * 10 ** (level / 20)
        if self._chance.random() < 1 / _CLATTER_ONCE_IN:
            noise += self._clatter()
        return np.asarray(noise, np.float32)

    def talk(self, seconds: float) -> Samples:
        """Somebody speaks, to nobody's understanding."""
        pitch = self._chance.uniform(90, 230)
        syllables: list[Samples] = []
        while sum(map(len, syllables)) < seconds * SAMPLE_RATE:
            pitch *= self._chance.uniform(0.93, 1.07)
            syllables.append(self._syllable(min(max(pitch, 80.0), 260.0)))
        return np.concatenate(syllables)

    def hiss(self, samples: int) -> Samples:
        """Noise without shape, as loud as full scale."""
        return np.asarray(self._chance.normal(0, 1, samples), np.float32)

    def _clatter(self) -> Samples:
        """Something of metal or china, somewhere in this second."""
        begins = int(self._chance.integers(0, SAMPLE_RATE // 2))
        seconds = np.arange(SAMPLE_RATE - begins) / SAMPLE_RATE
        rings = np.zeros(SAMPLE_RATE, np.float32)
        for hertz in self._chance.uniform(700, 6000, 4):
            rings[begins:] += np.sin(2 * np.pi * hertz * seconds) * np.exp(-seconds * self._chance.uniform(8, 40)) / 4
        return np.asarray(rings * self._chance.uniform(0.02, _CLATTER), np.float32)

    def _syllable(self, pitch: float) -> Samples:
        """A vowel that swells and fades, with a breath before it; now and then a pause."""
        count = int(self._chance.uniform(*_SYLLABLE_SECONDS) * SAMPLE_RATE)
        seconds = np.arange(count) / SAMPLE_RATE
        formants = _FORMANTS_HZ[self._chance.integers(len(_FORMANTS_HZ))]
        overtones = np.arange(1, int(4000 / pitch)) * pitch
        loud = sum(1 / (1 + ((overtones - formant) / 120) ** 2) for formant in formants) / overtones**0.3
        vowel = np.sin(2 * np.pi * np.outer(seconds, overtones)) @ loud
        vowel *= np.sin(np.pi * np.arange(count) / count) / max(1e-9, float(np.abs(vowel).max()))
        breath = self._chance.normal(0, 0.15, count // 4) * np.hanning(count // 4)
        pause = np.zeros(int(self._chance.exponential(0.04) * SAMPLE_RATE))
        return np.asarray(_TALK * np.concatenate((breath, vowel, pause)), np.float32)
