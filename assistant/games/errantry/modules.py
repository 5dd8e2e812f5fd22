"""The rules modules of the game, in the order in which their consequences follow (:mod:`assistant.table.rulebook`)."""

from __future__ import annotations

from types import ModuleType

MODULES: tuple[ModuleType, ...] = ()
