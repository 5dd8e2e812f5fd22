"""Takes, recorded by a microphone that plays sounds."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.endpoint import spoken_part
from hardware.fakes.microphone import FileMicrophone
from hardware.ports import SAMPLE_RATE
from hardware.takes import record_take
from tests.hardware.speech import room


def tone(seconds: float) -> bytes:
    samples = 8000 * np.sin(2 * np.pi * 440 * np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE)
    return samples.astype("<i2").tobytes()


def take(*pieces: bytes) -> bytes:
    return record_take(FileMicrophone(pieces), lambda: None)


def test_a_take_ends_when_the_speaker_falls_silent() -> None:
    first, second = tone(0.5), tone(0.7)
    taken = take(room(1), first, room(2), second, room(2))
    assert first in taken
    assert second not in taken
    assert len(taken) / 2 / SAMPLE_RATE == pytest.approx(1 + 0.5 + 0.8, abs=0.3)


def test_a_pause_within_is_no_end() -> None:
    first, second = tone(0.5), tone(0.7)
    taken = take(room(1), first, room(0.4), second, room(2))
    assert second in taken


def test_where_nobody_speaks_it_ends_all_the_same() -> None:
    taken = take(room(20))
    assert len(taken) == 2 * 6 * SAMPLE_RATE
    assert spoken_part(taken) == b""


def test_it_is_time_to_speak_when_the_microphone_is_open() -> None:
    told: list[str] = []
    record_take(FileMicrophone([room(1), tone(0.5), room(2)]), lambda: told.append("now"))
    assert told == ["now"]


def test_what_is_said_is_found_wherever_it_lies() -> None:
    for before, after in ((0.0, 1.0), (1.0, 0.0), (1.0, 1.0)):
        sound = spoken_part(room(before) + tone(0.5) + room(after))
        assert len(sound) / 2 / SAMPLE_RATE == pytest.approx(0.6, abs=0.1)
