"""The state of The Play: section 2 of the rules ledger, as immutable values.

Everything is a frozen dataclass of tuples and mappings nobody writes to, so a state can be kept, compared and printed.
What can be worked out is not stored: sizes, successes, whose turn it is, the phase.

Ids: characters ``ana``, ``fighter_2``; injuries ``i1``, ``i2`` … over the whole evening; contests ``c1``, ``c2`` … of a
feat; attacks ``a1``, ``a2`` … of an exchange. A *pool id* names a pool of dice where it stands: ``actor`` (the acting
side of the feat), the id of a contest (its reacting side), a character's id (his share of the exchange), and
``ID.actor`` or ``ID.c1`` for the feat that a combatant makes in place of an attack (F-120).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.feats.config import Config
from assistant.games.feats.terms import Cause, FeatKind, Kind, Outcome, PartKind, Phase, Role, Side, StatementKind
from assistant.table import Seat

DIFFICULTY = "difficulty"
"""The reactor of a contest in which the GM's difficulty dice resist."""

ACTOR = "actor"
"""The pool id of a feat's acting side."""


@dataclass(frozen=True)
class Player:
    """A seat at this table: who sits there."""

    id: Seat
    name: str
    role: Role = Role.PLAYER


@dataclass(frozen=True)
class Edge:
    id: str
    name: str
    spoken: tuple[str, ...]
    rating: int


@dataclass(frozen=True)
class Injury:
    """A noted harm; ``exchange`` 0: not in combat."""

    id: str
    label: str
    cause: Cause = Cause.RULING
    exchange: int = 0


@dataclass(frozen=True)
class Character:
    id: str
    name: str
    spoken: tuple[str, ...]
    kind: Kind
    seat: Seat
    stats: Mapping[str, int]
    health: int
    concept: str = ""
    agenda: str = ""
    edges: tuple[Edge, ...] = ()
    rep: int = 0
    rep_start: int = 0
    injuries: tuple[Injury, ...] = ()
    scars: tuple[str, ...] = ()
    """Labels of injuries that a gremlin has eaten."""
    eaten: int = 0
    """Scars that still count towards health (``injury.gremlin_lowers_count`` off, A08)."""
    gremlins: tuple[Injury, ...] = ()
    """Permanent ones from the sheet (A10): called like an injury, never removed, no harm counted."""
    character_dice: int = 0
    incapacitated: bool = False
    dead: bool = False

    @property
    def able(self) -> bool:
        return not self.incapacitated and not self.dead

    @property
    def harm(self) -> int:
        """What counts towards incapacitation."""
        return len(self.injuries) + self.eaten

    def edge(self, edge_id: object) -> Edge | None:
        return next((edge for edge in self.edges if edge.id == edge_id), None)


@dataclass(frozen=True)
class Part:
    """Dice of one pool that are there for one reason. ``ref``: which stat, difficulty, edge, injury, purchase."""

    kind: PartKind
    ref: str
    dice: int
    against: str = ""
    """Of a gremlin die: the character who has the injury."""


@dataclass(frozen=True)
class Pool:
    """The dice that one side rolls."""

    parts: tuple[Part, ...] = ()
    locked: bool = False
    """From the first face on nothing changes (F-135)."""
    bought: tuple[str, ...] = ()
    """Ids of what Rep bought for this roll, before it and after."""

    @property
    def size(self) -> int:
        return sum(part.dice for part in self.parts)

    def of(self, kind: PartKind) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.kind is kind)


@dataclass(frozen=True)
class Roll:
    """Dice as they fell. ``faces`` None: a table rolled real dice and told the number of successes alone (F-042)."""

    size: int
    faces: tuple[int, ...] | None
    told: int = 0
    rerolled: tuple[tuple[int, int, int], ...] = ()
    """(index, old face, new face); old 0 where it was not known."""
    gremlins: tuple[tuple[str, int], ...] = ()
    """Of a defence: dice that count only against one attacker, who is injured: his id, and the face (F-107)."""

    def successes(self, success_from: int) -> int:
        """F-041. Gremlin dice of a defence are not counted."""
        return self.told if self.faces is None else sum(face >= success_from for face in self.faces)


@dataclass(frozen=True)
class Statement:
    """One fact about the action; ``n`` counts from 1 in its contest."""

    n: int
    side: Side
    who: str
    """The character whose success it cost, or :data:`DIFFICULTY`."""
    kind: StatementKind
    text: str | None = None


