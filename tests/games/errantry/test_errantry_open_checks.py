"""What is open around checks, to which seat, and what it may name: the situations of ``open_checks.yaml``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.games.errantry import clearing, company, healing, opening, refreshing, spending, throwing, window
from assistant.games.errantry.state import HarmMark
from assistant.games.errantry.terms import Pool
from tests.games.errantry.checking import KNIGHT, MORTIMER, YSOLDE, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.opens import Opens

_MODULES = (opening, company, healing, clearing, throwing, spending, window, refreshing)
_OPENS = Opens("open_checks.yaml", _MODULES, {"ability", "then", "defence", "dice", "helped"})


def _in_play() -> Checks:
    table = Checks()
    table.change(YSOLDE, harm={1: HarmMark(Pool.VALOUR)})
    table.points(MORTIMER, Pool.VALOUR, 1)
    table.points(YSOLDE, Pool.ARTES, 1)
    table.points(KNIGHT, Pool.VALOUR, 1)
    return table


def _against(**settings: object) -> Checks:
    table = Checks(gifts=True, **settings)
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    return table


def _half_rolled() -> Checks:
    table = _against()
    table.do(ANNA, "rolled", dice=dice("000"))
    return table


def _rolled() -> Checks:
    table = _half_rolled()
    table.do(BEN, "rolled", dice=dice("000"))
    return table


def _final() -> Checks:
    table = _rolled()
    table.stands()
    return table


def _chain() -> Checks:
    table = Checks()
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    return table


def _going_on() -> Checks:
    table = _chain()
    table.do(CARA, "roll", dice=dice("+++"))
    table.stands()
    return table


def _failed() -> Checks:
    table = _chain()
    table.do(CARA, "roll", dice=dice("−−−"))
    table.stands()
    return table


def _together() -> Checks:
    table = Checks()
    table.do(DIRK, "help_together", ability="lore")
    return table


def _contest() -> Checks:
    table = Checks()
    table.do(ANNA, "compete", character=MORTIMER, rival=KNIGHT, ability="sword")
    table.do(BEN, "join_contest", character=YSOLDE)
    return table


def _tie() -> Checks:
    table = Checks()
    table.do(ANNA, "compete", character=MORTIMER, rival=KNIGHT, ability="ride")
    table.roll("0 0 0  + + +")
    table.stands()
    return table


def _tie_break() -> Checks:
    table = _tie()
    table.do(ANNA, "settle_tie", choice="again")
    return table


def _broken() -> Checks:
    table = Checks()
    table.change(YSOLDE, harm={7: HarmMark(Pool.ARTES)})
    table.points(YSOLDE, Pool.COURTESIE, 0)
    table.do(BEN, "use_ability", character=YSOLDE, ability="lore")
    return table


def _marshal_acts() -> Checks:
    table = Checks()
    table.do(CARA, "use_ability", ability="persuade")
    table.do(CARA, "give_penalty", n=2)
    return table


_SITUATIONS: dict[str, Callable[[], Checks]] = {
    "in play": _in_play,
    "against the knight": _against,
    "against the knight, half rolled": _half_rolled,
    "against the knight, rolled": _rolled,
    "against the knight, final": _final,
    "against the knight, roles not guarded": lambda: _against(role_guard="trusted"),
    "a chain": _chain,
    "a chain goes on": _going_on,
    "a chain has failed": _failed,
    "together": _together,
    "a contest": _contest,
    "a tie": _tie,
    "a tie is broken": _tie_break,
    "a broken character": _broken,
    "the marshal acts": _marshal_acts,
}


@pytest.mark.rule("E-036", "E-050", "E-062", "E-065", "E-140", "E-141")
@pytest.mark.parametrize("situation", _SITUATIONS)
def test_what_is_open(situation: str) -> None:
    assert _OPENS.now(_SITUATIONS[situation]().state) == sorted(_OPENS.told[situation])


def test_every_situation_is_told() -> None:
    assert list(_OPENS.told) == list(_SITUATIONS)
