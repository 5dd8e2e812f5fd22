"""What the data files hold (D-01 to D-07, section 4.2 of the rules ledger), as the shell fills it from TOML.

A table's own copy overrides them key by key, and adds entries where keys are its own; lists are replaced whole, so that
entries can be dropped as well as added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.games.errantry.terms import GearKind, Land, Pool, Site
from assistant.table import BY_KEY


@dataclass(frozen=True)
class Encounter:
    """D-01: who stands behind encounter numbers ``first`` to ``last`` (E-028); a single number overrides a range."""

    first: int
    last: int
    title: str
    type: str
    """A key of D-02."""
    lands: tuple[Land, ...]
    hook: str
    sites: tuple[Site, ...] = ()


@dataclass(frozen=True)
class TypeAbilities:
    best: str
    second: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class TypeChart:
    """D-02: a type of encounter character (E-032)."""

    lead: tuple[Pool, ...]
    """The three pools in order of strength."""
    abilities: TypeAbilities
    looks: tuple[str, ...]
    spoken: str = ""
    """The word it is said and heard by; its key where there is none."""
    named: bool = True
    names: tuple[str, ...] = ()
    heraldry: tuple[str, ...] = ()


@dataclass(frozen=True)
class TypeRanks:
    best: int = 0
    second: int = 0
    other: int = 0
    innate_lead: int = 0
    innate_other: int = 0


@dataclass(frozen=True)
class Denomination:
    """D-02: how strong a Jack, Queen or King is."""

    pools: tuple[int, ...] = ()
    """Of the leading pool, the second, the third."""
    ranks: TypeRanks = TypeRanks()
    weapon: int = 0
    armour: int = 0


@dataclass(frozen=True)
class Denominations:
    J: Denomination = Denomination()
    Q: Denomination = Denomination()
    K: Denomination = Denomination()


@dataclass(frozen=True)
class EncounterSuit:
    attitude: str = ""


@dataclass(frozen=True)
class EncounterSuits:
    """D-02, by the suit of the Encounter card."""

    hearts: EncounterSuit = EncounterSuit()
    diamonds: EncounterSuit = EncounterSuit()
    clubs: EncounterSuit = EncounterSuit()
    spades: EncounterSuit = EncounterSuit()


@dataclass(frozen=True)
class TensSuit:
    lead_pool: Literal["", "type", "valour", "courtesie", "artes"] = ""
    """Goes before the type's own order; ``type`` leaves it."""


@dataclass(frozen=True)
class TensSuits:
    """D-02, by the suit of the first pip card."""

    hearts: TensSuit = TensSuit()
    diamonds: TensSuit = TensSuit()
    clubs: TensSuit = TensSuit()
    spades: TensSuit = TensSuit()


@dataclass(frozen=True)
class OnesSuit:
    key: str = ""
    secret: str = ""


@dataclass(frozen=True)
class OnesSuits:
    """D-02, by the suit of the second pip card."""

    hearts: OnesSuit = OnesSuit()
    diamonds: OnesSuit = OnesSuit()
    clubs: OnesSuit = OnesSuit()
    spades: OnesSuit = OnesSuit()


@dataclass(frozen=True)
class AbilityEntry:
    """D-03: an ability and its pool."""

    name: str
    spoken: str
    pool: Pool
    innate: bool = False
    heals: bool = False


@dataclass(frozen=True)
class GearEntry:
    """D-03: a weapon or armour."""

    name: str
    kind: GearKind
    bonus: int


@dataclass(frozen=True)
class SheetPools:
    valour: int
    courtesie: int
    artes: int


@dataclass(frozen=True)
class SheetHarm:
    box: int
    pool: Pool


@dataclass(frozen=True)
class Sheet:
    """D-04: a player character as written down. ``player`` empty: free for whoever has none."""

    name: str
    spoken: str
    pools: SheetPools
    abilities: Mapping[str, int]
    """Rank by key of D-03."""
    player: str = ""
    secrets: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    armours: tuple[str, ...] = ()
    harm: tuple[SheetHarm, ...] = ()


@dataclass(frozen=True)
class SecretEffect:
    kind: Literal["bonus_dice", "penalty_dice", "sl", "harm", "extra_pool_dice"]
    n: int = 1


@dataclass(frozen=True)
class SecretCost:
    pool: Pool
    points: int


@dataclass(frozen=True)
class SecretEntry:
    """D-05: a special power (E-051). ``ability`` or ``pool``: of the check that is changed, whoever's it is."""

    name: str
    spoken: str
    when: Literal["before_roll", "after_roll", "on_harm"]
    who: Literal["self", "opponent"]
    effect: SecretEffect
    cost: SecretCost
    ability: str = ""
    pool: Pool | None = None


@dataclass(frozen=True)
class KeyEntry:
    """D-06: a motive."""

    name: str
    spoken: str
    motive: str


@dataclass(frozen=True)
class SuitTexts:
    """D-07: one text for each suit."""

    hearts: str = ""
    diamonds: str = ""
    clubs: str = ""
    spades: str = ""


@dataclass(frozen=True)
class Population:
    """D-07: how many people live about, by encounter number."""

    first: int
    last: int
    text: str


@dataclass(frozen=True)
class Word:
    """A word of the game's own: as written, and as it is said and heard (6.0)."""

    name: str
    spoken: str


@dataclass(frozen=True)
class Tables:
    """All data of the game; every file is a part of it."""

    schema_version: int = 1
    license: str = ""
    encounter: tuple[Encounter, ...] = ()
    type: Mapping[str, TypeChart] = field(default_factory=dict, metadata=BY_KEY)
    denomination: Denominations = Denominations()
    encounter_suit: EncounterSuits = EncounterSuits()
    tens_suit: TensSuits = TensSuits()
    ones_suit: OnesSuits = OnesSuits()
    ability: Mapping[str, AbilityEntry] = field(default_factory=dict, metadata=BY_KEY)
    gear: Mapping[str, GearEntry] = field(default_factory=dict, metadata=BY_KEY)
    character: tuple[Sheet, ...] = ()
    secret: Mapping[str, SecretEntry] = field(default_factory=dict, metadata=BY_KEY)
    key: Mapping[str, KeyEntry] = field(default_factory=dict, metadata=BY_KEY)
    landscape: SuitTexts = SuitTexts()
    weather: SuitTexts = SuitTexts()
    population: tuple[Population, ...] = ()
    word: Mapping[str, Word] = field(default_factory=dict, metadata=BY_KEY)
    never_spoken: tuple[str, ...] = ()
    """Words that recognisers are known not to have (6.0): a spoken form with one of them is worth a hint."""
