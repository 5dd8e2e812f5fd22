"""The sound server of our own, where its programs are installed; a test that needs it is skipped elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from hardware.fakes.sound_server import RATE, Recording, SoundServer, sound_server, until
from hardware.ports import HardwareError

__all__ = ["RATE", "PulseServer", "Recording", "running_pulse", "until"]

PulseServer = SoundServer


@contextmanager
def running_pulse(folder: Path) -> Iterator[SoundServer]:
    with ExitStack() as stack:
        try:
            server = stack.enter_context(sound_server(folder))
        except HardwareError as error:
            pytest.skip(str(error))
        yield server
