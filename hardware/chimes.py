"""Earcons, synthesised from the table in ``chimes.toml`` when each is first wanted. Quieter is a matter of volume."""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from hardware.ports import HardwareError, Sound
from hardware.sounds import Samples, to_pcm

_RELEASE_SECONDS = 0.02


@dataclass(frozen=True)
class _Stroke:
    """One line of the table; the fields are told there."""

    at: float
    seconds: float
    hz: float = 0.0
    to: float | None = None
    partials: Sequence[tuple[float, float]] = ((1.0, 1.0),)
    noise: tuple[float, float] | None = None
    attack: float = 0.003
    decay: float | None = None
    level: float = 1.0


def earcon_names() -> tuple[str, ...]:
    """All earcons there are."""
    return tuple(name for name, value in _table().items() if isinstance(value, dict))


@lru_cache(maxsize=64)
def earcon(name: str) -> Sound:
    """The sound of an earcon."""
    if name not in earcon_names():
        raise HardwareError(f"no earcon {name!r}: there are {', '.join(earcon_names())}")
    rate, entry = _table()["rate"], _table()[name]
    strokes = [_Stroke(**fields) for fields in entry["strokes"]]
    out = np.zeros(round(rate * max(stroke.at + stroke.seconds for stroke in strokes)), np.float32)
    for number, stroke in enumerate(strokes):
        start = round(rate * stroke.at)
        sound = _play(stroke, rate, zlib.crc32(f"{name}{number}".encode()))
        out[start : start + len(sound)] += sound[: len(out) - start]
    return Sound(to_pcm(out * np.float32(entry["peak"] / np.abs(out).max())), rate)


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("chimes.toml").read_text(encoding="utf-8"))


def _play(stroke: _Stroke, rate: int, seed: int) -> Samples:
    count = round(rate * stroke.seconds)
    sound = np.zeros(count, np.float32)
    if stroke.hz:
        sound += _tone(stroke, rate, count)
    if stroke.noise:
        sound += _noise(stroke.noise, rate, count, seed)
    return sound * _envelope(stroke, rate, count) * np.float32(stroke.level)


def _tone(stroke: _Stroke, rate: int, count: int) -> Samples:
    pitch = np.geomspace(stroke.hz, stroke.to or stroke.hz, count)
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    tone = sum(level * np.sin(ratio * phase) for ratio, level in stroke.partials)
    return np.asarray(tone / sum(level for _, level in stroke.partials), np.float32)


def _noise(band: tuple[float, float], rate: int, count: int, seed: int) -> Samples:
    """Noise between two frequencies, peak 1; the same each time."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    hz = np.fft.rfftfreq(count, 1 / rate)
    noise = np.fft.irfft(np.where((hz >= band[0]) & (hz <= band[1]), spectrum, 0), count)
    return np.asarray(noise / np.abs(noise).max(), np.float32)


def _envelope(stroke: _Stroke, rate: int, count: int) -> Samples:
    """Rises, then falls by the decay or is held; always silent at the end, so that nothing clicks."""
    seconds = np.arange(count) / rate
    rise = np.minimum(1.0, seconds / stroke.attack)
    fall = np.exp(-np.maximum(0.0, seconds - stroke.attack) / stroke.decay) if stroke.decay else np.ones(count)
    release = np.minimum(1.0, (stroke.seconds - seconds) / min(_RELEASE_SECONDS, stroke.seconds / 2))
    return np.asarray(rise * fall * release, np.float32)
