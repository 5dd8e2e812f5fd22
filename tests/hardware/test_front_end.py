"""Front ends: equal in length, in step, and less noisy."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from hardware.fakes.front_end import LateFrontEnd
from hardware.front_end import NoFrontEnd, make_front_end
from hardware.front_end_by_noise import ByNoise
from hardware.ports import BLOCK_BYTES, FrontEnd, HardwareError
from tests.hardware.speech import room

NAMES = ["none", "late", "by noise", "rnnoise", "deepfilter", "deepfilter in noise"]


@pytest.fixture(scope="module", params=NAMES)
def front_end(request: pytest.FixtureRequest) -> FrontEnd:
    if request.param == "late":
        return LateFrontEnd()
    if request.param == "by noise":
        return ByNoise(LateFrontEnd())
    try:
        return make_front_end(request.param)
    except HardwareError as error:
        pytest.skip(str(error))


def run(front_end: FrontEnd, pcm: bytes, piece: int = BLOCK_BYTES) -> bytes:
    front_end.start()
    out = [front_end.feed(pcm[at : at + piece]) for at in range(0, len(pcm), piece)]
    return b"".join(out) + front_end.finish()


def tone(seconds: float) -> bytes:
    """A vowel-like sound: 140 Hz and its overtones, swelling twice a second."""
    time = np.arange(int(seconds * 16_000)) / 16_000
    wave = sum(np.sin(2 * np.pi * 140 * k * time) / k for k in range(1, 20)) * (1 + np.sin(4 * np.pi * time))
    return (wave * 3000).astype("<i2").tobytes()


@pytest.mark.parametrize("length", [0, 2, 640, 3200, 31_234])
def test_what_comes_out_is_as_long_as_what_went_in(front_end: FrontEnd, length: int) -> None:
    assert len(run(front_end, room(2)[:length])) == length


def test_what_comes_out_lies_on_what_went_in(front_end: FrontEnd) -> None:
    pcm = tone(1)
    before, after = (np.frombuffer(sound, "<i2").astype(float)[8000:] for sound in (pcm, run(front_end, pcm)))
    likeness = [float(np.dot(before[50:-50], after[50 + lag : len(after) - 50 + lag])) for lag in range(-50, 50)]
    assert abs(int(np.argmax(likeness)) - 50) <= 1


def test_pieces_of_any_length_give_the_same_length(front_end: FrontEnd) -> None:
    assert len(run(front_end, tone(0.5), piece=777)) == len(tone(0.5))


@pytest.mark.parametrize("front_end", ["rnnoise", "deepfilter"], indirect=True)
def test_noise_is_lowered_and_not_wholly(front_end: FrontEnd) -> None:
    noise = (np.random.default_rng(1).normal(0, 1000, 64_000)).astype("<i2").tobytes()
    left = np.frombuffer(run(front_end, noise), "<i2").astype(float)[32_000:].std()
    assert 10 < left < 500


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(HardwareError, match="none, rnnoise, deepfilter"):
        make_front_end("magic")


@pytest.mark.case("C-089")
def test_a_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "pyrnnoise", raising=False)
    with pytest.raises(HardwareError, match="pip install"):
        make_front_end("rnnoise")


class Counting(LateFrontEnd):
    """Tells how often it had to work."""

    used = 0

    def start(self) -> None:
        super().start()
        self.used += 1


def spoken_in(noise_db: float, voice: float = 1.0) -> bytes:
    """Half a second of a room, and a voice in it."""
    noise = np.random.default_rng(2).normal(0, 32_768 * 10 ** (noise_db / 20), 24_000)
    speech = np.frombuffer(tone(1), "<i2") * voice
    return (noise + np.concatenate((np.zeros(8_000), speech))).clip(-32_768, 32_767).astype("<i2").tobytes()


@pytest.mark.parametrize(("noise_db", "is_cleaned"), [(-70, False), (-60, False), (-45, True), (-35, True)])
def test_only_a_noisy_room_is_cleaned(noise_db: float, is_cleaned: bool) -> None:
    cleaner = Counting()
    before = cleaner.used
    heard = run(ByNoise(cleaner), spoken_in(noise_db))
    assert len(heard) == len(spoken_in(noise_db))
    assert bool(cleaner.used - before) == is_cleaned


def test_where_people_speak_softly_less_noise_is_noise() -> None:
    cleaner = Counting()
    front_end = ByNoise(cleaner)
    used = []
    for _ in range(8):
        before = cleaner.used
        run(front_end, spoken_in(-62, voice=0.1))
        used.append(cleaner.used > before)
    assert used[0] is False
    assert used[-1] is True


def test_off_is_the_sound_as_it_is() -> None:
    assert run(NoFrontEnd(), tone(0.3)) == tone(0.3)
