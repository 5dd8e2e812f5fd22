"""The bench of the rules: it plays an evening of any game, tells what it says, and the same again for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.bench.rules import Measured, measure
from assistant.settings import SettingsError
from tests.bench.stones import STONES
from tests.commands.run import prompter
from tests.contracts import toy

MEASURES = ["decide", "evolve", "decide + evolve", "grammar"]
MEASURES += ["network, a seat's button", "network, hands-free", "replay of the evening"]


def bench_of_stones(seed: int, events: int, bell_s: float = 20.0) -> Measured:
    return measure(STONES, toy.GAME.config(bell_s=bell_s), seed, events)


def told(measured: Measured) -> tuple[int, int, float, int]:
    return measured.events, measured.commands, measured.play_seconds, measured.state_bytes


def test_an_evening_of_any_game_is_played_to_so_many_events() -> None:
    measured = bench_of_stones(seed=1, events=60)
    assert (measured.game, measured.seats, measured.games) == ("stones", 8, 1)
    assert 60 <= measured.events <= 70
    assert measured.commands <= measured.events
    assert [row.measure for row in measured.rows] == MEASURES
    assert all(row.n > 0 for row in measured.rows)
    assert all(0 <= row.cpu_ms.median <= row.cpu_ms.p95 <= row.cpu_ms.max for row in measured.rows)


def test_the_same_seed_is_the_same_evening_and_another_one_another() -> None:
    assert told(bench_of_stones(3, 40)) == told(bench_of_stones(3, 40)) != told(bench_of_stones(4, 40))


def test_the_rules_in_force_are_the_table_s() -> None:
    assert told(bench_of_stones(3, 40)) != told(bench_of_stones(3, 40, bell_s=1.0))


def test_a_game_that_takes_fewer_players_is_played_by_fewer(tmp_path: Path) -> None:
    words = ("bench", "rules", "--game", "repertoire", "--events", "30")
    done = prompter(tmp_path, *words, "--set", "max_seats=6", "--json")
    assert done.returncode == 0, done.stderr
    evening, *rows = map(json.loads, done.stdout.splitlines())
    assert (evening["game"], evening["seats"], evening["seed"]) == ("repertoire", 6, 1)
    assert {*evening} == {
        *("game", "seed", "seats", "events", "commands", "games", "play_seconds", "state_bytes", "events_per_second")
    }
    assert [row["measure"] for row in rows] == MEASURES
    assert all({*row} == {"measure", "n", "cpu_ms", "wall_ms", "goal_ms", "met"} for row in rows)
    assert all({*row["cpu_ms"]} == {*row["wall_ms"]} == {"median", "p95", "max"} for row in rows)
    assert {row["measure"]: row["goal_ms"] for row in rows if row["goal_ms"]} == {
        "decide + evolve": 1.0,
        "replay of the evening": 1000.0,
    }
    assert all(row["met"] is (row["cpu_ms"]["p95"] < row["goal_ms"]) for row in rows if row["goal_ms"])


def test_a_person_reads_a_table_with_the_goals_beside(tmp_path: Path) -> None:
    lines = prompter(tmp_path, "bench", "rules", "--events", "5").stdout.splitlines()
    assert lines[0].startswith("repertoire: ")
    assert "8 seats" in lines[0]
    assert [line[:26].strip() for line in lines[5:]] == MEASURES
    assert [line[:26].strip() for line in lines if "  < " in line] == ["decide + evolve", "replay of the evening"]


def test_a_game_that_begins_with_nobody_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.bench.rules.PLAYERS", ("Paul",))
    with pytest.raises(SettingsError, match="stones begins with no number of players"):
        bench_of_stones(1, 5)
