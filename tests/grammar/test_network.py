"""The word network: what can be heard is what is understood."""

from __future__ import annotations

import gc
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grammar import Matches, NoMatch, Phrasebook, WordNetwork
from grammar.network import Arc
from tests.grammar.troupe import BOOK, CARDS, CROWN, OPENS, SEATS, SENTENCES, Name, Open, match

BUTTON = BOOK.network(OPENS, seat="1", seats=SEATS, hands_free=False)
HANDS_FREE = BOOK.network(OPENS, seat=None, seats=SEATS, hands_free=True)
WORDS = sorted({word for _, _, word in HANDS_FREE.arcs if word} | {"please", "the", "2", "to", "zork", "D6", "Ann's"})


def walk(network: WordNetwork, data: st.DataObject) -> str:
    """One phrase of a network, by a walk along its arcs."""
    words: list[str] = []
    node = 0
    while node != network.final:
        _, node, word = data.draw(st.sampled_from([arc for arc in network.arcs if arc[0] == node]))
        words += [word] if word else []
    return " ".join(words)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_phrase_of_a_network_is_understood_as_something_open(data: st.DataObject) -> None:
    phrase = walk(BUTTON, data)
    assert BUTTON.accepts(phrase)
    found = match(phrase)
    assert isinstance(found, Matches)
    assert all(reading.open for reading in found.readings)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_every_phrase_said_hands_free_is_understood_unless_it_names_two_speakers(data: st.DataObject) -> None:
    phrase = walk(HANDS_FREE, data)
    before, by, after = phrase.rpartition(" by ")
    said_first = [name for seat in SEATS for name in seat.heard if before.startswith(f"{name} ")]
    assume(not by or not said_first or after in said_first)
    assert isinstance(match(phrase, seat=None), Matches)


