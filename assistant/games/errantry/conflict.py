"""The state of a check and of the Pain: section 2 of the rules ledger, as immutable values (see :mod:`state`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.errantry.terms import (
    Action,
    CheckKind,
    CheckPhase,
    PainMode,
    PainPhase,
    Policy,
    Pool,
    Relation,
    Result,
    StepRole,
    TieChoice,
)

CharacterId = str
NO_ABILITY = -1
"""The rank of an ability that is not on the sheet (E-034, E-035)."""


@dataclass(frozen=True)
class Extra:
    """Bonus or penalty dice from one source: ``marshal``, ``tenan``, ``bruise``, ``bloodied``, ``broken``,
    ``secret:<id>``, ``pool``, ``gift:<seat>``, ``chain``, ``defence``, ``group_fail``."""

    source: str
    count: int
    late: bool = False
    """Came after the roll: cancels no more (A-05)."""


@dataclass(frozen=True)
class CheckStep:
    """One ability of one character in a check. ``ability`` empty: not named yet."""

    character: CharacterId
    ability: str = ""
    rank: int = NO_ABILITY
    pool: Pool | None = None
    intention: str = ""
    role: StepRole = StepRole.ACTOR
    difficulty: int = 1
    bonus: tuple[Extra, ...] = ()
    penalty: tuple[Extra, ...] = ()
    dice: tuple[int, ...] = ()
    """As they fell, later ones last; empty: not rolled."""
    kept: tuple[int, ...] = ()
    total: int = 0
    sl: int = 0
    natural_sl: int = 0
    pool_bonus_used: bool = False
    broken_paid: bool = False
    accepted: bool = False
    result: Result | None = None
    place: int = 0
    rolled: bool = False
    secrets: tuple[tuple[CharacterId, str], ...] = ()
    """Secrets used on this step, each with whose it is (E-051)."""


@dataclass(frozen=True)
class Check:
    """An Ability Check of any kind, its steps in the order of rolling."""

    id: str
    kind: CheckKind
    steps: tuple[CheckStep, ...] = ()
    phase: CheckPhase = CheckPhase.FREE_AND_CLEAR
    failure_policy: Policy | None = None
    together: bool = False
    """A group check with one ability (E-073); else a group check is a chain (E-072)."""
    victory_condition: str = ""
    patient: CharacterId = ""
    """Whose harm this check is to heal (E-114)."""
    tie_choice: TieChoice | None = None
    opened_at: float = 0.0
    reminded: bool = False
    """That the talk before the dice takes long."""
    spent_at: float = 0.0
    """Play-clock seconds of the roll or the last spend after it: the post-roll window counts from here."""


@dataclass(frozen=True)
class Fighter:
    """One character in the Pain. What he rolls with this round is his step of the check."""

    character: CharacterId
    intention: str = ""
    stated: bool = False
    """An intention is on record, perhaps without its words."""
    due: bool = False
    """A new one has to be stated before the dice (E-094, E-095); until then the last one stays on record (A-71)."""
    permanent: bool = False
    target: CharacterId | None = None
    ability: str = ""
    kind: Action = Action.NONE
    passes: bool = False
    """Takes no action this round (E-085)."""
    changing: bool = False
    """Defends only, for he changes his intention (E-094)."""
    free_change: bool = False
    """May change it at once, after a stalemate (E-095)."""
    defence_bonus: int = 0
    gave_up: bool = False
    out: bool = False
    give_up_queued: bool = False
    bloodied_by: tuple[CharacterId, ...] = ()
    """Who bloodied or broke him in this trial, hit by hit (E-111, E-112)."""
    newest_box: int = 0
    """Of the newest mark, until the next roll (E-099)."""
    yields_to: CharacterId = ""
    """Whom alone he gives up to, where the table lets him choose (A-30)."""
    fate: tuple[CharacterId, ...] = ()
    """Whose intentions have happened to him."""

    @property
    def still_in(self) -> bool:
        return not self.gave_up and not self.out


@dataclass(frozen=True)
class SideRoll:
    """What a side rolled together this round (E-116); ``by`` and ``pool`` are its last roller's (A-75)."""

    level: int = 0
    by: CharacterId = ""
    pool: Pool | None = None
    difficulty: int = 1
    harm: int = 0
    """What its success would do."""


@dataclass(frozen=True)
class Sharing:
    """Harm that a side has to share among its members (E-118)."""

    side: int
    harm: int
    by: CharacterId
    pool: Pool
    parts: Mapping[CharacterId, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Pain:
    """Bringing Down the Pain; ``fighters`` in the order of joining, which is the order of rolling."""

    id: str
    mode: PainMode = PainMode.STANDARD
    from_check: str = ""
    round: int = 1
    phase: PainPhase = PainPhase.INTENTIONS
    fighters: tuple[Fighter, ...] = ()
    relations: Mapping[tuple[CharacterId, CharacterId], Relation] = field(default_factory=dict)
    """By pair of ids in alphabetical order; a pair without an entry has its default."""
    sides: tuple[tuple[CharacterId, ...], ...] = ()
    """In Zeitgeist, the first one rolls first."""
    later: tuple[CheckStep, ...] = ()
    """In Zeitgeist: the second side's steps while the first one rolls."""
    rolled: tuple[SideRoll, ...] = ()
    """In Zeitgeist: the sides that have rolled this round."""
    sharing: Sharing | None = None

    def fighter(self, character: CharacterId) -> Fighter | None:
        return next((fighter for fighter in self.fighters if fighter.character == character), None)
