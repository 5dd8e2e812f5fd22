"""Edges of confrontations: a die more or less, a number told, who is still waited for."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import Status
from assistant.table import Refusal
from repertoire.fights import facing, fight
from repertoire.play import C, P, Table


def _setting_aside() -> Table:
    """Two Points made by the Actor, one by the Producer, and a choice for each."""
    table = facing((6, 8, 10), (4, 6, 12))
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.do(C, "end_argument")
    return table


@pytest.mark.rule("R-110")
def test_in_a_round_too_a_face_that_is_not_on_its_die_is_none() -> None:
    for dice in ((0, 1, 1, 1), (1, 9, 1, 1), (1, 1, 1), (1, 1, 1, 1, 1)):
        assert facing((6, 8), (4, 12)).refused(C, "roll", dice=dice) == "E_DIE_VALUE"


@pytest.mark.rule("R-110")
def test_the_producer_may_tell_that_he_has_none_and_the_actor_roll() -> None:
    table = facing((6, 8), (4, 12))
    assert table.refused(P, "tell_points", n=-1) == "E_COUNT"
    table.do(P, "tell_points", n=0)
    table.do(C, "roll", dice=(6, 6))
    assert table.refused(C, "state_points", n=-1) == "E_COUNT"
    assert fight(table).points_rolled == (2, 0)


@pytest.mark.rule("R-110")
@pytest.mark.parametrize(("tells", "rolls", "dice", "points"), [(P, C, (6, 6), (2, 1)), (C, P, (4, 1), (1, 1))])
def test_one_side_s_number_told_stands_beside_the_other_s_dice(
    tells: str, rolls: str, dice: tuple[int, int], points: tuple[int, int]
) -> None:
    table = facing((6, 8), (4, 12))
    table.do(tells, "tell_points", n=1)
    table.do(rolls, "roll", dice=dice)
    assert fight(table).points_rolled == points


@pytest.mark.rule("R-114")
def test_who_has_one_die_left_to_set_aside_is_still_waited_for() -> None:
    table = _setting_aside()
    table.do(C, "set_aside", pile=12)
    table.do(P, "set_aside", pile=10)
    outcome = table.try_(P, "set_aside", pile=8)
    assert isinstance(outcome, Refusal)
    assert outcome.slots == {"player": "Cleo"}


@pytest.mark.rule("R-114")
@pytest.mark.parametrize(("first", "size", "waits"), [(C, 12, "Paul"), (P, 10, "Cleo")])
def test_who_has_set_aside_all_is_told_who_has_not(first: str, size: int, waits: str) -> None:
    table = _setting_aside()
    table.do(first, "set_aside", pile="big")
    outcome = table.try_(first, "set_aside", pile=size)
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.slots) == ("E_NOT_YOUR_PICK", {"player": waits})
    assert table.state.status is Status.PLAYING
