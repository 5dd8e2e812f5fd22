"""A rehearsed evening in as many sittings as its story has: put away, and gone on with from its journal on disk."""

from __future__ import annotations

from pathlib import Path

from assistant.app import Playable, Table, begin_evening, evening_path, go_on
from assistant.evening import Answer, Evening, JournalFile, faces_so_far
from assistant.evening.journal_file import copy_as_left
from assistant.evening.typed import answer_line
from assistant.rehearsal.story import Line, Story
from assistant.settings import Settings
from hardware.fakes.ticker import HandTicker

BOOT_SECONDS = 40.0
"""What the steady clock of a new boot shows when the box is ready."""


class Sittings:
    """Owns the evening of a story, and the journals of it in ``folder``. Nothing but the journal outlasts a sitting."""

    def __init__(self, settings: Settings, play: Playable, story: Story, folder: Path) -> None:
        self._settings = settings
        self._play = play
        self._dice = story.dice
        self._path = evening_path(folder, "sitting-1")
        self._number = 1
        self.ticker = HandTicker()
        table = Table(tuple(story.seats), story.facilitator, story.names)
        journal = JournalFile.create(self._path)
        opened = begin_evening(settings, play, journal, table, dice=story.dice, ticker=self.ticker)
        self.evening: Evening = opened.evening

    def typed(self, line: Line) -> Answer:
        """A line of the story as the keyboard would give it, without a sound."""
        if line.at is not None:
            self.evening.move_to(line.at)
        if line.door == "restart":
            return self.restart()
        if line.door == "power_cut":
            return self.power_cut()
        if line.door == "tap":
            return answer_line(self.evening, f"{line.who}: ?tap")
        spoken = line.door in ("address", "talk", "answer")
        return answer_line(self.evening, line.spoken if spoken else f"{line.who}: {line.spoken}")

    def restart(self) -> Answer:
        """Put away, and gone on with on another boot, as ``prompter type EVENING`` would: what is said then."""
        self.evening.close()
        return self._go_on()

    def power_cut(self) -> Answer:
        """The same, but nothing is put away: what there is on the disk at this moment is all there will be."""
        left = self._path.with_stem(f"sitting-{self._number + 1}")
        copy_as_left(self._path, left, is_power_cut=True)
        self.evening.close()
        self._path = left
        return self._go_on()

    def close(self) -> None:
        self.evening.close()

    def _go_on(self) -> Answer:
        self._number += 1
        self.ticker.reboot(f"boot-{self._number}", BOOT_SECONDS)
        journal = JournalFile.open(self._path)
        dice = self._dice[faces_so_far(journal) :]
        opened = go_on(self._settings, self._play, journal, dice=dice, ticker=self.ticker)
        self.evening = opened.evening
        return opened.answer
