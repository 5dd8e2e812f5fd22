"""A card of what can be said, for the table: what stands on it, and how it looks in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import click

from assistant.evening import Listening
from assistant.table import Name
from grammar import Phrasebook

_SLOT = re.compile(r"\{(\w+)\+?\}")


class Piece(NamedTuple):
    """Part of a sentence: words as they are said, or the word that stands for what one fills in."""

    text: str
    is_slot: bool = False


Form = tuple[Piece, ...]
"""One way to say it."""


@dataclass(frozen=True)
class Entry:
    """One thing that can be asked for."""

    forms: tuple[Form, ...]
    """The first one is the one to learn."""
    only: str = ""
    """The role that alone may ask for it; empty: not one role alone."""


@dataclass(frozen=True)
class Section:
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Card:
    title: str
    notes: tuple[Form, ...]
    sections: tuple[Section, ...]


def card_of(book: Phrasebook, title: str, address: str) -> Card:
    """All sentences of a game and the shell, by the moments that the sentence files tell."""
    sections = (
        Section(heading, tuple(_entries(book, intents)))
        for heading, intents in book.card.sections_of(book.intents).items()
    )
    notes = tuple(_form(book, note.replace("{address}", address)) for note in book.card.notes)
    return Card(title, notes, tuple(section for section in sections if section.entries))


def card_of_now(listening: Listening, seats: Iterable[Name], title: str) -> Card:
    """What each of these seats can say now, an example for each thing."""
    sections = tuple(
        Section(
            f"{seat.id} {seat.display}",
            tuple(Entry(((Piece(example),),)) for example in listening.examples(seat.id)),
        )
        for seat in seats
    )
    return Card(title, (), sections)


def _entries(book: Phrasebook, intents: Iterable[str]) -> Iterator[Entry]:
    for intent in intents:
        templates = [each for each in book.intents[intent].templates if not (each.third_person or each.written)]
        forms = tuple(dict.fromkeys(_form(book, template.canonical) for template in templates))
        if forms:
            yield Entry(forms, book.card.only.get(intent, ""))


def _form(book: Phrasebook, text: str) -> Form:
    pieces = []
    for number, part in enumerate(_SLOT.split(text)):
        if part:
            pieces.append(Piece(book.card.slots.get(part, part), True) if number % 2 else Piece(part))
    return tuple(pieces)


def text_lines(card: Card) -> Iterator[str]:
    """For a terminal: each section with its first forms, the others under each. What one fills in is in braces."""
    yield from map(_plain, card.notes)
    for number, section in enumerate(card.sections):
        if number or card.notes:
            yield ""
        if section.title:
            yield click.style(section.title, bold=True)
        for entry in section.entries:
            first, *others = map(_plain, entry.forms)
            yield f"  {first}{click.style(f'  [{entry.only}]', fg='yellow') if entry.only else ''}"
            if others:
                yield click.style(f"      {' · '.join(others)}", dim=True)


def _plain(form: Form) -> str:
    return "".join(f"{{{piece.text}}}" if piece.is_slot else piece.text for piece in form)
