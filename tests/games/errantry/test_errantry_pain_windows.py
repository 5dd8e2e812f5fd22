"""Between the rounds of the Pain: changing intention, the give-up window, giving up."""

from __future__ import annotations

import pytest

from assistant.games.errantry import engine
from assistant.games.errantry.events_pain import FightersGaveUp
from assistant.games.errantry.terms import Moment, PainPhase, Pool
from assistant.table import Cue
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


# ---- Changing intention (E-094, E-095)


@pytest.mark.rule("E-094")
def test_a_change_takes_a_round_of_defending() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2, endure=1)
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "change_intention")
    assert table.no(MORTIMER, "change_intention") == "E_MUST_DEFEND"
    assert table.no(MORTIMER, "use_ability", ability="sword") == "E_MUST_DEFEND"
    assert table.refused(ANNA, "ready") == "E_WAITING_FOR"
    table.order(MORTIMER, "defend", ability="endure")
    table.round("000 −−−")
    assert table.boxes(KNIGHT) == ()
    table.do(ANNA, "next_round")
    assert table.no(MORTIMER, "change_intention") == "E_INTENTION_MISSING"
    assert table.no(MORTIMER, "use_ability", ability="sword") == "E_INTENTION_MISSING"
    assert table.refused(ANNA, "ready") == "E_INTENTION_MISSING"
    table.order(MORTIMER, "state_intention", text="make peace")
    assert table.refused(ANNA, "ready") == "E_WAITING_FOR", "the action has to be named as well"
    table.order(MORTIMER, "use_ability", ability="sword")
    table.do(ANNA, "ready")


@pytest.mark.rule("E-079", "E-081")
def test_who_restates_an_intention_that_was_refused_keeps_target_and_action() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.do(CARA, "refuse_intention", character=MORTIMER)
    assert table.refused(ANNA, "ready") == "E_INTENTION_MISSING"
    table.order(MORTIMER, "state_intention", text="win the crossing")
    assert (table.fighter(MORTIMER).target, table.fighter(MORTIMER).ability) == (KNIGHT, "sword")
    table.do(ANNA, "ready")


@pytest.mark.rule("E-094")
def test_who_passes_when_a_new_intention_is_due_leaves_it_at_the_old_one() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "change_intention")
    table.order(MORTIMER, "pass_round")
    table.round("−−0")
    assert table.fighter(MORTIMER).due
    table.order(MORTIMER, "pass_round")
    table.round("−−0")
    assert not table.fighter(MORTIMER).due


@pytest.mark.rule("E-095", "E-088")
def test_a_stalemate_frees_both_until_the_next_dice() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2)
    table.fight(MORTIMER, KNIGHT)
    table.round("000 000")
    assert table.fighter(MORTIMER).free_change
    assert table.fighter(KNIGHT).free_change
    table.do(ANNA, "next_round")
    table.order(MORTIMER, "state_intention", text="make peace")
    assert not table.fighter(MORTIMER).free_change, "stated at once, without announcing it"
    assert table.refused(ANNA, "ready") == "E_WAITING_FOR", "what he does for it has to be named"
    table.order(MORTIMER, "use_ability", ability="sword")
    table.round("00+ 000")
    assert not table.fighter(KNIGHT).free_change


@pytest.mark.rule("E-094", "E-096")
def test_a_change_in_the_window_closes_it() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.round("−−− 000")
    assert table.pain.phase is PainPhase.WINDOW
    table.order(MORTIMER, "change_intention")
    assert (table.pain.phase, table.fighter(MORTIMER).changing) == (PainPhase.FREE_AND_CLEAR, True)


@pytest.mark.rule("E-096", "E-085")
def test_naming_an_action_leaves_the_window_open_and_ready_closes_it() -> None:
    table = Fight()
    table.fight(MORTIMER, KNIGHT)
    table.round("000 000")
    assert table.said("results")[-1] == "Round two. Anyone give up?"
    table.order(KNIGHT, "defend", ability="react")
    assert table.pain.phase is PainPhase.WINDOW
    assert "state_intention" not in {each.intent for each in engine.grammar(table.state)}
    table.do(ANNA, "ready")
    assert table.state.moment is Moment.PAIN_ROLL


