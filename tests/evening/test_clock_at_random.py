"""Random evenings: whatever is paused, killed, rebooted or put to sleep, the clock shows what was played."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from assistant.table.clock import GAP_SECONDS
from hardware.fakes.ticker import HandTicker
from tests.evening.stones import Table

SECONDS = st.floats(0.01, 1.0) | st.floats(1.0, 30.0)


class ClockMachine(RuleBasedStateMachine):
    """Keeps its own count: time between two looks counts if the clock ran and it was not long enough to doubt."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.runs = True
        self.played = 0.0
        self.unseen = 0.0
        self.boots = 1

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self.table.ticker.advance(seconds)
        self.unseen += seconds

    @rule()
    def the_loop_looks(self) -> None:
        self.table.evening.tick()
        self.seen()
        assert self.table.evening.clock_runs == self.runs

    @rule()
    def somebody_presses_the_button(self) -> None:
        answer = self.table.evening.press_clock("1")
        self.seen()
        self.runs = answer.intent == "resume"

    @rule(off=SECONDS)
    def it_is_killed(self, off: float) -> None:
        self.table.ticker.advance(off)
        self.open_again(self.table.ticker)

    @rule(uptime=SECONDS)
    def the_plug_is_pulled(self, uptime: float) -> None:
        self.boots += 1
        self.open_again(HandTicker(uptime, f"boot-{self.boots}"))

    @precondition(lambda self: self.unseen == 0)
    @rule()
    def it_is_put_away(self) -> None:
        self.table.evening.close()
        self.open_again(self.table.ticker)

    def open_again(self, ticker: HandTicker) -> None:
        self.table = self.table.again(ticker)
        self.runs, self.unseen = False, 0.0
        self.seen()

    def seen(self) -> None:
        if self.runs and self.unseen <= GAP_SECONDS:
            self.played += self.unseen
        elif self.unseen > GAP_SECONDS:
            self.runs = False
        self.unseen = 0.0
        clock = self.table.evening.state_json()["clock"]
        assert clock["elapsed_s"] == pytest.approx(self.played, abs=1e-6)


ClockMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestClockAtRandom = pytest.mark.case("C-055", "C-056", "C-058")(ClockMachine.TestCase)
