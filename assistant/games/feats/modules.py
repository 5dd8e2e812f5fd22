"""The rules modules of the game, in the order in which their consequences follow."""

from __future__ import annotations

from types import ModuleType

from assistant.games.feats import (
    again,
    aiming,
    called,
    chances,
    combat,
    declaring,
    exchange,
    gremlins,
    injuries,
    kinds,
    looks,
    modifiers,
    other_action,
    recounting,
    rep,
    rolling,
    safe_place,
    seating,
    sequence,
    stating,
    telling,
)

MODULES: tuple[ModuleType, ...] = (
    seating,
    injuries,  # who goes down is known before what that ends (F-140)
    *(declaring, modifiers, gremlins, rep, rolling, stating),
    *(combat, aiming, sequence, other_action, exchange, again, telling, recounting, kinds, chances),
    *(safe_place, looks, called),
)
