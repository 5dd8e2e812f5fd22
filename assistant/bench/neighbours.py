"""Sentences of a game that sound alike, can be said at the same moment, and mean different things.

What a recogniser confuses is found so before anybody has said it; ``bench hearing --what commands`` finds it by trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from assistant.app import Playable
from assistant.bench.hearing.moments import moments
from assistant.evening import Listening
from assistant.table import Open, Seat
from grammar.numbers import words_of
from grammar.templates import Slot, Variant
from hardware.recogniser.pronounce import Pronouncer
from hardware.recogniser.sounds_like import distance

FAR = 0.4
"""Distance from which two sentences are no neighbours."""


@dataclass(frozen=True, order=True)
class Sentence:
    """A way to say something, with what it comes to."""

    words: str
    intent: str
    constants: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, order=True)
class Neighbours:
    """Two sentences and how far apart they sound: the cost of turning one into the other, for each phone of the longer
    one (:func:`hardware.recogniser.sounds_like.distance`)."""

    distance: float
    one: Sentence
    other: Sentence


def neighbours(config: Path | None, play: Playable) -> list[Neighbours]:
    """The pairs that are nearer than ``FAR`` at some moment of the game's stories, the nearest first."""
    pairs: set[tuple[Sentence, Sentence]] = set()
    for together in dict.fromkeys(_moments(config, play)):
        pairs.update(pair for pair in combinations(sorted(together), 2) if _differ(*pair))
    return nearest(pairs, _Sounds(Pronouncer()))


def nearest(pairs: Iterable[tuple[Sentence, Sentence]], phones: Callable[[str], Sequence[str]]) -> list[Neighbours]:
    """Those of the pairs that are nearer than ``FAR``. ``phones``: of a sentence."""
    found = []
    for one, other in pairs:
        ours, theirs = phones(one.words), phones(other.words)
        if ours and theirs:
            apart = distance(" ".join(ours), " ".join(theirs))
            if apart < FAR:
                found.append(Neighbours(round(apart, 3), one, other))
    return sorted(found)


def _moments(config: Path | None, play: Playable) -> Iterator[frozenset[Sentence]]:
    """What one seat can say at a time."""
    for path in sorted((play.folder / "stories").glob("*.yaml")):
        for wanted, _ in moments(config, play, path):
            for seat in wanted.listening.players:
                yield frozenset(sentences(play, wanted.listening, seat.id))


def sentences(play: Playable, listening: Listening, seat: Seat) -> Iterator[Sentence]:
    """Every way to say what this seat can say now, with the first name or number that fits in each place."""
    for opened in listening.opens:
        if opened.seats is not None and seat not in opened.seats:
            continue
        for template in play.book.sentences_of(opened):
            for variant in () if template.written else template.variants:
                words = _filled(variant, opened)
                if words:
                    yield Sentence(words, opened.intent, tuple(sorted(template.constants.items())))


def _filled(variant: Variant, opened: Open) -> str:
    """The words; empty where nothing fills a place. Free words are left out: nothing is known of their sound."""
    words = []
    for symbol in variant:
        if not isinstance(symbol, Slot):
            words.append(symbol)
        elif symbol.name != "text":
            content = opened.slots.get(symbol.name)
            if not content:
                return ""
            first = content[0]
            words += words_of(first) if isinstance(first, int) else first.heard[:1]
    return " ".join(words)


def _differ(one: Sentence, other: Sentence) -> bool:
    return (one.intent, one.constants) != (other.intent, other.constants)


class _Sounds:
    """The phones of sentences, each found once."""

    def __init__(self, pronounce: Callable[[str], Sequence[str]]) -> None:
        self._pronounce = pronounce
        self._known: dict[str, Sequence[str]] = {}

    def __call__(self, words: str) -> Sequence[str]:
        if words not in self._known:
            sounds = [next(iter(self._pronounce(word)), "") for word in words.split()]
            self._known[words] = " ".join(sounds).split() if all(sounds) else ()
        return self._known[words]
