"""The play clock of a running evening: the pure clock of the table on a ticker, with a mark for the journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from assistant.table.clock import GAP_SECONDS, PlayClock, Reading

MARK_SECONDS = 1.0
"""How often a running clock is noted in the journal: the most that a power cut can cost."""

_ROUNDING_SECONDS = 0.001


class Ticker(Protocol):
    """A steady clock; see ``hardware.ports.Ticker``, which has this shape."""

    def seconds(self) -> float: ...

    def boot(self) -> str: ...


@dataclass(frozen=True)
class Mark:
    """Where the clock was, for the journal: play time, whether it ran, and the steady clock for those who audit."""

    elapsed: float
    running: bool
    boot: str
    seconds: float


def latest(mark: Mark | None, beat: Mark | None) -> Mark | None:
    """Where the clock was last: ``beat``, noted since without care, counts where it only goes on from ``mark``.

    Both ran, in the same boot, and as much was played from one to the other as went by on the steady clock.
    """
    if mark is None or beat is None or not (mark.running and beat.running and mark.boot == beat.boot):
        return mark
    passed, played = beat.seconds - mark.seconds, beat.elapsed - mark.elapsed
    return beat if 0 <= passed <= GAP_SECONDS and abs(passed - played) < _ROUNDING_SECONDS else mark


class EveningClock:
    """Play time of one evening. It stands when made, whatever it did when it was put away."""

    def __init__(self, ticker: Ticker, elapsed: float = 0.0) -> None:
        self._ticker = ticker
        self._clock = PlayClock(elapsed)
        self._jumps = 0.0
        self.was_interrupted = False
        """A gap was found that was not charged; whoever tells the table sets this back."""

    @property
    def runs(self) -> bool:
        return self._clock.runs

    def steady(self) -> float:
        """Seconds for deadlines of the shell: the steady clock, moved on together with the play clock."""
        return self._ticker.seconds() + self._jumps

    def read(self) -> float:
        """Play time now, in seconds."""
        now = self._now()
        self.was_interrupted = self.was_interrupted or self._clock.is_broken_by(now)
        self._clock = self._clock.charged(now)
        return self._clock.elapsed

    def run(self) -> None:
        self.read()
        self._clock = self._clock.running(self._now())

    def restart(self) -> None:
        """Stand at nothing played: another game begins."""
        self._clock = PlayClock()

    def stand(self, at: float | None = None) -> None:
        """Stop now, or at the moment ``at`` shortly before, when what stopped it fell due."""
        elapsed = self.read()
        self._clock = self._clock.standing(self._now()).moved(elapsed if at is None else min(at, elapsed))

    def move_to(self, elapsed: float) -> None:
        """Let the time up to ``elapsed`` have passed; for scripts. The caller sees to the order of what falls due."""
        self._jumps += max(0.0, elapsed - self.read())
        self._clock = self._clock.moved(elapsed)

    def mark(self) -> Mark:
        now = self._now()
        return Mark(self.read(), self.runs, now.boot, now.seconds)

    def _now(self) -> Reading:
        return Reading(self._ticker.boot(), self._ticker.seconds())
