"""A microphone that gives the speaker's output: found out while the box plays, and never taken for a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from assistant.box.echo import TROUBLE, Echo
from hardware.actors import Actor
from hardware.microphone import PortAudioMicrophone
from hardware.ports import SAMPLE_RATE, STATUS_LAMP, Sound
from hardware.sounds import to_pcm, to_samples
from hardware.speaker import PortAudioSpeaker
from hardware.speech_programs import is_installed
from tests.box.running import Running
from tests.hardware.pulse import PulseServer, running_pulse, until

Run = Callable[..., Running]

pytestmark = [
    pytest.mark.case("C-032"),
    pytest.mark.skipif(not is_installed("flite"), reason="flite is not installed"),
]


@pytest.fixture(scope="module")
def words() -> Sound:
    return Actor("flite:slt").speak("Four. The scene is over.")


def in_a_room(words: Sound) -> Sound:
    """As it comes back from a dry room, by a speaker and a microphone that change nothing."""
    ring = np.random.default_rng(1).normal(0, 0.1, SAMPLE_RATE // 10) * np.exp(-np.linspace(0, 7, SAMPLE_RATE // 10))
    ring[0] = 3 * np.sqrt((ring**2).sum())
    heard = np.convolve(to_samples(words.pcm), ring)
    return Sound(to_pcm((heard / np.abs(heard).max() / 2).astype(np.float32)), SAMPLE_RATE)


def say(box: Running, words: Sound, heard: Sound) -> Running:
    """The box says something, and that comes into its microphone."""
    box.voice.sound = words
    box.box.type("1: how many on bell")
    box.until_speaking()
    box.quiet(2).hear(heard)
    box.until_silent()
    box.quiet(8).box.look()
    return box.settle()


def test_a_microphone_that_gives_the_boxs_own_words_is_told_once_and_again_when_it_hears_the_room(
    run: Run, words: Sound
) -> None:
    box = run("ring the bell", lasting=True)
    box.box.type("1: new pile Bell")
    box.until_silent()
    for _ in range(2):
        say(box, words, words)
    assert box.shown.count(TROUBLE[0].upper() + TROUBLE[1:]) == 1
    assert box.lamps.shown[STATUS_LAMP] == "trouble"
    assert box.recogniser.utterances == []
    say(box, words, in_a_room(words))
    assert box.shown[-1] == "The sound of the room works again."


def test_a_sentence_that_was_cut_short_proves_nothing(words: Sound) -> None:
    echo = Echo()
    echo.speaking(True)
    echo.said(words)
    echo.hear(words.pcm)
    echo.forget()
    echo.speaking(False)
    echo.hear(bytes(SAMPLE_RATE * 2))
    assert echo.trouble() == ""


@pytest.fixture
def sound_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    with running_pulse(tmp_path) as server:
        for name, value in server.env.items():
            monkeypatch.setenv(name, value)
        yield server


def test_a_sound_server_that_puts_the_speakers_monitor_in_a_microphones_place_is_found_out(
    sound_server: PulseServer, words: Sound
) -> None:
    echo, heard = Echo(), bytearray()
    microphone, speaker = PortAudioMicrophone(), PortAudioSpeaker()

    def hear(block: bytes) -> None:
        heard.extend(block)
        echo.hear(block)

    def speak() -> str:
        echo.speaking(True)
        echo.said(words)
        speaker.play(words, 0.5)
        assert speaker.wait(15)
        echo.speaking(False)
        length = len(heard)
        assert until(lambda: len(heard) > length + 2 * SAMPLE_RATE)
        return echo.trouble()

    microphone.open(hear)
    try:
        assert until(lambda: heard)
        assert speak() == ""
        sound_server.unplug("micfeed")
        assert until(lambda: speak() == TROUBLE, 30)
    finally:
        microphone.close()
        speaker.close()
