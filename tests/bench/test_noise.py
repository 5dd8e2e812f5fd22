"""``prompter bench noise``: hours of sound through the ears, whose memory is looked at; and the noise it is made of."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from assistant.bench.kitchen import Kitchen
from hardware.endpoint import SpeechDetector
from hardware.ports import SAMPLE_RATE
from hardware.sounds import to_pcm
from tests.commands.run import prompter


def test_the_same_seed_is_the_same_noise_and_another_one_another() -> None:
    first, again, other = Kitchen(1), Kitchen(1), Kitchen(2)
    for _ in range(3):
        one = first.second()
        assert len(one) == SAMPLE_RATE
        assert np.array_equal(one, again.second())
        assert not np.array_equal(one, other.second())


def test_noise_is_no_louder_than_talk_and_talk_is_taken_for_speech() -> None:
    kitchen, detector = Kitchen(3), SpeechDetector()
    noise = np.concatenate([kitchen.second() for _ in range(20)])
    talk = kitchen.talk(3.0)
    assert 10 * np.log10(np.mean(noise**2)) < 10 * np.log10(np.mean(talk**2))
    assert 3.0 <= len(talk) / SAMPLE_RATE < 3.6
    detector.feed(to_pcm(np.pad(talk, (SAMPLE_RATE, SAMPLE_RATE))))
    assert detector.began == pytest.approx(1.0, abs=0.3)
    assert detector.last == pytest.approx(1 + len(talk) / SAMPLE_RATE, abs=0.3)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.case("C-023")
def test_memory_stays_where_it_is_while_noise_talk_and_commands_go_by(tmp_path: Path) -> None:
    done = prompter(tmp_path, "bench", "noise", "--hours", "1", "--json", timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    measured = json.loads(done.stdout)
    assert len(measured["memory_mb"]) == 9
    assert measured["growth_mb"] <= measured["goal_mb"]
    assert max(measured["memory_mb"]) <= measured["most_mb"]
    assert measured["changes"] > 30
    assert measured["heard"]["button: a sentence"] > 0
