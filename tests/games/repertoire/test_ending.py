"""The end of a scene: curtain, dedication, the roll and the edge table of section 6."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Phase, SceneOutcome, SceneState
from assistant.table import Roll
from repertoire.play import A, B, C, D, P, Table

# Section 6, edge table for the success test: for, against, faces by size, won?
EDGES = [
    (9, 0, {6: [3, 2]}, False),
    (11, 0, {6: [3, 2]}, True),
    (2, 0, {6: [1]}, False),
    (3, 0, {6: [1]}, True),
    (1, 1, {6: [1]}, False),
    (2, 5, {6: [1]}, False),
    (18, 1, {6: [6], 8: [2]}, True),
    (17, 1, {6: [6], 8: [2]}, False),
]


def _closing(table: Table, *, trials: int = 0, triumphs: int = 0, **tokens: int) -> Table:
    """Dice at stake, tokens in hand, and A has called the curtain."""
    for intent, n in (("stake_trial", trials), ("stake_triumph", triumphs)):
        if n:
            table.do(A, intent, n=n)
    table.hold(**tokens).do(A, "call_curtain")
    return table


def _dedicated(for_: int, against: int, dice: dict[int, list[int]], **settings: object) -> Table:
    table = Table(**settings).in_scene(A, B)
    held = {"A": for_, "P": against}
    _closing(table, trials=len(dice.get(6, [])), triumphs=len(dice.get(8, [])), **held)
    table.do(A, "dedicate", slots={"for": "all"})
    if against:
        table.do(P, "dedicate", slots={"against": "all"})
    return table


@pytest.mark.rule("R-057", "R-058", "R-059", "R-062")
@pytest.mark.case("C-041", "C-043")
@pytest.mark.parametrize(("for_", "against", "dice", "won"), EDGES)
def test_the_sum_has_to_come_in_under_half_of_the_net(
    for_: int, against: int, dice: dict[int, list[int]], won: bool
) -> None:
    table = _dedicated(for_, against, dice)
    faces = [face for size in sorted(dice) for face in dice[size]]
    table.do(A, "roll", dice=faces)
    assert ("SceneRolled.won" in table.lines()) == won


@pytest.mark.rule("R-053")
def test_who_is_in_the_scene_and_off_stage_ends_it() -> None:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial")
    assert table.refused(P, "call_curtain") == "E_NOT_ACTOR"
    assert table.refused(C, "call_curtain") == "E_NOT_IN_SCENE"
    table.state = replace(table.state, scene=replace(table.scene, on_stage=frozenset({A})))
    assert table.refused(A, "call_curtain") == "E_ON_STAGE"
    table.do(B, "call_curtain")
    assert (table.scene.roller, table.scene.state) == (B, SceneState.DEDICATING)
    assert table.refused(A, "call_curtain") == "E_SCENE_CLOSING"
    assert Table().begun().refused(A, "call_curtain") == "E_NO_SCENE"


@pytest.mark.rule("R-053")
def test_the_curtain_asks_for_tokens_only_where_somebody_holds_some() -> None:
    assert _closing(Table().in_scene(A), trials=1, A=1).lines() == ["CurtainCalled"]
    assert _closing(Table().in_scene(A), trials=1).lines() == ["CurtainCalled.roll"]


@pytest.mark.rule("R-054", "R-065")
def test_without_dice_the_scene_is_over_and_counts_for_the_phase() -> None:
    table = Table().in_scene(A, B, phase=Phase.DEPARTURE).hold(A=3)
    table.do(B, "call_curtain")
    assert table.state.scene is None
    assert table.held(A) == (0,)
    assert table.state.been_in_scene == {A, B}
    assert table.lines() == ["SceneClosed.diceless"]


@pytest.mark.rule("R-054")
def test_a_scene_without_dice_may_be_refused_or_not_counted() -> None:
    assert Table(diceless_scenes="refused").in_scene(A).refused(A, "call_curtain") == "E_DIE_UNAVAILABLE"
    table = Table(diceless_scenes="uncounted").in_scene(A)
    table.do(A, "call_curtain")
    assert table.state.been_in_scene == frozenset()


@pytest.mark.rule("R-055")
def test_everyone_with_tokens_dedicates_and_may_change_it_until_the_roll() -> None:
    table = _closing(Table().in_scene(A), trials=1, A=5, D=2)
    table.do(A, "dedicate", slots={"for": 5})
    table.do(A, "dedicate", slots={"for": 3, "against": 2})
    assert table.lines() == ["TokensDedicated.split"]
    table.do(D, "dedicate", slots={"against": "all"})
    assert table.lines() == ["TokensDedicated.against"]
    assert table.scene.dedicated == {A: (3, 2), D: (0, 2)}


@pytest.mark.rule("R-055")
def test_the_rest_goes_to_the_other_side() -> None:
    table = _closing(Table().in_scene(A), trials=1, A=5)
    table.do(A, "dedicate", slots={"for": 3, "against": "rest"})
    assert table.scene.dedicated == {A: (3, 2)}
    table.do(A, "dedicate", slots={"against": 1, "for": "rest"})
    assert table.scene.dedicated == {A: (4, 1)}


@pytest.mark.rule("R-055")
@pytest.mark.parametrize("slots", [{"for": 6}, {"for": 3, "against": 3}, {}, {"for": "x"}, {"for": -1, "against": 2}])
def test_nobody_dedicates_more_than_he_holds_or_nothing(slots: dict[str, str | int]) -> None:
    table = _closing(Table().in_scene(A), trials=1, A=5)
    assert table.refused(A, "dedicate", slots=slots) == "E_TOKENS"


@pytest.mark.rule("R-055")
def test_tokens_are_dedicated_after_the_curtain() -> None:
    assert Table().in_scene(A).hold(A=1).refused(A, "dedicate", slots={"for": 1}) == "E_NO_SCENE"


def test_splitting_may_be_ruled_out() -> None:
    table = _closing(Table(dedicate_split=False).in_scene(A), trials=1, A=5)
    for split in ({"for": 3, "against": 2}, {"for": 1, "against": 4}, {"for": 4, "against": 1}):
        assert table.refused(A, "dedicate", slots=split) == "E_TOKENS"
    table.do(A, "dedicate", slots={"for": 5})
    table.do(A, "dedicate", slots={"against": 5})


def test_tokens_may_be_dedicated_in_secret() -> None:
    table = _closing(Table(dedicate_mode="secret").in_scene(A), trials=1, A=5)
    table.do(A, "dedicate", slots={"for": 5})
    assert table.cues[0].audience == frozenset({A})


def test_tokens_may_be_dedicated_in_order_of_the_table() -> None:
    table = _closing(Table(dedicate_mode="in_order").in_scene(A), trials=1, A=5, B=1)
    assert table.refused(B, "dedicate", slots={"for": 1}) == "E_NOT_YOUR_PICK"
    table.do(A, "dedicate", slots={"for": 5})
    table.do(B, "dedicate", slots={"for": 1})


@pytest.mark.rule("R-056", "R-058")
def test_the_roller_waits_until_every_token_is_dedicated() -> None:
    table = _closing(Table().in_scene(A, B), trials=1, A=1, P=2)
    table.do(A, "dedicate", slots={"for": 1})
    assert table.refused(A, "roll") == "E_UNDEDICATED"
    table.do(P, "dedicate", slots={"against": 1})
    assert table.refused(A, "roll") == "E_UNDEDICATED"
    table.do(P, "dedicate", slots={"against": 2})
    assert table.refused(B, "roll") == "E_NOT_ROLLER"
    assert table.try_(A, "roll") == Roll((6,), by=A)


@pytest.mark.rule("R-056")
def test_after_a_minute_the_rest_is_lost_if_the_roller_goes_on() -> None:
    table = _closing(Table().in_scene(A), trials=1, A=3, P=2)
    table.do(A, "dedicate", slots={"for": 3})
    table.at = 59.0
    assert table.refused(A, "roll_anyway", dice=[1]) == "E_UNDEDICATED"
    table.at = 60.0
    table.do(A, "roll_anyway", dice=[1])
    assert "SceneRolled.won" in table.lines()


@pytest.mark.rule("R-056")
def test_tokens_may_be_kept_back_where_the_table_allows_it() -> None:
    table = _closing(Table(require_full_dedication=False).in_scene(A), trials=1, A=3, P=2)
    assert isinstance(table.try_(A, "roll"), Roll)


@pytest.mark.rule("R-058")
def test_rolling_comes_between_curtain_and_dice() -> None:
    table = Table().in_scene(A, B)
    assert table.refused(A, "roll") == "E_NO_SCENE"
    _closing(table, trials=1, triumphs=1)
    table.do(A, "roll", dice=[1, 1])
    assert table.refused(A, "roll") == "E_SCENE_CLOSING"


@pytest.mark.rule("R-150")
def test_a_roller_who_keeps_the_table_waiting_may_be_rolled_for() -> None:
    table = _closing(Table().in_scene(A, B), trials=1)
    assert table.tick(59.9) == []
    assert table.refused(B, "roll") == "E_NOT_ROLLER"
    assert table.tick(60.0) == ["roll_due"]
    assert table.refused(D, "roll") == "E_NOT_ROLLER"
    rolled = table.do(B, "roll", dice=[3])
    assert getattr(rolled[0], "seat", None) == A


@pytest.mark.rule("R-150")
def test_waiting_for_ever_is_a_setting() -> None:
    table = _closing(Table(due_s=0).in_scene(A, B), trials=1)
    assert table.tick(5000.0) == []
    assert table.refused(B, "roll") == "E_NOT_ROLLER"


@pytest.mark.rule("R-057", "R-062")
def test_with_no_tokens_the_roll_is_lost_at_once() -> None:
    table = _closing(Table().in_scene(A), trials=1)
    table.do(A, "roll", dice=[1])
    assert table.lines()[0] == "SceneRolled.lost"


@pytest.mark.rule("R-058")
def test_real_dice_may_be_told_as_one_sum() -> None:
    table = _dedicated(15, 0, {6: [1, 1], 8: [1]})
    for wrong in ([2], [21], [1, 2], [7, 1, 1]):
        assert table.refused(A, "roll", dice=wrong) == "E_DIE_VALUE"
    events = table.do(A, "roll", dice=[7])
    assert getattr(events[0], "roll", None) == ((0, 7),)
    assert table.lines()[0] == "SceneRolled.won"


@pytest.mark.rule("R-059")
@pytest.mark.parametrize(("strict", "won"), [(True, False), (False, True)])
def test_strictly_under_is_a_setting(strict: bool, won: bool) -> None:
    table = _dedicated(10, 0, {6: [3, 2]}, roll_strict=strict)
    table.do(A, "roll", dice=[3, 2])
    assert ("SceneRolled.won" in table.lines()) == won


@pytest.mark.rule("R-057")
@pytest.mark.parametrize(("rounding", "won"), [("exact", True), ("up", True), ("down", False)])
def test_how_the_half_is_rounded_is_a_setting(rounding: str, won: bool) -> None:
    table = _dedicated(11, 0, {6: [3, 2]}, total_round=rounding)
    table.do(A, "roll", dice=[3, 2])
    assert ("SceneRolled.won" in table.lines()) == won


@pytest.mark.rule("R-058")
@pytest.mark.parametrize(
    ("mode", "dice", "won"), [("sum", (3, 2), False), ("each", (3, 2), True), ("each", (1, 4), False)]
)
def test_each_die_by_itself_is_a_setting(mode: str, dice: tuple[int, int], won: bool) -> None:
    table = _dedicated(8, 0, {6: [3, 2]}, roll_mode=mode)
    table.do(A, "roll", dice=dice)
    assert ("SceneRolled.won" in table.lines()) == won


def test_nobody_objects_to_a_curtain_unless_the_table_has_time_for_that() -> None:
    table = _closing(Table().in_scene(A, B, C), trials=1)
    assert table.refused(B, "object") == "E_QUESTION_LATE"


def test_most_of_the_others_object_and_the_scene_goes_on() -> None:
    table = _closing(Table(end_veto_s=10).in_scene(A, B, C), trials=1, A=1)
    table.do(A, "dedicate", slots={"for": 1})
    table.do(B, "object")
    assert table.scene.state is SceneState.DEDICATING
    assert table.refused(B, "object") == "E_DUPLICATE"
    assert table.refused(A, "object") == "E_QUESTION_LATE"
    assert table.refused(D, "object") == "E_NOT_IN_SCENE"
    table.do(C, "object")
    assert (table.scene.state, table.scene.roller, table.scene.dedicated) == (SceneState.OPEN, None, {})
    assert table.scene.outcome is not SceneOutcome.SUCCESS


def test_too_many_tokens_are_heard_to_be_refused() -> None:
    table = _closing(Table().in_scene(A), trials=1, A=5)
    dedicate = next(one for one in GAME.grammar(table.state) if one.intent == "dedicate")
    assert 20 in dedicate.slots["for"]
