"""What can become true around the scenes: set-up, phases, Production, confrontation, clock and end.

See :mod:`events_scene` for what an event carries.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.state import Thrown
from assistant.games.repertoire.terms import Demeanour, Kind, Outcome, Phase, Result
from assistant.table import Seat

# Set-up (3.1)


@dataclass(frozen=True, kw_only=True)
class GameBegun(TroupeEvent):
    """New game; seats are "1" to "n" in the order of ``players``. ``producer`` is "" while nobody has the role."""

    players: tuple[str, ...]
    producer: Seat = ""


@dataclass(frozen=True, kw_only=True)
class ProducerNamed(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class ClockStarted(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class CardMade(TroupeEvent):
    """A seat's own card: an Actor or the Producer."""

    seat: Seat
    card_id: str
    number: int
    kind: Kind
    name: str


@dataclass(frozen=True, kw_only=True)
class DesireWritten(TroupeEvent):
    """``text`` is "…" while the words are not known (written on paper, or still being worked out)."""

    seat: Seat
    card_id: str
    text: str


@dataclass(frozen=True, kw_only=True)
class PlayBegun(TroupeEvent):
    """Curtain up: the first Departure."""


@dataclass(frozen=True, kw_only=True)
class SeatAdded(TroupeEvent):
    """A newcomer sits down (R-096)."""

    seat: Seat
    player_name: str


# Phases and the Production (3.11, 3.12)


@dataclass(frozen=True, kw_only=True)
class PhaseAgreed(TroupeEvent):
    """An Actor says yes to arriving, where all must (A-067)."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class PhaseBegun(TroupeEvent):
    phase: Phase


@dataclass(frozen=True, kw_only=True)
class EnclaveMade(TroupeEvent):
    card_id: str
    number: int
    name: str


@dataclass(frozen=True, kw_only=True)
class EnclaveRevisited(TroupeEvent):
    card_id: str


@dataclass(frozen=True, kw_only=True)
class PlayMade(TroupeEvent):
    seat: Seat
    card_id: str
    number: int
    name: str


@dataclass(frozen=True, kw_only=True)
class PlayChosen(TroupeEvent):
    seat: Seat
    card_id: str


@dataclass(frozen=True, kw_only=True)
class ActorExcused(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class ActorReturned(TroupeEvent):
    """No longer excused nor retired."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class CueGiven(TroupeEvent):
    """``seat`` goes on stage."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, kw_only=True)
class StageLeft(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class PlayLineKept(TroupeEvent):
    seat: Seat
    text: str


# Confrontation (3.13)


@dataclass(frozen=True, kw_only=True)
class ConfrontationBegun(TroupeEvent):
    seat: Seat
    steel: tuple[int, ...]
    rancor: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class RoundRolled(TroupeEvent):
    """``points`` are (Actor's, Producer's); throws are empty where only Points were called out."""

    actor: Thrown
    producer: Thrown
    points: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class PointsStated(TroupeEvent):
    """How many Points a side has made so far."""

    seat: Seat
    made: int


@dataclass(frozen=True, kw_only=True)
class ArgumentEnded(TroupeEvent):
    """``made`` are (Actor's, Producer's)."""

    made: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class DiceChosen(TroupeEvent):
    """A side says which dice of the other's pool go; nothing moves until both have."""

    seat: Seat
    sizes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DiceSetAside(TroupeEvent):
    """Both choices take effect together."""

    steel: tuple[int, ...]
    rancor: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ConfrontationEnded(TroupeEvent):
    seat: Seat
    result: Result


@dataclass(frozen=True, kw_only=True)
class ActorChanged(TroupeEvent):
    """After a confrontation: a mood, or his player stops (R-120)."""

    seat: Seat
    demeanour: Demeanour | None = None
    retired: bool = False


# Clock and end (3.14, 3.15)


@dataclass(frozen=True, kw_only=True)
class BreakDiscussed(TroupeEvent):
    """The clock stands at once."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class BreakAgreed(TroupeEvent):
    """An Actor says yes to a break, where each must (A-098)."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class PlaySuspended(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class PlayResumed(TroupeEvent):
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class TimeWarned(TroupeEvent):
    minutes: int


@dataclass(frozen=True, kw_only=True)
class TimeExpired(TroupeEvent):
    """``chickened`` are the Actors who never confronted."""

    chickened: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class GameEnded(TroupeEvent):
    """``outcomes`` pairs every Actor with how it went for him."""

    outcomes: tuple[tuple[Seat, Outcome], ...]
