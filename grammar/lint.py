"""Checks on sentences, before anybody says them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from grammar.contents import open_to
from grammar.numbers import words_of
from grammar.results import OpenLike
from grammar.sentences import FREE_SLOTS, Intent, Template
from grammar.templates import Variant
from grammar.vocabulary import spoken_words

if TYPE_CHECKING:
    from grammar.phrasebook import Phrasebook

HIGHEST_COUNT = 20
"""Numbers that every game may need said: their words are checked too."""


def shared_sentences(intents: Iterable[Intent]) -> list[str]:
    """A line for each sentence of two intents, unless one of them declares that they are never open together."""
    known = {intent.name: intent for intent in intents}
    return [
        f"“{template.text}” is a sentence of {other} and of {template.intent}"
        for template, other in _shared(template for intent in known.values() for template in intent.templates)
        if other not in known[template.intent].never_with and template.intent not in known[other].never_with
    ]


def clashes(book: Phrasebook, opens: Iterable[OpenLike], seat: str | None) -> list[str]:
    """A line for each sentence that two intents share which are open to ``seat`` at the same time."""
    now = (template for opened in open_to(opens, seat) for template in book.sentences_of(opened, hands_free=True))
    return [f"“{template.text}” can mean {other} and {template.intent} now" for template, other in _shared(now)]


def _shared(templates: Iterable[Template]) -> Iterator[tuple[Template, str]]:
    """Each template that another intent has too, and that intent."""
    first: dict[tuple[str, ...], set[str]] = {}
    found: dict[tuple[Template, str], None] = {}
    for template in templates:
        for variant in template.variants:
            owners = first.setdefault(tuple(_plain(variant)), set())
            found.update(((template, owner), None) for owner in sorted(owners - {template.intent}))
            owners.add(template.intent)
    yield from found


def _plain(variant: Variant) -> Iterable[str]:
    return (symbol if isinstance(symbol, str) else f"{{{symbol.name}}}" for symbol in variant)


def whole_commands(book: Phrasebook, forms: Iterable[str]) -> list[tuple[str, str]]:
    """Each of these words of a table's own that is a sentence by itself too, with the intent that it means then."""
    known = book.vocabulary.without_fillers
    sentences = {
        known(tuple(_plain(variant))): intent.name
        for intent in book.intents.values()
        for template in intent.templates
        for variant in template.variants
        if all(isinstance(symbol, str) for symbol in variant)
    }
    found = ((form, sentences.get(known(spoken_words(form)))) for form in forms)
    return [(form, intent) for form, intent in found if intent is not None]


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
