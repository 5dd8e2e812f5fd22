"""What a printed card of all sentences is made of: which intents stand together, who alone may ask for some, notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_FIELDS = frozenset({"sections", "only", "slots", "notes"})


@dataclass
class CardPlan:
    """The keys ``card`` of the sentence files; empty where none has any."""

    sections: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Title, a moment of the game, to the intents that belong to it, in the order in which they are printed."""
    only: dict[str, str] = field(default_factory=dict)
    """Intent to the role, as it is printed, that alone may ask for it."""
    slots: dict[str, str] = field(default_factory=dict)
    """Slot to the word that stands for it, where its own name would say little."""
    notes: tuple[str, ...] = ()
    """Lines below the title, written like sentences; ``{address}`` is the address word."""

    def read(self, entry: Any, own: Collection[str], known: Collection[str]) -> Iterator[str]:
        """Add what one file says, whose intents are ``own``; gives its faults: a card must show all of them."""
        try:
            sections = {str(each["title"]): tuple(map(str, each["intents"])) for each in entry.get("sections", ())}
            self.only |= {str(intent): str(role) for role, of in entry.get("only", {}).items() for intent in of}
            self.slots |= {str(slot): str(word) for slot, word in entry.get("slots", {}).items()}
            self.notes += tuple(map(str, entry.get("notes", ())))
        except (AttributeError, KeyError, TypeError):
            yield "must have sections, a list of titles with their intents"
            return
        placed = {intent for intents in sections.values() for intent in intents}
        yield from (f"unknown field {key!r}" for key in sorted(entry.keys() - _FIELDS))
        yield from (f"there is no intent {intent}" for intent in sorted({*placed, *self.only} - {*known}))
        yield from (f"{intent} is in no section" for intent in own if intent not in placed)
        # What a game has put in a place of its own is not shown again among the sentences of every game.
        for title, intents in self.sections.items():
            sections[title] = (*sections.get(title, ()), *(intent for intent in intents if intent not in placed))
        self.sections = sections

    def sections_of(self, intents: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
        """All intents in sections; those of a game that says nothing of a card come first, under no title."""
        placed = {intent for inside in self.sections.values() for intent in inside}
        rest = tuple(intent for intent in intents if intent not in placed)
        shown = {"": rest, **self.sections}
        return {title: inside for title, inside in shown.items() if inside}
