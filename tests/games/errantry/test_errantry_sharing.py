"""Zeitgeist: shared pools, shared harm, and how it ends."""

from __future__ import annotations

import pytest

from assistant.games.errantry.events_check import PoolSpent
from assistant.games.errantry.terms import PainPhase, Pool
from assistant.table import Cue, Roll
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import CAPTAIN, JAUFRE, KNIGHT, MORTIMER, ROSAMUND, THIEF, Fight, part, rolls, sides

# ---- E-117


@pytest.mark.rule("E-117")
def test_anybody_on_the_side_pays_before_the_roll_or_after_it() -> None:
    table = sides()
    table.points(MORTIMER, Pool.VALOUR, 2)
    assert table.refused(DIRK, "pay_for", character=CAPTAIN) == "E_NOT_IN"
    assert table.refused(ANNA, "pay_for", character=MORTIMER) == "E_SAME_CHARACTER"
    assert table.refused(ANNA, "pay_for", character="nobody") == "E_WHO"
    assert table.refused(CARA, "pay_for", character=MORTIMER) == "E_NOT_IN"
    table.do(ANNA, "pay_for", character=ROSAMUND)
    assert table.said()[0] == "Mortimer helps Rosamund."
    assert (table.now(MORTIMER)["valour"], table.step(2).pool_bonus_used) == (1, True)
    assert table.refused(ANNA, "pay_for", character=ROSAMUND) == "E_POOL_ONCE"
    table.do(ANNA, "roll_round", dice=dice("−−−−"))
    assert table.refused(CARA, "let_stand") == "E_WRONG_PHASE"  # the next has not rolled yet
    table.do(ANNA, "roll", dice=dice("000−"))
    assert table.try_(DIRK, "pay_for", character=MORTIMER) == Roll((3,), by=DIRK, faces="fudge")
    table.do(DIRK, "pay_for", character=MORTIMER, dice=dice("+"))
    assert table.pain.rolled[0].level == 3


@pytest.mark.rule("E-117")
def test_a_37_one_die_for_a_check_or_one_of_each_helper() -> None:
    table = sides(zeitgeist_pool="each_helper")
    table.order(JAUFRE, "join_pain")
    table.order(JAUFRE, "state_intention", target=CAPTAIN)
    table.points(JAUFRE, Pool.VALOUR, 0)
    table.do(ANNA, "pay_for", character=ROSAMUND)
    assert table.refused(ANNA, "pay_for", character=ROSAMUND) == "E_POOL_ONCE"
    assert table.refused(CARA, "pay_for", character=ROSAMUND) == "E_POOL_EMPTY"
    table.points(JAUFRE, Pool.VALOUR, 1)
    table.do(CARA, "pay_for", character=ROSAMUND)
    assert [event.character for event in table.events if isinstance(event, PoolSpent)] == [MORTIMER, JAUFRE]


@pytest.mark.rule("E-117")
def test_outside_zeitgeist_nobody_pays_for_another_one() -> None:
    table = Fight()
    table.fight(MORTIMER, CAPTAIN)
    assert table.refused(ANNA, "pay_for", character=CAPTAIN) == "E_NOT_TWO_SIDES"


# ---- E-118, E-119


@pytest.mark.rule("E-118", "E-141")
def test_the_losing_side_shares_and_nobody_else() -> None:
    table = sides()
    rolls(table, "000", "+000000", "−−−", "00−0")
    assert table.pain.sharing is not None
    harm = table.pain.sharing.harm
    assert table.refused(ANNA, "share_harm", character=CAPTAIN, n=1) == "E_NOT_YOURS"
    assert table.refused(BEN, "share_harm", character=MORTIMER, n=1) == "E_NOT_IN"
    assert table.refused(BEN, "share_harm", character=CAPTAIN, n=harm + 1) == "E_SUM_WRONG"
    assert table.refused(BEN, "share_harm", character=CAPTAIN) == "E_SUM_WRONG"
    assert table.refused(BEN, "share_harm", character=CAPTAIN, n=-1) == "E_SUM_WRONG"
    assert table.refused(BEN, "share_harm", character="nobody", n=1) == "E_WHO"
    part(table, captain=1)
    table.do(BEN, "share_harm", character=CAPTAIN, n=2)
    table.do(BEN, "share_harm", character=THIEF, share="rest")
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((2,), (harm - 2,))
    assert not any("falls out" in line for line in table.said())
    assert table.pain.phase is PainPhase.WINDOW


