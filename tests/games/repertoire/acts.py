"""Where tests about phases start: scenes without dice, an Arrival, a Production."""

from __future__ import annotations

from assistant.games.repertoire.terms import Phase
from repertoire.play import A, B, C, D, P, Table


def scene(table: Table, *participants: str) -> None:
    """A scene without dice, in which these have been."""
    table.do(participants[0], "start_scene")
    for seat in participants[1:]:
        table.do(seat, "join_scene")
    table.do(participants[0], "call_curtain")


def arrived(**settings: object) -> Table:
    """In the Arrival, everyone has had a scene; no cards yet."""
    table = Table(**settings).begun(Phase.ARRIVAL)
    scene(table, A, B, C, D)
    return table


def production(**settings: object) -> Table:
    table = arrived(**settings)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(B, "make_play", text="The Tin Duchess")
    table.do(B, "begin_production")
    return table
