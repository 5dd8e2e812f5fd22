"""The sound devices there are, found by name; PortAudio is loaded here, late and once (C-025, C-089)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, RLock
from typing import Any, Literal

from hardware.ports import HardwareError

Direction = Literal["input", "output"]
OPEN_STREAMS: list[Any] = []
"""The streams that this process has open."""
LOOK_WANTED = Event()
"""Somebody misses a device. A new one is seen only while no stream is open, so whoever has one lets it go for a moment,
when nothing is heard of that."""
_WAIT_SECONDS = 8.0
_lock = RLock()

_KINDS: dict[Direction, str] = {"input": "microphone", "output": "loudspeaker"}


class NoDeviceError(HardwareError):
    """No device fits, of those that were there when it was last looked."""


@dataclass(frozen=True)
class Device:
    """A sound device as PortAudio sees it now. ``index`` may be another one after the next start: never store it."""

    name: str
    index: int
    inputs: int
    """Channels it can record."""
    outputs: int
    """Channels it can play."""
    rate: int
    """Its own rate in Hz."""
    is_default_input: bool = False
    is_default_output: bool = False

    def channels(self, direction: Direction) -> int:
        return self.inputs if direction == "input" else self.outputs

    def is_default(self, direction: Direction) -> bool:
        return self.is_default_input if direction == "input" else self.is_default_output


def load_sounddevice() -> Any:
    """The sounddevice package. HardwareError tells a missing Python package from a missing system library."""
    try:
        return importlib.import_module("sounddevice")
    except ImportError as error:
        raise HardwareError(f"the Python package sounddevice is missing ({error}): pip install sounddevice") from error
    except OSError as error:
        raise HardwareError(f"the system's PortAudio is missing ({error}): sudo apt install libportaudio2") from error
    except Exception as error:
        raise HardwareError(f"PortAudio does not start: {error}") from error


@contextmanager
def portaudio(wait_seconds: float = _WAIT_SECONDS) -> Iterator[None]:
    """For opening, closing and listing: two threads at it at once crash the process.

    HardwareError when another thread is at it for longer, as happens when a sound server is there but wedged. A wait of
    -1 has no end.
    """
    if not _lock.acquire(timeout=wait_seconds):
        raise HardwareError("the sound system does not answer: restart the sound server, or the box")
    try:
        yield
    finally:
        _lock.release()


def sound_devices() -> tuple[Device, ...]:
    """All devices there are now or, while this process has a stream open, those there were when it opened the first."""
    with portaudio():
        is_fresh = "sounddevice" not in sys.modules
        sounddevice = load_sounddevice()
        try:
            if not is_fresh and not OPEN_STREAMS:
                _look_again(sounddevice)
            rows = list(sounddevice.query_devices())
        except sounddevice.PortAudioError as error:
            raise HardwareError(f"PortAudio does not list its devices: {error}") from error
        default_input, default_output = _default(sounddevice, "input"), _default(sounddevice, "output")
    return tuple(
        Device(
            name=row["name"],
            index=index,
            inputs=row["max_input_channels"],
            outputs=row["max_output_channels"],
            rate=round(row["default_samplerate"]),
            is_default_input=index == default_input,
            is_default_output=index == default_output,
        )
        for index, row in enumerate(rows)
    )


def choose(devices: Sequence[Device], part: str | None, direction: Direction) -> Device:
    """The one device whose name holds ``part`` (capitals do not matter) or is ``part``; without it, the default.

    Never another in its place: HardwareError lists what there is when none or several fit (C-080). Devices that have no
    channel in this direction do not count (C-082).
    """
    kind = _KINDS[direction]
    usable = [device for device in devices if device.channels(direction) > 0]
    if not usable:
        raise NoDeviceError(f"no {kind} found: plug one in, then see `prompter devices`")
    if part is None:
        fits = [device for device in usable if device.is_default(direction)] or usable[:1]
    else:
        wanted = part.casefold()
        named = [device for device in usable if wanted == device.name.casefold()]
        fits = named or [device for device in usable if wanted in device.name.casefold()]
    names = ", ".join(device.name for device in usable)
    if not fits:
        raise NoDeviceError(f"no {kind} is named {part!r}; there are: {names}")
    if len(fits) > 1:
        several = ", ".join(device.name for device in fits)
        raise HardwareError(f"{len(fits)} devices fit the {kind} {part!r}, give more of the name: {several}")
    return fits[0]


def _look_again(sounddevice: Any) -> None:
    """Have PortAudio see what is plugged in now. It ends all streams of the process, so only without any (C-083)."""
    LOOK_WANTED.clear()
    sounddevice._terminate()
    sounddevice._initialize()


def _default(sounddevice: Any, direction: Direction) -> int:
    try:
        return int(sounddevice.query_devices(kind=direction)["index"])
    except (sounddevice.PortAudioError, ValueError):
        return -1
