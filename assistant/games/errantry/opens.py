"""What is open, found by asking the rules of Errantry."""

from __future__ import annotations

from assistant.games.errantry.checks import gate
from assistant.games.errantry.orders import Order
from assistant.games.errantry.state import Episode
from assistant.table.asking import Asking

_ASKING: Asking[Episode, Order] = Asking(gate, lambda state: [player.id for player in state.players])

allowed = _ASKING.allowed
seats = _ASKING.seats
plain = _ASKING.plain
named = _ASKING.named
