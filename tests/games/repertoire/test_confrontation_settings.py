"""Every setting of 4.6, the confrontation, with each value."""

from __future__ import annotations

import pytest

from assistant.games.repertoire import pools
from assistant.games.repertoire.terms import Demeanour, Outcome
from repertoire.fights import facing, fight, ready
from repertoire.play import A, C, P


@pytest.mark.rule("R-106")
def test_a_082_in_the_middle_of_a_scene() -> None:
    table = ready((6,), confront_in_scene=True)
    table.do(A, "start_scene")
    table.do(C, "confront", confirmed_by=C)
    assert table.refused(A, "stake_trial") == "E_CONFRONTATION_OPEN"
    assert table.refused(A, "call_curtain") == "E_CONFRONTATION_OPEN"


@pytest.mark.rule("R-107")
@pytest.mark.parametrize(("again", "loser", "winner"), [("once", 0, 0), ("losers", 1, 0), ("all", 1, 1)])
def test_a_084_twice_by_the_same_actor(again: str, loser: int, winner: int) -> None:
    for dice, may in (((2, 12), loser), ((6, 5), winner)):
        table = facing((6,), (12,), confront_max=again)
        table.do(C, "roll", dice=dice)
        table.do(C, "end_argument")
        if may:
            table.do(C, "confront", confirmed_by=C)
        else:
            assert table.refused(C, "confront") == "E_CONFRONTED"


@pytest.mark.rule("R-108")
def test_a_085_without_any_steel_it_may_be_refused() -> None:
    assert ready(confront_without_steel=False).refused(C, "confront") == "E_DIE_UNAVAILABLE"


@pytest.mark.rule("R-111", "R-114")
@pytest.mark.parametrize(
    ("way", "steel", "rancor"),
    [("stay", {6: 1, 8: 1}, {4: 2}), ("round", {6: 1, 8: 1}, {4: 2}), ("good", {8: 1}, {4: 1})],
)
def test_a_087_whether_dice_that_made_points_leave_the_pool(
    way: str, steel: dict[int, int], rancor: dict[int, int]
) -> None:
    table = facing((6, 8, 10), (4, 4, 12), point_dice_return=way)
    table.do(C, "roll", dice=(6, 1, 1, 4, 1, 1))
    table.do(C, "end_argument")
    table.do(C, "set_aside", pile="1x12")
    table.do(P, "set_aside", pile="1x10")
    assert (dict(fight(table).steel_pool), dict(fight(table).rancor_pool)) == (steel, rancor)


@pytest.mark.rule("R-114")
@pytest.mark.parametrize(("way", "taken"), [("stay", True), ("round", False), ("good", False)])
def test_a_087_a_die_that_made_a_point_may_be_chosen_while_it_stays(way: str, taken: bool) -> None:
    table = facing((6, 8, 10), (4, 6, 12), point_dice_return=way)
    table.do(C, "roll", dice=(6, 1, 1, 4, 1, 1))
    table.do(C, "end_argument")
    if taken:
        table.do(C, "set_aside", pile="1x4")
    else:
        assert table.refused(C, "set_aside", pile="1x4") == "E_DIE_UNAVAILABLE"


@pytest.mark.rule("R-113")
@pytest.mark.parametrize(("argued", "made"), [(True, (0, 1)), (False, (2, 1))])
def test_a_089_whether_only_argued_points_count(argued: bool, made: tuple[int, int]) -> None:
    table = facing((6, 8, 10), (4, 6, 12), points_must_be_argued=argued)
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.do(C, "state_points", n=0)
    table.do(C, "end_argument")
    assert fight(table).points_made == made


@pytest.mark.rule("R-122")
@pytest.mark.parametrize(
    ("returns", "steel", "rancor"), [("all", {6: 2}, 6), ("rancor", {6: 1}, 6), ("none", {6: 1}, 4)]
)
def test_a_092_whether_dice_set_aside_come_back(returns: str, steel: dict[int, int], rancor: int) -> None:
    table = facing((6, 6), (12, 12), aside_returns=returns)
    table.do(C, "roll", dice=(6, 6, 12, 1))
    table.do(C, "end_argument")
    assert (table.player(C).outcome, dict(table.player(C).steel)) == (Outcome.WON, steel)
    assert pools.total(table.state.rancor) == rancor


@pytest.mark.rule("R-120")
def test_a_095_the_mood_may_be_fixed_by_the_outcome() -> None:
    table = facing(demeanour="fixed")
    assert table.player(C).demeanour is Demeanour.DEPRESSIVE
    assert table.refused(C, "take_mood", mood="insufferable") == "E_CONTENT"
    assert table.refused(C, "take_mood", mood="depressive") == "E_DUPLICATE"
