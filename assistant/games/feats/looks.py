"""Questions that change nothing: how somebody is, whose turn it is (F-132)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.feats import checks, names, turns
from assistant.games.feats.injuries import standing
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Order, Outcome, in_combat
from assistant.games.feats.state import Character, Play
from assistant.games.feats.stating import FEAT_TOLD, next_up
from assistant.table import Command, Cue, Dice, Open, Refusal


def _status(state: Play, command: Command, dice: Dice) -> Outcome:
    character = checks.meant(state, command, otherwise="E_UNKNOWN_NAME")
    if not isinstance(character, Character):
        return character
    slots = standing(state, character.id) | {"dice": character.character_dice}
    return Cue("status.dead" if character.dead else "status", slots)


def _whose_turn(state: Play, command: Command, dice: Dice) -> Outcome:
    """Who speaks next and how often; before the roll, what is waited for."""
    feat = state.feat
    if feat is None:
        return Refusal("E_NOTHING")
    if state.phase not in FEAT_TOLD:
        return Cue("whose_turn.setup")
    slots = next_up(state, turns.told(state, feat, feat.contest))
    return Cue("whose_turn", slots) if slots else Cue("whose_turn.nobody")


DECIDE = {
    "status": Order(_status),
    "whose_turn": Order(_whose_turn, applies=lambda state: not in_combat(state)),
}


def _open(state: Play) -> Iterable[Open]:
    yield from ASKING.named(state, "status", DECIDE["status"], "name", names.characters(state))
    yield from ASKING.plain(state, "status", DECIDE["status"])
    yield from ASKING.plain(state, "whose_turn", DECIDE["whose_turn"])


OPEN = (_open,)
