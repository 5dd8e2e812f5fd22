"""Time in a rehearsal goes by with its sound."""

from __future__ import annotations

from pathlib import Path

from assistant.app import Table, begin_evening, playable
from assistant.evening import MemoryJournal
from assistant.evening.typed import answer_line
from assistant.rehearsal.performance import Passing
from assistant.settings import load
from hardware.fakes.ticker import HandTicker


def test_a_line_longer_than_a_gap_is_played_time_and_what_falls_due_in_it_is_kept(tmp_path: Path) -> None:
    settings = tmp_path / "prompter.toml"
    settings.touch()
    ticker = HandTicker()
    table = Table(("Paul", "Ann", "Ben", "Cleo"), "Paul")
    evening = begin_evening(load(settings), playable("repertoire"), MemoryJournal(), table, ticker=ticker).evening
    passing = Passing(ticker, evening)
    answer_line(evening, "1: start the clock")
    answer_line(evening, "at 25190:")
    for _ in range(300):
        passing(0.1)
    assert round(evening.clock_seconds()) == 25_220
    assert evening.state_json()["clock"]["running"]
    assert [event.__class__.__name__ for answer in passing.due for event in answer.events] == ["TimeWarned"]
