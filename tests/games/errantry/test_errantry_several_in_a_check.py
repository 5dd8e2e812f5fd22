"""Several in one check: chains of helpers, and one ability used together (E-072 to E-074)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import engine
from assistant.games.errantry.terms import CheckKind, CheckPhase, Kind
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Checks
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


@pytest.mark.rule("E-072")
def test_a_chain_of_helpers_in_the_order_named_the_helped_one_last() -> None:
    table = Checks()
    table.spent()
    assert table.refused(CARA, "help_somebody", ability="music") == "E_ORDER_NEEDED"
    assert table.refused(CARA, "help_somebody", ability="music", helped=JAUFRE) == "E_SAME_CHARACTER"
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    assert table.said() == ["Order: Jaufre, then Sir Mortimer."]
    table.do(ANNA, "use_ability", ability="persuade")
    table.do(DIRK, "help_somebody", ability="animal_ken")
    assert table.said() == ["Order: Jaufre, Rosamund, Sir Mortimer."]
    assert [step.ability for step in table.check.steps] == ["music", "animal_ken", "persuade"]
    assert not table.check.together
    table.roll("0 0 −")
    assert table.said()[-1] == "Two bonus dice for Rosamund."
    assert table.refused(DIRK, "leave_check", character=ROSAMUND) == "E_NEED_TWO"
    table.roll("− − − − −")
    assert table.check.phase is CheckPhase.BETWEEN
    table.do(ANNA, "choose_policy", policy="penalty")
    table.roll("0 0 0 0")
    assert (table.check.phase, table.said()[-1]) == (CheckPhase.FINAL, "Good. Success.")


@pytest.mark.rule("E-072", "E-073")
@pytest.mark.parametrize(("ability", "together"), [("sword", True), ("watch", False)])
def test_help_with_the_same_ability_is_together_with_another_a_chain(ability: str, together: bool) -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    table.do(BEN, "help_somebody", character=YSOLDE, ability=ability, helped=MORTIMER)
    assert (table.check.kind, table.check.together) == (CheckKind.GROUP, together)
    assert [step.character for step in table.check.steps] == [YSOLDE, MORTIMER]
    assert table.refused(BEN, "help_somebody", character=YSOLDE, ability="lore") == "E_ALREADY_HELPS"
    table.do(DIRK, "help_somebody", ability="bow")
    assert len(table.check.steps) == 3


@pytest.mark.rule("E-062", "E-072")
def test_a_policy_may_be_said_on_the_way() -> None:
    table = Checks()
    table.spent()
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    table.do(ANNA, "use_ability", ability="persuade")
    table.do(DIRK, "help_somebody", ability="animal_ken")
    table.roll("0 0 0")
    table.do(ANNA, "choose_policy", policy="stop")
    assert table.said() == ["A failure stops it."]
    table.roll("− − − − − −")
    assert (table.check.phase, table.said()[-1]) == (CheckPhase.FINAL, "Failure.")


@pytest.mark.rule("E-072")
def test_nobody_helps_in_a_fight_or_once_dice_have_fallen() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    assert table.refused(DIRK, "help_somebody", ability="bow") == "E_CHECK_OPEN"
    table = Checks()
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    assert table.refused(DIRK, "help_somebody", ability="bow", helped=YSOLDE) == "E_ORDER_NEEDED"
    table.roll("0 0 0")
    table.stands()
    assert table.refused(DIRK, "help_somebody", ability="bow") == "E_DICE_ROLLED"


@pytest.mark.rule("E-073")
def test_those_together_roll_from_the_highest_rank_down_equals_as_they_sit() -> None:
    table = Checks()
    for character, rank in ((MORTIMER, 1), (YSOLDE, 1), (JAUFRE, 3), (ROSAMUND, 0)):
        table.rank(character, lore=rank)
    table.do(CARA, "help_together", ability="lore")
    assert [step.character for step in table.check.steps] == [JAUFRE, MORTIMER, YSOLDE, ROSAMUND]
    assert table.refused(ANNA, "choose_policy", policy="stop") == "E_WRONG_PHASE"
    table.rank(ROSAMUND, cooking=4)
    table.do(DIRK, "change_ability", ability="cooking")
    assert table.step(0).character == ROSAMUND
    table.do(ANNA, "leave_check", character=ROSAMUND)
    assert [step.character for step in table.check.steps] == [JAUFRE, MORTIMER, YSOLDE]


@pytest.mark.rule("E-073")
def test_who_joins_those_together_rolls_in_his_place_and_in_the_same_weather() -> None:
    table = Checks()
    table.do(DIRK, "use_ability", ability="lore")
    table.do(CARA, "give_penalty", n=2)
    for seat in (BEN, ANNA):
        table.do(seat, "help_somebody", ability="lore", character={BEN: KNIGHT, ANNA: MORTIMER}[seat])
    assert [step.character for step in table.check.steps] == [MORTIMER, ROSAMUND, KNIGHT]
    assert [sum(extra.count for extra in step.penalty) for step in table.check.steps] == [2, 2, 2]


@pytest.mark.rule("E-073")
def test_together_a_failure_costs_the_next_one_die_and_nobody_is_asked() -> None:
    table = Checks()
    table.spent()
    table.do(ANNA, "help_together", ability="lore")
    table.roll("− − −")
    assert table.said()[-1] == "One penalty die for Sir Mortimer."
    assert [(extra.source, extra.count) for extra in table.step(1).penalty] == [("group_fail", 1)]


@pytest.mark.rule("E-073")
@pytest.mark.parametrize(("result", "said"), [("last", "Failure."), ("best", "Great. Success.")])
def test_the_last_roll_is_the_groups_result_or_the_best(result: str, said: str) -> None:
    table = Checks(group_result=result)
    for character, rank in ((MORTIMER, 3), (YSOLDE, 2), (JAUFRE, 0), (ROSAMUND, 0)):
        table.rank(character, lore=rank)
    table.spent()
    table.do(ANNA, "help_together", ability="lore")
    table.roll("0 0 0")
    table.roll("− − − − − −")
    table.roll("0 0 0 0")
    table.roll("0 0 0 0")
    assert (table.check.phase, table.said()[-1]) == (CheckPhase.FINAL, said)


@pytest.mark.rule("E-074")
def test_a_penalty_by_difficulty_is_on_every_roll_of_those_together() -> None:
    table = Checks()
    table.do(ANNA, "help_together", ability="lore")
    table.do(CARA, "give_penalty", n=2, character=MORTIMER)
    assert table.said() == ["Penalty two on every roll."]
    assert [sum(extra.count for extra in step.penalty) for step in table.check.steps] == [2, 2, 2, 2]
    assert table.refused(CARA, "give_penalty", n=3) == "E_MARSHAL_MAX"


@pytest.mark.rule("E-073")
def test_alone_is_not_together() -> None:
    table = Checks()
    lonely = frozenset({MORTIMER, KNIGHT})
    assert table.state.scene is not None
    table.state = replace(table.state, scene=replace(table.state.scene, present=lonely))
    assert [each.kind for each in table.state.characters if each.id in lonely] == [Kind.PC, Kind.EC]
    assert table.refused(ANNA, "help_together", ability="lore") == "E_NEED_TWO"
    assert "help_together" not in {each.intent for each in engine.grammar(table.state)}


@pytest.mark.rule("E-066", "E-071")
@pytest.mark.parametrize(("others", "against"), [((), False), ((KNIGHT,), True)])
def test_it_takes_two_to_be_against_each_other(others: tuple[str, ...], against: bool) -> None:
    table = Checks()
    assert table.state.scene is not None
    table.state = replace(table.state, scene=replace(table.state.scene, present=frozenset({MORTIMER, *others})))
    intents = {each.intent for each in engine.grammar(table.state)}
    assert {"resist_check", "surprise", "compete"} & intents == (
        {"resist_check", "surprise", "compete"} if against else set()
    )
    assert "use_ability" in intents


@pytest.mark.rule("E-073", "E-037")
def test_once_the_first_has_rolled_the_order_of_those_together_stays() -> None:
    table = Checks()
    table.spent()
    table.do(ANNA, "help_together", ability="lore")
    order = [step.character for step in table.check.steps]
    table.roll("0 0 0")
    last = order[-1]
    table.rank(last, cooking=5)
    table.do(str(int(last[1:])), "change_ability", ability="cooking")
    assert [step.character for step in table.check.steps] == order
    assert table.step(3).rank == 5


@pytest.mark.rule("E-072", "E-038")
def test_who_joins_a_chain_meets_the_difficulty_of_who_is_helped() -> None:
    table = Checks()
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    table.do(ANNA, "use_ability", ability="persuade")
    table.do(CARA, "set_difficulty", character=MORTIMER, difficulty=2)
    table.do(DIRK, "help_somebody", ability="animal_ken")
    assert [step.difficulty for step in table.check.steps] == [1, 2, 2]


@pytest.mark.rule("E-039")
def test_there_are_no_fewer_penalty_dice_than_none() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="lore")
    assert table.refused(CARA, "give_penalty", n=-1) == "E_MARSHAL_MAX"
    assert table.refused(CARA, "give_penalty") == "E_MARSHAL_MAX"
    table.do(CARA, "give_penalty", n=0)
    assert table.cues[0].line == "PenaltyGiven.none"


@pytest.mark.rule("E-072", "E-050")
def test_after_a_check_help_is_for_the_next_one() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="lore")
    table.roll("0 0 0")
    table.stands()
    assert table.check.phase is CheckPhase.FINAL
    assert table.refused(CARA, "help_somebody", ability="music") == "E_ORDER_NEEDED"
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    assert [step.character for step in table.check.steps] == [JAUFRE, MORTIMER]
