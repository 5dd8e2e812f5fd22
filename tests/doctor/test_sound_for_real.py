"""The doctor's sound check on a real sound server: through a loop, without one, into its own monitor."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from assistant.doctor import Finding
from assistant.doctor.sound import heard_back, phrase
from assistant.settings import Settings
from hardware.ports import Sound
from hardware.sounds import to_pcm, write_wav
from tests.hardware.conftest import _pulse_server, pulse
from tests.hardware.pulse import RATE, PulseServer, until

__all__ = ["_pulse_server", "pulse"]

TRIES = 4


def pactl(*words: str) -> str:
    return subprocess.run(["pactl", *words], capture_output=True, text=True, check=True, timeout=10).stdout.strip()


def asked_again() -> list[Finding]:
    """What the sound check finds, asked again, as it says itself, where the machine was too busy."""
    for _ in range(TRIES):
        found = list(heard_back(Settings()))
        if "too busy" not in found[0].found:
            break
    return found


@contextmanager
def looped(folder: Path) -> Iterator[None]:
    """The microphone hears the speaker, in a room that is not silent."""
    room = np.random.default_rng(1).normal(0, 0.05, 30 * RATE).astype(np.float32)
    write_wav(folder / "room.wav", Sound(to_pcm(room), RATE))
    module = pactl("load-module", "module-loopback", "source=speaker.monitor", "sink=micfeed", "latency_msec=40")
    with subprocess.Popen(["paplay", "--device=micfeed", "--latency-msec=50", str(folder / "room.wav")]) as noise:
        assert until(lambda: "paplay" in pactl("list", "sink-inputs"))
        yield
        noise.kill()
    pactl("unload-module", module)


def test_a_microphone_that_hears_the_speaker_is_well(pulse: PulseServer, tmp_path: Path) -> None:
    with looped(tmp_path):
        sweep, level, *_ = asked_again()
    assert [(one.check, one.state) for one in (sweep, level)] == [("heard back", "ok"), ("level", "ok")]


@pytest.mark.slow
def test_the_recogniser_hears_the_boxs_own_voice(pulse: PulseServer, tmp_path: Path) -> None:
    with looped(tmp_path):
        (found,) = phrase(Settings())
    assert (found.check, found.state) == ("voice heard", "ok"), found


@pytest.mark.case("C-088")
def test_a_microphone_that_gives_nothing_is_called_muted(pulse: PulseServer) -> None:
    pactl("set-source-mute", "micfeed.monitor", "1")
    try:
        (found,) = heard_back(Settings())
    finally:
        pactl("set-source-mute", "micfeed.monitor", "0")
    assert (found.state, "muted" in found.found) == ("fail", True)


@pytest.mark.case("C-032")
def test_a_microphone_that_has_become_the_speakers_monitor_is_found_out(
    pulse: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SOURCE", "speaker.monitor")
    found = asked_again()[0]
    assert (found.state, "own monitor" in found.found) == ("fail", True)
