"""Before the dice: opening a check, changing it, difficulty, penalty dice, how many dice, dropping it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import names
from assistant.games.errantry.state import HarmMark
from assistant.games.errantry.terms import CheckKind, CheckPhase, Moment, Pool, Role
from assistant.table import Command, Cue
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, YSOLDE, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


@pytest.mark.rule("E-034")
@pytest.mark.parametrize(
    ("scale", "ranks"),
    [
        ("seed", ["None", "Novice", "Apprentice", "Competent", "Adept", "Master", "Grand Master"]),
        ("revised", ["None", "Novice", "Apprentice", "Adept", "Master", "Grand Master"]),
        ("custom", ["Nil", "Low", "High"]),
    ],
)
def test_ranks_have_names(scale: str, ranks: list[str]) -> None:
    table = Checks(rank_scale=scale, rank_names=("Nil", "Low", "High"))
    assert [names.rank(table.state, number) for number in range(-1, len(ranks) - 1)] == ranks
    table.rank(MORTIMER, sword=1)
    assert table.try_(ANNA, "show_rank", ability="sword") == Cue(
        "rank", {"character": "Sir Mortimer", "ability": "Sword", "rank": ranks[2]}
    )


@pytest.mark.rule("E-035")
def test_an_ability_that_is_not_on_the_sheet_counts_minus_one_with_the_pool_of_the_list() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="seduce")
    assert (table.step().rank, table.step().pool) == (-1, Pool.COURTESIE)
    assert table.said()[-1] == "Sir Mortimer has no Seduce: minus one."


@pytest.mark.rule("E-035", "E-037")
def test_a_change_to_an_ability_that_is_not_on_the_sheet_says_so() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="seduce")
    table.do(ANNA, "change_ability", ability="seduce")
    assert table.said() == ["Changed to Seduce.", "Sir Mortimer has no Seduce: minus one."]
    table.do(BEN, "change_ability", ability="sword")
    assert table.said() == ["Changed to Sword."]


@pytest.mark.rule("E-035")
def test_an_ability_that_no_list_has_needs_a_pool() -> None:
    table = Checks()
    assert table.refused(ANNA, "use_ability", ability="juggling") == "E_POOL_NEEDED"
    table.do(ANNA, "use_ability", pool="courtesie", text="juggling")
    assert (table.step().ability, table.step().rank, table.step().pool) == ("juggling", -1, Pool.COURTESIE)
    table.do(ANNA, "use_ability", pool="arts")
    assert (table.step().ability, table.step().pool) == ("Artes", Pool.ARTES)


@pytest.mark.rule("E-036")
def test_one_check_at_a_time_with_an_ability_and_perhaps_an_intention() -> None:
    table = Checks()
    assert table.refused(ANNA, "use_ability") == "E_ABILITY_NEEDED"
    table.do(ANNA, "use_ability", ability="sword", text="the rope comes down")
    assert (table.check.kind, table.step().intention) == (CheckKind.UNOPPOSED, "the rope comes down")
    assert table.state.moment is Moment.FREE_AND_CLEAR
    assert table.refused(CARA, "complex_check", ability="sword", then="lance") == "E_CHECK_OPEN"


@pytest.mark.rule("E-036", "E-141")
def test_a_seat_acts_with_its_own_character_and_the_holder_with_the_knight() -> None:
    table = Checks()
    assert table.refused(CARA, "use_ability", character=MORTIMER, ability="sword") == "E_NOT_YOURS"
    table.do(BEN, "use_ability", ability="sword")
    assert table.step().character == KNIGHT


@pytest.mark.rule("E-036")
def test_who_is_away_does_not_act() -> None:
    table = Checks()
    table.do(DIRK, "leave", character="c4")
    assert table.refused(DIRK, "use_ability", ability="bow") == "E_NOT_HERE"


@pytest.mark.rule("E-037")
def test_an_ability_may_be_changed_and_what_was_paid_for_it_comes_back() -> None:
    table = Checks(gifts=True)
    table.do(ANNA, "use_ability", ability="sword")
    table.do(ANNA, "spend")
    table.do(ANNA, "use_secret", secret="steady_hand")
    table.do(BEN, "give_gift", character=MORTIMER)
    assert table.character(MORTIMER).pools[Pool.VALOUR].now == 3
    table.do(ANNA, "change_ability", ability="persuade")
    assert table.said() == ["Changed to Persuade."]
    assert table.character(MORTIMER).pools[Pool.VALOUR].now == 5
    assert [extra.source for extra in table.step().bonus] == ["gift:2"]
    assert (table.step().ability, table.step().pool_bonus_used) == ("persuade", False)
    table.roll("0 0 0 0")
    assert table.refused(ANNA, "change_ability", ability="sword") == "E_DICE_ROLLED"


@pytest.mark.rule("E-037")
def test_i_use_is_understood_as_a_change_while_a_check_is_talked_about() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    table.do(ANNA, "use_ability", ability="lance", text="now on horseback")
    assert (table.step().ability, table.step().rank, table.step().intention) == ("lance", 3, "now on horseback")
    assert table.refused(CARA, "change_ability", ability="sword") == "E_NOT_IN_CHECK"


@pytest.mark.rule("E-037", "E-066")
def test_the_first_naming_in_a_check_opened_without_an_ability() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT)
    assert table.step(1).pool is None
    assert table.refused(ANNA, "roll") == "E_ABILITY_NEEDED"
    table.do(BEN, "change_ability", ability="sword")
    assert (table.step(1).ability, table.step(1).rank) == ("sword", 3)


@pytest.mark.rule("E-038")
def test_the_marshal_sets_the_difficulty_before_the_dice() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    assert table.refused(ANNA, "set_difficulty", difficulty=2) == "E_NOT_YOURS"
    table.do(CARA, "set_difficulty", difficulty=2)
    assert table.said() == ["Difficulty Good."]
    assert [step.difficulty for step in table.check.steps] == [2, 2]
    table.do(CARA, "set_difficulty", difficulty=1, character=KNIGHT)
    assert [step.difficulty for step in table.check.steps] == [2, 1]
    assert table.refused(CARA, "set_difficulty", difficulty=3) == "E_DIFF_UNSET"
    table.roll("0 0 0 0 0 0")
    assert table.refused(CARA, "set_difficulty", difficulty=1) == "E_DICE_ROLLED"


@pytest.mark.rule("E-059")
@pytest.mark.parametrize("ask", [False, True])
def test_a_difficulty_is_asked_for_or_is_marginal(ask: bool) -> None:
    table = Checks(ask_difficulty=ask)
    table.do(ANNA, "use_ability", ability="sword")
    if ask:
        assert table.refused(ANNA, "roll", dice=(2, 2, 2)) == "E_DIFF_UNSET"
        table.do(CARA, "set_difficulty", difficulty=1)
    table.roll("0 0 0")
    assert table.step().difficulty == 1


@pytest.mark.rule("E-039")
def test_the_marshal_gives_up_to_two_penalty_dice_and_may_take_them_back() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    assert table.refused(CARA, "give_penalty", n=3) == "E_MARSHAL_MAX"
    assert table.refused(DIRK, "give_penalty", n=1) == "E_NOT_YOURS"
    table.do(CARA, "give_penalty", n=2)
    assert table.said() == ["Marshal gives two penalty dice."]
    table.do(CARA, "give_penalty", n=1)
    assert table.said() == ["Marshal gives one penalty die."]
    assert sum(extra.count for extra in table.step().penalty) == 1
    table.do(CARA, "give_penalty", n=0)
    assert table.step().penalty == ()


@pytest.mark.rule("E-039")
def test_with_two_left_to_roll_a_name_is_needed() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    assert table.refused(CARA, "give_penalty", n=1) == "E_WHO"
    table.do(CARA, "give_penalty", n=1, character=KNIGHT)
    assert [len(step.penalty) for step in table.check.steps] == [0, 1]
    table.do(ANNA, "rolled", dice=dice("0 0 0"))
    table.do(CARA, "give_penalty", n=2)
    assert [sum(extra.count for extra in step.penalty) for step in table.check.steps] == [0, 2]


@pytest.mark.rule("E-040")
def test_the_holder_may_give_them_to_the_marshals_own_character_and_both_give_two_at_most() -> None:
    table = Checks()
    table.do(CARA, "resist_check", ability="music", target=KNIGHT, defence="persuade")
    assert table.refused(DIRK, "give_penalty", n=1, character=JAUFRE) == "E_NOT_YOURS"
    assert table.refused(BEN, "give_penalty", n=1, character=KNIGHT) == "E_NOT_YOURS"
    table.do(BEN, "give_penalty", n=1, character=JAUFRE)
    assert table.said() == ["Holder gives one penalty die."]
    assert table.refused(CARA, "give_penalty", n=2, character=JAUFRE) == "E_MARSHAL_MAX"
    table.do(CARA, "give_penalty", n=1, character=JAUFRE)
    assert [(extra.source, extra.count) for extra in table.step().penalty] == [("tenan", 1), ("marshal", 1)]


@pytest.mark.rule("E-012", "E-038", "E-039")
@pytest.mark.parametrize(("no_marshal", "anybody"), [("tenan", False), ("table", True)])
def test_without_a_marshal_the_holder_rules_or_the_whole_table(no_marshal: str, anybody: bool) -> None:
    table = Checks(no_marshal=no_marshal)
    assert table.state.scene is not None
    roles = {role: seat for role, seat in table.state.scene.roles.items() if role is not Role.MARSHAL}
    table.state = replace(table.state, scene=replace(table.state.scene, roles=roles))
    table.do(ANNA, "use_ability", ability="sword")
    if anybody:
        table.do(DIRK, "set_difficulty", difficulty=2)
    else:
        assert table.refused(DIRK, "set_difficulty", difficulty=2) == "E_NOT_YOURS"
    table.do(BEN, "give_penalty", n=1)
    assert [(extra.source, extra.count) for extra in table.step().penalty] == [("marshal", 1)]


@pytest.mark.rule("E-038", "E-039", "E-050", "E-141")
def test_where_no_role_is_guarded_anybody_rules_and_accepts() -> None:
    table = Checks(role_guard="trusted")
    table.do(DIRK, "use_ability", character=MORTIMER, ability="sword")
    table.do(ANNA, "give_penalty", n=1)
    assert table.step().penalty[0].source == "marshal"
    table.do(DIRK, "roll", dice=dice("0 0 0 0"))
    table.do(CARA, "accept")
    assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-041", "E-100", "E-101")
def test_harm_puts_dice_on_every_check_and_bruises_are_used_up() -> None:
    table = Checks()
    table.change(MORTIMER, harm={4: HarmMark(Pool.VALOUR)}, pending_bruise=1)
    table.spent()
    table.do(ANNA, "use_ability", ability="sword")
    assert table.said() == ["Sir Mortimer uses Sword. Roll five dice."]
    table.roll("0 0 0 + +")
    assert "Two penalty dice from harm." in table.said()
    assert table.step().kept == (0, 0, 0)
    assert table.character(MORTIMER).pending_bruise == 0
    table.do(ANNA, "use_ability", ability="persuade")
    assert table.said()[0] == "Sir Mortimer uses Persuade. Roll three dice."


@pytest.mark.rule("E-045")
def test_how_many_dice_and_which_are_kept() -> None:
    table = Checks(gifts=True)
    table.do(ANNA, "use_ability", ability="sword")
    assert table.try_(ANNA, "how_many_dice") == Cue("dice", {"n": 3, "harm": 0})
    table.do(BEN, "give_gift", character=MORTIMER)
    table.do(DIRK, "give_gift", character=MORTIMER)
    assert table.try_(ANNA, "how_many_dice") == Cue("dice.best", {"n": 5, "harm": 0})
    table.do(CARA, "give_penalty", n=2)
    table.change(MORTIMER, pending_bruise=1)
    assert table.try_(ANNA, "how_many_dice") == Cue("dice.worst", {"n": 4, "harm": 1})
    assert table.refused(ANNA, "roll", dice=(1, 1, 1)) == "E_DICE_COUNT"


@pytest.mark.rule("E-140")
def test_a_check_is_dropped_and_all_that_was_paid_and_given_comes_back() -> None:
    table = Checks(gifts=True)
    before = table.state
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.do(ANNA, "spend")
    table.do(ANNA, "use_secret", secret="steady_hand")
    table.do(DIRK, "give_gift", character=KNIGHT)
    assert table.refused(DIRK, "never_mind") == "E_NOT_YOURS"
    table.do(ANNA, "never_mind")
    assert table.said() == ["Dropped."]
    assert replace(table.state, checks=0) == replace(before, checks=0)


@pytest.mark.rule("E-140")
def test_a_check_with_dice_on_the_table_is_not_dropped() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.do(BEN, "rolled", dice=dice("0 0 0"))
    assert table.refused(ANNA, "never_mind") == "E_DICE_ROLLED"
    table.do(ANNA, "rolled", dice=dice("0 0 0"))
    assert table.refused(ANNA, "never_mind") == "E_DICE_ROLLED"


@pytest.mark.rule("E-037")
@pytest.mark.parametrize("seconds", [120, 0])
def test_a_long_talk_is_reminded_of_the_dice_once(seconds: int) -> None:
    table = Checks(free_and_clear_reminder_s=seconds)
    table.at = 10.0
    table.do(ANNA, "use_ability", ability="sword")
    due = [Command("talk_due", "clock", at=130.0)] if seconds else []
    assert [each for each in table.due() if each.intent == "talk_due"] == due
    if due:
        table.do("clock", "talk_due")
        assert [each for each in table.due() if each.intent == "talk_due"] == []


@pytest.mark.rule("E-106")
def test_a_broken_character_pays_first_and_its_second_point_buys_a_die() -> None:
    table = Checks()
    table.change(YSOLDE, harm={7: HarmMark(Pool.ARTES)})
    table.do(BEN, "use_ability", character=YSOLDE, ability="sword")
    assert table.refused(ANNA, "roll") == "E_BROKEN_OWES"
    table.do(BEN, "spend", character=YSOLDE)
    assert table.said() == ["Paid. One more penalty die."]
    assert table.try_(BEN, "how_many_dice") == Cue("dice.worst", {"n": 4, "harm": 1})
    table.do(BEN, "spend", character=YSOLDE)
    assert table.try_(BEN, "how_many_dice") == Cue("dice", {"n": 3, "harm": 1})
    assert table.character(YSOLDE).pools[Pool.VALOUR].now == 2
    assert table.refused(BEN, "pay_price", character=YSOLDE) == "E_NO_PRICE"


@pytest.mark.rule("E-106")
def test_without_a_point_a_broken_character_cannot_act() -> None:
    table = Checks()
    table.change(YSOLDE, harm={7: HarmMark(Pool.ARTES)})
    table.spent()
    table.do(BEN, "use_ability", character=YSOLDE, ability="sword")
    assert table.refused(BEN, "pay_price", character=YSOLDE) == "E_BROKEN_UNPAID"
    assert table.refused(ANNA, "roll") == "E_BROKEN_UNPAID"
    assert table.check.phase is CheckPhase.FREE_AND_CLEAR
