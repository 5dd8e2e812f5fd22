"""Recordings and noise for measuring hearing, and one utterance as the ears hear it, without doors."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, FrontEnd, HardwareError, Heard, Recogniser

if TYPE_CHECKING:
    from hardware.sounds import Samples


def press(recogniser: Recogniser, front_end: FrontEnd, pcm: bytes) -> tuple[Heard, float]:
    """One utterance through front end and recogniser in blocks, and the CPU time of the front end."""
    cpu = 0.0
    front_end.start()
    recogniser.start()
    for at in range(0, len(pcm), BLOCK_BYTES):
        began = time.thread_time()
        clean = front_end.feed(pcm[at : at + BLOCK_BYTES])
        cpu += time.thread_time() - began
        recogniser.feed(clean)
    recogniser.feed(front_end.finish())
    return recogniser.finish(), cpu


def read_recording(path: Path) -> Samples:
    """A recording of 16 kHz mono, full scale 1.0."""
    try:
        import soundfile  # type: ignore[import-untyped]  # it has no stubs
    except (ImportError, OSError) as error:
        raise HardwareError(f"Reading recordings needs soundfile ({error}): pip install soundfile") from error
    samples, rate = soundfile.read(path, dtype="float32")
    if rate != SAMPLE_RATE or samples.ndim != 1:
        raise HardwareError(f"{path} is not 16 kHz mono; convert it first.")
    return samples  # type: ignore[no-any-return]  # nor types


def mix(
    speech: Samples, noise: Samples, snr_db: float, chance: random.Random, around: tuple[int, int] = (0, 0)
) -> Samples:
    """``speech`` in ``noise``, looped from a random start; so many samples of noise alone come before and after."""
    import numpy as np

    longer = np.pad(speech, around)
    start = chance.randrange(len(noise))
    looped = np.take(noise, range(start, start + len(longer)), mode="wrap")
    ratio = np.mean(speech**2) / np.mean(looped**2) / 10 ** (snr_db / 10)
    mixed: Samples = longer + looped * np.float32(np.sqrt(ratio))
    return mixed


def as_pcm(samples: Samples) -> bytes:
    """16-bit PCM, scaled down where it would clip."""
    import numpy as np

    top = max(1.0, float(np.abs(samples).max(initial=0.0)))
    return (samples / top * 32767).astype("<i2").tobytes()
