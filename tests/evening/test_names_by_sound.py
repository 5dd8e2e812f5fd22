"""Names that are known by their sound, on Stones."""

from __future__ import annotations

import pytest

from assistant.evening import Answer, Learnt, Said
from assistant.evening.sounds import Sound, Sounding
from tests.evening.stones import Table, kinds


@pytest.fixture
def table() -> Table:
    """Atwater and Bell lie there; dice 4, 2 follow."""
    table = Table([4, 2])
    table.type("1: new pile Atwater", "1: new pile Bell")
    return table


def by_voice(table: Table, words: str) -> Answer:
    table.ticker.advance(1)  # the same words at the same moment are an echo
    return table.evening.handle(Said(words, "2"))


def sounds(table: Table) -> tuple[Sounding, ...]:
    return table.evening.listening().sounds


def test_what_was_named_by_voice_is_called_by_its_sound(table: Table) -> None:
    table.evening.learn(by_voice(table, "new pile …"), Learnt("M IH L"))
    (mill,) = sounds(table)
    assert mill.sound == Sound(("M IH L",))
    assert table.type(f"3: throw on {mill.word}").slots == {"pile": "p3"}
    assert mill.word in {word for _, _, word in table.evening.listening().network("3").arcs}


def test_a_name_that_is_spelled_later_keeps_its_sound(table: Table) -> None:
    answer = by_voice(table, "new pile …")
    table.evening.learn(answer, Learnt("M IH L"))
    (before,) = sounds(table)
    table.evening.draft(answer.ref or 0, "the Mill", answer.named)
    (after,) = sounds(table)
    assert (before.sound, before.word == after.word) == (after.sound, False)
    assert table.type(f"3: throw on {after.word}").slots == {"pile": "p3"}


def test_the_made_up_word_is_no_word_of_a_sentence(table: Table) -> None:
    answer = by_voice(table, "new pile …")
    table.evening.draft(answer.ref or 0, "put", answer.named)
    table.evening.learn(answer, Learnt("P UH T"))
    assert [one.word for one in sounds(table)] == ["name'put"]


def test_a_sound_goes_with_what_it_names_and_is_there_after_a_restart(table: Table) -> None:
    table.evening.learn(by_voice(table, "new pile …"), Learnt("M IH L"))
    assert sounds(table.again()) == sounds(table)
    table.type("2: undo")
    assert sounds(table) == sounds(table.again()) == ()


def test_what_was_taken_back_meanwhile_has_no_sound(table: Table) -> None:
    answer = by_voice(table, "new pile …")
    table.type("2: undo")
    entries = len(table.journal.entries())
    assert table.evening.learn(answer, Learnt("M IH L")) == Answer()
    assert len(table.journal.entries()) == entries


def test_words_that_name_nothing_new_have_no_sound_to_be_learnt(table: Table) -> None:
    assert by_voice(table, "put one on Bell").named is None


def test_how_a_name_is_said_is_told_by_saying_it(table: Table) -> None:
    answer = by_voice(table, "Atwater sounds like …")
    assert (answer.named, answer.ref, answer.announcements) == ("p1", None, ())
    assert table.evening.learn(answer, Learnt("AE T W AO")).say == "Got it."
    assert sounds(table) == (Sounding("name'atwater", Sound(("AE T W AO",))),)
    assert kinds(table.type("3: throw on name'atwater")) == ["Thrown"]


def test_the_last_six_takes_of_a_name_count_each_once(table: Table) -> None:
    for phones in ("B EH L", "B EH L", "B AH", "B AO", "B AW", "B AY", "B EY", "B IH", "B AO"):
        table.evening.learn(by_voice(table, "Bell sounds like …"), Learnt(phones))
    assert [one.sound.phones for one in sounds(table)] == [("B AH", "B AW", "B AY", "B EY", "B IH", "B AO")]


def test_a_take_may_be_heard_in_several_ways(table: Table) -> None:
    table.evening.learn(by_voice(table, "Bell sounds like …"), Learnt("B EH L / B AH L"))
    table.evening.learn(by_voice(table, "Bell sounds like …"), Learnt("B AO / B AH L"))
    assert [one.sound.phones for one in sounds(table)] == [("B EH L", "B AH L", "B AO")]


def test_a_take_is_taken_back_like_any_command(table: Table) -> None:
    table.evening.learn(by_voice(table, "Bell sounds like …"), Learnt("B EH L"))
    table.evening.learn(by_voice(table, "Bell sounds like …"), Learnt("B AH"))
    assert table.type("2: undo").show == "Taken back: name said Bell."
    assert [one.sound.phones for one in sounds(table)] == [("B EH L",)]
    assert table.state.piles[-1].name == "Bell"


def test_how_a_name_is_said_is_told_in_words_where_one_types(table: Table) -> None:
    assert table.type("2: Bell sounds like Bay, all!").say == "Got it."
    assert [one.sound for one in sounds(table)] == [Sound((), ("bay all",))]
    assert table.type("2: Bell sounds like ?!").earcon == "huh"


def test_a_name_that_will_be_taken_for_another_is_told_with_what_to_do(table: Table) -> None:
    told = table.evening.learn(by_voice(table, "new pile …"), Learnt("B EH L", near="Bell"))
    assert (told.say, told.earcon) == ("Close to old Bell.", "bell")
    assert "nickname" in told.show
    assert len(sounds(table)) == 1


def test_a_take_without_a_name_in_it_is_asked_for_again(table: Table) -> None:
    told = table.evening.learn(by_voice(table, "Bell sounds like …"), Learnt(why_not="nothing is said in it"))
    assert (told.say, told.show) == ("Say it again.", "How Bell is said was not heard: nothing is said in it.")
    assert table.evening.learn(by_voice(table, "new pile …"), Learnt(why_not="too short")) == Answer()
    assert sounds(table) == ()


def test_without_a_button_it_makes_no_difference_who_tells_how_a_name_is_said(table: Table) -> None:
    answer = table.type("prompter, Bell sounds like bay all")
    assert (answer.intent, answer.say, answer.ask) == ("sounds_like", "Got it.", None)


def test_a_player_s_name_is_told_too_and_heard_by_its_sound_before_a_sentence(table: Table) -> None:
    table.type("2: Cleo sounds like clay oh")
    assert table.type("prompter, name'cleo throw on Bell").seat == "3"


def test_a_name_that_only_one_seat_knows_is_not_told_of(table: Table) -> None:
    table.type("2: draw")
    assert table.type("3: card four sounds like card for").intent is None


def test_nothing_of_it_moves_a_clock_that_stands(table: Table) -> None:
    again = table.again()
    again.type("2: Bell sounds like bay all")
    again.wait(2)
    assert again.evening.clock_seconds() == table.evening.clock_seconds()
    assert not again.evening.clock_runs
