"""The base of all events of the game."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.table import Event


@dataclass(frozen=True, kw_only=True)
class EpisodeEvent(Event):
    """Base of all events of the game."""

    at: float = 0.0
