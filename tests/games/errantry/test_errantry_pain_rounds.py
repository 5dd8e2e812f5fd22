"""Rounds of the Pain: actions, relations, defence, passing, being broken."""

from __future__ import annotations

import pytest

from assistant.games.errantry import engine
from assistant.games.errantry.terms import Action, Moment, PainPhase, Pool, Relation
from assistant.table import Roll
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import CAPTAIN, KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Fight


def three(rank: int = 2, **settings: object) -> Fight:
    """Mortimer and the knight are after each other, the captain is after Mortimer."""
    table = Fight(**settings)
    table.ranks(MORTIMER, sword=rank)
    table.pain_between(MORTIMER, KNIGHT)
    table.order(CAPTAIN, "join_pain")
    table.order(CAPTAIN, "state_intention", target=MORTIMER)
    table.do(ANNA, "close_intentions")
    table.order(CAPTAIN, "use_ability", ability="sword")
    return table


# ---- Actions


@pytest.mark.rule("E-081")
def test_what_was_paid_for_another_ability_comes_back() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2, persuade=1)
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "spend")
    before = table.now(MORTIMER)["valour"]
    table.order(MORTIMER, "use_ability", ability="persuade")
    assert table.said() == ["Mortimer: Persuade."]
    assert table.now(MORTIMER)["valour"] == before + 1
    assert (table.step().ability, table.step().pool, table.step().bonus) == ("persuade", Pool.COURTESIE, ())
    table.do(ANNA, "ready")
    assert table.no(MORTIMER, "use_ability", ability="sword") == "E_DICE_ROLLED"


@pytest.mark.rule("E-084")
def test_only_an_innate_ability_defends() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    assert table.no(MORTIMER, "defend", ability="sword") == "E_NOT_INNATE"
    table.order(MORTIMER, "defend", ability="endure")
    assert table.said() == ["Mortimer defends with Endure."]
    assert table.fighter(MORTIMER).kind is Action.DEFEND
    assert table.refused(CARA, "relate", character=MORTIMER, other=KNIGHT, relation="parallel") == "E_DEFENCE_IS_PERP"


@pytest.mark.rule("E-081", "E-084")
def test_an_action_needs_an_ability_that_is_known() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    assert table.no(MORTIMER, "use_ability") == "E_ABILITY_NEEDED"
    assert table.no(MORTIMER, "use_ability", ability="juggling") == "E_POOL_NEEDED"
    assert table.no(ROSAMUND, "use_ability", ability="sword") == "E_NOT_IN"


@pytest.mark.rule("E-082", "E-083")
def test_what_is_said_of_two_holds_until_either_does_something_else() -> None:
    table = three()
    table.ranks(MORTIMER, sword=2, lance=2)
    table.do(ANNA, "relate", relation="parallel")
    assert table.said() == ["Mortimer and Ford Knight: parallel."]
    table.do(CARA, "relate", character=KNIGHT, other=CAPTAIN, relation="perpendicular")
    assert set(table.pain.relations.values()) == {Relation.PARALLEL, Relation.PERPENDICULAR}
    table.order(MORTIMER, "use_ability", ability="lance")
    assert list(table.pain.relations) == [(KNIGHT, CAPTAIN)]
    assert table.refused(CARA, "relate", character=ROSAMUND, other=CAPTAIN, relation="parallel") == "E_NOT_IN"
    assert table.refused(CARA, "relate", character=CAPTAIN, other=CAPTAIN, relation="parallel") == "E_WHO"
    assert table.refused(CARA, "relate", relation="parallel") == "E_WHO"
    assert table.refused(CARA, "relate", character="nobody", other=CAPTAIN, relation="parallel") == "E_WHO"
    assert table.refused(CARA, "relate", character=CAPTAIN, other="nobody", relation="parallel") == "E_WHO"
    assert table.refused(CARA, "relate", character=CAPTAIN, other=KNIGHT, relation="sideways") == "E_WHO"


@pytest.mark.rule("E-082")
def test_of_two_it_need_not_be_said_who_is_meant() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.do(DIRK, "relate", relation="parallel")
    assert table.pain.relations == {(MORTIMER, KNIGHT): Relation.PARALLEL}


@pytest.mark.rule("E-082", "E-141")
def test_who_speaks_for_both_need_not_say_it_either() -> None:
    table = Fight()
    table.fight(YSOLDE, KNIGHT)
    table.do(BEN, "relate", relation="parallel")
    assert table.pain.relations == {(YSOLDE, KNIGHT): Relation.PARALLEL}


