"""The state of a game of Repertoire: section 2 of the rules ledger, as immutable values.

Everything is a frozen dataclass of tuples, frozen sets and mappings nobody writes to, so a state can be kept, compared
and printed. Dice are counts by size (:data:`pools.Dice`). The journal is the log; it is not part of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.repertoire.config import Config
from assistant.games.repertoire.pools import Dice
from assistant.games.repertoire.terms import (
    Answer,
    Criterion,
    Demeanour,
    EventKind,
    Kind,
    LineStatus,
    Outcome,
    Phase,
    QuestionState,
    Result,
    RivalryStatus,
    Role,
    SceneOutcome,
    SceneState,
    StakeStatus,
    Status,
    Step,
    UseKind,
)
from assistant.table import Seat

Thrown = tuple[tuple[int, int], ...]
"""Dice as they fell: (size, value). A size of 0 stands for a sum called out for all dice together (A-109)."""


@dataclass(frozen=True)
class Player:
    """A seat at this table: who sits there, and what is his."""

    id: Seat
    player_name: str
    role: Role = Role.ACTOR
    card_id: str | None = None
    steel: Dice = field(default_factory=dict)
    held: int = 0
    outcome: Outcome = Outcome.PENDING
    demeanour: Demeanour | None = None
    retired: bool = False
    excused: bool = False

    @property
    def active(self) -> bool:
        """An Actor for whom a phase waits."""
        return self.role is Role.ACTOR and not self.retired and not self.excused


@dataclass(frozen=True)
class Line:
    """One fact as it stands on its card. ``no`` counts from 1 and is never used again."""

    no: int
    text: str | None
    status: LineStatus
    author: Seat
    scene_no: int
    roll: int
    die: int
    count_at_roll: int


@dataclass(frozen=True)
class Card:
    """An index card that carries facts and tokens."""

    id: str
    number: int
    kind: Kind
    name: str
    owner: Seat | None = None
    desire: str | None = None
    lines: tuple[Line, ...] = ()
    tokens: int = 0

    def line(self, no: int) -> Line | None:
        return self.lines[no - 1] if 1 <= no <= len(self.lines) else None

    @property
    def true_count(self) -> int:
        return sum(line.status is LineStatus.TRUE for line in self.lines)

    @property
    def line_count(self) -> int:
        return sum(line.status is not LineStatus.WITHDRAWN for line in self.lines)


@dataclass(frozen=True)
class Rivalry:
    """What Actors contend for; its d10 lies on it for good."""

    id: str
    number: int
    title: str
    owner: Seat | None = None
    status: RivalryStatus = RivalryStatus.UNOWNED

    @property
    def d10(self) -> int:
        return 0 if self.status is RivalryStatus.DISCARDED else 1


@dataclass(frozen=True)
class StakeEvent:
    """A trial or triumph: one die in the middle. Ids are unique among all that can be questioned in a scene."""

    id: int
    kind: EventKind
    seat: Seat
    die: int
    at: float
    status: StakeStatus = StakeStatus.LIVE
    questioned: bool = False
    result: Answer = Answer.NONE


@dataclass(frozen=True)
class RivalryStake:
    """A rivalry fought over in this scene. ``settled`` once it is known who has the card (section 3.7)."""

    id: int
    rivalry_id: str
    new: bool
    staked_by: Seat
    by_owner_at_start: bool
    sides: tuple[Seat, ...]
    at: float
    status: StakeStatus = StakeStatus.LIVE
    questioned: bool = False
    result: Answer = Answer.NONE
    settled: bool = False
    banked: bool = False
    """Its owner's bonus has been given (R-067)."""


@dataclass(frozen=True)
class Contest:
    """An Actor's entering a fight that was on already (R-029); it can be questioned by itself."""

    id: int
    rivalry_id: str
    seat: Seat
    at: float
    status: StakeStatus = StakeStatus.LIVE
    questioned: bool = False
    result: Answer = Answer.NONE


@dataclass(frozen=True)
class Use:
    """A fact made or brought in."""

    id: int
    seat: Seat
    kind: UseKind
    card_id: str
    line_no: int
    tokens_taken: int
    at: float
    questioned: bool = False
    result: Answer = Answer.NONE


@dataclass(frozen=True)
class Question:
    """The Producer's question; ``target`` is the id of a use, event, stake or contest; ``since`` its last change."""

    target: int
    criterion: Criterion
    answer_due: Seat
    state: QuestionState = QuestionState.ASKED
    since: float = 0.0


