"""Without a button: when the spotter sleeps, what it hears when it wakes, and what ends a sentence."""

from __future__ import annotations

import pytest

from hardware.heard import Addressed
from hardware.ports import BLOCK_BYTES
from tests.hardware.scripted_table import QUIET, Table, speech


def test_where_nobody_speaks_the_spotter_sleeps_and_hears_how_speech_began_when_it_wakes() -> None:
    table = Table(address_at=(0,)).listen().quiet(100)
    assert table.spotter.heard == b""
    table.talk(1)
    assert table.spotter.heard == QUIET * 5 + speech(0)
    assert Addressed() in table.events


def test_between_two_who_speak_the_spotter_sleeps_again() -> None:
    table = Table().listen().quiet(10).talk(10).quiet(20)
    heard = len(table.spotter.heard)
    table.quiet(100)
    assert len(table.spotter.heard) == heard <= (5 + 10 + 10) * BLOCK_BYTES


def test_who_searches_for_a_word_is_not_cut_off() -> None:
    table = Table("prompter end scene", address_at=(5,)).listen().quiet(5).talk(6)
    for _ in range(4):
        table.talk(3).quiet(7)
    assert table.heard == []
    table.quiet(3)
    assert [one.heard.text for one in table.heard] == ["end scene"]


def test_while_a_button_is_held_no_pause_ends_the_aside() -> None:
    table = Table("end scene").listen().quiet(5)
    table.ears.press("1")
    table.talk(3).quiet(40).talk(3)
    assert table.heard == []
    table.ears.release("1")
    table.quiet(3)
    assert [len(sound) for sound in table.recogniser.utterances] == [(5 + 46 + 2) * BLOCK_BYTES]


@pytest.mark.case("C-032")
def test_an_aside_that_begins_in_the_echo_of_the_box_is_heard_from_its_beginning() -> None:
    table = Table("prompter end scene", address_at=(2,)).listen().quiet(3)
    table.ears.speaking(True)
    table.talk(2)
    table.ears.speaking(False)
    table.quiet(2).talk(12).quiet(12)
    assert [one.heard.text for one in table.heard] == ["end scene"]
    (sound,) = table.recogniser.utterances
    assert sound.startswith(QUIET * 2 + speech(0))
