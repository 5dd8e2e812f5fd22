"""What becomes true about the table: players, sessions, decks, quest, characters, game time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.state import CharacterId
from assistant.games.errantry.terms import Life, Pool
from assistant.table import Seat


@dataclass(frozen=True, kw_only=True)
class GameBegun(EpisodeEvent):
    """A new table: its players in seating order; sheets are given out, decks are made (E-001, E-003)."""

    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerSeated(EpisodeEvent):
    """One more player (E-003, E-135), with the gift dice of a newcomer (A-65)."""

    seat: Seat
    name: str
    gift: int


@dataclass(frozen=True, kw_only=True)
class PlayerLeft(EpisodeEvent):
    """Away from the table: roles skip this seat, its gift dice wait (A-54)."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class PlayerReturned(EpisodeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class CharacterTaken(EpisodeEvent):
    """A player plays this character from now on (E-135). ``swapped``: who plays the player's old one instead."""

    seat: Seat
    character: CharacterId
    swapped: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class DecksSet(EpisodeEvent):
    """Both decks whole and shuffled (E-001)."""


@dataclass(frozen=True, kw_only=True)
class DecksShuffled(EpisodeEvent):
    """The discards are back in (E-002)."""

    court: bool
    pips: bool


@dataclass(frozen=True, kw_only=True)
class QuestSet(EpisodeEvent):
    """How many boons complete the quest (E-004)."""

    boons: int
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class QuestCompleted(EpisodeEvent):
    """Enough boons, and no obligation open (E-125)."""


@dataclass(frozen=True, kw_only=True)
class SessionBegun(EpisodeEvent):
    """Gift dice are dealt (E-005)."""

    number: int
    gift: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SessionEnded(EpisodeEvent):
    """Unused gift dice lapse (E-006)."""

    number: int


@dataclass(frozen=True, kw_only=True)
class ObligationDischarged(EpisodeEvent):
    obligation: str


@dataclass(frozen=True, kw_only=True)
class BoonUsed(EpisodeEvent):
    boon: str


@dataclass(frozen=True, kw_only=True)
class PoolRefreshed(EpisodeEvent):
    """A pool is full again (E-126 to E-129)."""

    character: CharacterId
    pool: Pool


@dataclass(frozen=True, kw_only=True)
class HoursPassed(EpisodeEvent):
    """The game clock moves (E-124)."""

    hours: float


@dataclass(frozen=True, kw_only=True)
class CharacterGone(EpisodeEvent):
    """A story has ended, by death or otherwise (E-132, E-110)."""

    character: CharacterId
    life: Life


@dataclass(frozen=True, kw_only=True)
class SuccessorJoined(EpisodeEvent):
    """A new character of a player (E-133)."""

    seat: Seat
    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class CompanionJoined(EpisodeEvent):
    """An encounter character joins the party (E-134)."""

    character: CharacterId
