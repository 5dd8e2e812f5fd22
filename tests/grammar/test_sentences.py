"""Sentence files: what is wrong with them is said when they are read, all of it."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from grammar import COMMON, Phrasebook, PhrasebookError, clashes, lint, whole_commands
from tests.grammar.troupe import BOOK, SEATS, Open

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "assistant" / "games").glob("*/sentences.en.yaml"))


def load(tmp_path: Path, text: str) -> Phrasebook:
    file = tmp_path / "sentences.en.yaml"
    file.write_text(text, encoding="utf-8")
    return Phrasebook.load(file)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('intents: {a: {sentences: ["roll"]}, b: {sentences: ["(cast|roll)"]}}', "is a sentence of a and of b"),
        ('intents: {a: {sentences: ["[the] roll"]}, b: {sentences: ["roll"]}}', "is a sentence of a and of b"),
        ('intents: {a: {sentences: ["[roll] [it]"]}}', "may be wholly left out"),
        ('intents: {a: {sentences: ["the"]}}', "may be wholly left out"),
        ('intents: {a: {sentences: ["roll (it"]}}', "is not a sentence template"),
        ('intents: {a: {sentences: ["<rule> roll"]}}', "only [ ], ( | ) and { } can be used"),
        ("intents: {a: {sentences: [yes]}}", "put it in quotes"),
        ("intents: {a: {}}", "has no sentences"),
        ('intents: {a: {sentences: ["roll"], answers: true}}', "unknown field 'answers'"),
        ('intents: {no: {sentences: ["roll"]}}', "in quotes"),
        ("intents: [", "cannot be read"),
        ("- a", "must be a mapping"),
        ('intents: {a: {sentences: ["repeat"]}}', "is a sentence of repeat and of a"),
        ("lists: {fudge: [plus]}", "must map each value to its words"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(PhrasebookError) as caught:
        load(tmp_path, text)
    assert fault in str(caught.value)


def test_all_faults_are_named_together(tmp_path: Path) -> None:
    with pytest.raises(PhrasebookError) as caught:
        load(tmp_path, 'intents: {a: {}, b: {sentences: ["[x]", "roll ("]}}')
    assert len(caught.value.faults) == 3


def test_intents_that_are_never_open_together_may_share_a_sentence(tmp_path: Path) -> None:
    book = load(tmp_path, 'intents: {a: {sentences: ["d eight"], never_with: [b]}, b: {sentences: ["d eight"]}}')
    both = [Open("a"), Open("b")]
    assert clashes(book, both, "1") == ["“d eight” can mean a and b now"]
    assert clashes(book, both[:1], "1") == []


def test_a_game_may_add_sentences_to_an_intent_of_the_shell(tmp_path: Path) -> None:
    book = load(tmp_path, 'intents: {pause: {sentences: ["halt"]}}')
    network = book.network([Open("pause")], seat="1", seats=SEATS, hands_free=False)
    assert all(network.accepts(text) for text in ("halt", "time out"))


def test_words_that_the_recogniser_lacks_are_named(tmp_path: Path) -> None:
    book = load(tmp_path, 'intents: {a: {sentences: ["zhurnak {card}"]}}')
    assert lint(book, knows=lambda word: word != "zhurnak") == ["the word 'zhurnak' is unknown to the recogniser"]


def test_slots_that_nothing_fills_are_named(tmp_path: Path) -> None:
    book = load(tmp_path, 'intents: {a: {sentences: ["take {card} {text}"]}}')
    declared = {intent: ["card", "named"] for intent in book.intents if intent != "a"}
    assert lint(book, declared={**declared, "a": ["card"]}) == []
    assert lint(book, declared=declared) == ["a: nothing ever fills {card} of “take {card} {text}”"]


def test_words_of_a_table_that_are_a_sentence_by_themselves_are_named(tmp_path: Path) -> None:
    sentences = '{a: {sentences: ["roll [the] bones [for {card}]"]}, b: {sentences: ["{card}", "that is {card}"]}}'
    book = load(tmp_path, f"intents: {sentences}")
    forms = ["The bones, roll", "Roll those bones", "Roll bones", "time-out", "that is", "the"]
    assert whole_commands(book, forms) == [("Roll bones", "a"), ("time-out", "pause")]


@lru_cache(maxsize=1)
def embedded_dictionary() -> frozenset[str]:
    """The words of the recogniser that comes along."""
    (folder,) = getattr(find_spec("pocketsphinx"), "submodule_search_locations", ())
    lines = (Path(folder) / "model" / "en-us" / "cmudict-en-us.dict").read_text(encoding="utf-8")
    return frozenset(line.split(maxsplit=1)[0] for line in lines.splitlines() if line.strip())


@pytest.mark.case("C-001")
@pytest.mark.parametrize("file", [COMMON, *GAMES], ids=lambda file: file.parent.name)
def test_the_sentences_of_every_game_are_sound_and_can_be_heard(file: Path) -> None:
    assert lint(Phrasebook.load(file), knows=embedded_dictionary().__contains__) == []


def test_the_words_of_a_book_are_its_fixed_words() -> None:
    assert {"fact", "against", "undo"} <= BOOK.words()
    assert not BOOK.words() & {"atwater", "{card}"}