@pytest.mark.rule("E-118")
def test_one_may_take_nothing_of_it() -> None:
    table = sides()
    rolls(table, "000", "0000000", "−−−", "00−0")
    part(table, captain=0)
    table.do(BEN, "share_harm", character=THIEF, share="rest")
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((), (2,))


@pytest.mark.rule("E-119", "E-107")
def test_who_was_broken_before_falls_out_when_no_box_is_left() -> None:
    table = sides()
    table.marks(CAPTAIN, 2, 3, 4, 5, 6, 7, pool=Pool.ARTES)
    table.order(CAPTAIN, "pass_round")
    rolls(table, "000", "0000000", "−−−")
    table.do(BEN, "share_harm", character=CAPTAIN, share="all")
    assert (table.fighter(CAPTAIN).out, table.fighter(CAPTAIN).bloodied_by) == (True, (MORTIMER,))


@pytest.mark.rule("E-116", "E-108")
def test_an_action_against_the_other_side_goes_on_without_the_target() -> None:
    table = sides()
    rolls(table, "000", "0000000", "−−−", "00−0")
    part(table, captain=1, thief=1)
    table.order(CAPTAIN, "give_up")
    assert table.fighter(MORTIMER).ability == "sword"
    rolls(table, "000", "0000000", "0000")


@pytest.mark.rule("E-118")
def test_all_of_it_may_go_to_one() -> None:
    table = sides()
    rolls(table, "000", "0000000", "−−−", "00−0")
    table.do(BEN, "share_harm", character=THIEF, share="all")
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((), (2,))


@pytest.mark.rule("E-118")
def test_a_36_or_must() -> None:
    table = sides(zeitgeist_split="whole")
    rolls(table, "000", "0000000", "−−−", "00−0")
    assert table.refused(BEN, "share_harm", character=THIEF, n=1) == "E_SUM_WRONG"
    table.do(BEN, "share_harm", character=CAPTAIN, n=0)
    table.do(BEN, "share_harm", character=THIEF, n=2)
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((), (2,))


@pytest.mark.rule("E-118")
def test_one_alone_is_not_asked() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=4)
    table.fight(MORTIMER, KNIGHT)
    table.do(ANNA, "fight_as_groups")
    rolls(table, "000", "−−−")
    assert table.boxes(KNIGHT) == (4,)
    assert table.pain.phase is PainPhase.WINDOW


@pytest.mark.rule("E-118", "E-105")
@pytest.mark.parametrize(("gear", "boxes"), [("ignored", (2,)), ("last_roller", (3,))])
def test_a_61_gear_is_ignored_or_the_last_rollers_weapon_meets_each_ones_armour(
    gear: str, boxes: tuple[int, ...]
) -> None:
    table = sides(zeitgeist_gear=gear)
    table.gear(MORTIMER, weapon=2)
    table.gear(THIEF, armour=1)
    rolls(table, "000", "0000000", "−−−", "00−0")
    table.do(BEN, "share_harm", character=THIEF, share="all")
    assert table.boxes(THIEF) == boxes


@pytest.mark.rule("E-119", "E-107")
def test_a_38_who_is_broken_falls_out_and_the_intention_waits_for_the_end() -> None:
    table = sides()
    table.marks(THIEF, 2, 3, 4, 5, 6, pool=Pool.ARTES)
    rolls(table, "000", "0000000", "−−−", "0000")
    table.do(BEN, "share_harm", character=THIEF, share="all")
    assert "Thief falls out." in table.said("results")
    assert (table.boxes(THIEF), table.fighter(THIEF).out, table.fighter(THIEF).fate) == ((2, 3, 4, 5, 6, 7), True, ())
    table.do(ANNA, "next_round")
    assert [step.character for step in table.check.steps] == [MORTIMER, CAPTAIN, ROSAMUND]


