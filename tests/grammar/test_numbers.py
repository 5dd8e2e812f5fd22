"""Numbers, and the words that sound like them."""

from __future__ import annotations

import pytest

from grammar.numbers import number_in, words_of
from tests.grammar.troupe import Open, readings, slots


@pytest.mark.case("C-010")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("four for", {"for_count": 4}),
        ("for for", {"for_count": 4}),
        ("4 for", {"for_count": 4}),
        ("to for ate against", {"for_count": 2, "against_count": 8}),
        ("won for too against", {"for_count": 1, "against_count": 2}),
        ("point card won to", {"card": "c1", "fact": 2}),
        ("add fact to card to", {"card": "c2"}),
    ],
)
def test_sound_alikes_are_numbers_where_a_number_belongs(text: str, expected: dict[str, object]) -> None:
    assert slots(text) == expected


@pytest.mark.case("C-010")
@pytest.mark.parametrize("text", ["four", "for", "four four", "add fact two Atwater", "add fact 2 Atwater"])
def test_a_preposition_is_never_a_number(text: str) -> None:
    assert readings(text) == []


@pytest.mark.case("C-011")
def test_neighbouring_numbers_stay_apart() -> None:
    assert slots("rolled two two six") == {"dice": (2, 2, 6)}
    assert slots("split twenty one") == {"for_count": 20, "against_count": 1}


@pytest.mark.case("C-011")
def test_a_compound_is_one_number_only_where_it_may_be_and_else_both_are_asked() -> None:
    d20 = [Open("rolled", None, {"dice": range(1, 21)})]
    d100 = [Open("rolled", None, {"dice": range(1, 101)})]
    assert slots("rolled twenty one", opens=d20) == {"dice": (20, 1)}
    assert {r.slots["dice"] for r in readings("rolled twenty one", opens=d100)} == {(20, 1), (21,)}
    assert slots("rolled 21", opens=d100) == {"dice": (21,)}


@pytest.mark.case("C-011")
def test_digits_run_together_with_letters_are_not_fused() -> None:
    assert slots("d6") == {"n": 1}
    assert readings("2d63d8") == []


@pytest.mark.case("C-013")
def test_mishearings_of_the_die_letter_count_where_a_sentence_has_it() -> None:
    for text in ("d six", "dee six", "the six", "tea six"):
        assert slots(text) == {"n": 1}
    assert readings("the six of us") == []


@pytest.mark.parametrize("text", ["a trial", "another trial", "one trial", "1 trial", "trial"])
def test_an_article_before_a_noun_is_one(text: str) -> None:
    assert slots(text) == {"n": 1}


def test_an_article_among_told_faces_is_no_face() -> None:
    assert slots("rolled a four") == {"dice": (4,)}


def test_faces_without_numbers_have_their_own_words() -> None:
    assert slots("rolled plus blank minus", opens=[Open("rolled")]) == {"dice": (1, 0, -1)}


def test_words_and_numbers_are_each_others_opposite() -> None:
    assert all(number_in(words_of(number)) == number for number in range(101))
    assert number_in(("17",)) == 17
    assert number_in(("twenty", "eleven")) is None
