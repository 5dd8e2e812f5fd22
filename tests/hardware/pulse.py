"""The sound server of our own, where its programs are installed; a test that needs it is skipped elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from hardware.fakes.sound_server import RATE, Recording, SoundServer, sound_server, until
from hardware.ports import HardwareError

__all__ = ["RATE", "PulseServer", "Recording", "running_pulse", "until"]

PulseServer = SoundServer


@contextmanager
def running_pulse(folder: Path) -> Iterator[SoundServer]:
    with ExitStack() as stack:
        stack.enter_context(_in_front())
        try:
            server = stack.enter_context(sound_server(folder))
        except HardwareError as error:
            pytest.skip(str(error))
        yield server


@contextmanager
def _in_front() -> Iterator[None]:
    """Before other work of the machine, where that is allowed: sound waits for nobody."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, before - 10)
    try:
        yield
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, before)
