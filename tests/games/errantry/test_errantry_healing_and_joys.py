"""Healing checks, and pools that are full again after a good time (E-114, E-126 to E-129)."""

from __future__ import annotations

import pytest

from assistant.games.errantry.state import HarmMark
from assistant.games.errantry.terms import Pool
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Checks
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


def _hurt(*boxes: int, **settings: object) -> Checks:
    table = Checks(**settings)
    table.rank(MORTIMER, first_aid=2, counsel=1)
    table.change(YSOLDE, harm={box: HarmMark(Pool.VALOUR) for box in boxes})
    table.spent()
    return table


@pytest.mark.rule("E-114")
def test_the_best_ability_that_heals_or_the_one_that_is_named() -> None:
    table = _hurt(1)
    table.do(ANNA, "heal", patient=YSOLDE)
    assert table.step().ability == "first_aid"
    table.do(ANNA, "never_mind")
    table.do(ANNA, "heal", patient=YSOLDE, ability="counsel")
    assert table.step().ability == "counsel"


@pytest.mark.rule("E-114")
def test_who_can_be_healed_and_by_whom() -> None:
    table = _hurt(1)
    table.change(MORTIMER, harm={1: HarmMark(Pool.VALOUR)})
    assert table.refused(ANNA, "heal", patient=MORTIMER) == "E_SAME_CHARACTER"
    assert table.refused(ANNA, "heal", patient=JAUFRE) == "E_NOTHING_TO_HEAL"
    assert table.refused(DIRK, "heal", patient=YSOLDE) == "E_NO_HEALER"
    assert table.refused(ANNA, "heal", patient=YSOLDE, ability="sword") == "E_NO_HEALER"
    table.do(DIRK, "heal", patient=YSOLDE, ability="first_aid")
    assert table.step().rank == -1
    assert table.refused(CARA, "help_somebody", ability="counsel") == "E_CHECK_OPEN"


@pytest.mark.rule("E-114")
def test_a_healing_check_stays_one() -> None:
    table = _hurt(1)
    table.do(ANNA, "heal", patient=YSOLDE)
    assert table.refused(ANNA, "change_ability", ability="sword") == "E_NO_HEALER"
    table.do(ANNA, "change_ability", ability="counsel")
    assert table.step().ability == "counsel"


@pytest.mark.rule("E-114")
@pytest.mark.parametrize(
    ("boxes", "faces", "gap", "left"),
    [
        ((1, 2, 4), "0 0 0", "lower", [1, 2]),
        ((1, 4), "0 0 0", "lower", [1]),
        ((1, 4), "0 0 0", "nothing", [1, 4]),
        ((3, 4), "0 0 0", "lower", [1, 2]),
        ((1, 2), "0 0 +", "lower", [1]),
        ((1, 2), "− − −", "lower", [1, 2]),
    ],
)
def test_what_a_healing_check_takes_away(boxes: tuple[int, ...], faces: str, gap: str, left: list[int]) -> None:
    table = _hurt(*boxes, heal_gap=gap)
    table.do(ANNA, "heal", patient=YSOLDE)
    table.roll(faces)
    assert sorted(table.character(YSOLDE).harm) == left


@pytest.mark.rule("E-114")
@pytest.mark.parametrize("limit", ["scene", "free"])
def test_once_a_scene_and_healer_even_if_it_failed(limit: str) -> None:
    table = _hurt(1, 2, heal_limit=limit)
    table.do(ANNA, "heal", patient=YSOLDE)
    table.roll("− − −")
    assert table.said()[-1] == "Failure."
    if limit == "scene":
        assert table.refused(ANNA, "heal", patient=YSOLDE) == "E_HEAL_LIMIT"
    else:
        table.do(ANNA, "heal", patient=YSOLDE)


# ---- Refreshing


def _tired(**settings: object) -> Checks:
    table = Checks(**settings)
    for who in (MORTIMER, YSOLDE, KNIGHT):
        for pool in Pool:
            table.points(who, pool, 1)
    return table


@pytest.mark.rule("E-126", "E-127", "E-128", "E-129")
@pytest.mark.parametrize(
    ("pool", "said"),
    [("valour", "Valor is full: five."), ("courtesie", "Courtesy is full: three."), ("artes", "Arts is full: three.")],
)
def test_a_pool_is_full_again_with_the_encounter_character_of_the_scene(pool: str, said: str) -> None:
    table = _tired()
    table.do(ANNA, "refresh", pool=pool)
    points = table.character(MORTIMER).pools
    assert [each for each in Pool if points[each].now == points[each].max] == [pool]
    assert table.said() == [said]


@pytest.mark.rule("E-126")
def test_somebody_else_has_to_take_part() -> None:
    table = _tired()
    assert table.refused(ANNA, "refresh", pool="valour", partner=MORTIMER) == "E_ALONE"
    assert table.refused(BEN, "refresh", character=KNIGHT, pool="valour") == "E_ALONE"
    assert table.refused(ANNA, "refresh", pool="nothing") == "E_POOL_NEEDED"
    assert table.refused(CARA, "refresh", character=MORTIMER, pool="valour") == "E_NOT_YOURS"
    table.do(DIRK, "leave", character=ROSAMUND)
    assert table.refused(ANNA, "refresh", pool="valour", partner=ROSAMUND) == "E_NOT_HERE"
    table.do(BEN, "refresh", character=KNIGHT, pool="valour", partner=MORTIMER)
    assert table.character(KNIGHT).pools[Pool.VALOUR].now == 4


@pytest.mark.rule("E-126")
def test_not_while_a_check_is_on() -> None:
    table = _tired()
    table.do(ANNA, "use_ability", ability="sword")
    assert table.refused(ANNA, "refresh", pool="valour") == "E_WRONG_PHASE"


@pytest.mark.rule("E-126")
@pytest.mark.parametrize("contest", ["resist_check", "compete"])
def test_a_contest_with_that_partner_must_be_won_unless_it_was_none(contest: str) -> None:
    table = _tired()
    if contest == "compete":
        table.do(ANNA, "compete", character=MORTIMER, rival=KNIGHT, ability="sword")
    else:
        table.do(ANNA, "resist_check", target=KNIGHT, ability="sword", defence="sword")
    table.roll("0 0 0  0 0 0")
    table.stands()
    assert table.refused(ANNA, "refresh", pool="valour") == "E_CONTEST_LOST"
    table.do(ANNA, "refresh", pool="courtesie", partner=YSOLDE)
    table.do(ANNA, "refresh", pool="valour", no_contest="yes")
    table.do(BEN, "refresh", character=KNIGHT, pool="valour", partner=MORTIMER)


@pytest.mark.rule("E-126")
def test_a_shared_first_place_is_no_victory() -> None:
    table = _tired()
    table.do(ANNA, "compete", character=MORTIMER, rival=KNIGHT, ability="sword")
    table.roll("0 0 +  0 0 0")
    table.stands()
    table.do(ANNA, "settle_tie", choice="share")
    assert table.refused(ANNA, "refresh", pool="valour") == "E_CONTEST_LOST"


@pytest.mark.rule("E-126")
def test_a_check_of_another_kind_is_no_contest() -> None:
    table = _tired()
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("− − −")
    table.stands()
    table.do(ANNA, "refresh", pool="valour")
