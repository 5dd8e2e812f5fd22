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
from assistant.games.errantry.terms import (
    Action,
    BoonStatus,
    CheckKind,
    CheckPhase,
    EncounterMode,
    Kind,
    Land,
    Life,
    Moment,
    ObligationStatus,
    PainMode,
    PainPhase,
    Policy,
    Pool,
    QuestStatus,
    Relation,
    Result,
    Role,
    ScenePhase,
    Site,
    Stake,
    StepRole,
    TieChoice,
)
from assistant.table import Seat

Card = str
CharacterId = str


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

    title: str = ""
    boons_required: int = 3
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
    dice_court: tuple[Card, ...] = ()
    """The second court deck, for card dice (A-12)."""
    dice_discard: tuple[Card, ...] = ()
    seen: frozenset[Card] = frozenset()
    """Court cards ever drawn in this game."""


@dataclass(frozen=True)
class Session:
    """One meeting of the table, with its gift dice (E-005)."""

    number: int
    gift: Mapping[Seat, int] = field(default_factory=dict)
    gift_used: int = 0
    started_at: float = 0.0


@dataclass(frozen=True)
class Stakes:
    """What the scene is played for. ``target``: an obligation, boon, pool or Key (E-017)."""

    kind: Stake
    text: str = ""
    target: str = ""
    booked: bool = False


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

    def seat_of(self, role: Role) -> Seat | None:
        return self.roles.get(role)


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
    rank: int = -1
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
    since: float = 0.0
    """Play-clock seconds of the last change of phase."""

    def fighter(self, character: CharacterId) -> Fighter | None:
        return next((fighter for fighter in self.fighters if fighter.character == character), None)


@dataclass(frozen=True)
class Episode:
    """The whole game."""

    settings: Config = field(default_factory=Config)
    players: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    quest: Quest = Quest()
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
    clock_s: float = 0.0
    """Play-clock seconds of the last event."""

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
