"""The microphone: opened as the device is, given on as 16 kHz mono as it comes, in blocks of some 0.04 s."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, Full, Queue
from typing import Any

import numpy as np

from hardware.devices import load_sounddevice
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, HardwareError
from hardware.resample import Resampler
from hardware.sounds import Samples, mix_down, to_pcm, to_samples
from hardware.streams import StreamKeeper, find, open_first

_BLOCKS_PER_SECOND = 25
"""0.04 s: so long the listener waits at most for the first samples of a block; and so little is left to be done when
speech has ended."""
_MOST_CHANNELS = 8
"""A sound server claims 32; an array of microphones has up to eight."""
_WAITING_BLOCKS = 250
"""10 s of sound for a listener that is busy; beyond, sound is lost and counted."""
_TAKE_SECONDS = 0.1
_NOTHING_SECONDS = 10.0
"""No room is without any noise for so long: the microphone is switched off, or another source was put in its place."""
_MOST_NOTHING_SECONDS = 80.0
_MUTE = "microphone: gives no sound at all; switch it on, and see its level in alsamixer"


class PortAudioMicrophone:
    """A :class:`~hardware.ports.Microphone`: opened at the device's own rate and channels (C-019, C-082).

    When the device dies, hearing returns by itself once it is back; ``trouble`` says why there is no sound meanwhile.
    """

    def __init__(self, device: str | None = None, channel: int | None = None, *, patient: bool = False) -> None:
        """``device`` is a part of its name, None the default. ``channel`` (from 0) is the one to hear, None mixes.

        ``patient``: a device that is not there yet is waited for, and ``open`` raises nothing.
        """
        self._patient = patient
        self.lost_blocks = 0
        """Blocks with samples lost on the way, by a busy machine or a busy listener (C-085)."""
        self._device = device
        self._channel = channel
        self._keeper: StreamKeeper | None = None

    @property
    def trouble(self) -> str:
        """Why nothing can be heard; empty while all is well."""
        if self._keeper is None:
            return "microphone: closed"
        return self._keeper.trouble or (_MUTE if self._is_mute else "")

    @property
    def openings(self) -> int:
        """How often the device was opened since ``open``."""
        return self._keeper.openings if self._keeper else 0

    @property
    def behind_seconds(self) -> float:
        return self._incoming.qsize() / _BLOCKS_PER_SECOND if self._keeper is not None else 0.0

    def open(self, listener: Callable[[bytes], None]) -> None:
        """Blocks come until ``close``. HardwareError when there is no such device or it cannot be opened."""
        self.close()
        self._listener = listener
        self._is_mute = False
        self._nothing_seconds, self._patience_seconds = 0.0, _NOTHING_SECONDS
        self._incoming: Queue[tuple[bytes, int]] = Queue(_WAITING_BLOCKS)
        self._keeper = StreamKeeper("microphone", self._make_stream, work=self._deliver)
        self._keeper.open(self._patient)

    def close(self) -> None:
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None

    def _make_stream(self) -> Any:
        device = find(self._device, "input")
        if self._channel is not None and self._channel >= device.inputs:
            raise HardwareError(f"{device.name} has no channel {self._channel}: it has 0 to {device.inputs - 1}")
        counts = (device.inputs if device.inputs <= _MOST_CHANNELS else 1, 2, 1)
        needed = 1 if self._channel is None else self._channel + 1
        sounddevice = load_sounddevice()
        stream = open_first(
            sounddevice.RawInputStream,
            device,
            [count for count in dict.fromkeys(counts) if needed <= count <= device.inputs] or [needed],
            _BLOCKS_PER_SECOND,
            callback=self._take,
        )
        self._rate = round(stream.samplerate)
        self._resampler = Resampler(self._rate, SAMPLE_RATE)
        return stream

    def _take(self, indata: Any, frames: int, _time: Any, status: Any) -> None:
        """PortAudio's callback: nothing but a copy; the work is done in the keeper's thread."""
        if self._keeper is not None:
            self._keeper.beat()
        self.lost_blocks += bool(status)
        data = bytes(indata)
        try:
            self._incoming.put_nowait((data, len(data) // (2 * frames)))
        except Full:
            self.lost_blocks += 1

    def _deliver(self) -> None:
        try:
            data, channels = self._incoming.get(timeout=_TAKE_SECONDS)
        except Empty:
            return
        self._look_for_sound(data, channels)
        pcm = to_pcm(self._resampler.feed(self._mono(to_samples(data), channels)))
        for start in range(0, len(pcm), BLOCK_BYTES):
            self._listener(pcm[start : start + BLOCK_BYTES])

    def _look_for_sound(self, data: bytes, channels: int) -> None:
        """A sound server may have moved us to a source that is silent, and takes us back only when asked again."""
        if data.strip(b"\0"):
            self._is_mute, self._nothing_seconds, self._patience_seconds = False, 0.0, _NOTHING_SECONDS
            return
        self._nothing_seconds += len(data) / 2 / channels / self._rate
        if self._nothing_seconds > self._patience_seconds and self._keeper is not None:
            self._is_mute, self._nothing_seconds = True, 0.0
            self._patience_seconds = min(2 * self._patience_seconds, _MOST_NOTHING_SECONDS)
            self._keeper.reopen()

    def _mono(self, samples: Samples, channels: int) -> Samples:
        if self._channel is None:
            return mix_down(samples, channels)
        return np.ascontiguousarray(samples[self._channel :: channels])
