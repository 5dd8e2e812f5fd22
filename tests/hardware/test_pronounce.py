"""Pronunciations from several sources."""

from __future__ import annotations

import pytest

from hardware.ports import Pronounced
from hardware.recogniser.pronounce import PHONES, Pronouncer, bundled, espeak, flite, is_pronunciation, latin

WORDS = {"ale": ["EY L"], "win": ["W IH N"], "read": ["R IY D", "R EH D"]}


@pytest.fixture
def pronounce() -> Pronouncer:
    return Pronouncer(lambda word: WORDS.get(word, []), [lambda word: ["B AH"], lambda word: ["B IH", "B AH"]])


def test_a_word_of_the_dictionary_is_not_guessed(pronounce: Pronouncer) -> None:
    assert pronounce("read") == ("R IY D", "R EH D")


def test_an_unknown_word_is_asked_of_every_program_and_each_answer_kept_once(pronounce: Pronouncer) -> None:
    assert pronounce("brakkett") == ("B AH", "B IH")


def test_what_is_given_by_hand_comes_first(pronounce: Pronouncer) -> None:
    given = Pronounced("aelwyn", phones=("EY L IH N",), sounds_like=("ale win",))
    assert pronounce("aelwyn", given) == ("EY L IH N", "EY L W IH N", "B AH", "B IH")


def test_phones_that_do_not_exist_are_left_out(pronounce: Pronouncer) -> None:
    assert pronounce("win", Pronounced("win", phones=("W X N", ""))) == ("W IH N",)


def test_a_word_is_asked_for_once() -> None:
    asked: list[str] = []

    def guess(word: str) -> list[str]:
        asked.append(word)
        return ["B AH"]

    pronounce = Pronouncer(lambda word: [], [guess])
    pronounce("brakkett")
    pronounce("brakkett")
    assert asked == ["brakkett"]


def test_a_made_up_word_has_what_is_given_and_no_guess(pronounce: Pronouncer) -> None:
    assert pronounce("name'mill", Pronounced("name'mill", ("M IH L",), is_spelled=False)) == ("M IH L",)


@pytest.mark.case("C-025")
def test_missing_programs_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert espeak("brakkett") == flite("brakkett") == latin("brakkett") == []


def test_the_bundled_dictionary_gives_alternates_and_none_for_strangers() -> None:
    assert bundled()("read") == ["R EH D", "R IY D"]
    assert bundled()("brakkett") == bundled()("") == bundled()("zzzzz") == []


@pytest.mark.parametrize("word", ["brakkett", "zephyrine", "żurnak", "o'brien", "-x", "ørsted", "jean-luc"])
@pytest.mark.parametrize("program", [espeak, flite, latin])
def test_the_programs_give_phones_that_the_model_knows(program: object, word: str) -> None:
    assert callable(program)
    found = program(word)
    assert found
    for phones in found:
        assert is_pronunciation(phones)


def test_read_as_latin_every_letter_sounds_and_double_ones_once() -> None:
    assert [latin(word) for word in ("gwaith", "ophirra", "ixchara")] == [
        *(["G W AY TH"], ["AO F IH R AE"], ["IH K S K AE R AE"]),
    ]


def test_there_are_39_phones() -> None:
    assert len(set(PHONES)) == 39
