"""A table with cards and nothing else to be said: a name behind a command, or alone."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from assistant.bench.hearing.rows import Outcome
from assistant.table import Name, Open
from grammar import Matches, Phrasebook, WordNetwork
from hardware.measure import press
from hardware.ports import TAIL, FrontEnd, Recogniser, Sound

PHRASEBOOK = Path(__file__).with_name("cards.en.yaml")
COMMAND, ALONE, NEW = "establish_fact", "name_card", "make_enclave"


class Cards:
    """The cards that lie there, and what is said of them, or of a new one: one of the three intents."""

    def __init__(self, names: Iterable[str], intent: str) -> None:
        self.names = tuple(names)
        cards = tuple(Name(name, name, (name,), name) for name in self.names)
        self._book = Phrasebook.load(PHRASEBOOK)
        self._opens = (Open(intent, slots={"card": cards}),)

    def network(self) -> WordNetwork:
        return self._book.network(self._opens, seat="1", seats=(), hands_free=False)

    def before(self) -> str:
        """The words before the name, in the first form of the sentence; "" where there are none."""
        (sentence,) = self._book.examples(self._opens, "1")
        return sentence.removesuffix(TAIL).removesuffix(self.names[0]).strip()

    def card(self, text: str) -> str:
        """The card that a sentence is about; "" where it is none, or may be about two."""
        found = self._book.match(text, self._opens, seat="1", seats=())
        if not isinstance(found, Matches) or len(found.readings) != 1 or not found.readings[0].open:
            return ""
        return str(found.readings[0].slots["card"])

    def hear(self, recogniser: Recogniser, front_end: FrontEnd, sound: Sound, said: str, name: str) -> Outcome:
        """One press about the card of this name."""
        began = time.thread_time()
        heard, _ = press(recogniser, front_end, sound.pcm)
        took = time.thread_time() - began
        card = self.card(heard.text)
        return Outcome(
            said, name, heard.text, accepted=bool(card), right=card == name, seconds=sound.seconds, cpu_seconds=took
        )
