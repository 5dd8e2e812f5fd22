"""Settings of phases, confrontation, clock and seats (4.5 to 4.7) whose two sides are seen best side by side."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import Outcome as Fate
from assistant.games.repertoire.terms import Status
from assistant.table import Refusal
from repertoire.acts import scene
from repertoire.fights import facing, ready
from repertoire.play import A, B, C, D, Outcome, P, Table


def code(outcome: Outcome) -> str | None:
    """With what a command was refused; None where it was not."""
    return outcome.code if isinstance(outcome, Refusal) else None


@pytest.mark.rule("R-090")
@pytest.mark.parametrize("may", [False, True])
def test_a_069_whether_who_has_been_in_a_scene_may_start_another_in_the_departure(may: bool) -> None:
    table = Table(departure_restart=may).begun()
    scene(table, A)
    assert (code(table.try_(A, "start_scene")) is None) is may


@pytest.mark.rule("R-096")
@pytest.mark.parametrize(("may", "refused"), [(True, None), (False, "E_PHASE_INCOMPLETE")])
def test_a_080_whether_an_absent_actor_is_excused(may: bool, refused: str | None) -> None:
    assert code(Table(excuse_absent=may).begun().try_(A, "excuse", slots={"seat": D})) == refused


@pytest.mark.rule("R-106")
@pytest.mark.parametrize("may", [False, True])
def test_a_082_whether_one_may_confront_in_the_middle_of_a_scene(may: bool) -> None:
    table = ready((6,), confront_in_scene=may)
    table.do(A, "start_scene")
    assert (code(table.try_(C, "confront", confirmed_by=C)) is None) is may
    assert (table.state.confrontation is not None) is may


@pytest.mark.rule("R-108")
@pytest.mark.parametrize(("may", "fate"), [(True, Fate.BROKEN), (False, Fate.PENDING)])
def test_a_085_without_steel_one_is_broken_at_once_or_cannot_confront(may: bool, fate: Fate) -> None:
    table = ready(confront_without_steel=may)
    assert code(table.try_(C, "confront", confirmed_by=C)) == (None if may else "E_DIE_UNAVAILABLE")
    assert table.player(C).outcome is fate


@pytest.mark.rule("R-126")
@pytest.mark.parametrize(("vote", "status"), [("one", Status.SUSPENDED), ("each", Status.DISCUSSING)])
def test_a_098_whether_one_speaks_for_all_or_each_says_yes(vote: str, status: Status) -> None:
    table = Table(suspend_vote=vote).begun()
    table.do(A, "pause")
    table.do(A, "suspend")
    assert table.state.status is status


@pytest.mark.rule("R-127")
@pytest.mark.parametrize(("by", "refused"), [("any", None), ("producer", "E_NOT_PRODUCER")])
def test_a_099_whether_any_seat_starts_the_clock_again(by: str, refused: str | None) -> None:
    table = Table(resume_by=by).begun()
    table.do(A, "pause")
    assert code(table.try_(A, "resume")) == refused
    assert table.state.clock.running == (refused is None)


@pytest.mark.rule("R-128")
@pytest.mark.parametrize("blocked", [True, False])
def test_a_100_whether_play_stops_with_the_clock(blocked: bool) -> None:
    table = Table(block_when_paused=blocked).in_scene(A)
    table.do(A, "pause")
    assert (code(table.try_(A, "stake_trial")) is None) is not blocked


@pytest.mark.rule("R-135")
@pytest.mark.parametrize(("end", "refused"), [("offered", False), ("clock", True)])
def test_a_104_whether_the_game_may_end_before_its_time(end: str, refused: bool) -> None:
    table = facing(early_end=end)  # without Steel: Corvin is broken at once
    for seat in (A, B, D):
        table.do(seat, "confront", confirmed_by=seat)
    assert ("end_game.offered" in table.lines()) is not refused
    assert isinstance(table.try_(A, "end_game", confirmed_by=B), Refusal) is refused
    assert (table.state.status is Status.OVER) is not refused


@pytest.mark.parametrize(("most", "refused"), [(8, True), (9, False)])
def test_a_107_how_many_may_play(most: int, refused: bool) -> None:
    outcome = Table(max_seats=most).try_(P, "new_game", players=tuple("abcdefghi"))
    assert isinstance(outcome, Refusal) is refused
