"""How events are announced. Mechanics are silent (R-141): most events are an earcon and no word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.modules import MODULES
from assistant.games.repertoire.state import Troupe
from assistant.table import Cue

NARRATE: dict[type, Callable[[Troupe, Any], Iterable[Cue]]] = {
    event: tell for module in MODULES for event, tell in getattr(module, "NARRATE", {}).items()
}


def narrate(state: Troupe, event: TroupeEvent) -> Sequence[Cue]:
    """The cues for an event, ``state`` being the one after it."""
    tell = NARRATE.get(type(event))
    return () if tell is None else tuple(tell(state, event))
