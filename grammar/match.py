"""From walks through a word network to readings, and which of them stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from grammar.network import Begins, Bound, Captures, Path, Span
from grammar.results import Reading, Value
from grammar.vocabulary import Token

Resolve = Callable[[Captures, tuple[str, ...], str], Value | None]
"""What words taken as they are mean for a slot; ``None``: nothing known."""


class Candidate(NamedTuple):
    """A reading and how good it is; smaller is better."""

    reading: Reading
    unresolved: int
    free_words: int
    inexact: int
    name_words: int
    unknown: str | None
    begins: Begins

    def said_by(self, seat: str) -> Candidate:
        return self._replace(reading=replace(self.reading, who=seat))


def candidate(path: Path, text: str, tokens: Sequence[Token], resolve: Resolve | None = None) -> Candidate:
    """The reading of a walk: its slots, and how good it is."""
    begins = next(tag for tag in path.tags if isinstance(tag, Begins))
    slots: dict[str, Value] = dict(begins.template.constants)
    free = names = unresolved = 0
    unknown: str | None = None
    for tag in path.tags:
        if isinstance(tag, Bound):
            names += tag.name_words
            _bind(slots, tag.slot, tag.value, tag.many)
        elif isinstance(tag, Span):
            said = _original(text, tokens, tag)
            if not tag.captures.wild:
                free += tag.end - tag.first
                slots[tag.captures.slot] = said
                continue
            words = tuple(token.word for token in tokens[tag.first : tag.end])
            value = resolve(tag.captures, words, said) if resolve else None
            if value is None:
                unresolved += len(words)
                unknown = unknown or said
                value = (said,) if tag.captures.many else said
            slots[tag.captures.slot] = value
    words_said = slots.pop("text", None)
    who = slots.pop("who", None)
    reading = Reading(
        begins.template.intent,
        slots,
        None if words_said is None else str(words_said),
        None if who is None else str(who),
        begins.opened is not None,
        begins.template.text,
    )
    return Candidate(reading, unresolved, free, path.inexact, names, unknown, begins)


def _bind(slots: dict[str, Value], slot: str, value: str | int, many: bool) -> None:
    if many:
        before = slots.get(slot, ())
        slots[slot] = (*before, value) if isinstance(before, tuple) else (value,)
    else:
        slots[slot] = value


def _original(text: str, tokens: Sequence[Token], span: Span) -> str:
    """The words taken, as they were written; free words keep the punctuation around them."""
    if span.captures.wild or span.end < len(tokens):
        return text[tokens[span.first].start : tokens[span.end - 1].end]
    begin = tokens[span.first - 1].end if span.first else tokens[0].start
    return " ".join(text[begin:].lstrip(" \t\r\n:;,.–—-").split())


def best(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The readings to choose from: of all, those that leave the least unknown, then without free words, then the most
    exact; of each intent, those with the fewest free words, then the longest names. All different.
    """
    found = _least(candidates, lambda c: (c.unresolved, c.free_words > 0, c.inexact))
    chosen: dict[object, Candidate] = {}
    for intent in dict.fromkeys(c.reading.intent for c in found):
        same = [c for c in found if c.reading.intent == intent]
        for one in _least(same, lambda c: (c.free_words, -c.name_words)):
            chosen.setdefault(_identity(one.reading), one)
    return list(chosen.values())


def _least(candidates: Iterable[Candidate], rank: Callable[[Candidate], tuple[int, ...]]) -> list[Candidate]:
    ranked = [(rank(one), one) for one in candidates]
    least = min((r for r, _ in ranked), default=None)
    return [one for r, one in ranked if r == least]


def _identity(reading: Reading) -> object:
    return reading.intent, frozenset(reading.slots.items()), reading.text, reading.who
