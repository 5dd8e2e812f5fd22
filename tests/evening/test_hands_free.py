"""The door without a button: the address word, answers, and who spoke."""

from __future__ import annotations

import pytest

from assistant.evening import Said
from tests.evening.stones import Table, kinds


@pytest.fixture
def table() -> Table:
    table = Table([4, 2, 6])
    table.type("1: new pile Bell")
    return table


@pytest.mark.rule("R-145")
@pytest.mark.parametrize("talk", ["ring", "throw on Bell", "Zoe: ring", "prompters ring", "", "yes", "undo"])
def test_talk_outside_both_doors_changes_nothing_and_is_answered_with_nothing(table: Table, talk: str) -> None:
    before = table.state
    answer = table.type(talk)
    assert (answer.heard, answer.channel, table.state is before) == ("", "none", True)


def test_after_the_address_word_a_name_tells_who_spoke(table: Table) -> None:
    answer = table.type("prompter, Ben: ring")
    assert (kinds(answer), answer.seat) == (["BellSet"], "2")


def test_the_address_word_is_heard_whatever_its_case(table: Table) -> None:
    assert kinds(table.type("Prompter Ben puts two on Bell")) == ["StonesPut"]


def test_where_it_matters_who_spoke_the_box_asks_and_one_word_answers(table: Table) -> None:
    asked = table.type("prompter, draw")
    assert (asked.say, kinds(asked)) == ("Who?", [])
    assert asked.ask == {"line": "Who?", "choices": [], "by": ["Ann", "Ben", "Cleo"], "audience": None}
    answer = table.type("Cleo")
    assert (kinds(answer), answer.seat) == (["CardDrawn"], "3")


def test_a_look_that_is_the_same_for_all_needs_no_name(table: Table) -> None:
    assert table.type("prompter, how many on Bell").show == "Bell: 0"


def test_what_is_open_to_anybody_and_comes_out_the_same_for_all_needs_no_name(table: Table) -> None:
    assert kinds(table.type("prompter, ring")) == ["BellSet"]


def test_what_only_one_seat_may_say_needs_no_name(table: Table) -> None:
    table.type("2: draw")
    assert table.type("prompter, my card").seat == "2"


def test_commands_of_the_shell_need_no_name(table: Table) -> None:
    assert table.type("prompter, save").say == "All is saved."


def test_while_an_answer_is_waited_for_the_table_may_give_it_without_the_address_word(table: Table) -> None:
    table.type("1: new pile Mill", "3: scatter")
    assert table.evening.waits_for_answer()
    assert kinds(table.type("second")) == ["StonesPut"]
    assert not table.evening.waits_for_answer()


def test_other_talk_while_an_answer_is_waited_for_changes_nothing(table: Table) -> None:
    table.type("1: new pile Mill", "3: scatter")
    answer = table.type("put two on Bell")
    assert (answer.heard, answer.channel) == ("", "none")
    assert table.evening.waits_for_answer()


def test_an_answer_that_several_may_give_needs_a_name(table: Table) -> None:
    table.type("1: clear Bell")
    asked = table.type("yes")
    assert asked.say == "Who?"
    assert kinds(table.type("Ben")) == ["PileCleared"]


def test_a_name_nobody_asked_for_changes_nothing(table: Table) -> None:
    before = table.state
    table.type("prompter, I am Ben")
    assert table.state is before


def test_each_door_listens_for_its_own_sentences(table: Table) -> None:
    table.type("1: new pile Mill", "3: scatter")
    listening = table.evening.listening()
    assert listening.network("3", answers_only=True).accepts("second")
    assert not listening.network("2", answers_only=True).accepts("second")
    assert listening.network(answers_only=True).accepts("second")
    assert not listening.network(answers_only=True).accepts("put two on bell")
    assert listening.network().accepts("ben puts two on bell")


def test_a_network_of_a_seat_has_what_the_shell_understands(table: Table) -> None:
    network = table.evening.listening().network("2")
    assert all(network.accepts(words) for words in ("undo", "help", "say again", "never mind"))


def test_said_with_a_button_an_unknown_sentence_is_answered_and_as_an_answer_it_is_talk(table: Table) -> None:
    assert table.evening.handle(Said("gibberish", "2", "button")).earcon == "huh"
    assert table.evening.handle(Said("gibberish", None, "address")).earcon == "huh"
    assert table.evening.handle(Said("gibberish", None, "answer")).channel == "none"


def test_what_may_not_be_said_now_is_listened_for_to_be_told_why_not_but_never_among_answers(table: Table) -> None:
    listening = table.evening.listening()
    assert not any(each.intent == "third" for each in listening.opens)
    assert listening.network("1").accepts("third")
    assert listening.network().accepts("third")
    assert not listening.network("1", answers_only=True).accepts("third")
