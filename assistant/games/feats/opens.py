"""What is open, found by asking the rules (contract C11)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.feats.checks import gate
from assistant.games.feats.orders import Order
from assistant.games.feats.state import Play
from assistant.table import Seat
from assistant.table.asking import Asking


def _seats(state: Play) -> Iterable[Seat]:
    return (player.id for player in state.seats)


ASKING: Asking[Play, Order] = Asking(gate, _seats)
