"""The rules modules of the game, in the order in which their consequences follow."""

from __future__ import annotations

from types import ModuleType

MODULES: tuple[ModuleType, ...] = (
    # combat
)
