"""Taking a command back, and free words that come later, on Stones."""

from __future__ import annotations

import pytest

from assistant.evening import Said
from tests.evening.stones import Table, kinds


@pytest.fixture
def table() -> Table:
    """Two piles lie there; dice 4, 2, 6, 3, 5 follow."""
    table = Table([4, 2, 6, 3, 5])
    table.type("1: new pile Atwater", "1: new pile Bell")
    return table


@pytest.mark.case("C-049")
def test_undo_brings_back_every_field_and_what_can_be_said(table: Table) -> None:
    before, can_be_said = table.state, table.evening.listening().opens
    table.type("1: put two on Bell")
    table.type("1: undo")
    assert table.state == before
    assert table.evening.listening().opens == can_be_said


@pytest.mark.rule("R-148")
def test_the_same_command_after_undo_gets_the_same_face(table: Table) -> None:
    table.type("2: throw on Bell")
    first = table.state
    table.type("2: undo", "2: throw on Bell")
    assert table.state == first


@pytest.mark.case("C-050")
def test_undo_says_what_was_taken_back(table: Table) -> None:
    table.type("2: throw on Bell")
    assert table.type("2: undo").show == "Taken back: throw Bell."


@pytest.mark.case("C-050")
def test_undo_again_takes_back_the_one_before(table: Table) -> None:
    states = [table.state]
    for line in ("1: put one on Bell", "1: put two on Bell", "1: put three on Bell"):
        table.type(line)
        states.append(table.state)
    table.type("1: undo", "1: undo")
    assert table.state == states[1]
    table.type("1: put four on Bell")
    table.type("1: undo", "1: undo")
    assert table.state == states[0]


@pytest.mark.case("C-050")
def test_nothing_to_take_back_is_a_calm_message() -> None:
    answer = Table().type("1: undo")
    assert (answer.refusal, answer.say) == (None, "Nothing to take back.")


def test_undo_takes_back_what_fell_due_with_the_command(table: Table) -> None:
    before = table.state
    duel = table.type("1: duel Ben")
    assert kinds(duel) == ["DuelLocked", "DuelThrown", "DuelThrown"]
    table.type("1: undo")
    assert table.state == before


def test_undo_is_for_the_game_to_refuse(table: Table) -> None:
    table.type("2: put one on Bell")
    assert table.type("3: undo").refusal == "E_NOT_YOURS"
    table.type("at 16:")
    assert table.type("2: undo").refusal == "E_LATE"


@pytest.mark.case("C-061")
def test_what_the_clock_gave_since_falls_due_anew_and_is_not_told_twice(table: Table) -> None:
    table.type("1: ring", "at 19: 2: put one on Bell")
    assert kinds(table.type("at 21:")) == ["BellRang"]
    undone = table.type("2: undo")
    assert (table.state.rung, "bell" in undone.show) == (1, False)


def test_undo_of_a_pause_lets_the_clock_run(table: Table) -> None:
    table.type("1: pause", "1: undo")
    table.wait(2)
    assert table.evening.clock_seconds() == pytest.approx(2)


# Free words that come later


def test_free_words_are_put_right_when_they_are_made_out(table: Table) -> None:
    answer = table.evening.handle(Said("new pile …", "2"))
    assert answer.ref is not None
    assert kinds(table.evening.draft(answer.ref, "the Mill")) == ["PileNamed"]
    assert table.state.piles[-1].name == "the Mill"


def test_undo_takes_the_words_back_with_their_command(table: Table) -> None:
    before = table.state
    answer = table.evening.handle(Said("new pile …", "2"))
    table.evening.draft(answer.ref or 0, "the Mill")
    table.type("2: undo")
    assert table.state == before


def test_undo_of_a_later_command_leaves_the_words_alone(table: Table) -> None:
    answer = table.evening.handle(Said("new pile …", "2"))
    table.type("1: put one on Bell")
    table.evening.draft(answer.ref or 0, "the Mill")
    table.type("1: undo")
    assert (table.state.piles[-1].name, table.state.pile("p2").stones) == ("the Mill", 0)


def test_words_for_a_command_that_was_taken_back_are_dropped(table: Table) -> None:
    answer = table.evening.handle(Said("new pile …", "2"))
    table.type("2: undo")
    assert kinds(table.evening.draft(answer.ref or 0, "the Mill")) == []
