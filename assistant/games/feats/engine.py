"""The game as a decider, put together from the rules modules."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.feats.checks import gate
from assistant.games.feats.config import Config
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.modules import MODULES
from assistant.games.feats.orders import Order
from assistant.games.feats.state import Play
from assistant.table import Clock, Open
from assistant.table.asking import of_the_table
from assistant.table.rulebook import Rulebook

_SELDOM = frozenset((
    *("new_game", "add_character", "add_npc", "hand_over", "never_mind", "write_gremlin"),
    *("injure", "mark_dead", "set_rep", "set_dice", "back_up", "knock_out", "heal", "status", "whose_turn"),
))  # fmt: skip
"""What hardly anybody means who asks for help comes last."""

RULES: Rulebook[Play, PlayEvent, Order] = Rulebook(MODULES, gate)


def initial_state(config: Config) -> Play:
    """Nobody at the table yet."""
    return Play(config)


def grammar(state: Play) -> Sequence[Open]:
    """Everything that is open now, with the seats that may and the names that fit."""
    found = sorted(RULES.open(state), key=lambda one: one.intent in _SELDOM)
    return of_the_table(found, (player.id for player in state.seats))


def clock(state: Play) -> Clock:
    """It only says how long the evening has been: no rule of this game knows time."""
    return Clock(runs=bool(state.seats))
