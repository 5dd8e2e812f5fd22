"""The keyboard as microphone."""

from __future__ import annotations

import pytest

from assistant.evening.typed import LONGEST_LINE, type_line
from tests.evening.stones import Table, kinds


@pytest.fixture
def table() -> Table:
    table = Table([4, 2, 6])
    table.type("1: new pile Bell")
    return table


@pytest.mark.parametrize("line", ["2: ring", "2:ring", " 2 : ring ", "Ben: ring", "ben: ring", "BEN: ring", "02: ring"])
def test_a_seat_is_a_number_or_a_players_name(table: Table, line: str) -> None:
    answer = table.type(line)
    assert (kinds(answer), answer.seat) == (["BellSet"], "2")


def test_free_words_keep_their_capitals_and_punctuation(table: Table) -> None:
    table.type("2: new pile St. John’s, Old Mill: North")
    assert table.state.piles[-1].name == "St. John’s, Old Mill: North"


def test_the_state_is_told_by_the_names_of_its_fields(table: Table) -> None:
    state = type_line(table.evening, "?state")["state"]
    assert state["piles"] == [{"id": "p1", "name": "Bell", "stones": 0, "notes": []}]
    assert state["clock"] == {"elapsed_s": 0.0, "running": True}


def test_a_line_has_its_own_text_in_its_answer(table: Table) -> None:
    assert type_line(table.evening, "at 5: 2: ring\n")["line"] == "at 5: 2: ring"


def test_a_short_press_can_be_typed(table: Table) -> None:
    assert kinds(table.type("ben: ?tap")) == ["Hushed"]


@pytest.mark.case("C-031")
def test_an_absurdly_long_line_is_refused_in_one_short_line(table: Table) -> None:
    answer = table.type("2: new pile " + "x" * LONGEST_LINE)
    assert (answer.refusal, kinds(answer), len(answer.show) < 120) == ("E_LINE", [], True)


@pytest.mark.parametrize(
    "line", ["", ":", "::", "2:", "at : 2: ring", "at 1.2.3: ring", "at inf: ring", "?what", "\x00"]
)
def test_a_line_that_means_nothing_changes_nothing(table: Table, line: str) -> None:
    before = table.state
    table.type(line)
    assert table.state is before


@pytest.mark.parametrize("line", ["at 60: 2: ring", "AT 60: 2: ring", " at 60.0 :2: ring"])
def test_a_moment_before_the_line_moves_the_clock(table: Table, line: str) -> None:
    assert kinds(table.type(line)) == ["BellSet"]
    assert table.state.bell_at == 80
