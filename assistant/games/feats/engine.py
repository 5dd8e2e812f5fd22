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

RULES: Rulebook[Play, PlayEvent, Order] = Rulebook(MODULES, gate)


def initial_state(config: Config) -> Play:
    """Nobody at the table yet."""
    return Play(config)


def grammar(state: Play) -> Sequence[Open]:
    """Everything that is open now, with the seats that may and the names that fit."""
    return of_the_table(RULES.open(state), (player.id for player in state.seats))


def clock(state: Play) -> Clock:
    """It only says how long the evening has been: no rule of this game knows time."""
    return Clock(runs=bool(state.seats))
