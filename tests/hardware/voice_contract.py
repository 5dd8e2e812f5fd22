from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from hardware.ports import HardwareError, Voice

LONG = "The well is dry and the mill has stopped. " * 9


class VoiceContract:
    """What every voice keeps; inherit it and give a ``voice`` fixture."""

    @pytest.fixture
    def voice(self) -> Voice:
        raise NotImplementedError

    def test_says_a_sentence(self, voice: Voice) -> None:
        assert 0.3 < voice.speak("Four. True.").seconds < 5

    def test_a_longer_sentence_takes_longer(self, voice: Voice) -> None:
        assert voice.speak("Rolled seven. Lost. Producer picks.").seconds > voice.speak("Won.").seconds

    def test_says_more_than_three_hundred_characters_to_the_end(self, voice: Voice) -> None:
        assert len(LONG) > 300
        assert voice.speak(LONG).seconds > 10

    @pytest.mark.parametrize("text", ["", " ", "\n\t"])
    def test_nothing_to_say_is_an_empty_sound(self, voice: Voice, text: str) -> None:
        assert voice.speak(text).pcm == b""

    @pytest.mark.case("C-101")
    @pytest.mark.parametrize(
        "text", ["Élodie – “yes”", "two\nlines", "yes\0no", "caf\udce9", "-v nothing", "<b>loud</b> & [[name]]", "日本"]
    )
    def test_says_any_characters(self, voice: Voice, text: str) -> None:
        assert voice.speak(text).pcm

    @pytest.mark.case("C-091")
    def test_several_threads_may_speak_at_once(self, voice: Voice) -> None:
        lines = [f"Ann rolled {number}." for number in range(12)]
        with ThreadPoolExecutor(4) as pool:
            assert all(sound.seconds > 0.3 for sound in pool.map(voice.speak, lines))

    def test_a_closed_voice_says_so(self, voice: Voice) -> None:
        voice.close()
        with pytest.raises(HardwareError, match="closed"):
            voice.speak("hello")

    def test_can_be_closed_twice(self, voice: Voice) -> None:
        voice.close()
        voice.close()
