"""How a rules module of The Play hands in what it decides, and what the gate asks."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.feats import terms
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.state import Play
from assistant.games.feats.terms import Phase
from assistant.table import rulebook

Outcome = rulebook.Outcome[PlayEvent]
Evolving = rulebook.Evolving[PlayEvent, Play]
Telling = rulebook.Telling[PlayEvent, Play]


@dataclass(frozen=True)
class Order(rulebook.Order[Play, PlayEvent]):
    """One intent: how it is decided, and what has to hold before (see :func:`checks.gate`)."""

    gm: bool = False
    """The game master's alone (E_GM_ONLY)."""
    phases: frozenset[Phase] | None = None
    """When it may be said (E_PHASE, E_ROLLED where it is too late); None: whenever somebody sits here."""
    always: bool = False
    """Accepted before anybody sits here, and from any seat."""


def in_combat(state: Play) -> bool:
    """For ``applies``: a fight is on."""
    return state.phase in terms.COMBAT
