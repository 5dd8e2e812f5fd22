"""How true the play clock stays: an evening in compressed time, paused, killed, rebooted, suspended and cut off.

The bench keeps its own count of what was played. The steady clock is moved by hand; journals are files, and a kill
leaves of them what was on the disk that moment. Looks come as often as the loop gives them in the last seconds before
something happens, and far apart before that.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.app import Playable
from assistant.evening import SUFFIX, Evening, JournalFile, begin_journal
from assistant.evening.clock import MARK_SECONDS
from assistant.evening.journal_file import copy_as_left
from assistant.evening.loop import TICK_SECONDS
from assistant.table import Command
from assistant.table.clock import GAP_SECONDS
from hardware.fakes.ticker import HandTicker

PLAYERS = ("Paul", "Ann", "Ben", "Cleo")

LONGEST_OFF_SECONDS = 21 * 24 * 3600.0
"""Three weeks from one sitting to the next."""

GOAL_SECONDS = 1.0
"""The error of all but the power cuts in sum; of a power cut alone."""

POWER_CUT = "power cut"

TIMES: Mapping[str, int] = {"pause": 200, "kill": 20, "boot": 5, "suspend": 10, POWER_CUT: 5}
"""What happens to an evening of eight hours, and how often."""


@dataclass(frozen=True)
class Row:
    """One kind of thing that happened ``n`` times. Error: what the clock shows more than was played, in seconds."""

    what: str
    n: int
    error_s: float
    """In sum."""
    worst_s: float
    """The greatest of them."""


@dataclass(frozen=True)
class Measured:
    """The evening as it went."""

    game: str
    seed: int
    played_s: float
    shown_s: float
    """By the clock, at the end."""
    off_s: float
    """How long it stood, slept or was off."""
    charged_off_s: float
    """What the clock went on meanwhile."""
    error_s: float
    """All but the power cuts."""
    rows: tuple[Row, ...]

    @property
    def met(self) -> bool:
        cuts = [abs(row.worst_s) for row in self.rows if row.what == POWER_CUT]
        # The mark is due each second; the look that writes it may come a little later.
        cut_goal = GOAL_SECONDS + TICK_SECONDS
        return abs(self.error_s) < GOAL_SECONDS and self.charged_off_s == 0 and max(cuts, default=0.0) < cut_goal


def measure(
    play: Playable, config: Any, seed: int, play_seconds: float = 8 * 3600 - 1.0, times: Mapping[str, int] = TIMES
) -> Measured:
    """Play for so long, the ``times`` in random order; less than the game's own limit, after which its clock stands."""
    with tempfile.TemporaryDirectory() as folder:
        return _Bench(play, config, seed, Path(folder)).measure(play_seconds, times)


class _Bench:
    def __init__(self, play: Playable, config: Any, seed: int, folder: Path) -> None:
        self._play = play
        self._seed = seed
        self._chance = random.Random(seed)
        self._folder = folder
        self._sittings = 1
        self._ticker = HandTicker(self._uptime(), "boot-1")
        self._played = 0.0
        self._off = 0.0
        self._charged_off = 0.0
        self._errors: dict[str, list[float]] = defaultdict(list)
        journal = JournalFile.create(self._path)
        begin_journal(journal, play.game, config)
        self._evening = self._open(journal)
        self._evening.begin(PLAYERS, "1")
        if not self._evening.clock_runs:
            self._evening.order(Command("start_clock", "1"))

    def measure(self, play_seconds: float, times: Mapping[str, int]) -> Measured:
        happens = {
            "pause": self._pause,
            "kill": self._kill,
            "boot": self._boot,
            "suspend": self._suspend,
            POWER_CUT: self._power_cut,
        }
        order = list(Counter(times).elements())
        self._chance.shuffle(order)
        moments = sorted(self._chance.uniform(0, play_seconds) for _ in order)
        known = 0.0
        for what, moment in zip(order, moments, strict=True):
            self._go_on(moment - self._played)
            happens[what]()
            error = self._evening.clock_seconds() - self._played
            self._errors[what].append(error - known)
            known = error
        self._go_on(play_seconds - self._played)
        shown = self._evening.clock_seconds()
        self._evening.close()
        error = shown - self._played - sum(self._errors[POWER_CUT])
        rows = tuple(
            Row(what, times[what], sum(self._errors[what]), max(self._errors[what], key=abs)) for what in times
        )
        game = self._play.game.id
        return Measured(game, self._seed, self._played, shown, self._off, self._charged_off, error, rows)

    # Time.

    def _go_on(self, seconds: float) -> None:
        """Play; the last look comes a little before whatever happens next."""
        rest = min(seconds, self._chance.uniform(0, TICK_SECONDS))
        left = seconds - rest
        near = self._chance.uniform(2, 4) * MARK_SECONDS
        while left > 0:
            far = left - near
            step = min(left, TICK_SECONDS if far < 0 else max(TICK_SECONDS, min(far, 0.9 * GAP_SECONDS)))
            self._ticker.advance(step)
            self._evening.tick()
            left -= step
        self._ticker.advance(rest)
        self._played += seconds

    def _uptime(self) -> float:
        return self._chance.uniform(10, 1e6)

    def _pass(self, least: float = 0.2) -> None:
        """Time in which nobody plays, more often short than long, and looks at what is made of it."""
        seconds = least * (LONGEST_OFF_SECONDS / least) ** self._chance.random()
        self._ticker.advance(seconds)
        self._off += seconds

    def _stand(self) -> None:
        """The clock stands, and looks find nothing to charge."""
        shown = self._evening.clock_seconds()
        for _ in range(2):
            self._pass()
            self._evening.tick()
        self._charged_off += self._evening.clock_seconds() - shown

    def _resume(self) -> None:
        self._stand()
        self._evening.press_clock("1")

    # What happens.

    def _pause(self) -> None:
        self._evening.press_clock("1")
        self._resume()

    def _suspend(self) -> None:
        """The steady clock goes on while the board sleeps: a gap between two looks."""
        self._pass(least=GAP_SECONDS + 1)
        self._evening.tick()
        self._resume()

    def _kill(self) -> None:
        self._leave()
        self._pass()
        self._come_back()

    def _power_cut(self) -> None:
        self._leave(is_power_cut=True)
        self._reboot()

    def _boot(self) -> None:
        self._evening.close()
        self._reboot()

    def _reboot(self) -> None:
        self._ticker.reboot(f"boot-{self._off}", self._uptime())
        self._come_back()

    def _leave(self, is_power_cut: bool = False) -> None:
        left = self._path
        self._sittings += 1
        copy_as_left(left, self._path, is_power_cut)
        self._evening.close()

    def _come_back(self) -> None:
        self._evening = self._open(JournalFile.open(self._path))
        self._evening.reopen()
        self._resume()

    @property
    def _path(self) -> Path:
        return self._folder / f"{self._sittings}{SUFFIX}"

    def _open(self, journal: JournalFile) -> Evening:
        play = self._play
        return Evening(play.game, book=play.book, lines=play.lines, journal=journal, ticker=self._ticker)
