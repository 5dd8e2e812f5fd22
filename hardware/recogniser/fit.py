"""How well a sentence fits what was said: what PocketSphinx's two decodes of an utterance tell together.

Free phones fit anything; a sentence that was said fits nearly as well, in each of its words. Talk that a network takes
for one of its sentences has a word or two that it was bent into.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

FRAMES_PER_SECOND = 100
_NATS = 1024.0
"""The library counts scores in 1/1024 of its log base (spikes/tails.md section 0)."""
_SHORTEST_WORD = 20
"""Frames. So much of a shorter word's score is chance that it counts as if it were as long."""
_WORST = -200.0
"""Nats a second. No word counts as worse: its end may have been cut at the wrong place."""
_WORST_SHARE = 0.6
"""Of the worst word in the whole, divided by the number of words, two at least: the more of them vouch for a sentence,
the less one tells. What it was chosen on: ``hardware/README.md``."""

_FEW_WORDS = 4
_FURTHER_WORD = 10.0
"""Nats a second that each word beyond a few is worth: hardly any talk comes out as a long sentence from end to end."""


@dataclass(frozen=True)
class Segment:
    """A stretch of a decode."""

    word: str
    """The dictionary's entry, whichever of its pronunciations it was."""
    first: int
    """Frame."""
    last: int
    nats: float
    """Acoustic score."""

    @property
    def frames(self) -> int:
        return self.last - self.first + 1


def segments(decoder: Any) -> list[Segment]:
    """The best path through an utterance that has ended; empty where there is none."""
    if decoder.hyp() is None:
        return []
    return [Segment(_entry(one.word), one.start_frame, one.end_frame, nats(one.ascore)) for one in decoder.seg()]


def nats(score: float) -> float:
    """A score of the library, e.g. ``Hypothesis.best_score``."""
    return _NATS * math.log(score)


def _entry(word: str) -> str:
    return word.partition("(")[0] if word.endswith(")") else word


def together(whole: float, worst_word: float, words: int) -> float:
    """One measure in nats a second: by how much a sentence of so many words, and its worst word, fit better than free
    phones, and what its length is worth."""
    share = _WORST_SHARE / max(2, words)
    return (1 - share) * whole + share * max(_WORST, worst_word) + _FURTHER_WORD * max(0, words - _FEW_WORDS)


def worst(words: Iterable[Segment], free: Sequence[Segment]) -> float:
    """Nats a second by which the worst of the words, one at least, fits better than free phones at the same time."""
    upto = _nats_upto(free)
    return min(_against(word, upto) for word in words)


def _against(word: Segment, upto: Sequence[float]) -> float:
    first, after = (min(frame, len(upto) - 1) for frame in (word.first, word.last + 1))
    return FRAMES_PER_SECOND * (word.nats - (upto[after] - upto[first])) / max(word.frames, _SHORTEST_WORD)


def _nats_upto(path: Sequence[Segment]) -> list[float]:
    """The score of a path before each frame and after the last, spread evenly over the frames of a segment."""
    each = [0.0] * (1 + max((one.last for one in path), default=-1))
    for one in path:
        for frame in range(one.first, one.last + 1):
            each[frame] = one.nats / one.frames
    return [0.0, *accumulate(each)]
