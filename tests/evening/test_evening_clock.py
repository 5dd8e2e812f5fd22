"""The play clock of a running evening: dues, restarts, gaps."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from assistant.table import Command, Dice, Refusal
from tests.contracts.toy import GAME
from tests.evening.stones import Table, kinds


@pytest.fixture
def table() -> Table:
    table = Table([4, 2, 6])
    table.type("1: new pile Bell")
    return table


@pytest.mark.rule("R-124")
def test_the_clock_counts_while_the_game_lets_it_run(table: Table) -> None:
    table.wait(10)
    table.type("1: pause")
    table.wait(600)
    table.type("1: resume")
    table.wait(5)
    assert table.evening.clock_seconds() == pytest.approx(15)


@pytest.mark.case("C-053", "C-062")
def test_wall_time_plays_no_part(table: Table) -> None:
    # The evening has no way to ask for it: the one clock it is given is the ticker, moved by hand here.
    table.wait(10)
    assert table.evening.state_json()["clock"] == {"elapsed_s": pytest.approx(10), "running": True}


def test_what_falls_due_is_given_once_at_its_time(table: Table) -> None:
    table.type("2: ring")
    told = table.wait(60)
    assert [kinds(answer) for answer in told] == [["BellRang"]]
    assert [entry.command.at for entry in table.journal.entries() if entry.command.intent == "bell"] == [20.0]


def test_nothing_falls_due_while_the_clock_stands(table: Table) -> None:
    table.type("2: ring", "1: pause")
    assert table.wait(60) == []


def test_what_fell_due_comes_before_the_line_that_was_typed(table: Table) -> None:
    table.type("2: ring")
    answer = table.type("at 30: 2: put one on Bell")
    assert kinds(answer) == ["BellRang", "StonesPut"]
    assert (answer.earcon, answer.say) == ("clink", "The bell.")


def test_a_script_moves_the_clock_on(table: Table) -> None:
    table.type("at 28790:")
    assert table.evening.clock_seconds() == 28_790


def test_the_clock_does_not_go_back(table: Table) -> None:
    table.type("at 100:")
    answer = table.type("at 50: 2: put one on Bell")
    assert (answer.refusal, kinds(answer)) == ("E_BACK", [])
    assert table.evening.clock_seconds() == 100


def test_a_moment_is_passed_over_while_the_clock_stands(table: Table) -> None:
    table.type("1: pause", "at 500: 1: resume")
    assert table.evening.clock_seconds() == 0


@pytest.mark.case("C-059")
def test_a_pause_that_may_be_forgotten_is_recalled_once_without_a_word(table: Table) -> None:
    table.type("1: pause")
    (told,) = table.wait(3_600)
    assert (told.say, told.earcon) == (None, "pause")
    assert told.show == "The clock has stood at 0:00:00 for a while. Say “resume” to go on."
    table.type("1: resume", "1: pause")
    assert len(table.wait(1_300)) == 1


@pytest.mark.case("C-059")
def test_a_clock_that_runs_is_no_forgotten_pause(table: Table) -> None:
    table.type("1: pause")
    assert table.wait(600) == []
    table.type("1: resume")
    assert table.wait(1_300) == []
    table.type("1: pause")
    assert table.wait(1_000) == []


@pytest.mark.case("C-062")
def test_notes_of_the_wall_time_are_in_universal_time_wherever_the_box_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    time.tzset()
    walls = [entry.wall for entry in Table().journal.entries()]
    monkeypatch.undo()
    time.tzset()
    assert {datetime.fromisoformat(wall).utcoffset() for wall in walls} == {timedelta(0)}
    assert abs(datetime.fromisoformat(walls[0]).timestamp() - time.time()) < 600


@pytest.mark.rule("R-129")
@pytest.mark.case("C-055", "C-052")
def test_after_a_restart_the_clock_stands_where_it_was_and_says_so(table: Table) -> None:
    table.wait(10)
    again = table.again()
    again.wait(3_600)
    assert again.evening.state_json()["clock"] == {"elapsed_s": pytest.approx(10, abs=1), "running": False}
    assert again.first.channel == "voice"
    again.type("2: resume")
    again.wait(5)
    assert again.evening.clock_seconds() == pytest.approx(15, abs=1)


@pytest.mark.case("C-055")
def test_a_kill_costs_no_more_than_a_second_of_play(table: Table) -> None:
    for _ in range(20):
        table.wait(0.9)
        lost = table.evening.clock_seconds() - table.again().evening.clock_seconds()
        assert 0 <= lost <= 1.0


@pytest.mark.case("C-058")
def test_200_pauses_and_20_restarts_leave_the_sum_of_the_intervals(table: Table) -> None:
    played = 0.0
    for number in range(200):
        table.wait(0.25 * (number % 5))
        played += 0.25 * (number % 5)
        table.type("1: pause")
        table.wait(0.25 * (number % 7))
        if number % 10 == 9:
            table.evening.close()
            table = table.again()
        table.type("1: resume")
    assert table.evening.clock_seconds() == pytest.approx(played, abs=0.001)


@pytest.mark.case("C-056")
def test_two_hours_in_which_the_process_was_stopped_are_not_charged_and_the_clock_stands(table: Table) -> None:
    table.wait(10)
    table.ticker.advance(7_200)
    told = table.evening.tick()
    assert told is not None
    assert (kinds(told), table.evening.clock_seconds()) == (["ClockSet"], pytest.approx(10))
    assert table.wait(100) == []


def without_breaks(state: Any, command: Command, dice: Dice) -> Any:
    """The rules of Stones as a game has them that knows nothing of interruptions."""
    return Refusal("E_WHAT") if command.intent == "interrupted" else GAME.decide(state, command, dice)


@pytest.mark.parametrize("line", ["2: resume", "2: put one on Bell"])
def test_a_game_that_knows_nothing_of_breaks_is_kept_standing_until_it_is_played(line: str) -> None:
    table = Table(game=replace(GAME, decide=without_breaks))
    table.type("1: new pile Bell")
    table.wait(10)
    again = table.again()
    again.wait(100)
    assert again.first.say == "The clock stands."
    assert again.evening.clock_seconds() == pytest.approx(10)
    again.type(line)
    again.wait(5)
    assert again.evening.clock_seconds() == pytest.approx(15)


@pytest.mark.case("C-061")
def test_a_restart_does_not_repeat_what_fell_due(table: Table) -> None:
    table.type("2: ring")
    table.wait(25)
    again = table.again()
    assert kinds(again.first) == ["ClockSet"]
    again.type("2: resume")
    assert (again.wait(30), again.state.rung) == ([], 1)


@pytest.mark.case("C-061")
def test_what_would_have_fallen_due_while_it_was_off_falls_due_when_play_goes_on(table: Table) -> None:
    table.type("2: ring")
    table.wait(19)
    again = table.again()
    again.type("2: resume")
    assert [kinds(answer) for answer in again.wait(5)] == [["BellRang"]]


def test_the_state_is_the_fold_of_the_journal_after_a_restart(table: Table) -> None:
    table.type("2: throw on Bell", "1: put two on Bell", "1: undo", "3: draw")
    state = table.state
    again = table.again()
    again.type("1: undo")  # what the restart did stays; the last command of a seat goes
    table.type("3: undo")
    assert again.state.piles == state.piles


@pytest.mark.case("C-050")
def test_undo_straight_after_a_restart_takes_back_the_last_command_and_leaves_the_clock_standing(table: Table) -> None:
    table.type("2: put two on Bell")
    again = table.again()
    assert again.type("2: undo").show == "Taken back: put 2 Bell."
    assert (again.state.pile("p1").stones, again.evening.state_json()["clock"]["running"]) == (0, False)
