"""How quickly a game decides, remembers and opens again, measured on a random evening; goals are the design's."""

from __future__ import annotations

import gc
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from assistant.app import Playable
from assistant.bench.random_table import RandomTable
from assistant.evening import (
    SUFFIX,
    ChanceDice,
    Evening,
    Journal,
    JournalError,
    JournalFile,
    Listening,
    MemoryJournal,
    begin_journal,
)
from assistant.evening.clock import Mark
from assistant.evening.history import NEW_GAME, Act, History
from assistant.evening.plain import plain
from assistant.settings import SettingsError
from assistant.table import Ask, Command, Cue, Name, Open, Refusal, Roll
from hardware.ticker import BootTicker

R = TypeVar("R")

PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen")
"""As many as a box has buttons for, the most work for the rules; fewer where a game takes fewer."""
NETWORK_EVERY = 50
"""Commands from one word network that is built to the next; they take longer than the rules do."""
REPLAYS = 5
MOST_COMMANDS = 20
"""For each event that is wanted: in a game where less happens, the evening has fewer."""


@dataclass(frozen=True)
class Spread:
    """Milliseconds."""

    median: float
    p95: float
    max: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        ranked = sorted(values)
        at = [ranked[min(len(ranked) - 1, int(share * len(ranked)))] for share in (0.5, 0.95)]
        return cls(*(round(value, 4) for value in (*at, ranked[-1])))


@dataclass(frozen=True)
class Row:
    """One thing measured, ``n`` times."""

    measure: str
    n: int
    cpu_ms: Spread
    wall_ms: Spread
    goal_ms: float | None = None
    """What 95 % of the CPU times should be below."""

    @property
    def met(self) -> bool | None:
        return None if self.goal_ms is None else self.cpu_ms.p95 < self.goal_ms


@dataclass(frozen=True)
class Measured:
    """The evening that was played, and what it took."""

    game: str
    seed: int
    seats: int
    events: int
    commands: int
    """Those that were carried out; what was refused or only looked at is not among them."""
    games: int
    """How often a game was begun: more than one where the table played one to its end."""
    play_seconds: float
    state_bytes: int
    """The state at the end, as JSON."""
    events_per_second: float
    """Of CPU time, decided and remembered."""
    rows: tuple[Row, ...]


@dataclass
class Meter:
    """CPU and wall time of whatever is called through it, in milliseconds."""

    cpu: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wall: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @contextmanager
    def taking(self, measure: str) -> Iterator[None]:
        cpu, wall = time.thread_time(), time.perf_counter()
        yield
        self.cpu[measure].append(1000 * (time.thread_time() - cpu))
        self.wall[measure].append(1000 * (time.perf_counter() - wall))

    def timed(self, measure: str, call: Callable[..., R]) -> Callable[..., R]:
        def timed_call(*arguments: Any) -> R:
            with self.taking(measure):
                return call(*arguments)

        return timed_call

    def add_up(self, measure: str, parts: Sequence[str], since: Sequence[int]) -> None:
        """One more of ``measure``: all of these parts since there were so many."""
        for times in (self.cpu, self.wall):
            times[measure].append(sum(sum(times[part][start:]) for part, start in zip(parts, since, strict=True)))

    def row(self, measure: str, goal_ms: float | None = None) -> Row:
        cpu, wall = self.cpu[measure], self.wall[measure]
        return Row(measure, len(cpu), Spread.of(cpu), Spread.of(wall), goal_ms)


_PARTS = ("decide", "evolve")
_BOTH = "decide + evolve"
_SEAT_NETWORK = "network, a seat's button"
_FREE_NETWORK = "network, hands-free"
_REPLAY = "replay of the evening"


def measure(play: Playable, config: Any, seed: int, events: int) -> Measured:
    """Play a random evening until so many events have happened, then open it again.

    Raises JournalError where that gives another state than the one played.
    """
    return _Bench(play, config, seed).measure(events)


