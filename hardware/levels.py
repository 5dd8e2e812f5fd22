"""How loud sound is, for telling silence from speech without a recogniser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.ports import SAMPLE_RATE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hardware.sounds import Samples

FRAME_SECONDS = 0.02
_FRAME = int(SAMPLE_RATE * FRAME_SECONDS)
_FLOOR_DB = -96.0
_AUDIBLE_DB = -60.0
"""Nobody speaks into a working microphone more softly than this."""
_LOUD = 0.01
_FULL = 32_440
"""A resampler leaves the flat top of a clipped wave a little uneven."""
_SPEECH_STANDS_OUT_DB = 8.0
"""Speech swings by more than this within a second; a fan, a hiss, a hum do not."""


def levels(pcm: bytes) -> NDArray[np.float64]:
    """Loudness of each 20 ms of 16 kHz PCM in dB under full scale; what is left at the end is dropped."""
    import numpy as np

    samples = np.frombuffer(pcm[: len(pcm) // (2 * _FRAME) * 2 * _FRAME], dtype="<i2").astype(np.float64)
    frames = samples.reshape(-1, _FRAME)
    power = (frames - frames.mean(axis=1, keepdims=True)) ** 2 if len(frames) else frames
    return (
        10 * np.log10(np.maximum(power.mean(axis=1) / 32768.0**2, 10 ** (_FLOOR_DB / 10)))
        if len(frames)
        else (np.empty(0))
    )


def clipped(pcm: bytes) -> int:
    """How many samples are at full scale, or as good as."""
    import numpy as np

    samples = np.frombuffer(pcm, dtype="<i2")
    return int(np.count_nonzero((samples >= _FULL) | (samples <= -_FULL)))


def is_silent(pcm: bytes) -> bool:
    """Whether nobody can have spoken in this sound: too soft, or as even as noise."""
    import numpy as np

    loudness = levels(pcm)
    if not len(loudness):
        return True
    loud, soft = np.percentile(loudness, [95, 10])
    return bool(loud < _AUDIBLE_DB or loud - soft < _SPEECH_STANDS_OUT_DB)


def loud(samples: Samples, rate: int) -> NDArray[np.bool_]:
    """Whether there is more than silence in each 0.01 s."""
    import numpy as np

    step = rate // 100
    blocks = abs(samples[: len(samples) // step * step]).reshape(-1, step)
    return np.asarray(blocks.max(axis=1, initial=0) > _LOUD, np.bool_)
