"""What is open between the conflicts, to which seat, and what it may name: the situations of ``open_scenes.yaml``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from assistant.games.errantry import (
    closing,
    creation,
    decks,
    encounter,
    engine,
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
from tests.games.errantry.acts import again, made, meeting, met, owing, staking
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, Table
from tests.games.scripted import written

_MODULES = (*(seating, sessions, decks, roles, stakes, encounter, creation, places, last_day, quest, closing),)
_INTENTS = frozenset(intent for module in _MODULES for intent in module.DECIDE)
_SAME_FOR_ALL = frozenset({"card", "first", "second", "type"})
_OPEN = yaml.safe_load(Path(__file__).with_name("open_scenes.yaml").read_text(encoding="utf-8"))


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


def _drawing() -> Table:
    table = meeting(environment=True)
    table.do(BEN, "tell_court_card", card="queen of hearts")
    return table


def _drawn() -> Table:
    table = _drawing()
    table.do(BEN, "tell_number", first="ten of clubs", second="seven of diamonds")
    return table


def _outcome() -> Table:
    table = owing("Hob")
    table.do(ANNA, "set_stakes", stake="discharge")
    made(table)
    table.do(ANNA, "end_scene")
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
    "a new card": _drawing,
    "a number": _drawn,
    "in play": met,
    "the end of a scene": _outcome,
    "a last day": _last_day,
    "between two scenes": _after,
    "the quest is complete": _complete,
}


@pytest.mark.rule("E-007", "E-015", "E-018", "E-029", "E-135", "E-141")
@pytest.mark.parametrize("situation", _SITUATIONS)
def test_what_is_open(situation: str) -> None:
    table = _SITUATIONS[situation]()
    opens = [written(one, _SAME_FOR_ALL) for one in engine.grammar(table.state) if one.intent in _INTENTS]
    assert sorted(opens) == sorted(_OPEN[situation])


def test_every_situation_is_told() -> None:
    assert list(_OPEN) == list(_SITUATIONS)
