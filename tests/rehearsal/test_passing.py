"""Time in a rehearsal goes by with its sound."""

from __future__ import annotations

from pathlib import Path

from assistant.app import playable
from assistant.evening.typed import answer_line
from assistant.rehearsal import Story
from assistant.rehearsal.performance import Passing
from assistant.rehearsal.sittings import Sittings
from assistant.settings import load


def test_a_line_longer_than_a_gap_is_played_time_and_what_falls_due_in_it_is_kept(tmp_path: Path) -> None:
    config = tmp_path / "prompter.toml"
    config.touch()
    seats = dict.fromkeys(("Paul", "Ann", "Ben", "Cleo"), "")
    story = Story("Late", "repertoire", seats, "Paul", dice=(), lines=())
    sittings = Sittings(load(config), playable("repertoire"), story, tmp_path)
    passing = Passing(sittings)
    answer_line(sittings.evening, "1: start the clock")
    answer_line(sittings.evening, "at 25190:")
    for _ in range(300):
        passing(0.1)
    assert round(sittings.evening.clock_seconds()) == 25_220
    assert sittings.evening.state_json()["clock"]["running"]
    assert [event.__class__.__name__ for answer in passing.due for event in answer.events] == ["TimeWarned"]
    sittings.close()