class _Bench:
    """One random evening in memory, and the clock on what it asks of the game."""

    def __init__(self, play: Playable, config: Any, seed: int) -> None:
        self._play = play
        self._seed = seed
        self._meter = Meter()
        self._game = replace(
            play.game,
            decide=self._meter.timed("decide", play.game.decide),
            evolve=self._meter.timed("evolve", play.game.evolve),
            grammar=self._meter.timed("grammar", play.game.grammar),
        )
        self._journal = MemoryJournal()
        begin_journal(self._journal, play.game, config)
        self._history = History(self._game, config, self._journal, ChanceDice(seed.to_bytes(32)))
        self._at = 0.0
        self._events = 0
        self._open_in: Any = None
        self._opens: tuple[Open, ...] = ()
        self._players = self._sit_down()
        self._table = RandomTable(play.book, [player.id for player in self._players], seed)

    def _sit_down(self) -> tuple[Name, ...]:
        """As many players as the game takes."""
        for count in range(len(PLAYERS), 0, -1):
            names = enumerate(PLAYERS[:count], start=1)
            self._players = tuple(Name(str(seat), name, (name.lower(),), name) for seat, name in names)
            self._give(self._new_game())
            if self._events:
                return self._players
        raise SettingsError(f"{self._game.id} begins with no number of players from 1 to {len(PLAYERS)}")

    def measure(self, events: int) -> Measured:
        number = 0
        while self._events < events and number < MOST_COMMANDS * events:
            self._go_on(build_network=number % NETWORK_EVERY == 0)
            number += 1
        entries = self._journal.entries()
        self._replay()
        spent = sum(self._meter.cpu[_BOTH]) / 1000
        return Measured(
            game=self._game.id,
            seed=self._seed,
            seats=len(self._players),
            events=self._events,
            commands=len(entries),
            games=sum(entry.command.intent == NEW_GAME for entry in entries),
            play_seconds=round(self._at, 1),
            state_bytes=len(msgspec.json.encode(plain(self._history.state))),
            events_per_second=round(self._events / spent, 1),
            rows=self._rows(),
        )

    def _rows(self) -> tuple[Row, ...]:
        row = self._meter.row
        return (
            *map(row, _PARTS),
            row(_BOTH, goal_ms=1.0),
            *map(row, ("grammar", _SEAT_NETWORK, _FREE_NETWORK)),
            row(_REPLAY, goal_ms=1000.0),
        )

    def _go_on(self, build_network: bool) -> None:
        """A moment passes, and the table asks for one thing more."""
        if self._game.clock(self._history.state).runs:
            self._at += self._table.pause()
            while (due := self._history.due(self._at)) is not None:
                since = self._counts()
                self._keep(self._history.fall_due(due), since)
        if self._history.state is not self._open_in:
            self._open_in, self._opens = self._history.state, tuple(self._game.grammar(self._history.state))
        if build_network:
            self._build_networks()
        command = self._table.asks(self._opens, self._at)
        if command is not None and command.intent == NEW_GAME:
            command = self._new_game()
        while command is not None:
            command = self._give(command)

    def _new_game(self) -> Command:
        names = tuple(player.display for player in self._players)
        return Command(NEW_GAME, "1", {"players": names, "facilitator": "1"})

    def _give(self, command: Command) -> Command | None:
        """Have it decided and kept; gives the command that answers what the game asked back."""
        since = self._counts()
        outcome, dice = self._history.decide(command)
        if isinstance(outcome, Ask):
            return self._table.answers(outcome, command.seat, self._at)
        if outcome and not isinstance(outcome, Cue | Refusal | Roll):
            self._keep(self._history.act(command, outcome, dice), since)
            self._at = command.at
        return None

    def _counts(self) -> tuple[int, ...]:
        return tuple(len(self._meter.cpu[part]) for part in _PARTS)

    def _keep(self, act: Act, since: Sequence[int]) -> None:
        self._history.keep(act, Mark(self._at, True, "", self._at))
        if act.entries:
            self._meter.add_up(_BOTH, _PARTS, since)
            self._events += len(act.events)

    def _build_networks(self) -> None:
        listening = Listening(self._play.book, self._opens, self._players)
        for measure, seat in ((_SEAT_NETWORK, "2"), (_FREE_NETWORK, None)):
            with self._meter.taking(measure):
                listening.network(seat)

    def _replay(self) -> None:
        """Put the evening on the disk, and open it as ``prompter type EVENING`` does."""
        gc.freeze()  # a program that has just started has none of this evening's rubbish to look through
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, f"bench{SUFFIX}")
                _written(self._journal, path)
                for _ in range(REPLAYS):
                    self._open(path)
        finally:
            gc.unfreeze()

    def _open(self, path: Path) -> None:
        play = self._play
        with self._meter.taking(_REPLAY):
            journal = JournalFile.open(path)
            evening = Evening(play.game, book=play.book, lines=play.lines, journal=journal, ticker=BootTicker())
        journal.close()
        if evening.state != self._history.state:
            raise JournalError("The evening that was opened again is not the one that was played: a bug.")


def _written(journal: Journal, path: Path) -> None:
    opening, mark = journal.opening(), journal.last_mark()
    assert opening is not None
    assert mark is not None
    file = JournalFile.create(path)
    file.begin(opening)
    file.append(journal.entries(), mark)
    file.close()
