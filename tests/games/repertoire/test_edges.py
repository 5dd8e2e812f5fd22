"""Edges: one more or one less, one second earlier or later, one thing instead of two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.events_scene import DiePicked, SceneRolled
from assistant.games.repertoire.state import Performance
from assistant.games.repertoire.terms import Phase, RivalryStatus, SceneState
from assistant.table import CLOCK, Refusal
from repertoire.acts import production
from repertoire.fights import facing
from repertoire.play import PLAYERS, A, B, C, D, P, Table


def _all_for(table: Table) -> None:
    for player in table.state.seats:
        if player.held:
            table.do(player.id, "dedicate", slots={"for": "all"})


def _closing(**settings: object) -> Table:
    """Curtain at second 100; all tokens dedicated; a trial and a triumph to roll."""
    table = Table(**settings).in_scene(A, B, C, D)
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.at = 100.0
    table.hold(A=9, B=9).do(A, "call_curtain")
    _all_for(table)
    return table


def _picking(**settings: object) -> Table:
    table = _closing(**settings)
    table.do(A, "roll", dice=[1, 1])
    return table


def _setting_aside(**settings: object) -> Table:
    table = facing((6, 8, 10), (4, 6, 12), **settings)
    table.at = 100.0
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.do(C, "end_argument")
    return table


# Time


@pytest.mark.rule("R-150")
@pytest.mark.parametrize(
    ("where", "intent"), [(_closing, "roll_due"), (_picking, "pick_due"), (_setting_aside, "set_aside_due")]
)
def test_what_falls_due_is_due_after_its_minute_and_never_where_the_table_waits(
    where: Callable[..., Table], intent: str
) -> None:
    table = where()
    table.at = 159.0
    table.refused(CLOCK, intent)
    table.at = 160.0
    table.do(CLOCK, intent)
    waiting = where(due_s=0)
    waiting.at = 1000.0
    waiting.refused(CLOCK, intent)
    hasty = where(due_s=1)
    hasty.at = 101.0
    hasty.do(CLOCK, intent)


@pytest.mark.rule("R-053")
@pytest.mark.parametrize(("at", "late"), [(110.0, False), (111.0, True)])
def test_an_objection_is_heard_to_the_last_second_of_the_veto(at: float, late: bool) -> None:
    table = _closing(end_veto_s=10)
    table.at = at
    assert isinstance(table.try_(B, "object"), Refusal) is late


@pytest.mark.rule("R-053")
def test_two_of_three_others_are_most_of_them() -> None:
    table = _closing(end_veto_s=10)
    table.do(B, "object")
    assert table.scene.state is SceneState.DEDICATING
    table.do(C, "object")
    assert table.scene.state is SceneState.OPEN


@pytest.mark.rule("R-130")
def test_no_time_left_is_none_even_where_the_end_has_not_been_told_yet() -> None:
    table = Table().begun()
    table.at = 28_900.0
    told = table.look(A, "time_left")
    assert (told.line, told.slots) == ("time_left.no.no", {"hours": 0, "minutes": 0})


@pytest.mark.rule("R-129")
def test_nothing_that_is_said_in_a_break_costs_time() -> None:
    table = Table().begun().mark("Belisar", "T", 1)
    table.at = 100.0
    table.do(A, "pause")
    table.at = 500.0
    table.do(A, "reword", card="Belisar", fact=1, text="Owes rent.")
    assert table.state.clock.elapsed_s == 100.0


@pytest.mark.rule("R-001")
def test_a_new_game_begins_at_no_time_though_another_was_running() -> None:
    table = Table().begun()
    table.at = 500.0
    table.do(A, "new_game", players=PLAYERS, confirmed_by=B)
    assert (table.state.clock.elapsed_s, table.state.clock.running) == (0.0, False)


@pytest.mark.rule("R-133")
def test_a_scene_that_is_cut_off_is_no_scene_without_dice() -> None:
    table = Table(expire_scene="cut").in_scene(A)
    table.do(A, "stake_trial")
    table.tick(28_800.0)
    assert "SceneClosed" in table.lines()


@pytest.mark.rule("R-131")
@pytest.mark.parametrize(("limit", "due"), [(600, []), (601, [1.0])])
def test_a_warning_as_long_as_the_game_is_none(limit: int, due: list[float]) -> None:
    table = Table(limit_s=limit, warn_minutes=(10,)).begun()
    assert [command.at for command in GAME.clock(table.state).due if command.intent == "warn"] == due


@pytest.mark.rule("R-131")
def test_of_several_warnings_passed_at_once_the_last_is_given() -> None:
    table = Table().begun()
    table.at = 28_800.0 - 299
    table.do(CLOCK, "warn")
    assert (table.lines(), table.cues[0].slots) == (["TimeWarned"], {"minutes": 5})
    assert [command.intent for command in GAME.clock(table.state).due] == ["expire"]


@pytest.mark.rule("R-133")
def test_a_scene_that_two_seats_close_after_the_end_is_no_scene_without_dice() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    table.tick(28_800.0)
    table.do(A, "roll_anyway", confirmed_by=B)
    assert "SceneClosed" in table.lines()


# Players


@pytest.mark.rule("R-096")
@pytest.mark.parametrize(("count", "taken"), [(7, True), (8, False)])
def test_a_newcomer_finds_a_seat_up_to_the_eighth(count: int, taken: bool) -> None:
    table = Table(("Paul", "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil")[:count]).begun()
    outcome = table.try_(A, "add_seat", text="Hal")
    assert isinstance(outcome, Refusal) is not taken


# Tokens and dice


@pytest.mark.rule("R-058")
@pytest.mark.parametrize("dice", [(0, 1), (1, 0), (7, 1), (1, 9)])
def test_a_face_that_is_not_on_its_die_is_none(dice: tuple[int, int]) -> None:
    assert _closing().refused(A, "roll", dice=dice) == "E_DIE_VALUE"


@pytest.mark.rule("R-058")
@pytest.mark.parametrize("told", [2, 14])
def test_a_sum_called_out_is_kept_as_one_number_of_no_die(told: int) -> None:
    table = _closing()
    events = table.do(A, "roll", dice=[told])
    assert [event.roll for event in events if isinstance(event, SceneRolled)] == [((0, told),)]


@pytest.mark.rule("R-060")
def test_who_gave_against_only_has_contributed_no_more_than_who_gave_nothing() -> None:
    table = Table().in_scene(A, C)
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.hold(C=1, D=9).do(A, "call_curtain")
    table.do(C, "dedicate", slots={"against": 1})
    table.do(D, "dedicate", slots={"for": 9})
    table.do(A, "roll", dice=[1, 1])
    assert table.scene.pick_order == (A, C)


@pytest.mark.rule("R-061")
def test_in_a_tie_only_the_roller_picks_first_and_where_it_is_agreed_the_second_round_keeps_the_order() -> None:
    strict = _picking()
    assert strict.refused(B, "take_die", size=6) == "E_NOT_YOUR_PICK"
    agreed = Table(pick_ties="agree").in_scene(A, B)
    agreed.do(A, "stake_trial", n=3)
    agreed.do(A, "stake_triumph", n=2)
    agreed.hold(A=15, B=15).do(A, "call_curtain")
    _all_for(agreed)
    agreed.do(A, "roll", dice=[1] * 5)
    agreed.do(B, "take_die", size=6)
    agreed.do(A, "take_die", size=6)
    assert agreed.refused(A, "take_die", size=6) == "E_NOT_YOUR_PICK"
    agreed.do(B, "take_die", size=6)


@pytest.mark.rule("R-063")
def test_a_d10_is_taken_from_the_card_named_or_not_at_all() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(A, "call_curtain")
    table.do(A, "roll", dice=[6, 10])
    for slots in ({"size": 10, "rivalry": "r9"}, {"size": 6, "rivalry": "r1"}, {"size": 7}, {}):
        assert table.refused(P, "take_die", slots=slots) == "E_DIE_UNAVAILABLE"
    events = table.do(P, "take_die", slots={"size": 10, "rivalry": "r1"})
    assert [type(event).__name__ for event in events] == ["RancorPicked", "SceneClosed"]


@pytest.mark.rule("R-063")
def test_a_d10_that_is_not_rolled_is_not_for_the_producer() -> None:
    table = Table(rivalry_rolled=False).in_scene(A)
    table.do(A, "stake_trial")
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(A, "call_curtain")
    table.do(A, "roll", dice=[6])
    assert (table.rancor, table.state.rivalries[0].status) == ((2, 3, 2, 2, 2), RivalryStatus.UNOWNED)


@pytest.mark.rule("R-066")
def test_a_scene_of_rivalry_alone_that_needs_no_roll_is_its_roller_s() -> None:
    table = Table(rivalry_rolled=False).in_scene(A, B)
    table.do(A, "start_rivalry", text="Best Voice")
    events = table.do(A, "call_curtain")
    rolled = [event for event in events if isinstance(event, SceneRolled)]
    assert [(event.seat, event.roll, event.success) for event in rolled] == [(A, (), True)]


@pytest.mark.rule("R-150")
def test_a_die_that_nobody_asked_for_is_marked_so() -> None:
    table = _picking()
    table.at = 160.0
    table.do(CLOCK, "pick_due")
    assert [event.asked for event in table.events if isinstance(event, DiePicked)] == [False, False]


@pytest.mark.rule("R-063", "R-070")
@pytest.mark.parametrize(("size", "owner", "status"), [(6, A, RivalryStatus.HELD), (10, None, RivalryStatus.DISCARDED)])
def test_a_lost_new_rivalry_waits_for_the_producer_s_die(size: int, owner: str | None, status: RivalryStatus) -> None:
    table = Table(failed_new_rivalry="starter").in_scene(A)
    table.do(A, "stake_trial")
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(A, "call_curtain")
    table.do(A, "roll", dice=[6, 10])
    assert table.state.rivalries[0].owner is None
    table.do(P, "take_die", size=size)
    assert (table.state.rivalries[0].owner, table.state.rivalries[0].status) == (owner, status)


@pytest.mark.rule("R-068")
def test_a_bystander_s_roll_gives_it_to_the_side_with_a_token_over_one_with_none() -> None:
    table = Table(bystander_end="most_tokens").in_scene(A, B, C)
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(B, "challenge_rivalry", rivalry="r1")
    table.hold(B=1, C=9).do(C, "call_curtain")
    _all_for(table)
    table.do(C, "roll", dice=[1])
    assert table.state.rivalries[0].owner == B


# Questions


@pytest.mark.rule("R-023", "R-075")
def test_of_several_events_the_last_not_questioned_yet_is_meant() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial", n=3)
    for target, answer in ((3, "never_mind"), (2, "insist"), (1, "relent")):
        table.do(P, "question_event", kind="trial")
        assert table.scene.question is not None
        assert table.scene.question.target == target
        table.do(P if answer == "never_mind" else A, answer)
        if answer == "insist":
            table.do(P, "let_go")
    assert table.refused(P, "question_event", kind="trial") == "E_QUESTION_TWICE"


@pytest.mark.rule("R-075")
def test_what_was_withdrawn_has_been_questioned_already() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    table.do(P, "question_event", kind="trial")
    table.do(A, "relent")
    assert table.refused(P, "question_event", kind="trial") == "E_QUESTION_TWICE"


@pytest.mark.rule("R-074", "R-075")
def test_a_bare_question_means_the_last_that_still_stands_a_use_before_an_event() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial", n=2)
    table.do(A, "establish_fact", card="me", dice=[1])
    for target in (3, 2, 1):
        table.do(P, "question_fact")
        assert table.scene.question is not None
        assert table.scene.question.target == target
        table.do(A, "relent")


@pytest.mark.rule("R-078")
@pytest.mark.parametrize(("face", "left"), [(1, 2), (12, 2)])
def test_a_withdrawn_fact_takes_its_token_with_it_and_a_struck_one_had_none(face: int, left: int) -> None:
    table = Table().in_scene(A).hold(A=2)
    table.do(A, "establish_fact", card="me", dice=[face])
    table.do(P, "question_fact")
    table.do(A, "relent")
    assert table.held(A) == (left,)


@pytest.mark.rule("R-073")
@pytest.mark.parametrize(("at", "late"), [(130.0, False), (131.0, True)])
def test_half_a_minute_to_question_is_half_a_minute(at: float, late: bool) -> None:
    table = Table(question_window="30s").in_scene(A)
    table.at = 100.0
    table.do(A, "stake_trial")
    table.at = at
    assert isinstance(table.try_(P, "question_event", kind="trial"), Refusal) is late


# Places and phases


@pytest.mark.rule("R-093")
def test_a_play_may_be_called_after_an_actor_and_two_plays_not_alike() -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(A, "make_play", text="Atwater")
    assert table.refused(B, "make_play", text="atwater") == "E_DUPLICATE"


@pytest.mark.rule("R-097")
def test_the_production_s_scene_is_numbered_on() -> None:
    table = production()
    assert (table.scene.no, table.state.scenes) == (2, 2)


@pytest.mark.parametrize("nothing", ["…", "?!"])
def test_a_title_known_later_is_one_that_can_be_said(nothing: str) -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(A, "make_play", text="…")
    assert table.refused(A, "draft", intent="make_play", text=nothing) == "E_CONTENT"


def test_a_title_known_later_goes_to_the_latest_card_without_one() -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(A, "make_play", text="…")
    table.do(B, "make_play", text="…")
    table.do(B, "draft", intent="make_play", text="Gravel")
    assert [card.name for card in table.state.cards[-2:]] == ["", "Gravel"]


@pytest.mark.rule("R-104")
def test_a_line_goes_to_the_performance_that_is_on() -> None:
    table = production()
    earlier = (Performance(0, "c6", "c7", ("Alas!",)), Performance(1, "c6", "c7", ("Alack!",)))
    table.state = replace(table.state, performances=(*earlier, *table.state.performances))
    table.do(A, "keep_line", text="My tin heart.")
    assert [given.lines for given in table.state.performances] == [("Alas!",), ("Alack!",), ("My tin heart.",)]
    assert table.lines() == ["PlayLineKept"]
    table.do(A, "keep_line", text="…")
    assert table.lines() == ["PlayLineKept.unheard"]
