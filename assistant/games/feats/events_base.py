"""The base of all events of the game."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.table import Event


@dataclass(frozen=True, kw_only=True)
class PlayEvent(Event):
    """Base of all events of the game. All lie open on the table."""
