"""What can be asked for now: the single source for spoken help, for the recogniser's words and for random players."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.repertoire.modules import MODULES
from assistant.games.repertoire.state import Troupe
from assistant.table import Open

_SELDOM = ("reword", "excuse", "end_game", "add_seat", "new_game")
"""What hardly anybody means who asks for help comes last."""

_OPENERS = tuple(opener for module in MODULES for opener in getattr(module, "OPEN", ()))


def grammar(state: Troupe) -> Sequence[Open]:
    """Everything that is open now, with the seats that may and the names that fit."""
    found = (one for opener in _OPENERS for one in opener(state) if one.seats is None or one.seats)
    return tuple(sorted(found, key=lambda one: one.intent in _SELDOM))
