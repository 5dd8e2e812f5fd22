"""Checks as they are spoken: sentences understood at their moment, dice called out, lines said word for word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from assistant.evening import ChanceDice, Evening, Manner, MemoryJournal, begin_journal
from assistant.evening.typed import answer_line
from assistant.games import errantry
from hardware.fakes.ticker import HandTicker
from tests.contracts.playing import Subject
from tests.games.errantry.episode import FOLDER, shipped_config

_SCENE = (
    "1: begin the session",
    "1: next scene for Anna",
    "1: Cara is marshal",
    "1: I want a boon",
    "2: the encounter card is queen of hearts",
    "2: numbers are two of clubs and two of spades",
    "2: build the character",
)


@cache
def _subject() -> Subject:
    return Subject.of(errantry.GAME, FOLDER, shipped_config())


def _evening(*, real_dice: bool = False, **settings: object) -> Evening:
    """Anna comes, Ben holds and plays a knight, Cara is Marshal; everything is said in full."""
    subject = _subject()
    config, journal = replace(subject.config, **settings), MemoryJournal()
    begin_journal(journal, subject.game, config)
    evening = Evening(
        subject.game,
        book=subject.book,
        lines=subject.lines,
        journal=journal,
        ticker=HandTicker(),
        manner=Manner("full", real_dice=real_dice),
        dice=ChanceDice(bytes(32)),
    )
    evening.begin(("Anna", "Ben", "Cara", "Dirk"), "")
    for line in _SCENE:
        assert answer_line(evening, line).refusal is None, line
    return evening


_SPOKEN: Sequence[tuple[str, str]] = (
    ("1: how good is mortimer at sword", "show_rank"),
    ("1: I use sword so that the rope comes down", "use_ability"),
    ("1: rather lance", "change_ability"),
    ("3: difficulty good", "set_difficulty"),
    ("3: that needs training", "set_difficulty"),
    ("3: two penalty dice for mortimer", "give_penalty"),
    ("3: one penalty die", "give_penalty"),
    ("1: what do I roll", "how_many_dice"),
    ("2: gift die for mortimer", "give_gift"),
    ("1: how many gift dice", "count_gifts"),
    ("1: I spend valor", "spend"),
    ("1: my secret steady hand", "use_secret"),
    ("1: I rolled plus blank zero plus plus", "rolled"),
    ("1: keep it", "accept"),
    ("1: sword helps persuade", "complex_check"),
    ("1: it goes on", "choose_policy"),
    ("1: roll", "roll"),
    ("1: roll it", "roll"),
    ("1: done", "accept"),
    ("1: mortimer with lance against knight with sword", "resist_check"),
    ("1: never mind", "never_mind"),
    ("1: lance against knight", "resist_check"),
    ("2: knight resists with sword", "change_ability"),
    ("1: knight has no idea", "surprise"),
    ("1: no check", "never_mind"),
    ("1: surprise attack on knight", "surprise"),
    ("1: I use sword", "use_ability"),
    ("1: plus plus minus", "rolled"),
    ("3: that stands", "let_stand"),
    ("1: contest between mortimer and geoffrey for the best song", "compete"),
    ("1: forget it", "never_mind"),
    ("1: mortimer and geoffrey compete with ride", "compete"),
    ("4: I compete too", "join_contest"),
    ("1: without rosamund", "leave_check"),
    ("3: geoffrey rolled plus plus plus", "rolled"),
    ("1: dice are plus blank minus", "rolled"),
    ("3: that stands", "let_stand"),
    ("1: break the tie", "settle_tie"),
    ("1: plus plus plus", "rolled"),
    ("1: roll the dice", "roll"),
    ("3: that stands", "let_stand"),
    ("1: group check lore", "help_together"),
    ("1: forget it", "never_mind"),
    ("3: geoffrey helps mortimer with music", "help_somebody"),
    ("1: change to persuade", "change_ability"),
    ("4: I help with bow", "help_somebody"),
    ("1: forget it", "never_mind"),
    ("1: I try with arts juggling", "use_ability"),
    ("1: forget it", "never_mind"),
    ("1: refresh valor with knight no contest", "refresh"),
)


@pytest.mark.rule("E-036", "E-038", "E-051", "E-060", "E-066", "E-072")
def test_every_sentence_is_understood_at_its_moment() -> None:
    evening = _evening()
    for line, intent in _SPOKEN:
        answer = answer_line(evening, line)
        assert (answer.intent, answer.refusal) == (intent, None), (line, answer.show)


@pytest.mark.rule("E-047", "E-049", "E-053", "E-059")
def test_a_check_is_said_word_for_word() -> None:
    evening = _evening()
    said = {
        "1: I use sword": "Sir Mortimer uses Sword. Roll three dice.",
        "3: one penalty die": "Marshal gives one penalty die.",
        "1: how many dice": "Roll four dice, keep worst three.",
        "1: I rolled plus plus blank minus": "Heard plus, plus, blank, minus. Kept plus, blank, minus. Two: Good.",
        "1: spend a point rolled plus": "One valor spent. Four left. Extra die plus. Now Amazing.",
        "3: that stands": "Amazing. Success.",
        "1: sword then persuade": "First Sword, then Persuade.",
        "1: plus blank blank": "Heard plus, blank, blank. Kept plus, blank, blank. Three: Great.",
        "1: accept": "Three bonus dice for Persuade.",
        "1: forget it": "Too late. The dice are rolled.",
    }
    assert {line: answer_line(evening, line).say for line in said} == said


@pytest.mark.rule("E-054", "E-055", "E-056", "E-057")
@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("colour", ("rolled blue red white", "rolled green")),
        ("plain_d6", ("rolled five one four", "rolled six")),
        ("marked_d6", ("rolled five two four", "rolled one")),
        ("cards", ("rolled king jack queen", "rolled king")),
    ],
)
@pytest.mark.parametrize("real_dice", [False, True])
def test_real_dice_are_called_out_when_asked_for_or_along_with_the_words(
    real_dice: bool, source: str, lines: tuple[str, str]
) -> None:
    evening = _evening(real_dice=real_dice, dice_source=source)
    first, more = ["1: " + lines[0]], [f"1: spend a point {lines[1]}"]
    if real_dice:
        first, more = ["1: roll", *first], ["1: spend a point", "1: " + lines[1]]
    said = [answer_line(evening, line).say for line in ("1: I use sword", *first, *more)]
    assert str(said[len(first)]).endswith("Kept plus, blank, minus. Two: Good.")
    assert str(said[-1]).endswith("Extra die plus. Now Amazing.")


@pytest.mark.rule("E-045", "E-053")
def test_dice_that_do_not_fit_are_asked_for_again() -> None:
    evening = _evening()
    answer_line(evening, "1: I use sword")
    answer = answer_line(evening, "1: I rolled plus plus")
    assert answer.refusal == "E_FACES"
    assert answer_line(evening, "1: I rolled plus plus minus").refusal is None
