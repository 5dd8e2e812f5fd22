"""The small print of the ledger: edges of rules that other tests prove in their middle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Phase
from assistant.table import Ask
from repertoire.play import A, B, C, P, Table


def _owned(*titles: str) -> Table:
    """A has won these rivalries; a scene of A and B is open, nothing is at stake in it."""
    table = Table().in_scene(A)
    for title in titles:
        table.do(A, "start_rivalry", text=title)
    table.hold(A=99).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=[1] * len(titles))
    table.do(A, "start_scene")
    table.do(B, "join_scene")
    return table


@pytest.mark.rule("R-023")
def test_all_that_can_be_questioned_in_a_scene_is_numbered_on() -> None:
    table = _owned("Best Voice", "Finest Hat", "Top Bill")
    table.mark("Corvin", "T", 1)
    table.do(A, "stake_trial", n=2)
    table.do(A, "stake_rivalry", rivalry="r1")
    table.do(B, "challenge_rivalry", rivalry="r1")
    table.do(B, "challenge_rivalry", rivalry="r2")
    table.do(B, "start_rivalry", text="Longest Speech")
    table.do(C, "establish_fact", card="me", dice=[1])
    table.do(C, "reference_fact", card="me", fact=1)
    table.do(A, "stake_triumph")
    scene = table.scene
    ids = [thing.id for thing in (*scene.events, *scene.rivalry_stakes, *scene.contests, *scene.uses)]
    assert sorted(ids) == list(range(1, 10))
    assert [event.id for event in scene.events] == [1, 2, 9]


@pytest.mark.rule("R-028")
def test_challenging_a_player_who_owns_several_asks_which_one() -> None:
    table = _owned("Best Voice", "Finest Hat")
    asked = table.try_(B, "challenge_rivalry", seat=A)
    assert isinstance(asked, Ask)
    assert [choice.slots for choice in asked.choices] == [{"rivalry": "r1"}, {"rivalry": "r2"}]


@pytest.mark.rule("R-047", "R-049")
@pytest.mark.parametrize(("tokens", "coins"), [(6, 3), (8, 4), (10, 4)])
def test_a_coin_sounds_for_each_token_at_most_four_times(tokens: int, coins: int) -> None:
    table = Table().in_scene(A).mark("Belisar", "T", tokens)
    table.do(A, "reference_fact", card="Belisar", fact=1)
    assert table.cues[0].times == coins


@pytest.mark.rule("R-048", "R-050")
@pytest.mark.parametrize(("empty", "again"), [("marks", False), ("unmarked", True)])
def test_a_reference_that_paid_nothing_uses_up_one_s_first_time_or_not(empty: str, again: bool) -> None:
    table = Table(reference_once_per="fact_and_seat", reference_empty=empty).in_scene(A).mark("Belisar", "T", 0)
    table.do(A, "reference_fact", card="Belisar", fact=1)
    table.mark("Belisar", "T", 2)
    if again:
        table.do(A, "reference_fact", card="Belisar", fact=1)
    else:
        assert table.refused(A, "reference_fact", card="Belisar", fact=1) == "E_ALREADY_REFERENCED"


@pytest.mark.rule("R-009")
def test_a_desire_is_rewritten_in_set_up_and_later_only_written_where_there_is_none() -> None:
    table = Table(desire_required=False).seated()
    table.do(P, "start_clock")
    for seat in (P, A, B, C, "5"):
        table.do(seat, "name_card", text=f"Actor {seat}")
    table.do(A, "write_desire", text="gold")
    table.do(A, "write_desire", text="fame")
    table.do(A, "begin_play")
    assert table.refused(A, "write_desire", text="gold") == "E_DUPLICATE"
    table.do(B, "write_desire", text="gold")
    assert table.card("Actor 2").desire == "fame"


@pytest.mark.rule("R-047")
@pytest.mark.parametrize("number", [0, 3, "x", ""])
def test_a_line_is_called_by_a_number_that_stands_on_the_card(number: int | str) -> None:
    table = Table().in_scene(A).mark("Belisar", "TT", 2)
    assert table.refused(A, "reference_fact", card="Belisar", fact=number) == "E_FACT_UNKNOWN"


@pytest.mark.rule("R-043")
def test_of_two_residents_in_one_sentence_one_hint_is_enough() -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(A, "start_scene")
    table.do(A, "establish_fact", card="here", dice=[1], text="The miller Barkley owes the widow Quill.")
    table.do(A, "establish_fact", card="here", dice=[1], text="Only Barkley fears old Quill.")
    assert table.lines().count("resident.hint") == 1
    table.do(A, "establish_fact", card="here", dice=[1], text="The baker is called Sorrel.")
    table.do(A, "establish_fact", card="here", dice=[1], text="Bread from Sorrel is hard.")
    assert table.cues[-1].slots == {"name": "Sorrel"}


@pytest.mark.rule("R-096")
def test_a_newcomer_makes_his_card_while_others_play() -> None:
    table = Table().begun()
    table.do(A, "add_seat", text="Eve")
    table.do(A, "start_scene")
    assert {one.intent: one.seats for one in GAME.grammar(table.state)}["name_card"] == {"6"}
    table.do("6", "name_card", text="Ermengard")
    assert {one.intent: one.seats for one in GAME.grammar(table.state)}["write_desire"] == {"6"}
    table.do("6", "write_desire", text="fame")


@pytest.mark.rule("R-071")
def test_a_banked_d10_and_a_rivalry_s_are_told_as_one_kind() -> None:
    table = _owned("Best Voice")
    seats = tuple(replace(p, steel={6: 1, 10: 2}) if p.id == A else p for p in table.state.seats)
    table.state = replace(table.state, seats=seats)
    told = table.look(A, "my_steel")
    assert (told.line, told.slots) == ("my_steel.one.no.many", {"sixes": 1, "eights": 0, "tens": 3})


@pytest.mark.rule("R-047")
def test_a_line_s_number_may_come_as_digits() -> None:
    table = Table().in_scene(A).mark("Belisar", "T" * 12, 12)
    table.do(A, "reference_fact", card="Belisar", fact="12")
    assert [use.line_no for use in table.scene.uses] == [12]
    assert table.refused(A, "reference_fact", card="Belisar", fact="1" * 5000) == "E_FACT_UNKNOWN"
