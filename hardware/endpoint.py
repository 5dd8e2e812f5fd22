"""Where speech begins and ends in running sound, by its loudness over a floor that follows the room (C-035)."""

from __future__ import annotations

from hardware.levels import FRAME_SECONDS, levels
from hardware.ports import SAMPLE_RATE

_SMOOTHED = 5
"""Frames of 20 ms in a running mean: a click is no speech."""
_OVER_FLOOR_DB = 8.0
_AUDIBLE_DB = -60.0
_RISE_DB_PER_SECOND = 2.0
"""A fan that starts becomes the floor in some seconds; the dips between words hold it down in speech."""


class SpeechDetector:
    """Fed with sound of any length; tells when speech began and when it was last heard, in seconds since ``reset``."""

    def __init__(self) -> None:
        self._floor = 0.0
        self.reset()

    def reset(self) -> None:
        """A new piece of sound from the same room: the floor is kept."""
        self.seconds = 0.0
        self.began: float | None = None
        self.last = 0.0
        self._rest = b""
        self._window: list[float] = []

    def feed(self, pcm: bytes) -> None:
        pcm = self._rest + pcm
        frame_bytes = 2 * int(SAMPLE_RATE * FRAME_SECONDS)
        whole = len(pcm) // frame_bytes * frame_bytes
        self._rest = pcm[whole:]
        for loudness in levels(pcm[:whole]):
            self._take(float(loudness))

    def silence(self) -> float:
        """Seconds since speech was last heard, or since the start."""
        return self.seconds - self.last

    def _take(self, loudness: float) -> None:
        self.seconds += FRAME_SECONDS
        self._window = [*self._window[1 - _SMOOTHED :], loudness]
        if len(self._window) < _SMOOTHED:
            return
        smooth = sum(self._window) / _SMOOTHED
        self._floor = min(smooth, self._floor + _RISE_DB_PER_SECOND * FRAME_SECONDS)
        if smooth > self._floor + _OVER_FLOOR_DB and smooth > _AUDIBLE_DB:
            if self.began is None:
                self.began = self.seconds - _SMOOTHED * FRAME_SECONDS
            self.last = self.seconds


def spoken_part(pcm: bytes) -> bytes:
    """What is said in a whole piece of sound, the silence around it cut away; empty where nothing is.

    Some 0.08 s of the silence stay, over which loudness is smoothed. The sound is gone through twice, so that the room
    is known where speech begins with the very first sample.
    """
    speech = SpeechDetector()
    speech.feed(pcm)
    speech.reset()
    speech.feed(pcm)
    if speech.began is None:
        return b""
    return pcm[2 * round(speech.began * SAMPLE_RATE) : 2 * round(speech.last * SAMPLE_RATE)]


class RoomVoice:
    """How long nobody has spoken in the room. While the ears are deaf it counts on from what went before: a quiet room
    stays quiet, and who was speaking speaks on.
    """

    def __init__(self) -> None:
        self._speech = SpeechDetector()
        self._is_voice = False
        self.quiet_seconds = 0.0

    def hear(self, block: bytes, is_deaf: bool) -> None:
        """The next piece of the room's sound."""
        seconds = len(block) / 2 / SAMPLE_RATE
        if not is_deaf:
            self._speech.feed(block)
            self._is_voice = self._speech.began is not None and self._speech.silence() < seconds
        self.quiet_seconds = 0.0 if self._is_voice else self.quiet_seconds + seconds
