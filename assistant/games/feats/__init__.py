"""The Play: feats rolled against the game master, statements in turn for each success, fights blow by blow."""

from __future__ import annotations

from assistant.games.feats.config import FILES, Config
from assistant.games.feats.engine import RULES, clock, grammar, initial_state
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.faults import check, hints
from assistant.games.feats.state import Play
from assistant.games.feats.view import view
from assistant.table import Game

__all__ = ["GAME"]

GAME: Game[Play, Config, PlayEvent] = Game(
    id="feats",
    title="The Play",
    config=Config,
    files=FILES,
    events=tuple(PlayEvent.__subclasses__()),
    check=check,
    initial_state=initial_state,
    decide=RULES.decide,
    evolve=RULES.evolve,
    grammar=grammar,
    clock=clock,
    view=view,
    narrate=RULES.narrate,
    hints=hints,
)
