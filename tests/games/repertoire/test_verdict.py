"""The end of the game and who has won: the end of EX-12, EX-14, the scoring table, the settings of 4.7 about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Outcome, Phase, Status
from assistant.games.repertoire.verdict import producer_degree
from assistant.table import Ask
from repertoire.play import A, B, C, D, P, Table

SCORING = {
    3: (0, 1, Fraction(1, 2), 0),
    4: (0, 1, Fraction(2, 3), Fraction(1, 3), 0),
    5: (0, 1, Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), 0),
    6: (0, 1, Fraction(4, 5), Fraction(3, 5), Fraction(2, 5), Fraction(1, 5), 0),
    7: (0, 1, Fraction(5, 6), Fraction(2, 3), Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), 0),
}
"""The table of R-140: by number of Actors, the Producer's degree for 0, 1, 2, … winners."""


def _fates(*fates: Outcome, **settings: object) -> Table:
    table = Table(**settings).begun(Phase.TRAVEL)
    by_seat = dict(zip((A, B, C, D), fates, strict=True))
    seats = tuple(replace(p, outcome=by_seat.get(p.id, p.outcome)) for p in table.state.seats)
    table.state = replace(table.state, seats=seats)
    return table


WON, BROKEN, CHICKENED, PENDING = Outcome.WON, Outcome.BROKEN, Outcome.CHICKENED, Outcome.PENDING


@pytest.mark.rule("R-140")
@pytest.mark.parametrize(("actors", "degrees"), SCORING.items())
def test_the_producer_s_win_lessens_with_each_further_winner(actors: int, degrees: Sequence[Fraction]) -> None:
    assert tuple(producer_degree(won, actors) for won in range(actors + 1)) == degrees


@pytest.mark.rule("R-140", "R-137")
@pytest.mark.parametrize(
    ("fates", "line", "slots"),
    [
        ((WON, BROKEN, WON, CHICKENED), "part", {"part": 2, "of": 3}),
        ((WON, BROKEN, BROKEN, CHICKENED), "win", {}),
        ((WON, WON, WON, CHICKENED), "part", {"part": 1, "of": 3}),
        ((WON, WON, WON, WON), "total_loss", {}),
        ((BROKEN, BROKEN, CHICKENED, CHICKENED), "loss", {}),
    ],
)
def test_ex_14_the_producer_s_verdict(fates: Sequence[Outcome], line: str, slots: dict[str, int]) -> None:
    table = _fates(*fates)
    table.do(A, "end_game")
    assert (table.cues[-1].line, table.cues[-1].slots) == (f"GameEnded.producer.{line}", slots)


@pytest.mark.rule("R-135")
def test_each_actor_s_outcome_is_said_in_table_order_before_the_producer_s() -> None:
    table = _fates(WON, BROKEN, WON, CHICKENED)
    table.do(A, "end_game")
    said = [(cue.line, cue.slots.get("actor")) for cue in table.cues]
    assert said[1:-1] == [
        ("GameEnded.won", "Atwater"),
        ("GameEnded.broken", "Belisar"),
        ("GameEnded.won", "Corvin"),
        ("GameEnded.chickened", "Delphine"),
    ]


@pytest.mark.rule("R-135")
def test_while_an_actor_is_pending_two_seats_must_agree_to_end() -> None:
    table = _fates(WON, PENDING, BROKEN, BROKEN)
    asked = table.try_(A, "end_game")
    assert isinstance(asked, Ask)
    assert asked.by == {P, B, C, D}
    assert isinstance(table.try_(A, "end_game", confirmed_by=A), Ask)
    table.do(A, "end_game", confirmed_by=P)
    assert (table.state.status, table.player(B).outcome) == (Status.OVER, CHICKENED)


@pytest.mark.rule("R-135")
def test_the_end_is_offered_once_nobody_is_pending() -> None:
    table = _fates(WON, BROKEN, PENDING, BROKEN)
    table.do(C, "confront", confirmed_by=C)
    assert table.lines()[-1] == "end_game.offered"
    table.do(D, "end_game")
    assert table.state.status is Status.OVER


@pytest.mark.rule("R-135")
def test_no_end_in_a_scene_or_a_confrontation() -> None:
    table = _fates(WON, BROKEN, BROKEN, BROKEN)
    table.do(A, "start_scene")
    assert table.refused(A, "end_game") == "E_SCENE_OPEN"
    table = _fates(PENDING, WON, BROKEN, BROKEN)
    table.state = replace(table.state, seats=tuple(replace(p, steel={6: 1}) for p in table.state.seats))
    table.do(A, "confront", confirmed_by=A)
    assert table.refused(B, "end_game") == "E_CONFRONTATION_OPEN"


@pytest.mark.rule("R-132", "R-135", "R-139")
def test_time_up_with_nothing_open_is_the_end() -> None:
    table = _fates(WON, PENDING, PENDING, BROKEN)
    table.tick(28_800.0)
    assert table.state.status is Status.OVER
    assert [table.player(seat).outcome for seat in (A, B, C, D)] == [WON, CHICKENED, CHICKENED, BROKEN]
    assert not table.state.clock.running


