"""The loudspeaker: one stream kept open, a queue of sounds."""

from __future__ import annotations

from collections import deque
from threading import Condition
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.devices import load_sounddevice
from hardware.ports import HardwareError, Sound
from hardware.resample import resample
from hardware.sounds import to_samples
from hardware.streams import StreamKeeper, find, open_first

_BLOCKS_PER_SECOND = 48
"""Blocks of 0.02 s. Left to itself, PortAudio chooses some so short that whole sounds were lost."""
_SETTLE_SECONDS = 0.05
"""What a device may keep back beyond the latency that it tells of."""


class PortAudioSpeaker:
    """A :class:`~hardware.ports.Speaker`. The stream runs on in silence between sounds, so that no end is cut off.

    ``busy`` lasts until the last sample has left the device, so that the ears can open then (C-032). When the device
    dies, what was queued is dropped, since it would be stale, and what is played is dropped until the device is back;
    ``trouble`` says why. Only making it raises.
    """

    def __init__(self, device: str | None = None, *, patient: bool = False) -> None:
        """``device`` is a part of its name; None takes the default. HardwareError when there is none; one that is
        ``patient`` waits for it instead.
        """
        self._device = device
        self._queue: deque[NDArray[np.int16]] = deque()
        self._changed = Condition()
        self._tail = 0  # samples of silence still to give until the last sound has left the device
        self._latency_samples = 0
        self._rate = 0
        self._keeper = StreamKeeper("speaker", self._make_stream, lost=self.stop, is_idle=lambda: not self.busy)
        self._keeper.open(patient)

    @property
    def trouble(self) -> str:
        """Why nothing can be heard; empty while all is well."""
        return self._keeper.trouble

    @property
    def openings(self) -> int:
        """How often the device was opened."""
        return self._keeper.openings

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        if not self._keeper.is_running or not sound.pcm:
            return
        try:
            samples = to_samples(resample(sound, self._rate).pcm)
        except HardwareError:  # a rate that no voice and no earcon has
            return
        loudness = min(max(volume, 0.0), 1.0) * 32767
        with self._changed:
            self._queue.append(np.asarray(samples * loudness, np.int16))

    def stop(self) -> None:
        with self._changed:
            self._queue.clear()
            if not self._keeper.is_running:
                self._tail = 0
            self._changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: not self.busy, timeout)

    @property
    def busy(self) -> bool:
        with self._changed:
            return bool(self._queue) or self._tail > 0

    def close(self) -> None:
        self._keeper.close()
        self.stop()

    def _make_stream(self) -> Any:
        device = find(self._device, "output")
        sounddevice = load_sounddevice()
        stream = open_first(
            sounddevice.RawOutputStream,
            device,
            dict.fromkeys((min(device.outputs, 2), 1, device.outputs)),
            _BLOCKS_PER_SECOND,
            callback=self._give,
        )
        self._rate = round(stream.samplerate)
        self._latency_samples = round(self._rate * (stream.latency + _SETTLE_SECONDS))
        return stream

    def _give(self, outdata: Any, frames: int, _time: Any, _status: Any) -> None:
        """PortAudio's callback: the next samples, or silence."""
        self._keeper.beat()
        block = np.zeros(frames, np.int16)
        with self._changed:
            if self._fill(block):
                self._tail = self._latency_samples
            elif self._tail:
                self._tail = max(0, self._tail - frames)
            if not self._tail:
                self._changed.notify_all()
        channels = len(outdata) // (2 * frames)
        outdata[:] = np.repeat(block, channels).tobytes()

    def _fill(self, block: NDArray[np.int16]) -> int:
        filled = 0
        while self._queue and filled < len(block):
            sound = self._queue.popleft()
            piece = sound[: len(block) - filled]
            block[filled : filled + len(piece)] = piece
            filled += len(piece)
            if len(piece) < len(sound):
                self._queue.appendleft(sound[len(piece) :])
        return filled
