"""The rules modules of the game, in the order in which their consequences follow (see :mod:`orders`)."""

from __future__ import annotations

from types import ModuleType

from assistant.games.repertoire import breaks, ending, facts, looks, picking, scenes, setup

MODULES: tuple[ModuleType, ...] = (setup, scenes, facts, ending, picking, breaks, looks)
