"""Repertoire: a wandering troupe of actors, their tyrannical Producer, and eight hours to stand up to him."""

from __future__ import annotations

from assistant.games.repertoire.config import Config, check
from assistant.games.repertoire.engine import clock, decide, evolve, grammar, initial_state, narrate
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.view import view
from assistant.table import Game

__all__ = ["GAME"]

GAME: Game[Troupe, Config, TroupeEvent] = Game(
    id="repertoire",
    title="Repertoire",
    config=Config,
    files=(),
    events=tuple(TroupeEvent.__subclasses__()),
    check=check,
    initial_state=initial_state,
    decide=decide,
    evolve=evolve,
    grammar=grammar,
    clock=clock,
    view=view,
    narrate=narrate,
)
