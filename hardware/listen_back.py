"""Whether the microphone hears the speaker: a sweep is played, what comes back is compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Condition
from typing import TYPE_CHECKING

import numpy as np

from hardware.levels import levels
from hardware.ports import SAMPLE_RATE, HardwareError, Microphone, Sound, Speaker
from hardware.resample import resample
from hardware.sounds import Samples, to_pcm, to_samples

if TYPE_CHECKING:
    from numpy.typing import NDArray

SWEEP_SECONDS = 1.0
SWEEP_HZ = (400.0, 2400.0)
"""Where small speakers still sound, and where nothing is lost when it is heard three times too fast."""
HEARD = 0.2
"""Likeness from which a sweep is there: noise and talk give up to 0.17 at any speed, an echoing room more than 0.3."""
WIRE = 0.97
"""Likeness from which there is no air between: no speaker and no room leave a sweep so whole."""
WIRE_IN_SILENCE = 0.8
"""The same where there was digital silence before: a busy machine may have lost a piece of the sweep."""
SILENCE_DB = -90.0
"""No room is so quiet; a microphone that switches itself off in a quiet one is, but leaves no sweep so whole."""
ODD_SPEEDS = (48 / 44.1, 44.1 / 48, 1 / 2, 2.0, 1 / 3, 3.0)
"""How much too fast sound comes from a microphone that is taken for another rate than it has (C-019)."""
SAME = 0.98
"""The same for a sentence: a monitor gives 0.9975 and more, a dry room with a speaker without any sound of its own 0.96
(n = 10; 6 simulated rooms)."""
SPEECH_HZ = (150.0, 3000.0)
"""Where most of a sentence is."""
FIRST_SECONDS = 5.0
"""A microphone that works has given its first sound by then."""

_BEFORE_SECONDS, _AFTER_SECONDS = 0.5, 1.0
_SPARE_SECONDS = 8.0
"""A microphone that comes three times too fast has given the end of the sweep within these."""
_LEVEL = 0.5
_FADE_SECONDS = 0.02
_CLIPPED = 0.99
_HOLE_SECONDS = 0.005
"""Longer than a wave of the sweep is near nothing, shorter than the pieces in which sound travels."""
_LOUD = 0.3
"""Share of the greatest amplitude."""
_SILENT = 2 / 32768
"""Some converters give a last bit that flickers; no room is that quiet."""


@dataclass(frozen=True)
class Recorded:
    """What the microphone gave while a sound was played."""

    before: bytes
    """The room before it, as 16 kHz PCM."""
    during: bytes
    """From the moment it was played to a second after its end."""


@dataclass(frozen=True)
class HeardBack:
    """What came back of the sweep."""

    likeness: float
    """0: nothing of it, 1: every sample; see ``HEARD`` and ``WIRE``."""
    speed: float
    """1, or how much too fast it came, where it was heard."""
    room_db: float
    """How loud it was before, under full scale."""
    sweep_db: float
    """How loud it was at its loudest."""
    clipped: float
    """Share of the samples at full scale, 0 to 1."""
    is_dead: bool
    """Not a sound at all, not even noise."""
    is_torn: bool
    """There are holes of digital silence in it: a busy machine lost pieces on the way, and nothing here is sure."""

    @property
    def is_heard(self) -> bool:
        return self.likeness >= HEARD

    @property
    def is_wired(self) -> bool:
        """Heard without any room: this is the speaker's own monitor."""
        return self.likeness >= (WIRE_IN_SILENCE if self.room_db <= SILENCE_DB else WIRE)


def listen_back(microphone: Microphone, speaker: Speaker, first_seconds: float = FIRST_SECONDS) -> HeardBack:
    """Play a sweep and listen to it; some three seconds. Raises HardwareError where a device does nothing."""
    return compare(record_while(microphone, speaker, sweep(), first_seconds))


def record_while(
    microphone: Microphone, speaker: Speaker, sound: Sound, first_seconds: float = FIRST_SECONDS
) -> Recorded:
    """Play a sound and record it. Opens and closes the microphone, which must give sound in ``first_seconds``; the
    speaker is open. Raises HardwareError as :func:`listen_back`.
    """
    tape = _Tape()
    microphone.open(tape.take)
    try:
        if not tape.wait_for(_BEFORE_SECONDS, first_seconds):
            raise HardwareError("the microphone is open and gives no sound: pull it out and plug it in again")
        begin = tape.seconds
        speaker.play(sound)
        if not speaker.wait(sound.seconds + _SPARE_SECONDS):
            raise HardwareError("the speaker is open and takes no sound: pull it out and plug it in again")
        if not tape.wait_for(begin + sound.seconds + _AFTER_SECONDS, _SPARE_SECONDS):
            raise HardwareError("the microphone went silent while the speaker played: is it one device, or pulled out?")
    finally:
        microphone.close()
    cut = 2 * round(begin * SAMPLE_RATE)
    return Recorded(tape.pcm[:cut], tape.pcm[cut:])


