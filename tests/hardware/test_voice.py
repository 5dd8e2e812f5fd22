from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from hardware.fakes.voice import CollectingVoice
from hardware.ports import HardwareError, Voice
from hardware.sounds import to_samples
from hardware.voice import EspeakVoice, VoiceSettings
from tests.hardware.voice_contract import VoiceContract

pytestmark = pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is not installed")

HANGS = "import time\ndef init(name): time.sleep(600)\n"
NO_LIBRARY = "raise OSError('libespeak-ng.so.1: cannot open shared object file')\n"
NOISY = """
import os, wave
class Engine:
    def connect(self, topic, listener): self.listener = listener
    def setProperty(self, name, value): pass
    file = None
    def save_to_file(self, text, file): self.file = file
    def runAndWait(self):
        if not self.file: return
        for _ in range(200):
            os.write(1, b"chatter\\n"); os.write(2, b"ALSA lib: chatter\\n"); print("Audio saved")
        with wave.open(self.file, "wb") as wav:
            wav.setnchannels(1); wav.setsampwidth(2); wav.setframerate(22050); wav.writeframes(bytes(22050))
        self.listener(name=None, completed=True)
def init(name): return Engine()
"""
PROGRAM = """
import json
from hardware.voice import EspeakVoice
voice = EspeakVoice()
print(json.dumps({"seconds": voice.speak("Four. True.").seconds, "engine": voice.engine}))
voice.close()
"""


@pytest.fixture
def voice() -> Iterator[EspeakVoice]:
    voice = EspeakVoice()
    yield voice
    voice.close()


def pid_of(voice: EspeakVoice) -> int:
    assert voice.worker_pid is not None
    return voice.worker_pid


