"""Which names of a table sound so much alike that one is heard for the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from assistant.app import lexicon
from assistant.evening import Learnt, Listening
from assistant.evening.sounds import NAMED
from assistant.hearing import by_sound
from assistant.settings import Settings
from assistant.table import Name
from grammar import spoken_form
from hardware.ports import Pronounced
from hardware.recogniser.enrol import ALIKE, TakeError, apart, ways_said
from hardware.recogniser.pronounce import Pronouncer

_MOST = 12
"""Pronunciations of a name of several words."""


@dataclass(frozen=True, order=True)
class Near:
    """Two names and how far they are apart in sound."""

    distance: float
    name: str
    other: str

    @property
    def is_too_close(self) -> bool:
        return self.distance < ALIKE

    @property
    def told(self) -> str:
        """The other one, and what to do."""
        if not self.is_too_close:
            return f"{self.other}, {self.distance:.2f} apart, far enough"
        return (
            f"{self.other}, {self.distance:.2f} apart; below {ALIKE} one is heard for the other: "
            "give one of them a nickname, or a second name that is always said"
        )


def nearest(settings: Settings, name: str, phones: Sequence[str], written: Sequence[str] = ()) -> Near | None:
    """Of the names in the settings, the players and those ``written`` down, the one nearest to a name said so."""
    sounds = _Sounds(lexicon(settings))
    others = dict.fromkeys((*(one.display for one in settings.names), *settings.table.seats, *written))
    there = [one for one in others if spoken_form(one) and spoken_form(one) != spoken_form(name)]
    mine = sounds(name, Pronounced(spoken_form(name), tuple(phones)))
    return min((Near(apart(mine, sounds(other)), name, other) for other in there), default=None)


def too_close(settings: Settings) -> Iterator[Near]:
    """The pairs of names in the settings that are, nearest first."""
    sounds = _Sounds(lexicon(settings))
    names = {one.display: sounds(one.display) for one in settings.names if spoken_form(one.display)}
    pairs = (Near(apart(names[one], names[other]), one, other) for one, other in combinations(names, 2))
    yield from sorted(pair for pair in pairs if pair.is_too_close)


class Learner:
    """Makes phones of a name that was said during an evening, and finds the name that it will be taken for. One thread
    at a time; a name that is new to it takes 0.05 s."""

    def __init__(self, known: Iterable[Pronounced]) -> None:
        """``known``: what the settings know of the sound of names."""
        self._known = tuple(known)
        self._pronounce = Pronouncer()

    def __call__(self, tail: bytes, named: str, listening: Listening) -> Learnt:
        """See :data:`assistant.hearing.Learn`."""
        try:
            ways = ways_said(tail)
        except TakeError as error:
            return Learnt(why_not=str(error))
        sounds = _Sounds((*self._known, *by_sound(listening)), self._pronounce)
        near = min(
            (Near(apart(ways[:1], sounds(form)), named, other.display) for other, form in _beside(named, listening)),
            default=None,
        )
        return Learnt(" / ".join(ways), near.other if near is not None and near.is_too_close else "")


def _beside(named: str, listening: Listening) -> Iterator[tuple[Name, str]]:
    """The other names that may be said where this one may, in all their forms."""
    slots = [item for each in listening.opens for item in each.slots.items()]
    names = [content for slot, content in slots if slot != NAMED and not isinstance(content, range)]
    beside = {one.id: one for content in names if any(one.id == named for one in content) for one in content}
    yield from ((one, form) for one in beside.values() if one.id != named for form in one.heard)


class _Sounds:
    """All that a recogniser listens for where a name may be said."""

    def __init__(self, known: Iterable[Pronounced], pronounce: Pronouncer | None = None) -> None:
        self._pronounce = pronounce or Pronouncer()
        self._given = {one.word: one for one in known}

    def __call__(self, name: str, given: Pronounced | None = None) -> tuple[str, ...]:
        words = [self._pronounce(word, given or self._given.get(word)) for word in spoken_form(name).split()]
        return tuple(" ".join(parts) for parts in islice(product(*words), _MOST))
