"""Plays Stones on a journal until it is killed; says on its output what was acknowledged. Run by ``test_kill``."""

from __future__ import annotations

import sys
from pathlib import Path

from assistant.evening import JournalFile, ScriptedDice, begin_journal
from assistant.evening.session import Evening
from assistant.evening.typed import answer_line
from hardware.ticker import BootTicker
from tests.contracts.toy import GAME
from tests.contracts.toy.state import Settings
from tests.evening.stones import BOOK, LINES, PLAYERS


def main(path: Path) -> None:
    journal = JournalFile.create(path)
    begin_journal(journal, GAME, Settings())
    evening = Evening(
        GAME, book=BOOK, lines=LINES, journal=journal, ticker=BootTicker(), dice=ScriptedDice([1] * 100_000)
    )
    evening.begin(PLAYERS)
    answer_line(evening, "1: new pile Bell")
    number = 0
    while True:
        number += 1
        answer = answer_line(evening, "2: throw on Bell")
        assert answer.events
        print(number, evening.clock_seconds(), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
