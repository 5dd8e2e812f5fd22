"""Which front end this board can afford: the best one that leaves the recogniser its part of a core.

Ears that take longer than the sound lasts are behind for good. How fast a board is says only the board, so each
candidate is run once on a second of made-up sound; a setting by name asks nothing of this.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType

from hardware.front_end import FRONT_ENDS, NoFrontEnd
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, FrontEnd, HardwareError

LIMITS: Mapping[str, float] = MappingProxyType({"deepfilter": 0.38, "rnnoise": 0.32})
"""The best first, as measured on real people in kitchen noise; the share of a core from which each is too much.

On one board DeepFilterNet took 0.22 of a core, RNNoise 0.16, decoding 0.17 to 0.20. On a board so much slower that
front end and decoding together take 0.7, the first alone takes 0.38, the second 0.32; see README.md."""

SOUND_SECONDS = 1.0
BUDGET_SECONDS = 0.2
"""CPU time after which a candidate has shown what it can do: two of them stay under half a second."""

_BLOCK_SECONDS = BLOCK_BYTES / 2 / SAMPLE_RATE

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Choice:
    """The front end taken, and the share of a core that each one tried takes."""

    front_end: FrontEnd
    shares: Mapping[str, float]

    def __str__(self) -> str:
        name = self.front_end.name
        taken = f"{name}, {self.shares[name]:.2f} of a core" if name in self.shares else name
        others = [f"{other} would take {share:.2f}" for other, share in self.shares.items() if other != name]
        return "; ".join([taken, *others])


def cpu_share(front_end: FrontEnd, cpu_seconds: Callable[[], float] = time.thread_time) -> float:
    """CPU time by length of sound, in the block of 0.1 s that went best: other work of the machine only adds to it.

    ``cpu_seconds``: what this thread has taken so far.
    """
    pcm, best, spent = _made_up_sound(), inf, 0.0
    front_end.start()
    for at in range(0, len(pcm), BLOCK_BYTES):
        began = cpu_seconds()
        front_end.feed(pcm[at : at + BLOCK_BYTES])
        took = cpu_seconds() - began
        best, spent = min(best, took / _BLOCK_SECONDS), spent + took
        if spent >= BUDGET_SECONDS:
            break
    front_end.finish()
    return best


def _made_up_sound() -> bytes:
    """A vowel in noise: of silence RNNoise would make no work."""
    import numpy as np

    seconds = np.arange(round(SOUND_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    vowel = sum(np.sin(2 * np.pi * 140 * overtone * seconds) / overtone for overtone in range(1, 20))
    noise = np.random.default_rng(1).normal(0, 300, len(seconds))
    return (1500 * vowel * (1 + np.sin(8 * np.pi * seconds)) + noise).astype("<i2").tobytes()


class Chooser:
    """Measures each candidate once, so that whoever asks later gets the same one."""

    def __init__(
        self,
        share_of: Callable[[FrontEnd], float] = cpu_share,
        makers: Mapping[str, Callable[[], FrontEnd]] = FRONT_ENDS,
    ) -> None:
        """``share_of``: the share of a core that a front end takes, see :func:`cpu_share`."""
        self._share_of = share_of
        self._makers = makers
        self._shares: dict[str, float] = {}
        self._is_told = False

    def choose(self) -> Choice:
        """The first one that is installed and within its limit, else none; what it was is logged once."""
        choice = Choice(self._first_within_limit(), dict(self._shares))
        if not self._is_told:
            self._is_told = True
            _log.info("front end: %s", choice)
        return choice

    def _first_within_limit(self) -> FrontEnd:
        for name, limit in LIMITS.items():
            if self._shares.get(name, 0.0) > limit:
                continue
            try:
                front_end = self._makers[name]()
            except HardwareError:  # not installed
                continue
            if name not in self._shares:
                self._shares[name] = self._share_of(front_end)
            if self._shares[name] <= limit:
                return front_end
        return NoFrontEnd()


choose_front_end = Chooser().choose
"""For this process."""
