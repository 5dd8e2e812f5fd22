"""What is open between the conflicts, to which seat, and what it may name: the situations of ``open_scenes.yaml``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.games.errantry import (
    closing,
    creation,
    decks,
    encounter,
    last_day,
    places,
    quest,
    roles,
    seating,
    sessions,
    stakes,
)
from assistant.games.errantry.state import Points, Transcendence
from assistant.games.errantry.terms import Life, Pool
from tests.games.errantry.acts import again, drawing, drawn, ended, meeting, met, owing, staking
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, Table
from tests.games.errantry.opens import Opens

_MODULES = (*(seating, sessions, decks, roles, stakes, encounter, creation, places, last_day, quest, closing),)
_OPENS = Opens("open_scenes.yaml", _MODULES, {"card", "first", "second", "type"})


def _away() -> Table:
    table = Table()
    table.do(ANNA, "player_leaves", player="dirk")
    return table


def _in_session() -> Table:
    table = Table()
    table.do(ANNA, "begin_session")
    table.do(ANNA, "hold_always", player="dirk")
    return table


def _by_hand() -> Table:
    table = Table(("Anna", "Ben", "Cara"), rotation="manual")
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    table.do(ANNA, "assign_role", player=ANNA, role="venan")
    return table


def _much_at_stake() -> Table:
    table = owing("Hob", "Tib")
    table.change("c1", pools={**table.character("c1").pools, Pool.VALOUR: Points(1, 5)}, keys=("vow", "rival"))
    return table


def _known(life: Life) -> Table:
    table = met()
    table.change("c7", life=life)
    again(table)
    return table


def _last_day() -> Table:
    """Mortimer's story ends today, Jaufre's has ended, a nameless one has come along and a knight is of the party."""
    table = met()
    table.do(BEN, "befriend", character="c7")
    table.do(BEN, "bring", type="beast")
    table.do(DIRK, "leave", character="c4")
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(CARA, "die", confirmed_by=CARA)
    return table


def _after() -> Table:
    table = _last_day()
    table.do(ANNA, "end_scene")
    return table


def _complete() -> Table:
    table = Table(boons_required=1)
    hers = owing("Hob").state.quest.boons
    table.state = replace(table.state, quest=replace(table.state.quest, boons=hers))
    table.do(ANNA, "begin_session")
    return table


_SITUATIONS: dict[str, Callable[[], Table]] = {
    "nobody is here": lambda: Table(()),
    "before the first session": Table,
    "one has left": _away,
    "a session, one holds always": _in_session,
    "roles by hand": _by_hand,
    "stakes": staking,
    "stakes of all kinds": _much_at_stake,
    "whom do they meet": meeting,
    "a known card": lambda: _known(Life.ALIVE),
    "the card of somebody dead": lambda: _known(Life.DEAD),
    "a new card": drawing,
    "a number": drawn,
    "in play": met,
    "the end of a scene": ended,
    "a last day": _last_day,
    "between two scenes": _after,
    "the quest is complete": _complete,
}


@pytest.mark.rule("E-007", "E-015", "E-018", "E-029", "E-135", "E-141")
@pytest.mark.parametrize("situation", _SITUATIONS)
def test_what_is_open(situation: str) -> None:
    assert _OPENS.now(_SITUATIONS[situation]().state) == sorted(_OPENS.told[situation])


def test_every_situation_is_told() -> None:
    assert list(_OPENS.told) == list(_SITUATIONS)
