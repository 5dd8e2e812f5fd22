"""Where tests about the confrontation start: Corvin (C) against the Producer, with pools as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games.repertoire import pools
from assistant.games.repertoire.state import Confrontation, Rivalry
from assistant.games.repertoire.terms import Phase, RivalryStatus
from repertoire.play import C, Table


def ready(
    steel: Sequence[int] = (), rancor: Sequence[int] | None = None, *, rivalries: int = 0, **settings: object
) -> Table:
    """C (Corvin) has this Steel and so many rivalry cards, the Producer this Rancor."""
    table = Table(**settings).begun(Phase.TRAVEL)
    cards = tuple(Rivalry(f"r{n}", n, f"Title {n}", C, RivalryStatus.HELD) for n in range(1, rivalries + 1))
    seats = tuple(replace(p, steel=pools.of(steel)) if p.id == C else p for p in table.state.seats)
    table.state = replace(table.state, seats=seats, rivalries=cards)
    if rancor is not None:
        table.state = replace(table.state, rancor=pools.of(rancor))
    return table


def facing(steel: Sequence[int] = (), rancor: Sequence[int] | None = None, **how: object) -> Table:
    table = ready(steel, rancor, **how)
    table.do(C, "confront", confirmed_by=C)
    return table


def fight(table: Table) -> Confrontation:
    assert table.state.confrontation is not None
    return table.state.confrontation


def left(table: Table) -> tuple[int, int]:
    return pools.total(fight(table).steel_pool), pools.total(fight(table).rancor_pool)
