"""Zeitgeist: side against side, with shared pools and shared harm."""

from __future__ import annotations

import pytest

from assistant.games.errantry.events_check import PoolSpent
from assistant.games.errantry.state import CheckStep
from assistant.games.errantry.terms import Action, Moment, PainMode, PainPhase, Pool
from assistant.table import Cue, Roll
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import CAPTAIN, JAUFRE, KNIGHT, MORTIMER, ROSAMUND, THIEF, Fight


def sides(**settings: object) -> Fight:
    """Mortimer (Sword 2) and Rosamund (Sword 4) against captain and thief, with Sword each; free and clear."""
    table = Fight(**settings)
    table.ranks(MORTIMER, sword=2, endure=2)
    table.ranks(ROSAMUND, sword=4, endure=1)
    table.rank(CAPTAIN, sword=2)
    table.rank(THIEF, sword=0)
    table.pain_between(MORTIMER, CAPTAIN)
    for who, target in ((ROSAMUND, CAPTAIN), (THIEF, MORTIMER)):
        table.order(who, "join_pain")
        table.order(who, "state_intention", target=target)
    table.do(ANNA, "close_intentions")
    for who in (ROSAMUND, THIEF):
        table.order(who, "use_ability", ability="sword")
    table.do(ANNA, "fight_as_groups")
    return table


def rolls(table: Fight, *faces: str) -> None:
    """The round, roll by roll; each stands."""
    first, *others = faces
    table.do(ANNA, "roll_round", dice=dice(first))
    for each in others:
        table.stands()
        table.next_roll(each)
    table.stands()


def part(table: Fight, **parts: int) -> None:
    names = {"captain": CAPTAIN, "thief": THIEF}
    for who, points in parts.items():
        table.do(BEN, "share_harm", character=names[who], n=points)


# ---- E-115


@pytest.mark.rule("E-115")
def test_targets_must_split_all_fighters_into_two_sides() -> None:
    table = Fight()
    table.pain_between(MORTIMER, CAPTAIN)
    table.order(KNIGHT, "join_pain")
    assert table.refused(ANNA, "fight_as_groups") == "E_NOT_TWO_SIDES"
    table.order(KNIGHT, "state_intention", target=CAPTAIN)
    table.order(CAPTAIN, "state_intention", target=KNIGHT)
    table.do(ANNA, "fight_as_groups")
    assert table.pain.sides == ((MORTIMER, KNIGHT), (CAPTAIN,)), "one alone is a side too"
    assert table.refused(ANNA, "fight_as_groups") == "E_NOT_TWO_SIDES", "they do already"


@pytest.mark.rule("E-115")
def test_three_after_each_other_in_a_ring_are_not_two_sides() -> None:
    table = Fight()
    table.pain_between(MORTIMER, CAPTAIN)
    table.order(KNIGHT, "join_pain")
    table.order(CAPTAIN, "state_intention", target=KNIGHT)
    table.order(KNIGHT, "state_intention", target=MORTIMER)
    assert table.refused(ANNA, "fight_as_groups") == "E_NOT_TWO_SIDES"


@pytest.mark.rule("E-115")
def test_sides_are_found_along_chains_of_targets_and_called_by_who_is_on_them() -> None:
    table = Fight()
    table.pain_between(MORTIMER, CAPTAIN)
    for who in (THIEF, KNIGHT, ROSAMUND):
        table.order(who, "join_pain")
    table.order(THIEF, "state_intention", target=ROSAMUND)
    table.order(ROSAMUND, "state_intention", target=KNIGHT)
    table.order(KNIGHT, "state_intention", target=MORTIMER)
    table.do(ANNA, "fight_as_groups")
    assert table.pain.sides == ((MORTIMER, ROSAMUND), (CAPTAIN, THIEF, KNIGHT))
    assert table.said() == ["Zeitgeist: party against Captain."]
    table = Fight()
    table.pain_between(MORTIMER, CAPTAIN)
    table.order(KNIGHT, "join_pain")
    table.order(KNIGHT, "state_intention", target=CAPTAIN)
    table.do(ANNA, "fight_as_groups")
    assert table.said() == ["Zeitgeist: Mortimer against Captain."], "not all of them are of the party"


@pytest.mark.rule("E-115", "E-077")
def test_who_joins_later_is_on_the_side_that_his_target_is_not_on() -> None:
    table = sides()
    table.points(JAUFRE, Pool.VALOUR, 0)
    table.order(JAUFRE, "join_pain")
    assert table.no(JAUFRE, "state_intention", target=JAUFRE) == "E_NOT_IN"
    table.order(JAUFRE, "state_intention", target=THIEF)
    assert table.pain.sides == ((MORTIMER, ROSAMUND, JAUFRE), (CAPTAIN, THIEF))
    assert table.refused(CARA, "pay_for", character=ROSAMUND, payer=JAUFRE) == "E_POOL_EMPTY"
    assert table.refused(ANNA, "pay_for", character=JAUFRE) == "E_ABILITY_NEEDED"
    table.order(JAUFRE, "use_ability", ability="music")
    assert table.pain.mode is PainMode.ZEITGEIST


@pytest.mark.rule("E-115", "E-080")
def test_nobody_is_after_his_own_side() -> None:
    table = sides()
    table.order(MORTIMER, "change_intention")
    assert {table.fighter(MORTIMER).changing, table.fighter(ROSAMUND).changing} == {True}
    for who in (MORTIMER, ROSAMUND):
        table.order(who, "defend", ability="endure")
    rolls(table, "000", "00000", "−−0", "00−0")
    table.do(ANNA, "next_round")
    assert table.no(MORTIMER, "state_intention", target=ROSAMUND) == "E_NOT_TWO_SIDES"
    table.order(MORTIMER, "state_intention", target=THIEF)
    assert (table.fighter(ROSAMUND).target, table.fighter(ROSAMUND).due) == (THIEF, False), "as a whole"


