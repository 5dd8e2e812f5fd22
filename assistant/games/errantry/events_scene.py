"""What becomes true in and about a scene: roles, stakes, the encounter, place, presence, its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.state import Ability, Card, CharacterId, Gear, Points
from assistant.games.errantry.terms import EncounterMode, Land, Life, Pool, Role, Site, Stake
from assistant.table import Seat


@dataclass(frozen=True, kw_only=True)
class SceneOpened(EpisodeEvent):
    """A scene with its roles, as far as they are filled (E-007)."""

    number: int
    roles: Mapping[Role, Seat] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RoleAssigned(EpisodeEvent):
    """A role set by hand (E-011, E-015)."""

    seat: Seat
    role: Role


@dataclass(frozen=True, kw_only=True)
class TenanFixed(EpisodeEvent):
    """This player holds in every scene (E-014); None: the holder goes round again."""

    seat: Seat | None


@dataclass(frozen=True, kw_only=True)
class StakesSet(EpisodeEvent):
    """What the scene is played for (E-016, E-017)."""

    stake: Stake
    target: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class EncounterDrawn(EpisodeEvent):
    """A court card has been drawn; ``known``: it came up before (E-018 to E-022)."""

    known: CharacterId = ""


@dataclass(frozen=True, kw_only=True)
class CourtCardSeen(EpisodeEvent):
    """Which court card it is; for the Tenan alone where the table wants that (A-74)."""

    card: Card


@dataclass(frozen=True, kw_only=True)
class EncounterChosen(EpisodeEvent):
    """The Tenan picks somebody who is known (E-018)."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class EncounterModeSet(EpisodeEvent):
    """Who a known card means this time (E-020 to E-022)."""

    mode: EncounterMode
    character: CharacterId = ""
    life: Life | None = None


@dataclass(frozen=True, kw_only=True)
class NumberSeen(EpisodeEvent):
    """Two pip cards have been drawn, and whom the table of encounters names (E-025 to E-028, A-74)."""

    cards: tuple[Card, Card]
    number: int
    told: bool
    """The cards were called out, so only the number is news."""


@dataclass(frozen=True, kw_only=True)
class TypeOverruled(EpisodeEvent):
    """Another kind of character than the number says (E-029)."""

    character_type: str


@dataclass(frozen=True, kw_only=True)
class EncounterMade(EpisodeEvent):
    """A new encounter character, as everybody meets it (E-032, E-021, E-139)."""

    character: CharacterId
    name: str
    spoken: str
    character_type: str
    named: bool
    appearance: str = ""
    heraldry: str = ""
    attitude: str = ""
    leads: Pool | None = None
    card: Card | None = None
    """The Encounter card it stands for from now on; None for an extra."""


@dataclass(frozen=True, kw_only=True)
class SheetFilled(EpisodeEvent):
    """What stands on the sheet of an encounter character; for the Tenan (A-74)."""

    character: CharacterId
    pools: Mapping[Pool, Points]
    abilities: Mapping[str, Ability]
    secrets: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    weapons: tuple[Gear, ...] = ()
    armours: tuple[Gear, ...] = ()
    attitude: str = ""
    suits: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlaceSet(EpisodeEvent):
    """Where the scene is (E-031)."""

    land: Land | None = None
    site: Site | None = None
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class CharacterCame(EpisodeEvent):
    """Somebody is there from now on (E-139)."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class CharacterLeft(EpisodeEvent):
    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class OutcomeAsked(EpisodeEvent):
    """The scene is to end; were its stakes reached? (E-136)"""


@dataclass(frozen=True, kw_only=True)
class SceneEnded(EpisodeEvent):
    """Cards go back, roles move on (E-136, E-023)."""

    number: int


@dataclass(frozen=True, kw_only=True)
class HeraldCalled(EpisodeEvent):
    """The Herald's time for the land is over (E-011)."""

    number: int
