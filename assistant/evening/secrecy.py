"""What everybody may know, and what only some can name: so that the shell gives away no secret of a game (C10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.table import Ask, Audience, Cue, Event, Game, Name, Open, Seat, Value, View


@dataclass(frozen=True)
class Known:
    """The names of a moment, parted into those that everybody may know and the others."""

    public: frozenset[str]
    """By id and by display."""
    hidden: frozenset[str]

    @classmethod
    def now(cls, opens: Sequence[Open], table: View, players: Sequence[Name]) -> Known:
        """Public is who sits here, what the table's view names, and what each seat can name now."""
        names = {name for each in opens for name in _names(each)}
        seats = [player.id for player in players]
        sayable = [{name for each in opens if _is_open(each, seat) for name in _names(each)} for seat in seats or [""]]
        shown = set(_strings(value for cue in _cues(table) for value in cue.slots.values()))
        known = [*players, *set.intersection(*sayable), *(name for name in names if name.display in shown)]
        public = frozenset(text for name in known for text in (name.id, name.display))
        return cls(public, frozenset(text for name in names for text in (name.id, name.display)) - public)

    def opens(self, opens: Iterable[Open]) -> tuple[Open, ...]:
        """The same openings with nothing to name in them but what everybody may know."""
        return tuple(replace(each, slots={slot: self._public(each, slot) for slot in each.slots}) for each in opens)

    def names_secret(self, values: Iterable[Value]) -> bool:
        """Whether one of these is a name that only some can say."""
        return any(text in self.hidden for text in _strings(values))

    def audience(self, ask: Ask, seats: frozenset[Seat]) -> Audience:
        """Who may read a question: everybody, or else those who may answer it (``seats``)."""
        slots = [ask.slots, *(choice.slots for choice in ask.choices)]
        if ask.audience is None and self.names_secret(value for each in slots for value in each.values()):
            return seats
        return ask.audience

    def _public(self, opened: Open, slot: str) -> tuple[Name, ...] | range:
        content = opened.slots[slot]
        return content if isinstance(content, range) else tuple(one for one in content if one.id in self.public)


def meant_for(game: Game[Any, Any, Any], before: Any, events: Iterable[Event]) -> frozenset[Seat]:
    """The seats for which alone anything of these events is, or of what is told of them; none where all is open."""
    state, meant = before, frozenset[Seat]()
    for event in events:
        state = game.evolve(state, event)
        for audience in (event.audience, *(cue.audience for cue in game.narrate(state, event))):
            meant |= audience or frozenset()
    return meant


def _is_open(opened: Open, seat: Seat) -> bool:
    return opened.seats is None or seat in opened.seats


def _names(opened: Open) -> Iterator[Name]:
    for content in opened.slots.values():
        if isinstance(content, tuple):
            yield from content


def _cues(view: View) -> Iterator[Cue]:
    yield view.headline
    for card in view.cards:
        yield from card


def _strings(values: Iterable[Value]) -> Iterator[str]:
    for value in values:
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str):
                yield each
