"""One rate into another: polyphase windowed-sinc filters in numpy, for whole sounds and for running ones.

Stop band 80 dB down, pass band to 84 % of the lower rate's half. The weights of all phases lie in one matrix, so
a stretch of sound is a single product: 0.1 s from 48 or 44.1 kHz to 16 kHz takes about 0.3 ms of CPU.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

import numpy as np

from hardware.ports import HardwareError, Sound
from hardware.sounds import Samples, to_pcm, to_samples

_LOBES = 32
"""Half the filter's length, in samples of the lower rate: what 80 dB at this steepness takes."""
_CUT_OFF = 0.92
"""Middle of the filter's slope, as a share of the lower rate's half: all of the slope lies below the half."""
_KAISER_BETA = 7.86
_LEAST_OUTPUTS = 32
"""Outputs of one matrix product, at least: fewer would waste the product on overlaps."""
_MOST_WEIGHTS = 8_000_000
"""32 MB; only pairs of rates that no device has are beyond."""


class Resampler:
    """Changes the rate of running sound. ``feed`` …, ``finish``; the output as a whole is as long as the input, to the
    sample, and not delayed against it. One owner thread."""

    def __init__(self, source: int, target: int) -> None:
        self._same = source == target
        self._up, self._down = _ratio(source, target)
        self._matrix = _weights(self._up, self._down)
        self._before = (len(self._matrix) - self._down) // 2
        self.reset()

    def reset(self) -> None:
        """Forget what was fed; the next sample is the first."""
        self._kept: Samples = np.zeros(self._before, np.float32)
        self._fed = 0
        self._given = 0

    def feed(self, samples: Samples) -> Samples:
        """What is ready so far; all but the last few milliseconds of what was fed."""
        if self._same:
            return samples
        self._fed += len(samples)
        return self._convert(samples)

    def finish(self) -> Samples:
        """The rest; afterwards a new sound may begin."""
        if self._same:
            return np.zeros(0, np.float32)
        owed = -(-self._fed * self._up // self._down) - self._given
        rest = self._convert(np.zeros(len(self._matrix) + self._down, np.float32))[:owed]
        self.reset()
        return rest

    def _convert(self, samples: Samples) -> Samples:
        kept = np.concatenate((self._kept, samples))
        steps = max(0, (len(kept) - len(self._matrix)) // self._down + 1)
        if not steps:
            self._kept = kept
            return np.zeros(0, np.float32)
        # einsum, not @: these products are small, and the threads of a BLAS would burn a hundred times the CPU waiting.
        frames = np.lib.stride_tricks.sliding_window_view(kept, len(self._matrix))[: steps * self._down : self._down]
        out: Samples = np.einsum("fi,io->fo", frames, self._matrix).reshape(-1)
        self._kept = kept[steps * self._down :]
        self._given += len(out)
        return out


def resample(sound: Sound, rate: int) -> Sound:
    """The same sound at another rate."""
    if sound.rate == rate:
        return sound
    resampler = Resampler(sound.rate, rate)
    samples = to_samples(sound.pcm)
    return Sound(to_pcm(np.concatenate((resampler.feed(samples), resampler.finish()))), rate)


def _ratio(source: int, target: int) -> tuple[int, int]:
    """Outputs and inputs of one matrix product."""
    if source <= 0 or target <= 0:
        raise HardwareError(f"no sound can have {min(source, target)} samples a second")
    common = gcd(source, target)
    up, down = target // common, source // common
    times = max(1, -(-_LEAST_OUTPUTS // up))
    return up * times, down * times


@lru_cache(maxsize=16)
def _weights(up: int, down: int) -> Samples:
    """Matrix (inputs, outputs): column p makes output p, which lies p * down / up inputs after the first."""
    half = _LOBES * max(1.0, down / up)
    before = int(np.ceil(half))
    inputs = down + 2 * before
    if inputs * up > _MOST_WEIGHTS:
        raise HardwareError(f"cannot change a rate by {up}/{down}: use sound of 16000, 22050, 44100 or 48000 Hz")
    centres = before + np.arange(up) * (down / up)
    distance = np.arange(inputs)[:, None] - centres[None, :]
    cut = _CUT_OFF * min(1.0, up / down)
    inside = np.clip(1 - (distance / half) ** 2, 0, None)
    window = np.i0(_KAISER_BETA * np.sqrt(inside)) / np.i0(_KAISER_BETA) * (np.abs(distance) <= half)
    weights = cut * np.sinc(cut * distance) * window
    return np.asarray(weights / weights.sum(axis=0), np.float32)
