"""When the box speaks, and when it keeps silent: its own voice, a press, other people's voices, old news."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.box.running import Running
from tests.evening.stones import Table

Run = Callable[..., Running]


def scene(*faces: int) -> Table:
    """A table in the quiet window, with a pile to throw on."""
    table = Table(faces)
    table.type("1: new pile Bell", "1: hush")
    return table


@pytest.mark.case("C-032")
def test_the_ears_are_shut_before_the_first_sound_and_until_the_last_has_left_the_device(run: Run) -> None:
    spoken = 10
    box = run("prompter ring the bell", lasting=True, address_at=range(2, 2 + spoken))
    box.quiet(2)
    box.tap("clock")
    box.until_speaking()
    box.talk(spoken)
    assert box.recogniser.utterances == []
    box.speaker.finish()
    box.settle().talk(4).quiet(10)
    assert box.recogniser.utterances == []


@pytest.mark.case("C-034", "C-092")
def test_a_press_cuts_speech_and_forgets_what_waits(run: Run) -> None:
    table = Table()
    table.type("1: new pile Bell")
    box = run("ring the bell", lasting=True, table=table)
    for _ in range(3):
        box.box.type("1: how many on bell")
    box.until_speaking()
    before, stops = len(box.voice.lines), box.speaker.stops
    box.press("2")
    assert box.speaker.stops > stops
    assert not box.speaker.busy
    box.release("2")
    box.quiet(4).settle()
    assert box.voice.lines[before:] == []


@pytest.mark.case("C-032", "C-034")
def test_an_aside_that_cuts_speech_is_heard_whole(run: Run) -> None:
    box = run("ring the bell", lasting=True).quiet(2)
    box.tap("clock")
    box.until_speaking()
    box.talk(5)
    box.press("2")
    box.talk(8)
    box.release("2")
    box.quiet(4).until_silent()
    (sound,) = box.recogniser.utterances
    assert len(sound) == (8 + 2) * 3_200
    assert box.answers[-1].intent == "ring"


@pytest.mark.rule("R-144")
def test_in_a_scene_words_wait_until_nobody_has_spoken_for_a_moment(run: Run) -> None:
    box = run(table=scene(4)).quiet(5).talk(10)
    box.box.type("2: throw on bell").result()
    box.until_played(1)
    box.talk(10)
    assert len(box.speaker.played) == 1
    box.quiet(12).settle()
    assert box.voice.lines == ["Four. Thrown."]
    assert len(box.speaker.played) == 2


@pytest.mark.rule("R-144")
def test_in_a_scene_whose_talk_goes_on_for_four_seconds_the_result_is_only_sounded_and_shown(run: Run) -> None:
    box = run(table=scene(4)).quiet(5).talk(10)
    box.box.type("2: throw on bell").result()
    box.talk(42).settle()
    assert len(box.speaker.played) == 1
    assert box.shown[-1] == "Bell: 4. Thrown."
    box.quiet(30).settle()
    assert len(box.speaker.played) == 1


@pytest.mark.rule("R-144")
def test_between_scenes_the_table_gets_its_answer_though_it_talks(run: Run) -> None:
    box = run().quiet(5).talk(10)
    box.tap("clock").settle()
    assert len(box.speaker.played) == 2


def test_nothing_is_sounded_into_an_aside(run: Run) -> None:
    box = run("ring the bell").quiet(2)
    box.press("1")
    box.talk(4)
    box.box.type("2: ring").result()
    box.box.type("3: pause").result()
    box.talk(4)
    assert box.speaker.played == []
    box.release("1")
    box.quiet(4).settle()
    (sound,) = box.recogniser.utterances
    assert len(sound) == (2 + 8 + 2) * 3_200
    assert box.voice.lines == ["Clock paused.", "Clock is paused."]


@pytest.mark.case("C-035")
@pytest.mark.parametrize("seat", ["1", "8"], ids=["of Ann", "where nobody sits"])
def test_a_button_that_is_stuck_does_not_silence_the_box(run: Run, seat: str) -> None:
    box = run(table=scene()).quiet(2)
    box.press(seat)
    box.quiet(160)
    box.table.ticker.advance(25)
    box.quiet(7)
    box.box.type("2: pause").result()
    box.settle()
    assert box.speaker.played


@pytest.mark.case("C-095")
def test_when_the_clock_stands_or_goes_on_what_waited_before_is_old_news(run: Run) -> None:
    table = Table()
    table.type("1: new pile Bell")
    box = run(lasting=True, table=table)
    box.at_once("1: new pile Well", "1: how many on bell")
    box.until_speaking()
    for line in ("1: pause", "1: resume", "1: pause"):
        box.box.type(line).result()
    box.until_silent()
    assert box.voice.lines == ["New pile.", "Clock paused."]


@pytest.mark.case("C-091")
def test_what_comes_at_once_is_said_in_the_order_in_which_it_was_decided(run: Run) -> None:
    table = Table([1, 2, 3, 4, 5, 6])
    table.type("1: new pile Bell")
    box = run(table=table)
    for number in range(6):
        box.box.type(f"{number % 3 + 1}: throw on bell")
    box.settle()
    assert box.voice.lines == [f"{word}. Thrown." for word in ("One", "Two", "Three", "Four", "Five", "Six")]


@pytest.mark.case("C-092")
def test_a_voice_that_fails_is_told_once_and_the_earcon_sounds(run: Run) -> None:
    table = Table([1, 2])
    table.type("1: new pile Bell")
    box = run(table=table)
    box.voice.failing = True
    for _ in range(2):
        box.box.type("1: throw on bell")
        box.settle().box.look()
    box.settle()
    assert box.shown.count("No voice: sudo apt install espeak-ng") == 1
    assert len(box.speaker.played) == 2
    box.voice.failing = False
    box.box.type("1: pause")
    box.settle().box.look()
    assert box.settle().shown[-1] == "The voice works again."


@pytest.mark.rule("R-144")
@pytest.mark.case("C-095")
def test_in_a_scene_what_had_to_wait_for_four_seconds_is_only_shown(run: Run) -> None:
    box = run(lasting=True, table=scene(4, 5))
    box.at_once("1: throw on bell", "1: throw on bell")
    box.until_speaking()
    box.table.ticker.advance(4.5)
    box.until_silent()
    assert box.voice.lines == ["Four. Thrown."]
    assert box.shown[-1] == "Bell: 4. Thrown. Bell: 5. Thrown."


@pytest.mark.case("C-034")
def test_a_press_while_a_sentence_is_made_forgets_that_sentence(run: Run) -> None:
    table = Table([4])
    table.type("1: new pile Bell")
    box = run(table=table)
    box.voice.before_speaking = lambda: box.press("2")
    box.box.type("1: throw on bell")
    box.settle()
    assert box.voice.lines == ["Four. Thrown."]
    assert len(box.speaker.played) == 1


def test_an_aside_is_not_spoken_into_while_it_is_still_made_out(run: Run) -> None:
    box = run("ring the bell").quiet(2)
    box.press("1")
    box.talk(6)
    box.box.type("3: pause").result()
    box.release("1")
    assert not box.box.wait(0.2)
    assert box.speaker.played == []
    box.quiet(4).settle()
    assert box.voice.lines == ["Clock paused.", "Clock is paused."]


def test_an_aside_after_the_address_word_is_not_spoken_into(run: Run) -> None:
    box = run("prompter ring the bell", address_at=(5,)).quiet(5).talk(8)
    box.box.type("2: pause").result()
    assert not box.box.wait(0.2)
    box.talk(6).quiet(12).settle()
    assert box.answers[-1].heard == "ring the bell"


@pytest.mark.rule("R-144")
def test_words_that_wait_for_quiet_wait_for_an_aside_as_well(run: Run) -> None:
    box = run("prompter ring the bell", table=scene(4), address_at=(12,)).quiet(5).talk(10)
    box.box.type("2: throw on bell").result()
    box.until_played(1)
    box.talk(16).quiet(7)
    assert not box.box.wait(0.2)
    box.quiet(5).settle()
    assert box.answers[-1].heard == "ring the bell"
    assert box.voice.lines == ["Four. Thrown."]
