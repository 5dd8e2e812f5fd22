"""The rules modules of the game, in the order in which their consequences follow."""

from __future__ import annotations

from types import ModuleType

from assistant.games.feats import (
    declaring,
    gremlins,
    injuries,
    looks,
    modifiers,
    rep,
    rolling,
    safe_place,
    seating,
    stating,
)

MODULES: tuple[ModuleType, ...] = (
    seating,
    injuries,  # who goes down is known before what that ends (F-140)
    *(declaring, modifiers, gremlins, rep, rolling, stating),
    # combat
    *(safe_place, looks),
)
