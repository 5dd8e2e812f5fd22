"""The functions of the game, put together from its rules modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games.errantry.checks import gate
from assistant.games.errantry.config import Config
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.modules import MODULES
from assistant.games.errantry.orders import Order
from assistant.games.errantry.state import Episode, Quest
from assistant.table import Clock, Open
from assistant.table.asking import of_the_table
from assistant.table.rulebook import Rulebook

_SELDOM = frozenset(
    {
        *("new_game", "add_player", "player_leaves", "player_returns", "take_character", "set_up_decks", "shuffle"),
        *("hold_always", "hold_in_turn", "assign_role", "set_quest", "pass_time", "die", "reload_tables", "undo"),
        *("end_session", "set_place", "come", "leave", "bring"),
    }
)
"""What hardly anybody means who asks for help comes last."""


def initial_state(config: Config) -> Episode:
    """Nobody at the table yet."""
    return Episode(settings=config, quest=Quest(boons_required=config.boons_required))


class EpisodeRules(Rulebook[Episode, EpisodeEvent, Order]):
    """The rules of the ledger, with the time of each event kept for the timers."""

    def stamped(self, event: EpisodeEvent, at: float) -> EpisodeEvent:
        return replace(event, at=at)


RULES = EpisodeRules(MODULES, gate)
ORDERS = RULES.orders
decide = RULES.decide
evolve = RULES.evolve
narrate = RULES.narrate


def grammar(state: Episode) -> Sequence[Open]:
    """The single source for spoken help, for the recogniser's words and for random players."""
    opens = of_the_table(RULES.open(state), (player.id for player in state.players))
    return sorted(opens, key=lambda one: one.intent in _SELDOM)


def clock(state: Episode) -> Clock:
    """Runs as long as the table plays; the game knows no breaks."""
    return Clock(runs=True, due=RULES.due(state))
