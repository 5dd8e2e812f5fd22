"""The bench of the journal: it says how long an append takes, and finds what a kill loses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.bench.journal import Kills, Measured, kept, kill_at_random, write_until_killed
from assistant.bench.killing import Acknowledge, StoppedError, killed
from assistant.bench.rules import Spread
from assistant.evening import SUFFIX
from tests.commands.run import prompter


@pytest.mark.case("C-071")
def test_what_was_acknowledged_before_a_kill_is_there(tmp_path: Path) -> None:
    kills = kill_at_random(tmp_path, 12, seed=1)
    assert (kills.n, kills.lost, kills.unopened) == (12, 0, 0)
    assert kills.acknowledged > 12


def test_a_command_acknowledged_too_early_is_counted_as_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(path: Path, acknowledge: Acknowledge) -> None:
        write_until_killed(path, lambda line: acknowledge(str(int(line) + 2)))

    monkeypatch.setattr("assistant.bench.journal.write_until_killed", hasty)
    assert kill_at_random(tmp_path, 12, seed=1).lost > 0


def test_an_evening_that_does_not_open_is_told_from_one_without_commands(tmp_path: Path) -> None:
    path = tmp_path / f"killed{SUFFIX}"
    path.write_bytes(b"rubbish")
    assert kept(path) is None


def test_work_that_ends_by_itself_is_told() -> None:
    def broken(acknowledge: Acknowledge) -> None:
        raise OSError("the disk is gone")

    with pytest.raises(StoppedError, match="the disk is gone"):
        killed(broken, 0.3)


@pytest.mark.parametrize(
    ("median", "lost", "unopened", "met"),
    [(9.9, 0, 0, True), (10.0, 0, 0, False), (1.0, 1, 0, False), (1.0, 0, 1, False)],
)
def test_the_goal_is_met_where_it_is_quick_and_nothing_is_lost(
    median: float, lost: int, unopened: int, met: bool
) -> None:
    assert Measured("/tmp", 5, Spread(median, 20.0, 30.0), Kills(5, 50, lost, unopened)).met is met


def test_a_script_reads_one_object_and_a_person_a_few_lines(tmp_path: Path) -> None:
    words = ("bench", "journal", "--appends", "20", "--kills", "3")
    told = json.loads(prompter(tmp_path, *words, "--json").stdout)
    assert {*told} == {"folder", "appends", "append_ms", "kills", "met"}
    assert (told["appends"], told["kills"]["n"], told["kills"]["lost"]) == (20, 3, 0)
    lines = prompter(tmp_path, *words).stdout.splitlines()
    assert lines[2].startswith("kill -9: n 3; ")
    assert lines[-1] in ("met", "MISSED")
