"""The clock: running, breaks, time left, warnings, the end of time; and taking a command back."""

from __future__ import annotations

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Outcome, Status
from assistant.table import Cue
from repertoire.play import A, B, C, P, Table


@pytest.mark.rule("R-124")
def test_the_clock_stands_before_it_is_started_and_runs_from_then_on() -> None:
    table = Table().seated()
    assert not GAME.clock(table.state).runs
    table.do(P, "start_clock")
    assert GAME.clock(table.state).runs
    table.at = 100.0
    table.do(A, "name_card", text="Atwater")
    assert table.state.clock.elapsed_s == 100.0


@pytest.mark.rule("R-125", "R-127")
def test_talk_of_a_break_stops_the_clock_at_once_and_going_on_starts_it() -> None:
    table = Table().in_scene(A)
    table.at = 500.0
    before = table.state
    table.do(P, "pause")
    assert (table.state.status, table.state.paused_from) == (Status.DISCUSSING, Status.PLAYING)
    assert not GAME.clock(table.state).runs
    assert table.refused(A, "pause") == "E_NOT_RUNNING"
    table.do(P, "resume")
    assert (table.state.status, table.state.paused_from) == (Status.PLAYING, None)
    assert GAME.clock(table.state).runs
    assert table.state.scene == before.scene
    assert table.refused(A, "resume") == "E_NOT_PAUSED"


@pytest.mark.rule("R-125")
def test_the_clock_can_stand_in_set_up_but_not_before_it_has_started() -> None:
    table = Table().seated()
    assert table.refused(A, "pause") == "E_SETUP"
    assert table.refused(A, "resume") == "E_SETUP"  # that it runs would not be true
    table.do(P, "start_clock")
    table.do(A, "pause")
    assert table.state.paused_from is Status.SETUP
    assert table.refused(A, "name_card", text="Atwater") == "E_PAUSED"
    table.do(A, "resume")
    assert table.state.status is Status.SETUP


@pytest.mark.rule("R-126")
def test_actors_decide_on_a_break_and_the_producer_has_no_vote() -> None:
    table = Table().begun()
    assert table.refused(A, "suspend") == "E_NOT_PAUSED"
    assert table.refused(P, "suspend") == "E_NOT_PAUSED"
    table.do(P, "pause")
    assert table.refused(P, "suspend") == "E_NOT_ACTOR"
    table.do(A, "suspend")
    assert table.state.status is Status.SUSPENDED
    assert table.cues[1:] == [Cue("PlaySuspended.many.no", {"hours": 8, "minutes": 0})]
    assert table.refused(A, "suspend") == "E_NOT_RUNNING"
    table.do(C, "resume")
    assert table.state.status is Status.PLAYING


@pytest.mark.rule("R-126")
def test_each_actor_may_have_to_say_yes() -> None:
    table = Table(suspend_vote="each").begun()
    table.do(A, "pause")
    for seat in (A, B, C):
        table.do(seat, "suspend")
    assert table.refused(A, "suspend") == "E_DUPLICATE"
    assert table.state.status is Status.DISCUSSING
    table.do("5", "suspend")
    assert table.state.status is Status.SUSPENDED


@pytest.mark.rule("R-127")
def test_who_restarts_is_a_setting() -> None:
    table = Table(resume_by="producer").begun()
    table.do(A, "pause")
    assert table.refused(A, "resume") == "E_NOT_PRODUCER"
    table.do(P, "resume")


@pytest.mark.rule("R-128")
def test_while_the_clock_stands_only_looking_and_going_on_are_taken() -> None:
    table = Table().in_scene(A)
    table.do(A, "pause")
    for intent in ("stake_trial", "establish_fact", "call_curtain", "undo", "join_scene"):
        assert table.refused(A, intent) == "E_PAUSED"
    table.look(A, "my_tokens")
    table.look(A, "time_left")


@pytest.mark.rule("R-128")
def test_play_may_go_on_in_a_break_where_the_table_allows_it() -> None:
    table = Table(block_when_paused=False).in_scene(A)
    table.do(A, "pause")
    table.do(A, "stake_trial")
    assert table.state.status is Status.DISCUSSING


