"""The rules modules of the game, in the order in which their consequences follow (:mod:`assistant.table.rulebook`)."""

from __future__ import annotations

from types import ModuleType

from assistant.games.errantry import (
    closing,
    creation,
    decks,
    encounter,
    last_day,
    looks,
    making,
    places,
    quest,
    roles,
    seating,
    sessions,
    stakes,
    timing,
)

_TABLE: tuple[ModuleType, ...] = (seating, sessions, decks, timing)
_SCENES: tuple[ModuleType, ...] = (roles, stakes, encounter, creation, making, places)
_CHECKS: tuple[ModuleType, ...] = ()
_PAIN: tuple[ModuleType, ...] = ()
_ENDS: tuple[ModuleType, ...] = (closing, last_day, quest, looks)

MODULES: tuple[ModuleType, ...] = (*_TABLE, *_SCENES, *_CHECKS, *_PAIN, *_ENDS)
