"""What every recogniser keeps, real or scripted (see :mod:`hardware.ports`).

A subclass gives the fixtures ``recogniser`` and ``say``. ``say(text)`` is the sound of a voice that says ``text``, good
enough to be heard by this recogniser; ``say("")`` is a second of room without speech. For the scripted fake, ``say``
also tells the script what to answer.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware.ports import BLOCK_BYTES, TAIL, HardwareError, Heard, Recogniser
from tests.hardware.networks import PhraseNetwork

Say = Callable[[str], bytes]


def press(recogniser: Recogniser, pcm: bytes) -> Heard:
    """One utterance, block by block, as the ears feed it."""
    recogniser.start()
    for at in range(0, len(pcm), BLOCK_BYTES):
        recogniser.feed(pcm[at : at + BLOCK_BYTES])
    return recogniser.finish()


class RecogniserContract:
    """Inherit, give the fixtures, and set ``SENTENCES`` to ones whose words the engine's vocabulary has."""

    SENTENCES = ("end scene", "time left", "spotlight on morgan")
    OTHER_TALK = "the horses are very tired this morning"

    @pytest.fixture
    def listening(self, recogniser: Recogniser) -> Recogniser:
        readiness = recogniser.listen_for(PhraseNetwork(self.SENTENCES))
        assert readiness.unheard == ()
        return recogniser

    def test_a_sentence_of_the_network_is_heard_whole(self, listening: Recogniser, say: Say) -> None:
        for sentence in self.SENTENCES:
            assert press(listening, say(sentence)).text == sentence

    def test_what_is_heard_tells_engine_and_length(self, listening: Recogniser, say: Say) -> None:
        pcm = say(self.SENTENCES[0])
        heard = press(listening, pcm)
        assert heard.engine == listening.engine
        assert heard.seconds == pytest.approx(len(pcm) / 32_000)
        assert 0 <= heard.confidence <= 1

    @pytest.mark.case("C-002", "C-031")
    def test_other_talk_gives_no_text_but_a_reason(self, listening: Recogniser, say: Say) -> None:
        heard = press(listening, say(self.OTHER_TALK))
        assert heard.text == ""
        assert heard.why_not in ("other talk", "incomplete")

    @pytest.mark.case("C-014")
    def test_a_silent_room_gives_no_text(self, listening: Recogniser, say: Say) -> None:
        heard = press(listening, say(""))
        assert (heard.text, heard.why_not) == ("", "silence")

    def test_a_press_of_a_tenth_of_a_second_is_short(self, listening: Recogniser, say: Say) -> None:
        heard = press(listening, say(self.SENTENCES[0])[:BLOCK_BYTES])
        assert (heard.text, heard.why_not) == ("", "short")

    def test_an_utterance_without_any_sound_is_short(self, listening: Recogniser) -> None:
        assert press(listening, b"").why_not == "short"

    def test_pieces_of_any_length_give_what_blocks_give(self, listening: Recogniser, say: Say) -> None:
        pcm = say(self.SENTENCES[1])
        listening.start()
        for at in range(0, len(pcm), 777):
            listening.feed(pcm[at : at + 777])
        listening.feed(b"")
        assert listening.finish().text == self.SENTENCES[1]

    def test_what_is_no_longer_listened_for_is_not_heard(self, listening: Recogniser, say: Say) -> None:
        listening.listen_for(PhraseNetwork(self.SENTENCES[1:]))
        assert press(listening, say(self.SENTENCES[0])).text == ""
        listening.listen_for(PhraseNetwork(self.SENTENCES))
        assert press(listening, say(self.SENTENCES[0])).text == self.SENTENCES[0]

    @pytest.mark.case("C-007")
    def test_an_empty_network_hears_nothing(self, recogniser: Recogniser, say: Say) -> None:
        recogniser.listen_for(PhraseNetwork(()))
        assert press(recogniser, say(self.SENTENCES[0])).text == ""

    def test_the_network_cannot_change_during_an_utterance(self, listening: Recogniser) -> None:
        listening.start()
        with pytest.raises(HardwareError):
            listening.listen_for(PhraseNetwork(self.SENTENCES[1:]))
        listening.finish()

    def test_a_sound_outside_an_utterance_is_refused(self, listening: Recogniser) -> None:
        with pytest.raises(HardwareError):
            listening.feed(bytes(BLOCK_BYTES))
        with pytest.raises(HardwareError):
            listening.finish()

    def test_an_utterance_is_started_once(self, listening: Recogniser) -> None:
        listening.start()
        with pytest.raises(HardwareError):
            listening.start()
        assert listening.finish().text == ""

    def test_room_sound_between_utterances_changes_no_sentence(self, listening: Recogniser, say: Say) -> None:
        listening.warm(bytes(32_000))
        assert press(listening, say(self.SENTENCES[0])).text == self.SENTENCES[0]

    def test_closing_twice_is_no_error(self, listening: Recogniser) -> None:
        listening.close()
        listening.close()


class FreeTailContract:
    """For recognisers that can tell where free words begin."""

    BEFORE_TAIL = "fact on morgan"

    def test_free_words_stand_as_one_sign_and_tell_their_place(self, recogniser: Recogniser, say: Say) -> None:
        recogniser.listen_for(PhraseNetwork((self.BEFORE_TAIL, f"{self.BEFORE_TAIL} {TAIL}")))
        pcm = say(f"{self.BEFORE_TAIL} afraid of the master")
        heard = press(recogniser, pcm)
        assert heard.text == f"{self.BEFORE_TAIL} {TAIL}"
        assert heard.tail_from is not None
        assert 0.3 < heard.tail_from < len(pcm) / 32_000 - 0.5
