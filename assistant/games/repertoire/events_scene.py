"""What can become true in a scene: stakes, facts, its end, and questions.

Each event carries all that :func:`engine.evolve` needs: faces, new numbers and ids, chosen dice. ``at`` is the
play-clock time of the command that caused it; the engine stamps it. Dice are tuples of sizes, throws tuples of
(size, value). The journal reads events back by class name.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.state import Thrown
from assistant.games.repertoire.terms import Criterion, EventKind
from assistant.table import Seat

# Scenes and what is at stake (3.2, 3.3)


@dataclass(frozen=True, kw_only=True)
class SceneOpened(TroupeEvent):
    """``seat`` is the starter, None in the Production, where ``participants`` are all active Actors."""

    seat: Seat | None
    no: int
    participants: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class SceneJoined(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class ActorInvited(TroupeEvent):
    seat: Seat
    by: Seat


@dataclass(frozen=True, kw_only=True)
class PlayerLent(TroupeEvent):
    """``seat`` plays another character in the open scene."""

    seat: Seat
    name: str


@dataclass(frozen=True, kw_only=True)
class EventsStaked(TroupeEvent):
    """Trials or triumphs go into the middle, one die for each id."""

    seat: Seat
    kind: EventKind
    ids: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class RivalryStarted(TroupeEvent):
    """A new card with its d10, at stake at once."""

    seat: Seat
    id: int
    rivalry_id: str
    number: int
    title: str


@dataclass(frozen=True, kw_only=True)
class RivalryStaked(TroupeEvent):
    """By its owner, or by anyone if it has none."""

    seat: Seat
    id: int
    rivalry_id: str
    by_owner_at_start: bool


@dataclass(frozen=True, kw_only=True)
class RivalryChallenged(TroupeEvent):
    seat: Seat
    id: int
    rivalry_id: str


@dataclass(frozen=True, kw_only=True)
class RivalryContested(TroupeEvent):
    seat: Seat
    id: int
    rivalry_id: str


@dataclass(frozen=True, kw_only=True)
class Titled(TroupeEvent):
    """The name of an Enclave, a Play or a rivalry, known later than its card."""

    card_id: str
    name: str


# Facts (3.4, 3.5)


@dataclass(frozen=True, kw_only=True)
class FactEstablished(TroupeEvent):
    """A line written and tried; ``use`` is its id among what can be questioned."""

    seat: Seat
    card_id: str
    line_no: int
    text: str | None
    die: int
    roll: int
    count: int
    true: bool
    use: int


@dataclass(frozen=True, kw_only=True)
class FactReferenced(TroupeEvent):
    """``marks``: its first time in this scene is used up."""

    seat: Seat
    card_id: str
    line_no: int
    tokens: int
    use: int
    marks: bool = True


@dataclass(frozen=True, kw_only=True)
class FactWorded(TroupeEvent):
    """The words of a line, known later or put right."""

    card_id: str
    line_no: int
    text: str


# The end of a scene (3.6, 3.7)


@dataclass(frozen=True, kw_only=True)
class CurtainCalled(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class CurtainObjected(TroupeEvent):
    """A participant objects (A-027); ``reopened`` when most have."""

    seat: Seat
    reopened: bool


@dataclass(frozen=True, kw_only=True)
class TokensDedicated(TroupeEvent):
    seat: Seat
    for_: int
    against: int


@dataclass(frozen=True, kw_only=True)
class RollOpened(TroupeEvent):
    """The roller keeps the table waiting: any participant off stage may roll (R-150)."""


@dataclass(frozen=True, kw_only=True)
class SceneRolled(TroupeEvent):
    """The dice of the scene; ``order`` is who picks in turn after a success."""

    seat: Seat
    roll: Thrown
    net: int
    success: bool
    order: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class RivalryGained(TroupeEvent):
    """The card and its d10 go to ``seat``, or stay there (``kept``)."""

    seat: Seat
    rivalry_id: str
    kept: bool


@dataclass(frozen=True, kw_only=True)
class RivalryUnsettled(TroupeEvent):
    """Nothing changes hands: a held card stays where it is, one without owner lies there."""

    rivalry_id: str


@dataclass(frozen=True, kw_only=True)
class RivalryDiscarded(TroupeEvent):
    """Its card is gone, and its d10 with it: into Rancor or into the bowl."""

    rivalry_id: str


@dataclass(frozen=True, kw_only=True)
class DieBanked(TroupeEvent):
    """The owner's bonus (R-067): one more d10."""

    seat: Seat
    rivalry_id: str


@dataclass(frozen=True, kw_only=True)
class DiePicked(TroupeEvent):
    """A die of the pool becomes Steel; ``asked`` is False where there was no choice or it was made for the seat."""

    seat: Seat
    size: int
    asked: bool = True


@dataclass(frozen=True, kw_only=True)
class RancorPicked(TroupeEvent):
    """The Producer's one die of a failed scene; ``rivalry_id`` names the card whose d10 it is, else ""."""

    size: int
    rivalry_id: str = ""


@dataclass(frozen=True, kw_only=True)
class SceneClosed(TroupeEvent):
    """``counts``: its participants have had their scene; ``complete``: with it every active Actor has (R-089)."""

    diceless: bool
    counts: bool
    complete: bool


# Questions (3.8)


@dataclass(frozen=True, kw_only=True)
class QuestionAsked(TroupeEvent):
    """``seat`` is the one who has to answer."""

    seat: Seat
    target: int
    criterion: Criterion


@dataclass(frozen=True, kw_only=True)
class QuestionRelented(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class QuestionInsisted(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class RancorRaised(TroupeEvent):
    """Dice taken by evening out: one for an insisted question, four after a confrontation."""

    sizes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class QuestionPassed(TroupeEvent):
    """The Producer lets an insisted question pass."""


@dataclass(frozen=True, kw_only=True)
class QuestionDropped(TroupeEvent):
    """It falls before the answer (R-149)."""
