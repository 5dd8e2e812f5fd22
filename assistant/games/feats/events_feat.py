"""What can become true around dice, statements and injuries, in a feat and in combat (3.13)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.state import Injury
from assistant.games.feats.terms import FeatKind, Outcome, PartKind, Reason, Side, StatementKind

Refund = tuple[str, int, int]
"""What goes back to a character: id, Rep, character dice."""


@dataclass(frozen=True, kw_only=True)
class FeatDeclared(PlayEvent):
    kind: FeatKind
    actor: str
    stat: str
    dice: int
    opponents: tuple[tuple[str, str, int], ...] = ()
    """Who resists: id, stat, dice; none: the GM's difficulty dice do."""


@dataclass(frozen=True, kw_only=True)
class ResisterAdded(PlayEvent):
    contest: str
    who: str
    stat: str
    dice: int


@dataclass(frozen=True, kw_only=True)
class ResisterDropped(PlayEvent):
    """Down before the roll: this contest goes (F-140)."""

    contest: str
    refunds: tuple[Refund, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StatSet(PlayEvent):
    pool: str
    stat: str
    dice: int


@dataclass(frozen=True, kw_only=True)
class DifficultySet(PlayEvent):
    pool: str
    difficulty: str
    dice: int


@dataclass(frozen=True, kw_only=True)
class NeededSet(PlayEvent):
    n: int


@dataclass(frozen=True, kw_only=True)
class FeatCancelled(PlayEvent):
    refunds: tuple[Refund, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PoolPartAdded(PlayEvent):
    """Dice joined a pool; a part of the same kind and ref grows. A character die leaves its owner's hand."""

    pool: str
    who: str
    """Whose pool it is."""
    kind: PartKind
    ref: str
    dice: int


@dataclass(frozen=True, kw_only=True)
class PoolPartRemoved(PlayEvent):
    """Dice left a pool; what was spent for them goes back to ``who``."""

    pool: str
    who: str
    kind: PartKind
    ref: str
    rep: int = 0


@dataclass(frozen=True, kw_only=True)
class GremlinCalled(PlayEvent):
    pool: str
    caller: str
    target: str
    injury: str
    dice: int


@dataclass(frozen=True, kw_only=True)
class GremlinDropped(PlayEvent):
    """Bought off: the die is gone, the injury goes with the roll all the same (5.2, ``cancel_gremlin``)."""

    pool: str
    injury: str


@dataclass(frozen=True, kw_only=True)
class CharacterDieGranted(PlayEvent):
    who: str


@dataclass(frozen=True, kw_only=True)
class RepSpent(PlayEvent):
    """``pool``: whose count of purchases it goes on."""

    who: str
    pool: str
    purchase: str
    cost: int


@dataclass(frozen=True, kw_only=True)
class DiceRolled(PlayEvent):
    """One pool fell. ``faces`` None: its owner told the number of successes alone."""

    pool: str
    faces: tuple[int, ...] | None
    told: int = 0
    real: bool = False
    """Called out by the table (F-135)."""


@dataclass(frozen=True, kw_only=True)
class DiceRerolled(PlayEvent):
    """(index, old face, new face); old 0 where faces are not known, and then ``told`` is what the pool has now."""

    pool: str
    who: str
    changed: tuple[tuple[int, int, int], ...]
    told: int


@dataclass(frozen=True, kw_only=True)
class FirstSpeakerSet(PlayEvent):
    """``side`` None: nobody tells this contest. ``faces``: of the roll-off, acting side first (F-053)."""

    contest: str
    side: Side | None
    reason: Reason
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class InjuryRemoved(PlayEvent):
    """``by_gremlin``: it becomes a scar (F-024); else healed by ruling."""

    who: str
    injury: str
    by_gremlin: bool


@dataclass(frozen=True, kw_only=True)
class StatementMade(PlayEvent):
    contest: str
    n: int
    side: Side
    who: str
    kind: StatementKind
    text: str | None = None
    more: int = 0
    """Of several successes left unspent in one breath: how many follow. The last is told (F-061)."""


@dataclass(frozen=True, kw_only=True)
class SuccessCharged(PlayEvent):
    contest: str
    who: str


@dataclass(frozen=True, kw_only=True)
class OutcomeEstablished(PlayEvent):
    contest: str
    outcome: Outcome


@dataclass(frozen=True, kw_only=True)
class ContestClosed(PlayEvent):
    """All that this contest had to tell is told; the next one begins (F-072)."""

    contest: str


@dataclass(frozen=True, kw_only=True)
class FeatClosed(PlayEvent):
    """The last statement is made; ``outcomes`` by contest, None where nobody told it."""

    outcomes: tuple[Outcome | None, ...]


@dataclass(frozen=True, kw_only=True)
class InjurySuffered(PlayEvent):
    who: str
    injury: Injury


@dataclass(frozen=True, kw_only=True)
class CharacterIncapacitated(PlayEvent):
    who: str


@dataclass(frozen=True, kw_only=True)
class CharacterDied(PlayEvent):
    who: str
