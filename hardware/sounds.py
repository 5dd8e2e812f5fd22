"""Sound files in and out, and samples as numbers. Everything here is mono; other files are mixed down on reading."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.ports import HardwareError, Sound

Samples = NDArray[np.float32]
"""Mono samples, full scale is -1 to 1."""

RATES = range(4_000, 384_001)
"""Hz that a sound file may have; anything else is a broken header."""
_FULL_SCALE = 32768.0


def to_samples(pcm: bytes) -> Samples:
    """16-bit PCM as numbers; an odd last byte is left out."""
    whole = len(pcm) - len(pcm) % 2
    return np.frombuffer(pcm[:whole], dtype="<i2").astype(np.float32) / np.float32(_FULL_SCALE)


def to_pcm(samples: Samples) -> bytes:
    """Numbers as 16-bit PCM; what is beyond full scale is clipped, never wrapped round."""
    numbers: NDArray[np.int16] = np.clip(np.rint(samples * _FULL_SCALE), -32768, 32767).astype("<i2")
    return numbers.tobytes()


def mix_down(samples: Samples, channels: int) -> Samples:
    """Interleaved channels to their mean (C-082)."""
    if channels == 1:
        return samples
    whole = len(samples) - len(samples) % channels
    return np.asarray(samples[:whole].reshape(-1, channels).mean(axis=1), np.float32)


def from_wav(data: bytes, name: str = "the sound") -> Sound:
    """A WAV file's bytes as a sound. A header with a wrong length, as programs write into a pipe, does no harm."""
    try:
        with wave.open(io.BytesIO(data), "rb") as file:
            width, channels, rate = file.getsampwidth(), file.getnchannels(), file.getframerate()
            frames = file.readframes(min(file.getnframes(), len(data)))
    except (wave.Error, EOFError) as error:
        raise HardwareError(f"{name} is no WAV file of 8 to 32-bit PCM{f': {error}' if str(error) else ''}") from error
    if rate not in RATES:
        raise HardwareError(f"{name} says {rate} samples a second; sound has {RATES[0]} to {RATES[-1]}")
    whole = len(frames) - len(frames) % (width * channels)
    samples = mix_down(_decode(frames[:whole], width), channels)
    return Sound(to_pcm(samples), rate)


def read_wav(path: Path) -> Sound:
    """A sound file, mixed down to mono, at its own rate."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HardwareError(f"cannot read {path}: {error.strerror}") from error
    return from_wav(data, str(path))


def to_wav(sound: Sound) -> bytes:
    """A sound as the bytes of a WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sound.rate)
        file.writeframes(sound.pcm)
    return buffer.getvalue()


def write_wav(path: Path, sound: Sound) -> None:
    """Write a sound file, in place of an older one."""
    try:
        path.write_bytes(to_wav(sound))
    except OSError as error:
        raise HardwareError(f"cannot write {path}: {error.strerror}") from error


def _decode(frames: bytes, width: int) -> Samples:
    if width == 1:
        return (np.frombuffer(frames, np.uint8).astype(np.float32) - 128) / np.float32(128)
    if width == 3:
        triples = np.frombuffer(frames, np.uint8).reshape(-1, 3)
        wide = np.zeros((len(triples), 4), np.uint8)
        wide[:, 1:] = triples
        return _decode(wide.tobytes(), 4)
    scale = np.float32(2 ** (8 * width - 1))
    return np.frombuffer(frames, f"<i{width}").astype(np.float32) / scale
