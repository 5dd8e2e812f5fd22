"""Whatever can be said can be pressed: each form, filled in with anything it offers, is understood."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.app import Table as Sitting
from assistant.app import begin_evening, playable
from assistant.evening import Evening, MemoryJournal
from assistant.evening.typed import answer_line
from assistant.settings import Settings
from assistant.web.forms import forms, sayable
from assistant.web.messages import Field, Form
from grammar import Matches
from tests.evening.stones import Table

REPERTOIRE = (
    *("1: start the clock", "2: I play Atwater", "2: my desire is to leave", "3: I play Belisar", "3: desire written"),
    *("4: I play Corvin", "4: desire written", "1: my name is Vane", "1: curtain up", "2: new scene", "3: join"),
    *("2: trial", "2: fact on me: she can drink", "3: new rivalry the crown"),
)


def _stones() -> Evening:
    table = Table()
    table.type("1: new pile Old Marble", "1: new pile Slate", "2: draw", "1: scatter")
    return table.evening


def _repertoire() -> Evening:
    sitting = Sitting(("Paul", "Ann", "Ben", "Cleo"), "Paul")
    evening = begin_evening(Settings(), playable("repertoire"), MemoryJournal(), sitting, dice=[1]).evening
    assert not [line for line in REPERTOIRE if answer_line(evening, line).refusal]
    return evening


EVENINGS = {"stones": _stones(), "repertoire": _repertoire()}


def _filled(form: Form, data: st.DataObject) -> str:
    return "".join(piece if isinstance(piece, str) else _blank(piece, data) for piece in form.pieces)


def _blank(field: Field, data: st.DataObject) -> str:
    if field.choices:
        return data.draw(st.sampled_from(field.choices))
    if field.least is not None and field.most is not None:
        return str(data.draw(st.integers(field.least, field.most)))
    return "4" if field.slot == "dice" else "words of mine"


@pytest.mark.parametrize("game", EVENINGS)
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_pressed_is_understood_as_something_open_to_that_seat(game: str, data: st.DataObject) -> None:
    evening = EVENINGS[game]
    listening = evening.listening()
    seat = data.draw(st.sampled_from([player.id for player in evening.players()]))
    words = _filled(data.draw(st.sampled_from(forms(listening, seat))), data)
    match = listening.book.match(words, listening.opens, seat=seat, seats=listening.players)
    assert isinstance(match, Matches), words
    assert all(reading.open for reading in match.readings), words


@pytest.mark.parametrize("game", EVENINGS)
def test_each_thing_that_is_open_to_a_seat_has_a_form(game: str) -> None:
    evening = EVENINGS[game]
    listening = evening.listening()
    for player in evening.players():
        made = {tuple(map(str, form.pieces)) for form in forms(listening, player.id)}
        assert len(made) >= len(listening.examples(player.id))


def test_what_the_table_waits_for_comes_first() -> None:
    made = forms(EVENINGS["stones"].listening(), "1")
    assert [form.pieces for form in made if form.is_answer] == [("no",), ("first",), ("second",)]
    assert [form.is_answer for form in made[:4]] == [True, True, True, False]


def test_the_list_of_who_may_do_what_names_nothing_that_fills_a_blank() -> None:
    listed = {one.words: one.seats for one in sayable(EVENINGS["stones"].listening())}
    assert listed["put … on …"] is None
    assert (listed["draw"], listed["my card"]) == (("1", "3"), ("2",))
    assert not [words for words in listed if "Marble" in words or "Slate" in words]