@pytest.mark.rule("E-080")
@pytest.mark.parametrize("free", [False, True])
def test_a_70_who_has_lost_his_target_changes_intention_by_a_round_or_at_once(free: bool) -> None:
    table = three(retarget_free=free)
    table.round("000 0−0 −−−")
    table.order(KNIGHT, "give_up")
    assert table.refused(ANNA, "ready") == "E_WAITING_FOR", "what he does now has to be named"
    table.do(ANNA, "next_round")
    assert table.no(CAPTAIN, "state_intention", target=MORTIMER) == "E_WRONG_TARGET", "he has not lost his"
    if free:
        table.order(MORTIMER, "state_intention", target=CAPTAIN)
        assert table.fighter(MORTIMER).target == CAPTAIN
    else:
        assert table.no(MORTIMER, "state_intention", target=CAPTAIN) == "E_WRONG_TARGET"
        table.order(MORTIMER, "change_intention")
        assert table.fighter(MORTIMER).changing


@pytest.mark.rule("E-080", "E-094")
def test_a_70_nobody_else_changes_at_once() -> None:
    table = three(retarget_free=True)
    table.round("000 0−0 −−−")
    table.order(KNIGHT, "give_up")
    for who in (MORTIMER, CAPTAIN):
        table.order(who, "change_intention")
    assert (table.fighter(MORTIMER).due, table.fighter(MORTIMER).changing) == (True, False)
    assert (table.fighter(CAPTAIN).due, table.fighter(CAPTAIN).changing) == (False, True)


# ---- Whose pool a mark counts against (E-099)


@pytest.mark.rule("E-099")
def test_everybody_may_agree_on_another_pool_until_the_next_roll() -> None:
    table = three(rank=0)
    table.round("000 000 +0+")
    assert table.refused(DIRK, "count_against", character=KNIGHT, pool="courtesie") == "E_WHO"
    table.do(DIRK, "count_against", pool="courtesie")
    assert table.said() == ["Counts against courtesy."]
    marks = {box: mark.pool for box, mark in table.character(MORTIMER).harm.items()}
    assert marks == {2: Pool.COURTESIE, 4: Pool.VALOUR}, "the newest mark"
    assert table.refused(DIRK, "count_against", pool="luck") == "E_WHO"
    table.do(DIRK, "next_round")
    assert table.refused(DIRK, "count_against", pool="artes") == "E_WRONG_PHASE"


# ---- Giving up (E-108)


@pytest.mark.rule("E-108")
@pytest.mark.parametrize(("until", "at_once"), [("window", False), ("dice", True)])
def test_a_29_between_the_window_and_the_dice_giving_up_waits_or_not(until: str, at_once: bool) -> None:
    table = Fight(give_up_until=until)
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "spend")
    table.order(MORTIMER, "give_up")
    assert (table.state.pain is None) == at_once
    if at_once:
        assert table.now(MORTIMER)["valour"] == 5, "no dice fell for it"
        return
    assert table.said() == ["Noted. Mortimer gives up after this round."]
    assert isinstance(table.try_(ANNA, "give_up", character=MORTIMER), Cue)
    table.round("0000 000")
    assert table.state.pain is None


@pytest.mark.rule("E-108")
def test_giving_up_while_dice_lie_there_waits_for_the_round() -> None:
    table = Fight(gifts=True)
    table.fight(MORTIMER, KNIGHT)
    table.do(ANNA, "roll_round", dice=dice("000 000"))
    table.order(KNIGHT, "give_up")
    assert table.fighter(KNIGHT).give_up_queued
    table.stands()
    assert table.state.pain is None
    assert table.no(KNIGHT, "give_up") == "E_WRONG_PHASE"


@pytest.mark.rule("E-108")
@pytest.mark.parametrize("many", ["all", "chosen"])
def test_a_30_all_who_are_after_him_have_won_or_the_one_he_chooses(many: str) -> None:
    table = three(give_up_many=many)
    table.round("000 000 −−−")
    if many == "all":
        table.order(MORTIMER, "give_up")
        to: tuple[str, ...] = (KNIGHT, CAPTAIN)
    else:
        asked = table.try_(ANNA, "give_up", character=MORTIMER)
        assert [choice.slots["to"] for choice in asked.choices] == [KNIGHT, CAPTAIN]
        table.order(MORTIMER, "give_up", to=CAPTAIN)
        to = (CAPTAIN,)
    gave_up = next(event for event in table.events if type(event).__name__ == "FightersGaveUp")
    assert gave_up.given_up == ((MORTIMER, to),)


@pytest.mark.rule("E-108")
def test_a_30_where_one_winner_is_chosen_and_none_was_named_it_is_the_first() -> None:
    table = three(give_up_many="chosen")
    table.order(MORTIMER, "give_up", to=CAPTAIN)
    table.order(CAPTAIN, "give_up")
    table.round("000 0−− −−−")
    assert given_up(table) == ((MORTIMER, (CAPTAIN,)), (CAPTAIN, ()))
    table = three(give_up_many="chosen")
    table.round("000 0−− −−−")
    table.do(ANNA, "we_give_up")
    assert given_up(table) == ((MORTIMER, (KNIGHT,)),)
    table = Fight(give_up_many="chosen")
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "give_up")
    assert table.fighter(MORTIMER).give_up_queued, "of one there is nothing to choose"


