"""The functions of the game, put together from its rules modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games.repertoire.checks import gate
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import GameBegun, TimeExpired, TimeWarned
from assistant.games.repertoire.events_scene import FactWorded, RollOpened
from assistant.games.repertoire.modules import MODULES
from assistant.games.repertoire.orders import Order
from assistant.games.repertoire.state import PlayClock, Troupe
from assistant.table import Clock, Open
from assistant.table.rulebook import Rulebook

_SELDOM = ("spell", "reword", "excuse", "end_game", "add_seat", "new_game")
"""What hardly anybody means who asks for help comes last."""


def initial_state(config: Config) -> Troupe:
    """Nobody at the table yet."""
    return Troupe(settings=config, clock=PlayClock(limit_s=config.limit_s))


class TroupeRules(Rulebook[Troupe, TroupeEvent, Order]):
    """The rules of the ledger, on a play clock."""

    def stamped(self, event: TroupeEvent, at: float) -> TroupeEvent:
        return replace(event, at=at)

    def evolve(self, state: Troupe, event: TroupeEvent) -> Troupe:
        return _timed(state, super().evolve(state, event), event)


def _timed(before: Troupe, after: Troupe, event: TroupeEvent) -> Troupe:
    """Playing time goes on while the clock runs. A warning, a late roller, words put right: nobody has moved."""
    if isinstance(event, GameBegun) or not before.clock.running:
        return after
    elapsed = min(max(after.clock.elapsed_s, event.at), after.clock.limit_s)
    idle = after.idle_since if isinstance(event, TimeWarned | TimeExpired | FactWorded | RollOpened) else elapsed
    if elapsed == after.clock.elapsed_s and idle == after.idle_since:
        return after
    return replace(after, clock=replace(after.clock, elapsed_s=elapsed), idle_since=idle)


RULES = TroupeRules(MODULES, gate)
ORDERS = RULES.orders
decide = RULES.decide
evolve = RULES.evolve
narrate = RULES.narrate
"""Mechanics are silent (R-141): most events are an earcon and no word."""


def grammar(state: Troupe) -> Sequence[Open]:
    """The single source for spoken help, for the recogniser's words and for random players."""
    return tuple(sorted(RULES.open(state), key=lambda one: one.intent in _SELDOM))


def clock(state: Troupe) -> Clock:
    """Runs through set-up, scenes, questions, talk between scenes; stands in breaks, before the start, at the end
    (R-124, R-131, R-132, R-150, A-062)."""
    if not state.clock.running:
        return Clock(runs=False)
    return Clock(runs=True, due=RULES.due(state))
