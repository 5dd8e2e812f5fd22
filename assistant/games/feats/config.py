"""The data file of the table: ``feats.toml`` and ``characters.toml`` as frozen dataclasses (section 5, F-001, F-144).

What the source has lost stands in these files, so that a table can put in its own. ``[stats]``, ``[difficulty]``,
``[npc]``, ``[[rep.buy]]`` and ``[[character]]`` are replaced whole by a table's copy, all else key by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

FILES = ("feats.toml", "characters.toml")
"""The shipped data, and what a table's own copies are called."""

Effect = Literal["add_die", "reroll_blanks", "reroll_one", "raise_one", "cancel_gremlin", "refuse_injury"]
"""What Rep can buy (5.2)."""


@dataclass(frozen=True, kw_only=True)
class DiceRules:
    sides: int
    success_from: int
    """The lowest face that is a success (F-041)."""
    max_pool: int = 20
    """Speech and page stay readable; stops runaway stacking (F-029)."""


@dataclass(frozen=True, kw_only=True)
class Stat:
    spoken: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class StatRange:
    min: int
    max: int
    start_points: int = 10
    """What a starting character's stats add up to; a hint only (W02)."""


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    dice: int
    spoken: tuple[str, ...] = ()
    """Forms heard; without any, its id."""


@dataclass(frozen=True, kw_only=True)
class Modifiers:
    concept_dice: int = 1
    agenda_dice: int = 1
    gremlin_dice: int = 1
    max_edges: int = 1
    """A06: the source has the singular."""
    max_gremlins: int = 1
    """A07: one injury, one die, one roll."""
    edge_rating_max: int = 3
    character_dice_held: int = 1
    """A12: kept until used; 0: it goes straight into the open pool."""


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """One thing that Rep buys."""

    id: str
    spoken: tuple[str, ...]
    effect: Effect
    cost: int
    per_roll: int


@dataclass(frozen=True, kw_only=True)
class RepRules:
    start: int
    spend_max_per_roll: int
    """Rep that may go into one roll, whatever it buys."""
    buy: tuple[Purchase, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Health:
    player: int


@dataclass(frozen=True, kw_only=True)
class Template:
    """What a GM character is made from (F-004)."""

    health: int
    stats: Mapping[str, int]
    spoken: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Tie:
    equal_dice: Literal["player_then_reactor", "gm", "acting", "roll_off"] = "player_then_reactor"
    """A01."""
    zero_zero: Literal["fails_tie_rule_tells", "tie_rule_free", "nobody", "reroll"] = "fails_tie_rule_tells"
    """A02."""
    count_rerolled: bool = False
    """A03: pool size is public and fixed."""


@dataclass(frozen=True, kw_only=True)
class StatementRules:
    needed_max: int = 5
    """A04."""
    forgo: bool = True
    """A05: silence is better than padding."""
    two_ideas_cost: bool = True
    """A27."""


@dataclass(frozen=True, kw_only=True)
class InjuryRules:
    cap_at_health: bool = True
    """A13: the source speaks of equality."""
    gremlin_lowers_count: bool = True
    """A08: the source says removed."""
    gremlin_revives: bool = False
    """A09: hitting the fallen must not heal them."""
    gremlin_removed_on: Literal["roll", "call"] = "roll"
    """A11: so a feat dropped costs nothing."""
    sheet_gremlins: bool = False
    """A10: the GM may write permanent ones, which are not removed."""
    outside_combat: Literal["gm_or_statement", "gm"] = "gm_or_statement"
    """A26."""


@dataclass(frozen=True, kw_only=True)
class Opposed:
    many: Literal["pairs", "highest_only", "ranking"] = "pairs"
    """A25: pairs, like attacks."""


@dataclass(frozen=True, kw_only=True)
class CombatRules:
    stat: str
    """The stat that everybody fights with."""
    defence_reuse: Literal["keep_faces", "roll_per_attack"] = "keep_faces"
    """A14, A15."""
    guard_timing: Literal["any", "before", "after"] = "any"
    """A17: settled at the end, order cannot trap a player."""
    guard_first_injury: bool = False
    """A16: only extra injuries are named, and the hit is fact."""
    gremlin_defence: Literal["that_attacker", "all"] = "that_attacker"
    """A28."""
    injury_narrator: Literal["spender", "victim", "player"] = "spender"
    """A18."""
    other_action: Literal["defend_all", "costs_all", "half"] = "defend_all"
    """A20."""
    riposte: bool = False
    """A19: attack dice attack."""
    death: Literal["gm_confirms", "statement", "never"] = "gm_confirms"
    """A24."""


@dataclass(frozen=True, kw_only=True)
class SafePlace:
    who: Literal["gm", "anyone"] = "gm"
    """A22."""
    heals: Literal["all_living", "group_only"] = "all_living"
    """A21: literal."""
    character_dice: Literal["keep", "clear"] = "keep"
    """A23."""


@dataclass(frozen=True, kw_only=True)
class PhaseWords:
    """What the table is doing, after "we are" (E_PHASE); the keys are the phases of section 2."""

    idle: str
    feat_setup: str
    feat_rolled: str
    feat_stating: str
    combat_setup: str
    combat_rolled: str
    combat_stating: str


@dataclass(frozen=True, kw_only=True)
class Speech:
    game_master: str
    """What the side of the difficulty dice is called aloud."""
    phases: PhaseWords
    faces: bool = False
    """True: every face is read out, not only the successes."""
    odds: bool = True


@dataclass(frozen=True, kw_only=True)
class SheetEdge:
    name: str
    rating: int
    spoken: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A player character as written in ``characters.toml``."""

    name: str
    seat: str = ""
    """The player's name, or the number of the seat; without it, whoever has no character yet."""
    spoken: tuple[str, ...] = ()
    """Forms heard; without any, the name."""
    concept: str = ""
    agenda: str = ""
    stats: Mapping[str, int]
    edges: tuple[SheetEdge, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Config:
    """How this table reads the rules, and what it plays with."""

    schema: int
    license: str = ""
    dice: DiceRules
    stats: Mapping[str, Stat]
    stat_range: StatRange
    difficulty: Mapping[str, Difficulty]
    modifiers: Modifiers = Modifiers()
    rep: RepRules
    health: Health
    npc: Mapping[str, Template] = field(default_factory=dict)
    tie: Tie = Tie()
    statements: StatementRules = StatementRules()
    injury: InjuryRules = InjuryRules()
    opposed: Opposed = Opposed()
    combat: CombatRules
    safe_place: SafePlace = SafePlace()
    speech: Speech
    character: tuple[Sheet, ...] = ()
