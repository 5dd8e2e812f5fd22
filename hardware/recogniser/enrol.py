"""Teaching a name: said a few times, it is written down as the phones that this recogniser hears in it.

They are no pronunciation that a dictionary would give – half of the phones may be others – and fit all the better: the
same ear makes the same of it when the name is said in a command (spikes/recognisers.md section 5: 94 of 100 names heard
with three takes beside the guesses of the programs, 73 without).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from hardware.endpoint import spoken_part
from hardware.levels import is_silent
from hardware.ports import SAMPLE_RATE, HardwareError, Pronounced, Sound
from hardware.recogniser.native import make_decoder, model_path
from hardware.recogniser.pronounce import is_pronunciation
from hardware.recogniser.sounds_like import distance
from hardware.resample import resample

SHORTEST_SECONDS = 0.3
"""Sound is smoothed over 0.1 s to find what is said in it, so that a click takes 0.2 s."""
LONGEST_SECONDS = 3.0
FEWEST_PHONES = 2
UNLIKE = 0.45
"""Distance to the other takes from which a take is unlike them: of 90 takes of 15 names by two voices 1 lay beyond, and
405 of 420 takes of another name."""
ALIKE = 0.2
"""Distance below which two names are taken for one another: 12 of 14 pairs as Isolde and Ysolde, Corvin and Corwin lie
below it, and none of the 1035 pairs of 46 invented names (nearest: Jorvund and Ormund, 0.20)."""

_LANGUAGE_WEIGHT = 2.0
"""Of the phone model that comes with PocketSphinx: at its usual 6.5 phones are left out (distance to how 11 names are
meant, two voices, three takes: 0.29; at 4 to 1: 0.24; without such a model: 0.27)."""


class TakeError(HardwareError):
    """Nothing can be learnt from this take; the message says why, as in "two.wav: nothing is said in it"."""


def phones_said(take: bytes) -> str:
    """ARPAbet of what is said in a take, 16 kHz PCM with whatever silence around it. Raises TakeError."""
    return " ".join(_heard(_speech(take)))


def ways_said(take: bytes) -> tuple[str, ...]:
    """The same of a single take, which has to do for everybody: as it is, and as if by a bigger and a smaller mouth."""
    speech = _speech(take)
    first = _heard(speech)
    others = (_phones(_played(speech, speed)) for speed in (0.9, 1.1))
    rows = (first, *(row for row in others if len(row) >= FEWEST_PHONES))
    return tuple(dict.fromkeys(map(" ".join, rows)))


def _speech(take: bytes) -> bytes:
    """What is said in a take. Raises TakeError where that is no name."""
    speech = b"" if is_silent(take) else spoken_part(take)
    seconds = len(speech) / 2 / SAMPLE_RATE
    if not speech:
        raise TakeError("nothing is said in it")
    if seconds < SHORTEST_SECONDS:
        raise TakeError(f"what is said takes {seconds:.2f} s, too short for a name")
    if seconds > LONGEST_SECONDS:
        raise TakeError(f"what is said takes {seconds:.1f} s: say the name alone, within {LONGEST_SECONDS:g} s")
    return speech


def _heard(speech: bytes) -> list[str]:
    row = _phones(speech)
    if len(row) < FEWEST_PHONES:
        raise TakeError("hardly a sound of it is like speech")
    return row


def _played(speech: bytes, speed: float) -> bytes:
    """As from a tape at another speed: faster is higher, too."""
    return resample(Sound(speech, round(SAMPLE_RATE * speed)), SAMPLE_RATE).pcm


def _phones(speech: bytes) -> list[str]:
    """A decoder of its own for each take, 0.02 s: one that has heard another hears a little differently."""
    decoder = make_decoder(dict=None, allphone=model_path("en-us-phone.lm.bin"), lw=_LANGUAGE_WEIGHT)
    decoder.start_utt()
    decoder.process_raw(speech, full_utt=True)
    decoder.end_utt()
    if decoder.hyp() is None:
        return []
    return [segment.word for segment in decoder.seg() if is_pronunciation(segment.word)]


def taught(name: str, takes: Iterable[bytes]) -> Pronounced:
    """A name as it is said in these takes, 16 kHz PCM. Raises TakeError."""
    return Pronounced(name, tuple(dict.fromkeys(map(phones_said, takes))))


def unlike(takes: Sequence[str]) -> int | None:
    """The place of the take that is unlike the others, by its phones; None where they agree or are fewer than three."""
    if len(takes) < 3:
        return None
    distances = [
        median(distance(take, other) for place, other in enumerate(takes) if place != here)
        for here, take in enumerate(takes)
    ]
    furthest = max(range(len(takes)), key=lambda place: distances[place])
    return furthest if distances[furthest] > UNLIKE else None


def apart(ones: Iterable[str], others: Iterable[str]) -> float:
    """How far two names are apart: the least distance of any of their pronunciations; 1 where one has none."""
    there = tuple(others)
    return min((distance(one, other) for one in ones for other in there), default=1.0)
