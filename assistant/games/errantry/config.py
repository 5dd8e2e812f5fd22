"""The settings of Errantry: every open question of section 5 of the rules ledger, with the default chosen there.

The data files (D-01 to D-07) are further fields of the same :class:`Config` (:mod:`tables`). How much is spoken
(``verbosity``) is the table's own setting, one for all games. Without a setting, because the ledger knows one reading
only: A-11, A-14, A-15, A-18 to A-20, A-22, A-26, A-31, A-33, A-38, A-42, A-44 to A-48, A-50, A-54, A-56, A-57, A-62.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.games.errantry.tables import Tables

FILES = (
    *("encounters.toml", "types.toml", "abilities.toml", "characters.toml", "secrets.toml", "keys.toml"),
    *("environment.toml", "words.toml"),
)
"""The shipped data files; a table's own copy of one overrides it key by key."""


@dataclass(frozen=True)
class Config(Tables):
    """How this table reads the rules. Names and options are the ledger's; seconds are play-clock seconds."""

    # Abilities and checks
    rank_scale: Literal["seed", "revised", "custom"] = "seed"
    """A-01: only Master 4 and Grand Master 5 fit the text. ``custom``: the names in ``rank_names``."""
    rank_names: tuple[str, ...] = ()
    """A-01: with ``rank_scale = "custom"`` the names of the ranks from minus one upwards."""
    sl_cap: Literal["seven", "keep"] = "seven"
    """A-02: the chart ends at seven."""
    bruise_lasts: Literal["next_check", "while_marked"] = "next_check"
    """A-03: a lasting bruise would be worse than being bloodied."""
    bloodied_per_mark: bool = True
    """A-04: they accumulate."""
    post_roll_cancel: Literal["drop_both", "recount"] = "drop_both"
    """A-05: the drop rule applied literally works and re-rolls nothing."""
    gift_after_roll: bool = True
    """A-06: at any point."""
    gift_limit: Literal["unlimited", "one_per_giver", "one"] = "unlimited"
    """A-07: no limit is stated."""
    resisted_difficulty: Literal["both", "comparison"] = "both"
    """A-43: normal rules apply to the instigator."""
    group_result: Literal["last", "best"] = "last"
    """A-49: weak helpers hinder."""
    post_roll_order: Literal["common", "loser_first"] = "common"
    """A-64: a common window is fair and short."""
    ask_difficulty: bool = False
    """Whether a check without a difficulty asks for one; else it is Marginal (E-059)."""

    # Where dice and cards come from
    dice_source: Literal["fudge", "colour", "marked_d6", "plain_d6", "cards", "device"] = "device"
    """How this table's dice are read (E-053 to E-058)."""
    blue_means: Literal["plus", "minus"] = "plus"
    """A-59: green is what is usually replaced."""
    card_dice: Literal["replaced", "without_replacement", "encounter_deck"] = "replaced"
    """A-12: replacement equals Fudge odds, and the encounter deck must not leak."""
    court_return: Literal["scene_end", "when_empty"] = "scene_end"
    """A-09: a card drawn before can come up again only if it has gone back."""
    pips_return: Literal["each_character", "when_empty"] = "each_character"
    """A-10: keeps the published odds."""
    draw_audience: Literal["split", "tenan", "everyone"] = "split"
    """A-74: card, title and name are spoken; ranks, Secrets and Key are the Tenan's."""

    # Roles
    no_marshal: Literal["tenan", "table"] = "tenan"
    """A-51: the text gives the Tenan the same fallback."""
    role_guard: Literal["seat", "trusted"] = "seat"
    """A-52: the button tells the seat."""
    rotation: Literal["clockwise", "skip_one", "manual"] = "clockwise"
    """A-53: the way the text names first."""
    companion_voice: Literal["tenan", "venan"] = "tenan"
    """A-68: the Tenan plays any encounter characters who occur."""
    associate_sheet: Literal["copy", "draw"] = "copy"
    """A-73: keeps the scene playable."""
    environment: bool = False
    """E-030: optional."""

    # The Pain
    gear_mix: Literal["both", "larger"] = "both"
    """A-13: "do not add" speaks of several bonuses of one holder."""
    defence_bonus: Literal["level", "margin", "one"] = "level"
    """A-16: dice come instead of harm, and harm would be the success level."""
    defence_many: Literal["all", "any"] = "all"
    """A-17: one win among many is not winning at defence."""
    pain_first_check: Literal["set_aside", "harms"] = "set_aside"
    """A-21: the player need not accept the outcome."""
    give_up_until: Literal["window", "dice"] = "window"
    """A-29: before a free-and-clear stage."""
    give_up_many: Literal["all", "chosen"] = "all"
    """A-30: they all won."""
    broken_point_bonus: bool = False
    """A-32: it is a price, not a bonus."""
    pair_default: Literal["perpendicular", "parallel"] = "perpendicular"
    """A-60: safer, for only one succeeds."""
    pain_after_transcend: bool = False
    """A-63: a seven ends even a running Pain."""
    default_sides: Literal["targets", "kinds", "alone"] = "targets"
    """A-66: it is over when nobody still in is after anybody still in."""
    defence_tie_frees: bool = True
    """A-67: a defence counts as a perpendicular action."""
    join_late: bool = False
    """A-69: whenever it is declared."""
    retarget_free: bool = False
    """A-70: until you change intention."""
    open_intention: Literal["last", "now"] = "last"
    """A-71: giving up before a deadlier intention comes needs it."""
    repeat_action: bool = True
    """A-72: everything can still be changed."""
    cross_block: bool = True
    """A-77: who affects whom is to be established."""
    slide_bruises: bool = False
    """A-76: the die belongs to the check after the blow."""
    zeitgeist_split: Literal["parts", "whole"] = "parts"
    """A-36: however they like."""
    zeitgeist_pool: Literal["one", "each_helper"] = "one"
    """A-37: the limit is per check."""
    zeitgeist_gear: Literal["ignored", "last_roller"] = "ignored"
    """A-61: harm there belongs to the side."""
    zeitgeist_credit: Literal["last_roller", "members"] = "last_roller"
    """A-75: the last roll is the result."""

    # Harm, debts, Transcendence
    heal_gap: Literal["lower", "nothing"] = "lower"
    """A-34: a success should help."""
    heal_limit: Literal["scene", "free"] = "scene"
    """A-35: else repetition heals all."""
    obligation_when: Literal["trial_end", "each_mark"] = "trial_end"
    """A-23: in a trial."""
    obligation_winner: bool = True
    """A-24: the rule itself asks for no loss."""
    boon_count: Literal["each_winner", "side", "victim"] = "each_winner"
    """A-25: cooperation is rewarded, farming is not."""
    quest_shared: bool = True
    """A-27: one quest in the text."""
    boons_required: int = 3
    """A-28: not in the text; 1 to 99."""
    used_boon_counts: bool = True
    """A-28: a gift once received advanced the quest."""
    transcend_natural: bool = True
    """A-39: weapons may not raise to seven either."""
    transcend_ec: Literal["plain", "leaves"] = "plain"
    """A-40: the rule speaks of the player's character."""
    transcend_harm: bool = False
    """A-41: ends immediately."""
    last_day: Literal["game_clock", "session_end"] = "game_clock"
    """A-58: game-hours."""
    gift_to_ec: bool = True
    """A-55: the Tenan is another player."""
    newcomer_gifts: Literal["players", "none"] = "players"
    """A-65: closest to the rule of the session's start."""

    # Timers
    post_roll_window_s: int = 20
    """Seconds from the last spend until a rolled check is final; 0 = never by itself; up to 600."""
    free_and_clear_reminder_s: int = 120
    """Seconds of free and clear talk until the table is reminded; 0 = never; up to 3600."""
    herald_window_s: int = 180
    """Seconds the Herald has for the land; 0 = no limit; up to 3600."""
