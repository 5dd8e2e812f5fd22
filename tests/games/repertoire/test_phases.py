"""Phases, cards of the Arrival, the Production, who is there: EX-13."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire.terms import Phase
from repertoire.acts import arrived, production, scene
from repertoire.play import A, B, C, D, P, Table

EVERYONE = frozenset({A, B, C, D})


@pytest.mark.rule("R-086", "R-089", "R-090")
def test_ex_13_a_first_departure_by_invitation() -> None:
    table = Table().begun()
    scene(table, A, B)
    assert table.state.been_in_scene == {A, B}
    assert table.refused(A, "next_phase") == "E_PHASE_INCOMPLETE"
    assert table.refused(A, "start_scene") == "E_NEEDS_INVITE"
    table.do(C, "start_scene")
    assert table.refused(B, "join_scene") == "E_NEEDS_INVITE"
    table.do(C, "invite", slots={"seat": "Ben"})
    table.do(B, "join_scene")
    table.do(D, "join_scene")
    table.do(C, "call_curtain")
    assert table.state.been_in_scene == EVERYONE
    assert "phase.complete" in table.lines()
    table.do(P, "travel")
    assert (table.state.phase, table.state.been_in_scene) == (Phase.TRAVEL, frozenset())
    assert table.lines() == ["PhaseBegun.travel"]


@pytest.mark.rule("R-091", "R-093", "R-094", "R-095")
def test_ex_13_an_arrival_with_its_two_cards() -> None:
    table = Table().begun(Phase.TRAVEL)
    assert table.refused(P, "arrive") == "E_NOT_ACTOR"
    table.do(A, "arrive")
    assert (table.state.phase, table.state.cycle) == (Phase.ARRIVAL, 1)
    assert table.refused(A, "make_enclave", text="Lanternfold") == "E_NOT_PRODUCER"
    table.do(P, "make_enclave", text="Lanternfold")
    assert table.written("Lanternfold") == " / 0"
    scene(table, A, B, C, D)
    assert table.refused(A, "begin_production") == "E_NO_PLAY"
    table.do(B, "make_play", text="The Tin Duchess")
    table.do(P, "begin_production")
    assert (table.scene.starter, table.scene.participants) == (None, (A, B, C, D))
    assert table.lines() == ["PhaseBegun.production"]


@pytest.mark.rule("R-097", "R-100", "R-102", "R-103", "R-105", "R-106")
def test_ex_13_a_production_with_a_cue() -> None:
    table = production()
    assert table.refused(A, "confront") == "E_PHASE"
    table.do(P, "give_cue", slots={"seat": "Ben"})
    assert table.scene.on_stage == {B}
    assert table.refused(B, "call_curtain") == "E_ON_STAGE"
    assert table.refused(B, "stake_trial") == "E_ON_STAGE"
    table.do(B, "establish_fact", card="Atwater", dice=[9])
    table.do(B, "leave_stage")
    table.do(B, "call_curtain")
    assert (table.state.phase, table.state.scene, table.state.been_in_scene) == (Phase.DEPARTURE, None, frozenset())
    assert table.state.card(table.state.enclave) == table.card("Lanternfold")
    assert table.lines()[-1] == "PhaseBegun.departure"


@pytest.mark.rule("R-086")
def test_the_enclave_and_the_play_are_left_behind_on_the_road() -> None:
    table = production()
    table.do(A, "call_curtain")
    scene(table, A, B, C, D)
    table.do(A, "next_phase")
    assert (table.state.enclave, table.state.play) == (None, None)


@pytest.mark.rule("R-086")
@pytest.mark.parametrize(
    ("phase", "intent", "code"),
    [
        (Phase.TRAVEL, "travel", "E_PHASE"),
        (Phase.DEPARTURE, "arrive", "E_PHASE"),
        (Phase.TRAVEL, "begin_production", "E_PHASE"),
        (Phase.ARRIVAL, "travel", "E_PHASE"),
    ],
)
def test_a_phase_is_left_for_its_own_next_one_only(phase: Phase, intent: str, code: str) -> None:
    assert Table().begun(phase).refused(A, intent) == code


@pytest.mark.rule("R-086")
def test_no_phase_ends_with_a_scene_open() -> None:
    assert Table().in_scene(A).refused(A, "arrive") == "E_SCENE_OPEN"
    assert production().refused(A, "next_phase") == "E_SCENE_OPEN"


@pytest.mark.rule("R-086")
def test_nor_with_a_confrontation_open() -> None:
    table = Table().begun(Phase.TRAVEL)
    table.state = replace(table.state, seats=tuple(replace(p, steel={6: 1}) for p in table.state.seats))
    table.do(A, "confront", confirmed_by=A)
    assert table.refused(B, "arrive") == "E_CONFRONTATION_OPEN"


@pytest.mark.rule("R-086", "R-091")
def test_a_travel_may_end_without_any_scene() -> None:
    table = Table().begun(Phase.TRAVEL)
    table.do(A, "next_phase")
    assert table.state.phase is Phase.ARRIVAL
    assert table.lines() == ["PhaseBegun.arrival"]


@pytest.mark.rule("R-095")
def test_on_leaving_the_arrival_scenes_are_missed_first_then_the_enclave_then_the_play() -> None:
    table = Table().begun(Phase.ARRIVAL)
    assert table.refused(A, "begin_production") == "E_PHASE_INCOMPLETE"
    scene(table, A, B, C, D)
    assert table.refused(A, "begin_production") == "E_NO_ENCLAVE"
    table.do(P, "make_enclave", text="Lanternfold")
    assert table.refused(A, "begin_production") == "E_NO_PLAY"


@pytest.mark.rule("R-093")
def test_there_is_one_enclave_to_an_arrival_made_there() -> None:
    assert Table().begun(Phase.TRAVEL).refused(P, "make_enclave", text="Lanternfold") == "E_PHASE"
    table = Table().begun(Phase.ARRIVAL)
    assert table.refused(P, "make_enclave", text="?!") == "E_CONTENT"
    table.do(P, "make_enclave")
    assert table.refused(P, "make_enclave", text="Lanternfold") == "E_DUPLICATE"


@pytest.mark.rule("R-094")
def test_the_play_may_be_changed_until_the_arrival_is_left() -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(A, "make_play", text="The Tin Duchess")
    table.do(B, "make_play", text="Gravel")
    assert table.refused(C, "make_play", text="gravel") == "E_DUPLICATE"
    assert table.refused(C, "make_play") == "E_CONTENT"
    assert table.refused(C, "choose_play", card="Atwater") == "E_CARD_KIND"
    table.do(C, "choose_play", card="tin duchess")
    assert table.state.card(table.state.play) == table.card("The Tin Duchess")
    assert [table.state.card(card) for card in table.state.repertoire] == [
        table.card("The Tin Duchess"),
        table.card("Gravel"),
    ]


@pytest.mark.rule("R-101", "R-100", "R-103")
def test_one_s_own_cue_and_the_errors_of_the_stage() -> None:
    table = production()
    assert table.refused(A, "leave_stage") == "E_NOT_ON_STAGE"
    table.do(A, "take_cue")
    assert table.refused(A, "take_cue") == "E_ON_STAGE"
    assert table.refused(B, "give_cue", slots={"seat": A}) == "E_ON_STAGE"
    assert table.refused(B, "give_cue", slots={"seat": P}) == "E_NOT_ACTOR"
    table.do(A, "give_cue", slots={"seat": B})
    assert Table().in_scene(A).refused(A, "take_cue") == "E_PHASE"


@pytest.mark.rule("R-100")
def test_nobody_goes_on_after_the_curtain() -> None:
    table = production()
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert table.refused(B, "take_cue") == "E_SCENE_CLOSING"


@pytest.mark.rule("R-028", "R-099", "R-102")
def test_an_owner_on_stage_counts_as_absent() -> None:
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="Best Voice")
    table.hold(A=9).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=[1])
    table.do(A, "arrive")
    scene(table, A, B, C, D)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(B, "make_play", text="The Tin Duchess")
    table.do(B, "begin_production")
    table.do(A, "take_cue")
    assert table.refused(B, "challenge_rivalry", rivalry="voice") == "E_OWNER_ABSENT"
    table.do(A, "leave_stage")
    table.do(B, "challenge_rivalry", rivalry="voice")


@pytest.mark.rule("R-104")
def test_lines_of_the_play_are_kept_with_the_performance() -> None:
    table = production()
    table.do(A, "keep_line", text="My tin heart, sir, has rusted through.")
    assert table.state.performances[-1].lines == ("My tin heart, sir, has rusted through.",)
    assert table.state.performances[-1].play == table.card("The Tin Duchess").id
    assert table.refused(P, "keep_line", text="No.") == "E_NOT_ACTOR"


@pytest.mark.rule("R-096")
def test_an_excused_actor_holds_up_no_phase_and_is_left_out_of_the_production() -> None:
    table = Table().begun(Phase.ARRIVAL)
    scene(table, A, B, C)
    table.do(A, "excuse", slots={"seat": "Dan"})
    assert table.lines() == ["ActorExcused", "phase.complete"]
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(B, "make_play", text="The Tin Duchess")
    table.do(B, "begin_production")
    assert table.scene.participants == (A, B, C)
    table.do(A, "welcome_back", slots={"seat": "Dan"})
    assert table.scene.participants == (A, B, C, D)
    assert table.player(D).active


@pytest.mark.rule("R-096", "R-151")
def test_who_cannot_be_excused() -> None:
    table = Table().in_scene(A, B)
    assert table.refused(P, "excuse", slots={"seat": D}) == "E_NOT_ACTOR"
    assert table.refused(A, "excuse", slots={"seat": P}) == "E_NOT_ACTOR"
    assert table.refused(A, "excuse", slots={"seat": B}) == "E_DUPLICATE"
    assert table.refused(A, "welcome_back", slots={"seat": B}) == "E_DUPLICATE"
    table.do(A, "call_curtain")
    for seat in (B, C, D):
        table.do(A, "excuse", slots={"seat": seat})
    assert table.refused(A, "excuse", slots={"seat": B}) == "E_DUPLICATE"
    assert table.refused(B, "excuse", slots={"seat": A}) == "E_SEATS"


@pytest.mark.rule("R-096")
@pytest.mark.parametrize("how", ["start_scene", "join_scene", "confront"])
def test_who_plays_again_is_thereby_back(how: str) -> None:
    table = Table().begun(Phase.TRAVEL)
    table.do(A, "excuse", slots={"seat": D})
    if how == "join_scene":
        table.do(A, "start_scene")
    table.do(D, how, confirmed_by=D)
    assert not table.player(D).excused


@pytest.mark.rule("R-096", "R-008", "R-009")
def test_a_newcomer_gets_a_seat_and_a_card() -> None:
    table = Table().in_scene(A)
    assert table.refused(A, "add_seat", text="Eve") == "E_SCENE_OPEN"
    table.do(A, "call_curtain")
    assert table.refused(A, "add_seat", text="ANN") == "E_DUPLICATE"
    table.do(A, "add_seat", text="Eve")
    table.do("6", "name_card", text="Ermengard")
    table.do("6", "write_desire", text="to see the sea")
    assert (table.card("Ermengard").owner, table.card("Ermengard").desire) == ("6", "to see the sea")


@pytest.mark.rule("R-151")
def test_with_no_active_actor_left_the_arrival_cannot_be_left() -> None:
    table = arrived()
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(B, "make_play", text="The Tin Duchess")
    for seat in (A, B, C, D):
        table.do(seat, "confront", confirmed_by=seat)
        table.do(seat, "stop_here")
    assert table.refused(A, "begin_production") == "E_PHASE_INCOMPLETE"
    table.do(A, "welcome_back", slots={"seat": A})
    table.do(A, "begin_production")
    assert table.scene.participants == (A,)


@pytest.mark.rule("R-100")
def test_after_the_curtain_nobody_is_sent_on_whoever_is_named() -> None:
    table = production()
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert table.refused(P, "give_cue", slots={"seat": "nobody"}) == "E_SCENE_CLOSING"