@given(card=st.sampled_from(CARDS[:3]), fact=st.integers(1, 5), data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_phrase_is_understood_as_the_intent_and_slots_it_was_made_from(
    card: Name, fact: int, data: st.DataObject
) -> None:
    said = data.draw(st.sampled_from(card.heard))
    found = match(f"point {said} {fact}")
    assert isinstance(found, Matches)
    assert [(r.intent, r.slots) for r in found.readings] == [("use_fact", {"card": card.id, "fact": fact})]


@given(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_a_network_accepts_exactly_what_is_understood_as_open(text: str) -> None:
    found = match(text)
    understood = isinstance(found, Matches) and all(reading.open for reading in found.readings)
    assert BUTTON.accepts(text) == understood


@given(
    st.text(max_size=400) | st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.sampled_from(["1", None])
)
@settings(max_examples=150, deadline=None)
def test_no_text_whatever_is_an_error(text: str, seat: str | None) -> None:
    assert isinstance(match(text, seat=seat), Matches | NoMatch)


@pytest.mark.parametrize("network", [BUTTON, HANDS_FREE])
def test_every_pair_of_neighbours_occurs_in_the_phrases(network: WordNetwork) -> None:
    phrases = [phrase.split() for phrase in network.phrases(10)]
    assert all(network.accepts(" ".join(phrase)) for phrase in phrases)
    pairs = {pair for words in phrases for pair in zip(["", *words], [*words, ""], strict=True)}
    assert neighbours(network) <= pairs


def neighbours(network: WordNetwork) -> set[tuple[str, str]]:
    """All pairs of words that can follow each other; ``""`` is before the first and after the last."""
    leaving: dict[int, list[tuple[int, str]]] = {}
    for at, to, word in network.arcs:
        leaving.setdefault(at, []).append((to, word))

    def following(node: int) -> set[str]:
        own = {""} if node == network.final else set()
        return own.union(*({word} if word else following(to) for to, word in leaving.get(node, ())))

    first = {("", word) for word in following(0)}
    return first | {(word, after) for _, to, word in network.arcs if word for after in following(to)}


def test_few_phrases_are_given_one_by_one() -> None:
    opens = [Open("cue", None, {"seat": SEATS}), Open("on_cue")]
    network = BOOK.network(opens, seat="1", seats=SEATS, hands_free=False)
    assert sorted(network.phrases(8)) == [
        *("cue ann", "cue ben", "cue paul", "i'm on", "my cue", "your cue ann", "your cue ben", "your cue paul"),
    ]


def test_what_a_keyboard_writes_is_not_listened_for() -> None:
    words = {word for _, _, word in BUTTON.arcs}
    assert {"four", "eight"} <= words
    assert not words & {"4", "ate", "too", "dee"}
    assert all(BUTTON.accepts(text) for text in ("4 for", "ate for"))


def test_a_sentence_for_writing_is_understood_and_not_listened_for() -> None:
    network = BOOK.network([Open("show_rancor")], seat="1", seats=SEATS, hands_free=False)
    assert network.accepts("rancor shown")
    assert sorted(network.phrases(8)) == ["my rancor", "show rancor"]


def test_free_words_are_one_arc_to_the_end() -> None:
    assert {to for _, to, word in BUTTON.arcs if word == "…"} == {BUTTON.final}


def test_every_arc_is_on_a_way_from_the_start_to_the_end() -> None:
    assert {at for at, _, _ in BUTTON.arcs} | {BUTTON.final} == {to for _, to, _ in BUTTON.arcs} | {0}


def test_expected_names_are_listened_for_beside_free_words() -> None:
    ysolde = Name("n1", "Ysolde", ("is older",))
    network = BOOK.network([Open("play_as")], seat="1", seats=SEATS, hands_free=False, expected=[ysolde])
    assert {"i play is older", "i play …"} <= set(network.phrases(20))


def test_only_what_is_open_to_the_seat_is_listened_for() -> None:
    other = BOOK.network(OPENS, seat="2", seats=SEATS, hands_free=False)
    assert BUTTON.accepts("question ann")
    assert not other.accepts("question ann")


def test_a_sentence_whose_slot_cannot_be_filled_is_not_listened_for() -> None:
    network = BOOK.network([Open("cue", None, {"seat": ()})], seat="1", seats=SEATS, hands_free=False)
    assert network.arcs == ()


def test_among_answers_only_what_is_waited_for_is_listened_for() -> None:
    network = BOOK.network(OPENS, seat=None, seats=SEATS, hands_free=True, answers_only=True)
    assert all(network.accepts(text) for text in ("rancor", "ann rancor"))
    assert not network.accepts("show rancor")


def test_the_same_situation_gives_the_same_network() -> None:
    again = BOOK.network(list(OPENS), seat="1", seats=list(SEATS), hands_free=False)
    assert again is BUTTON


def test_what_was_laid_down_for_names_of_hours_ago_is_let_go() -> None:
    book = Phrasebook.load(SENTENCES)
    before, arcs = _arcs_in_memory(), []
    for number, letters in enumerate(product("abcdefghijklmnopqrst", repeat=2)):
        name = "".join(letters)
        opens = [Open("establish_fact", None, {"card": (Name(name, name, (name,)),)}), *OPENS[1:]]
        network = book.network(opens, seat="1", seats=SEATS, hands_free=False)
        if number % 14 == 0:
            assert network.accepts(f"fact on {name}")
            arcs.append(_arcs_in_memory() - before)
    assert max(arcs[-5:]) < 1.5 * max(arcs[:5])


def _arcs_in_memory() -> int:
    return sum(type(each) is Arc for each in gc.get_objects())


@pytest.mark.case("C-007")
@pytest.mark.parametrize(
    "name", ['"', "\\", "line\nbreak", "   ", "42", "x" * 200, "y " * 2000, "{card}", "[a|b]", "…", "\0"]
)
def test_any_name_makes_a_well_formed_network(name: str) -> None:
    opens = [Open("establish_fact", None, {"card": (Name("c1", name, (name,)), *CARDS[:1])})]
    network = BOOK.network(opens, seat="1", seats=SEATS, hands_free=False)
    assert network.accepts("fact on atwater")
    assert all(word == word.strip().lower() and not set(word) & set('"\\{}[]|\0\n ') for _, _, word in network.arcs)


@pytest.mark.case("C-001")
def test_a_name_that_cannot_be_said_shortens_no_sentence() -> None:
    opens = [Open("establish_fact", None, {"card": (Name("c1", "!?", ("!?",)),)})]
    network = BOOK.network(opens, seat="1", seats=SEATS, hands_free=False)
    assert not network.accepts("fact on")
    assert network.arcs == ()


def test_examples_are_understood_as_what_they_show() -> None:
    examples = BOOK.examples(OPENS, "1")
    assert "challenge The Crown" in examples
    assert CROWN.display in " ".join(examples)
    for example in examples:
        assert isinstance(match(example), Matches), example


def test_what_cannot_be_done_now_is_listened_for_only_where_no_free_words_are_in_it() -> None:
    closed = [Open("on_cue"), Open("play_as")]
    network = BOOK.network([Open("cue", None, {"seat": SEATS})], seat="1", seats=SEATS, hands_free=False, closed=closed)
    assert network.accepts("cue ann")
    assert network.accepts("i'm on")
    assert not network.accepts("i play ysolde")


def test_what_is_typed_only_is_no_example_of_what_can_be_said(tmp_path: Path) -> None:
    page = tmp_path / "sentences.yaml"
    page.write_text("intents:\n  spell:\n    written: ['spell it']\n  pass:\n    sentences: ['I pass']\n", "utf-8")
    book = Phrasebook.load(page)
    opens = [Open("spell", None, {}), Open("pass", None, {})]
    assert book.examples(opens, "1") == ("I pass",)
    assert isinstance(book.match("spell it", opens, seat="1", seats=SEATS), Matches)
