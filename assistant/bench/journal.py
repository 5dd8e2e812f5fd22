"""How long the journal on disk takes to acknowledge, and what is left of it when its process is killed."""

from __future__ import annotations

import random
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assistant.bench.killing import Acknowledge, killed
from assistant.bench.rules import Spread
from assistant.evening import SUFFIX, JournalError, JournalFile
from assistant.evening.clock import Mark
from assistant.evening.journal import Die, Entry, Opening, Record
from assistant.table import Command
from assistant.table.dice import commitment

GOAL_MS = 10.0
"""For an append, median (the design, section 8)."""

KILLS_OF_ONE_EVENING = 25
"""So often one evening is gone on with and killed again, before a new one is begun."""

LONGEST_SECONDS = 0.25
"""From the start of a process to its end; some die before they have opened the evening, some while they begin it."""


@dataclass(frozen=True)
class Kills:
    """Processes that wrote as fast as they could, killed without warning."""

    n: int
    acknowledged: int
    """Commands, by all of them."""
    lost: int
    """Of these, those that were not there, or not as they were, when the evening was opened again."""
    unopened: int
    """How often an evening with something acknowledged did not open."""


@dataclass(frozen=True)
class Measured:
    folder: str
    """Whose disk it was."""
    appends: int
    append_ms: Spread
    """Wall time until an append of one command returned: it is on the disk."""
    kills: Kills

    @property
    def met(self) -> bool:
        return self.append_ms.median < GOAL_MS and self.kills.lost == self.kills.unopened == 0


def measure(appends: int, kills: int, seed: int) -> Measured:
    """On the disk of the folder for temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        spread = appending(Path(folder), appends)
        return Measured(tempfile.gettempdir(), appends, spread, kill_at_random(Path(folder), kills, seed))


def appending(folder: Path, appends: int) -> Spread:
    """How long each of so many appends took."""
    journal = _begun(folder / f"appends{SUFFIX}")
    times = []
    for number in range(1, appends + 1):
        start = time.perf_counter()
        journal.append([entry(number)], MARK)
        times.append(1000 * (time.perf_counter() - start))
    journal.close()
    return Spread.of(times)


def kill_at_random(folder: Path, kills: int, seed: int) -> Kills:
    """Kill processes that write an evening, each at a random moment; open it, compare, and let the next go on."""
    moments = random.Random(seed)
    acknowledged = lost = unopened = 0
    for number in range(kills):
        path = folder / f"killed-{number // KILLS_OF_ONE_EVENING}{SUFFIX}"
        before = kept(path)
        lines = killed(partial(write_until_killed, path), moments.uniform(0, LONGEST_SECONDS))
        now = kept(path)
        unopened += now is None and bool(lines or before)
        last = int(lines[-1]) if lines else before or 0
        acknowledged += last - (before or 0)
        lost += max(0, last - (now or 0))
    return Kills(kills, acknowledged, lost, unopened)


def write_until_killed(path: Path, acknowledge: Acknowledge) -> None:
    journal = JournalFile.open(path) if path.exists() else _begun(path)
    number = len(journal.entries())
    acknowledge(str(number))
    while True:
        number += 1
        journal.append([entry(number)], MARK)
        acknowledge(str(number))


def kept(path: Path) -> int | None:
    """How many commands there are, all as they were written; None where the evening does not open."""
    try:
        journal = JournalFile.open(path)
    except JournalError:
        return None
    entries = journal.entries()
    journal.close()
    return next((number - 1 for number, one in enumerate(entries, start=1) if one != entry(number)), len(entries))


def _begun(path: Path) -> JournalFile:
    journal = JournalFile.create(path)
    journal.begin(Opening("bench", 1, {}, "00" * 32, commitment(bytes(32)), ""))
    return journal


MARK = Mark(12.5, True, "boot-1", 100.25)


def entry(number: int) -> Entry:
    """A command of the usual size."""
    command = Command("establish_fact", "2", {"card": "p1"}, f"fact number {number}", 12.5)
    fields = {"card": "p1", "text": f"fact number {number}", "face": number % 6 + 1, "holds": True, "at": 12.5}
    dice = (Die(6, number % 6 + 1, "chance", number - 1),)
    return Entry(number, None, command, dice, number - 1, (Record("FactEstablished", fields),), "2026-01-01T00:00:00")
