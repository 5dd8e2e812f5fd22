"""What microphone and speaker share: a thread that owns a PortAudio stream, and opens it again when it dies.

A dead stream raises nothing: its callbacks cease (``spikes/devices.md`` section 1). So the keeper looks at the time
since the last one. Opening and closing may hang as long as a sound server does; only the keeper's thread ever waits
for that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product, repeat
from threading import Event, Thread, current_thread
from typing import Any

from hardware.devices import (
    LOOK_WANTED,
    OPEN_STREAMS,
    Device,
    Direction,
    NoDeviceError,
    choose,
    load_sounddevice,
    portaudio,
    sound_devices,
)
from hardware.ports import HardwareError

FIRST_SECONDS = 4.0
"""A new stream may take 1.6 s to its first callback or, for output, to its first after those that fill the buffer."""
SILENT_SECONDS = 1.5
"""Later, callbacks come every 0.02 to 0.04 s, 0.2 s apart on a busy machine."""
OPEN_SECONDS = 10.0
PATIENT_SECONDS = 3.0
"""How long a patient owner waits for the first try: no longer than people wait for a box to say something."""
CLOSE_SECONDS = 1.0
"""A stream closes in some 0.01 s, or hangs with its sound server."""
_LOOKS = (0.5, 5.0, 15.0, 60.0)
"""From one look for a missing device to the next, where others have to let their streams go for it."""
_POLL_SECONDS = 0.1
_WAITS = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Between tries to open; the last one again and again (C-086)."""
_LEAST_BLOCK = 441
_OTHER_RATES = (48_000, 44_100, 16_000)
_left: list[Thread] = []
"""Keepers that did not end in time."""


class StreamKeeper:
    """Opens a stream with ``make_stream`` (which starts it) and keeps it going until :meth:`close`.

    The stream's callback calls :meth:`beat`. ``work`` is called again and again while the stream runs and must come
    back within some tenths of a second; ``lost`` is called once whenever a running stream is given up. Both run in
    the keeper's thread.
    """

    def __init__(
        self,
        name: str,
        make_stream: Callable[[], Any],
        work: Callable[[], None] | None = None,
        lost: Callable[[], None] | None = None,
        is_idle: Callable[[], bool] = lambda: True,
    ) -> None:
        """``is_idle``: whether nothing would be lost if the stream were opened anew."""
        self._is_idle = is_idle
        self._make_stream = make_stream
        self._stopping = Event()
        self._work = work or self._idle
        self._lost = lost or (lambda: None)
        self._tried = Event()
        self._unwanted = Event()
        self._opened = self._last_beat = 0.0
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._trouble = f"{name}: the sound system does not answer, see `prompter doctor`"
        self.openings = 0
        """How often the stream was opened."""

    def open(self, patient: bool = False) -> None:
        """Start. Raises HardwareError when the first try to open fails; later ones are tried again without end.

        ``patient``: the first one as well, and nothing is raised; ``trouble`` tells.
        """
        self._thread.start()
        if patient:
            self._tried.wait(PATIENT_SECONDS)
            return
        if not self._tried.wait(OPEN_SECONDS):
            self._stopping.set()
            raise HardwareError(f"{self._thread.name}: the sound system does not answer, see `prompter doctor`")
        if not self.openings:
            self.close()
            raise HardwareError(self._trouble)

    @property
    def trouble(self) -> str:
        """Why there is no stream; empty while it runs."""
        return f"{self._thread.name}: closed" if self._stopping.is_set() else self._trouble

    @property
    def is_running(self) -> bool:
        return not self.trouble

    def beat(self) -> None:
        """A callback came."""
        self._last_beat = time.monotonic()

    def reopen(self) -> None:
        """Close the stream and open it anew, soon."""
        self._unwanted.set()

    def close(self) -> None:
        """Stop; waits a little for the stream to close, not longer."""
        self._stopping.set()
        if self._thread is not current_thread():
            self._thread.join(CLOSE_SECONDS)
            if self._thread.is_alive():
                _left.append(self._thread)

    def _idle(self) -> None:
        self._stopping.wait(_POLL_SECONDS)

    def _run(self) -> None:
        waits, looks, look_at = _growing(_WAITS), _growing(_LOOKS), 0.0
        while not self._stopping.is_set():
            try:
                stream = self._open_stream()
            except HardwareError as error:
                self._trouble = str(error)
                self._tried.set()
                if isinstance(error, NoDeviceError) and time.monotonic() > look_at:
                    LOOK_WANTED.set()
                    look_at = time.monotonic() + next(looks)
                self._stopping.wait(next(waits))
                continue
            waits, looks = _growing(_WAITS), _growing(_LOOKS)
            if self._watch(stream):
                self._trouble = f"{self._thread.name}: the device no longer answers"
                self._lost()
            _close_stream(stream)

    def _open_stream(self) -> Any:
        with portaudio():
            stream = self._make_stream()
            OPEN_STREAMS.append(stream)
        self._last_beat = self._opened = time.monotonic()
        self.openings += 1
        self._trouble = ""
        self._tried.set()
        return stream

    def _watch(self, stream: Any) -> bool:
        """Until the stream has to be closed; whether it is because it died."""
        while not self._stopping.is_set() and stream.active:
            now = time.monotonic()
            if now - self._opened > FIRST_SECONDS and now - self._last_beat > SILENT_SECONDS:
                return True
            if self._unwanted.is_set() or (LOOK_WANTED.is_set() and self._is_idle()):
                self._unwanted.clear()
                return False
            self._work()
        return True


def is_wedged() -> bool:
    """Whether a stream that was to be closed hangs; so would the end of the program, which waits for PortAudio's."""
    return any(thread.is_alive() for thread in _left)


def open_first(
    kind: Callable[..., Any], device: Device, channel_counts: Iterable[int], blocks_per_second: int, **options: Any
) -> Any:
    """Open and start a stream with the first rate and number of channels that the device takes; its own rate first."""
    errors = load_sounddevice().PortAudioError
    trouble: Exception | None = None
    for rate, channels in product((device.rate, *_OTHER_RATES), channel_counts):
        try:
            stream = kind(
                device=device.index,
                samplerate=rate,
                channels=channels,
                dtype="int16",
                blocksize=max(_LEAST_BLOCK, rate // blocks_per_second),
                **options,
            )
        except (errors, ValueError) as error:
            trouble = trouble or error
            continue
        try:
            stream.start()
        except errors as error:
            trouble = trouble or error
            stream.close()
            continue
        return stream
    raise HardwareError(
        f"cannot open {device.name}: {trouble}; another program may hold it, or this user is not in the group audio"
    ) from trouble


def find(part: str | None, direction: Direction) -> Device:
    """The device of that name, of those there are now."""
    return choose(sound_devices(), part, direction)


def _growing(waits: Sequence[float]) -> Iterator[float]:
    return chain(waits, repeat(waits[-1]))


def _close_stream(stream: Any) -> None:
    with portaudio(wait_seconds=-1):
        stream.abort()
        stream.close()
        OPEN_STREAMS.remove(stream)