@pytest.mark.rule("R-129")
def test_a_break_costs_nothing() -> None:
    table = Table().in_scene(A)
    table.at = 28_740.0
    table.do(A, "pause")
    table.do(A, "suspend")
    assert table.state.clock.elapsed_s == 28_740.0
    assert table.look(A, "time_left") == Cue("time_left.no.one", {"hours": 0, "minutes": 1})


@pytest.mark.rule("R-130")
@pytest.mark.parametrize(
    ("at", "line"),
    [
        (0, "time_left.many.no"),
        (3600 * 6 - 300, "time_left.many.many"),
        (3600 * 7, "time_left.one.no"),
        (28_800 - 61, "time_left.no.one"),
        (28_799, "time_left.no.no"),
    ],
)
def test_time_left_is_told_in_hours_and_minutes(at: float, line: str) -> None:
    table = Table().begun()
    table.at = at
    assert table.look(B, "time_left").line == line


@pytest.mark.rule("R-131")
def test_the_table_is_warned_four_times() -> None:
    table = Table().begun()
    dues = [(command.slots["minutes"], command.at) for command in GAME.clock(table.state).due[:4]]
    assert dues == [(60, 25_200.0), (30, 27_000.0), (10, 28_200.0), (5, 28_500.0)]
    assert table.tick(27_500.0) == ["warn", "warn"]
    assert table.cues == [Cue("TimeWarned", {"minutes": 30})]
    assert table.state.clock.warned == (60, 30)


@pytest.mark.rule("R-131")
def test_warnings_are_a_setting_and_a_short_game_has_fewer() -> None:
    assert Table(warn_minutes=()).begun().tick(28_799.0) == []
    assert Table(limit_s=1200).begun().tick(1199.0) == ["warn", "warn"]


@pytest.mark.rule("R-131")
def test_a_warning_does_not_count_as_somebody_moving() -> None:
    table = Table().begun()
    table.tick(26_000.0)
    assert table.state.idle_since == 0.0


@pytest.mark.rule("R-132", "R-133")
def test_when_time_is_up_who_never_confronted_has_chickened_out() -> None:
    table = Table().in_scene(A)
    table.tick(28_800.0)
    clock = table.state.clock
    assert (clock.elapsed_s, clock.running, clock.expired) == (28_800.0, False, True)
    assert table.state.status is Status.PLAYING
    assert {actor.outcome for actor in table.state.actors} == {Outcome.CHICKENED}
    assert table.lines() == ["TimeExpired"]
    table.do(A, "stake_trial")
    assert table.refused(A, "pause") == "E_EXPIRED"
    assert table.refused(A, "resume") == "E_EXPIRED"


@pytest.mark.rule("R-133")
def test_a_scene_may_be_cut_off_at_the_end() -> None:
    table = Table(expire_scene="cut").in_scene(A)
    table.tick(28_800.0)
    assert table.state.scene is None


def test_only_the_clock_gives_what_falls_due() -> None:
    table = Table().begun()
    table.at = 28_800.0
    for intent in ("warn", "expire", "pick_due"):
        assert table.refused(A, intent) == "E_SEAT_UNKNOWN"


@pytest.mark.rule("R-148")
def test_the_seat_itself_or_the_producer_takes_back_within_a_quarter_minute() -> None:
    table = Table().in_scene(A)
    table.at = 115.0
    gone = {"seat": A, "intent": "stake_trial", "at": 100.0}
    for seat in (A, P):
        assert list(table.do(seat, "undo", slots=gone)) == []
    assert table.refused(B, "undo", slots=gone) == "E_NOT_YOURS"
    table.at = 115.1
    assert table.refused(A, "undo", slots=gone) == "E_QUESTION_LATE"


@pytest.mark.rule("R-148")
def test_time_itself_is_not_taken_back() -> None:
    table = Table().in_scene(A)
    assert table.refused(P, "undo", slots={"seat": "clock", "intent": "expire", "at": 0.0}) == "E_QUESTION_LATE"


@pytest.mark.rule("R-148")
def test_the_same_command_with_the_same_face_gives_the_same_again() -> None:
    table = Table().in_scene(A)
    before = table.state
    first = table.do(A, "establish_fact", card="me", dice=[4])
    table.state = before
    assert table.do(A, "establish_fact", card="me", dice=[4]) == first