@dataclass(frozen=True)
class Contest:
    """One comparison of a feat: the acting pool against this reactor's."""

    id: str
    reactor: str
    """:data:`DIFFICULTY` or a character's id."""
    ref: str = ""
    """The id of the difficulty or stat; "" while the GM has not said how hard it is."""
    pool: Pool = Pool()
    roll: Roll | None = None
    first: Side | None = None
    statements: tuple[Statement, ...] = ()
    charged: tuple[str, ...] = ()
    """Who paid for a second idea: one entry for each success (F-059)."""
    outcome: Outcome | None = None
    skipped: bool = False
    """Nobody tells it: neither side scored and nothing happens then (A02), or only the best is compared (A25)."""


@dataclass(frozen=True)
class Feat:
    kind: FeatKind
    actor: str
    stat: str
    needed: int = 1
    pool: Pool = Pool()
    roll: Roll | None = None
    contests: tuple[Contest, ...] = ()
    current: int = 0

    @property
    def contest(self) -> Contest:
        """The one that is told now."""
        return self.contests[self.current]

    @property
    def rolled(self) -> bool:
        return self.roll is not None and all(contest.roll is not None for contest in self.contests)

    @property
    def stated(self) -> bool:
        return any(contest.statements for contest in self.contests)

    @property
    def locked(self) -> bool:
        return self.pool.locked


# Combat (3.10)


@dataclass(frozen=True)
class Intent:
    """What a combatant wants to do in this exchange. What is not put into attacks defends (F-105)."""

    text: str = ""
    pool: Pool = Pool()
    attacks: tuple[str, ...] = ()
    """Ids, in the order declared."""
    other_feat: Feat | None = None
    """What he does in place of an attack (F-120)."""
    ready: bool = False


@dataclass(frozen=True)
class Attack:
    """One comparison of an exchange: a share of the attacker's pool against the defence of the target."""

    id: str
    attacker: str
    target: str
    dice: int = 0
    """Put into it out of his pool; a gremlin die that is bound to it comes on top (F-107)."""
    roll: Roll | None = None
    first: Side | None = None
    statements: tuple[Statement, ...] = ()
    charged: tuple[str, ...] = ()
    outcome: Outcome | None = None
    skipped: bool = False
    net: int | None = None
    """None: not settled yet."""


@dataclass(frozen=True)
class Combat:
    exchange: int
    combatants: tuple[str, ...]
    order: tuple[str, ...] = ()
    """Those who act, in the order in which it is told (F-103)."""
    placed: int = 0
    """So many of them have their place by the GM's word; "then Ben" is the next."""
    intents: Mapping[str, Intent] = field(default_factory=dict)
    """Of everybody who can do something."""
    attacks: Mapping[str, Attack] = field(default_factory=dict)
    defence_rolls: Mapping[str, Roll] = field(default_factory=dict)
    """By the id of the defender; where each attack has a roll of its own (A14), by the id of the attack."""
    pending: tuple[tuple[str, Injury], ...] = ()
    """Told, and not landed yet (F-118)."""
    rolled: bool = False
    """All dice of this exchange lie on the table."""
    applied: bool = False
    """Everything is told and has landed; the next exchange follows."""

    @property
    def locked(self) -> bool:
        """The first face has fallen (F-135)."""
        return any(intent.pool.locked for intent in self.intents.values())

    @property
    def stated(self) -> bool:
        feats = (intent.other_feat for intent in self.intents.values())
        return any(attack.statements for attack in self.attacks.values()) or any(f.stated for f in feats if f)


@dataclass(frozen=True)
class Play:
    """The whole game (the ledger's ``Table``)."""

    config: Config
    seats: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    feat: Feat | None = None
    combat: Combat | None = None
    last_injury: int = 0
    """Injuries are numbered through the evening, so that a name never comes back for another."""

    @property
    def phase(self) -> Phase:
        if self.feat is not None:
            if not self.feat.rolled:
                return Phase.FEAT_SETUP
            return Phase.FEAT_STATING if self.feat.stated else Phase.FEAT_ROLLED
        if self.combat is not None:
            if not self.combat.rolled:
                return Phase.COMBAT_SETUP
            return Phase.COMBAT_STATING if self.combat.stated else Phase.COMBAT_ROLLED
        return Phase.IDLE

    def seat(self, seat: object) -> Player | None:
        return next((player for player in self.seats if player.id == seat), None)

    def character(self, character_id: object) -> Character | None:
        return next((one for one in self.characters if one.id == character_id), None)

    @property
    def gm(self) -> Player | None:
        return next((player for player in self.seats if player.role is Role.GM), None)

    def played_by(self, seat: Seat) -> tuple[Character, ...]:
        return tuple(one for one in self.characters if one.seat == seat)
