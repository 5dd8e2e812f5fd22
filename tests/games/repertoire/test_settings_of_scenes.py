"""Settings of facts, scenes, rivalries and questions (4.1 to 4.4) whose two sides are seen best side by side."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import SceneState
from assistant.table import Refusal, Roll
from repertoire.play import A, B, C, Outcome, P, Table


def code(outcome: Outcome) -> str | None:
    """With what a command was refused; None where it was not."""
    return outcome.code if isinstance(outcome, Refusal) else None


def closing(table: Table, **held: int) -> Table:
    """One trial at stake, A has called the curtain, and seats hold these tokens."""
    table.do(A, "stake_trial")
    table.hold(**held)
    table.do(A, "call_curtain")
    return table


@pytest.mark.rule("R-034")
@pytest.mark.parametrize(("die", "size"), [("d6", 6), ("d12", 12)])
def test_a_006_the_die_of_the_producer_on_his_own_card(die: str, size: int) -> None:
    table = Table(producer_own_die=die).in_scene(A)
    assert table.try_(P, "establish_fact", card="boss") == Roll((size,), by=P)


@pytest.mark.rule("R-047")
@pytest.mark.parametrize(("may", "held"), [(True, 2), (False, 0)])
def test_a_007_whether_the_producer_takes_tokens(may: bool, held: int) -> None:
    table = Table(producer_tokens=may).in_scene(A).mark("Corvin", "TTTT", 4)
    table.do(P, "reference_fact", card="corvin", fact=1)
    assert (*table.held(P), table.card("Corvin").tokens) == (held, 4 - held)


@pytest.mark.rule("R-048")
@pytest.mark.parametrize(("per", "again"), [("fact", "E_ALREADY_REFERENCED"), ("fact_and_seat", None)])
def test_a_010_a_first_time_for_the_scene_or_for_each_seat(per: str, again: str | None) -> None:
    table = Table(reference_once_per=per).in_scene(A).mark("Corvin", "TTTT", 4)
    table.do(A, "reference_fact", card="corvin", fact=1)
    assert code(table.try_(B, "reference_fact", card="corvin", fact=1)) == again


@pytest.mark.rule("R-053")
@pytest.mark.parametrize(("seconds", "state"), [(0, SceneState.DEDICATING), (10, SceneState.OPEN)])
def test_a_027_whether_the_others_may_object_to_a_curtain(seconds: int, state: SceneState) -> None:
    table = closing(Table(end_veto_s=seconds).in_scene(A, B, C), A=1)
    refused = [code(table.try_(seat, "object")) for seat in (B, C)]
    assert (None in refused) == (seconds > 0)
    assert table.scene.state is state


@pytest.mark.rule("R-055")
@pytest.mark.parametrize(("may", "refused"), [(True, None), (False, "E_TOKENS")])
def test_a_033_whether_a_seat_may_split_its_tokens(may: bool, refused: str | None) -> None:
    table = closing(Table(dedicate_split=may).in_scene(A), A=5)
    assert code(table.try_(A, "dedicate", slots={"for": 3, "against": 2})) == refused


@pytest.mark.rule("R-056")
@pytest.mark.parametrize("must", [True, False])
def test_a_035_whether_tokens_may_be_kept_back(must: bool) -> None:
    table = closing(Table(require_full_dedication=must).in_scene(A), A=3, P=2)
    assert isinstance(table.try_(A, "roll"), Refusal if must else Roll)


@pytest.mark.rule("R-031")
@pytest.mark.parametrize(("most", "refused"), [(0, None), (1, "E_COUNT"), (2, None)])
def test_a_053_how_many_rivalries_may_be_at_stake(most: int, refused: str | None) -> None:
    table = Table(max_rivalries=most).in_scene(A, B)
    table.do(A, "start_rivalry", text="Best Voice")
    assert code(table.try_(B, "start_rivalry", text="Longest Death")) == refused


@pytest.mark.rule("R-149")
@pytest.mark.parametrize("once", [True, False])
def test_a_057_whether_the_same_use_may_be_questioned_again(once: bool) -> None:
    table = Table(question_once=once).in_scene(A)
    table.do(A, "stake_trial")
    table.do(P, "question_event", kind="trial")
    table.do(P, "never_mind")
    assert (code(table.try_(P, "question_event", kind="trial")) is None) is not once


@pytest.mark.rule("R-075")
@pytest.mark.parametrize(("criteria", "refused"), [("validity", "E_CRITERION"), ("both", None)])
def test_a_058_whether_an_event_can_be_questioned_on_utility(criteria: str, refused: str | None) -> None:
    table = Table(event_criteria=criteria).in_scene(A)
    table.do(A, "stake_trial")
    assert code(table.try_(P, "question_event", kind="trial", criterion="utility")) == refused


@pytest.mark.rule("R-080", "R-081")
@pytest.mark.parametrize(("way", "rancor", "waits"), [("asked", 10, True), ("automatic", 11, False)])
def test_a_062_whether_insisting_raises_rancor_by_itself(way: str, rancor: int, waits: bool) -> None:
    table = Table(rancor_on_insist=way).in_scene(A)
    table.do(A, "stake_trial")
    table.do(P, "question_event", kind="trial")
    table.do(A, "insist")
    assert (sum(table.rancor), table.scene.question is not None) == (rancor, waits)


@pytest.mark.rule("R-033")
@pytest.mark.parametrize(("kept", "text"), [("heard", "Owes rent."), ("number", None)])
def test_a_112_whether_the_words_of_a_fact_are_kept(kept: str, text: str | None) -> None:
    table = Table(fact_text=kept).in_scene(A)
    table.do(A, "establish_fact", card="belisar", dice=[1], text="Owes rent.")
    assert table.card("Belisar").lines[0].text == text