@pytest.mark.rule("E-119", "E-109", "E-112")
@pytest.mark.parametrize(("credit", "owners"), [("last_roller", [MORTIMER]), ("members", [MORTIMER, ROSAMUND])])
def test_a_75_the_last_roller_or_each_member_gains_the_boon(credit: str, owners: list[str]) -> None:
    table = sides(zeitgeist_credit=credit)
    table.marks(THIEF, 2, 3, 4, 5, 6, pool=Pool.ARTES)
    rolls(table, "000", "0000000", "−−−", "0000")
    table.do(BEN, "share_harm", character=THIEF, share="all")
    table.do(BEN, "give_up", character=CAPTAIN)
    assert table.state.pain is None
    assert [owner for owner, _ in table.boons()] == owners
    assert table.boxes(THIEF) == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("E-131", "E-116")
def test_a_41_before_the_other_side_has_rolled_there_is_no_harm_to_deal() -> None:
    table = sides(transcend_harm=True)
    rolls(table, "+++")
    assert table.state.pain is None
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((), ())


@pytest.mark.rule("E-131", "E-116")
def test_a_seven_on_the_way_ends_it_at_once() -> None:
    table = sides()
    table.do(ANNA, "roll_round", dice=dice("+++"))
    table.stands()
    assert table.state.pain is None
    assert table.character(ROSAMUND).transcendence is not None
    assert "Transcendent! The Pain is over." in table.said("results")


@pytest.mark.rule("E-131", "E-116")
@pytest.mark.parametrize("dealt", [True, False])
def test_a_41_the_harm_of_a_round_with_a_seven_is_dealt_where_the_table_wants_it(dealt: bool) -> None:
    table = Fight(transcend_harm=dealt)
    table.ranks(MORTIMER, sword=4)
    table.fight(KNIGHT, MORTIMER)
    table.do(ANNA, "fight_as_groups")
    rolls(table, "−−−", "+++")
    assert table.state.pain is None
    assert table.boxes(KNIGHT) == ((1,) if dealt else ())
    assert table.boons() == ([(MORTIMER, KNIGHT)] if dealt else [])


@pytest.mark.rule("E-108", "E-116")
def test_we_give_up_is_said_for_a_side() -> None:
    table = sides()
    rolls(table, "000", "0000000", "−−−", "0000")
    assert isinstance(table.try_(DIRK, "who_is_in"), Cue)
    part(table, captain=1, thief=1)
    table.do(DIRK, "we_give_up")
    assert table.state.pain is None
    assert "Captain and Thief win the Pain." in table.said("results")


@pytest.mark.rule("E-108", "E-141")
def test_who_speaks_for_a_whole_side_gives_up_for_it_and_who_speaks_for_both_is_asked_for_whom() -> None:
    table = sides()
    table.do(BEN, "we_give_up")
    assert [each.give_up_queued for each in table.pain.fighters] == [False, True, False, True]
    table = Fight()
    table.pain_between(MORTIMER, CAPTAIN)
    table.order(THIEF, "join_pain")
    table.order(THIEF, "state_intention", target=CAPTAIN)
    assert table.refused(BEN, "we_give_up") == "E_WHO"


@pytest.mark.rule("E-118", "E-092")
def test_a_side_without_success_does_no_harm_and_a_whole_side_may_pass() -> None:
    table = sides()
    for who in (MORTIMER, ROSAMUND, CAPTAIN, THIEF):
        table.order(who, "pass_round")
    table.do(ANNA, "roll_round")
    assert (table.pain.round, table.pain.phase) == (2, PainPhase.WINDOW)
