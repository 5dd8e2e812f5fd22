"""The play clock under fire: an evening in compressed time against a count of its own of what was played."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

import pytest

from assistant.bench.clock import Measured, measure
from assistant.evening.clock import MARK_SECONDS
from assistant.evening.loop import TICK_SECONDS
from tests.bench.stones import STONES
from tests.commands.run import prompter
from tests.contracts import toy

TIMES = {"pause": 20, "kill": 4, "boot": 2, "suspend": 3, "power cut": 2}
WALL = "assistant.evening.journal_rows.datetime"
"""Where the evening asks for the wall time; nothing else of it does."""


def clock_of_stones(seed: int, play_seconds: float = 900.0, times: Mapping[str, int] = TIMES) -> Measured:
    return measure(STONES, toy.GAME.config(), seed, play_seconds, times)


@pytest.fixture(scope="module")
def measured() -> Measured:
    return clock_of_stones(1)


@pytest.mark.rule("R-124", "R-129")
@pytest.mark.case("C-055", "C-056", "C-058")
def test_what_was_played_is_on_the_clock_and_nothing_else_is(measured: Measured) -> None:
    errors = {row.what: row for row in measured.rows}
    assert {what: row.n for what, row in errors.items()} == TIMES
    assert measured.played_s == pytest.approx(900)
    assert measured.charged_off_s == 0
    assert measured.off_s > 24 * 3600
    for what in ("pause", "boot"):
        assert errors[what].worst_s == pytest.approx(0, abs=1e-4), "float64 at the uptime of a month"
    for what in ("kill", "suspend"):
        assert -TICK_SECONDS - 1e-4 <= errors[what].worst_s <= 1e-4
    assert -MARK_SECONDS - TICK_SECONDS <= errors["power cut"].worst_s <= 1e-4
    assert measured.met


@pytest.mark.parametrize(
    "wrong",
    [{"error_s": 1.0}, {"error_s": -1.0}, {"charged_off_s": 0.001}],
)
def test_a_clock_that_is_wrong_has_not_met_its_goal(measured: Measured, wrong: dict[str, float]) -> None:
    assert not replace(measured, **wrong).met


def test_a_power_cut_that_costs_more_than_a_mark_has_not_met_the_goal(measured: Measured) -> None:
    rows = [replace(row, worst_s=-1.1) if row.what == "power cut" else row for row in measured.rows]
    assert not replace(measured, rows=tuple(rows)).met


class JumpingWall(datetime):
    """A wall clock that network time, summer time, a leap second and an empty battery take turns to move."""

    asked = 0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        cls.asked += 1
        steps = (timedelta(days=3650), timedelta(days=-3650), timedelta(hours=1), timedelta(hours=-1))
        leaps = (timedelta(seconds=-1), timedelta(seconds=1))
        return cls(2026, 6, 30, 23, 59, 59, tzinfo=UTC) + random.Random(cls.asked).choice(steps + leaps)


@pytest.fixture
def other_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.case("C-053", "C-062")
@pytest.mark.usefixtures("other_zone")
def test_a_wall_clock_that_jumps_by_years_changes_not_one_figure(
    measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WALL, JumpingWall)
    assert asdict(clock_of_stones(1)) == asdict(measured)
    assert JumpingWall.asked > 100


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.rule("R-124", "R-129")
@pytest.mark.case("C-055", "C-058")
@pytest.mark.parametrize("seed", [1, 2])
def test_eight_hours_with_200_pauses_20_kills_and_5_boots_are_true_to_a_second(tmp_path: Path, seed: int) -> None:
    done = prompter(tmp_path, "bench", "clock", "--seed", str(seed), "--json", timeout=300)
    evening, *rows = map(json.loads, done.stdout.splitlines())
    assert {row["what"]: row["n"] for row in rows} == {
        "pause": 200,
        "kill": 20,
        "boot": 5,
        "suspend": 10,
        "power cut": 5,
    }
    assert (evening["game"], round(evening["played_s"]), evening["charged_off_s"]) == ("repertoire", 28_799, 0)
    assert -1.0 < evening["error_s"] <= 0.001
    assert evening["met"] is True


def test_a_person_reads_what_was_tried_and_whether_the_goal_is_met(tmp_path: Path) -> None:
    lines = prompter(tmp_path, "bench", "clock", "--hours", "0.1").stdout.splitlines()
    assert lines[0].startswith("repertoire: 359.0 s played")
    assert [line[:12].strip() for line in lines[3:8]] == ["pause", "kill", "boot", "suspend", "power cut"]
    assert lines[-1].endswith(" met")
