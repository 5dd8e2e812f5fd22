"""Runs an evening of any game: dialogue, journal, dice, clock, announcements. Knows no device and no game by name."""

from __future__ import annotations

from assistant.evening.announcer import Level
from assistant.evening.answer import Announcement, Answer, Said
from assistant.evening.dice import ChanceDice, Dice, ScriptedDice
from assistant.evening.history import faces_so_far
from assistant.evening.journal import Journal, JournalError, MemoryJournal
from assistant.evening.journal_file import SUFFIX, JournalFile
from assistant.evening.lines import SHELL_LINES, LineError, Lines
from assistant.evening.listening import Listening
from assistant.evening.loop import Loop
from assistant.evening.session import Evening, Manner, begin_journal
from assistant.evening.sounds import Learnt
from assistant.evening.typed import type_line

__all__ = [
    "SHELL_LINES",
    "SUFFIX",
    "Announcement",
    "Answer",
    "ChanceDice",
    "Dice",
    "Evening",
    "Journal",
    "JournalError",
    "JournalFile",
    "Learnt",
    "Level",
    "LineError",
    "Lines",
    "Listening",
    "Loop",
    "Manner",
    "MemoryJournal",
    "Said",
    "ScriptedDice",
    "begin_journal",
    "faces_so_far",
    "type_line",
]
