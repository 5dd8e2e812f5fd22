"""Sounds to test with, and what can be told of a sound."""

from __future__ import annotations

import numpy as np

from hardware.levels import loud
from hardware.ports import Sound
from hardware.sounds import Samples, to_pcm


def tone(hz: float, seconds: float, rate: int, level: float = 0.5) -> Sound:
    times = np.arange(round(seconds * rate)) / rate
    return Sound(to_pcm(np.asarray(level * np.sin(2 * np.pi * hz * times), np.float32)), rate)


def loud_seconds(samples: Samples, rate: int) -> float:
    """How much of it is not silence, to 0.01 s."""
    return float(loud(samples, rate).sum()) / 100


def main_hz(samples: Samples, rate: int) -> float:
    """The strongest frequency."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum)) * rate / len(samples)
