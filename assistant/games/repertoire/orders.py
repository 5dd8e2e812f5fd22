"""One intent of Repertoire: how it is decided, and what must hold before everything else (section 3.17).

What a rules module exports is told in :mod:`assistant.table.rulebook`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.state import Troupe
from assistant.table import Command, Dice, rulebook

Outcome = rulebook.Outcome[TroupeEvent]
Decision = Callable[[Troupe, Command, Dice], Outcome]
Evolving = rulebook.Evolving[TroupeEvent, Troupe]
Telling = rulebook.Telling[TroupeEvent, Troupe]


@dataclass(frozen=True)
class Order(rulebook.Order[Troupe, TroupeEvent]):
    """An order, and the checks that come before it."""

    by: Literal["anyone", "actor", "producer", "clock"] = "anyone"
    """Whose role it needs (E_NOT_ACTOR, E_NOT_PRODUCER); ``clock`` is for what falls due only."""
    during: Literal["play", "setup", "game", "always"] = "play"
    """*play*: after curtain up; *setup*: before; *game*: either (E_SETUP, E_OVER); *always*: looking."""
    paused: bool = False
    """Accepted while the clock stands for a break (R-128)."""
    questioned: bool = False
    """Accepted while a question waits for its answer (R-076)."""


def look(decide: Decision) -> Order:
    """An order that only looks: accepted at any time."""
    return Order(decide, during="always", paused=True, questioned=True)
