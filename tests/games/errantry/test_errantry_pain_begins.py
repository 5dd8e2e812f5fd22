"""Bringing Down the Pain: who may, who joins, what everybody wants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry.terms import Action, Life, Moment, PainPhase
from assistant.table import Ask, Command
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import CAPTAIN, JAUFRE, KNIGHT, MORTIMER, ROSAMUND, THIEF, YSOLDE, Fight

# ---- Who may call it


@pytest.mark.rule("E-075")
def test_only_after_a_resisted_check_that_is_final() -> None:
    table = Fight()
    assert table.refused(ANNA, "bring_pain") == "E_NOT_RESISTED"
    table.order(MORTIMER, "use_ability", ability="sword")
    assert table.refused(ANNA, "bring_pain") == "E_WRONG_PHASE"
    table.do(ANNA, "roll", dice=dice("000"))
    table.stands()
    assert table.refused(ANNA, "bring_pain") == "E_NOT_RESISTED"


@pytest.mark.rule("E-075", "E-076")
@pytest.mark.parametrize("faces", ["+++ ---", "--- +++"])
def test_winner_or_loser_may_others_may_not_and_the_tenan_not_for_an_ec(faces: str) -> None:
    table = Fight()
    table.check_between(MORTIMER, KNIGHT, ("sword", "sword"), faces)
    assert table.refused(DIRK, "bring_pain") == "E_NOT_INVOLVED"
    assert table.refused(BEN, "bring_pain") == "E_TENAN_NO"
    table.do(ANNA, "bring_pain")
    assert (table.state.moment, table.state.check) == (Moment.PAIN_INTENTIONS, None)


@pytest.mark.rule("E-076")
def test_the_tenan_may_for_his_own_character() -> None:
    table = Fight()
    table.check_between(YSOLDE, KNIGHT, ("sword", "sword"))
    table.do(BEN, "bring_pain")
    assert table.pain.round == 1


@pytest.mark.rule("E-071", "E-075")
def test_a_surprised_player_may_too() -> None:
    table = Fight()
    table.order(KNIGHT, "surprise", target=MORTIMER, ability="sword")
    table.do(BEN, "roll", dice=dice("000"))
    table.stands()
    table.do(ANNA, "bring_pain")
    assert (table.fighter(KNIGHT).ability, table.fighter(MORTIMER).ability) == ("sword", "")
    assert [each.character for each in table.pain.fighters] == [KNIGHT, MORTIMER]


@pytest.mark.rule("E-075")
def test_a_72_the_abilities_of_the_check_are_the_first_actions() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT, ("sword", "resist"))
    assert (table.fighter(MORTIMER).kind, table.fighter(KNIGHT).kind) == (Action.ATTACK, Action.DEFEND)
    assert (table.fighter(MORTIMER).target, table.fighter(KNIGHT).target) == (KNIGHT, MORTIMER)


@pytest.mark.rule("E-075")
@pytest.mark.parametrize(("setting", "boxes"), [("set_aside", ()), ("harms", (4,))])
def test_a_21_the_check_is_set_aside_or_has_harmed_already(setting: str, boxes: tuple[int, ...]) -> None:
    table = Fight(pain_first_check=setting)
    table.ranks(MORTIMER, sword=3)
    table.pain_between(MORTIMER, KNIGHT, faces="00+ 000")
    assert table.boxes(KNIGHT) == boxes
    assert table.fighter(KNIGHT).bloodied_by == ((MORTIMER,) if boxes else ())


@pytest.mark.rule("E-075")
def test_a_21_a_resister_who_only_withstood_has_harmed_nobody() -> None:
    table = Fight(pain_first_check="harms")
    table.ranks(MORTIMER, sword=0)
    table.pain_between(MORTIMER, KNIGHT, ("sword", "resist"), faces="--- +++")
    assert table.boxes(MORTIMER) == ()


@pytest.mark.rule("E-075", "E-092")
def test_a_21_a_resister_who_won_with_nothing_has_harmed_nobody() -> None:
    table = Fight(pain_first_check="harms")
    table.ranks(MORTIMER, sword=0)
    table.pain_between(MORTIMER, KNIGHT, faces="--- ---")
    assert (table.boxes(MORTIMER), table.fighter(MORTIMER).still_in) == ((), True)


@pytest.mark.rule("E-075")
@pytest.mark.parametrize("after", [False, True])
def test_a_63_after_a_seven_there_is_no_pain_unless_the_table_wants_it(after: bool) -> None:
    table = Fight(pain_after_transcend=after)
    table.ranks(MORTIMER, sword=4)
    table.ranks(JAUFRE, sword=1)
    table.check_between(MORTIMER, JAUFRE, ("sword", "sword"), "+++ 000")
    if after:
        table.do(CARA, "bring_pain")
    else:
        assert table.refused(CARA, "bring_pain") == "E_STORY_ENDED"


@pytest.mark.rule("E-075")
def test_there_is_no_pain_with_who_is_dead_by_now() -> None:
    table = Fight()
    table.check_between(MORTIMER, KNIGHT, ("sword", "sword"))
    table.change(KNIGHT, life=Life.DEAD)
    assert table.refused(ANNA, "bring_pain") == "E_STORY_ENDED"


@pytest.mark.rule("E-075")
def test_each_trial_is_one_of_its_own() -> None:
    table = Fight()
    trials = []
    for _ in range(2):
        table.pain_between(MORTIMER, KNIGHT)
        trials.append((table.pain.id, table.pain.from_check))
        table.order(MORTIMER, "give_up")
    assert [trial for trial, _ in trials] == ["trial1", "trial2"]
    assert len({check for _, check in trials}) == 2


# ---- Who joins


@pytest.mark.rule("E-077", "E-139")
def test_anybody_around_joins_before_the_first_dice() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    assert table.no(MORTIMER, "join_pain") == "E_ALREADY_IN"
    table.order(ROSAMUND, "join_pain")
    assert table.said() == ["Rosamund joins."]
    assert table.refused(DIRK, "close_intentions") == "E_INTENTION_MISSING"
    assert table.no(ROSAMUND, "state_intention") == "E_WHO", "one of two"
    table.order(ROSAMUND, "state_intention", target=KNIGHT)
    table.do(ANNA, "close_intentions")
    table.order(THIEF, "join_pain")
    assert [step.character for step in table.check.steps] == [MORTIMER, KNIGHT, ROSAMUND, THIEF]
    assert table.refused(ANNA, "ready") in ("E_INTENTION_MISSING", "E_WAITING_FOR")
    assert table.state.scene is not None
    away = table.state.scene.present - {YSOLDE}
    table.state = replace(table.state, scene=replace(table.state.scene, present=away))
    assert table.no(YSOLDE, "join_pain") == "E_NOT_HERE"


@pytest.mark.rule("E-077")
@pytest.mark.parametrize("late", [False, True])
def test_a_69_after_the_first_dice_it_is_too_late_unless_the_table_wants_it(late: bool) -> None:
    table = Fight(join_late=late)
    table.fight(MORTIMER, KNIGHT)
    table.round("000 0−0")
    assert table.no(ROSAMUND, "join_pain") == "E_JOIN_LATE"
    table.do(ANNA, "next_round")
    if late:
        table.order(ROSAMUND, "join_pain")
        assert table.fighter(ROSAMUND).still_in
    else:
        assert table.no(ROSAMUND, "join_pain") == "E_JOIN_LATE"


# ---- What everybody wants


@pytest.mark.rule("E-078")
def test_the_stage_closes_when_everybody_has_an_intention() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.order(MORTIMER, "state_intention", text="win the crossing")
    assert table.pain.phase is PainPhase.INTENTIONS
    assert (table.fighter(MORTIMER).target, table.fighter(MORTIMER).intention) == (KNIGHT, "win the crossing")
    assert [cue.line for cue in table.cues] == ["IntentionStated.text"]
    table.order(MORTIMER, "state_intention", text="…")
    assert [cue.line for cue in table.cues] == ["IntentionStated"], "what is not known as text yet is not shown"
    table.order(KNIGHT, "state_intention", target=MORTIMER)
    assert table.pain.phase is PainPhase.FREE_AND_CLEAR
    assert table.fighter(KNIGHT).stated


@pytest.mark.rule("E-078")
def test_words_that_become_known_later_are_written_in() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.order(MORTIMER, "state_intention", target=KNIGHT, text="…")
    draft = {"intent": "state_intention", "character": MORTIMER, "target": KNIGHT}
    table.do(ANNA, "draft", slots=draft, text="win the crossing")
    assert table.fighter(MORTIMER).intention == "win the crossing"
    assert table.refused(ANNA, "draft", slots=draft, text="again") == "E_INTENTION_MISSING"
    table.order(MORTIMER, "give_up")
    assert table.refused(ANNA, "draft", slots=draft, text="again") == "E_WRONG_PHASE"


@pytest.mark.rule("E-078", "E-110")
def test_an_intention_for_good_is_asked_about() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    asked = table.try_(ANNA, "state_intention", target=KNIGHT, permanent="yes")
    assert isinstance(asked, Ask)
    assert asked.choices == (Command("state_intention", ANNA, {"target": KNIGHT, "permanent": "yes"}),)
    table.do(ANNA, "state_intention", target=KNIGHT, permanent="yes", confirmed_by=ANNA)
    assert table.fighter(MORTIMER).permanent


@pytest.mark.rule("E-078", "E-080")
def test_a_target_is_somebody_else_who_is_in() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    assert table.no(MORTIMER, "state_intention", target=CAPTAIN) == "E_NOT_IN"
    assert table.no(MORTIMER, "state_intention", target=MORTIMER) == "E_NOT_IN"
    assert table.no(ROSAMUND, "state_intention", target=KNIGHT) == "E_NOT_IN"
    assert table.no(ROSAMUND, "change_intention") == "E_WRONG_PHASE"
    assert table.no(MORTIMER, "state_intention", target="nobody") == "E_WHO"
    assert table.refused(ANNA, "state_intention", character=KNIGHT, target=MORTIMER) == "E_NOT_YOURS"


@pytest.mark.rule("E-079", "E-141")
def test_the_marshal_upholds_an_objection() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    assert table.refused(CARA, "refuse_intention") == "E_WHO"
    table.order(MORTIMER, "state_intention", text="cause an eclipse")
    assert table.refused(ANNA, "refuse_intention") == "E_NOT_YOURS"
    assert table.refused(CARA, "refuse_intention", character=KNIGHT) == "E_INTENTION_MISSING"
    assert table.refused(CARA, "refuse_intention", character="nobody") == "E_WHO"
    table.do(CARA, "refuse_intention")
    assert table.said("results") == ["Intention refused. State another."]
    assert not table.fighter(MORTIMER).stated
    table.do(ANNA, "close_intentions")
    asked = table.try_(CARA, "refuse_intention")
    assert isinstance(asked, Ask)
    assert [choice.slots["character"] for choice in asked.choices] == [MORTIMER, KNIGHT]
    table.do(CARA, "refuse_intention", character=KNIGHT)
    assert table.refused(ANNA, "ready") == "E_INTENTION_MISSING"
    assert table.no(KNIGHT, "use_ability", ability="sword") == "E_INTENTION_MISSING"
    table.order(KNIGHT, "state_intention")
    table.do(ANNA, "ready")
    assert table.refused(CARA, "refuse_intention", character=KNIGHT) == "E_DICE_ROLLED"


@pytest.mark.rule("E-080")
def test_a_target_stays_until_the_intention_is_changed() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.order(CAPTAIN, "join_pain")
    table.order(CAPTAIN, "state_intention", target=MORTIMER)
    table.order(MORTIMER, "state_intention", target=KNIGHT)
    table.order(MORTIMER, "state_intention", target=CAPTAIN)
    assert table.fighter(MORTIMER).target == CAPTAIN, "before the first free talk it may be thought over"
    table.order(MORTIMER, "state_intention", text="peace")
    assert table.fighter(MORTIMER).target == CAPTAIN, "as before, where it is not named"
    table.do(ANNA, "close_intentions")
    assert table.no(MORTIMER, "state_intention", target=KNIGHT) == "E_WRONG_TARGET"


@pytest.mark.rule("E-109")
def test_who_has_still_to_say_what_he_wants_of_somebody_who_is_gone_holds_nobody_up() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.order(ROSAMUND, "join_pain")
    table.order(ROSAMUND, "state_intention", target=KNIGHT)
    table.order(KNIGHT, "give_up")
    assert table.state.pain is None


@pytest.mark.rule("E-108")
def test_one_may_give_up_before_it_has_begun() -> None:
    table = Fight()
    table.pain_between(MORTIMER, KNIGHT)
    table.order(MORTIMER, "give_up")
    assert (table.state.pain, table.state.moment) == (None, Moment.PLAY)
    assert "Ford Knight wins the Pain." in table.said()
