"""Errantry: knights-errant on a quest, after "Playing Out an Episode" and the Solar System by Clinton R. Nixon.

The rules and tables in this folder are offered under CC BY-SA 2.5, with that attribution (README.md).
"""

from __future__ import annotations

from assistant.games.errantry.config import FILES, Config
from assistant.games.errantry.engine import clock, decide, evolve, grammar, initial_state, narrate
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.faults import check, hints
from assistant.games.errantry.state import Episode
from assistant.games.errantry.view import view
from assistant.table import Game

__all__ = ["GAME"]

GAME: Game[Episode, Config, EpisodeEvent] = Game(
    id="errantry",
    title="Errantry",
    config=Config,
    files=FILES,
    events=tuple(EpisodeEvent.__subclasses__()),
    check=check,
    hints=hints,
    initial_state=initial_state,
    decide=decide,
    evolve=evolve,
    grammar=grammar,
    clock=clock,
    view=view,
    narrate=narrate,
)
