"""What is open in the Pain, to which seat, and what it may name: the situations of ``open_pain.yaml``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.games.errantry import (
    actions,
    clearing,
    engine,
    giving_up,
    grouping,
    intentions,
    pain,
    resolving,
    spending,
    stage,
    throwing,
    trial,
    window,
)
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA
from tests.games.errantry.fighting import KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Fight, rolls, sides
from tests.games.errantry.opens import Opens

_MODULES = (
    *(pain, intentions, actions, stage, giving_up, grouping, resolving, trial),
    *(clearing, throwing, spending, window),
)
_OPENS = Opens("open_pain.yaml", _MODULES, {"ability", "dice"})


def _may_come() -> Fight:
    table = Fight()
    table.check_between(MORTIMER, KNIGHT, ("sword", "sword"))
    return table


def _begun(**settings: object) -> Fight:
    table = Fight(**settings)
    table.pain_between(MORTIMER, KNIGHT)
    return table


def _three() -> Fight:
    """Rosamund has joined and not yet said what she wants; the knight has."""
    table = _begun()
    table.order(ROSAMUND, "join_pain")
    table.order(KNIGHT, "state_intention", target=MORTIMER)
    return table


def _talk(**settings: object) -> Fight:
    table = Fight(**settings)
    table.ranks(MORTIMER, sword=2)
    table.fight(MORTIMER, KNIGHT)
    return table


def _ready() -> Fight:
    table = _talk()
    table.do(ANNA, "ready")
    return table


def _rolled() -> Fight:
    table = _talk()
    table.order(MORTIMER, "change_intention")
    table.order(MORTIMER, "pass_round")
    table.do(ANNA, "roll_round", dice=dice("000"))
    return table


def _hit() -> Fight:
    """Mortimer has taken two; the knight nothing."""
    table = _talk()
    table.rank(KNIGHT, sword=3)
    table.order(KNIGHT, "use_ability", ability="sword")
    table.round("0−0 0−0")
    return table


def _due() -> Fight:
    """The knight wants something else, and has to say what."""
    table = _talk()
    table.order(KNIGHT, "change_intention")
    table.order(KNIGHT, "defend", ability="endure")
    table.round("000 000")
    table.do(ANNA, "next_round")
    return table


def _given_up() -> Fight:
    """Rosamund gives up to the knight as soon as he has said what he wants now."""
    table = Fight(open_intention="now")
    table.pain_between(ROSAMUND, KNIGHT)
    table.order(YSOLDE, "join_pain")
    table.order(YSOLDE, "state_intention", target=KNIGHT)
    table.do(ANNA, "close_intentions")
    table.order(KNIGHT, "change_intention")
    for who in (KNIGHT, YSOLDE):
        table.order(who, "pass_round")
    table.round("−−−")
    table.order(ROSAMUND, "give_up")
    return table


def _sharing(**settings: object) -> Fight:
    table = sides(**settings)
    rolls(table, "00−", "0+0000", "−−0", "00−0")
    return table


_SITUATIONS: dict[str, Callable[[], Fight]] = {
    "after a resisted check": _may_come,
    "intentions": _begun,
    "intentions of three": _three,
    "free and clear": _talk,
    "free and clear, roles not guarded": lambda: _talk(role_guard="trusted"),
    "ready": _ready,
    "rolled": _rolled,
    "one is hit": _hit,
    "a new intention is due": _due,
    "one gives up once it is said": _given_up,
    "side against side": sides,
    "harm to share": _sharing,
    "harm to share, roles not guarded": lambda: _sharing(role_guard="trusted"),
}


@pytest.mark.rule("E-075", "E-078", "E-085", "E-096", "E-108", "E-141")
@pytest.mark.parametrize("situation", _SITUATIONS)
def test_what_is_open(situation: str) -> None:
    assert _OPENS.now(_SITUATIONS[situation]().state) == sorted(_OPENS.told[situation])


def test_every_situation_is_told() -> None:
    assert list(_OPENS.told) == list(_SITUATIONS)


@pytest.mark.rule("E-084")
def test_who_defends_is_offered_the_three_ways_of_withstanding() -> None:
    offered = [one for one in engine.grammar(_talk().state) if one.intent == "defend"]
    assert {tuple(name.id for name in one.slots["ability"]) for one in offered} == {("endure", "react", "resist")}
