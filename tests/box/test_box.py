"""The box with scripted devices: what comes in at one of them goes out at the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.table import View
from hardware.ports import SAMPLE_RATE, STATUS_LAMP, Sound
from tests.box.running import Running
from tests.contracts import toy
from tests.evening.stones import Table

Run = Callable[..., Running]


def test_what_is_said_at_a_held_button_is_done_and_answered_aloud(run: Run) -> None:
    table = Table([4])
    table.type("1: new pile Bell")
    box = run("throw on bell", table=table).aside("2").settle()
    assert (box.answers[-1].intent, box.answers[-1].seat) == ("throw", "2")
    assert box.voice.lines == ["Four. Thrown."]
    assert len(box.speaker.played) == 2
    assert ("status", "heard") in box.lamps.history


def test_what_is_said_after_the_address_word_needs_no_button(run: Run) -> None:
    box = run("prompter ring the bell", address_at=(5,)).quiet(7).talk(16).quiet(12).settle()
    assert (box.answers[-1].intent, box.answers[-1].heard) == ("ring", "ring the bell")


def test_talk_outside_both_doors_is_nothing(run: Run) -> None:
    box = run("ring the bell")
    before = len(box.answers)
    box.quiet(5).talk(100).quiet(20).settle()
    assert len(box.answers) == before


def test_a_short_press_is_the_tap_of_its_seat_and_no_aside(run: Run) -> None:
    box = run()
    box.quiet(2).tap("3").quiet(4).settle()
    assert [(answer.intent, answer.seat) for answer in box.answers[1:]] == [("hush", "3")]


def test_what_can_be_said_follows_the_game(run: Run) -> None:
    box = run("how many on bell")
    box.box.type("1: new pile Bell").result()
    box.settle().aside("2").settle()
    assert box.answers[-1].intent == "count"


@pytest.mark.case("C-028")
def test_free_words_are_made_out_later_and_written_to_their_card(run: Run) -> None:
    box = run("new pile …", "the well").aside("1").settle()
    box.settle()
    assert [pile.name for pile in box.state(lambda evening: evening.state).piles] == ["the well"]


@pytest.mark.case("C-088")
def test_a_press_without_a_sound_is_told_as_silence_not_as_something_not_understood(run: Run) -> None:
    box = run("").aside("1").settle()
    assert box.shown[-1].startswith("Nothing was heard")
    assert box.answers[-1].intent is None


def test_an_utterance_that_the_recogniser_lost_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    box = run("ring the bell", "ring the bell")
    with monkeypatch.context() as broken:
        broken.setattr(box.recogniser, "finish", lambda: [][0])
        box.aside("1").settle()
    assert "the recogniser failed (IndexError" in box.shown[-1]
    box.recogniser.finish()
    box.aside("1").settle()
    assert box.answers[-1].intent == "ring"


# The clock button.


def test_a_tap_of_the_clock_button_lets_the_clock_go_on_and_stand(run: Run) -> None:
    box = run()
    assert box.clock_runs
    box.tap("clock").settle()
    assert not box.clock_runs
    assert box.voice.lines[-1] == "Clock paused."
    box.tap("clock").settle()
    assert box.clock_runs


@pytest.mark.case("C-083", "C-086", "C-092")
def test_the_clock_stands_at_a_tap_though_microphone_recogniser_and_voice_are_missing(run: Run) -> None:
    box = run(has_ears=False)
    box.voice.failing = True
    box.tap("clock").settle()
    assert not box.clock_runs
    assert "Clock paused." in box.shown
    assert box.lamps.shown[STATUS_LAMP] == "paused"
    box.box.type("1: ring").result()
    assert box.answers[-1].intent == "ring"


def test_the_clock_button_held_mutes_the_ears_and_held_again_opens_them(run: Run) -> None:
    box = run("ring the bell", "ring the bell")
    box.press("clock")
    box.table.ticker.advance(1.1)
    box.box.poll()
    box.settle()
    assert box.lamps.shown[STATUS_LAMP] == "muted"
    box.box.type("1: pause").result()
    assert box.settle().lamps.shown[STATUS_LAMP] == "muted"
    box.box.type("1: resume").result()
    box.release("clock", 0.5)
    assert box.clock_runs
    box.aside("1").settle()
    assert box.shown.count("Not listening.") == 2
    box.press("clock")
    box.release("clock", 1.2)
    box.settle()
    assert box.lamps.shown[STATUS_LAMP] == "listening"
    box.aside("1").settle()
    assert box.answers[-1].intent == "ring"


def test_ears_that_were_muted_are_muted_after_a_restart(run: Run, tmp_path: Path) -> None:
    box = run(muted=tmp_path / "muted")
    box.press("clock")
    box.release("clock", 1.2)
    box.settle()
    again = run("ring the bell", muted=tmp_path / "muted")
    assert again.lamps.shown[STATUS_LAMP] == "muted"
    again.aside("1").settle()
    assert again.shown[-1] == "Not listening."


def test_the_ears_can_be_told_to_stop_listening(run: Run) -> None:
    box = run("stop listening", "ring the bell").aside("1").settle()
    assert box.lamps.shown[STATUS_LAMP] == "muted"
    box.aside("2").settle()
    assert box.answers[-1].intent is None


# Lamps.


def test_the_lamp_of_the_box_tells_how_it_goes(run: Run) -> None:
    box = run("ring the bell", "")
    box.tap("clock").settle()
    box.tap("clock").settle()
    box.aside("1").settle()
    told = [pattern for lamp, pattern in box.lamps.history if lamp == STATUS_LAMP]
    assert told[:2] == ["starting", "listening"]
    assert {"heard", "speaking", "paused"} <= set(told)
    assert box.lamps.shown[STATUS_LAMP] == "listening"


def test_the_lamps_of_the_seats_show_what_the_game_says(run: Run) -> None:
    lamps = {"1": "on", "3": "blink"}
    shining = replace(toy.GAME, view=lambda state, seat: View(toy.GAME.view(state, seat).headline, lamps=lamps))
    box = run(table=Table(game=shining))
    assert {seat: box.lamps.shown[seat] for seat in "123"} == {"1": "on", "2": "off", "3": "blink"}


def test_a_press_while_another_seat_speaks_is_told_by_its_lamp_and_without_a_sound(run: Run) -> None:
    box = run("ring the bell").quiet(2)
    box.press("1")
    box.talk(4)
    box.press("2")
    box.talk(4)
    box.settle()
    assert ("2", "not_understood") in box.lamps.history
    played = len(box.speaker.played)
    box.release("2")
    box.release("1")
    box.quiet(4).settle()
    assert (box.answers[-1].intent, box.answers[-1].seat) == ("ring", "1")
    assert "One at a time: seat 2 was not heard." in box.shown
    assert len(box.speaker.played) == played


# Troubles, evidence, end.


@pytest.mark.case("C-083", "C-086")
def test_a_device_that_fails_is_told_once_and_once_more_when_it_works(run: Run) -> None:
    box = run()
    box.microphone_trouble = "microphone: the device no longer answers"
    for _ in range(3):
        box.box.look()
    box.microphone_trouble = "cannot open USB: busy"
    box.box.look()
    assert box.settle().lamps.shown[STATUS_LAMP] == "trouble"
    box.microphone_trouble = ""
    box.box.look()
    box.settle()
    assert box.shown[-2:] == ["Microphone: the device no longer answers", "The microphone works again."]
    assert box.lamps.shown[STATUS_LAMP] == "listening"


@pytest.mark.case("C-086")
def test_ears_that_did_not_load_are_tried_again_ever_more_seldom_and_told_when_they_hear(run: Run) -> None:
    box = run("ring the bell", has_ears=False)
    tries = []
    for _ in range(70):
        box.box.look()
        tries.append(box.tries)
        box.table.ticker.advance(1)
    assert [tries.index(number) for number in (1, 2, 3, 4)] == [0, 5, 15, 35]
    assert sum("There is no recogniser here" in line for line in box.settle().shown) == 1
    box.has_ears = True
    box.table.ticker.advance(60)
    box.box.look()
    assert box.settle().shown[-1].endswith("The ears work again.")
    box.aside("2").settle()
    assert box.answers[-1].intent == "ring"


@pytest.mark.case("C-088")
def test_speech_that_is_cut_off_is_told_once_an_evening(run: Run) -> None:
    box = run("ring the bell", "ring the bell", "ring the bell")
    box.aside("1").settle()
    assert not any("Too loud" in line for line in box.shown)
    for _ in range(2):
        box.quiet(2)
        box.press("1")
        box.hear(Sound(b"\xff\x7f\x00\x80" * SAMPLE_RATE, SAMPLE_RATE))
        box.release("1")
        box.quiet(4).settle()
    assert sum("Too loud" in line for line in box.shown) == 1


def test_there_is_evidence_of_work_while_sound_comes_or_is_known_to_be_missing(run: Run) -> None:
    box = run()
    evening, ears = box.box.evidence().values()
    ears()
    assert not ears()
    box.quiet(1)
    assert ears()
    box.microphone_trouble = "no microphone"
    assert ears()
    evening()
    box.settle()
    assert evening()


def test_putting_the_box_away_writes_down_the_words_that_are_still_made_out_and_notes_the_clock(run: Run) -> None:
    box = Running("new pile …", "the well")
    box.table.ticker.advance(7)
    box.aside("1")
    box.close()
    again = box.table.again()
    assert [pile.name for pile in again.state.piles] == ["the well"]
    mark = box.table.journal.last_mark()
    assert mark is not None
    assert (mark.elapsed, mark.running) == (pytest.approx(7.8), False)
