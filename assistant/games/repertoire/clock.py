"""What the play clock does: run or stand, and what falls due (R-124, R-131, R-132, R-150, A-062)."""

from __future__ import annotations

from assistant.games.repertoire.modules import MODULES
from assistant.games.repertoire.state import Troupe
from assistant.table import Clock

_DUES = tuple(due for module in MODULES for due in getattr(module, "DUE", ()))


def clock(state: Troupe) -> Clock:
    """Runs through set-up, scenes, questions, talk between scenes; stands in breaks, before the start, at the end."""
    if not state.clock.running:
        return Clock(runs=False)
    due = [command for falling_due in _DUES for command in falling_due(state)]
    return Clock(runs=True, due=tuple(sorted(due, key=lambda command: command.at)))
