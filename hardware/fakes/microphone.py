"""A microphone that plays sound files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event, Thread, current_thread

from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, Sound
from hardware.resample import resample
from hardware.sounds import read_wav


class FileMicrophone:
    """A :class:`~hardware.ports.Microphone` that gives sounds, files or raw PCM as fast as the listener takes them.

    The pieces follow one another without a gap; the last block is filled up with silence. Files are read on opening.
    """

    def __init__(self, pieces: Iterable[Path | Sound | bytes]) -> None:
        self._pieces = tuple(pieces)
        self._stopping = Event()
        self._done = Event()
        self._thread: Thread | None = None

    behind_seconds = 0.0
    """Nothing waits: the next sound is made when the listener has dealt with the last."""

    def open(self, listener: Callable[[bytes], None]) -> None:
        pcm = b"".join(map(_to_pcm, self._pieces))
        pcm += bytes(-len(pcm) % BLOCK_BYTES)
        self._stopping.clear()
        self._done.clear()
        self._thread = Thread(target=self._give, args=(pcm, listener), name="microphone", daemon=True)
        self._thread.start()

    def wait(self, timeout: float | None = None) -> bool:
        """Until the listener has had everything; False when the time ran out first."""
        return self._done.wait(timeout)

    def close(self) -> None:
        self._stopping.set()
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()
            self._thread = None

    def _give(self, pcm: bytes, listener: Callable[[bytes], None]) -> None:
        try:
            for start in range(0, len(pcm), BLOCK_BYTES):
                if self._stopping.is_set():
                    return
                listener(pcm[start : start + BLOCK_BYTES])
        finally:
            self._done.set()


def _to_pcm(piece: Path | Sound | bytes) -> bytes:
    if isinstance(piece, bytes):
        return piece
    sound = read_wav(piece) if isinstance(piece, Path) else piece
    return resample(sound, SAMPLE_RATE).pcm