def given_up(table: Fight) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who gave up last, and to whom."""
    return next(event for event in reversed(table.events) if isinstance(event, FightersGaveUp)).given_up


@pytest.mark.rule("E-108")
def test_a_71_a_winner_is_not_waited_for_by_who_is_not_his_target() -> None:
    table = three(open_intention="now")
    table.order(MORTIMER, "change_intention")
    table.order(MORTIMER, "pass_round")
    table.round("000 000")
    table.order(CAPTAIN, "give_up")
    assert not table.fighter(CAPTAIN).still_in, "nobody is after the captain"
    assert table.no(MORTIMER, "state_intention", target=KNIGHT) == "E_WRONG_PHASE"
    table.do(BEN, "we_give_up")
    assert table.fighter(KNIGHT).give_up_queued
    table.order(MORTIMER, "state_intention", text="mercy")
    assert table.state.pain is None


@pytest.mark.rule("E-095")
def test_who_changes_at_once_says_what_he_wants_before_the_dice() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=2)
    table.fight(MORTIMER, KNIGHT)
    table.round("000 000")
    table.order(KNIGHT, "change_intention")
    assert table.refused(ANNA, "ready") == "E_INTENTION_MISSING"


@pytest.mark.rule("E-108")
@pytest.mark.parametrize("open_intention", ["last", "now"])
def test_a_71_the_last_intention_happens_or_the_winner_says_first_what_he_wants_now(open_intention: str) -> None:
    table = Fight(open_intention=open_intention)
    table.fight(MORTIMER, KNIGHT)
    table.order(MORTIMER, "change_intention")
    table.order(MORTIMER, "defend", ability="endure")
    table.round("000 −−−")
    table.order(KNIGHT, "give_up")
    if open_intention == "last":
        assert table.state.pain is None
        return
    assert table.fighter(KNIGHT).give_up_queued
    table.order(MORTIMER, "state_intention", text="mercy")
    assert table.state.pain is None


@pytest.mark.rule("E-108")
def test_a_71_of_a_side_those_give_up_at_once_to_whom_all_is_said() -> None:
    table = Fight(open_intention="now")
    table.pain_between(MORTIMER, KNIGHT)
    for ally, target in ((ROSAMUND, KNIGHT), (CAPTAIN, ROSAMUND)):
        table.order(ally, "join_pain")
        table.order(ally, "state_intention", target=target)
    table.do(ANNA, "close_intentions")
    table.order(KNIGHT, "change_intention")
    for who in (MORTIMER, KNIGHT, ROSAMUND, CAPTAIN):
        table.order(who, "pass_round")
    table.do(ANNA, "roll_round")
    table.do(DIRK, "we_give_up")
    assert [each.still_in for each in table.pain.fighters] == [True, True, False, True]
    assert table.fighter(MORTIMER).give_up_queued
    table.order(KNIGHT, "state_intention", text="mercy")
    assert table.state.pain is None


@pytest.mark.rule("E-108")
def test_we_give_up_means_the_speakers_side() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    for ally, target in ((ROSAMUND, KNIGHT), (CAPTAIN, MORTIMER)):
        table.order(ally, "join_pain")
        table.order(ally, "state_intention", target=target)
    table.do(ANNA, "close_intentions")
    assert table.refused(CARA, "we_give_up") == "E_NOT_IN"
    table.do(DIRK, "we_give_up")
    assert (table.fighter(MORTIMER).give_up_queued, table.fighter(ROSAMUND).give_up_queued) == (True, True)
    assert not table.fighter(KNIGHT).give_up_queued
    assert isinstance(table.try_(DIRK, "we_give_up"), Cue)


@pytest.mark.rule("E-109", "E-137")
def test_who_is_after_whom_can_be_asked() -> None:
    table = three()
    cue = table.try_(ANNA, "who_is_in")
    assert isinstance(cue, Cue)
    assert cue.slots["character"] == "Mortimer"
    assert cue.slots["list"] == "Mortimer → Ford Knight, Ford Knight → Mortimer, Captain → Mortimer"
    other = table.try_(DIRK, "who_is_in")
    assert isinstance(other, Cue)
    assert (other.line, other.slots["n"]) == ("who_is_in", 3)
    assert YSOLDE not in {each.character for each in table.pain.fighters}
