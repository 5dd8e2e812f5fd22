"""Facts and references: EX-01 to EX-04, the dice by card, every setting of 4.1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire.state import Card
from assistant.games.repertoire.terms import Kind, LineStatus, Phase
from assistant.table import Roll
from repertoire.play import A, B, C, D, P, Table


def _with_enclave(table: Table) -> Table:
    card = Card("c9", 9, Kind.ENCLAVE, "Lanternfold")
    table.state = replace(table.state, cards=(*table.state.cards, card), enclave="c9")
    return table


def _with_play(table: Table) -> Table:
    card = Card("c8", 8, Kind.PLAY, "The Tin Duchess")
    table.state = replace(table.state, cards=(*table.state.cards, card), play="c8")
    return table


@pytest.mark.rule("R-035", "R-036", "R-038", "R-039")
@pytest.mark.case("C-041")
def test_ex_01_a_fact_on_ones_own_actor_is_true_at_the_count() -> None:
    table = Table().in_scene(A).mark("Atwater", "TXT", 1)
    table.do(A, "establish_fact", card="me", dice=[4])
    assert table.written("Atwater") == "TXTT / 3"
    assert table.held(A) == (1,)
    assert table.scene.mentioned == {(table.card("Atwater").id, 4)}
    assert table.lines() == ["FactEstablished.true"]


@pytest.mark.rule("R-035")
def test_ex_01_counted_by_true_facts_the_same_roll_is_struck() -> None:
    table = Table(fact_count_mode="true_plus_new").in_scene(A).mark("Atwater", "TXT", 1)
    table.do(A, "establish_fact", card="me", dice=[4])
    assert (table.written("Atwater"), table.held(A)) == ("TXTX / 2", (0,))


@pytest.mark.rule("R-037", "R-038")
@pytest.mark.case("C-041")
def test_ex_02_over_the_count_is_struck_and_the_card_is_refilled_all_the_same() -> None:
    table = Table().in_scene(A).mark("Atwater", "TXT", 1)
    table.do(B, "establish_fact", card="atwater", dice=[7])
    assert (table.written("Atwater"), table.held(B)) == ("TXTX / 2", (0,))
    assert table.lines() == ["FactEstablished.struck"]


@pytest.mark.rule("R-035", "R-039", "R-049")
@pytest.mark.case("C-041")
def test_ex_03_a_blank_enclave_card() -> None:
    table = _with_enclave(Table().in_scene(A, phase=Phase.ARRIVAL))
    for seat, roll, written in ((C, 2, "X / 0"), (D, 2, "XT / 1"), (A, 3, "XTT / 2")):
        table.do(seat, "establish_fact", card="here", dice=[roll])
        assert table.written("Lanternfold") == written
    assert table.held(A, C, D) == (1, 0, 1)
    assert table.refused(B, "reference_fact", card="here", fact=2) == "E_ALREADY_REFERENCED"
    table.do(A, "call_curtain")
    table.do(B, "start_scene")
    table.do(B, "reference_fact", card="here", fact=2)
    assert (table.written("Lanternfold"), table.held(B)) == ("XTT / 1", (1,))


@pytest.mark.rule("R-047", "R-048", "R-049", "R-050", "R-051")
def test_ex_04_each_reference_takes_half_of_what_lies_there() -> None:
    table = Table().in_scene(A).mark("Corvin", "TTTTT", 5)
    table.do(A, "reference_fact", card="corvin", fact=1)
    assert table.cues[0].times == 3
    table.do(B, "reference_fact", card="corvin", fact=2)
    assert table.refused(D, "reference_fact", card="corvin", fact=2) == "E_ALREADY_REFERENCED"
    table.do(D, "reference_fact", card="corvin", fact=3)
    table.do(P, "reference_fact", card="corvin", fact=4)
    assert table.lines() == ["FactReferenced.nothing"]
    assert table.held(A, B, D, P) == (3, 1, 1, 0)
    assert table.card("Corvin").tokens == 0
    assert {no for _, no in table.scene.mentioned} == {1, 2, 3, 4}
    table.do(C, "establish_fact", card="me", dice=[9])
    assert table.written("Corvin") == "TTTTTX / 5"


@pytest.mark.rule("R-049")
@pytest.mark.parametrize(("tokens", "taken"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_half_is_rounded_up(tokens: int, taken: int) -> None:
    table = Table().in_scene(A).mark("Corvin", "T" * 7, tokens)
    table.do(A, "reference_fact", card="corvin", fact=1)
    assert table.held(A) == (taken,)
    assert table.cues[0].times == min(taken, 4)


@pytest.mark.rule("R-034")
@pytest.mark.parametrize(
    ("seat", "card", "size"),
    [(A, "me", 12), (A, "belisar", 10), (A, "play", 10), (A, "here", 8), (A, "boss", 6), (P, "boss", 6)],
)
def test_the_die_goes_by_the_card_seen_from_the_speaker(seat: str, card: str, size: int) -> None:
    table = _with_play(_with_enclave(Table().in_scene(A)))
    assert table.try_(seat, "establish_fact", card=card) == Roll((size,), by=seat)


@pytest.mark.rule("R-034")
def test_the_producers_own_card_may_be_his_own() -> None:
    table = Table(producer_own_die="d12").in_scene(A)
    assert table.try_(P, "establish_fact", card="boss") == Roll((12,), by=P)
    assert table.try_(A, "establish_fact", card="boss") == Roll((6,), by=A)


@pytest.mark.rule("R-035")
@pytest.mark.parametrize(("mode", "highest_true"), [("all_lines", 4), ("true_plus_new", 3), ("lines_before", 3)])
def test_what_is_counted_is_a_setting(mode: str, highest_true: int) -> None:
    for roll in (highest_true, highest_true + 1):
        table = Table(fact_count_mode=mode).in_scene(A).mark("Belisar", "TXTW", 2)
        table.do(A, "establish_fact", card="belisar", dice=[roll])
        assert table.card("Belisar").lines[-1].status is (
            LineStatus.TRUE if roll == highest_true else LineStatus.STRUCK
        )


@pytest.mark.rule("R-033")
def test_the_line_keeps_who_wrote_it_and_how_it_fell() -> None:
    table = Table().in_scene(A).mark("Belisar", "TX", 1)
    table.do(A, "establish_fact", card="belisar", dice=[3], text="Snores in  verse.")
    line = table.card("Belisar").lines[-1]
    assert (line.no, line.text, line.author, line.roll, line.die, line.count_at_roll) == (
        3,
        "Snores in verse.",
        A,
        3,
        10,
        3,
    )


@pytest.mark.rule("R-040")
def test_a_fact_that_cannot_fail_is_rolled_anyway() -> None:
    table = Table().in_scene(A).mark("Grimsby", "TTTTTT", 6)
    assert isinstance(table.try_(A, "establish_fact", card="boss"), Roll)


@pytest.mark.rule("R-032")
def test_facts_arise_in_open_scenes_only() -> None:
    table = Table().begun(Phase.TRAVEL)
    assert table.refused(A, "establish_fact", card="me") == "E_NO_SCENE"
    assert table.refused(A, "reference_fact", card="me", fact=1) == "E_NO_SCENE"
    table.do(A, "start_scene")
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert table.refused(A, "establish_fact", card="me") == "E_SCENE_CLOSING"


@pytest.mark.rule("R-032", "R-051")
def test_the_producer_and_outsiders_may_make_facts_too() -> None:
    table = Table().in_scene(A)
    for seat in (P, D):
        table.do(seat, "establish_fact", card="atwater", dice=[1])
    assert table.held(P, D) == (1, 1)


@pytest.mark.rule("R-032")
def test_facts_may_be_kept_to_actors_or_to_participants() -> None:
    actors = Table(fact_seats="actors").in_scene(A)
    assert actors.refused(P, "establish_fact", card="atwater") == "E_NOT_ACTOR"
    assert isinstance(actors.try_(D, "establish_fact", card="atwater"), Roll)
    inside = Table(fact_seats="participants").in_scene(A)
    assert inside.refused(D, "establish_fact", card="atwater") == "E_NOT_IN_SCENE"
    assert isinstance(inside.try_(A, "establish_fact", card="me"), Roll)


@pytest.mark.rule("R-047")
def test_struck_withdrawn_and_unwritten_lines_give_nothing() -> None:
    table = Table().in_scene(A).mark("Corvin", "TXW", 1)
    assert table.refused(A, "reference_fact", card="corvin", fact=2) == "E_FACT_STRUCK"
    assert table.refused(A, "reference_fact", card="corvin", fact=3) == "E_FACT_UNKNOWN"
    assert table.refused(A, "reference_fact", card="corvin", fact=9) == "E_FACT_UNKNOWN"
    assert table.refused(A, "reference_fact", card="nobody", fact=1) == "E_CARD_UNKNOWN"


def test_a_face_the_die_does_not_have_is_refused() -> None:
    table = Table().in_scene(A)
    assert table.refused(A, "establish_fact", card="me", dice=[13]) == "E_DIE_VALUE"
    assert table.refused(A, "establish_fact", card="me", dice=[1, 1]) == "E_DIE_VALUE"


@pytest.mark.rule("R-037")
def test_exactly_a_struck_statement_is_not_written_again_unless_the_table_allows_it() -> None:
    for blocks in (True, False):
        table = Table(block_struck_repeat=blocks).in_scene(A)
        table.do(A, "establish_fact", card="belisar", dice=[9], text="Sings flat.")
        again = {"card": "belisar", "text": "sings  FLAT."}
        if blocks:
            assert table.refused(A, "establish_fact", slots={"card": "belisar"}, text=again["text"]) == "E_DUPLICATE"
        else:
            assert isinstance(table.try_(A, "establish_fact", card="belisar", text=again["text"]), Roll)
        assert isinstance(table.try_(A, "establish_fact", card="belisar", text="Sings sharp."), Roll)


@pytest.mark.rule("R-039")
@pytest.mark.parametrize(("setting", "author", "other"), [("no", 0, 0), ("others", 0, 1), ("yes", 1, 1)])
def test_whether_a_fact_made_now_pays_now_is_a_setting(setting: str, author: int, other: int) -> None:
    for seat, pays in ((A, author), (B, other)):
        table = Table(reference_new_facts=setting).in_scene(A, B)
        table.do(A, "establish_fact", card="atwater", dice=[1])
        if pays:
            table.do(seat, "reference_fact", card="atwater", fact=1)
        else:
            assert table.refused(seat, "reference_fact", card="atwater", fact=1) == "E_ALREADY_REFERENCED"


@pytest.mark.rule("R-048")
def test_a_first_time_for_each_seat_is_a_setting() -> None:
    table = Table(reference_once_per="fact_and_seat").in_scene(A).mark("Corvin", "TTTT", 4)
    table.do(A, "reference_fact", card="corvin", fact=1)
    table.do(B, "reference_fact", card="corvin", fact=1)
    assert table.held(A, B) == (2, 1)
    assert table.refused(A, "reference_fact", card="corvin", fact=1) == "E_ALREADY_REFERENCED"


@pytest.mark.rule("R-050")
def test_an_empty_card_may_be_refused_or_leave_no_mark() -> None:
    refusing = Table(reference_empty="refused").in_scene(A).mark("Corvin", "T", 0)
    assert refusing.refused(A, "reference_fact", card="corvin", fact=1) == "E_ALREADY_REFERENCED"
    unmarked = Table(reference_empty="unmarked").in_scene(A).mark("Corvin", "T", 0)
    unmarked.do(A, "reference_fact", card="corvin", fact=1)
    assert unmarked.scene.mentioned == frozenset()
    marking = Table().in_scene(A).mark("Corvin", "T", 0)
    marking.do(A, "reference_fact", card="corvin", fact=1)
    assert marking.refused(B, "reference_fact", card="corvin", fact=1) == "E_ALREADY_REFERENCED"


def test_a_producer_without_tokens_takes_none() -> None:
    table = Table(producer_tokens=False).in_scene(A).mark("Corvin", "TTT", 3)
    table.do(P, "establish_fact", card="corvin", dice=[1])
    table.do(P, "reference_fact", card="corvin", fact=1)
    assert table.held(P) == (0,)
    assert table.card("Corvin").tokens == 4


@pytest.mark.rule("R-043")
def test_a_second_fact_on_a_resident_is_hinted_refused_or_ignored() -> None:
    first, second = "Jerome Barkley keeps the organ.", "They say Barkley is blind."
    for setting in ("hint", "refuse", "ignore"):
        table = _with_enclave(Table(resident_check=setting).in_scene(A))
        table.do(A, "establish_fact", card="here", dice=[1], text=first)
        if setting == "refuse":
            assert table.refused(A, "establish_fact", card="here", text=second) == "E_DUPLICATE"
            continue
        table.do(A, "establish_fact", card="here", dice=[1], text=second)
        assert ("resident.hint" in table.lines()) == (setting == "hint")


@pytest.mark.rule("R-052")
def test_tokens_are_of_their_scene_unless_they_carry_over() -> None:
    for carry, held in ((False, 0), (True, 1)):
        table = Table(token_carry=carry).in_scene(A)
        table.do(A, "establish_fact", card="me", dice=[1])
        table.do(A, "call_curtain")
        table.do(B, "start_scene")
        assert table.held(A) == (held,)


@pytest.mark.rule("R-033")
def test_words_that_come_later_go_to_the_seats_latest_line_without_any() -> None:
    table = Table().in_scene(A)
    table.do(A, "establish_fact", card="belisar", dice=[1], text="…")
    table.do(B, "establish_fact", card="belisar", dice=[1], text="…")
    assert table.card("Belisar").lines[0].text is None
    table.do(A, "draft", intent="establish_fact", card="belisar", text="Owes rent.")
    assert [line.text for line in table.card("Belisar").lines] == ["Owes rent.", None]
    assert table.refused(A, "draft", intent="establish_fact", card="belisar", text="x") == "E_FACT_UNKNOWN"


def test_a_line_can_be_put_right_by_hand_even_in_a_break() -> None:
    table = Table().in_scene(A).mark("Corvin", "TX", 1)
    table.do(A, "pause")
    table.do(B, "reword", card="corvin", fact=2, text="Cannot swim.")
    assert table.card("Corvin").lines[1].text == "Cannot swim."
    assert table.refused(B, "reword", card="corvin", fact=1, text="…") == "E_CONTENT"


def test_a_table_may_keep_numbers_only() -> None:
    table = Table(fact_text="number").in_scene(A)
    table.do(A, "establish_fact", card="belisar", dice=[1], text="Owes rent.")
    assert table.card("Belisar").lines[0].text is None


@pytest.mark.rule("R-043")
def test_the_capital_that_begins_a_sentence_makes_no_resident() -> None:
    table = _with_enclave(Table().in_scene(A))
    table.do(A, "establish_fact", card="here", dice=[1], text="Nobody sleeps.")
    table.do(A, "establish_fact", card="here", dice=[1], text="Nobody eats.")
    assert "resident.hint" not in table.lines()