def with_engine(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the worker import this in place of pyttsx3."""
    (folder / "pyttsx3" / "drivers").mkdir(parents=True)
    (folder / "pyttsx3" / "__init__.py").write_text(source)
    (folder / "pyttsx3" / "drivers" / "_espeak.py").write_text("def IsPlaying(): return 0\n")
    monkeypatch.setenv("PYTHONPATH", str(folder))


class TestCollectingVoice(VoiceContract):
    @pytest.fixture
    def voice(self) -> CollectingVoice:
        return CollectingVoice()

    def test_keeps_its_lines_in_order(self, voice: CollectingVoice) -> None:
        voice.speak("Four. True.")
        voice.speak("Travel.")
        assert voice.lines == ["Four. True.", "Travel."]

    def test_can_be_made_to_fail_as_a_box_without_a_voice_does(self, voice: CollectingVoice) -> None:
        voice.failing = True
        with pytest.raises(HardwareError):
            voice.speak("hello")


class TestEspeakVoice(VoiceContract):
    @pytest.fixture
    def voice(self, voice: EspeakVoice) -> Voice:
        return voice

    def test_gives_sound_that_can_be_heard(self, voice: EspeakVoice) -> None:
        assert np.abs(to_samples(voice.speak("Four. True.").pcm)).max() > 0.1
        assert voice.engine == "pyttsx3"


class TestEspeakProgram(VoiceContract):
    @pytest.fixture
    def voice(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EspeakVoice]:
        with_engine(NO_LIBRARY, tmp_path, monkeypatch)
        voice = EspeakVoice()
        yield voice
        voice.close()

    @pytest.mark.case("C-092")
    def test_takes_over_where_the_library_is_missing(self, voice: EspeakVoice) -> None:
        voice.speak("hello")
        assert voice.engine == "espeak-ng"

    def test_lists_voices_too(self, voice: EspeakVoice) -> None:
        assert "en-us" in {info.language for info in voice.voices()}


class TestCache:
    def test_a_phrase_said_before_needs_no_worker(self, voice: EspeakVoice) -> None:
        first = voice.speak("Four. True.")
        os.kill(pid_of(voice), signal.SIGSTOP)
        assert voice.speak("Four. True.") is first

    def test_holds_the_phrases_used_last_and_no_more(self) -> None:
        voice = EspeakVoice(VoiceSettings(cached_phrases=2))
        first = voice.speak("one")
        voice.speak("two")
        assert voice.speak("one") is first
        second = voice.speak("two")
        voice.speak("three")
        assert voice.speak("two") is second
        assert voice.speak("one") is not first
        voice.close()


class TestSettings:
    def test_a_slower_voice_takes_longer(self, voice: EspeakVoice) -> None:
        slow = EspeakVoice(VoiceSettings(words_per_minute=90))
        text = "Atwater wins. Belisar is broken."
        assert slow.speak(text).seconds > 1.3 * voice.speak(text).seconds
        slow.close()

    def test_a_voice_of_the_list_can_be_chosen_by_its_name(self, voice: EspeakVoice) -> None:
        scot = next(info for info in voice.voices() if "Scotland" in info.description)
        other = EspeakVoice(VoiceSettings(name=scot.name))
        assert other.speak("hello").pcm
        assert other.engine == "pyttsx3"
        other.close()

    @pytest.mark.case("C-092")
    def test_a_voice_that_does_not_exist_is_an_error_that_says_where_to_look(self) -> None:
        voice = EspeakVoice(VoiceSettings(name="nonsense"))
        with pytest.raises(HardwareError, match=r"'nonsense'.*`prompter voices`"):
            voice.speak("hello")
        voice.close()


@pytest.mark.slow
def test_no_new_worker_loses_its_first_sentences() -> None:
    lengths = []
    for _ in range(60):
        voice = EspeakVoice()
        lengths += [voice.speak("Four. True.").seconds, voice.speak("Seven. Struck.").seconds]
        voice.close()
    assert min(lengths) > 1


class TestFaults:
    def test_a_hung_worker_is_killed_and_a_new_one_speaks(self) -> None:
        voice = EspeakVoice(VoiceSettings(deadline_seconds=0.3))
        voice.speak("one")
        hung = pid_of(voice)
        os.kill(hung, signal.SIGSTOP)
        assert voice.speak("two").pcm
        assert voice.engine == "pyttsx3"
        assert voice.worker_pid != hung
        with pytest.raises(ProcessLookupError):
            os.kill(hung, 0)
        voice.close()

    def test_a_worker_killed_while_it_speaks_is_replaced(self) -> None:
        voice = EspeakVoice(VoiceSettings(deadline_seconds=60))
        voice.speak("one")
        pid = pid_of(voice)
        os.kill(pid, signal.SIGSTOP)  # holds it in the middle of the next sentence
        with ThreadPoolExecutor(1) as pool:
            speaking = pool.submit(voice.speak, "two")
            os.kill(pid, signal.SIGKILL)
            assert speaking.result(timeout=30).pcm
        voice.close()

    def test_after_two_hangs_in_a_row_the_program_speaks(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with_engine(HANGS, tmp_path, monkeypatch)
        voice = EspeakVoice(VoiceSettings(start_seconds=0.2))
        assert voice.speak("hello").pcm
        assert voice.engine == "espeak-ng"
        voice.close()

    @pytest.mark.case("C-092")
    def test_neither_engine_is_an_error_that_says_what_to_install(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with_engine(NO_LIBRARY, tmp_path, monkeypatch)
        monkeypatch.setenv("PATH", "")
        voice = EspeakVoice()
        with pytest.raises(HardwareError, match=r"sudo apt install espeak-ng.*libespeak-ng\.so\.1"):
            voice.speak("hello")
        voice.close()

    def test_no_sound_server_can_hold_the_worker_up(self, voice: EspeakVoice) -> None:
        voice.speak("hello")
        environment = Path(f"/proc/{voice.worker_pid}/environ").read_bytes()
        assert b"PULSE_SERVER=unix:/nonexistent" in environment.split(b"\0")
        assert os.environ.get("PULSE_SERVER") != "unix:/nonexistent"

    def test_closing_ends_the_worker(self, voice: EspeakVoice) -> None:
        voice.speak("hello")
        pid = pid_of(voice)
        voice.close()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    @pytest.mark.case("C-094")
    def test_chatter_of_the_engine_reaches_no_stream_of_the_program(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with_engine(NOISY, tmp_path, monkeypatch)
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), str(Path.cwd()))))
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True)
        assert json.loads(done.stdout) == {"seconds": 0.5, "engine": "pyttsx3"}
        assert done.stderr == b""
