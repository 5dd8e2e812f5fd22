"""One intent of Errantry: how it is decided, and what must hold before everything else (sections 0 and 2, E-141).

What a rules module exports is told in :mod:`assistant.table.rulebook`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.state import Episode
from assistant.games.errantry.terms import Moment
from assistant.table import Command, Dice, rulebook

Outcome = rulebook.Outcome[EpisodeEvent]
Decision = Callable[[Episode, Command, Dice], Outcome]
Evolving = rulebook.Evolving[EpisodeEvent, Episode]
Telling = rulebook.Telling[EpisodeEvent, Episode]

ALWAYS = frozenset(Moment)
NO_SCENE = frozenset({Moment.NO_SCENE})
PLAY = frozenset({Moment.PLAY})
UNROLLED = frozenset({Moment.FREE_AND_CLEAR})
"""A check with a step that is not rolled."""
WINDOW = frozenset({Moment.ROLLED})
"""The post-roll window of a check."""
PAIN = frozenset(moment for moment in Moment if moment.startswith("PAIN_"))
IN_SCENE = ALWAYS - NO_SCENE
CALM = NO_SCENE | PLAY | {Moment.OUTCOME}
"""No check and no Pain is on, and the scene, if there is one, is being played."""


@dataclass(frozen=True)
class Order(rulebook.Order[Episode, EpisodeEvent]):
    """An order, and the checks that come before it."""

    by: Literal["anyone", "venan", "tenan", "marshal", "owner", "clock", "shell"] = "anyone"
    """Whose it is (E-141). *marshal*: also the Tenan where there is no Marshal, and beside one whose own character
    acts (E-040). *owner*: who speaks for the character that ``slot`` names, or for the speaker's own where it names
    none. *clock*: what falls due only. *shell*: needs no known seat."""
    live: frozenset[Moment] = ALWAYS
    """When: E_WRONG_PHASE at other moments."""
    instead: Mapping[Moment, str] = field(default_factory=dict)
    """The rule's own code at a moment when it is not live, e.g. E_DICE_ROLLED after the roll."""
    slot: str = "character"


def look(decide: Decision) -> Order:
    """An order that only looks: accepted at any time."""
    return Order(decide)
