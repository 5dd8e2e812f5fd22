"""What came of each utterance, and the rows that are printed of them: one form for every measure of hearing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_Z = 1.96
"""Of an interval of 95 %."""
ALL = "all"
"""The voice of a row over all voices."""


@dataclass(frozen=True)
class Outcome:
    """What came of one utterance."""

    said: str
    """What was said, or the recording of it."""
    meant: str
    """What it should come to: an intent, a card, the slots; "" where it should come to nothing."""
    heard: str
    """Sentences heard, "" for none."""
    accepted: bool
    """It comes out as something that would be done."""
    right: bool | None = None
    """As what was meant; None where nothing was."""
    exact: bool | None = None
    """And with nothing that was not said; None where right is as much."""
    seconds: float = 0.0
    """Length of the sound."""
    cpu_seconds: float = 0.0
    """CPU time that front end, recogniser and, where they have a part in it, the ears took for it."""
    alarms: int | None = None
    """How often the address word was believed to be heard; None where nobody listened for it."""


@dataclass(frozen=True)
class Row:
    """One measure under one condition, with one front end and one voice or all of them."""

    measure: str
    condition: str
    voice: str
    """"" where people speak; ``ALL`` for a row over all voices."""
    engine: str
    front_end: str
    n: int
    right: int | None
    exact: int | None
    accepted: int
    seconds: float
    cpu_seconds: float
    peak_mib: int
    """The most memory that a process took that heard a part of it: recogniser, front end and the program itself."""
    alarms: int | None = None
    """How often the address word was believed to be heard; None where nobody listened for it."""

    @property
    def interval(self) -> tuple[float, float]:
        """95 % of the share that is right; where nothing was to be right, of the share that was accepted (Wilson)."""
        return wilson(self.accepted if self.right is None else self.right, self.n)

    @property
    def rtf(self) -> float:
        """CPU time by length of sound."""
        return self.cpu_seconds / self.seconds if self.seconds else 0.0

    @property
    def hours(self) -> float:
        return self.seconds / 3600

    @property
    def per_hour(self) -> float | None:
        """What was accepted in an hour of sound, where nothing should have been."""
        return self.accepted / self.hours if self.right is None and self.seconds else None


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The interval of 95 % of a share."""
    if not n:
        return 0.0, 1.0
    share = hits / n
    middle = share + _Z * _Z / (2 * n)
    spread = _Z * math.sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + _Z * _Z / n)), (middle + spread) / (1 + _Z * _Z / n)


def count(outcomes: Sequence[Outcome], *, peak_mib: int, **about: str) -> Row:
    """The row of these outcomes. ``about``: measure, condition, voice, engine, front_end."""
    return Row(
        **about,
        n=len(outcomes),
        right=_sum(one.right for one in outcomes),
        exact=_sum(one.exact for one in outcomes),
        accepted=sum(one.accepted for one in outcomes),
        seconds=sum(one.seconds for one in outcomes),
        cpu_seconds=sum(one.cpu_seconds for one in outcomes),
        peak_mib=peak_mib,
        alarms=_sum(one.alarms for one in outcomes),
    )


def _sum(judged: Iterable[int | None]) -> int | None:
    known = [one for one in judged if one is not None]
    return sum(known) if known else None
