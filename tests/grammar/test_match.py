"""What a sentence means at the table."""

from __future__ import annotations

import pytest

from grammar import Matches, NoMatch
from tests.grammar.troupe import CARDS, OPENS, Name, Open, match, reading, readings, slots


@pytest.mark.parametrize("text", ["fact on Atwater", "FACT ON ATWATER.", "add a fact to atwater", "fact on card one"])
def test_a_sentence_gives_its_intent_and_the_id_of_the_card(text: str) -> None:
    assert (reading(text).intent, slots(text)) == ("establish_fact", {"card": "c1"})


def test_a_name_is_understood_as_displayed_even_if_it_is_heard_otherwise() -> None:
    opens = [Open("establish_fact", None, {"card": (Name("c1", "Ysolde", ("is older",)),)})]
    assert slots("fact on Ysolde", opens=opens) == slots("fact on is older", opens=opens) == {"card": "c1"}


@pytest.mark.case("C-008")
@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("O'Brien", "O’BRIEN"),
        ("Jean-Luc", "jean luc"),
        ("Mr. Vane", "mr vane"),
        ("Dillinger’s Organ", "dillinger's organ"),
        ("Élodie", "elodie"),
        ("Two  Blanks", "two blanks"),
        ("Act 2", "act two"),
    ],
)
def test_a_name_with_signs_in_it_is_understood_in_any_spelling_of_them(written: str, typed: str) -> None:
    opens = [Open("establish_fact", None, {"card": (Name("c9", written, (written.lower(),)),)})]
    for text in (written, written.upper(), typed):
        assert slots(f"fact on {text}", opens=opens) == {"card": "c9"}


@pytest.mark.case("C-002")
@pytest.mark.parametrize(
    "blend",
    [
        "add fact to add token to the producer",
        "roll roll two d six",
        "pause the roll",
        "fact on atwater fact",
        "undo rancor",
        "fact on",
        "on atwater",
    ],
)
def test_a_blend_of_sentences_is_nothing(blend: str) -> None:
    found = readings(blend)
    assert [r for r in found if r.intent != "establish_fact"] == []
    assert all(r.text for r in found)


def test_a_blend_that_ends_in_free_words_stays_free_words() -> None:
    assert reading("fact on atwater fact").text == "fact"


@pytest.mark.case("C-031")
def test_a_command_inside_a_monologue_is_nothing() -> None:
    assert readings("I shall roll two of them down the hill and pause dear friends undo") == []


@pytest.mark.case("C-028")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("add fact to Atwater he owes two tokens to the producer", "he owes two tokens to the producer"),
        ("add fact to Atwater: He was married, at least once!", "He was married, at least once!"),
        ("add fact to Atwater add fact to Atwater", "add fact to Atwater"),
        ("Atwater fact: the man   lied  ", "the man lied"),
        ("add fact to Atwater", None),
        ("add fact to Atwater …", "…"),
        ("fact on the boss the house is his", "the house is his"),
    ],
)
def test_free_words_are_all_after_the_name_as_they_were_written(text: str, words: str | None) -> None:
    assert reading(text).text == words


def test_three_dots_at_the_end_of_a_word_are_punctuation() -> None:
    assert reading("fact on Atwater he lied…").text == "he lied…"


def test_free_words_may_stand_before_a_last_slot() -> None:
    only = reading("you play Ysolde of Wrax, Ann")
    assert (only.slots, only.text) == ({"seat": "2"}, "Ysolde of Wrax")


def test_a_sentence_without_free_words_is_preferred() -> None:
    assert reading("I want the crown").intent == "challenge"
    assert reading("I want the moon").text == "the moon"


def test_the_longer_name_is_preferred() -> None:
    assert slots("fact on Ann Three") == {"card": "c5"}
    assert slots("Ann three three") == {"card": "c5", "fact": 3}


@pytest.mark.case("C-026")
def test_two_cards_of_the_same_name_are_two_readings() -> None:
    twins = (Name("p1", "Tempest", ("tempest",)), Name("e1", "Tempest", ("tempest",)))
    found = readings("fact on Tempest", opens=[Open("establish_fact", None, {"card": twins})])
    assert {r.slots["card"] for r in found} == {"p1", "e1"}


def test_constants_of_a_sentence_fill_its_slots() -> None:
    assert slots("fact here") == {"card": "here"}
    assert slots("all for") == {"for_count": "all"}


def test_a_constant_that_is_not_among_the_names_of_now_is_not_open() -> None:
    cards = [Open("establish_fact", None, {"card": CARDS[:2]})]
    assert not reading("fact here", opens=cards).open


def test_a_slot_may_be_filled_several_times() -> None:
    assert slots("take eight four d eight")["die"] == ("8", "4", "8")
    assert slots("rolled four 4 eleven")["dice"] == (4, 4, 11)


def test_the_possessive_of_a_name_is_understood() -> None:
    assert slots("question Ann's trial") == slots("question Ann’s trial") == {"seat": "2"}


