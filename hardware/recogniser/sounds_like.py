"""Words that sound like a name, for recognisers that cannot learn words.

Vosk hears only the words of its model. A card called Brakkett is heard by listening for "bracket" in its place,
Grimbold for "grim bold". The search walks a trie of pronunciations with a weighted edit distance (spikes/recognisers.md
section 5: the three best as alternatives are recognised 79 of 100 times, a direct pronunciation 90).
"""

from __future__ import annotations

import heapq
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.ports import HardwareError, Pronounced

POOR_COST = 1.3
"""Dearer sound-alikes fail for most voices: better ask the table for a nickname or another spelling."""

_HOPELESS_COST = 2.0
"""Dearer ones are not offered at all."""
_WORD_COST = 0.35
_COLOURS = {"round": 0.1, "r": 0.3, "hiss": 0.2, "voice": 0.3}
_TONGUE_COST = 0.12
_PLACE_COST = 0.12
_KIND_COST = 0.8
_LOSS_COST = 0.75
_NEVER = 9.0
_MOST_WORDS = 3
_MOST_SOUNDS = 3
_PER_SPAN = 4
"""Words kept for each stretch of the name."""
_DEAREST = 1.6
"""Cost at which a word for a stretch of the name is given up."""

Costs = NDArray[np.float32]
Indices = NDArray[np.int64]
_Spans = dict[tuple[int, int], list[tuple[float, str]]]


@dataclass(frozen=True, order=True)
class SoundAlike:
    """One to three words that sound like a name; ``cost`` 0.35 is one word with the very same phones."""

    cost: float
    words: str

    @property
    def is_poor(self) -> bool:
        """Whether the table should be asked for a nickname instead."""
        return self.cost > POOR_COST


@dataclass(frozen=True)
class _Level:
    """All the beginnings of one length: their last phone, where their continuations lie, the word they are."""

    phone: Indices
    first_child: Indices
    children: Indices
    word: Indices


class SoundAlikes:
    """Finds sound-alikes among the words that a recogniser knows."""

    def __init__(self, words: Iterable[tuple[str, str]]) -> None:
        """``words``: (word, phones) pairs, commonest first; of words that sound the same the first is offered."""
        by_sound: dict[tuple[int, ...], str] = {}
        numbers, barred = _phone_numbers(), _barred()
        for word, phones in words:
            if word not in barred and len(word) > 1:
                by_sound.setdefault(tuple(numbers[phone] for phone in phones.split()), word)
        self._words = [by_sound[sound] for sound in sorted(by_sound)]
        self._levels = _levels(sorted(by_sound))

    def find(self, phones: str, best: int = 3) -> tuple[SoundAlike, ...]:
        """Up to ``best`` sound-alikes of ``phones`` ("B R AE K EH T"), cheapest first.

        Poor ones too, see ``is_poor``. Raises HardwareError where ``phones`` has an unknown one.
        """
        name = _numbers_of(phones)
        if not name.size or not self._words:
            return ()
        return _put_together(self._spans(name), len(name), best)

    def _spans(self, name: Indices) -> _Spans:
        """The best words for each stretch [start, end) of the name."""
        substitution, loss = _phone_costs()
        losses = np.concatenate([[0], np.cumsum(loss[name])]).astype(np.float32)
        gap = losses[None, :] - losses[:, None]
        rows = np.where(np.tri(len(losses), dtype=bool).T, gap, np.float32(_NEVER)).astype(np.float32)
        starts = np.arange(len(losses))
        nodes = np.zeros(len(losses), dtype=np.int64)
        found: _Spans = {}
        for above, level in zip(self._levels, self._levels[1:], strict=False):
            parent, nodes = _children(above, nodes)
            rows = _next_rows(rows[parent], substitution[level.phone[nodes]][:, name], loss[level.phone[nodes]], losses)
            starts = starts[parent]
            alive = rows.min(axis=1) <= _DEAREST
            rows, starts, nodes = rows[alive], starts[alive], nodes[alive]
            if not nodes.size:
                break
            self._collect(found, rows, starts, level.word[nodes])
        return found

    def _collect(self, found: _Spans, rows: Costs, starts: Indices, words: Indices) -> None:
        whole = words >= 0
        rows, starts, words = rows[whole], starts[whole], words[whole]
        for start in np.unique(starts):
            here = starts == start
            for end in range(int(start) + 1, rows.shape[1]):
                costs = rows[here, end]
                for at in np.argsort(costs, kind="stable")[:_PER_SPAN]:
                    if costs[at] <= _DEAREST:
                        cell = found.setdefault((int(start), end), [])
                        cell.append((float(costs[at]), self._words[words[here][at]]))


