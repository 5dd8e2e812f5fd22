"""Checks on sentences, before anybody says them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from grammar.numbers import words_of
from grammar.sentences import FREE_SLOTS, Intent
from grammar.templates import Variant

if TYPE_CHECKING:
    from grammar.phrasebook import Phrasebook

HIGHEST_COUNT = 20
"""Numbers that every game may need said: their words are checked too."""


def shared_sentences(intents: Iterable[Intent]) -> list[str]:
    """A line for each sentence of two intents, unless one of them declares that they are never open together."""
    first: dict[Variant, Intent] = {}
    faults: dict[str, None] = {}
    for intent in intents:
        for template in intent.templates:
            for variant in template.variants:
                other = first.setdefault(tuple(_plain(variant)), intent)
                if other.name in (intent.name, *intent.never_with) or intent.name in other.never_with:
                    continue
                faults[f"“{template.text}” is a sentence of {other.name} and of {intent.name}"] = None
    return list(faults)


def _plain(variant: Variant) -> Iterable[str]:
    return (symbol if isinstance(symbol, str) else f"{{{symbol.name}}}" for symbol in variant)


def lint(
    book: Phrasebook,
    *,
    knows: Callable[[str], bool] | None = None,
    declared: Mapping[str, Iterable[str]] | None = None,
) -> list[str]:
    """All faults of a book that loads: words the recogniser does not know, slots that nothing declares.

    ``knows`` asks a recogniser about one word; ``declared`` has, by intent, the slots that the game ever opens it with.
    """
    faults: list[str] = []
    words = {*book.words(), *(word for number in range(1, HIGHEST_COUNT + 1) for word in words_of(number))}
    if knows is not None:
        faults += [f"the word {word!r} is unknown to the recogniser" for word in sorted(words) if not knows(word)]
    for intent in book.intents.values():
        for template in intent.templates:
            for slot in template.slots:
                if declared is not None and slot.name not in FREE_SLOTS | {*declared.get(intent.name, ())}:
                    faults.append(f"{intent.name}: nothing ever fills {{{slot.name}}} of “{template.text}”")
    return faults
