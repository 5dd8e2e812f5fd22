"""The front end for a room that is sometimes quiet: there, what it would do is no gain, and most of the ears' work.

Each utterance is judged by its first half second, most of which is from before the button was down: by how far the
voices at this microphone stand above the noise in it.
"""

from __future__ import annotations

from hardware.front_end import IN_NOISE, NoFrontEnd
from hardware.levels import levels
from hardware.ports import SAMPLE_RATE, FrontEnd

QUIET_DB = 29.0
"""From so much on a room is quiet: loud frames of speech over soft frames of noise, of 20 ms. Real people's orders in
kitchen noise stand at 26 to 37 dB where their whole power is 24 dB above it, at 19 to 28 where it is 15 dB (5 and 95 %
of 120 orders)."""
_LOUD_PERCENT, _SOFT_PERCENT = 90, 10
_FIRST_BYTES = 2 * SAMPLE_RATE // 2
_USUAL_VOICE_DB = -25.0
"""Under full scale, of the loud frames, until somebody has spoken: a little under the median of 120 orders, -23."""
_FOLLOWS = 0.3
_SPEECH_STANDS_OUT_DB = 8.0


class ByNoise:
    """Leaves the sound as it is where the room is quiet, and gives it to ``cleaner`` where it is not.

    What goes in comes out half a second late at the beginning, and in step at the end, as with any front end.
    """

    def __init__(self, cleaner: FrontEnd, quiet_db: float = QUIET_DB) -> None:
        self.name = cleaner.name + IN_NOISE
        self._cleaner = cleaner
        self._quiet_db = quiet_db
        self._voice_db = _USUAL_VOICE_DB
        self.start()

    def start(self) -> None:
        self._chosen: FrontEnd | None = None
        self._sound = bytearray()

    def feed(self, pcm: bytes) -> bytes:
        self._sound += pcm
        if self._chosen is not None:
            return self._chosen.feed(pcm)
        return self._choose() if len(self._sound) >= _FIRST_BYTES else b""

    def finish(self) -> bytes:
        begun = self._choose() if self._chosen is None else b""
        assert self._chosen is not None
        last = self._chosen.finish()
        self._learn()
        self.start()
        return begun + last

    def _choose(self) -> bytes:
        room_db = _percentile(bytes(self._sound[:_FIRST_BYTES]), _SOFT_PERCENT)
        is_quiet = self._voice_db - room_db >= self._quiet_db
        self._chosen = NoFrontEnd() if is_quiet else self._cleaner
        self._chosen.start()
        return self._chosen.feed(bytes(self._sound))

    def _learn(self) -> None:
        """How loud voices are here."""
        sound = bytes(self._sound)
        loud_db = _percentile(sound, _LOUD_PERCENT)
        if loud_db >= _percentile(sound, _SOFT_PERCENT) + _SPEECH_STANDS_OUT_DB:
            self._voice_db += _FOLLOWS * (loud_db - self._voice_db)


def _percentile(pcm: bytes, percent: int) -> float:
    """The loudness of that share of the frames, in dB under full scale; silence where there is no frame."""
    import numpy as np

    loudness = levels(pcm)
    return float(np.percentile(loudness, percent)) if len(loudness) else -96.0