@dataclass(frozen=True)
class Scene:
    """The open scene."""

    no: int
    phase: Phase
    starter: Seat | None
    state: SceneState = SceneState.OPEN
    participants: tuple[Seat, ...] = ()
    invited: frozenset[Seat] = frozenset()
    npc_players: Mapping[Seat, str] = field(default_factory=dict)
    on_stage: frozenset[Seat] = frozenset()
    events: tuple[StakeEvent, ...] = ()
    rivalry_stakes: tuple[RivalryStake, ...] = ()
    contests: tuple[Contest, ...] = ()
    uses: tuple[Use, ...] = ()
    mentioned: frozenset[tuple[str, int]] = frozenset()
    question: Question | None = None
    roller: Seat | None = None
    roll_open: bool = False
    """The roller keeps the table waiting: any participant may roll (R-150)."""
    curtain_at: float = 0.0
    objections: frozenset[Seat] = frozenset()
    dedicated: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    roll: Thrown | None = None
    outcome: SceneOutcome | None = None
    pick_order: tuple[Seat, ...] = ()
    remaining: Dice = field(default_factory=dict)
    next_picker: int = 0
    """How many dice have been picked; :func:`contribution.picker` finds the seat."""
    rancor_taken: bool = False
    """The Producer has had his die of a failed scene, or there was none for him."""
    last_id: int = 0
    """The highest id given to anything that can be questioned."""

    @property
    def live_events(self) -> tuple[StakeEvent, ...]:
        return tuple(event for event in self.events if event.status is StakeStatus.LIVE)

    @property
    def live_stakes(self) -> tuple[RivalryStake, ...]:
        return tuple(stake for stake in self.rivalry_stakes if stake.status is StakeStatus.LIVE)

    @property
    def rolled(self) -> bool:
        return self.roll is not None

    def stake_of(self, rivalry_id: str) -> RivalryStake | None:
        """The live stake of this rivalry."""
        return next((stake for stake in self.live_stakes if stake.rivalry_id == rivalry_id), None)


@dataclass(frozen=True)
class Rolls:
    """What both sides of a confrontation threw in this round."""

    actor: Thrown = ()
    producer: Thrown = ()


@dataclass(frozen=True)
class Confrontation:
    """One Actor against the Producer. Pairs are (Actor's, Producer's). Pools are working copies."""

    actor: Seat
    steel_pool: Dice
    rancor_pool: Dice
    round: int = 1
    step: Step = Step.ROLL
    steel_aside: Dice = field(default_factory=dict)
    rancor_aside: Dice = field(default_factory=dict)
    rolls: Rolls = Rolls()
    points_rolled: tuple[int, int] = (0, 0)
    points_made: tuple[int | None, int | None] = (None, None)
    """None: that side has neither ticked off nor stated anything yet."""
    chosen: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    """The sizes each side takes out of the other's pool; None: not chosen yet."""
    result: Result | None = None


@dataclass(frozen=True)
class Performance:
    """A play given: the lines spoken on going on stage may be used again."""

    cycle: int
    enclave: str
    play: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayClock:
    """Playing time. ``elapsed_s`` is that of the last event; the shell knows the time now."""

    limit_s: int = 28_800
    elapsed_s: float = 0.0
    running: bool = False
    expired: bool = False
    warned: tuple[int, ...] = ()
    """Minutes left at which the table has been warned."""


def starting_rancor() -> Dice:
    """Two dice of each size (R-004)."""
    return {4: 2, 6: 2, 8: 2, 10: 2, 12: 2}


@dataclass(frozen=True)
class Troupe:
    """The whole game."""

    status: Status = Status.SETUP
    paused_from: Status | None = None
    settings: Config = field(default_factory=Config)
    seats: tuple[Player, ...] = ()
    cards: tuple[Card, ...] = ()
    rivalries: tuple[Rivalry, ...] = ()
    repertoire: tuple[str, ...] = ()
    phase: Phase = Phase.DEPARTURE
    cycle: int = 0
    enclave: str | None = None
    play: str | None = None
    performances: tuple[Performance, ...] = ()
    been_in_scene: frozenset[Seat] = frozenset()
    scene: Scene | None = None
    scenes: int = 0
    """How many scenes have been opened."""
    confrontation: Confrontation | None = None
    rancor: Dice = field(default_factory=starting_rancor)
    clock: PlayClock = PlayClock()
    idle_since: float = 0.0
    """Play-clock seconds of the last command of a seat, or of a tick that acted for one (R-150)."""
    agreed: frozenset[Seat] = frozenset()
    """Who has said yes to a break or to travelling on, where each Actor must (A-067, A-098)."""

    def seat(self, seat: object) -> Player | None:
        return next((player for player in self.seats if player.id == seat), None)

    def card(self, card_id: object) -> Card | None:
        return next((card for card in self.cards if card.id == card_id), None)

    def rivalry(self, rivalry_id: object) -> Rivalry | None:
        return next((rivalry for rivalry in self.rivalries if rivalry.id == rivalry_id), None)

    @property
    def producer(self) -> Player | None:
        return next((player for player in self.seats if player.role is Role.PRODUCER), None)

    @property
    def actors(self) -> tuple[Player, ...]:
        """All Actor seats, in table order."""
        return tuple(player for player in self.seats if player.role is Role.ACTOR)

    @property
    def paused(self) -> bool:
        """The clock stands for a break."""
        return self.status in (Status.DISCUSSING, Status.SUSPENDED)

    @property
    def missing_scene(self) -> tuple[Player, ...]:
        """Active Actors who have had no scene in this phase."""
        return tuple(actor for actor in self.actors if actor.active and actor.id not in self.been_in_scene)

    def owned_by(self, seat: Seat) -> tuple[Rivalry, ...]:
        return tuple(r for r in self.rivalries if r.owner == seat and r.status is RivalryStatus.HELD)