# ---- E-116


@pytest.mark.rule("E-116", "E-073")
def test_each_side_rolls_from_the_highest_rank_down_and_the_last_roll_is_its_own() -> None:
    table = sides()
    table.do(ANNA, "ready")
    first = table.check.id
    assert [step.character for step in table.check.steps] == [ROSAMUND, MORTIMER]
    table.next_roll("−−−")
    table.stands()
    assert [extra.count for extra in table.step(1).bonus] == [1]
    table.next_roll("000−")
    table.stands()
    assert "Party: Good." in table.said("results")
    assert [step.character for step in table.check.steps] == [CAPTAIN, THIEF]
    assert table.check.id != first
    table.next_roll("−−−")
    table.stands()
    assert [extra.source for extra in table.step(1).penalty] == ["group_fail"]
    table.next_roll("+++0")
    table.stands()
    assert table.levels() == {MORTIMER: 2, THIEF: 2}
    assert "Stalemate. All four may change intention." in table.said("results")
    assert all(fighter.free_change for fighter in table.pain.fighters)


@pytest.mark.rule("E-074", "E-116")
def test_what_is_hard_for_one_is_hard_for_all() -> None:
    table = sides()
    table.do(CARA, "give_penalty", character=MORTIMER, n=1)
    table.do(CARA, "set_difficulty", character=ROSAMUND, difficulty=2)
    table.do(ANNA, "ready")
    assert [extra.source for step in table.check.steps for extra in step.penalty] == ["marshal", "marshal"]
    assert [step.difficulty for step in table.check.steps] == [2, 2]


@pytest.mark.rule("E-116")
def test_a_75_a_side_defends_as_a_whole_and_its_first_roller_has_the_bonus_dice() -> None:
    table = sides()
    table.order(MORTIMER, "defend", ability="endure")
    assert (table.fighter(ROSAMUND).kind, table.fighter(ROSAMUND).ability) == (Action.NONE, "")
    assert table.refused(ANNA, "ready") == "E_WAITING_FOR"
    table.order(ROSAMUND, "defend", ability="endure")
    rolls(table, "000", "00000", "−−0", "00−0")
    assert "holds" in " ".join(table.said("results"))
    held = table.fighter(MORTIMER).defence_bonus
    assert held == table.levels()[ROSAMUND]
    for who in (MORTIMER, ROSAMUND):
        table.order(who, "use_ability", ability="sword")
    table.do(ANNA, "ready")
    first, second = table.check.steps
    assert first.character == ROSAMUND
    assert (_won(first), _won(second)) == (held, 0)


def _won(step: CheckStep) -> int:
    return sum(extra.count for extra in step.bonus if extra.source == "defence")


@pytest.mark.rule("E-115", "E-116")
def test_who_defends_has_to_say_anew_when_his_side_forms_around_an_attack() -> None:
    table = Fight()
    table.ranks(ROSAMUND, sword=2, endure=1)
    table.pain_between(MORTIMER, CAPTAIN)
    table.order(ROSAMUND, "join_pain")
    table.order(ROSAMUND, "state_intention", target=CAPTAIN)
    table.do(ANNA, "close_intentions")
    table.order(ROSAMUND, "defend", ability="endure")
    table.do(ANNA, "fight_as_groups")
    assert (table.fighter(ROSAMUND).ability, table.fighter(MORTIMER).ability) == ("", "sword")


@pytest.mark.rule("E-116", "E-085")
def test_a_side_in_which_all_pass_has_nothing_against_the_other() -> None:
    table = sides()
    for who in (CAPTAIN, THIEF):
        table.order(who, "pass_round")
    rolls(table, "000", "0000000")
    assert (table.state.moment, table.pain.sharing is not None) == (Moment.PAIN_RESOLVE, True)
    assert [line for line in table.said() if line.startswith(("Party", "Captain"))] == ["Party: Good."]


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
    assert table.refused(BEN, "share_harm", character="nobody", n=1) == "E_WHO"
    part(table, captain=1)
    table.do(BEN, "share_harm", character=CAPTAIN, n=2)
    table.do(BEN, "share_harm", character=THIEF, share="rest")
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((2,), (harm - 2,))
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
    table.do(BEN, "share_harm", character=THIEF, n=2)
    assert table.boxes(THIEF) == (2,)


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
def test_a_seven_on_the_way_ends_it_at_once() -> None:
    table = sides()
    table.do(ANNA, "roll_round", dice=dice("+++"))
    table.stands()
    assert table.state.pain is None
    assert table.character(ROSAMUND).transcendence is not None
    assert "Transcendent! The Pain is over." in table.said("results")


@pytest.mark.rule("E-131", "E-116")
def test_a_41_the_harm_of_a_round_with_a_seven_is_dealt_where_the_table_wants_it() -> None:
    table = Fight(transcend_harm=True)
    table.ranks(MORTIMER, sword=4)
    table.fight(KNIGHT, MORTIMER)
    table.do(ANNA, "fight_as_groups")
    rolls(table, "−−−", "+++")
    assert table.state.pain is None
    assert table.boxes(KNIGHT) == (1,)
    assert table.boons() == [(MORTIMER, KNIGHT)]


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
