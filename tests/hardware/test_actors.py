from __future__ import annotations

import shutil

import numpy as np
import pytest

from hardware.actors import CAST, Actor, cast
from hardware.ports import HardwareError
from hardware.sounds import to_samples

needs_both = pytest.mark.skipif(
    not (shutil.which("espeak-ng") and shutil.which("flite")), reason="espeak-ng and flite are not installed"
)


@needs_both
@pytest.mark.parametrize("name", CAST)
def test_every_voice_of_the_cast_speaks_at_16_khz(name: str) -> None:
    sound = Actor(name).speak("fact on Atwater")
    assert sound.rate == 16_000
    assert 0.5 < sound.seconds < 3
    assert np.abs(to_samples(sound.pcm)).max() > 0.1


@pytest.mark.skipif(not shutil.which("text2wave"), reason="festival is not installed")
def test_a_voice_of_festival_speaks_too() -> None:
    sound = Actor("festival:ked_diphone").speak("fact on Atwater")
    assert sound.rate == 16_000
    assert 0.5 < sound.seconds < 3


def test_a_voice_whose_program_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(HardwareError, match="apt install festival"):
        Actor("festival:ked_diphone").speak("hello")


@needs_both
@pytest.mark.parametrize("name", ["espeak:en-us+f3", "flite:slt"])
def test_slower_takes_longer(name: str) -> None:
    text = "the house lights go down"
    assert Actor(name, words_per_minute=110).speak(text).seconds > 1.2 * Actor(name).speak(text).seconds


@needs_both
def test_the_voices_own_rate_is_left_where_asked() -> None:
    assert Actor("espeak:en-us", rate=None).speak("hello").rate == 22_050


@needs_both
def test_a_text_that_looks_like_an_option_is_said() -> None:
    assert Actor("flite:kal").speak("--help").seconds < 3
    assert Actor("espeak:en-us").speak("--help").seconds > 0.2


@needs_both
def test_nothing_to_say_is_an_empty_sound() -> None:
    assert Actor("flite:slt").speak(" ").pcm == b""


@needs_both
def test_a_name_can_be_given_in_the_phonemes_of_espeak() -> None:
    spelled, phonemes = (Actor("espeak:en-us").speak(text).seconds for text in ("Atwater", "[['atwO:t@]]"))
    assert phonemes == pytest.approx(spelled, rel=0.3)


@needs_both
def test_a_name_can_be_given_in_the_phonemes_of_flite() -> None:
    spelled, phonemes = (Actor("flite:slt").speak(f"fact on {name}") for name in ("Atwater", "[[ae t w ao t er]]"))
    assert phonemes.seconds == pytest.approx(spelled.seconds, rel=0.3)
    assert phonemes.rate == 16_000


@pytest.mark.parametrize("name", ["flite:nobody", "siri:en", "slt", "flite:", "espeak:--help me"])
def test_an_unknown_actor_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(HardwareError, match="no actor"):
        Actor(name)


@pytest.mark.case("C-092")
def test_a_missing_program_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(HardwareError, match="sudo apt install flite"):
        Actor("flite:slt").speak("hello")


@needs_both
def test_an_unknown_voice_of_espeak_is_refused_on_speaking() -> None:
    with pytest.raises(HardwareError, match="espeak-ng"):
        Actor("espeak:klingon-xx").speak("hello")


@needs_both
@pytest.mark.case("C-101")
@pytest.mark.parametrize("text", ["yes\0no", "caf\udce9"])
def test_a_text_that_no_program_can_be_given_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(HardwareError, match="flite cannot speak"):
        Actor("flite:slt").speak(text)


@needs_both
def test_every_seat_gets_a_voice_of_its_own() -> None:
    assert len({actor.name for actor in cast(8)}) == 8


@needs_both
def test_more_seats_than_voices_speak_at_another_speed() -> None:
    assert len(set(cast(10))) == 10


def test_a_cast_without_programs_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(HardwareError, match="sudo apt install espeak-ng flite"):
        cast(2)
