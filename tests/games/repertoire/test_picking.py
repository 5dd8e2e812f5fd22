"""What becomes of the dice: EX-05, the first half of EX-06, the order of picking, the Producer's die, closing."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import Phase
from repertoire.play import A, B, C, D, P, Table


def _ex_05(producer_against: int = 2, **settings: object) -> Table:
    """Two trials and a triumph, 17 tokens for, and C is about to roll."""
    table = Table(**settings).in_scene(A, B, C)
    table.do(A, "stake_trial", n=2)
    table.do(A, "stake_triumph")
    table.hold(A=6, B=9, C=2, P=producer_against).do(C, "call_curtain")
    for seat in (A, B, C):
        table.do(seat, "dedicate", slots={"for": "all"})
    table.do(P, "dedicate", slots={"against": "all"})
    return table


def _won(*dedicated: tuple[str, int, int], trials: int, triumphs: int, roller: str = A, **settings: object) -> Table:
    """A scene won with one on every die; who dedicated how much for and against."""
    table = Table(**settings).in_scene(A, B, C)
    table.do(A, "stake_trial", n=trials)
    table.do(A, "stake_triumph", n=triumphs)
    letters = {A: "A", B: "B", C: "C", D: "D", P: "P"}
    table.hold(**{letters[seat]: for_ + against for seat, for_, against in dedicated}).do(roller, "call_curtain")
    for seat, for_, against in dedicated:
        table.do(seat, "dedicate", slots={"for": for_, "against": against})
    table.do(roller, "roll", dice=[1] * (trials + triumphs))
    return table


def _picks(table: Table) -> list[str]:
    """Who picks, in turn, until one size is left."""
    turns = []
    while table.state.scene is not None:
        turn = table.look(A, "who_is_left").slots["name1"]
        seat = {"Ann": A, "Ben": B, "Cleo": C}[str(turn)]
        turns.append(seat)
        table.do(seat, "take_die", size="small")
    return turns


@pytest.mark.rule("R-057", "R-059", "R-060", "R-065")
def test_ex_05_won_by_half_a_point_and_picked_by_contribution() -> None:
    table = _ex_05()
    table.do(C, "roll", dice=[2, 1, 4])
    assert [(cue.line, dict(cue.slots)) for cue in table.cues] == [
        ("SceneRolled.won", {"sum": 7}),
        ("pick.first", {"player": "Ben"}),
    ]
    table.do(B, "take_die", size=8)
    assert [dict(table.player(seat).steel) for seat in (A, B, C)] == [{6: 1}, {8: 1}, {6: 1}]
    assert table.held(A, B, C, P) == (0, 0, 0, 0)
    assert table.rancor == (2, 2, 2, 2, 2)
    assert table.state.been_in_scene == {A, B, C}


@pytest.mark.rule("R-062", "R-063", "R-064")
def test_ex_06_lost_by_nothing_and_the_producer_takes_one_die() -> None:
    table = _ex_05(producer_against=3)
    table.do(C, "roll", dice=[2, 1, 4])
    assert [(cue.line, dict(cue.slots)) for cue in table.cues] == [("SceneRolled.lost", {"sum": 7})]
    assert table.refused(A, "take_die", size=8) == "E_NOT_PRODUCER"
    assert table.refused(P, "take_die", size=10) == "E_DIE_UNAVAILABLE"
    table.do(P, "take_die", size=8)
    assert table.rancor == (2, 2, 3, 2, 2)
    assert all(not table.player(seat).steel for seat in (A, B, C))
    assert table.lines() == ["RancorPicked", "SceneClosed"]


@pytest.mark.rule("R-063")
def test_with_one_size_offered_the_producer_is_not_asked() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial", n=2)
    table.do(A, "call_curtain")
    table.do(A, "roll", dice=[1, 1])
    assert table.rancor == (2, 3, 2, 2, 2)
    assert table.state.scene is None


@pytest.mark.rule("R-060")
def test_only_the_next_in_order_picks_and_only_what_is_there() -> None:
    table = _ex_05()
    table.do(C, "roll", dice=[2, 1, 4])
    assert table.refused(A, "take_die", size=6) == "E_NOT_YOUR_PICK"
    assert table.refused(B, "take_die", size=10) == "E_DIE_UNAVAILABLE"
    assert table.refused(B, "take_die") == "E_DIE_UNAVAILABLE"
    table.do(B, "take_die", size="big")
    assert dict(table.player(B).steel) == {8: 1}


@pytest.mark.rule("R-060")
def test_one_participant_alone_takes_everything() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.hold(D=9).do(A, "call_curtain")
    table.do(D, "dedicate", slots={"for": 9})
    table.do(A, "roll", dice=[1, 1])
    assert dict(table.player(A).steel) == {6: 1, 8: 1}
    assert not table.player(D).steel
    assert table.state.scene is None


@pytest.mark.rule("R-061")
def test_a_tie_goes_to_the_roller_then_by_entry() -> None:
    table = _won((A, 8, 0), (B, 8, 0), (C, 8, 0), trials=2, triumphs=2, roller=C)
    assert table.scene.pick_order == (C, A, B)


@pytest.mark.rule("R-060")
@pytest.mark.parametrize(("contribution", "order"), [("for", (A, B, C)), ("both", (B, A, C)), ("net", (A, C, B))])
def test_what_counts_as_contribution_is_a_setting(contribution: str, order: tuple[str, ...]) -> None:
    table = _won((A, 9, 0), (B, 8, 3), (C, 6, 0), trials=1, triumphs=1, contribution=contribution)
    assert table.scene.pick_order == order


@pytest.mark.rule("R-060")
@pytest.mark.parametrize(
    ("rounds", "order"),
    [("round", [A, B, C, A, B]), ("snake", [A, B, C, C, B]), ("top", [A, B, C, A, A])],
)
def test_what_happens_when_all_have_picked_is_a_setting(rounds: str, order: list[str]) -> None:
    table = _won((A, 9, 0), (B, 8, 0), (C, 7, 0), trials=5, triumphs=1, pick_rounds=rounds)
    assert _picks(table) == order  # the sixth die is the only size left, and is given out


@pytest.mark.rule("R-060")
@pytest.mark.parametrize(("setting", "order"), [(True, (B, A, C)), (False, (B,))])
def test_whether_those_who_gave_nothing_pick_is_a_setting(setting: bool, order: tuple[str, ...]) -> None:
    table = _won((B, 9, 0), (D, 1, 0), trials=1, triumphs=1, zero_contributors_pick=setting)
    if setting:
        assert table.scene.pick_order == order
    else:
        assert dict(table.player(B).steel) == {6: 1, 8: 1}


@pytest.mark.rule("R-061")
def test_a_tie_may_be_thrown_for() -> None:
    table = Table(pick_ties="dice_off").in_scene(A, B, C)
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.hold(A=8, B=8, C=3).do(A, "call_curtain")
    for seat in (A, B, C):
        table.do(seat, "dedicate", slots={"for": "all"})
    asked = table.try_(A, "roll")
    assert getattr(asked, "sides", None) == (6, 8, 12, 12)
    table.do(A, "roll", dice=[1, 1, 4, 9])
    assert table.scene.pick_order == (B, A, C)


@pytest.mark.rule("R-061")
def test_those_tied_may_agree_in_talk_who_is_first() -> None:
    table = _won((A, 8, 0), (B, 8, 0), (C, 3, 0), trials=2, triumphs=1, pick_ties="agree")
    assert table.refused(C, "take_die", size=6) == "E_NOT_YOUR_PICK"
    table.do(B, "take_die", size=6)
    assert table.scene.pick_order == (B, A, C)
    assert table.refused(B, "take_die", size=6) == "E_NOT_YOUR_PICK"
    table.do(A, "take_die", size=8)
    assert dict(table.player(C).steel) == {6: 1}


@pytest.mark.rule("R-150")
def test_a_picker_who_keeps_the_table_waiting_is_given_the_largest_die() -> None:
    table = _ex_05()
    table.do(C, "roll", dice=[2, 1, 4])
    assert table.tick(59.0) == []
    assert table.tick(60.0) == ["pick_due"]
    assert dict(table.player(B).steel) == {8: 1}
    assert table.state.scene is None


@pytest.mark.rule("R-150")
def test_a_producer_who_keeps_the_table_waiting_is_given_the_largest_die() -> None:
    table = _ex_05(producer_against=3)
    table.do(C, "roll", dice=[2, 1, 4])
    table.tick(60.0)
    assert table.rancor == (2, 2, 3, 2, 2)


@pytest.mark.rule("R-150")
def test_nothing_is_picked_for_anyone_where_the_table_waits_for_ever() -> None:
    table = _ex_05(due_s=0)
    table.do(C, "roll", dice=[2, 1, 4])
    assert table.tick(3000.0) == []


@pytest.mark.rule("R-065")
def test_closing_leaves_the_cards_as_they_are() -> None:
    table = Table().in_scene(A).mark("Corvin", "TTT", 1)
    table.do(A, "call_curtain")
    assert table.written("Corvin") == "TTT / 1"


@pytest.mark.rule("R-089")
def test_once_everyone_has_had_a_scene_the_table_is_told_once() -> None:
    table = Table().in_scene(A, B, C, phase=Phase.ARRIVAL)
    table.do(A, "call_curtain")
    assert "phase.complete" not in table.lines()
    for expected in (True, False):
        table.do(D, "start_scene")
        table.do(D, "call_curtain")
        assert ("phase.complete" in table.lines()) == expected


def test_there_is_no_die_to_take_before_the_roll() -> None:
    assert Table().in_scene(A).refused(A, "take_die", size=6) == "E_NO_SCENE"
