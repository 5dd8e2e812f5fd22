"""The settings of Repertoire: every open question of part 4 of the rules ledger, with the default chosen there.

Three settings of the ledger are the table's own and belong to the shell, one for all games: who rolls
(``dice_source``, A-109), how a seat is known (``seat_id``, A-110) and how much is said (``in_scene_speech``, A-111).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

from assistant.table import Refusal


@dataclass(frozen=True)
class Config:
    """How this table reads the rules. Names and options are the ledger's; seconds are play-clock seconds."""

    # Facts and tokens (4.1)
    fact_count_mode: Literal["all_lines", "true_plus_new", "lines_before", "true_before"] = "all_lines"
    """A-001, A-002: a line is called a fact before its truth is known. ``true_before`` deadlocks and is refused."""
    desire_is_fact: bool = False
    """A-003: name and Desire are written without a roll; tokens go with rolled facts only."""
    fact_seats: Literal["everyone", "actors", "participants"] = "everyone"
    """A-005: the text says everyone, twice."""
    producer_own_die: Literal["d6", "d12"] = "d6"
    """A-006: the d12 is for one's own Actor; the Producer is named by himself."""
    producer_tokens: bool = True
    """A-007: follows from everyone; the Producer is the natural voice against."""
    block_struck_repeat: bool = True
    """A-008: exactly that struck statement is not true."""
    reference_new_facts: Literal["no", "others", "yes"] = "no"
    """A-009: made just now, it is not spoken of for the first time."""
    reference_once_per: Literal["fact", "fact_and_seat"] = "fact"
    """A-010: the first time in a scene names the scene, not the player."""
    reference_empty: Literal["marks", "refused", "unmarked"] = "marks"
    """A-011: it has been referred to; refusing would talk rules."""
    resident_check: Literal["hint", "refuse", "ignore"] = "hint"
    """A-015: one fact sums a resident up, but the Producer judges, not the device."""
    token_carry: bool = False
    """A-016: those dedicated are the tokens from this scene's action."""

    # Scenes and the roll (4.2)
    producer_starts: bool = False
    """A-021: any Actor player starts a scene."""
    diceless_scenes: Literal["count", "refused", "uncounted"] = "count"
    """A-024: a phase asks for a scene only, and a scene does not need dice."""
    max_events_per_call: int = 6
    """A-025: a guard against mishearing; 1 to 20."""
    end_veto_s: int = 0
    """A-027: seconds in which most of the other participants may object to a curtain; 0 = nobody may."""
    roll_mode: Literal["sum", "each"] = "sum"
    """A-028: one roll, one result for the dice."""
    roll_strict: bool = True
    """A-029: facts say equal or less, here the text says under."""
    total_round: Literal["exact", "down", "up"] = "exact"
    """A-030: silent; with a strict under, exact and up give the same."""
    dedicate_split: bool = True
    """A-033: nothing says all one way."""
    dedicate_mode: Literal["open", "secret", "in_order"] = "open"
    """A-034: silent; open is simplest by voice."""
    require_full_dedication: bool = True
    """A-035: everyone who has tokens is told to dedicate them."""
    contribution: Literal["for", "both", "net"] = "for"
    """A-036: the order of credit for the success."""
    pick_ties: Literal["roller_first", "dice_off", "agree"] = "roller_first"
    """A-037: needs no talk. ``agree``: those tied settle it in talk, and whoever of them names a die first is first."""
    pick_rounds: Literal["round", "snake", "top"] = "round"
    """A-038: go round again in the same order."""
    zero_contributors_pick: bool = True
    """A-039: the dice are for the Actors involved."""

    # Rivalries (4.3)
    rivalry_award: Literal["success", "always"] = "success"
    """A-043: "always" would give a sure d10 for a scene without tokens."""
    rivalry_rolled: bool = True
    """A-044: it is at stake, and a scene of rivalry alone needs something to roll."""
    rivalry_d10_pick: Literal["new", "never", "any"] = "new"
    """A-045: a die stays attached while its card is held."""
    failed_new_rivalry: Literal["unowned", "starter", "discarded"] = "unowned"
    """A-046: the die stays attached, and nobody won it."""
    owner_stake_window: Literal["first", "any"] = "first"
    """A-047: he starts the scene *with* it at stake."""
    bonus_needs_opponent: bool = False
    """A-048: silent; the Producer may question an idle attempt."""
    challenge_needs: Literal["presence", "consent", "neither"] = "presence"
    """A-050: defending means being there."""
    bystander_end: Literal["sole_side", "most_tokens", "unchanged"] = "sole_side"
    """A-051: "whichever side" has then no other reading without a choice."""
    max_rivalries: int = 0
    """A-053: at stake in one scene; 0 = not limited."""
    production_bonus: bool = False
    """A-054: nobody starts the Production's scene."""
    retired_rivalries: Literal["unowned", "gone"] = "unowned"
    """A-055: they can be fought over again."""

    # Questioning and Rancor (4.4)
    question_window: Literal["roll", "curtain", "next_use", "30s"] = "roll"
    """A-056: until the roll tokens are in hand and dice in the middle, so it can be undone cleanly."""
    question_once: bool = True
    """A-057: insisting means it counts as never questioned."""
    event_criteria: Literal["validity", "both"] = "validity"
    """A-058: only validity is named for events."""
    relent_reference: Literal["free", "used_up", "kept"] = "free"
    """A-060: as if not done."""
    relent_establish: Literal["withdrawn", "struck", "stands"] = "withdrawn"
    """A-061: it was never truly tested, so it is not untrue."""
    rancor_on_insist: Literal["asked", "automatic"] = "asked"
    """A-062: he *may*."""

    # Phases and the Production (4.5)
    auto_phase: bool = False
    """A-066: long enough for everyone is a minimum."""
    travel_exit: Literal["any_actor", "all", "producer_too"] = "any_actor"
    """A-067: the Actors decide, and settle it in talk."""
    inviters: Literal["participants", "starter", "producer_too"] = "participants"
    """A-068: the passive names nobody."""
    departure_restart: bool = False
    """A-069: he must be *invited into* later scenes."""
    arrival_invites: bool = False
    """A-070: the Arrival is likened to the Departure in length only."""
    first_enclave: Literal["none", "producer"] = "none"
    """A-071: cards are made on arrival."""
    enclave_blocks: bool = False
    """A-072: blocking would break the flow; a reminder does."""
    enclave_revisit: bool = True
    """A-073: the text knows a normal route."""
    play_chooser: Literal["anyone", "actors", "producer"] = "anyone"
    """A-074: it is bargained in play."""
    on_stage_rights: Literal["facts", "nothing", "all"] = "facts"
    """A-076: he is out of the scene for a time, his player is not out of everyone."""
    excuse_absent: bool = True
    """A-080: an absent player must not hold up a phase."""
    production_volume: Literal["soft", "silent", "normal"] = "soft"
    """A-081: hushed tones."""

    # Confrontation (4.6)
    confront_in_scene: bool = False
    """A-082: during a phase does not say within a scene."""
    confront_max: Literal["once", "losers", "all"] = "once"
    """A-084: a loser has given the dream up, a winner has it."""
    confront_without_steel: bool = True
    """A-085: being broken is better than chickening out."""
    point_dice_return: Literal["stay", "round", "good"] = "stay"
    """A-087: only the opponent's choice takes dice out."""
    points_must_be_argued: bool = True
    """A-089: the number made is what is counted."""
    aside_returns: Literal["all", "rancor", "none"] = "all"
    """A-092: otherwise later Actors would have it easier."""
    desire_effects: Literal["told", "seats"] = "told"
    """A-094: the Producer's player keeps the role."""
    demeanour: Literal["free", "fixed"] = "free"
    """A-095: the sentence is loose."""

    # Clock, end, players (4.7)
    limit_s: int = 28_800
    """A-097: no *more* than eight hours, so a shorter game is legal; 600 to 28 800."""
    suspend_vote: Literal["one", "each"] = "one"
    """A-098: settled in talk; the device cannot count nods."""
    resume_by: Literal["any", "producer"] = "any"
    """A-099: silent; whoever is back at the table can say it."""
    block_when_paused: bool = True
    """A-100: otherwise play would be free of charge."""
    warn_minutes: tuple[int, ...] = (60, 30, 10, 5)
    """A-101: minutes left at which the table is warned; empty = never."""
    expire_scene: Literal["play_out", "cut"] = "play_out"
    """A-102: only confrontations matter by then."""
    expire_confrontation: Literal["finish", "stop"] = "finish"
    """A-103: he *has* confronted."""
    early_end: Literal["offered", "clock"] = "offered"
    """A-104: nobody can win any more, but stories may go on."""
    producer_degree: Literal["linear", "words", "halving"] = "linear"
    """A-105: meets both fixed ends."""
    max_seats: int = 8
    """A-107: eight is probably pushing it; 4 to 12."""
    desire_required: bool = True
    """A-108: it is written before play begins."""
    fact_text: Literal["heard", "number"] = "heard"
    """A-112: the words after the command are the line's text, as well as they were heard."""
    due_s: int = 60
    """A-113: how long the game waits for one seat; 0 = for ever."""


_RANGES = {
    "max_events_per_call": (1, 20),
    "end_veto_s": (0, 60),
    "max_rivalries": (0, 20),
    "limit_s": (600, 28_800),
    "max_seats": (4, 12),
    "due_s": (0, 600),
}


def check(config: Config) -> Sequence[Refusal]:
    """Everything that is wrong with these settings, each as ``E_SETTING`` with its key."""
    faults = [name for name, options in _options().items() if getattr(config, name) not in options]
    faults += [name for name, (low, high) in _RANGES.items() if not low <= getattr(config, name) <= high]
    if config.fact_count_mode == "true_before":  # a blank card could never get a first fact
        faults.append("fact_count_mode")
    if config.desire_effects == "seats":  # the ledger names it as another reading; no rule says how seats would change
        faults.append("desire_effects")
    if any(minutes <= 0 for minutes in config.warn_minutes):
        faults.append("warn_minutes")
    return tuple(Refusal("E_SETTING", {"key": name, "value": str(getattr(config, name))}) for name in faults)


@cache
def _options() -> dict[str, tuple[object, ...]]:
    hints = get_type_hints(Config)
    return {f.name: get_args(hints[f.name]) for f in fields(Config) if get_origin(hints[f.name]) is Literal}
