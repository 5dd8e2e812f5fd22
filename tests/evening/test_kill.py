"""Killed without warning: everything acknowledged is there, and the clock stands where it was."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from assistant.bench.killing import killed
from assistant.evening import SUFFIX, JournalFile
from tests.evening.killed import play
from tests.evening.stones import Table


def check_a_kill(path: Path, after_seconds: float) -> int:
    """Play for so long, kill, open again, compare; how many commands were acknowledged."""
    lines = killed(partial(play, path), after_seconds)
    if not lines:
        return 0  # nothing was told yet, not even that the evening has begun
    acknowledged, elapsed = lines[-1].split()
    table = Table(journal=JournalFile.open(path))
    thrown = [entry for entry in table.journal.entries() if entry.command.intent == "throw"]
    clock = table.evening.state_json()["clock"]
    table.evening.close()
    assert int(acknowledged) <= len(thrown) <= int(acknowledged) + 1
    assert table.state.pile("p1").stones == len(thrown)
    assert not clock["running"]
    assert -1.0 <= clock["elapsed_s"] - float(elapsed) <= 1.0
    return int(acknowledged)


@pytest.mark.parametrize("kills", [5, pytest.param(500, marks=[pytest.mark.slow, pytest.mark.timeout(900)])])
@pytest.mark.case("C-055", "C-071")
def test_kills_at_any_moment_lose_nothing_acknowledged_and_no_second_of_play(tmp_path: Path, kills: int) -> None:
    moments = random.Random(8)
    acknowledged = sum(check_a_kill(tmp_path / f"{number}{SUFFIX}", moments.uniform(0, 0.4)) for number in range(kills))
    assert acknowledged > kills
