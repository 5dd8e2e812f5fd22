"""PocketSphinx for real, on synthetic voices."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest

from hardware.endpoint import SpeechDetector
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, TAIL, HardwareError, Heard, Pronounced
from hardware.recogniser.pocketsphinx import PocketSphinx, PocketSphinxSettings
from hardware.recogniser.pronounce import Pronouncer
from hardware.speech_programs import is_installed
from tests.hardware.networks import PhraseNetwork
from tests.hardware.recogniser_contract import FreeTailContract, RecogniserContract, Say, press
from tests.hardware.speech import room, said

pytest.importorskip("pocketsphinx", reason="PocketSphinx is not installed", exc_type=ImportError)
pytestmark = pytest.mark.skipif(not is_installed("flite"), reason="flite is not installed")

INVENTED = PhraseNetwork(["fact on brakkett", "fact on ysolde", "fact on zephyrine", "fact on atwater"])


@pytest.fixture
def recogniser() -> Iterator[PocketSphinx]:
    made = PocketSphinx()
    yield made
    made.close()


class TestPocketSphinx(RecogniserContract, FreeTailContract):
    @pytest.fixture
    def say(self) -> Say:
        return said


def hears(recogniser: PocketSphinx, network: PhraseNetwork, text: str) -> Heard:
    recogniser.listen_for(network)
    return press(recogniser, said(text))


def test_a_sentence_that_breaks_off_is_not_heard(recogniser: PocketSphinx) -> None:
    network = PhraseNetwork(["spotlight on morgan", "spotlight on atwater"])
    assert hears(recogniser, network, "spotlight on").text == ""


@pytest.mark.case("C-031")
@pytest.mark.parametrize(
    "talk",
    [
        "the captain says that nobody leaves the harbour tonight",
        "he spotted a light on the morning after",
        "I shall roll two of them down the hill",
        "can I get a large coffee with milk and sugar",
    ],
)
def test_talk_in_character_is_no_command(recogniser: PocketSphinx, talk: str) -> None:
    network = PhraseNetwork(
        ["fact on morgan", f"fact on morgan {TAIL}", "spotlight on morgan", "end scene", "roll two"]
    )
    heard = hears(recogniser, network, talk)
    assert (heard.text, heard.why_not) == ("", "other talk")


def test_a_complete_sentence_gets_no_tail_out_of_the_silence_after_it(recogniser: PocketSphinx) -> None:
    network = PhraseNetwork(["fact on morgan", f"fact on morgan {TAIL}"])
    heard = hears(recogniser, network, "fact on morgan")
    assert (heard.text, heard.tail_from) == ("fact on morgan", None)


def test_what_comes_later_after_the_last_word_changes_nothing(recogniser: PocketSphinx) -> None:
    whole, speech = said("fact on morgan"), SpeechDetector()
    speech.feed(whole)
    cut = whole[: 2 * round((speech.last + 0.17) * SAMPLE_RATE)]
    again = PocketSphinx()
    for each in (recogniser, again):
        each.listen_for(PhraseNetwork(["fact on morgan"]))
    assert len(cut) < len(whole) - SAMPLE_RATE // 2
    assert press(recogniser, cut).confidence == press(again, whole).confidence


def test_free_phones_are_not_the_worse_for_their_narrow_beam(recogniser: PocketSphinx) -> None:
    wide = PocketSphinx(PocketSphinxSettings(loop_beam=1e-60, loop_wbeam=1e-40))
    margins = []
    for each in (recogniser, wide):
        hears(each, PhraseNetwork(["fact on morgan"]), "fact on morgan")
        margins.append(each.margin())
    assert margins[0] == pytest.approx(margins[1], abs=2.0)


def test_invented_names_are_heard_by_what_the_programs_make_of_them(recogniser: PocketSphinx) -> None:
    assert recogniser.listen_for(INVENTED).unheard == ()
    for sentence in ("fact on brakkett", "fact on zephyrine", "fact on atwater"):
        assert press(recogniser, said(sentence)).text == sentence


def test_a_name_is_heard_as_the_table_says_it(recogniser: PocketSphinx) -> None:
    """Spoken "is older" by the voice; no program would guess that."""
    recogniser.listen_for(INVENTED, [Pronounced("ysolde", sounds_like=("is older",))])
    assert press(recogniser, said("fact on is older")).text == "fact on ysolde"


@pytest.mark.case("C-001")
def test_a_word_that_nobody_can_say_is_told_and_its_sentence_is_not_shortened() -> None:
    recogniser = PocketSphinx(pronouncer=Pronouncer(guessers=()))
    readiness = recogniser.listen_for(PhraseNetwork(["fact on zhurnak", "time left"]))
    assert readiness.unheard == ("zhurnak",)
    assert press(recogniser, said("fact on")).text == ""
    assert press(recogniser, said("time left")).text == "time left"


def test_a_word_taught_later_is_heard() -> None:
    recogniser = PocketSphinx(pronouncer=Pronouncer(guessers=()))
    network = PhraseNetwork(["fact on zhurnak", "time left"])
    recogniser.listen_for(network)
    taught = recogniser.listen_for(network, [Pronounced("zhurnak", phones=("M AO R G AH N",))])
    assert taught.unheard == ()
    assert press(recogniser, said("fact on morgan")).text == "fact on zhurnak"


def test_arcs_without_a_word_are_passed(recogniser: PocketSphinx) -> None:
    class Optional(PhraseNetwork):
        def __init__(self) -> None:
            super().__init__(["end scene", "end the scene"])
            self.arcs = ((0, 2, "end"), (2, 3, "the"), (2, 3, ""), (3, 4, ""), (4, 1, "scene"))

    for sentence in ("end scene", "end the scene"):
        assert hears(recogniser, Optional(), sentence).text == sentence


def test_the_same_sounds_in_the_same_order_give_the_same(recogniser: PocketSphinx) -> None:
    again = PocketSphinx()
    for each in (recogniser, again):
        each.listen_for(INVENTED)
    for text in ("fact on atwater", "the lady drinks water", "fact on brakkett"):
        first, second = press(recogniser, said(text)), press(again, said(text))
        assert (first.text, first.confidence, first.why_not) == (second.text, second.confidence, second.why_not)


@pytest.mark.case("C-014")
@pytest.mark.parametrize("sound", [bytes(64_000), room(2), b"\xff\x7f" * 32_000, b"\x00\x80\xff\x7f" * 16_000])
def test_sound_without_speech_gives_nothing(recogniser: PocketSphinx, sound: bytes) -> None:
    recogniser.listen_for(INVENTED)
    assert press(recogniser, sound).text == ""


@pytest.mark.case("C-014", "C-023")
def test_ten_minutes_of_silence_are_not_decoded(recogniser: PocketSphinx) -> None:
    recogniser.listen_for(INVENTED)
    heard = press(recogniser, bytes(600 * 32_000))
    assert (heard.text, heard.why_not) == ("", "silence")
    assert heard.cpu_seconds < 30


@pytest.mark.case("C-023")
@pytest.mark.slow
def test_memory_does_not_grow_with_utterances_and_networks(recogniser: PocketSphinx) -> None:
    def rounds(count: int) -> int:
        for number in range(count):
            recogniser.listen_for(
                PhraseNetwork(["fact on morgan", f"read card {('one', 'two', 'three', 'four')[number % 4]}"])
            )
            press(recogniser, said("fact on morgan"))
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = rounds(20)
    assert rounds(60) - before < 4_000  # kB


def test_free_words_are_drafted_by_the_language_model(recogniser: PocketSphinx) -> None:
    assert "master" in recogniser.draft(said("afraid of the master", "flite:rms"))
    assert recogniser.draft(room(1)) == ""


def test_a_broken_installation_is_one_clear_line() -> None:
    from hardware.recogniser.native import make_decoder

    with pytest.raises(HardwareError, match="Install it again"):
        make_decoder(dict="/nonexistent/words.dict")


def test_the_same_sound_is_heard_the_same_to_the_bit_in_pieces_of_any_length() -> None:
    """Over more than the 8 s after which the library moves its cepstral mean."""
    network = PhraseNetwork(["time left", "fact on atwater"])
    sound = said("time left") + said("fact on atwater")
    confidences = []
    for length in (BLOCK_BYTES, 1218):
        recogniser = PocketSphinx()
        recogniser.listen_for(network)
        for _ in range(3):
            recogniser.start()
            for at in range(0, len(sound), length):
                recogniser.feed(sound[at : at + length])
            confidences.append(recogniser.finish().confidence)
        recogniser.close()
    assert confidences[:3] == confidences[3:]


def test_an_odd_byte_waits_for_its_other_half(recogniser: PocketSphinx) -> None:
    recogniser.listen_for(PhraseNetwork(["time left"]))
    pcm = said("time left")
    recogniser.start()
    for at in range(0, len(pcm), BLOCK_BYTES - 1):
        recogniser.feed(pcm[at : at + BLOCK_BYTES - 1])
    assert recogniser.finish().text == "time left"
