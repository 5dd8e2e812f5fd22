"""An evening from words to answers, on Stones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.evening import MemoryJournal, Said
from assistant.table import Command, Dice, Roll
from tests.contracts.toy import GAME
from tests.contracts.toy.state import StonesPut
from tests.evening.stones import Table, kinds


@pytest.fixture
def table() -> Table:
    """Two piles lie there; dice 4, 2, 6, 3, 5 follow."""
    table = Table([4, 2, 6, 3, 5])
    table.type("1: new pile Atwater", "1: new pile Bell")
    return table


def test_a_command_is_carried_out_and_told(table: Table) -> None:
    answer = table.type("2: throw on Atwater")
    assert (kinds(answer), answer.say, answer.earcon) == (["Thrown"], "Four. Thrown.", "rise")


def test_an_answer_has_all_that_a_script_wants_to_know(table: Table) -> None:
    assert table.type("2: throw on Atwater").as_json() == {
        "line": "2: throw on Atwater",
        "seat": "2",
        "heard": "throw on Atwater",
        "intent": "throw",
        "slots": {"pile": "p1"},
        "text": None,
        "events": [{"type": "Thrown", "audience": None, "pile": "p1", "face": 4, "seat": "2"}],
        "refusal": None,
        "ask": None,
        "say": "Four. Thrown.",
        "earcon": "rise",
        "channel": "voice",
        "show": "Atwater: 4. Thrown.",
        "private": [],
        "times": 1,
    }


def test_three_stones_clink_three_times(table: Table) -> None:
    answer = table.type("2: put three on Bell")
    assert (answer.earcon, answer.times) == ("clink", 3)


def test_what_is_not_understood_changes_nothing_and_says_what_was_not(table: Table) -> None:
    before = table.state
    answer = table.type("2: throw on Zork")
    assert (answer.intent, answer.refusal, answer.earcon) == (None, None, "huh")
    assert "Zork" in answer.show
    assert table.state is before


def test_what_is_not_possible_now_is_refused_by_the_game_with_its_reason(table: Table) -> None:
    table.type("1: pause")
    answer = table.type("2: put three on Bell")
    assert (answer.refusal, answer.earcon, answer.say) == ("E_STANDS", "buzz", "Clock is paused.")


def test_a_look_is_answered_and_not_journalled(table: Table) -> None:
    entries = len(table.journal.entries())
    assert table.type("2: how many on Atwater").show == "Atwater: 0"
    assert len(table.journal.entries()) == entries


def test_an_answer_for_one_seat_is_shown_and_never_spoken_or_sounded(table: Table) -> None:
    answer = table.type("2: draw")
    assert (answer.say, answer.earcon, answer.channel) == (None, None, "page")
    assert [one.audience for one in answer.announcements] == [frozenset({"2"})]


def test_a_short_press_is_what_the_game_has_on_it(table: Table) -> None:
    assert kinds(table.type("2: ?tap")) == ["Hushed"]


def test_a_short_press_without_a_meaning_is_left_to_the_ears(table: Table) -> None:
    table.type("1: pause")
    assert table.type("2: ?tap").intent is None


def test_a_seat_that_nobody_sits_on_is_refused(table: Table) -> None:
    assert table.type("9: draw").refusal == "E_SEAT"


@pytest.mark.case("C-029")
def test_the_same_words_of_one_utterance_given_twice_act_once(table: Table) -> None:
    said = Said("put three on bell", "2")
    table.evening.handle(said)
    table.ticker.advance(0.15)
    again = table.evening.handle(said)
    assert (kinds(again), again.channel) == ([], "none")
    assert table.state.pile("p2").stones == 3


@pytest.mark.case("C-029")
def test_the_same_words_said_again_later_act_again(table: Table) -> None:
    table.evening.handle(Said("put three on bell", "2"))
    table.ticker.advance(4.0)
    table.evening.handle(Said("put three on bell", "2"))
    assert table.state.pile("p2").stones == 6


def test_two_commands_of_one_moment_are_answered_in_order(table: Table) -> None:
    first = table.evening.handle(Said("put one on bell", "2"))
    second = table.evening.handle(Said("put two on bell", "3"))
    assert [kinds(first), kinds(second)] == [["StonesPut"], ["StonesPut"]]
    assert [entry.command.seat for entry in table.journal.entries()][-2:] == ["2", "3"]


# Questions back


def test_a_choice_of_the_game_is_made_by_saying_which(table: Table) -> None:
    asked = table.type("3: scatter")
    assert asked.ask is not None
    assert [choice["slots"]["pile"] for choice in asked.ask["choices"]] == ["p1", "p2"]
    assert kinds(table.type("3: second")) == ["StonesPut"]
    assert table.state.pile("p2").stones == 1


def test_words_with_two_meanings_are_asked_about(table: Table) -> None:
    table.type("1: new pile BELL")
    answer = table.type("2: put two on bell")
    assert (kinds(answer), answer.ask is not None) == ([], True)
    assert kinds(table.type("2: second")) == ["StonesPut"]
    assert sorted(pile.stones for pile in table.state.piles) == [0, 0, 2]


def test_choosing_a_meaning_is_no_second_press(table: Table) -> None:
    table.type("1: new pile BELL", "2: clear bell")
    answer = table.type("2: second")
    assert (kinds(answer), answer.ask is not None) == ([], True)


def test_a_question_waits_for_those_who_may_answer(table: Table) -> None:
    asked = table.type("1: clear Bell")
    assert asked.ask is not None
    assert asked.ask["by"] == ["2", "3"]
    assert kinds(table.type("1: yes")) == []
    assert kinds(table.type("2: yes")) == ["PileCleared"]


def test_a_short_press_of_another_seat_is_yes(table: Table) -> None:
    table.type("1: clear Bell")
    assert kinds(table.type("2: ?tap")) == ["PileCleared"]


def test_no_drops_the_question(table: Table) -> None:
    table.type("1: clear Bell", "2: no")
    assert kinds(table.type("3: yes")) == []


def test_never_mind_drops_the_question(table: Table) -> None:
    table.type("3: scatter", "3: never mind")
    assert kinds(table.type("3: first")) == []


def test_a_newer_question_takes_the_place_of_the_older(table: Table) -> None:
    table.type("3: scatter", "1: clear Bell", "2: clear Atwater")
    assert kinds(table.type("3: yes")) == ["PileCleared"]


def test_a_question_lapses(table: Table) -> None:
    table.type("3: scatter")
    told = table.wait(31)
    assert ["Which pile?" in answer.show for answer in told] == [True]
    assert kinds(table.type("3: first")) == []


def test_the_answer_is_decided_anew_and_may_be_refused(table: Table) -> None:
    table.type("3: scatter", "1: pause")
    assert table.type("3: first").refusal == "E_STANDS"


@pytest.mark.case("C-059")
def test_a_declined_question_leaves_the_clock_as_it_was(table: Table) -> None:
    table.type("1: clear Bell", "2: no")
    assert table.evening.state_json()["clock"]["running"]


# Dice


def test_the_device_rolls_unless_told_otherwise(table: Table) -> None:
    table.type("2: throw on Bell", "2: throw on Bell rolled five")
    assert [die.source for entry in table.journal.entries() for die in entry.dice] == ["script", "called"]


def test_a_face_called_out_uses_up_no_number(table: Table) -> None:
    table.type("2: throw on Bell rolled five")
    assert table.type("2: throw on Bell").say == "Four. Thrown."


def test_a_face_called_out_that_the_die_cannot_show_is_refused(table: Table) -> None:
    answer = table.type("2: throw on Bell rolled nine")
    assert (answer.refusal, kinds(answer)) == ("E_FACES", [])


def test_dice_that_have_run_out_are_told_and_nothing_happens() -> None:
    table = Table([4])
    table.type("1: new pile Bell", "2: throw on Bell")
    before = table.state
    answer = table.type("2: throw on Bell")
    assert (answer.refusal, "run out" in answer.show, table.state is before) == ("E_DICE", True, True)


def test_a_refusal_leaves_the_dice_where_they_were(table: Table) -> None:
    table.type("1: pause", "2: throw on Bell", "1: resume")
    assert table.type("2: throw on Bell").say == "Four. Thrown."


@pytest.fixture
def real() -> Table:
    """A table with dice of its own."""
    table = Table([1, 1, 1], real_dice=True)
    table.type("1: new pile Bell")
    return table


@pytest.mark.rule("A-109")
def test_real_dice_are_waited_for(real: Table) -> None:
    asked = real.type("2: throw on Bell")
    assert (asked.ask, kinds(asked)) == ({"dice": [6], "by": "2"}, [])
    assert kinds(real.type("2: rolled four")) == ["Thrown"]
    assert real.state.pile("p1").stones == 4


def test_several_real_dice_are_told_in_one_breath() -> None:
    def decide(state: Any, command: Command, dice: Dice) -> Any:
        outcome = GAME.decide(state, command, dice)
        return Roll((6, 8, 8), "2") if isinstance(outcome, Roll) else outcome

    table = Table(game=replace(GAME, decide=decide), real_dice=True)
    table.type("1: new pile Bell", "2: throw on Bell")
    network = table.evening.listening().network("2")
    assert network.accepts("rolled four five eight")
    assert not network.accepts("rolled four five nine")
    assert kinds(table.type("2: rolled four five eight")) == ["Thrown"]
    assert [die.face for die in table.journal.entries()[-1].dice] == [4, 5, 8]


def test_real_dice_that_cannot_be_are_asked_for_again(real: Table) -> None:
    real.type("2: throw on Bell")
    assert real.type("2: rolled nine").refusal == "E_FACES"
    assert kinds(real.type("2: rolled four")) == ["Thrown"]


@pytest.mark.rule("A-109")
def test_after_30_seconds_a_roll_lapses_and_nothing_is_written(real: Table) -> None:
    real.type("2: throw on Bell")
    real.wait(31)
    assert kinds(real.type("2: rolled four")) == []
    assert real.state.pile("p1").stones == 0


def test_each_of_several_pools_is_called_out_by_its_seat(real: Table) -> None:
    locked = real.type("1: duel Ben")
    assert kinds(locked) == ["DuelLocked"]
    real.type("2: rolled three")
    assert real.state.duel.faces == {"2": 3}
    assert kinds(real.type("1: rolled six")) == ["DuelThrown"]
    assert real.state.duel is None


def test_a_pool_that_nobody_calls_out_is_thrown_by_the_device_so_that_nobody_waits(real: Table) -> None:
    real.type("1: duel Ben")
    real.wait(31)
    assert real.state.duel is None


# Trouble


@pytest.mark.case("C-067")
def test_what_cannot_be_recorded_is_refused_and_not_applied(table: Table) -> None:
    journal = table.journal
    assert isinstance(journal, MemoryJournal)
    before = table.state
    journal.is_full = True
    answer = table.type("2: throw on Bell")
    assert (answer.refusal, answer.say, table.state is before) == ("E_NOT_SAVED", "Not saved.", True)
    journal.is_full = False
    assert table.type("2: throw on Bell").say == "Four. Thrown."


@pytest.mark.case("C-067")
def test_a_full_disk_is_told_once_while_time_passes(table: Table) -> None:
    journal = table.journal
    assert isinstance(journal, MemoryJournal)
    journal.is_full = True
    assert [answer.refusal for answer in table.wait(8)] == ["E_NOT_SAVED"]


def broken_decide(state: Any, command: Command, dice: Dice) -> Any:
    """The rules of Stones with a bug in each of two commands."""
    if command.intent == "hush" or command.intent == "bell":
        raise ZeroDivisionError("a bug of the game")
    return GAME.decide(state, command, dice)


@pytest.fixture
def broken() -> Table:
    return Table(game=replace(GAME, decide=broken_decide))


def test_a_bug_of_the_game_is_one_line_on_the_page_and_the_evening_goes_on(
    broken: Table, caplog: pytest.LogCaptureFixture
) -> None:
    before = broken.state
    answer = broken.type("2: hush")
    assert (answer.channel, kinds(answer), broken.state is before) == ("page", [], True)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert kinds(broken.type("2: new pile Bell")) == ["PileMade"]


def test_a_due_command_with_a_bug_is_logged_and_not_given_again(
    broken: Table, caplog: pytest.LogCaptureFixture
) -> None:
    broken.type("2: ring", "at 100: 2: new pile Bell")
    broken.wait(3)
    assert ["bell" in record.getMessage() for record in caplog.records] == [True]


def test_a_bug_in_the_announcing_changes_nothing_either(caplog: pytest.LogCaptureFixture) -> None:
    def narrate(state: Any, event: Any) -> Any:
        return [1 / 0] if isinstance(event, StonesPut) else GAME.narrate(state, event)

    table = Table(game=replace(GAME, narrate=narrate))
    table.type("2: new pile Bell")
    before, entries = table.state, len(table.journal.entries())
    assert table.type("2: put one on Bell").channel == "page"
    assert (table.state is before, len(table.journal.entries())) == (True, entries)