class NameSounds:
    """Sound-alikes for any name: those the table gave, then those found from its pronunciations. Remembers them.

    Poor ones are left out: better that the name is told as unheard. The first name takes a second, the next 0.1 s.
    """

    def __init__(
        self, known: Callable[[str], bool], pronounce: Callable[[str, Pronounced | None], Sequence[str]]
    ) -> None:
        """``known``: whether the recogniser has a word (``VoskModel.knows``); ``pronounce``: a ``Pronouncer``."""
        self._known = known
        self._pronounce = pronounce
        self._found: dict[Pronounced, tuple[str, ...]] = {}

    def __call__(self, name: Pronounced) -> tuple[str, ...]:
        if name not in self._found:
            self._found[name] = tuple(dict.fromkeys((*name.sounds_like, *self._find(name))))
        return self._found[name]

    def _find(self, name: Pronounced) -> list[str]:
        sounds = self._pronounce(name.word, name)[:_MOST_SOUNDS]
        found = sorted(alike for phones in sounds for alike in self._alikes.find(phones))
        return [alike.words for alike in found if not alike.is_poor]

    @cached_property
    def _alikes(self) -> SoundAlikes:
        return SoundAlikes(common_words(self._known))


def distance(one: str, other: str) -> float:
    """How far apart two pronunciations are: the cost for each phone of the longer one. 0 the same, 0.75 nothing alike.

    Raises HardwareError where one of them has an unknown phone.
    """
    substitution, loss = _phone_costs()
    shorter, longer = sorted((_numbers_of(one), _numbers_of(other)), key=len)
    losses = np.concatenate([[0], np.cumsum(loss[longer])]).astype(np.float32)
    row = losses[None, :]
    for phone in shorter:
        row = _next_rows(row, substitution[phone][None, longer], loss[[phone]], losses)
    return float(row[0, -1]) / max(1, len(longer))


def _numbers_of(phones: str) -> Indices:
    numbers = _phone_numbers()
    try:
        return np.array([numbers[phone] for phone in phones.split()], dtype=np.int64)
    except KeyError as unknown:
        raise HardwareError(f"{unknown.args[0]} is no phone; use {' '.join(numbers)}.") from None


def _levels(sounds: Sequence[tuple[int, ...]]) -> list[_Level]:
    """The trie of the sorted ``sounds``, one level per length; level 0 is the root."""
    levels, parents = [], [0] * len(sounds)
    phone, word = [0], [-1]
    for depth in range(1, max(map(len, sounds), default=0) + 2):
        next_phone, next_word, children = [], [], [0] * len(phone)
        last: tuple[int, ...] = ()
        for index, sound in enumerate(sounds):
            if len(sound) < depth:
                continue
            if sound[:depth] != last:
                last = sound[:depth]
                next_phone.append(sound[depth - 1])
                next_word.append(index if len(sound) == depth else -1)
                children[parents[index]] += 1
            parents[index] = len(next_phone) - 1
        counts = np.array(children, dtype=np.int64)
        levels.append(_Level(np.array(phone), np.cumsum(counts) - counts, counts, np.array(word)))
        phone, word = next_phone, next_word
    return levels


def _children(level: _Level, nodes: Indices) -> tuple[Indices, Indices]:
    """For every continuation of ``nodes``: which of them it continues, and its place in the next level."""
    counts = level.children[nodes]
    parent = np.repeat(np.arange(len(nodes)), counts)
    within = np.arange(len(parent)) - np.repeat(np.cumsum(counts) - counts, counts)
    return parent, level.first_child[nodes][parent] + within


def _next_rows(rows: Costs, substitution: Costs, surplus: Costs, losses: Costs) -> Costs:
    """One phone more of the words: the edit distance to every stretch of the name."""
    result = rows + surplus[:, None]
    np.minimum(result[:, 1:], rows[:, :-1] + substitution, out=result[:, 1:])
    # a phone of the name that the word lacks: best of all earlier ends plus what lies between, as a running minimum
    return np.minimum.accumulate(result - losses, axis=1) + losses