class _Tape:
    """Keeps the blocks of a microphone; time is counted in sound."""

    def __init__(self) -> None:
        self.pcm = b""
        self._changed = Condition()

    def take(self, block: bytes) -> None:
        with self._changed:
            self.pcm += block
            self._changed.notify_all()

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / SAMPLE_RATE

    def wait_for(self, seconds: float, timeout: float) -> bool:
        """Until there is so much sound; False when the time ran out first."""
        with self._changed:
            return self._changed.wait_for(lambda: self.seconds >= seconds, timeout)


def sweep(speed: float = 1.0) -> Sound:
    """A tone that climbs through the middle of speech; with ``speed`` as it is when played so much faster."""
    count = round(SWEEP_SECONDS * SAMPLE_RATE / speed)
    time = np.arange(count) / SAMPLE_RATE
    low, high = (hz * speed for hz in SWEEP_HZ)
    tone = np.sin(2 * np.pi * (low * time + (high - low) / 2 * time**2 / (count / SAMPLE_RATE)))
    fade = np.minimum(1.0, np.minimum(time, time[::-1]) / _FADE_SECONDS)
    return Sound(to_pcm((_LEVEL * tone * fade).astype(np.float32)), SAMPLE_RATE)


def compare(recorded: Recorded) -> HeardBack:
    """What there is of the sweep in what was recorded while it was played."""
    samples = to_samples(recorded.before + recorded.during)
    during = to_samples(recorded.during)
    likeness, speed = _likeness(during), 1.0
    if likeness < HEARD:
        likeness, speed = max((_likeness(during, each), each) for each in ODD_SPEEDS)
    return HeardBack(
        likeness=likeness,
        speed=speed,
        room_db=float(np.median(levels(recorded.before))),
        sweep_db=float(levels(recorded.during).max()),
        clipped=float(np.mean(np.abs(samples) >= _CLIPPED)),
        is_dead=bool(np.abs(samples).max() <= _SILENT),
        is_torn=_longest_hole(during) >= _HOLE_SECONDS,
    )


def _longest_hole(samples: Samples) -> float:
    """Seconds of digital silence in the midst of what was loud; its echo may die away into one."""
    loudness = np.abs(samples)
    loud = np.flatnonzero(loudness > loudness.max() * _LOUD)
    sounding = np.flatnonzero(loudness[loud[0] : loud[-1] + 1] > _SILENT) if len(loud) else loud
    return float(np.diff(sounding).max(initial=0)) / SAMPLE_RATE


def is_same(sent: Sound, heard: bytes) -> bool | None:
    """Whether a piece of speech that was played came back without any room between; None where that cannot be told.

    ``heard`` is 16 kHz PCM; some 0.03 s of CPU for a short sentence.
    """
    samples, probe = to_samples(heard), to_samples(resample(sent, SAMPLE_RATE).pcm)
    if len(samples) < len(probe) or not probe.any() or np.abs(samples).max() <= _SILENT:
        return None
    return _greatest_correlation(samples, probe, SPEECH_HZ) >= SAME


def _likeness(samples: Samples, speed: float = 1.0) -> float:
    """How much of the sweep there is in the sound."""
    low, high = SWEEP_HZ
    return _greatest_correlation(samples, to_samples(sweep(speed).pcm), (low * speed, high * speed))


def _greatest_correlation(samples: Samples, probe: Samples, band_hz: tuple[float, float]) -> float:
    """That of the probe with any stretch of the sound, of which only this band counts."""
    size = 1 << (len(samples) + len(probe)).bit_length()
    hz = np.fft.rfftfreq(size, 1 / SAMPLE_RATE)
    band = (hz >= band_hz[0]) & (hz <= band_hz[1])
    spectra = [np.fft.rfft(sound.astype(np.float64), size) * band for sound in (samples, probe)]
    in_band, wanted = (np.fft.irfft(spectrum, size) for spectrum in spectra)
    # Twice as fine as the samples lie: what came back lies between two of them.
    matched = np.fft.irfft(spectra[0] * spectra[1].conj(), 2 * size)[: 2 * len(samples)] * 2
    energy = np.repeat(_energies(in_band, len(probe))[: len(samples)], 2)
    floor = len(probe) * _SILENT**2  # so that nothing divided by nothing is nothing
    return float((np.abs(matched) / np.sqrt(np.maximum(energy, floor) * (wanted**2).sum())).max())


def _energies(samples: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The energy of each stretch of that many samples."""
    sums = np.concatenate([[0.0], np.cumsum(samples**2)])
    return np.asarray(sums[width:] - sums[:-width], np.float64)