def test_fillers_mean_nothing() -> None:
    assert reading("okay please undo that um").intent == "undo"
    assert slots("fact on my Atwater please") == {"card": "c1"}


def test_a_filler_of_the_sentence_itself_counts() -> None:
    assert reading("rancor").intent == "take_rancor"
    assert reading("my rancor").intent == "show_rancor"
    assert reading("my cue").intent == "on_cue"
    assert not isinstance(match("cue"), Matches)


def test_my_cue_is_not_the_cue_of_another() -> None:
    assert readings("my cue Ann") == []


class TestHandsFree:
    @pytest.mark.parametrize(
        "text",
        ["Ann: fact on Atwater", "ann fact on atwater", "fact on Atwater by Ann", "Ann adds a fact to Atwater"],
    )
    def test_the_speaker_may_be_named(self, text: str) -> None:
        only = reading(text, seat=None)
        assert (only.intent, only.slots, only.who, only.open) == ("establish_fact", {"card": "c1"}, "2", True)

    def test_the_speaker_need_not_be_named(self) -> None:
        assert reading("fact on Atwater", seat=None).who is None

    def test_a_seat_that_holds_its_button_is_not_named_before_the_sentence(self) -> None:
        assert readings("Ann adds a fact to Atwater") == []

    def test_what_only_another_seat_may_ask_for_is_not_open(self) -> None:
        assert reading("Paul question Ann", seat=None).open
        assert not reading("Ann question Paul", seat=None).open

    def test_by_at_the_end_of_free_words_belongs_to_them(self) -> None:
        only = reading("fact on Atwater he was seen by Ann", seat=None)
        assert (only.text, only.who) == ("he was seen by Ann", None)


class TestNotOpenNow:
    def test_a_sentence_of_the_book_is_understood_as_not_open(self) -> None:
        only = reading("roll the dice")
        assert (only.intent, only.open) == ("roll", False)

    def test_a_sentence_open_to_other_seats_is_understood_as_not_open(self) -> None:
        only = reading("question Ann", seat="2")
        assert (only.intent, only.slots, only.open) == ("question", {"seat": "2"}, False)

    def test_its_slots_are_known_names_or_words_as_spoken(self) -> None:
        rest = [one for one in OPENS if one.intent != "cue"]
        assert slots("cue Ben", opens=rest) == {"seat": "3"}
        assert slots("cue Old Nick", opens=rest) == {"seat": "Old Nick"}

    def test_a_number_out_of_range_is_still_that_number(self) -> None:
        only = reading("point Atwater nine")
        assert (only.slots, only.open) == ({"card": "c1", "fact": 9}, False)

    def test_one_reading_is_enough_where_nothing_will_be_done(self) -> None:
        assert not reading("question Old Nick", opens=[]).open

    def test_the_id_of_one_kind_of_thing_is_never_taken_for_another(self) -> None:
        assert isinstance(match("cue Atwater"), NoMatch)

    def test_hands_free_it_keeps_the_speaker(self) -> None:
        assert reading("Ben: roll", seat=None).who == reading("roll by Ben", seat=None).who == "3"


@pytest.mark.parametrize(
    ("text", "card"), [("card ninety nine", "card ninety nine"), ("card 99", "card ninety nine"), ("card 1", "c1")]
)
def test_a_number_that_no_card_has_is_told_to_the_game(text: str, card: str) -> None:
    found = reading(f"fact on {text}")
    assert (found.intent, found.slots["card"], found.open) == ("establish_fact", card, card == "c1")


class TestNotUnderstood:
    @pytest.mark.parametrize(
        ("text", "unknown"),
        [
            ("fact on Zork", "Zork"),
            ("Zork fact: he lied", "Zork"),
            ("point at water two", "at water"),
            ("undo everything now", "everything now"),
            ("hello there", None),
        ],
    )
    def test_the_part_not_understood_is_named(self, text: str, unknown: str | None) -> None:
        found = match(text)
        assert isinstance(found, NoMatch)
        assert (found.heard, found.unknown) == (text, unknown)

    def test_the_nearest_sentence_is_named(self) -> None:
        found = match("fax on Atwater")
        assert isinstance(found, NoMatch)
        assert found.near == "fact on Atwater"

    @pytest.mark.parametrize("nothing", ["", "   ", "?!", "…", "\n\t"])
    def test_nothing_is_not_understood(self, nothing: str) -> None:
        assert isinstance(match(nothing), NoMatch)

    def test_ten_megabytes_are_one_short_answer(self) -> None:
        found = match("fact on atwater " * 700_000)
        assert isinstance(found, NoMatch)
        assert len(found.heard) <= 2_000


def test_expected_names_arrive_as_they_are_written() -> None:
    found = match("I play ysolde of wrax", expected=(Name("n1", "Ysolde of Wrax", ("ysolde of wrax",)),))
    assert isinstance(found, Matches)
    assert [r.text for r in found.readings] == ["Ysolde of Wrax"]
