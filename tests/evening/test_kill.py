"""Killed without warning: everything acknowledged is there, and the clock stands where it was."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.evening import SUFFIX, JournalFile
from tests.evening.stones import Table

ROOT = Path(__file__).parents[2]


def check_a_kill(path: Path, after_lines: int) -> None:
    """Play until so many commands were acknowledged, kill, open again, compare."""
    command = [sys.executable, "-m", "tests.evening.killed", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after_lines)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    acknowledged, elapsed = next(line.split() for line in reversed(lines) if line.endswith("\n"))
    table = Table(journal=JournalFile.open(path))
    thrown = [entry for entry in table.journal.entries() if entry.command.intent == "throw"]
    clock = table.evening.state_json()["clock"]
    table.evening.close()
    assert int(acknowledged) <= len(thrown) <= int(acknowledged) + 1
    assert table.state.pile("p1").stones == len(thrown)
    assert not clock["running"]
    assert -1.0 <= clock["elapsed_s"] - float(elapsed) <= 1.0


@pytest.mark.case("C-055", "C-071")
def test_a_kill_at_any_moment_loses_nothing_acknowledged_and_no_second_of_play(tmp_path: Path) -> None:
    moments = random.Random(7)
    for number in range(3):
        check_a_kill(tmp_path / f"{number}{SUFFIX}", moments.randrange(1, 60))


@pytest.mark.slow
@pytest.mark.case("C-055", "C-071")
@pytest.mark.timeout(600)
def test_100_kills_lose_nothing_acknowledged_and_no_second_of_play(tmp_path: Path) -> None:
    moments = random.Random(8)
    for number in range(100):
        check_a_kill(tmp_path / f"{number}{SUFFIX}", moments.randrange(1, 200))