@pytest.mark.rule("R-133", "R-135")
def test_time_up_in_a_scene_lets_it_be_played_out_and_then_it_is_over() -> None:
    table = _fates(PENDING, PENDING, PENDING, PENDING)
    table.do(A, "start_scene")
    table.tick(28_800.0)
    assert (table.state.status, table.player(A).outcome) == (Status.PLAYING, CHICKENED)
    table.do(A, "stake_trial")
    table.hold(A=9).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=[1])
    assert (dict(table.player(A).steel), table.state.status) == ({6: 1}, Status.OVER)


@pytest.mark.rule("R-133", "R-105")
def test_time_up_in_a_production_ends_the_game_with_its_scene() -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(P, "make_enclave")
    table.do(A, "make_play", text="Gravel")
    table.do(A, "start_scene")
    for seat in (B, C, D):
        table.do(seat, "join_scene")
    table.do(A, "call_curtain")
    table.do(A, "begin_production")
    table.tick(28_800.0)
    table.do(A, "call_curtain")
    assert (table.state.status, table.state.phase) == (Status.OVER, Phase.PRODUCTION)


@pytest.mark.rule("R-135")
@pytest.mark.parametrize("intent", ["start_scene", "end_game", "confront", "next_phase"])
def test_after_the_end_there_is_no_more_play(intent: str) -> None:
    table = _fates(WON, BROKEN, BROKEN, BROKEN)
    table.do(A, "end_game")
    assert table.refused(A, intent) == "E_OVER"


@pytest.mark.rule("R-135")
def test_no_end_before_the_beginning_nor_in_a_break() -> None:
    assert Table().cast().refused(A, "end_game") == "E_SETUP"
    table = _fates(WON, BROKEN, BROKEN, BROKEN)
    table.do(A, "pause")
    assert table.refused(A, "end_game") == "E_PAUSED"


@pytest.mark.rule("R-140")
@pytest.mark.parametrize("way", ["linear", "halving"])
def test_the_producer_loses_with_no_winner_and_with_none_but_winners(way: str) -> None:
    assert (producer_degree(0, 4, way), producer_degree(4, 4, way)) == (0, 0)


# Settings (4.7)


@pytest.mark.rule("R-134")
@pytest.mark.parametrize(
    ("expiry", "fate", "status"), [("finish", PENDING, Status.PLAYING), ("stop", CHICKENED, Status.OVER)]
)
def test_a_103_a_confrontation_is_finished_or_stopped_when_time_is_up(
    expiry: str, fate: Outcome, status: Status
) -> None:
    table = Table(expire_confrontation=expiry).begun(Phase.TRAVEL)
    table.state = replace(table.state, seats=tuple(replace(p, steel={6: 1}) for p in table.state.seats))
    table.do(A, "confront", confirmed_by=A)
    table.tick(28_800.0)
    assert (table.player(A).outcome, table.state.status) == (fate, status)


@pytest.mark.rule("R-133")
@pytest.mark.parametrize(("expiry", "status"), [("play_out", Status.PLAYING), ("cut", Status.OVER)])
def test_a_102_a_scene_is_played_out_or_cut_off_when_time_is_up(expiry: str, status: Status) -> None:
    table = Table(expire_scene=expiry).in_scene(A)
    table.do(A, "stake_trial")
    table.tick(28_800.0)
    assert table.state.status is status


@pytest.mark.rule("R-135")
def test_a_104_no_end_but_by_the_clock() -> None:
    table = _fates(WON, BROKEN, PENDING, BROKEN, early_end="clock")
    table.do(C, "confront", confirmed_by=C)
    assert "end_game.offered" not in table.lines()
    assert table.refused(A, "end_game") == "E_PHASE"


@pytest.mark.rule("R-140")
@pytest.mark.parametrize(
    ("way", "line", "slots"),
    [
        ("linear", "part", {"part": 1, "of": 3}),
        ("words", "lesser", {}),
        ("halving", "part", {"part": 1, "of": 4}),
    ],
)
def test_a_105_how_much_each_further_winner_costs_the_producer(way: str, line: str, slots: dict[str, int]) -> None:
    table = _fates(WON, WON, WON, BROKEN, producer_degree=way)
    table.do(A, "end_game")
    assert (table.cues[-1].line, table.cues[-1].slots) == (f"GameEnded.producer.{line}", slots)


@pytest.mark.rule("R-140")
def test_a_106_all_who_ever_had_a_card_count() -> None:
    table = _fates(WON, WON, BROKEN, BROKEN)
    table.do(A, "excuse", slots={"seat": D})
    table.do(A, "add_seat", text="Eve")
    table.do(A, "end_game", confirmed_by=B)
    assert table.cues[-1].slots == {"part": 2, "of": 3}
    assert not GAME.clock(table.state).runs
