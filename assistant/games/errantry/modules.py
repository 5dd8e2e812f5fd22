"""The rules modules of the game, in the order in which their consequences follow (:mod:`assistant.table.rulebook`)."""

from __future__ import annotations

from types import ModuleType

from assistant.games.errantry import (
    actions,
    clearing,
    closing,
    company,
    creation,
    decks,
    encounter,
    giving_up,
    grouping,
    groups,
    healing,
    intentions,
    last_day,
    looks,
    making,
    opening,
    pain,
    places,
    quest,
    refreshing,
    resolving,
    roles,
    seating,
    sessions,
    spending,
    stage,
    stakes,
    telling,
    throwing,
    timing,
    trial,
    window,
)

_TABLE: tuple[ModuleType, ...] = (seating, sessions, decks, timing)
_SCENES: tuple[ModuleType, ...] = (roles, stakes, encounter, creation, making, places)
_CHECKS: tuple[ModuleType, ...] = (opening, company, healing, clearing, throwing, spending, window, refreshing, telling)
_PAIN: tuple[ModuleType, ...] = (pain, intentions, stage, actions, resolving, groups, grouping, giving_up, trial)
_ENDS: tuple[ModuleType, ...] = (closing, last_day, quest, looks)

MODULES: tuple[ModuleType, ...] = (*_TABLE, *_SCENES, *_PAIN, *_CHECKS, *_ENDS)
