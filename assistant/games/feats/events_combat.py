"""What can become true in a fight (3.10): who is in it, what they want to do, what an exchange comes to."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import Refund
from assistant.games.feats.state import Injury
from assistant.games.feats.terms import FeatKind


@dataclass(frozen=True, kw_only=True)
class CombatOpened(PlayEvent):
    who: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CombatantJoined(PlayEvent):
    who: str


@dataclass(frozen=True, kw_only=True)
class CombatantLeft(PlayEvent):
    """Attacks on him are off."""

    who: str
    refunds: tuple[Refund, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CombatantRose(PlayEvent):
    """Back up in mid-fight: he takes his dice again."""

    who: str


@dataclass(frozen=True, kw_only=True)
class CombatantFell(PlayEvent):
    """Down before the roll: what he wanted to do is off, attacks on him stand (F-140)."""

    who: str
    refunds: tuple[Refund, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlanTold(PlayEvent):
    """What he intends, in words (F-101)."""

    who: str
    text: str


@dataclass(frozen=True, kw_only=True)
class AttackDeclared(PlayEvent):
    attack: str
    who: str
    target: str


@dataclass(frozen=True, kw_only=True)
class OtherActionDeclared(PlayEvent):
    """A feat in place of attacks (F-120); ``opponent``: id and dice of who resists, none: the GM's difficulty dice."""

    kind: FeatKind
    who: str
    stat: str
    dice: int
    opponent: tuple[str, int] | None = None


@dataclass(frozen=True, kw_only=True)
class OtherActionNeeds(PlayEvent):
    """So many successes (F-014)."""

    who: str
    n: int


@dataclass(frozen=True, kw_only=True)
class IntentCleared(PlayEvent):
    """Targets and division are off; his dice stay (F-102). What went into another action goes back."""

    who: str
    refunds: tuple[Refund, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PoolSplit(PlayEvent):
    """Dice put into attacks by their ids; gremlin dice, which are bound, are not counted. The rest defends."""

    who: str
    attacks: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class CombatantsReady(PlayEvent):
    who: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class OrderSet(PlayEvent):
    """Those who act, in the order in which it is told; ``placed``: how many have their place by the GM's word."""

    who: tuple[str, ...]
    placed: int


@dataclass(frozen=True, kw_only=True)
class AttacksDropped(PlayEvent):
    """Declared, but no die was put into them before the GM had enough of waiting (F-138)."""

    who: str
    attacks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BlowsRolled(PlayEvent):
    """Dice of the exchange fell (:class:`fight.Throw`). ``faces`` None: only the successes were told."""

    throw: str
    who: str
    faces: tuple[int, ...] | None
    told: int = 0
    real: bool = False
    """Called out by the table (F-135)."""


@dataclass(frozen=True, kw_only=True)
class BlowsRerolled(PlayEvent):
    """(index, old face, new face) as in :class:`DiceRerolled`; a defence's gremlin dice are its last."""

    throw: str
    who: str
    changed: tuple[tuple[int, int, int], ...]
    told: int


@dataclass(frozen=True, kw_only=True)
class ExchangeRolled(PlayEvent):
    """The last dice fell."""


@dataclass(frozen=True, kw_only=True)
class InjuryTold(PlayEvent):
    """By a statement of another action: it lands with the exchange (F-120, F-141)."""

    who: str
    injury: Injury


@dataclass(frozen=True, kw_only=True)
class WoundNamed(PlayEvent):
    """What kind of injury it is, told after the hit (F-114). One of these is known: the statement in the attack that is
    told, by its number; or the id of an injury, landed or not."""

    text: str
    attack: str = ""
    n: int | None = None
    injury: str = ""


@dataclass(frozen=True, kw_only=True)
class InjuryRefused(PlayEvent):
    """Rep kept it from landing (5.2, ``refuse_injury``)."""

    who: str
    injury: str


@dataclass(frozen=True, kw_only=True)
class AttackSettled(PlayEvent):
    """All told about this attack; the injuries wait for the end of the exchange (F-117)."""

    attack: str
    net: int
    injuries: tuple[tuple[str, Injury], ...] = ()


@dataclass(frozen=True, kw_only=True)
class ExchangeApplied(PlayEvent):
    """Everything told in the exchange lands at once (F-118)."""

    injuries: tuple[tuple[str, Injury], ...]


@dataclass(frozen=True, kw_only=True)
class ExchangeOpened(PlayEvent):
    n: int


@dataclass(frozen=True, kw_only=True)
class CombatEnded(PlayEvent):
    refunds: tuple[Refund, ...] = ()
