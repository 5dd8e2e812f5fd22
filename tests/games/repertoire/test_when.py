"""When each command is taken: in a break, while a question waits, in set-up, after the end (R-076, R-128, 3.17)."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.engine import ORDERS
from assistant.table import CLOCK, Refusal
from repertoire.play import A, C, P, Table

LOOKING = {"my_steel", "my_tokens", "show_card", "show_rancor", "show_stakes", "time_left", "who_is_left"}
WORDS = {"reword", "spell", *(intent for intent in ORDERS if intent.startswith("draft_"))}
"""Putting words right moves nothing."""
BREAKS = {"pause", "suspend", "resume", "interrupted"}
ANSWERS = {"relent", "insist", "take_rancor", "let_go", "let_go_due", "never_mind"}
SET_UP = {"be_producer", "start_clock", "begin_play"}
CARDS = {"name_card", "write_desire", "add_seat"}
TIME = {"warn", "expire", "undo"}


def _codes(table: Table, intent: str) -> set[str]:
    """How an Actor, the Producer and the clock are refused when each gives the bare command; "" where not at all."""
    codes = set()
    for seat in (A, P, CLOCK):
        before = table.state
        if intent.startswith("draft_"):
            outcome = table.try_(seat, "draft", text="x", slots={"intent": intent.removeprefix("draft_")})
        else:
            outcome = table.try_(seat, intent, text="x")
        codes.add(outcome.code if isinstance(outcome, Refusal) else "")
        table.state = before
    return codes


def _refused(table: Table, code: str) -> set[str]:
    """The intents that are refused with this, whoever gives them."""
    return {intent for intent in ORDERS if _codes(table, intent) == {code}}


@pytest.mark.rule("R-128")
def test_in_a_break_only_looking_words_and_going_on_are_taken() -> None:
    table = Table().in_scene(A)
    table.do(A, "pause")
    assert set(ORDERS) - _refused(table, "E_PAUSED") == LOOKING | WORDS | BREAKS | SET_UP | {"new_game"}


@pytest.mark.rule("R-128")
def test_in_a_break_of_the_set_up_no_card_is_written_and_the_clock_goes_on_by_resuming_only() -> None:
    table = Table().cast()
    table.do(A, "pause")
    assert _refused(table, "E_PAUSED") == SET_UP | CARDS | TIME


@pytest.mark.rule("R-076")
def test_while_a_question_waits_only_its_answers_looking_words_and_breaks_are_taken() -> None:
    table = Table().in_scene(A, C)
    table.do(C, "stake_trial")
    table.do(P, "question_event", kind="trial")
    taken = set(ORDERS) - _refused(table, "E_QUESTION_PENDING")
    assert taken == LOOKING | WORDS | BREAKS | SET_UP | ANSWERS | TIME | {"new_game"}


def test_in_set_up_nothing_of_play_is_taken() -> None:
    taken = set(ORDERS) - _refused(Table().cast(), "E_SETUP")
    assert taken == LOOKING | WORDS | BREAKS | SET_UP | CARDS | TIME | {"new_game"}


def test_once_play_has_begun_set_up_is_over() -> None:
    assert _refused(Table().begun(), "E_DUPLICATE") == SET_UP


def test_before_anyone_sits_here_there_is_only_looking_and_a_new_game() -> None:
    assert set(ORDERS) - _refused(Table(), "E_SETUP") == LOOKING | {"new_game"}


@pytest.mark.rule("R-135")
def test_after_the_end_there_is_only_looking_and_a_new_game() -> None:
    table = Table().begun()
    table.tick(28_800.0)
    assert set(ORDERS) - _refused(table, "E_OVER") == LOOKING | {"new_game"}
