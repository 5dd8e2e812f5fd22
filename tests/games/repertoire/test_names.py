"""Names for cards, seats and rivalries, and the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire import names
from assistant.games.repertoire.state import Card, Rivalry
from assistant.games.repertoire.terms import Kind, Phase
from assistant.table import naming
from repertoire.play import A, B, C, P, Table


@pytest.mark.case("C-008")
@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("O'Hara", "ohara"),
        ("Anne-Marie", "anne marie"),
        ("St. Clair", "st clair"),
        ("D’Artagnan", "dartagnan"),
        ("ÉLOISE", "éloise"),
    ],
)
def test_names_are_folded_as_they_are_heard(name: str, folded: str) -> None:
    assert naming.fold(name) == folded


@pytest.mark.parametrize(("number", "said"), [(3, "three"), (12, "twelve"), (20, "twenty"), (99, "ninety nine")])
def test_cards_can_be_called_by_their_number(number: int, said: str) -> None:
    assert naming.number_words(number) == said


def _with(table: Table, *titles: str) -> Table:
    cards = tuple(Card(f"x{n}", n, Kind.PLAY, title) for n, title in enumerate(titles, start=10))
    table.state = replace(table.state, cards=(*table.state.cards, *cards))
    return table


def test_a_card_is_heard_by_name_by_a_word_that_only_it_has_and_by_number() -> None:
    table = _with(Table().begun(), "The Tin Duchess", "The Tin Soldier")
    name = next(name for name in names.cards(table.state) if name.id == "x10")
    assert name.heard == ("the tin duchess", "tin duchess", "duchess", "card ten")


def test_me_boss_here_and_the_play_are_offered_where_they_mean_something() -> None:
    table = Table().begun()
    assert {"me", "boss"} <= {name.id for name in names.cards(table.state)}
    assert not {"here", "play"} & {name.id for name in names.cards(table.state)}
    table = _with(table, "The Tin Duchess")
    table.state = replace(table.state, play="x10")
    assert "play" in {name.id for name in names.cards(table.state, (Kind.PLAY,))}


def test_cards_of_one_name_are_told_apart_by_their_numbers() -> None:
    shown = {name.id: name.display for name in names.cards(_with(Table().begun(), "Atwater", "Gravel").state)}
    assert (shown["c2"], shown["x10"], shown["x11"]) == ("Atwater (card 2)", "Atwater (card 10)", "Gravel")


def test_one_may_ask_to_see_rivalry_cards_and_what_is_not_there() -> None:
    table = Table().begun()
    table.state = replace(table.state, rivalries=(Rivalry("r1", 1, "Best Atwater"),))
    shown = {name.id: name for name in names.on_the_table(table.state)}
    assert {"here", "play"} <= shown.keys()
    assert "atwater" not in shown["r1"].heard, "that is the Actor's"


def test_a_seat_is_called_by_its_player_or_by_its_actor() -> None:
    table = Table().begun()
    ann = next(name for name in names.seats(table.state) if name.id == A)
    assert (ann.display, ann.heard) == ("Ann", ("ann", "atwater"))


def test_a_rivalry_is_called_by_its_title_a_word_of_it_or_its_number() -> None:
    table = Table().begun()
    table.state = replace(table.state, rivalries=(Rivalry("r1", 1, "Best Voice"), Rivalry("r2", 2, "Best Legs")))
    assert names.rivalries(table.state)[0].heard == ("best voice", "voice", "rivalry one")


def test_a_slot_may_hold_an_id_or_a_name_as_it_was_spoken() -> None:
    known = names.cards(_with(Table().begun(), "The Tin Duchess", "The Tin Soldier").state)
    assert naming.find(known, "x10") == "x10"
    assert naming.find(known, "Duchess") == "x10"
    assert naming.find(known, "tin") is None
    assert naming.find(known, 7) is None


def test_what_a_seat_is_called_at_the_table_is_its_character() -> None:
    state = Table().begun().state
    assert (names.display(state, C), names.player_name(state, C)) == ("Corvin", "Cleo")
    assert names.display(state, P) == "Grimsby"
    assert names.display(state, "9") == ""


def test_a_rivalry_without_a_title_is_shown_by_its_number() -> None:
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="…")
    table.do(A, "start_rivalry", text="Best Voice")
    assert [name.display for name in names.rivalries(table.state)] == ["rivalry 1", "Best Voice"]


@pytest.mark.rule("R-025", "R-093", "R-094")
def test_a_title_known_later_is_written_on_the_latest_card_without_one() -> None:
    table = Table().in_scene(A, phase=Phase.ARRIVAL)
    assert table.refused(A, "draft", text="Best Voice", slots={"intent": "start_rivalry"}) == "E_CARD_UNKNOWN"
    table.do(A, "start_rivalry", text="…")
    table.do(P, "make_enclave", text="…")
    table.do(B, "make_play", text="…")
    assert table.refused(A, "draft", text="…", slots={"intent": "start_rivalry"}) == "E_CONTENT"
    for intent, title in (("start_rivalry", "Best Voice"), ("make_enclave", "Lanternfold"), ("make_play", "Gravel")):
        table.do(A, "draft", text=title, slots={"intent": intent})
    assert table.state.rivalries[0].title == "Best Voice"
    assert (table.state.enclave, table.state.play) == (table.card("Lanternfold").id, table.card("Gravel").id)


@pytest.mark.rule("R-025", "R-093")
def test_a_name_is_put_right_on_the_very_thing_that_has_it() -> None:
    table = Table().in_scene(A, phase=Phase.ARRIVAL)
    table.do(A, "start_rivalry", text="…")
    table.do(P, "make_enclave", text="…")
    enclave = table.state.enclave
    table.do(B, "make_play", text="…")
    table.do(P, "draft", text="Lanternfold", slots={"intent": "make_enclave", "named": enclave})
    table.do(C, "spell", text="Lantern Fold", named="lanternfold")
    table.do(C, "spell", text="Best Voice", named="rivalry one")
    assert (table.card("Lantern Fold").id, table.state.rivalries[0].title) == (enclave, "Best Voice")
    assert table.refused(C, "spell", text="best voice", named="here") == "E_CARD_UNKNOWN"
    assert table.refused(C, "spell", text="?!", named=enclave) == "E_CONTENT"
    table.do(C, "spell", text="LANTERN FOLD", named=enclave)
