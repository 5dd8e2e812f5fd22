"""Plays Stones on a journal until it is killed, and tells what was acknowledged. For ``test_kill``."""

from __future__ import annotations

from pathlib import Path

from assistant.bench.killing import Acknowledge
from assistant.evening import JournalFile, ScriptedDice, begin_journal
from assistant.evening.session import Evening
from assistant.evening.typed import answer_line
from hardware.ticker import BootTicker
from tests.contracts.toy import GAME
from tests.contracts.toy.state import Settings
from tests.evening.stones import BOOK, LINES, PLAYERS


def play(path: Path, acknowledge: Acknowledge) -> None:
    """Throw stones on one pile without end: after each, how many, and the play clock."""
    journal = JournalFile.create(path)
    begin_journal(journal, GAME, Settings())
    evening = Evening(
        GAME, book=BOOK, lines=LINES, journal=journal, ticker=BootTicker(), dice=ScriptedDice([1] * 100_000)
    )
    evening.begin(PLAYERS)
    answer_line(evening, "1: new pile Bell")
    number = 0
    while True:
        acknowledge(f"{number} {evening.clock_seconds()}")
        number += 1
        answer = answer_line(evening, "2: throw on Bell")
        assert answer.events
