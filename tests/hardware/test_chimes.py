from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from hardware.chimes import earcon, earcon_names
from hardware.ports import HardwareError
from hardware.sounds import to_samples

NAMES = "ok tick rise thud coin clink bell growl fall drum curtain gong ping pause resume last buzz huh"
SLOTS, SLOT_SECONDS = 14, 0.05
EDGES = np.geomspace(80, 12_000, 19)


def picture(name: str) -> np.ndarray:
    """What the ear has to go by: the loudness in 18 bands at each twentieth of a second, as one direction."""
    sound = earcon(name)
    size = round(SLOT_SECONDS * sound.rate)
    samples = np.zeros(SLOTS * size, np.float32)
    samples[: len(sound.pcm) // 2] = to_samples(sound.pcm)
    power = np.abs(np.fft.rfft(samples.reshape(SLOTS, size) * np.hanning(size), axis=1)) ** 2
    band = np.digitize(np.fft.rfftfreq(size, 1 / sound.rate), EDGES)
    bands = np.stack([power[:, band == number].sum(axis=1) for number in range(1, len(EDGES))], axis=1)
    loudness = np.log10(bands / bands.max() + 1e-4) + 4
    return np.asarray(loudness.ravel() / np.linalg.norm(loudness))


def test_every_earcon_of_the_lines_is_there() -> None:
    assert set(earcon_names()) == set(NAMES.split())


def test_no_two_earcons_look_alike_to_the_ear() -> None:
    pictures = {name: picture(name) for name in NAMES.split()}
    # 1 is the same sound; the pairs nearest to each other lie at about 0.7.
    alike = [pair for pair in combinations(pictures, 2) if pictures[pair[0]] @ pictures[pair[1]] > 0.8]
    assert alike == []


@pytest.mark.parametrize("name", NAMES.split())
class TestEarcon:
    def test_is_over_in_less_than_seven_tenths_of_a_second(self, name: str) -> None:
        assert 0.05 < earcon(name).seconds < 0.7

    def test_is_neither_clipped_nor_faint(self, name: str) -> None:
        assert 0.25 < np.abs(to_samples(earcon(name).pcm)).max() <= 0.81

    def test_begins_and_ends_in_silence_so_that_nothing_clicks(self, name: str) -> None:
        samples = to_samples(earcon(name).pcm)
        assert max(abs(samples[0]), abs(samples[-1])) < 0.01

    def test_can_be_heard_from_a_loudspeaker_without_bass(self, name: str) -> None:
        sound = earcon(name)
        power = np.abs(np.fft.rfft(to_samples(sound.pcm))) ** 2
        high = np.fft.rfftfreq(len(sound.pcm) // 2, 1 / sound.rate) > 250
        assert power[high].sum() > 0.2 * power.sum()


def test_an_earcon_is_made_once() -> None:
    assert earcon("gong") is earcon("gong")


def test_an_unknown_earcon_is_refused_with_the_list() -> None:
    with pytest.raises(HardwareError, match="growl"):
        earcon("trumpet")
