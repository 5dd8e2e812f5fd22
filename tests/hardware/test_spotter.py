"""The address word on synthetic voices, alone and with the ears around it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.ears import Ears
from hardware.heard import Event, Utterance
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, HardwareError, Pronounced
from hardware.recogniser.pocketsphinx import PocketSphinx
from hardware.recogniser.pronounce import Pronouncer
from hardware.recogniser.spotter import ADDRESS_WORD, KeywordSpotter
from hardware.speech_programs import is_installed
from tests.hardware.networks import PhraseNetwork
from tests.hardware.speech import room, said

pytest.importorskip("pocketsphinx", reason="PocketSphinx is not installed", exc_type=ImportError)
pytestmark = pytest.mark.skipif(not is_installed("flite"), reason="flite is not installed")


@pytest.fixture
def spotter() -> Iterator[KeywordSpotter]:
    made = KeywordSpotter()
    yield made
    made.close()


def blocks(pcm: bytes) -> list[bytes]:
    return [pcm[at : at + BLOCK_BYTES] for at in range(0, len(pcm), BLOCK_BYTES)]


def count(spotter: KeywordSpotter, pcm: bytes) -> int:
    return sum(spotter.feed(block) for block in blocks(pcm))


@pytest.mark.parametrize("voice", ["flite:slt", "flite:rms", "flite:awb", "flite:kal16"])
def test_the_address_word_is_found_once_in_a_sentence(spotter: KeywordSpotter, voice: str) -> None:
    assert count(spotter, said("prompter, time left", voice)) == 1


def test_talk_without_it_and_a_quiet_room_say_nothing(spotter: KeywordSpotter) -> None:
    assert count(spotter, said("the captain says that nobody leaves the harbour tonight") + room(5)) == 0


def test_it_is_found_again_the_next_time(spotter: KeywordSpotter) -> None:
    assert count(spotter, said("prompter, time left") * 2) == 2


def test_any_word_can_be_the_address_word() -> None:
    spotter = KeywordSpotter(Pronounced("souffleur", sounds_like=("chandelier",)))
    assert count(spotter, said("chandelier, time left")) == 1


def test_an_address_word_that_nobody_can_say_is_refused() -> None:
    with pytest.raises(HardwareError, match="give its sounds"):
        KeywordSpotter(Pronounced("zhurnak"), pronouncer=Pronouncer(guessers=()))


def test_closing_twice_is_no_error(spotter: KeywordSpotter) -> None:
    spotter.close()
    spotter.close()


@pytest.mark.case("C-031", "C-038")
def test_hands_free_the_sentence_after_the_address_word_is_heard_and_talk_is_not() -> None:
    events: list[Event] = []
    ears = Ears(PocketSphinx(), events.append, spotter=KeywordSpotter(), address_word=ADDRESS_WORD)
    ears.listen_for(button={}, hands_free=PhraseNetwork(["time left", "end scene", "fact on morgan"]))
    for text in ("we do not have much time left", "prompter, fact on morgan", "end scene", "prompter, time left"):
        for block in blocks(room(1) + said(text) + room(1)):
            ears.hear(block)
    assert [one.heard.text for one in events if isinstance(one, Utterance) and one.heard.text] == [
        "fact on morgan",
        "time left",
    ]


def heard_by_ears(*sounds: bytes) -> list[str]:
    events: list[Event] = []
    ears = Ears(PocketSphinx(), events.append, spotter=KeywordSpotter(), address_word=ADDRESS_WORD)
    ears.listen_for(button={}, hands_free=PhraseNetwork(["time left", "end scene"]))
    for sound in sounds:
        for block in blocks(sound):
            ears.hear(block)
    return [one.heard.text for one in events if isinstance(one, Utterance)]


def test_the_address_word_is_heard_when_the_room_has_become_loud_and_when_it_is_quiet_again() -> None:
    aside = np.frombuffer(said("prompter, end scene", "flite:rms"), "<i2").astype(np.int32)
    fan = np.random.default_rng(1).normal(0, 50, len(aside)).astype(np.int32)
    loud = (aside + fan).clip(-32768, 32767).astype("<i2").tobytes()
    hum = np.random.default_rng(2).normal(0, 50, 10 * SAMPLE_RATE).astype("<i2").tobytes()
    quiet = aside.astype("<i2").tobytes() + room(1.5)
    assert heard_by_ears(room(1), quiet, hum, loud, hum[: len(hum) // 4], room(1), quiet) == ["end scene"] * 3
