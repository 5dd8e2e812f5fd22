"""The state of a game of Errantry: section 2 of the rules ledger, as immutable values.

Everything is a frozen dataclass of tuples, frozen sets and mappings nobody writes to, so a state can be kept, compared
and printed. Cards are written as rank and suit (``Q.hearts``, ``10.clubs``) or ``joker`` (:mod:`cards`). Dice faces are
+1, 0 and -1. The journal is the log; it is not part of the state. Decks have no order: a draw is a die with as many
sides as cards are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.errantry.config import Config
from assistant.games.errantry.conflict import (
    CharacterId,
    Check,
    CheckStep,
    Extra,
    Fighter,
    Pain,
    Sharing,
    SideRoll,
)
from assistant.games.errantry.terms import (
    BoonStatus,
    CheckPhase,
    EncounterMode,
    Kind,
    Land,
    Life,
    Moment,
    ObligationStatus,
    PainPhase,
    Pool,
    QuestStatus,
    Role,
    ScenePhase,
    Site,
    Stake,
)
from assistant.table import Seat

__all__ = [
    "Ability",
    "Boon",
    "Card",
    "Character",
    "CharacterId",
    "Check",
    "CheckStep",
    "Decks",
    "Environment",
    "Episode",
    "Extra",
    "Fighter",
    "Gear",
    "HarmMark",
    "Obligation",
    "Pain",
    "Player",
    "Points",
    "Quest",
    "Scene",
    "Session",
    "Sharing",
    "SideRoll",
    "Stakes",
    "Transcendence",
]

Card = str


@dataclass(frozen=True)
class Player:
    """Who sits there, and whose characters are theirs; the order of the players is the seating order."""

    id: Seat
    name: str
    present: bool = True
    permanent_tenan: bool = False
    character_ids: tuple[CharacterId, ...] = ()
    """The first that is still in play is the current one."""


@dataclass(frozen=True)
class Points:
    """A pool: what is left of it, and its full level."""

    now: int
    max: int


@dataclass(frozen=True)
class Ability:
    rank: int
    pool: Pool
    innate: bool = False


@dataclass(frozen=True)
class HarmMark:
    """One marked box: the pool that was hit, by whom, and in which trial."""

    pool: Pool
    by: CharacterId = ""
    trial_id: str = ""


@dataclass(frozen=True)
class Transcendence:
    """A seven has fallen: hours of the game clock (E-130)."""

    since_h: float
    deadline_h: float


@dataclass(frozen=True)
class Gear:
    """A weapon or armour by name, with its bonus."""

    name: str
    bonus: int


@dataclass(frozen=True)
class Character:
    """A player character or an encounter character."""

    id: CharacterId
    name: str
    spoken: str
    kind: Kind
    player_id: Seat | None = None
    named: bool = True
    life: Life = Life.ALIVE
    pools: Mapping[Pool, Points] = field(default_factory=dict)
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    """By key of D-03."""
    harm: Mapping[int, HarmMark] = field(default_factory=dict)
    """Marked boxes only, 1 to 7."""
    pending_bruise: int = 0
    secrets: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    weapons: tuple[Gear, ...] = ()
    armours: tuple[Gear, ...] = ()
    in_party: bool = False
    transcendence: Transcendence | None = None
    card: Card | None = None
    number: int | None = None
    suits: tuple[str, ...] = ()
    type: str = ""
    attitude: str = ""
    appearance: str = ""
    heraldry: str = ""

    @property
    def in_play(self) -> bool:
        """Neither dead nor retired; a ghost walks."""
        return self.life in (Life.ALIVE, Life.GHOST)


@dataclass(frozen=True)
class Boon:
    id: str
    owner: CharacterId
    source: CharacterId
    trial_id: str = ""
    text: str = ""
    status: BoonStatus = BoonStatus.HELD


@dataclass(frozen=True)
class Obligation:
    id: str
    owner: CharacterId
    to: CharacterId
    trial_id: str = ""
    text: str = ""
    status: ObligationStatus = ObligationStatus.OPEN


@dataclass(frozen=True)
class Quest:
    """The one shared quest (E-004)."""

    boons_required: int
    title: str = ""
    boons: tuple[Boon, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    status: QuestStatus = QuestStatus.OPEN


@dataclass(frozen=True)
class Decks:
    """Where each card is. A card is in exactly one place; one that is drawn is in the scene."""

    court: tuple[Card, ...] = ()
    court_discard: tuple[Card, ...] = ()
    pips: tuple[Card, ...] = ()
    pips_discard: tuple[Card, ...] = ()
    seen: frozenset[Card] = frozenset()
    """Court cards ever drawn in this game."""


@dataclass(frozen=True)
class Session:
    """One meeting of the table, with its gift dice (E-005)."""

    number: int
    gift: Mapping[Seat, int]
    started_at: float
    """Play-clock seconds."""
    gift_used: int = 0


@dataclass(frozen=True)
class Stakes:
    """What the scene is played for. ``target``: an obligation, boon, pool or Key (E-017)."""

    kind: Stake
    text: str = ""
    target: str = ""


@dataclass(frozen=True)
class Environment:
    """D-07 for this scene (E-030)."""

    landscape: str = ""
    weather: str = ""
    population: str = ""


@dataclass(frozen=True)
class Scene:
    """The open scene."""

    number: int
    roles: Mapping[Role, Seat] = field(default_factory=dict)
    phase: ScenePhase = ScenePhase.ROLES
    stakes: Stakes | None = None
    encounter_card: Card | None = None
    pip_draw: tuple[Card, ...] = ()
    encounter_number: int | None = None
    encounter_type: str = ""
    encounter_title: str = ""
    encounter_hook: str = ""
    encounter_mode: EncounterMode | None = None
    ec_ids: tuple[CharacterId, ...] = ()
    present: frozenset[CharacterId] = frozenset()
    """Every character in the scene, encounter characters included (E-139)."""
    land: Land | None = None
    site: Site | None = None
    place_text: str = ""
    environment: Environment | None = None
    herald_since: float | None = None
    """Play-clock seconds from which the Herald's time counts; None: nobody, or it is over."""
    healed: frozenset[tuple[CharacterId, CharacterId]] = frozenset()
    """Healer and patient, where that was tried in this scene (A-35)."""


