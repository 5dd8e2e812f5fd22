"""The state and the events of Stones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.table import Event, Seat


@dataclass(frozen=True)
class Settings:
    """What a table may set."""

    bell_s: float = 20.0
    """Seconds of play until a bell rings."""
    undo_s: float = 15.0
    most_stones: int = 20


@dataclass(frozen=True)
class Pile:
    id: str
    name: str
    stones: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Duel:
    left: Seat
    right: Seat
    faces: Mapping[Seat, int] = field(default_factory=dict)
    at: float = 0.0


@dataclass(frozen=True)
class Stones:
    settings: Settings = Settings()
    players: tuple[str, ...] = ()
    running: bool = False
    hushed: bool = False
    piles: tuple[Pile, ...] = ()
    cards: Mapping[Seat, int] = field(default_factory=dict)
    laid: Mapping[Seat, int] = field(default_factory=dict)
    """Face down: nobody else knows that it is there."""
    duel: Duel | None = None
    bell_at: float | None = None
    rung: int = 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(str(number) for number in range(1, len(self.players) + 1))

    def pile(self, id: object) -> Pile | None:
        return next((pile for pile in self.piles if pile.id == id), None)


@dataclass(frozen=True, kw_only=True)
class Begun(Event):
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PileMade(Event):
    id: str
    name: str


@dataclass(frozen=True, kw_only=True)
class PileNamed(Event):
    id: str
    name: str


@dataclass(frozen=True, kw_only=True)
class StonesPut(Event):
    pile: str
    stones: int
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Thrown(Event):
    pile: str
    face: int
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class PileCleared(Event):
    pile: str


@dataclass(frozen=True, kw_only=True)
class CardDrawn(Event):
    """Hidden: addressed to the seat that drew it."""

    seat: Seat
    card: int


@dataclass(frozen=True, kw_only=True)
class CardLaid(Event):
    """Hidden as well."""

    seat: Seat
    card: int


@dataclass(frozen=True, kw_only=True)
class DuelLocked(Event):
    left: Seat
    right: Seat
    at: float


@dataclass(frozen=True, kw_only=True)
class DuelThrown(Event):
    seat: Seat
    face: int


@dataclass(frozen=True, kw_only=True)
class BellSet(Event):
    at: float


@dataclass(frozen=True, kw_only=True)
class BellRang(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class Hushed(Event):
    hushed: bool


@dataclass(frozen=True, kw_only=True)
class ClockSet(Event):
    running: bool


EVENTS: tuple[type[Event], ...] = (
    Begun,
    PileMade,
    PileNamed,
    StonesPut,
    Thrown,
    PileCleared,
    CardDrawn,
    CardLaid,
    DuelLocked,
    DuelThrown,
    BellSet,
    BellRang,
    Hushed,
    ClockSet,
)
