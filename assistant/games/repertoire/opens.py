"""What is open, found by asking the rules of Repertoire."""

from __future__ import annotations

from assistant.games.repertoire.checks import gate
from assistant.games.repertoire.orders import Order
from assistant.games.repertoire.state import Troupe
from assistant.table.asking import Asking

_ASKING: Asking[Troupe, Order] = Asking(gate, lambda state: [player.id for player in state.seats])

allowed = _ASKING.allowed
seats = _ASKING.seats
plain = _ASKING.plain
named = _ASKING.named
