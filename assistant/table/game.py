"""A game as the shell sees it: one :class:`Game`, made of eight pure functions (a *Decider* with its read sides)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.table.messages import Ask, Clock, Command, Cue, Dice, Event, Open, Refusal, Roll, Seat, View

API = 1
"""The version of this interface; a game that names another one is listed with that reason and not loaded."""

BY_KEY: Mapping[str, bool] = {"by_key": True}
"""Metadata of a field of a configuration, a mapping of records: a table's own copy adds to what ships, entry by entry
and key by key. Without it a mapping is replaced whole, so that entries can be dropped as well as added."""

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E", bound=Event)


def no_hints(config: object) -> Sequence[Refusal]:
    """Nothing worth a word."""
    return ()


@dataclass(frozen=True)
class Game(Generic[S, C, E]):
    """One game: ``S`` its state, ``C`` its settings and data, ``E`` its events. All functions are pure."""

    id: str
    """The name of its folder and of its settings table, e.g. ``repertoire``."""
    title: str
    config: type[C]
    """A frozen dataclass; the shell fills it from TOML and finds wrong types."""
    files: tuple[str, ...]
    """Shipped TOML data files; the table's own copy overrides them key by key."""
    events: tuple[type[E], ...]
    """The journal reads events back by class name."""
    check: Callable[[C], Sequence[Refusal]]
    """All that is wrong with a configuration, not only the first fault."""
    initial_state: Callable[[C], S]
    decide: Callable[[S, Command, Dice], Sequence[E] | Cue | Refusal | Ask | Roll]
    evolve: Callable[[S, E], S]
    grammar: Callable[[S], Sequence[Open]]
    clock: Callable[[S], Clock]
    view: Callable[[S, Seat | None], View]
    narrate: Callable[[S, E], Sequence[Cue]]
    """The cues that announce an event; the state is the one after it."""
    hints: Callable[[C], Sequence[Refusal]] = no_hints
    """What is odd in a configuration and may be meant so; the game is played all the same."""
    api: int = API
