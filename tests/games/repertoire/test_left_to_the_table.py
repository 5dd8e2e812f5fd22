"""What the text leaves to the players: the engine has no opinion on it, and must not get one."""

from __future__ import annotations

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Phase
from assistant.table import Roll
from repertoire.acts import scene
from repertoire.fights import facing
from repertoire.play import A, B, C, D, P, Table

ANYTHING = ("She was never there.", "42", "…!", "Jerome Barkley is the grim Keeper", "x" * 500)


def _arrival_with_cards() -> Table:
    table = Table().in_scene(A, phase=Phase.ARRIVAL)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(B, "make_play", text="The Tin Duchess")
    return table


@pytest.mark.rule("R-003")
def test_the_bowls_never_run_dry() -> None:
    table = Table().in_scene(A)
    for _ in range(60):
        table.do(A, "establish_fact", card="me", dice=[1])
        table.do(A, "stake_trial", n=6)
    assert table.held(A) == (60,)
    assert len(table.scene.events) == 360


@pytest.mark.rule("R-011")
def test_everyone_may_write_on_every_fact_card() -> None:
    table = _arrival_with_cards()
    cards = [card.id for card in table.state.cards]
    for seat in (P, A, B, C, D):
        for card in cards:
            assert isinstance(table.try_(seat, "establish_fact", card=card), Roll)


@pytest.mark.rule("R-016")
def test_a_scene_goes_on_for_hours() -> None:
    table = Table().in_scene(A)
    opened = table.scene.no
    table.tick(25_000.0)
    table.do(A, "stake_trial")
    assert table.scene.no == opened


@pytest.mark.rule("R-017")
def test_the_producer_plays_others_without_being_in_the_scene() -> None:
    table = Table().in_scene(A)
    table.do(P, "establish_fact", card="me", dice=[1])
    assert P not in table.scene.participants
    assert table.refused(P, "stake_trial") == "E_NOT_ACTOR"


@pytest.mark.rule("R-019", "R-020")
def test_nobody_asks_what_an_event_bears_on() -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_triumph", text="of no importance to anyone")
    table.do(A, "call_curtain")
    without = Table().in_scene(A)
    without.do(A, "call_curtain")
    assert without.state.scene is None
    assert A in without.state.been_in_scene


@pytest.mark.rule("R-041", "R-042", "R-044", "R-045")
@pytest.mark.parametrize("text", ANYTHING)
@pytest.mark.parametrize("card", ["Atwater", "Lanternfold", "The Tin Duchess", "Grimsby"])
def test_a_fact_may_say_anything(card: str, text: str) -> None:
    table = _arrival_with_cards()
    table.do(A, "establish_fact", card=table.card(card).id, text=text, dice=[1])
    assert table.card(card).lines[-1].text == text


@pytest.mark.rule("R-046")
def test_a_rivalry_card_takes_no_facts() -> None:
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="Best Voice")
    rivalry = table.state.rivalries[0].id
    assert table.refused(A, "establish_fact", card=rivalry, dice=[1]) == "E_CARD_KIND"


@pytest.mark.rule("R-087", "R-092")
@pytest.mark.parametrize("phase", [Phase.DEPARTURE, Phase.ARRIVAL])
def test_a_phase_asks_for_scenes_not_for_what_they_are_about(phase: Phase) -> None:
    table = Table().begun(phase)
    scene(table, A, B, C, D)
    assert table.state.been_in_scene == {A, B, C, D}


@pytest.mark.rule("R-136", "R-138")
def test_the_verdict_knows_no_prize_for_all_and_none_for_an_early_win() -> None:
    verdicts = []
    for at in (60.0, 28_000.0):
        table = facing([6], [12])
        table.tick(at)
        table.do(C, "roll", dice=[6, 1])
        table.do(C, "end_argument")
        table.tick(28_800.0)
        verdicts.append([(cue.line, dict(cue.slots)) for cue in table.cues])
    assert verdicts[0] == verdicts[1]
    told = [line for line, _ in verdicts[0] if line.startswith("GameEnded.")]
    assert told.count("GameEnded.won") == 1
    assert len(told) == len([A, B, C, D]) + 1  # each Actor and the Producer; nobody else wins


@pytest.mark.rule("R-142")
@pytest.mark.parametrize("phase", [Phase.DEPARTURE, Phase.TRAVEL])
def test_learners_see_what_they_can_do_at_any_time(phase: Phase) -> None:
    between, in_scene = Table().begun(phase), Table().in_scene(A, phase=phase)
    for table in (between, in_scene):
        for seat in (P, A, B, C, D):
            assert any(one.seats is None or seat in one.seats for one in GAME.grammar(table.state))
