"""Which names of a table sound so much alike that one is heard for the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from assistant.app import lexicon
from assistant.settings import Settings
from grammar import spoken_form
from hardware.ports import Pronounced
from hardware.recogniser.enrol import ALIKE, apart
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
    sounds = _Sounds(settings)
    others = dict.fromkeys((*(one.display for one in settings.names), *settings.table.seats, *written))
    there = [one for one in others if spoken_form(one) and spoken_form(one) != spoken_form(name)]
    mine = sounds(name, Pronounced(spoken_form(name), tuple(phones)))
    return min((Near(apart(mine, sounds(other)), name, other) for other in there), default=None)


def too_close(settings: Settings) -> Iterator[Near]:
    """The pairs of names in the settings that are, nearest first."""
    sounds = _Sounds(settings)
    names = {one.display: sounds(one.display) for one in settings.names if spoken_form(one.display)}
    pairs = (Near(apart(names[one], names[other]), one, other) for one, other in combinations(names, 2))
    yield from sorted(pair for pair in pairs if pair.is_too_close)


class _Sounds:
    """All that a recogniser listens for where a name may be said."""

    def __init__(self, settings: Settings) -> None:
        self._pronounce = Pronouncer()
        self._given = {one.word: one for one in lexicon(settings)}

    def __call__(self, name: str, given: Pronounced | None = None) -> tuple[str, ...]:
        words = [self._pronounce(word, given or self._given.get(word)) for word in spoken_form(name).split()]
        return tuple(" ".join(parts) for parts in islice(product(*words), _MOST))
