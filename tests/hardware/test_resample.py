from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from hardware.ports import HardwareError, Sound
from hardware.resample import Resampler, resample
from hardware.sounds import to_samples
from tests.hardware.tones import main_hz, tone

PAIRS = [(48_000, 16_000), (44_100, 16_000), (22_050, 48_000), (22_050, 44_100), (16_000, 48_000), (8_000, 16_000)]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_tone_stays_the_same_tone(source: int, target: int) -> None:
    given = to_samples(resample(tone(1000, 1.0, source), target).pcm)
    wanted = to_samples(tone(1000, 1.0, target).pcm)
    middle = slice(target // 10, -target // 10)  # a tone that begins at once has other frequencies at its ends
    noise = np.sqrt(np.mean((given - wanted)[middle] ** 2))
    assert noise < 2e-4 * np.sqrt(np.mean(wanted**2))  # 74 dB down


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_is_as_long_as_before_to_the_sample(source: int, target: int) -> None:
    sound = Sound(bytes(2 * 12_345), source)
    assert len(resample(sound, target).pcm) // 2 == -(-12_345 * target // source)


@pytest.mark.parametrize("source", [48_000, 44_100])
def test_what_16_khz_cannot_hold_does_not_come_back_as_another_tone(source: int) -> None:
    given = to_samples(resample(tone(8_300, 1.0, source), 16_000).pcm)
    assert np.abs(given[1000:-1000]).max() < 0.0005


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_running_sound_in_uneven_pieces_gives_the_same_as_the_whole(source: int, target: int) -> None:
    samples = to_samples(tone(700, 0.5, source).pcm)
    running, whole = Resampler(source, target), Resampler(source, target)
    cuts = [0, 1, 8, 700, 701, 3000, len(samples)]
    pieces = [running.feed(samples[start:end]) for start, end in pairwise(cuts)]
    np.testing.assert_array_equal(
        np.concatenate((*pieces, running.finish())), np.concatenate((whole.feed(samples), whole.finish()))
    )


def test_running_sound_is_never_more_than_a_few_hundredths_behind() -> None:
    assert len(Resampler(44_100, 16_000).feed(np.zeros(44_100, np.float32))) > 16_000 * 0.98


def test_after_finishing_a_new_sound_may_begin() -> None:
    resampler = Resampler(48_000, 16_000)
    resampler.feed(np.ones(4_800, np.float32))
    resampler.finish()
    np.testing.assert_array_equal(
        np.concatenate((resampler.feed(np.zeros(4_800, np.float32)), resampler.finish())), np.zeros(1_600)
    )


def test_the_same_rate_changes_nothing() -> None:
    sound = tone(440, 0.1, 16_000)
    assert resample(sound, 16_000) is sound


@pytest.mark.case("C-019")
def test_a_rate_wrongly_told_is_heard_as_another_pitch() -> None:
    sound = tone(1000, 0.5, 48_000)
    wrong = resample(Sound(sound.pcm, 44_100), 16_000)
    assert main_hz(to_samples(wrong.pcm), 16_000) == pytest.approx(918.75, abs=3)


@pytest.mark.parametrize("rate", [0, -1, 47_999])
def test_a_rate_that_no_device_has_is_refused_in_one_line(rate: int) -> None:
    with pytest.raises(HardwareError):
        resample(Sound(bytes(200), rate), 16_000)
