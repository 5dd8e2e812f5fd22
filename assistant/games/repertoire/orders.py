"""How a rules module says what it can decide, and how the engine finds it.

A rules module exports, each optional:

* ``DECIDE: dict[str, Order]``: by intent. The same intent may stand in two modules (``roll`` in a scene and in a
  confrontation); then the first whose ``applies`` holds is taken, else the first of all.
  Words that become known later come as intent ``draft``; their order stands under ``draft_`` + the original intent.
* ``EVOLVE: Evolving``: by class of event, function(state, event) -> state.
* ``FOLLOWS: tuple[function(state) -> event | None, ...]``: what follows of itself from a state (a last die given out, a
  scene closing). After each decision the engine asks them in the order of the modules, takes the first answer, and asks
  again, until none has anything to add.
* ``OPEN: tuple[function(state) -> Iterable[Open], ...]``: what can be asked for now.
* ``DUE: tuple[function(state) -> Iterable[Command], ...]``: what falls due on the play clock.
* ``NARRATE: Telling``: by class of event, function(state, event) -> cues: how an event is announced; no entry = silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.state import Troupe
from assistant.table import Ask, Command, Cue, Dice, Refusal, Roll

Outcome = Sequence[TroupeEvent] | Cue | Refusal | Ask | Roll
Decision = Callable[[Troupe, Command, Dice], Outcome]
Follow = Callable[[Troupe], TroupeEvent | None]
Evolving = dict[type[TroupeEvent], Callable[[Troupe, Any], Troupe]]
Telling = dict[type[TroupeEvent], Callable[[Troupe, Any], Iterable[Cue]]]


def _always(state: Troupe) -> bool:
    return True


@dataclass(frozen=True)
class Order:
    """One intent: how it is decided, and the checks that come before everything else (section 3.17)."""

    decide: Decision
    by: Literal["anyone", "actor", "producer", "clock"] = "anyone"
    """Whose role it needs (E_NOT_ACTOR, E_NOT_PRODUCER); ``clock`` is for what falls due only."""
    during: Literal["play", "setup", "game", "always"] = "play"
    """*play*: after curtain up; *setup*: before; *game*: either (E_SETUP, E_OVER); *always*: looking."""
    paused: bool = False
    """Accepted while the clock stands for a break (R-128)."""
    questioned: bool = False
    """Accepted while a question waits for its answer (R-076)."""
    applies: Callable[[Troupe], bool] = _always


def look(decide: Decision) -> Order:
    """An order that only looks: accepted at any time."""
    return Order(decide, during="always", paused=True, questioned=True)
