"""Speakers that keep what they play: in a list, or in one sound file."""

from __future__ import annotations

import wave
from contextlib import suppress
from pathlib import Path
from threading import Condition

import numpy as np

from hardware.ports import HardwareError, Sound
from hardware.resample import resample
from hardware.sounds import to_pcm, to_samples


class CollectingSpeaker:
    """A :class:`~hardware.ports.Speaker` that keeps ``played``: each sound with its volume.

    It is done at once, or, with ``lasting``, busy until :meth:`finish` or :meth:`stop`.
    """

    def __init__(self, lasting: bool = False) -> None:
        self.played: list[tuple[Sound, float]] = []
        self.stops = 0
        self._lasting = lasting
        self._busy = False
        self._closed = False
        self._changed = Condition()

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        with self._changed:
            if self._closed:
                return
            self.played.append((sound, volume))
            self._busy = self._lasting

    def finish(self) -> None:
        """What was played has been heard."""
        with self._changed:
            self._busy = False
            self._changed.notify_all()

    def stop(self) -> None:
        self.stops += 1
        self.finish()

    def wait(self, timeout: float | None = None) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout)

    @property
    def busy(self) -> bool:
        return self._busy

    def close(self) -> None:
        self._closed = True
        self.finish()


class FileSpeaker:
    """A :class:`~hardware.ports.Speaker` that writes all it plays into one WAV file and is never busy."""

    def __init__(self, path: Path, rate: int = 22_050, gap_seconds: float = 0.0) -> None:
        """``gap_seconds`` of silence follow each sound. The file is a whole WAV file once closed."""
        self._rate = rate
        self._gap = bytes(2 * round(rate * gap_seconds))
        try:
            self._file = wave.open(path.open("wb"), "wb")  # noqa: SIM115 - open until close
        except OSError as error:
            raise HardwareError(f"cannot write {path}: {error.strerror}") from error
        self._file.setnchannels(1)
        self._file.setsampwidth(2)
        self._file.setframerate(rate)
        self._file.writeframes(b"")
        self._closed = False

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        if self._closed:
            return
        loudness = np.float32(min(max(volume, 0.0), 1.0))
        with suppress(OSError):  # a full disk must not stop the evening
            self._file.writeframes(to_pcm(to_samples(resample(sound, self._rate).pcm) * loudness) + self._gap)

    def stop(self) -> None:
        """All was played at once; there is nothing to stop."""

    def wait(self, timeout: float | None = None) -> bool:
        return True

    @property
    def busy(self) -> bool:
        return False

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            with suppress(OSError):
                self._file.close()