def _put_together(spans: _Spans, length: int, best: int) -> tuple[SoundAlike, ...]:
    """The cheapest rows of one to three words over the whole name."""
    keep = 4 * best
    upto: list[list[list[SoundAlike]]] = [[[] for _ in range(_MOST_WORDS + 1)] for _ in range(length + 1)]
    upto[0][0].append(SoundAlike(0.0, ""))
    for (start, end), words in sorted(spans.items(), key=lambda item: item[0][1]):
        for used in range(_MOST_WORDS):
            longer = [
                SoundAlike(round(head.cost + cost + _WORD_COST, 2), f"{head.words} {word}".strip())
                for head in upto[start][used]
                for cost, word in words
            ]
            upto[end][used + 1] = heapq.nsmallest(keep, {*upto[end][used + 1], *longer})
    cheapest: dict[str, SoundAlike] = {}
    for alike in sorted(alike for row in upto[length] for alike in row if alike.cost <= _HOPELESS_COST):
        cheapest.setdefault(alike.words, alike)
    return tuple(cheapest.values())[:best]


def common_words(known: Callable[[str], bool], limit: int = 20_000) -> list[tuple[str, str]]:
    """The ``limit`` commonest English words with all their phones, out of PocketSphinx's dictionary and language model.

    ``known``: whether the recogniser in question has the word; see ``VoskModel.knows``. Takes a second.
    """
    try:
        from pocketsphinx import NGramModel, get_model_path
    except (ImportError, OSError) as error:
        raise HardwareError(f"PocketSphinx's dictionary is not here ({error}): pip install pocketsphinx") from error

    folder = Path(get_model_path("en-us"))
    frequency = NGramModel.readfile(str(folder / "en-us.lm.bin")).prob
    sounds: dict[str, list[str]] = {}
    for line in (folder / "cmudict-en-us.dict").read_text("utf-8").splitlines():
        word, phones = line.split(" ", 1)
        sounds.setdefault(word.partition("(")[0], []).append(phones)
    words = (word for word in sounds if word.isalpha() and known(word))
    commonest = heapq.nlargest(limit, words, key=lambda word: frequency([word]))
    return [(word, phones) for word in commonest for phones in sounds[word]]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


@cache
def _phone_numbers() -> dict[str, int]:
    return {phone: number for number, phone in enumerate((*_table()["vowels"], *_table()["consonants"]))}


@cache
def _barred() -> frozenset[str]:
    words = _table()["words"]
    return frozenset(words["fillers"].split()) | frozenset(words["rude"].split())


@cache
def _phone_costs() -> tuple[Costs, Costs]:
    """Cost of each phone for each other, and of each phone too many or too few."""
    phones = list(_phone_numbers())
    substitution = np.array([[_substitution(one, other) for other in phones] for one in phones], dtype=np.float32)
    return substitution, np.array([_table()["weak"].get(phone, _LOSS_COST) for phone in phones], dtype=np.float32)


def _substitution(one: str, other: str) -> float:
    vowels, consonants = _table()["vowels"], _table()["consonants"]
    if one == other:
        return 0.0
    if one in vowels and other in vowels:
        return _between_vowels(vowels[one], vowels[other])
    if one in consonants and other in consonants:
        return _between_consonants(consonants[one], consonants[other])
    return float(_table()["across"].get(" ".join(sorted((one, other))), _NEVER))


def _between_vowels(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    tongue = math.dist(one["from"], other["from"]) + math.dist(one["to"], other["to"])
    return min(1.0, _TONGUE_COST * tongue + _colours(one, other))


def _between_consonants(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    kinds = " ".join(sorted((one["kind"], other["kind"])))
    kind: float = 0.0 if one["kind"] == other["kind"] else _table()["kinds"].get(kinds, _KIND_COST)
    place: float = min(0.5, _PLACE_COST * abs(one["place"] - other["place"]))
    return min(1.0, kind + place + _colours(one, other))


def _colours(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return sum(cost for what, cost in _COLOURS.items() if one.get(what, False) != other.get(what, False))
