"""Every setting of 4.5, phases and the Production, with each value; and A-054."""

from __future__ import annotations

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Phase, SceneState
from repertoire.acts import arrived, production, scene
from repertoire.play import A, B, C, D, P, Table


@pytest.mark.rule("R-089")
@pytest.mark.parametrize(("auto", "phase"), [(False, Phase.DEPARTURE), (True, Phase.TRAVEL)])
def test_a_066_a_phase_may_end_by_itself(auto: bool, phase: Phase) -> None:
    table = Table(auto_phase=auto).begun()
    scene(table, A, B, C, D)
    table.tick(table.at)
    assert table.state.phase is phase


@pytest.mark.rule("R-091")
def test_a_067_all_actors_may_have_to_agree_to_arrive_or_the_producer_may_say_so_too() -> None:
    table = Table(travel_exit="all").begun(Phase.TRAVEL)
    for seat in (A, B, C):
        table.do(seat, "arrive")
    assert table.refused(A, "arrive") == "E_DUPLICATE"
    assert table.state.phase is Phase.TRAVEL
    table.do(D, "arrive")
    assert table.state.phase is Phase.ARRIVAL
    table = Table(travel_exit="all").begun(Phase.TRAVEL)
    for seat in (A, B, C):
        table.do(seat, "arrive")
    table.do(A, "excuse", slots={"seat": D})
    table.do(B, "arrive")
    assert table.state.phase is Phase.ARRIVAL, "the only one who had not said so is away"
    table = Table(travel_exit="producer_too").begun(Phase.TRAVEL)
    table.do(P, "arrive")
    assert table.state.phase is Phase.ARRIVAL


@pytest.mark.rule("R-090")
@pytest.mark.parametrize(
    ("inviters", "by_producer", "by_other"),
    [("participants", False, True), ("starter", False, False), ("producer_too", True, True)],
)
def test_a_068_who_invites(inviters: str, by_producer: bool, by_other: bool) -> None:
    for seat, may in ((P, by_producer), (B, by_other), (A, True)):
        table = Table(inviters=inviters).in_scene(A, B, phase=Phase.DEPARTURE)
        if may:
            table.do(seat, "invite", slots={"seat": C})
        else:
            table.refused(seat, "invite", slots={"seat": C})


@pytest.mark.rule("R-090")
def test_a_069_who_has_been_in_a_scene_may_start_another() -> None:
    table = Table(departure_restart=True).begun()
    scene(table, A)
    table.do(A, "start_scene")


@pytest.mark.rule("R-095")
@pytest.mark.parametrize("invites", [False, True])
def test_a_070_the_invitation_rule_in_the_arrival(invites: bool) -> None:
    table = Table(arrival_invites=invites).begun(Phase.ARRIVAL)
    scene(table, A)
    if invites:
        assert table.refused(A, "start_scene") == "E_NEEDS_INVITE"
    else:
        table.do(A, "start_scene")


@pytest.mark.rule("R-088")
def test_a_071_the_producer_may_make_the_first_departure_s_cards() -> None:
    assert Table().begun().refused(P, "make_enclave", text="Lanternfold") == "E_PHASE"
    table = Table(first_enclave="producer").begun()
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(P, "make_play", text="Gravel")
    assert table.refused(A, "make_play", text="The Tin Duchess") == "E_PHASE"


@pytest.mark.rule("R-093")
@pytest.mark.parametrize("blocks", [False, True])
def test_a_072_arrival_scenes_before_the_enclave(blocks: bool) -> None:
    table = Table(enclave_blocks=blocks).begun(Phase.ARRIVAL)
    if blocks:
        assert table.refused(A, "start_scene") == "E_NO_ENCLAVE"
    else:
        table.do(A, "start_scene")


@pytest.mark.rule("R-093")
@pytest.mark.parametrize("revisit", [True, False])
def test_a_073_coming_back_to_a_known_enclave(revisit: bool) -> None:
    table = production(enclave_revisit=revisit)
    table.do(A, "establish_fact", card="here", dice=[1])
    table.do(A, "call_curtain")
    scene(table, A, B, C, D)
    table.do(A, "travel")
    table.do(A, "arrive")
    assert table.refused(P, "return_to_enclave", card="Atwater") == "E_CARD_KIND"
    if revisit:
        table.do(P, "return_to_enclave", card="Lanternfold")
        assert table.written("Lanternfold") == "T / 1"
        assert table.state.card(table.state.enclave) == table.card("Lanternfold")
    else:
        assert table.refused(P, "return_to_enclave", card="Lanternfold") == "E_CARD_KIND"


@pytest.mark.rule("R-094")
@pytest.mark.parametrize(("chooser", "refused"), [("anyone", ""), ("actors", P), ("producer", A)])
def test_a_074_who_makes_the_play_card(chooser: str, refused: str) -> None:
    for number, seat in enumerate((A, P)):
        table = Table(play_chooser=chooser).begun(Phase.ARRIVAL)
        if seat == refused:
            assert table.refused(seat, "make_play", text=f"Play {number}") in ("E_NOT_ACTOR", "E_NOT_PRODUCER")
        else:
            table.do(seat, "make_play", text=f"Play {number}")


@pytest.mark.rule("R-102")
@pytest.mark.parametrize(
    ("rights", "fact", "dice"), [("facts", True, False), ("nothing", False, False), ("all", True, True)]
)
def test_a_076_what_an_actor_on_stage_may_do(rights: str, fact: bool, dice: bool) -> None:
    table = production(on_stage_rights=rights)
    table.do(A, "take_cue")
    for intent, may in (("establish_fact", fact), ("stake_trial", dice)):
        if may:
            table.do(A, intent, card="me", dice=[12])
        else:
            assert table.refused(A, intent, card="me") == "E_ON_STAGE"


@pytest.mark.rule("R-096")
def test_a_080_an_absent_actor_may_not_be_excused_where_the_table_waits_for_him() -> None:
    assert Table(excuse_absent=False).begun().refused(A, "excuse", slots={"seat": D}) == "E_PHASE_INCOMPLETE"


@pytest.mark.rule("R-098")
@pytest.mark.parametrize(("volume", "window"), [("soft", "hushed"), ("silent", "silent"), ("normal", "quiet")])
def test_a_081_how_loud_the_box_is_in_a_production(volume: str, window: str) -> None:
    table = production(production_volume=volume)
    assert GAME.view(table.state, None).window == window
    table.do(A, "stake_trial")
    table.do(P, "question_event", kind="trial")
    assert GAME.view(table.state, None).window == window
    table.do(A, "relent")
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert (table.scene.state, GAME.view(table.state, None).window) == (SceneState.DEDICATING, "open")


@pytest.mark.rule("R-067")
@pytest.mark.parametrize(("bonus", "tens"), [(False, 0), (True, 1)])
def test_a_054_the_owner_s_bonus_in_the_production(bonus: bool, tens: int) -> None:
    table = arrived(production_bonus=bonus)
    table.do(A, "start_scene")
    table.do(A, "start_rivalry", text="Best Voice")
    table.hold(A=9).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=[1])
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(B, "make_play", text="The Tin Duchess")
    table.do(B, "begin_production")
    table.do(A, "stake_rivalry", rivalry="voice")
    table.hold(A=9).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=[1])
    assert table.player(A).steel.get(10, 0) == tens
