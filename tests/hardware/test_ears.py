"""The two doors of the ears, on scripted recogniser and spotter; time is counted in blocks of 0.1 s."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.ears import Ears
from hardware.fakes.recogniser import ScriptedRecogniser
from hardware.heard import CLIPPED, Addressed, DoorShut, Listening, Lost
from hardware.ports import BLOCK_BYTES, BLOCK_SAMPLES, Heard
from tests.hardware.networks import PhraseNetwork
from tests.hardware.scripted_table import ANSWERS, ASIDES, QUIET, Table, speech


def test_a_held_button_brings_one_utterance_of_its_seat() -> None:
    table = Table("end scene").listen().quiet(5)
    table.hold("2", 10)
    assert [(one.seat, one.door, one.heard.text) for one in table.heard] == [("2", "button", "end scene")]


@pytest.mark.case("C-037")
def test_half_a_second_before_the_press_and_a_tail_after_the_release_belong_to_it() -> None:
    table = Table("end scene").listen().quiet(10)
    first, last = speech(1), speech(2)
    table.ears.hear(first)
    table.ears.press("1")
    table.quiet(5)
    table.ears.release("1")
    table.ears.hear(last)
    table.quiet(5)
    (sound,) = table.recogniser.utterances
    assert first in sound
    assert last in sound
    assert len(sound) == (5 + 5 + 2) * BLOCK_BYTES


@pytest.mark.case("C-037", "C-085")
def test_what_was_said_before_the_button_came_up_is_heard_whole_by_ears_that_are_behind() -> None:
    table = Table("end scene").listen().quiet(5)
    table.ears.press("1")
    table.talk(5)
    table.ears.release("1", behind_seconds=0.6)
    table.talk(6).quiet(5)
    (sound,) = table.recogniser.utterances
    assert len(sound) == (5 + 5 + 6 + 2) * BLOCK_BYTES


@pytest.mark.case("C-088")
@pytest.mark.parametrize(("gain", "is_too_loud"), [(1.0, False), (4.0, True)])
def test_speech_that_is_cut_off_at_full_scale_is_told_from_speech_that_is_loud(gain: float, is_too_loud: bool) -> None:
    vowel = np.sin(np.linspace(0, 2 * np.pi * 14, BLOCK_SAMPLES)) * np.linspace(0, 1, BLOCK_SAMPLES)
    table = Table("end scene").listen().quiet(5)
    table.ears.press("1")
    for _ in range(8):
        table.ears.hear(np.clip(vowel * gain * 32_500, -32_768, 32_767).astype("<i2").tobytes())
    table.ears.release("1")
    table.quiet(3)
    assert (table.heard[0].clipped > CLIPPED) == is_too_loud


@pytest.mark.case("C-038", "C-031")
def test_talk_outside_the_doors_is_never_decoded() -> None:
    table = Table("end scene").listen().quiet(5).talk(300).quiet(20)
    assert table.recogniser.utterances == []
    assert table.heard == []


def test_a_tap_is_short_whatever_was_said_around_it() -> None:
    table = Table("end scene").listen().talk(5)
    table.ears.press("1")
    table.talk(2)
    table.ears.release("1")
    table.talk(3)
    assert [(one.heard.text, one.heard.why_not) for one in table.heard] == [("", "short")]


def test_the_second_of_two_presses_is_told_that_the_door_is_taken() -> None:
    table = Table("end scene").listen().quiet(2)
    table.ears.press("1")
    table.talk(2)
    table.ears.press("2")
    table.talk(5)
    table.ears.release("2")
    table.talk(2)
    table.ears.release("1")
    table.quiet(3)
    assert DoorShut("2", "taken") in table.events
    assert [one.seat for one in table.heard] == ["1"]


@pytest.mark.case("C-035")
def test_a_stuck_button_ends_after_fifteen_seconds_and_once() -> None:
    table = Table("end scene").listen().quiet(5)
    table.ears.press("1")
    table.talk(300)
    assert [one.heard.seconds for one in table.heard] == [15.0]


def test_a_sentence_after_the_address_word_ends_with_silence() -> None:
    table = Table("prompter end scene", address_at=(5,)).listen().quiet(5).talk(6).talk(10).quiet(12)
    assert Addressed() in table.events
    assert [(one.seat, one.door, one.heard.text) for one in table.heard] == [(None, "address", "end scene")]


def test_the_address_word_itself_is_decoded_with_its_sentence() -> None:
    table = Table("prompter end scene", address_at=(5,)).listen().quiet(7).talk(16).quiet(12)
    (sound,) = table.recogniser.utterances
    assert speech(0) in sound


def test_the_address_word_alone_shuts_its_door_after_four_seconds() -> None:
    table = Table(address_at=(5,)).listen().quiet(5).talk(6).quiet(60)
    (utterance,) = table.heard
    assert utterance.heard.text == ""
    assert utterance.heard.seconds == pytest.approx(1.2 + 4, abs=0.3)


@pytest.mark.case("C-035")
def test_talk_that_goes_on_after_the_address_word_is_cut_off() -> None:
    table = Table(address_at=(5,)).listen().quiet(5).talk(6).talk(200)
    assert len(table.heard) == 1
    assert table.heard[0].heard.seconds < 12


def test_an_answer_needs_no_address_word_while_the_state_waits_for_it() -> None:
    table = Table("yes").listen(answers=True).quiet(5).talk(5).quiet(12)
    assert [(one.seat, one.door, one.heard.text) for one in table.heard] == [(None, "answer", "yes")]


def test_an_answer_that_is_none_is_not_worth_a_word() -> None:
    table = Table("maybe").listen(answers=True).quiet(5).talk(5).quiet(12)
    assert len(table.recogniser.utterances) == 1
    assert table.heard == []


@pytest.mark.case("C-031")
@pytest.mark.parametrize(("confidence", "answers"), [(0.9, ["yes"]), (0.8, [])])
def test_an_answer_must_be_surer_than_what_a_button_vouches_for(
    monkeypatch: pytest.MonkeyPatch, confidence: float, answers: list[str]
) -> None:
    table = Table("yes", "end scene")
    finish = table.recogniser.finish
    monkeypatch.setattr(table.recogniser, "finish", lambda: replace(finish(), confidence=confidence))
    table.listen(answers=True).quiet(5).talk(5).quiet(12)
    assert [one.heard.text for one in table.heard] == answers
    assert table.hold("1", 10).heard[-1].heard.text == "end scene"


@pytest.mark.case("C-031")
def test_a_monologue_is_no_answer_not_even_its_end() -> None:
    table = Table("yes", "yes").listen(answers=True).quiet(5).talk(100)
    table.quiet(12)
    assert table.heard == []


@pytest.mark.case("C-032")
def test_what_the_box_says_is_not_heard_nor_its_echo() -> None:
    table = Table("yes", address_at=(3, 4, 5)).listen(answers=True).quiet(3)
    table.ears.speaking(True)
    table.talk(40)
    table.ears.speaking(False)
    table.talk(4).quiet(10)
    assert table.recogniser.utterances == []


def test_a_press_cuts_deafness_short_and_brings_none_of_the_box_s_own_voice() -> None:
    table = Table("end scene").listen().quiet(3)
    table.ears.speaking(True)
    table.talk(5)
    table.ears.press("1")
    table.quiet(5)
    table.ears.release("1")
    table.quiet(3)
    (sound,) = table.recogniser.utterances
    assert speech(4) not in sound
    assert len(table.heard) == 1


def test_muted_ears_hear_nothing_and_say_so_at_a_press() -> None:
    table = Table("end scene").listen().quiet(2)
    table.ears.mute(True)
    table.ears.press("1")
    table.talk(5)
    table.ears.release("1")
    table.quiet(5)
    assert DoorShut("1", "muted") in table.events
    assert table.heard == []


def test_new_networks_wait_for_the_end_of_the_utterance() -> None:
    table = Table("end scene").listen().quiet(2)
    table.ears.press("1")
    table.talk(3)
    table.ears.listen_for(button={"1": ANSWERS})
    table.talk(3)
    assert ANSWERS not in table.recogniser.listened_for
    table.ears.release("1")
    table.quiet(8)
    assert table.heard[0].heard.text == "end scene"
    assert ANSWERS in table.recogniser.listened_for


@pytest.mark.case("C-001")
def test_words_that_cannot_be_heard_are_told_when_listening_begins() -> None:
    table = Table()
    table.recogniser = ScriptedRecogniser(unknown=["morgan"])
    ears = Ears(table.recogniser, table.events.append)
    ears.listen_for(button={"1": ASIDES})
    for _ in range(5):
        ears.hear(QUIET)
    assert [event.readiness.unheard for event in table.events if isinstance(event, Listening)] == [("morgan",)]


def test_networks_are_made_ready_after_a_rest_one_with_each_block() -> None:
    table = Table(rest_seconds=0.3).listen(answers=True)
    made = []
    for _ in range(7):
        table.quiet(1)
        made.append(len(table.recogniser.listened_for))
    assert made == [0, 0, 0, 1, 2, 3, 3]  # both seats have the same one
    assert len([event for event in table.events if isinstance(event, Listening)]) == 1


def test_a_network_that_cannot_be_made_ready_is_told_to_whoever_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("end scene").listen()
    with monkeypatch.context() as broken:
        broken.setattr(table.recogniser, "listen_for", lambda network, lexicon: [][0])
        table.quiet(9)
        assert not [event for event in table.events if isinstance(event, Lost)]
        table.hold("1", 1)
        assert any(isinstance(event, Lost) for event in table.events)
    table.hold("1", 5)
    assert table.heard[0].heard.text == "end scene"


def test_a_press_does_not_wait_for_the_networks_of_others() -> None:
    mine = PhraseNetwork(["new scene"])
    table = Table("new scene")
    table.ears.listen_for(button={"1": ASIDES, "2": mine}, hands_free=ASIDES)
    table.ears.press("2")
    table.talk(5)
    assert table.recogniser.listened_for == [mine]
    table.ears.release("2")
    table.quiet(3)
    assert table.heard[0].heard.text == "new scene"


@pytest.mark.case("C-028")
def test_the_sound_of_free_words_comes_with_the_utterance() -> None:
    table = Table("fact on morgan …").listen().quiet(5)
    table.hold("1", 20)
    (utterance,) = table.heard
    assert utterance.heard.tail_from is not None
    assert utterance.tail == table.recogniser.utterances[0][int(utterance.heard.tail_from * 16_000) * 2 :]


def test_a_seat_without_sentences_opens_no_door() -> None:
    table = Table("end scene").listen().quiet(2)
    table.hold("3", 5)
    assert table.heard == []
    assert table.recogniser.utterances == []


def test_nothing_is_kept_of_talk_before_the_last_second() -> None:
    """Eight hours would not fit; the buffer holds what a door needs."""
    table = Table("end scene").listen().talk(200)
    table.ears.press("1")
    table.quiet(5)
    table.ears.release("1")
    table.quiet(3)
    (sound,) = table.recogniser.utterances
    assert len(sound) == (5 + 5 + 2) * BLOCK_BYTES


@pytest.mark.case("C-032")
def test_after_a_press_that_cut_speech_short_nothing_of_the_aside_is_lost_to_the_tail() -> None:
    table = Table("end scene").listen().quiet(3)
    table.ears.speaking(True)
    table.talk(5)
    table.ears.press("1")
    table.quiet(1)
    table.ears.speaking(False)
    table.quiet(6)
    table.ears.release("1")
    table.quiet(3)
    assert [len(sound) for sound in table.recogniser.utterances] == [(1 + 6 + 2) * BLOCK_BYTES]


class BreakingRecogniser(ScriptedRecogniser):
    """Breaks at its first utterance."""

    broken = False

    def finish(self) -> Heard:
        heard = super().finish()
        if not self.broken:
            self.broken = True
            raise ValueError("native code said -1")
        return heard


def test_a_recogniser_that_breaks_loses_one_utterance_and_hears_the_next(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()
    table.recogniser = BreakingRecogniser(["end scene", "end scene"])
    table.ears = Ears(table.recogniser, table.events.append)
    table.listen().quiet(5)
    for _ in range(2):
        table.ears.press("1")
        table.talk(5)
        table.ears.release("1")
        table.quiet(5)
    assert [one for one in table.events if isinstance(one, Lost)] == [Lost("1", "ValueError: native code said -1")]
    assert [one.heard.text for one in table.heard] == ["end scene"]
    assert caplog.messages == ["an utterance is lost: native code said -1"]


@pytest.mark.rule("R-144")
def test_it_is_known_how_long_nobody_has_spoken_in_the_room() -> None:
    table = Table().listen().quiet(10).talk(5)
    assert table.ears.room.quiet_seconds == 0
    table.quiet(8)
    assert table.ears.room.quiet_seconds == pytest.approx(0.7, abs=0.11)


@pytest.mark.rule("R-144")
@pytest.mark.parametrize(("talks", "seconds"), [(True, 0.0), (False, 3.0)])
def test_while_the_ears_are_deaf_the_room_is_taken_to_go_on_as_it_was(talks: bool, seconds: float) -> None:
    table = Table().listen().quiet(10)
    if talks:
        table.talk(5)
    table.ears.speaking(True)
    (table.quiet if talks else table.talk)(20)
    assert table.ears.room.quiet_seconds == pytest.approx(seconds, abs=0.11)