@dataclass(frozen=True)
class Episode:
    """The whole game."""

    settings: Config
    quest: Quest
    players: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    decks: Decks = Decks()
    card_links: Mapping[Card, tuple[CharacterId, ...]] = field(default_factory=dict)
    """Encounter characters by their card, the newest last."""
    session: Session | None = None
    sessions: int = 0
    scene: Scene | None = None
    scenes: int = 0
    """How many scenes have been opened."""
    last_roles: Mapping[Role, Seat] = field(default_factory=dict)
    """Roles of the scene before, for the rotation (E-010)."""
    check: Check | None = None
    checks: int = 0
    """How many checks have been opened."""
    pain: Pain | None = None
    trials: int = 0
    """How many times the Pain has come down."""
    game_clock_h: float = 0.0

    def player(self, seat: object) -> Player | None:
        return next((player for player in self.players if player.id == seat), None)

    def character(self, character_id: object) -> Character | None:
        return next((character for character in self.characters if character.id == character_id), None)

    @property
    def present(self) -> tuple[Player, ...]:
        """The players at the table, in seating order."""
        return tuple(player for player in self.players if player.present)

    def current(self, seat: object) -> Character | None:
        """The character that a seat plays now: its first that is still in play."""
        player = self.player(seat)
        owned = (self.character(each) for each in player.character_ids) if player else ()
        return next((character for character in owned if character is not None and character.in_play), None)

    @property
    def here(self) -> Scene:
        """The open scene; an empty one where none is open."""
        return self.scene or Scene(0)

    def role(self, role: Role) -> Seat | None:
        """Who has this role in the open scene."""
        return self.scene.roles.get(role) if self.scene else None

    @property
    def moment(self) -> Moment:
        """Where the table is now (section 2 of the ledger, "Which commands are live")."""
        if self.scene is None:
            return Moment.NO_SCENE
        if self.pain is not None:
            return Moment[f"PAIN_{self.pain.phase}"] if self.pain.phase is not PainPhase.ENDED else Moment.PLAY
        if self.check is not None and self.check.phase is not CheckPhase.FINAL:
            return Moment[self.check.phase]
        return Moment[self.scene.phase]
