"""What a lamp can show, from ``patterns.toml``: brightness over time, without drift and without a clock of its own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hardware.ports import HardwareError

GLIDE_SECONDS = 0.04
"""How often a gliding lamp changes: 25 times a second looks smooth."""


class Step(NamedTuple):
    """A part of a pattern."""

    level: float
    """0 (dark) to 1."""
    seconds: float


@dataclass(frozen=True)
class Pattern:
    """Steps, shown in turn."""

    steps: tuple[Step, ...]
    glide: bool = False
    ends: bool = False
    """Shown once, over the pattern before."""

    @property
    def seconds(self) -> float:
        """How long one round lasts."""
        return sum(step.seconds for step in self.steps)

    def at(self, seconds: float) -> tuple[float, float | None]:
        """The brightness so long after the pattern began, and for how long it stays; None: until told otherwise."""
        if len(self.steps) == 1 and not self.ends:
            return self.steps[0].level, None
        rest = seconds % self.seconds
        number = 0
        while number < len(self.steps) - 1 and rest >= self.steps[number].seconds:
            rest -= self.steps[number].seconds
            number += 1
        step, following = self.steps[number], self.steps[(number + 1) % len(self.steps)]
        if not self.glide:
            return step.level, step.seconds - rest
        return step.level + (following.level - step.level) * rest / step.seconds, GLIDE_SECONDS


@lru_cache(maxsize=1)
def patterns() -> Mapping[str, Pattern]:
    """All patterns there are."""
    table = tomllib.loads(Path(__file__).with_name("patterns.toml").read_text(encoding="utf-8"))
    return {name: _pattern(**entry) for name, entry in table.items()}


def pattern_of(name: str) -> Pattern:
    """The pattern of that name. HardwareError where there is none."""
    if name not in patterns():
        raise HardwareError(f"no lamp pattern {name!r}: there are {', '.join(patterns())}")
    return patterns()[name]


def _pattern(steps: Sequence[Mapping[str, float]], glide: bool = False, ends: bool = False) -> Pattern:
    return Pattern(tuple(Step(**step) for step in steps), glide, ends)
