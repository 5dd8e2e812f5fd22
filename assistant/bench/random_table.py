"""A table that asks for whatever is open, from a seed: the same evening for the same game, seed and rules."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from assistant.evening.history import NEW_GAME
from assistant.table import Ask, Command, Open, Seat, Slot, Value
from grammar import Phrasebook

NEW_THING = 0.2
"""Of the share of a sentence that names nothing."""
SURE_ONCE_IN = 100
"""Costly things ask for a second press; a table that always pressed twice would soon have played to the end."""
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstv" for vowel in "aeiou"]


class RandomTable:
    """Players who rather ask for what was seldom asked for yet, so that an evening gets everywhere."""

    def __init__(self, book: Phrasebook, seats: Sequence[Seat], seed: int) -> None:
        self._book = book
        self._seats = tuple(seats)
        self._random = random.Random(seed)
        self._asked = {NEW_GAME: math.inf}  # only where a game is over, and little else is open
        """How often, measured by the share of an intent."""

    def pause(self) -> float:
        """Seconds until the next command."""
        return self._random.uniform(0.0, 4.0)

    def asks(self, opens: Sequence[Open], at: float) -> Command | None:
        """One of the things that are open; None where nothing is."""
        intents = sorted({each.intent for each in opens}, key=lambda intent: (self._asked.get(intent, 0.0), intent))
        if not intents:
            return None
        intent = intents[int(len(intents) * self._random.random() ** 4)]
        chosen = self._random.choice([each for each in opens if each.intent == intent])
        self._asked[intent] = self._asked.get(intent, 0.0) + 1 / self._share(chosen)
        seat = self._random.choice(self._seats if chosen.seats is None else sorted(chosen.seats))
        slots = {slot: self._one_of(content) for slot, content in chosen.slots.items() if content}
        return Command(intent, seat, slots, self._words() if self._has_text(chosen) else None, at)

    def answers(self, ask: Ask, seat: Seat, at: float) -> Command | None:
        """Which one; or whether that seat and this table are sure. None: they are not."""
        if ask.choices[0].intent == NEW_GAME or (len(ask.choices) == 1 and self._random.randrange(SURE_ONCE_IN)):
            return None
        by = sorted(ask.by or {seat})
        return replace(self._random.choice(ask.choices), at=at, confirmed_by=self._random.choice(by))

    def _share(self, opened: Open) -> float:
        """The more there is to name, the more is said of it; but few things are new: an evening has a play or two."""
        if not opened.slots and self._has_text(opened):
            return NEW_THING
        return math.sqrt(1 + sum(map(len, opened.slots.values())))

    def _has_text(self, opened: Open) -> bool:
        return next((template.has_text for template in self._book.sentences_of(opened)), False)

    def _one_of(self, content: Slot) -> Value:
        if isinstance(content, range):
            return self._random.choice(content)
        return self._random.choice(content).id

    def _words(self) -> str:
        """One to four invented words."""
        counts = (3 for _ in range(self._random.randint(1, 4)))
        return " ".join("".join(self._random.choices(_SYLLABLES, k=count)) for count in counts).capitalize()
