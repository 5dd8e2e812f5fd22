"""The play clock: a sum of intervals of a steady clock. Wall time plays no part in it.

Values in, values out: a :class:`PlayClock` is what is known, a :class:`Reading` is what the steady clock shows. Three
rules keep it honest. Nothing is computed across a boot. A gap of more than :data:`GAP_SECONDS` between two readings
means that the process was stopped or the board asleep: nobody can have played, so it is not charged and the clock
stands at the last good reading. And a clock that has been put away comes back standing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

GAP_SECONDS = 10.0
"""Longer than any stall of a slow card, shorter than any break worth arguing about."""


@dataclass(frozen=True)
class Reading:
    """What a steady clock shows: seconds since some fixed moment of this boot."""

    boot: str
    seconds: float


@dataclass(frozen=True)
class PlayClock:
    """Play time: ``elapsed`` seconds were played up to ``since``; ``since`` is None while the clock stands."""

    elapsed: float = 0.0
    since: Reading | None = None

    @property
    def runs(self) -> bool:
        return self.since is not None

    def is_broken_by(self, now: Reading) -> bool:
        """Whether the time up to ``now`` cannot be charged: another boot, a step back, or a gap."""
        if self.since is None:
            return False
        return now.boot != self.since.boot or not 0 <= now.seconds - self.since.seconds <= GAP_SECONDS

    def charged(self, now: Reading) -> PlayClock:
        """Play time up to ``now``; the clock stands at its last good reading where that cannot be charged."""
        if self.since is None:
            return self
        if self.is_broken_by(now):
            return replace(self, since=None)
        return PlayClock(self.elapsed + now.seconds - self.since.seconds, now)

    def running(self, now: Reading) -> PlayClock:
        """Let it run from ``now`` on; a clock that runs goes on."""
        return self.charged(now) if self.since is not None else PlayClock(self.elapsed, now)

    def standing(self, now: Reading) -> PlayClock:
        return replace(self.charged(now), since=None)

    def moved(self, elapsed: float) -> PlayClock:
        """The same clock showing ``elapsed``: moved on by a script, or set to the moment it was stopped at."""
        return replace(self, elapsed=elapsed)
