"""The rules modules, in the order in which their consequences follow (see :mod:`assistant.table.rulebook`)."""

from __future__ import annotations

from types import ModuleType

from assistant.games.repertoire import (
    aftermath,
    breaks,
    company,
    confrontation,
    ending,
    facts,
    looks,
    overtime,
    phases,
    picking,
    places,
    prizes,
    production,
    questions,
    rivalries,
    scenes,
    setting_aside,
    setup,
    titles,
    verdict,
)

MODULES: tuple[ModuleType, ...] = (
    *(setup, scenes, rivalries, facts, questions),
    *(overtime, ending, prizes, picking),  # rivalries are settled before the pool's dice are given out
    *(confrontation, setting_aside, aftermath),
    *(verdict, phases, places, titles, company, production),  # a game that is over enters no phase
    *(breaks, looks),
)
