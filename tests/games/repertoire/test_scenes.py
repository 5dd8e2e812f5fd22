"""Opening a scene, getting into it, and what is put in the middle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire.events_game import ActorReturned
from assistant.games.repertoire.state import Card
from assistant.games.repertoire.terms import Kind, Phase, SceneState
from repertoire.play import A, B, C, D, P, Table


def _played(table: Table, *participants: str) -> Table:
    """A scene of these has been opened and closed without dice."""
    table.do(participants[0], "start_scene")
    for seat in participants[1:]:
        table.do(seat, "join_scene")
    table.do(participants[0], "call_curtain")
    return table


@pytest.mark.rule("R-013")
def test_any_actor_starts_a_scene_and_is_in_it() -> None:
    table = Table().begun()
    table.do(B, "start_scene")
    assert (table.scene.starter, table.scene.participants, table.scene.state) == (B, (B,), SceneState.OPEN)
    assert table.lines() == ["SceneOpened"]


@pytest.mark.rule("R-013")
def test_the_producer_starts_none_unless_the_table_lets_him() -> None:
    assert Table().begun().refused(P, "start_scene") == "E_NOT_ACTOR"
    table = Table(producer_starts=True).begun()
    table.do(P, "start_scene")
    assert table.scene.participants == ()


@pytest.mark.rule("R-013", "R-014")
def test_one_scene_at_a_time_and_none_in_the_production_or_after_the_end() -> None:
    table = Table().in_scene(A)
    assert table.refused(B, "start_scene") == "E_SCENE_OPEN"
    assert Table().begun(Phase.PRODUCTION).refused(A, "start_scene") == "E_PHASE"
    late = Table().in_scene(A)
    late.tick(28_800)
    assert late.refused(B, "start_scene") == "E_EXPIRED"


@pytest.mark.rule("R-015", "R-018")
def test_joining_ends_playing_another_character() -> None:
    table = Table().in_scene(A)
    table.do(P, "lend_player", seat=C, text="the Innkeeper")
    assert table.scene.npc_players == {C: "the Innkeeper"}
    table.do(C, "join_scene")
    assert table.scene.participants == (A, C)
    assert table.scene.npc_players == {}


@pytest.mark.rule("R-015")
def test_joining_needs_an_open_scene_and_an_actor_who_is_not_in_it() -> None:
    table = Table().begun(Phase.TRAVEL)
    assert table.refused(B, "join_scene") == "E_NO_SCENE"
    table.do(A, "start_scene")
    assert table.refused(P, "join_scene") == "E_NOT_ACTOR"
    assert table.refused(A, "join_scene") == "E_DUPLICATE"
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert table.refused(B, "join_scene") == "E_SCENE_CLOSING"


@pytest.mark.rule("R-018")
def test_the_producer_lends_out_players_who_are_not_in_the_scene() -> None:
    table = Table().in_scene(A)
    assert table.refused(B, "lend_player", seat=C, text="a goose") == "E_NOT_PRODUCER"
    assert table.refused(P, "lend_player", seat="9", text="a goose") == "E_SEAT_UNKNOWN"
    assert table.refused(P, "lend_player", seat=A, text="a goose") == "E_DUPLICATE"
    assert table.refused(P, "lend_player", seat=C) == "E_CONTENT"
    table.do(P, "lend_player", seat="corvin", text="a goose")
    table.do(A, "call_curtain")
    assert C not in table.state.been_in_scene


@pytest.mark.rule("R-018")
def test_whom_a_player_is_lent_to_may_become_known_later() -> None:
    table = Table().in_scene(A)
    draft = {"intent": "lend_player", "seat": C}
    assert table.refused(P, "draft", text="a goose", slots=draft) == "E_SEAT_UNKNOWN"
    table.do(P, "lend_player", seat=C, text="…")
    assert table.refused(P, "draft", text="…", slots=draft) == "E_CONTENT"
    table.do(P, "draft", text="a goose", slots=draft)
    assert table.scene.npc_players == {C: "a goose"}


@pytest.mark.rule("R-021", "R-022", "R-023", "R-024")
def test_trials_are_d6_and_triumphs_are_d8_with_ids_of_their_own() -> None:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial", n=2)
    table.do(B, "stake_triumph")
    assert [(event.id, event.die, event.seat) for event in table.scene.events] == [(1, 6, A), (2, 6, A), (3, 8, B)]


@pytest.mark.rule("R-021", "R-022", "R-023")
def test_the_ear_tells_a_trial_from_a_triumph_and_how_many_up_to_four() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial", n=5)
    assert [(cue.line, cue.times) for cue in table.cues] == [("EventsStaked.trial", 4)]
    table.do(A, "stake_triumph", n=2)
    assert [(cue.line, cue.times) for cue in table.cues] == [("EventsStaked.triumph", 2)]


@pytest.mark.rule("R-021", "R-022")
@pytest.mark.parametrize("intent", ["stake_trial", "stake_triumph"])
def test_only_who_is_in_the_scene_and_off_stage_stakes_events(intent: str) -> None:
    table = Table().in_scene(A, B)
    assert table.refused(P, intent) == "E_NOT_ACTOR"
    assert table.refused(C, intent) == "E_NOT_IN_SCENE"
    table.state = replace(table.state, scene=replace(table.scene, on_stage=frozenset({B})))
    assert table.refused(B, intent) == "E_ON_STAGE"
    table.do(A, intent)
    table.do(A, "call_curtain")
    assert table.refused(A, intent) == "E_SCENE_CLOSING"


@pytest.mark.rule("R-023")
@pytest.mark.parametrize(("n", "accepted"), [(0, False), (1, True), (6, True), (7, False)])
def test_at_most_so_many_events_at_once(n: int, accepted: bool) -> None:
    table = Table().in_scene(A)
    if accepted:
        table.do(A, "stake_trial", n=n)
    else:
        assert table.refused(A, "stake_trial", n=n) == "E_COUNT"


@pytest.mark.rule("R-023")
def test_how_many_is_a_setting() -> None:
    assert Table(max_events_per_call=2).in_scene(A).refused(A, "stake_trial", n=3) == "E_COUNT"


@pytest.mark.rule("R-102")
def test_what_is_allowed_on_stage_is_a_setting() -> None:
    for rights, fact, event in (("facts", True, False), ("nothing", False, False), ("all", True, True)):
        table = Table(on_stage_rights=rights).in_scene(A, B)
        table.state = replace(table.state, scene=replace(table.scene, on_stage=frozenset({B})))
        if fact:
            table.do(B, "establish_fact", card="me", dice=[1])
        else:
            assert table.refused(B, "establish_fact", card="me", dice=[1]) == "E_ON_STAGE"
        if event:
            table.do(B, "stake_trial")
        else:
            assert table.refused(B, "stake_trial") == "E_ON_STAGE"


@pytest.mark.rule("R-090")
def test_in_a_departure_a_second_scene_needs_an_invitation() -> None:
    table = _played(Table().begun(), A, B)
    assert table.refused(A, "start_scene") == "E_NEEDS_INVITE"
    table.do(C, "start_scene")
    assert table.refused(B, "join_scene") == "E_NEEDS_INVITE"
    table.do(C, "invite", seat="ben")
    table.do(B, "join_scene")
    assert table.scene.participants == (C, B)


@pytest.mark.rule("R-090")
def test_who_invites_is_in_the_scene_and_invites_actors_who_are_not() -> None:
    table = Table().in_scene(A, phase=Phase.DEPARTURE)
    assert table.refused(B, "invite", seat=C) == "E_NOT_IN_SCENE"
    assert table.refused(P, "invite", seat=C) == "E_NOT_IN_SCENE"
    assert table.refused(A, "invite", seat=P) == "E_NOT_ACTOR"
    assert table.refused(A, "invite", seat=A) == "E_DUPLICATE"
    assert table.refused(A, "invite", seat="nobody") == "E_SEAT_UNKNOWN"
    table.do(A, "invite", seat=D)  # needs none, and it does no harm


@pytest.mark.rule("R-090")
def test_invitations_are_the_departures_unless_the_arrival_has_them_too() -> None:
    assert Table().in_scene(A, phase=Phase.ARRIVAL).refused(A, "invite", seat=B) == "E_PHASE"
    table = _played(Table(arrival_invites=True).begun(Phase.ARRIVAL), A)
    assert table.refused(A, "start_scene") == "E_NEEDS_INVITE"
    free = _played(Table().begun(Phase.ARRIVAL), A)
    free.do(A, "start_scene")


@pytest.mark.rule("R-090")
def test_who_may_invite_is_a_setting() -> None:
    starter = Table(inviters="starter").in_scene(A, B, phase=Phase.DEPARTURE)
    assert starter.refused(B, "invite", seat=C) == "E_NOT_YOURS"
    starter.do(A, "invite", seat=C)
    producer = Table(inviters="producer_too").in_scene(A, phase=Phase.DEPARTURE)
    producer.do(P, "invite", seat=C)
    assert producer.refused(B, "invite", seat=C) == "E_NOT_IN_SCENE"


@pytest.mark.rule("R-090")
def test_starting_another_scene_in_the_departure_may_be_allowed() -> None:
    table = _played(Table(departure_restart=True).begun(), A)
    table.do(A, "start_scene")


@pytest.mark.rule("R-095")
def test_an_enclave_may_have_to_come_before_the_arrivals_scenes() -> None:
    Table().begun(Phase.ARRIVAL).do(A, "start_scene")
    table = Table(enclave_blocks=True).begun(Phase.ARRIVAL)
    assert table.refused(A, "start_scene") == "E_NO_ENCLAVE"
    card = Card("c9", 9, Kind.ENCLAVE, "Lanternfold")
    table.state = replace(table.state, cards=(*table.state.cards, card), enclave="c9")
    table.do(A, "start_scene")


@pytest.mark.rule("R-096")
@pytest.mark.parametrize("absent", ["excused", "retired"])
def test_who_starts_or_joins_a_scene_is_back(absent: str) -> None:
    table = Table().begun(Phase.TRAVEL)
    table.state = replace(table.state, seats=tuple(replace(p, **{absent: p.id != P}) for p in table.state.seats))
    started = table.do(A, "start_scene")
    assert isinstance(started[0], ActorReturned)
    table.do(B, "join_scene")
    assert [player.id for player in table.state.actors if player.active] == [A, B]
