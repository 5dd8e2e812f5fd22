"""What becomes true around ability checks. Steps are named by their place in the check, counted from 0."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.state import CharacterId, Check, CheckStep
from assistant.games.errantry.terms import Policy, Pool, TieChoice
from assistant.table import Seat


@dataclass(frozen=True, kw_only=True)
class CheckOpened(EpisodeEvent):
    """A check of any kind begins, in free and clear talk (E-036, E-060, E-063, E-066, E-071 to E-073, E-114)."""

    check: Check


@dataclass(frozen=True, kw_only=True)
class StepJoined(EpisodeEvent):
    """Somebody else takes part in an open check (E-063, E-072, E-073)."""

    step: CheckStep
    together: bool = False
    """The check is one with the same ability from now on."""


@dataclass(frozen=True, kw_only=True)
class StepLeft(EpisodeEvent):
    """Somebody takes no part after all, and has back what was paid for it."""

    place: int
    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class TargetSurprised(EpisodeEvent):
    """The resister has no clue and gets no check (E-071)."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class AbilityNamed(EpisodeEvent):
    """An ability in place of another or of none; what was paid for the other comes back (E-037)."""

    place: int
    character: CharacterId
    ability: str
    rank: int
    pool: Pool
    intention: str = ""


@dataclass(frozen=True, kw_only=True)
class DifficultySet(EpisodeEvent):
    """1 Marginal, 2 Good, for these steps (E-038)."""

    places: tuple[int, ...]
    difficulty: int


@dataclass(frozen=True, kw_only=True)
class PenaltyGiven(EpisodeEvent):
    """Exactly so many penalty dice by circumstances from ``marshal`` or ``tenan`` (E-039, E-040, E-074)."""

    places: tuple[int, ...]
    source: str
    count: int


@dataclass(frozen=True, kw_only=True)
class ReminderGiven(EpisodeEvent):
    """The free and clear talk has taken long."""


@dataclass(frozen=True, kw_only=True)
class PoolSpent(EpisodeEvent):
    """A point for a bonus die; after the roll with the face of the extra die (E-042, E-049, E-117)."""

    place: int
    character: CharacterId
    """Who pays."""
    pool: Pool
    late: bool
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PricePaid(EpisodeEvent):
    """A broken character may act in this step (E-106)."""

    place: int
    character: CharacterId
    pool: Pool


@dataclass(frozen=True, kw_only=True)
class SecretUsed(EpisodeEvent):
    """A Secret changes a step, at its cost (E-051); after the roll with the faces of the dice that it brings."""

    place: int
    owner: CharacterId
    secret: str
    late: bool
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GiftGiven(EpisodeEvent):
    """A gift die for somebody else's step (E-120, E-121)."""

    giver: Seat
    place: int
    late: bool
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StepsRolled(EpisodeEvent):
    """Dice on the table for these steps (E-045 to E-047); pending bruises are used up by them (E-041)."""

    places: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]
    told: bool = False
    """By a player from real dice."""


@dataclass(frozen=True, kw_only=True)
class ResultAccepted(EpisodeEvent):
    """Nothing more is spent on these steps by those who play them (E-050)."""

    places: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class WindowClosed(EpisodeEvent):
    """What lies there is final (E-050), and what follows from it (E-059 to E-068, E-071 to E-073)."""


@dataclass(frozen=True, kw_only=True)
class PolicyChosen(EpisodeEvent):
    """What a failure on the way means, said beforehand or when it is there (E-062)."""

    policy: Policy


@dataclass(frozen=True, kw_only=True)
class TieSettled(EpisodeEvent):
    """Who tied share the place, or roll again among themselves (E-065)."""

    choice: TieChoice


@dataclass(frozen=True, kw_only=True)
class CheckDropped(EpisodeEvent):
    """No check after all; all that was paid and given comes back (E-140)."""


@dataclass(frozen=True, kw_only=True)
class Transcended(EpisodeEvent):
    """A seven: the story of this character ends within a day of the game clock (E-130); by A-40 an encounter
    character leaves the story at once."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class HealingTried(EpisodeEvent):
    """A healing check is final; ``level`` 0: it failed (E-114)."""

    healer: CharacterId
    patient: CharacterId
    level: int
