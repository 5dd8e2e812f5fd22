"""A table at which Stones is played: what the tests of the evening sit down to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assistant.evening import (
    SHELL_LINES,
    Answer,
    Evening,
    Journal,
    Level,
    Lines,
    Manner,
    MemoryJournal,
    ScriptedDice,
    begin_journal,
)
from assistant.evening.typed import answer_line
from assistant.table import Game
from grammar import Phrasebook
from hardware.fakes.ticker import HandTicker
from tests.contracts import toy
from tests.contracts.toy.state import Settings

FOLDER = Path(toy.__file__).parent
BOOK = Phrasebook.load(FOLDER / "sentences.en.yaml")
LINES = Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml")
PLAYERS = ("Ann", "Ben", "Cleo")


class Table:
    """An evening of Stones with three players, a clock moved by hand, and scripted dice where they are given."""

    def __init__(
        self,
        dice: Sequence[int] | None = None,
        *,
        game: Game[Any, Any, Any] = toy.GAME,
        journal: Journal | None = None,
        ticker: HandTicker | None = None,
        level: Level = "results",
        real_dice: bool = False,
    ) -> None:
        self.game = game
        self.journal = journal or MemoryJournal()
        self.ticker = ticker or HandTicker()
        is_new = self.journal.opening() is None
        if is_new:
            begin_journal(self.journal, game, Settings())
        self.evening = Evening(
            game,
            book=BOOK,
            lines=LINES,
            journal=self.journal,
            ticker=self.ticker,
            manner=Manner(level, real_dice),
            dice=None if dice is None else ScriptedDice(dice),
        )
        self.first = self.evening.begin(PLAYERS) if is_new else self.evening.reopen()

    def type(self, *lines: str) -> Answer:
        """Type these lines; the answer to the last one."""
        return [answer_line(self.evening, line) for line in lines][-1]

    def wait(self, seconds: float) -> list[Answer]:
        """Let time pass, ticking as the loop would; all that fell due."""
        found = []
        while seconds > 0:
            step = min(0.25, seconds)
            self.ticker.advance(step)
            seconds -= step
            answer = self.evening.tick()
            if answer is not None:
                found.append(answer)
        return found

    @property
    def state(self) -> Any:
        return self.evening.state

    def again(self, ticker: HandTicker | None = None) -> Table:
        """The same evening opened again, as after a restart."""
        return Table(game=self.game, journal=self.journal, ticker=ticker or HandTicker(boot="boot-2"))


def kinds(answer: Answer) -> list[str]:
    """The kinds of the events, in order."""
    return [type(event).__name__ for event in answer.events]