@pytest.mark.rule("E-085")
def test_everybody_is_waited_for_and_one_speaks_for_all() -> None:
    table = three()
    table.order(ROSAMUND, "join_pain")
    table.order(ROSAMUND, "state_intention", target=CAPTAIN)
    assert table.refused(DIRK, "ready") == "E_WAITING_FOR"
    table.order(ROSAMUND, "pass_round")
    table.do(DIRK, "ready")
    assert table.said() == ["Round one. Roll."]
    assert (table.state.moment, len(table.check.steps)) == (Moment.PAIN_ROLL, 3)


@pytest.mark.rule("E-085", "E-086")
def test_who_passes_rolls_nothing_and_opposes_nothing() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "spend")
    table.order(MORTIMER, "pass_round")
    assert table.now(MORTIMER)["valour"] == 5
    table.change(MORTIMER, pending_bruise=1)
    table.round("0−0")
    assert table.levels() == {KNIGHT: 1}
    assert table.boxes(MORTIMER) == (1,)
    assert table.character(MORTIMER).pending_bruise == 2, "not used up by a roll"
    table.round("0000− 000")
    assert table.boxes(KNIGHT) == (), "the action before the pass is repeated"


@pytest.mark.rule("E-085")
def test_if_all_pass_the_next_round_comes() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "pass_round")
    table.order(KNIGHT, "pass_round")
    table.do(ANNA, "roll_round")
    assert (table.pain.round, table.pain.phase) == (2, PainPhase.WINDOW)


@pytest.mark.rule("E-053", "E-086")
def test_real_dice_are_told_one_after_the_other() -> None:
    table = Fight(dice_source="fudge")
    table.fight(MORTIMER, KNIGHT)
    assert table.refused(ANNA, "roll") == "E_WRONG_PHASE"
    assert "rolled" not in {each.intent for each in engine.grammar(table.state)}
    table.do(ANNA, "roll_round")
    assert "rolled" in {each.intent for each in engine.grammar(table.state)}
    assert table.state.moment is Moment.PAIN_ROLL
    assert table.try_(ANNA, "rolled", character=MORTIMER) == Roll((3, 3, 3), by=ANNA, faces="fudge")
    table.do(ANNA, "rolled", character=MORTIMER, dice=dice("00−"))
    assert table.said("results")[-1] == "Mortimer Marginal."
    table.do(BEN, "rolled", character=KNIGHT, dice=dice("000"))
    assert table.said("results")[-1] == "Mortimer Marginal, Ford Knight Good."


@pytest.mark.rule("E-086", "E-100")
def test_bruises_of_a_round_are_used_up_by_the_next_roll() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2)
    table.fight(MORTIMER, KNIGHT)
    table.round("00+ 000")
    assert (table.boxes(KNIGHT), table.character(KNIGHT).pending_bruise) == ((3,), 1)
    table.round("000 0000")
    assert table.character(KNIGHT).pending_bruise == 0


@pytest.mark.rule("E-087", "E-089", "E-091")
def test_it_is_told_who_got_past_what() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2)
    table.fight(MORTIMER, KNIGHT)
    table.round("00+ 000")
    assert [line for line in table.said() if "beats" in line or "defense" in line] == ["Mortimer beats Ford Knight."]
    table.order(KNIGHT, "defend", ability="react")
    table.round("000 0000")
    assert [line for line in table.said() if "beats" in line or "defense" in line] == ["The defense fails."]


@pytest.mark.rule("E-086", "E-089")
@pytest.mark.parametrize(
    ("more", "told"), [((), "round.levels.3"), ((ROSAMUND,), "round.levels.4"), ((ROSAMUND, YSOLDE), "")]
)
def test_levels_of_up_to_four_are_told_in_one_line(more: tuple[str, ...], told: str) -> None:
    table = three()
    for who in more:
        table.ranks(who, sword=2)
        table.order(who, "join_pain")
        table.order(who, "state_intention", target=CAPTAIN)
        table.order(who, "use_ability", ability="sword")
    table.do(ANNA, "relate", character=MORTIMER, other=KNIGHT, relation="parallel")
    table.do(ANNA, "roll_round", dice=dice("000" * (3 + len(more))))
    assert [cue.line for cue in table.cues if cue.line.startswith("round.levels")] == ([told] if told else [])
    table.stands()
    assert "Both land." in table.said(), "whoever else does"


