"""The plan of the printed card: every sentence has its place on it, and what is wrong is said when it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from grammar import Phrasebook, PhrasebookError

TWO = 'intents: {a: {sentences: ["alpha"]}, b: {sentences: ["beta"]}}\n'


def load(tmp_path: Path, card: str) -> Phrasebook:
    file = tmp_path / "sentences.en.yaml"
    file.write_text(f"{TWO}{card}", encoding="utf-8")
    return Phrasebook.load(file)


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ("card: {sections: [{title: X, intents: [a]}]}", "b is in no section"),
        ("card: {sections: [{title: X, intents: [a, b, c]}]}", "there is no intent c"),
        ("card: {only: {Boss: [c]}, sections: [{title: X, intents: [a, b]}]}", "there is no intent c"),
        ("card: {sections: [{title: X, intents: [a, b]}], size: A4}", "unknown field 'size'"),
        ("card: {sections: [{intents: [a, b]}]}", "must have sections"),
        ("card: [a, b]", "must have sections"),
    ],
)
def test_a_fault_of_the_card_is_named(tmp_path: Path, card: str, fault: str) -> None:
    with pytest.raises(PhrasebookError) as caught:
        load(tmp_path, card)
    assert [one for one in caught.value.faults if one.startswith("sentences.en.yaml: card: ") and fault in one]


def test_a_game_s_sections_come_before_the_shell_s_which_lose_what_the_game_has_placed(tmp_path: Path) -> None:
    book = load(tmp_path, "card: {sections: [{title: First, intents: [a, undo]}, {title: At any time, intents: [b]}]}")
    sections = book.card.sections_of(book.intents)
    assert list(sections)[:2] == ["First", "At any time"]
    assert sections["First"] == ("a", "undo")
    assert sections["At any time"][:2] == ("b", "repeat")
    assert "undo" not in sections["At any time"]


def test_a_game_that_says_nothing_of_a_card_has_all_its_sentences_on_one(tmp_path: Path) -> None:
    book = load(tmp_path, "")
    sections = book.card.sections_of(book.intents)
    assert next(iter(sections.items())) == ("", ("a", "b"))
    assert {intent for intents in sections.values() for intent in intents} == set(book.intents)
