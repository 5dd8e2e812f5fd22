"""An evening of The Play through the shell: undo, repeat, real dice, questions asked back, help (F-130, F-131, I24)."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.app import Table as Seating
from assistant.app import begin_evening, playable
from assistant.evening import Answer, Evening, MemoryJournal
from assistant.evening.typed import answer_line
from assistant.settings import Settings
from hardware.fakes.ticker import HandTicker

SEATING = Seating(("Paul", "Ann", "Ben", "Cleo", "Dan"), "Paul")


class Room:
    """The Play with Paul as game master, typed."""

    def __init__(self, *dice: int) -> None:
        self.evening: Evening = begin_evening(
            Settings(), playable("feats"), MemoryJournal(), SEATING, dice=dice or None, ticker=HandTicker()
        ).evening

    def type(self, *lines: str) -> Answer:
        return [answer_line(self.evening, line) for line in lines][-1]

    def state(self) -> dict[str, Any]:
        return self.evening.state_json()


@pytest.mark.rule("F-130", "F-040")
def test_undo_then_the_same_roll_gives_the_same_faces() -> None:
    room = Room()
    room.type("Ann: Ana tries cunning", "Paul: that is tough")
    first = room.type("Ann: roll")
    state = room.state()
    room.type("Ann: undo")
    assert room.state()["feat"]["roll"] is None
    assert [str(one) for one in room.type("Ann: roll").events] == [str(one) for one in first.events]
    assert room.state() == state


@pytest.mark.rule("F-130")
def test_a_statement_made_too_fast_is_undone_for_a_second_try() -> None:
    room = Room(6, 4, 1, 5, 2, 3, 5)
    room.type("Ann: Ana tries cunning", "Paul: that is tough", "Ann: roll", "Ann: it works")
    assert room.type("Ann: spend Rep and roll again").refusal == "E_STATED"
    room.type("Ann: undo")
    again = room.type("Ann: second try").say
    assert again == "Again: three successes. Two Rep left. Ana three, game master one. Ana first."


@pytest.mark.rule("F-131")
def test_the_last_announcement_is_said_again() -> None:
    room = Room()
    said = room.type("Ann: Ana tries cunning").say
    assert said == "Ana, cunning, three dice. How hard?"
    assert room.type("Ben: say again").say == said


@pytest.mark.rule("F-042", "F-135")
def test_real_dice_are_called_out_in_one_breath() -> None:
    room = Room()
    room.type("Ann: Ana tries cunning", "Paul: that is tough")
    told = room.type("Ann: I rolled six four one")
    assert told.say == "Two noted. Waiting for game master."
    assert room.type("Paul: I rolled five two three").say == "Ana two, game master one. Ana first."


def test_a_feat_from_the_first_word_to_the_last() -> None:
    room = Room(6, 4, 1, 5, 2, 3)
    assert room.type("Paul: that is tough").refusal == "E_PHASE"
    room.type("Ann: Ana tries cunning")
    assert room.type("Paul: that is tough").say == "Tough. Game master rolls three."
    assert room.type("Ann: roll").say == "Ana two, game master one. Ana first."
    assert room.type("Paul: it fails").say == "It is Ana's statement."
    assert room.type("Ann: it works").say == "Success. Game master, one left."
    assert room.type("Paul: next").say == "Ana, one left."
    assert room.type("Ann: statement a cat gives me away").say == "Done. Success."


def test_a_place_is_safe_when_the_game_master_says_so_twice() -> None:
    room = Room()
    assert room.type("Ann: safe place").refusal == "E_GM_ONLY"
    assert room.type("Paul: safe place").say == "A safe place. Sure?"
    assert room.type("Paul: yes").say == "Safe. Rep and injuries reset."


def test_what_may_be_said_is_offered_in_words() -> None:
    room = Room()
    assert room.type("Ann: help").show.startswith("Ana tries")
    room.type("Ann: Ana tries cunning")
    assert room.evening.listening().examples("1")[0].startswith("that is")
