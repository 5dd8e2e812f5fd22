"""The end of the Pain: when it is over, for good, debts and gains, harm that shakes out, a seven."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry.events_pain import BoonGained, ObligationGained
from assistant.games.errantry.terms import Life, Moment, Pool
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import CAPTAIN, JAUFRE, KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Fight


def melee(*pairs: tuple[str, str], rank: int = 4, **settings: object) -> Fight:
    """Who is after whom, in the order of joining; player characters have this rank in Sword, the others two."""
    table = Fight(**settings)
    for who in (MORTIMER, YSOLDE, JAUFRE, ROSAMUND):
        table.ranks(who, sword=rank)
    (one, other), second = pairs[:2]
    table.pain_between(one, other)
    assert second[0] == other
    for who, target in (second, *pairs[2:]):
        if who != other:
            table.order(who, "join_pain")
        table.order(who, "state_intention", target=target)
    table.do(ANNA, "close_intentions")
    for who, _ in pairs[2:]:
        table.order(who, "use_ability", ability="sword")
    return table


# ---- When it is over (E-109, A-66)


@pytest.mark.rule("E-109")
def test_allies_who_have_won_need_not_fight_each_other() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (ROSAMUND, KNIGHT))
    table.round("000 −00 000")
    table.order(KNIGHT, "give_up")
    assert table.state.pain is None
    assert "Mortimer and Rosamund win the Pain." in table.said("results")


@pytest.mark.rule("E-109")
@pytest.mark.parametrize(("sides", "over"), [("targets", True), ("kinds", False), ("alone", False)])
def test_a_66_sides_by_targets_by_kind_or_each_alone(sides: str, over: bool) -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (CAPTAIN, KNIGHT), default_sides=sides)
    table.round("000 −00 000")
    table.order(KNIGHT, "give_up")
    assert (table.state.pain is None) == over
    if not over:
        table.order(CAPTAIN, "give_up")
        assert table.state.pain is None


@pytest.mark.rule("E-109")
@pytest.mark.parametrize(("sides", "over"), [("kinds", True), ("alone", False)])
def test_a_66_player_characters_alone_are_one_side_or_fight_to_the_last(sides: str, over: bool) -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (ROSAMUND, MORTIMER), default_sides=sides)
    table.round("000 −00 −00")
    table.order(KNIGHT, "give_up")
    assert (table.state.pain is None) == over


@pytest.mark.rule("E-109")
def test_a_66_among_one_kind_alone_targets_decide() -> None:
    table = melee((MORTIMER, YSOLDE), (YSOLDE, MORTIMER), default_sides="kinds")
    table.round("000 −00")
    table.order(YSOLDE, "give_up")
    assert table.state.pain is None


@pytest.mark.rule("E-109", "E-094")
def test_who_owes_an_intention_may_first_name_somebody_still_in() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (ROSAMUND, KNIGHT))
    table.order(MORTIMER, "change_intention")
    table.order(MORTIMER, "pass_round")
    table.round("−00 000")
    table.order(KNIGHT, "give_up")
    assert table.state.pain is not None, "Mortimer has still to say what he wants"
    table.do(ANNA, "next_round")
    table.order(MORTIMER, "state_intention")
    assert table.fighter(MORTIMER).target == ROSAMUND, "the only other one"


@pytest.mark.rule("E-109")
def test_queued_give_ups_take_effect_after_the_round_and_several_at_once_leave_nobody() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER))
    table.order(MORTIMER, "give_up")
    table.order(KNIGHT, "give_up")
    table.round("000 −00")
    assert table.state.pain is None
    assert "The Pain is over." in table.said("results")


@pytest.mark.rule("E-109", "E-108")
def test_what_was_paid_for_dice_that_never_fell_comes_back() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), give_up_until="dice")
    table.order(MORTIMER, "spend")
    table.order(KNIGHT, "give_up")
    assert table.now(MORTIMER)["valour"] == 5


# ---- For good (E-110)


@pytest.mark.rule("E-110", "E-070")
@pytest.mark.parametrize("permanent", [False, True])
def test_a_winner_may_end_a_named_encounter_character_for_good(permanent: bool) -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.change(KNIGHT, in_party=True)
    slots = {"permanent": "yes"} if permanent else {}
    table.do(ANNA, "state_intention", target=KNIGHT, confirmed_by=ANNA, slots=slots)
    table.do(ANNA, "close_intentions")
    table.round("000 00−")
    table.order(KNIGHT, "give_up")
    knight = table.character(KNIGHT)
    assert knight.life is (Life.DEAD if permanent else Life.ALIVE)
    assert ("Ford Knight is gone for good." in table.said("results")) == permanent
    assert table.state.scene is not None
    assert (KNIGHT in table.state.scene.present) != permanent
    assert knight.in_party != permanent


@pytest.mark.rule("E-110")
def test_a_player_character_is_not_ended_so() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.do(BEN, "state_intention", character=KNIGHT, target=MORTIMER, permanent="yes", confirmed_by=BEN)
    table.do(ANNA, "close_intentions")
    table.order(MORTIMER, "give_up")
    table.round("000 000")
    assert table.state.pain is None
    assert table.character(MORTIMER).life is Life.ALIVE


@pytest.mark.rule("E-107", "E-110")
def test_past_broken_it_happens_at_once_while_others_fight_on() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=4)
    table.ranks(ROSAMUND, sword=4)
    table.pain_between(MORTIMER, KNIGHT)
    table.order(CAPTAIN, "join_pain")
    table.order(CAPTAIN, "state_intention", target=MORTIMER)
    table.do(ANNA, "state_intention", target=KNIGHT, permanent="yes", confirmed_by=ANNA)
    table.do(ANNA, "close_intentions")
    table.order(CAPTAIN, "use_ability", ability="sword")
    table.marks(KNIGHT, 4, 5, 6, 7, pool=Pool.ARTES)
    table.order(KNIGHT, "pay_price")
    table.round("000 0000 −−−")
    assert table.state.pain is not None
    assert table.character(KNIGHT).life is Life.DEAD
    assert not table.fighter(KNIGHT).still_in


@pytest.mark.rule("E-109", "E-110")
def test_a_winner_whose_target_another_one_put_out_has_his_way_too() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=4)
    table.ranks(ROSAMUND, sword=1)
    table.pain_between(MORTIMER, KNIGHT)
    table.order(ROSAMUND, "join_pain")
    table.do(DIRK, "state_intention", target=KNIGHT, permanent="yes", confirmed_by=DIRK)
    table.do(ANNA, "close_intentions")
    table.order(ROSAMUND, "use_ability", ability="sword")
    table.marks(KNIGHT, 4, 5, 6, 7, pool=Pool.ARTES)
    table.order(KNIGHT, "pay_price")
    table.round("000 0000 −−−")
    assert table.state.pain is None
    assert table.character(KNIGHT).life is Life.DEAD


# ---- Obligations and boons (E-111, E-112)


def bloody(**settings: object) -> Fight:
    """Mortimer has bloodied the knight twice and Rosamund him once; the knight Mortimer once. Nobody has given up."""
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (ROSAMUND, KNIGHT), **settings)
    table.rank(KNIGHT, sword=4)
    table.order(KNIGHT, "use_ability", ability="sword")
    table.round("000 −−0 000")
    table.round("−−0 00000 −00")
    table.round("0000 −−−000 −−0")
    return table


@pytest.mark.rule("E-111", "E-112")
def test_i_18_debts_of_one_trial() -> None:
    table = bloody()
    assert table.fighter(KNIGHT).bloodied_by == (MORTIMER, ROSAMUND, MORTIMER)
    assert table.fighter(MORTIMER).bloodied_by == (KNIGHT,)
    table.order(KNIGHT, "give_up")
    assert table.obligations() == [(MORTIMER, KNIGHT)], "only player characters have them (A-26)"
    assert table.boons() == [(MORTIMER, KNIGHT), (ROSAMUND, KNIGHT)]
    assert "Mortimer gains an obligation to Ford Knight." in table.said("results")


@pytest.mark.rule("E-111")
@pytest.mark.parametrize(("winner", "debts"), [(True, [(MORTIMER, KNIGHT)]), (False, [])])
def test_a_24_a_bloodied_winner_owes_too_or_losers_alone(winner: bool, debts: list[tuple[str, str]]) -> None:
    table = bloody(obligation_winner=winner)
    table.order(KNIGHT, "give_up")
    assert table.obligations() == debts


@pytest.mark.rule("E-111")
def test_a_24_a_loser_owes_in_any_case() -> None:
    table = bloody(obligation_winner=False)
    table.do(ANNA, "we_give_up")
    assert table.obligations() == [(MORTIMER, KNIGHT)]
    assert table.boons() == [], "who gave up has won nothing"


@pytest.mark.rule("E-111")
@pytest.mark.parametrize(("when", "during"), [("trial_end", 0), ("each_mark", 2)])
def test_a_23_at_the_end_of_the_trial_or_at_each_mark(when: str, during: int) -> None:
    table = melee((KNIGHT, MORTIMER), (MORTIMER, KNIGHT), rank=1, obligation_when=when)
    table.rank(KNIGHT, sword=4)
    table.order(KNIGHT, "use_ability", ability="sword")
    table.round("000 000")
    table.round("000 0000")
    assert table.boxes(MORTIMER) == (4, 5)
    assert len(table.obligations()) == during
    table.order(MORTIMER, "give_up")
    assert table.obligations() == [(MORTIMER, KNIGHT)] * max(1, during)
    gained = [event.obligation_id for event in table.events if isinstance(event, ObligationGained)]
    assert len(set(gained)) == len(gained)


@pytest.mark.rule("E-112")
@pytest.mark.parametrize(
    ("count", "boons"),
    [
        ("each_winner", [(MORTIMER, KNIGHT), (ROSAMUND, KNIGHT)]),
        ("side", [(MORTIMER, KNIGHT)]),
        ("victim", [(MORTIMER, KNIGHT), (ROSAMUND, KNIGHT)]),
    ],
)
def test_a_25_boons_for_each_winner_for_the_side_or_for_each_victim(count: str, boons: list[tuple[str, str]]) -> None:
    table = bloody(boon_count=count)
    table.order(KNIGHT, "give_up")
    assert table.boons() == boons
    gained = [event.boon_id for event in table.events if isinstance(event, BoonGained)]
    assert len(set(gained)) == len(gained)


@pytest.mark.rule("E-112")
@pytest.mark.parametrize(("count", "victims"), [("each_winner", 1), ("victim", 2)])
def test_a_25_two_victims_may_be_worth_two_boons(count: str, victims: int) -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (CAPTAIN, MORTIMER), boon_count=count)
    table.round("000 −−− −−−")
    table.order(KNIGHT, "give_up")
    table.order(MORTIMER, "change_intention")
    table.order(MORTIMER, "pass_round")
    table.round("−−−")
    table.do(ANNA, "next_round")
    table.order(MORTIMER, "state_intention", target=CAPTAIN)
    table.order(MORTIMER, "use_ability", ability="sword")
    table.round("000 −−−")
    table.order(CAPTAIN, "give_up")
    assert len(table.boons()) == victims


# ---- Shaking out (E-113)


@pytest.mark.rule("E-113")
@pytest.mark.parametrize(("bruises", "pending"), [(False, 0), (True, 2)])
def test_a_76_older_marks_slide_too_and_bruise_only_where_the_table_says_so(bruises: bool, pending: int) -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), slide_bruises=bruises)
    table.marks(MORTIMER, 2, 4, 6, pool=Pool.ARTES)
    table.order(KNIGHT, "give_up")
    table.round("−−− −−−")
    assert table.boxes(MORTIMER) == (1, 2, 3)
    assert table.character(MORTIMER).pending_bruise == pending
    assert table.boxes(KNIGHT) == (1,)


@pytest.mark.rule("E-113")
def test_a_76_a_mark_that_stays_above_the_lowest_boxes_does_not_bruise() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), slide_bruises=True)
    table.marks(MORTIMER, 4, 5, 6, 7, pool=Pool.ARTES)
    table.order(MORTIMER, "give_up")
    table.order(MORTIMER, "pay_price")
    table.round("−−−− −−−")
    assert table.boxes(MORTIMER) == (1, 2, 3, 4)
    assert table.character(MORTIMER).pending_bruise == 3


# ---- A seven (E-130, E-131)


@pytest.mark.rule("E-131")
@pytest.mark.parametrize(("harm", "boxes"), [(False, ()), (True, (1,))])
def test_a_41_the_harm_of_the_round_is_not_dealt_unless_the_table_wants_it(harm: bool, boxes: tuple[int, ...]) -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), transcend_harm=harm)
    table.round("+++ 000")
    assert (table.state.pain, table.state.moment) == (None, Moment.PLAY)
    assert table.boxes(KNIGHT) == boxes
    assert table.boons() == ([(MORTIMER, KNIGHT)] if harm else [])


@pytest.mark.rule("E-131", "E-110")
def test_the_intention_of_who_transcends_happens_for_good_if_it_was_so_meant() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=4)
    table.pain_between(MORTIMER, KNIGHT)
    table.do(ANNA, "state_intention", target=KNIGHT, permanent="yes", confirmed_by=ANNA)
    table.do(ANNA, "close_intentions")
    table.round("+++ 000")
    assert table.character(KNIGHT).life is Life.DEAD


@pytest.mark.rule("E-131", "E-112", "E-130")
def test_who_stood_against_a_seven_has_lost_and_gains_nothing() -> None:
    table = melee((MORTIMER, YSOLDE), (YSOLDE, MORTIMER))
    table.state = replace(table.state, game_clock_h=3.0)
    table.round("−−− +00")
    assert table.boxes(MORTIMER) == (5,)
    table.round("++++ 000")
    assert table.state.pain is None
    assert table.boons() == []
    assert table.obligations() == [(MORTIMER, YSOLDE)]
    day = table.character(MORTIMER).transcendence
    assert day is not None
    assert (day.since_h, day.deadline_h) == (3, 27)


@pytest.mark.rule("E-131")
@pytest.mark.parametrize(
    ("points", "loser"),
    [((5, 4), YSOLDE), ((4, 5), MORTIMER), ((4, 4), MORTIMER)],
)
def test_a_42_of_two_sevens_the_higher_total_prevails_and_on_a_tie_who_was_acted_against(
    points: tuple[int, int], loser: str
) -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=points[0])
    table.ranks(YSOLDE, sword=points[1])
    table.pain_between(MORTIMER, YSOLDE)
    table.do(ANNA, "close_intentions")
    table.round("+++ +++")
    assert table.character(MORTIMER).transcendence is not None
    assert table.character(YSOLDE).transcendence is not None
    resolved = next(event for event in table.events if type(event).__name__ == "RoundResolved")
    assert loser not in resolved.prevailing
    assert len(resolved.prevailing) == 1


@pytest.mark.rule("E-131")
def test_a_42_two_sevens_that_are_not_after_each_other_both_have_their_way() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (ROSAMUND, MORTIMER), (JAUFRE, KNIGHT))
    table.round("+++ 000 +++ 000")
    resolved = next(event for event in table.events if type(event).__name__ == "RoundResolved")
    assert resolved.transcendent == resolved.prevailing == (MORTIMER, ROSAMUND)


@pytest.mark.rule("E-131")
def test_a_42_parallel_both_have_their_way() -> None:
    table = melee((MORTIMER, YSOLDE), (YSOLDE, MORTIMER))
    table.do(CARA, "relate", character=MORTIMER, other=YSOLDE, relation="parallel")
    table.round("+++ +++")
    resolved = next(event for event in table.events if type(event).__name__ == "RoundResolved")
    assert resolved.prevailing == (MORTIMER, YSOLDE)


@pytest.mark.rule("E-131")
@pytest.mark.parametrize(("plain", "life"), [("plain", Life.ALIVE), ("leaves", Life.RETIRED)])
def test_a_40_a_seven_of_an_encounter_character(plain: str, life: Life) -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), transcend_ec=plain)
    table.rank(KNIGHT, sword=4)
    table.order(KNIGHT, "use_ability", ability="sword")
    table.round("000 +++")
    assert table.character(KNIGHT).life is life
    assert (table.state.pain is None) == (life is Life.RETIRED)
    assert table.boxes(MORTIMER) == (() if life is Life.RETIRED else (7,))


# ---- After it


@pytest.mark.rule("E-126")
def test_a_56_who_has_lost_the_pain_refreshes_nothing_with_the_winner_unless_it_was_no_contest() -> None:
    table = melee((MORTIMER, KNIGHT), (KNIGHT, MORTIMER), (ROSAMUND, KNIGHT))
    table.do(ANNA, "we_give_up")
    table.round("000 000 000")
    for who in (MORTIMER, KNIGHT):
        table.points(who, Pool.VALOUR, 1)
    again = {"character": MORTIMER, "pool": Pool.VALOUR}
    assert table.refused(ANNA, "refresh", partner=KNIGHT, **again) == "E_CONTEST_LOST"
    assert table.refused(ANNA, "bring_pain") == "E_NOT_RESISTED", "it is over"
    table.do(BEN, "refresh", character=KNIGHT, pool=Pool.VALOUR, partner=MORTIMER)
    table.do(ANNA, "refresh", partner=ROSAMUND, **again)
    table.points(MORTIMER, Pool.VALOUR, 1)
    table.do(ANNA, "refresh", partner=KNIGHT, no_contest="yes", **again)
