"""Play time is a sum of intervals of a steady clock."""

from __future__ import annotations

import pytest

from assistant.table.clock import GAP_SECONDS, PlayClock, Reading


def at(seconds: float, boot: str = "a") -> Reading:
    return Reading(boot, seconds)


def test_a_new_clock_stands_at_nothing() -> None:
    assert (PlayClock().elapsed, PlayClock().runs) == (0.0, False)


def test_a_running_clock_counts_what_passes() -> None:
    assert PlayClock(5.0).running(at(100)).charged(at(107)).elapsed == 12.0


def test_a_standing_clock_counts_nothing() -> None:
    assert PlayClock(5.0).charged(at(107)).elapsed == 5.0


@pytest.mark.case("C-059")
def test_a_clock_goes_on_where_it_stood() -> None:
    clock = PlayClock().running(at(0)).standing(at(8)).running(at(5_000)).standing(at(5_002))
    assert clock.elapsed == 10.0


def test_starting_a_clock_that_runs_takes_nothing_away() -> None:
    assert PlayClock().running(at(0)).running(at(4)).charged(at(6)).elapsed == 6.0


@pytest.mark.case("C-058")
def test_25_pauses_between_moments_and_weeks_leave_the_sum_of_the_intervals() -> None:
    clock, now, played = PlayClock(), 0.0, 0.0
    for number in range(25):
        clock = clock.running(at(now))
        now += 1.0 + number / 8
        played += 1.0 + number / 8
        clock = clock.standing(at(now))
        now += 0.2 if number % 2 else 3 * 7 * 86_400.0
    assert clock.elapsed == pytest.approx(played, abs=0.001)


@pytest.mark.case("C-056")
def test_a_gap_in_which_nobody_can_have_played_is_not_charged_and_the_clock_stands() -> None:
    clock = PlayClock().running(at(0)).charged(at(3)).charged(at(3 + 7_200))
    assert (clock.elapsed, clock.runs) == (3.0, False)


def test_a_stall_shorter_than_the_threshold_is_charged() -> None:
    assert PlayClock().running(at(0)).charged(at(GAP_SECONDS)).elapsed == GAP_SECONDS


@pytest.mark.parametrize("now", [Reading("b", 4.0), Reading("a", -1.0)])
def test_nothing_is_computed_across_a_boot_or_backwards(now: Reading) -> None:
    clock = PlayClock(7.0).running(at(0)).charged(now)
    assert (clock.elapsed, clock.runs) == (7.0, False)
