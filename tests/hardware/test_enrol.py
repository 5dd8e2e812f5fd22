"""Names taught by takes, for real: PocketSphinx on voices that are told the phones of what they say."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.actors import Actor
from hardware.ports import SAMPLE_RATE, Pronounced
from hardware.recogniser.enrol import ALIKE, UNLIKE, TakeError, apart, phones_said, taught, unlike, ways_said
from hardware.recogniser.pocketsphinx import PocketSphinx
from hardware.recogniser.pronounce import PHONES, Pronouncer
from hardware.recogniser.sounds_like import distance
from tests.hardware.networks import PhraseNetwork
from tests.hardware.recogniser_contract import press
from tests.hardware.speech import room, said

pytest.importorskip("pocketsphinx", reason="PocketSphinx is not installed", exc_type=ImportError)


def take(phones: str, voice: str, words_per_minute: int = 170, around: float = 0.3) -> bytes:
    sound = Actor(voice, words_per_minute=words_per_minute).speak(f"[[{phones}]]").pcm
    return room(around) + sound + room(around, 2)


def takes(phones: str, voice: str) -> list[bytes]:
    return [take(phones, voice, words_per_minute) for words_per_minute in (155, 170, 187)]


def edits(one: str, other: str) -> int:
    """Phones put in, left out or changed."""
    row = list(range(len(other.split()) + 1))
    for count, phone in enumerate(one.split(), 1):
        before, row = row, [count]
        for place, there in enumerate(other.split()):
            row.append(min(before[place] + (phone != there), before[place + 1] + 1, row[-1] + 1))
    return row[-1]


def test_what_is_heard_are_phones_of_the_model() -> None:
    assert set(phones_said(take("ih z ow l d", "flite:rms")).split()) <= set(PHONES)


@pytest.mark.parametrize("voice", ["flite:slt", "flite:rms"])
def test_the_room_around_a_take_changes_a_phone_at_most(voice: str) -> None:
    short = phones_said(take("ih z eh m b aa r d", voice, around=0.1))
    assert edits(short, phones_said(take("ih z eh m b aa r d", voice, around=1.0))) <= 1


def test_a_single_take_is_heard_as_by_other_mouths_too_its_own_first() -> None:
    sound = take("ih z eh m b aa r d", "flite:slt")
    first, *others = ways_said(sound)
    assert first == phones_said(sound)
    assert others
    assert all(set(way.split()) <= set(PHONES) for way in others)


def test_what_was_heard_before_has_no_part_in_a_take() -> None:
    sound = take("ih z ow l d", "flite:slt")
    first = phones_said(sound)
    phones_said(take("b r ae k ih t", "flite:rms"))
    assert phones_said(sound) == first


def test_a_take_without_a_word_is_none() -> None:
    for sound in (b"", bytes(32_000), room(1)):
        with pytest.raises(TakeError, match="nothing is said"):
            phones_said(sound)


def test_a_single_short_sound_is_too_short() -> None:
    with pytest.raises(TakeError, match="too short for a name"):
        phones_said(take("s", "flite:slt"))


def test_a_speech_is_too_long() -> None:
    with pytest.raises(TakeError, match="say the name alone, within 3 s"):
        phones_said(said("the captain says that nobody leaves the harbour tonight, and that means everybody"))


def test_a_hiss_is_hardly_speech() -> None:
    hiss = np.random.default_rng(3).normal(0, 3000, int(0.5 * SAMPLE_RATE)).astype("<i2").tobytes()
    with pytest.raises(TakeError, match="hardly a sound of it is like speech"):
        phones_said(room(1) + hiss + room(1))


@pytest.mark.parametrize("voice", ["flite:slt", "flite:rms"])
def test_a_name_that_its_spelling_misleads_about_is_heard_once_it_is_taught(voice: str) -> None:
    network = PhraseNetwork([f"fact on {name}" for name in ("cholmondeley", "charlie", "colman", "brakkett")])
    order = room(0.5) + Actor(voice).speak("fact on [[ch ah m l iy]]").pcm + room(0.5)
    recogniser = PocketSphinx()
    recogniser.listen_for(network)
    untaught = press(recogniser, order).text
    recogniser.listen_for(network, [taught("cholmondeley", takes("ch ah m l iy", voice))])
    assert untaught in ("", "fact on charlie")
    assert press(recogniser, order).text == "fact on cholmondeley"
    recogniser.close()


def test_a_take_that_is_like_another_word_is_told() -> None:
    assert unlike(["IH Z OW L D", "B R AE K IH T", "IY Z OW L"]) == 1
    assert unlike(["IH Z OW L D", "IY Z OW L D", "IY Z OW L"]) is None


def test_of_two_takes_neither_is_the_odd_one() -> None:
    assert unlike(["IH Z OW L D", "B R AE K IH T"]) is None


def test_distance_is_nothing_to_itself_and_the_same_both_ways() -> None:
    one, other = "IH Z OW L D", "B R AE K IH T"
    assert distance(one, one) == 0
    assert distance(one, other) == distance(other, one)
    assert distance(one, "IY Z OW L D") < ALIKE < UNLIKE < distance(one, other)


def test_a_name_without_pronunciation_is_far_from_all() -> None:
    assert apart((), ("IH Z OW L D",)) == 1


@pytest.mark.parametrize(("one", "other"), [("isolde", "ysolde"), ("corvin", "corwin"), ("belisar", "belisa")])
def test_names_that_sound_alike_are_close(one: str, other: str) -> None:
    pronounce = Pronouncer()
    assert apart(pronounce(one), pronounce(other)) < ALIKE


def test_names_that_do_not_are_not() -> None:
    pronounce = Pronouncer()
    assert apart(pronounce("rhovanna"), pronounce("wrenna")) > ALIKE


def test_takes_that_are_heard_alike_are_one_pronunciation() -> None:
    sound = take("ih z ow l d", "flite:rms")
    assert taught("ysolde", [sound, sound]) == Pronounced("ysolde", (phones_said(sound),))
