"""A stand-in for the sounddevice package: its devices come, go and fail, and its callbacks come, as a test wants."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest


@dataclass
class FakeDevice:
    name: str
    inputs: int = 0
    outputs: int = 0
    rate: float = 48_000
    takes: Callable[[int, int], bool] = lambda rate, channels: True
    """Whether it can be opened with this rate and number of channels."""
    refuses: str = ""
    """Why it cannot be opened at all."""


class FakeStream:
    latency = 0.1

    def __init__(self, device: FakeDevice, samplerate: int, channels: int, callback: Callable[..., None]) -> None:
        if device.refuses:
            raise FakePortAudioError(device.refuses)
        if not device.takes(samplerate, channels):
            raise FakePortAudioError("Invalid sample rate or number of channels")
        self.device, self.samplerate, self.channels = device, float(samplerate), channels
        self._callback = callback
        self.active = False

    def start(self) -> None:
        self.active = True

    def abort(self) -> None:
        self.active = False

    def close(self) -> None:
        self.active = False

    def record(self, pcm: bytes, overflowed: bool = False) -> None:
        """The device has heard this, in its own channels."""
        self._callback(pcm, len(pcm) // (2 * self.channels), None, overflowed)

    def play(self, frames: int) -> bytes:
        """What the device gets to play next."""
        out = bytearray(2 * self.channels * frames)
        self._callback(out, frames, None, False)
        return bytes(out)


class FakePortAudioError(Exception):
    pass


@dataclass
class FakeSoundDevice:
    """The package; ``plugged`` is what is there, seen after the next look only, as with the real one."""

    plugged: list[FakeDevice]
    streams: list[FakeStream] = field(default_factory=list)
    PortAudioError = FakePortAudioError

    def __post_init__(self) -> None:
        self._seen = list(self.plugged)

    def _terminate(self) -> None:
        for stream in self.streams:
            stream.active = False

    def _initialize(self) -> None:
        self._seen = list(self.plugged)

    def query_devices(self, kind: str | None = None) -> Any:
        rows = [
            {
                "name": device.name,
                "index": index,
                "max_input_channels": device.inputs,
                "max_output_channels": device.outputs,
                "default_samplerate": device.rate,
            }
            for index, device in enumerate(self._seen)
        ]
        if kind is None:
            return rows
        fits = [row for row in rows if row[f"max_{kind}_channels"]]
        if not fits:
            raise FakePortAudioError("Error querying device -1")
        return fits[0]

    def RawInputStream(self, **options: Any) -> FakeStream:  # noqa: N802 - the package's name
        return self._open(**options)

    RawOutputStream = RawInputStream

    def _open(self, device: int, samplerate: int, channels: int, callback: Any, **_: Any) -> FakeStream:
        stream = FakeStream(self._seen[device], samplerate, channels, callback)
        self.streams.append(stream)
        return stream


def install(monkeypatch: pytest.MonkeyPatch, *devices: FakeDevice) -> FakeSoundDevice:
    """In place of sounddevice for this test."""
    package = FakeSoundDevice(list(devices))
    monkeypatch.setitem(sys.modules, "sounddevice", package)
    return package
