"""What is open when time is up does not hang on a seat that has fallen silent: "don't wait"."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import Phase, SceneState, Status, Step
from assistant.table import Ask
from repertoire.fights import facing, fight
from repertoire.play import A, B, C, D, P, Table

UP = 28_800.0
SHORTLY_BEFORE = UP - 20


def _picking(*faces: int) -> Table:
    """A trial and a triumph of A, nine tokens for them, rolled shortly before time is up."""
    table = Table().in_scene(A, B)
    table.at = SHORTLY_BEFORE
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.hold(A=9).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=faces)
    return table


@pytest.mark.rule("R-134", "R-150")
def test_in_a_confrontation_the_largest_dice_go_for_a_silent_side() -> None:
    table = facing((6, 8, 8), (4, 12, 12))
    table.at = SHORTLY_BEFORE
    table.do(P, "roll", dice=(6, 1, 1, 4, 1, 1))
    assert table.refused(D, "roll_anyway") == "E_NO_SCENE"
    table.do(P, "end_argument")
    assert table.refused(D, "roll_anyway") == "E_NO_SCENE"
    table.tick(UP)
    table.do(D, "roll_anyway")
    assert (dict(fight(table).steel_aside), dict(fight(table).rancor_aside)) == ({8: 1}, {12: 1})
    assert fight(table).step is Step.ROLL
    assert table.refused(D, "roll_anyway") == "E_NO_SCENE"


@pytest.mark.rule("R-133", "R-150")
def test_a_silent_picker_gets_the_largest_die() -> None:
    table = _picking(1, 1)
    assert table.refused(D, "roll_anyway") == "E_SCENE_CLOSING"
    table.tick(UP)
    table.do(D, "roll_anyway")
    assert (dict(table.player(A).steel), dict(table.player(B).steel)) == ({8: 1}, {6: 1})
    assert table.state.status is Status.OVER


@pytest.mark.rule("R-133", "R-150")
def test_a_silent_producer_gets_the_largest_die() -> None:
    table = _picking(6, 8)
    table.tick(UP)
    table.do(D, "roll_anyway")
    assert (table.rancor, table.state.status) == ((2, 2, 3, 2, 2), Status.OVER)


@pytest.mark.rule("R-081", "R-133")
def test_a_silent_producer_lets_an_insisted_question_pass() -> None:
    table = Table().in_scene(A, B)
    table.at = UP - 10
    table.do(A, "stake_trial")
    table.do(P, "question_event", kind="trial")
    table.tick(UP)
    assert table.refused(D, "roll_anyway") == "E_QUESTION_PENDING"
    table.do(A, "insist")
    table.do(D, "roll_anyway")
    assert (table.scene.question, table.rancor) == (None, (2, 2, 2, 2, 2))


@pytest.mark.rule("R-058", "R-133", "R-150")
def test_a_silent_roller_is_not_waited_for_nor_are_tokens_still_in_hand() -> None:
    table = Table().in_scene(A, B)
    table.at = SHORTLY_BEFORE
    table.do(A, "stake_trial")
    table.hold(C=1).do(A, "call_curtain")
    table.tick(UP)
    assert table.refused(B, "roll") == "E_NOT_ROLLER"
    assert table.refused(C, "roll_anyway") == "E_NOT_ROLLER"
    table.do(B, "roll_anyway", dice=[1])
    assert table.state.status is Status.OVER


@pytest.mark.rule("R-058", "R-150")
@pytest.mark.parametrize("up", [False, True])
def test_where_the_silent_roller_was_alone_anybody_rolls(up: bool) -> None:
    table = Table().in_scene(A)
    table.at = SHORTLY_BEFORE if up else 0.0
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert table.refused(D, "roll_anyway") == "E_NOT_ROLLER"
    table.tick(UP if up else 60)
    table.do(D, "roll_anyway", dice=[1])
    assert (table.state.scene, table.rancor) == (None, (2, 3, 2, 2, 2))


@pytest.mark.rule("R-133", "R-135")
def test_a_scene_whose_actors_are_silent_is_closed_if_two_seats_agree() -> None:
    table = Table().in_scene(A, phase=Phase.DEPARTURE)
    assert table.refused(D, "roll_anyway") == "E_NO_SCENE"
    table.tick(UP)
    asked = table.try_(D, "roll_anyway")
    assert isinstance(asked, Ask)
    assert asked.by == {P, A, B, C}
    assert isinstance(table.try_(D, "roll_anyway", confirmed_by=D), Ask)
    assert table.scene.state is SceneState.OPEN
    table.do(D, "roll_anyway", confirmed_by=P)
    assert table.state.status is Status.OVER
