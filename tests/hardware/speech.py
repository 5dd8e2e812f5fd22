"""Synthetic speech in a room, for tests that hear for real."""

from __future__ import annotations

from functools import cache

import numpy as np

from hardware.actors import Actor
from hardware.ports import SAMPLE_RATE

VOICE = "flite:slt"


def room(seconds: float, seed: int = 1) -> bytes:
    """A quiet room: some 70 dB under full scale."""
    samples = np.random.default_rng(seed).normal(0, 10, int(seconds * SAMPLE_RATE))
    return samples.astype("<i2").tobytes()


@cache
def said(text: str, voice: str = VOICE) -> bytes:
    """Half a second of room, ``text``, half a second of room; without text a second of room."""
    if not text:
        return room(1)
    speech = np.frombuffer(room(0.5) + Actor(voice).speak(text).pcm + room(0.5), "<i2").astype(np.int32)
    noise = np.frombuffer(room(len(speech) / SAMPLE_RATE, 2), "<i2")[: len(speech)]
    speech[: len(noise)] += noise
    return np.clip(speech, -32768, 32767).astype("<i2").tobytes()