@pytest.mark.rule("E-092", "E-093", "E-100")
def test_all_hits_of_a_round_land_the_hardest_first() -> None:
    table = three(rank=0)
    table.round("000 000 +0+")
    assert table.levels() == {MORTIMER: 0, KNIGHT: 2, CAPTAIN: 4}
    harm = table.character(MORTIMER).harm
    assert {box: mark.by for box, mark in harm.items()} == {2: KNIGHT, 4: CAPTAIN}
    assert table.fighter(MORTIMER).bloodied_by == (CAPTAIN,)


@pytest.mark.rule("E-093", "E-107")
def test_who_goes_out_in_a_round_is_hit_no_more_in_it() -> None:
    table = three(rank=0)
    table.marks(MORTIMER, 4, 5, 6, 7)
    table.change(MORTIMER, pools=table.character(ROSAMUND).pools)
    table.order(MORTIMER, "pay_price")
    table.round("0000000 +0− +0+")
    assert "Captain's intention happens now." in table.said("results")
    assert not any("takes" in line for line in table.said("results"))


@pytest.mark.rule("E-038", "E-087")
def test_a_harder_action_stays_hard_while_it_is_repeated() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=1)
    table.fight(MORTIMER, KNIGHT)
    table.order(KNIGHT, "pass_round")
    table.do(CARA, "set_difficulty", character=MORTIMER, difficulty=2)
    table.round("000")
    assert table.boxes(KNIGHT) == ()
    table.order(KNIGHT, "pass_round")
    assert table.step().difficulty == 2
    table.order(MORTIMER, "use_ability", ability="lance")
    assert table.step().difficulty == 1


@pytest.mark.rule("E-039", "E-086")
def test_what_is_hard_for_one_in_the_pain_is_not_hard_for_the_other() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    assert table.refused(CARA, "give_penalty", n=1) == "E_WHO"
    table.do(CARA, "give_penalty", n=1, character=MORTIMER)
    assert table.said() == ["Marshal gives one penalty die."]
    assert [len(step.penalty) for step in table.check.steps] == [1, 0]


@pytest.mark.rule("E-081")
@pytest.mark.parametrize("repeats", [True, False])
def test_a_72_an_action_not_restated_is_repeated_or_must_be_restated(repeats: bool) -> None:
    table = Fight(repeat_action=repeats)
    table.fight(MORTIMER, KNIGHT)
    table.round("000 000")
    if repeats:
        table.round("000 000")
    else:
        assert table.refused(ANNA, "ready") == "E_WAITING_FOR"


@pytest.mark.rule("E-090", "E-086")
def test_bonus_dice_of_a_defence_lapse_if_they_are_not_used() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2, endure=3)
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "defend", ability="endure")
    table.round("000 0−0")
    assert table.fighter(MORTIMER).defence_bonus == 3
    assert [extra.count for extra in table.step().bonus] == [3]
    table.order(MORTIMER, "pass_round")
    table.round("0−0")
    assert table.fighter(MORTIMER).defence_bonus == 0
    assert table.step().bonus == ()


# ---- Broken (E-106)


@pytest.mark.rule("E-106")
@pytest.mark.parametrize(
    ("valour", "told"), [(1, ["Mortimer is broken. Pay one valor."]), (0, ["No valor: Mortimer cannot act."])]
)
def test_the_price_is_told_when_the_action_is_named_and_when_the_stage_begins(valour: int, told: list[str]) -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.marks(MORTIMER, 7)
    table.pool(MORTIMER, 1, 1)
    table.order(MORTIMER, "use_ability", ability="lance")
    assert table.said()[1:] == ["Mortimer is broken. Pay one valor."]
    table.order(MORTIMER, "pass_round")
    table.round("−−−")
    table.pool(MORTIMER, valour, 1)
    table.do(ANNA, "next_round")
    assert table.said()[1:] == told


@pytest.mark.rule("E-106")
def test_a_31_who_has_no_point_in_any_pool_passes_by_himself() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.marks(MORTIMER, 7)
    table.pool(MORTIMER, 0)
    assert table.no(MORTIMER, "use_ability", ability="sword") == "E_BROKEN_UNPAID"
    table.round("000")
    assert table.levels() == {KNIGHT: 2}


@pytest.mark.rule("E-106")
@pytest.mark.parametrize(("bonus", "count"), [(False, 4), (True, 3)])
def test_a_32_the_price_buys_no_die_unless_the_table_says_so(bonus: bool, count: int) -> None:
    table = Fight(broken_point_bonus=bonus)
    table.fight(MORTIMER, KNIGHT)
    table.marks(MORTIMER, 7)
    table.order(MORTIMER, "spend")
    asked = table.try_(ANNA, "roll_round")
    assert isinstance(asked, Roll)
    assert len(asked.sides) == count + 3
