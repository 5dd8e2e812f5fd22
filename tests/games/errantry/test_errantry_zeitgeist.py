"""Zeitgeist: how sides are formed, and what they roll."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import edit
from assistant.games.errantry.state import CheckStep
from assistant.games.errantry.tables import SecretEffect
from assistant.games.errantry.terms import Action, Moment, PainMode, Pool
from tests.games.errantry.episode import ANNA, CARA
from tests.games.errantry.fighting import CAPTAIN, JAUFRE, KNIGHT, MORTIMER, ROSAMUND, THIEF, Fight, rolls, sides

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


@pytest.mark.rule("E-115")
def test_who_is_after_nobody_still_in_is_on_no_side() -> None:
    table = Fight()
    table.pain_between(MORTIMER, CAPTAIN)
    for who in (ROSAMUND, THIEF):
        table.order(who, "join_pain")
    for who in (ROSAMUND, MORTIMER):
        table.order(who, "state_intention", target=THIEF)
    table.order(THIEF, "give_up")
    assert table.refused(ANNA, "fight_as_groups") == "E_NOT_TWO_SIDES"


@pytest.mark.rule("E-115", "E-116")
def test_who_has_given_up_counts_on_neither_side() -> None:
    table = sides()
    table.state = replace(table.state, pain=replace(table.pain, mode=PainMode.STANDARD, sides=()))
    for who in (CAPTAIN, MORTIMER, ROSAMUND):
        table.order(who, "defend", ability="endure")
    table.order(THIEF, "give_up")
    table.state = edit.fighter(table.state, THIEF, lambda each: replace(each, gave_up=True, give_up_queued=False))
    table.do(ANNA, "fight_as_groups")
    assert {table.fighter(who).ability for who in (MORTIMER, ROSAMUND, CAPTAIN)} == {"endure"}


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
    assert not any(cue.line.startswith("WindowClosed") for cue in table.cues), "the level is the side's"
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
    table.secret(THIEF, who="opponent", effect=SecretEffect("penalty_dice", 1))
    table.order(THIEF, "use_secret", secret="test", target=ROSAMUND)
    table.do(ANNA, "ready")
    penalties = [[extra.source for extra in step.penalty] for step in table.check.steps]
    assert penalties == [["secret:test", "marshal"], ["marshal"]]
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
    table.order(CAPTAIN, "defend", ability="react")
    table.do(ANNA, "fight_as_groups")
    assert (table.fighter(ROSAMUND).ability, table.fighter(MORTIMER).ability) == ("", "sword")
    assert table.fighter(CAPTAIN).ability == "react", "he is his whole side"


@pytest.mark.rule("E-116", "E-085")
def test_a_side_in_which_all_pass_has_nothing_against_the_other() -> None:
    table = sides()
    for who in (CAPTAIN, THIEF):
        table.order(who, "pass_round")
    rolls(table, "000", "0000000")
    assert (table.state.moment, table.pain.sharing is not None) == (Moment.PAIN_RESOLVE, True)
    assert [line for line in table.said() if line.startswith(("Party", "Captain"))] == ["Party: Good."]
