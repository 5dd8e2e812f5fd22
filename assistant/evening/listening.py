"""What can be heard now: the openings of the game and of the shell, per door."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from assistant.evening.sounds import NAMED, SOUNDS_LIKE, Sounding
from assistant.table import Name, Open, Roll, Seat, Slot
from grammar import Matches, NoMatch, OpenLike, WordNetwork

if TYPE_CHECKING:
    from assistant.evening.stage import Stage

ALWAYS = ("repeat", "help", "quiet", "speak", "save", "never_mind", "stop_listening")
"""Intents of the shell that are open to all, at any time."""

CHOICES = ("first", "second", "third")


class Book(Protocol):
    """The phrasebook, as the evening uses it (``grammar.Phrasebook``)."""

    @property
    def intents(self) -> Mapping[str, Any]: ...

    def match(
        self,
        text: str,
        opens: Sequence[OpenLike],
        *,
        seat: str | None,
        seats: Sequence[Name],
        expected: Sequence[Name] = (),
    ) -> Matches | NoMatch: ...

    def network(
        self,
        opens: Sequence[OpenLike],
        *,
        seat: str | None,
        seats: Sequence[Name],
        hands_free: bool,
        answers_only: bool = False,
        closed: Sequence[OpenLike] = (),
        expected: Sequence[Name] = (),
    ) -> WordNetwork: ...

    def examples(self, opens: Sequence[OpenLike], seat: str | None) -> tuple[str, ...]: ...

    def sentences_of(self, opened: OpenLike) -> Iterator[Any]: ...


@dataclass(frozen=True)
class Listening:
    """Enough to build the word network of each door."""

    book: Book
    opens: tuple[Open, ...]
    players: tuple[Name, ...]
    expected: tuple[Name, ...] = ()
    sounds: tuple[Sounding, ...] = ()
    """The made-up words by which some names are heard."""

    def network(self, seat: Seat | None = None, answers_only: bool = False) -> WordNetwork:
        """What this seat may say with its button held; without a seat: what anyone may say hands-free.

        What may not be said now is heard as well, to be told why not and so as not to be taken for something else;
        but not while an answer is waited for without a door, where most of what is said is talk.
        """
        return self.book.network(
            self.opens,
            seat=seat,
            seats=self.players,
            hands_free=seat is None,
            answers_only=answers_only,
            closed=() if answers_only else self._closed(seat),
            expected=self.expected,
        )

    def _closed(self, seat: Seat | None) -> tuple[Open, ...]:
        """What the book has and this seat may not say now; slots take the names and numbers they have anywhere now."""
        now = {each.intent for each in self.opens if seat is None or each.seats is None or seat in each.seats}
        slots = {slot: content for each in self.opens for slot, content in each.slots.items()}
        return tuple(Open(intent, slots=slots) for intent in self.book.intents if intent not in now)

    def examples(self, seat: Seat | None = None) -> tuple[str, ...]:
        """A sentence for each thing that can be asked for."""
        return self.book.examples(self.opens, seat)


def shell_opens(stage: Stage) -> tuple[Open, ...]:
    """What the shell has open beside the game."""
    taken = {each.intent for each in stage.opens()}
    intents = [*ALWAYS, "i_am"]
    intents += ["who"] if stage.dialogue.who() else []
    intents += ["undo"] if stage.history.last_order() else []
    intents += ["resume"] if stage.is_held else []
    plain_ones = [Open(intent) for intent in intents if intent not in taken]
    names = stage.public_names()
    teaching = [Open(SOUNDS_LIKE, slots={NAMED: names})] if names else []
    return (*plain_ones, *teaching, *_answers(stage))


def _answers(stage: Stage) -> list[Open]:
    opens: dict[str, tuple[frozenset[Seat], dict[str, Slot]]] = {}
    for pending in stage.dialogue:
        if pending.ask is not None:
            count = len(pending.ask.choices)
            for intent in ("yes", "no") if count == 1 else ("no", *CHOICES[:count]):
                seats, slots = opens.get(intent, (frozenset(), {}))
                opens[intent] = (seats | pending.seats, slots)
        if pending.roll is not None:
            seats, slots = opens.get("rolled", (frozenset(), {}))
            opens["rolled"] = (seats | pending.seats, _faces_of(pending.roll, slots))
    return [Open(intent, seats, slots) for intent, (seats, slots) in opens.items()]


def _faces_of(roll: Roll, others: Mapping[str, Slot]) -> dict[str, Slot]:
    """The numbers that dice can show; where they carry something else, the phrasebook has the words for it."""
    known = others.get("dice", range(0))
    if roll.faces != "number" or not isinstance(known, range):
        return {}
    return {"dice": range(1, max(max(roll.sides) + 1, known.stop))}


def is_answer(book: Book, intent: str) -> bool:
    """Whether the state waits for this from the table."""
    return intent in book.intents and bool(book.intents[intent].answer)
