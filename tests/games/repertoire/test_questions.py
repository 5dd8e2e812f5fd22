"""Questions and their answers: EX-09, the end of EX-06, every setting of 4.4."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import Answer, LineStatus, RivalryStatus, SceneState
from repertoire.play import A, B, C, D, P, Table


def _table(**settings: object) -> Table:
    """EX-09: Rancor (3,3,2,2,2), Atwater `TTT / 3`, participants B and C."""
    table = Table(**settings).in_scene(B, C).mark("Atwater", "TTT", 3)
    return table.rancor_is(3, 3, 2, 2, 2)


def _referred(**settings: object) -> Table:
    table = _table(**settings)
    table.do(B, "reference_fact", card="Atwater", fact=2)
    return table


def _trial(**settings: object) -> Table:
    table = _table(**settings)
    table.do(C, "stake_trial")
    return table


def _insisted(**settings: object) -> Table:
    table = _trial(**settings)
    table.do(P, "question_event", kind="trial")
    table.do(C, "insist")
    return table


@pytest.mark.rule("R-074", "R-077")
def test_ex_09a_a_relented_reference_is_as_if_not_made() -> None:
    table = _referred()
    assert (table.card("Atwater").tokens, table.held(B)) == (1, (2,))
    table.do(P, "question_fact", criterion="utility")
    assert (table.lines(), table.cues[0].slots["player"]) == (["QuestionAsked.utility"], "Ben")
    table.do(B, "relent")
    assert (table.card("Atwater").tokens, table.held(B), table.scene.mentioned) == (3, (0,), frozenset())
    assert table.lines() == ["QuestionRelented"]
    table.do(D, "reference_fact", card="Atwater", fact=2)


@pytest.mark.rule("R-075", "R-080", "R-081")
def test_ex_09b_an_insisted_trial_stands_and_the_producer_may_take_rancor() -> None:
    table = _insisted()
    assert table.lines() == ["QuestionInsisted.asked"]
    table.do(P, "take_rancor")
    assert table.rancor == (3, 3, 3, 2, 2)
    assert table.cues[0].slots == {"size": 8}
    assert [event.die for event in table.scene.live_events] == [6]
    assert table.scene.question is None


@pytest.mark.rule("R-081")
def test_ex_09c_or_he_lets_it_pass() -> None:
    table = _insisted()
    table.do(P, "let_go")
    assert (table.rancor, table.scene.question) == ((3, 3, 2, 2, 2), None)


@pytest.mark.rule("R-075")
def test_ex_09d_utility_does_not_exist_against_an_event() -> None:
    assert _trial().refused(P, "question_fact", criterion="utility") == "E_CRITERION"
    assert _trial().refused(P, "question_event", kind="trial", criterion="utility") == "E_CRITERION"


@pytest.mark.rule("R-076")
@pytest.mark.parametrize(
    ("seat", "intent"), [(C, "call_curtain"), (C, "stake_trial"), (D, "join_scene"), (P, "question_fact")]
)
def test_ex_09e_while_a_question_waits_nothing_else_is_accepted(seat: str, intent: str) -> None:
    table = _trial()
    table.do(P, "question_event", kind="trial")
    assert table.refused(seat, intent) == "E_QUESTION_PENDING"


@pytest.mark.rule("R-078", "R-035")
def test_ex_09f_a_relented_new_fact_is_withdrawn_and_counts_nowhere() -> None:
    table = _table()
    table.do(B, "establish_fact", card="Atwater", dice=[1])
    assert (table.written("Atwater"), table.held(B)) == ("TTTT / 4", (1,))
    table.do(P, "question_fact", criterion="validity")
    table.do(B, "relent")
    assert (table.written("Atwater"), table.held(B)) == ("TTTW / 3", (0,))
    table.do(B, "establish_fact", card="Atwater", dice=[5])
    assert table.card("Atwater").lines[-1].count_at_roll == 4


@pytest.mark.rule("R-073", "R-079", "R-054")
def test_ex_09g_an_event_may_be_questioned_until_the_roll_and_with_nothing_left_the_scene_closes() -> None:
    table = _trial().hold(B=2)
    table.do(B, "call_curtain")
    table.do(P, "question_event", kind="trial")
    assert table.refused(B, "dedicate", slots={"for": 2}) == "E_QUESTION_PENDING"
    table.do(C, "relent")
    assert table.state.scene is None
    assert table.lines() == ["QuestionRelented", "SceneClosed.diceless"]


@pytest.mark.rule("R-149")
def test_ex_09h_a_dropped_question_leaves_no_trace_but_that_it_cannot_be_asked_twice() -> None:
    table = _trial()
    table.do(P, "question_event", kind="trial")
    table.do(P, "never_mind")
    assert (table.rancor, len(table.scene.live_events)) == ((3, 3, 2, 2, 2), 1)
    assert table.refused(P, "question_event", kind="trial") == "E_QUESTION_TWICE"
    assert table.lines() == ["QuestionDropped"]


@pytest.mark.rule("R-084", "R-081", "R-083")
def test_ex_06_two_insisted_questions_even_out_the_rancor_a_scene_has_left() -> None:
    table = Table().in_scene(A, B).rancor_is(2, 2, 3, 2, 2)
    for size in (4, 6):
        table.do(A, "stake_trial")
        table.do(P, "question_event", kind="trial")
        table.do(A, "insist")
        table.do(P, "take_rancor")
        assert table.cues[0].slots == {"size": size}
    assert table.rancor == (3, 3, 3, 2, 2)


@pytest.mark.rule("R-073")
@pytest.mark.parametrize("intent", ["question_fact", "question_event", "take_rancor", "let_go", "never_mind"])
def test_questioning_is_the_producer_s_alone(intent: str) -> None:
    assert _referred().refused(A, intent, kind="trial") == "E_NOT_PRODUCER"


@pytest.mark.rule("R-073")
def test_no_question_outside_a_scene_nor_once_it_is_rolled() -> None:
    assert Table().begun().refused(P, "question_fact") == "E_NO_SCENE"
    table = _trial()
    table.do(C, "stake_triumph")
    table.do(C, "call_curtain")
    table.do(C, "roll", dice=[6, 8])
    assert table.scene.state is SceneState.RANCOR_PICK
    assert table.refused(P, "question_event", kind="trial") == "E_QUESTION_LATE"


@pytest.mark.rule("R-077", "R-080")
@pytest.mark.parametrize("intent", ["relent", "insist"])
def test_only_who_is_questioned_may_answer(intent: str) -> None:
    table = _trial()
    assert table.refused(C, intent) == "E_NO_QUESTION"
    table.do(P, "question_event", kind="trial")
    assert table.refused(B, intent) == "E_NOT_YOURS"
    assert table.refused(P, intent) == "E_NOT_YOURS"


@pytest.mark.rule("R-081", "R-084", "R-149")
def test_rancor_is_for_an_insisted_question_only() -> None:
    table = _trial()
    assert table.refused(P, "take_rancor") == "E_NO_QUESTION"
    table.do(P, "question_event", kind="trial")
    assert table.refused(P, "take_rancor") == "E_NO_QUESTION"
    table.do(C, "insist")
    assert table.refused(P, "never_mind") == "E_NO_QUESTION"
    assert table.refused(C, "relent") == "E_NO_QUESTION"


@pytest.mark.rule("R-074")
def test_a_named_seat_s_last_use_a_named_fact_or_the_last_use_of_all() -> None:
    table = _table()
    table.do(B, "reference_fact", card="Atwater", fact=1)
    table.do(C, "reference_fact", card="Atwater", fact=2)
    table.do(B, "reference_fact", card="Atwater", fact=3)
    asked = []
    for slots in ({"seat": C}, {}, {"card": "Atwater", "fact": 1}):
        table.do(P, "question_fact", slots=slots)
        assert table.scene.question is not None
        asked.append((table.scene.question.answer_due, table.scene.question.target))
        table.do(P, "never_mind")
    assert asked == [(C, 2), (B, 3), (B, 1)]


@pytest.mark.rule("R-074")
@pytest.mark.parametrize(
    ("slots", "code"),
    [
        ({"seat": "Zoe"}, "E_SEAT_UNKNOWN"),
        ({"seat": D}, "E_QUESTION_LATE"),
        ({"seat": P}, "E_NOT_YOURS"),
        ({"card": "Elsinore", "fact": 1}, "E_CARD_UNKNOWN"),
        ({"card": "Atwater", "fact": 9}, "E_FACT_UNKNOWN"),
        ({"card": "Atwater", "fact": 1}, "E_QUESTION_LATE"),
        ({"criterion": "taste"}, "E_CRITERION"),
    ],
)
def test_a_question_needs_a_use_of_this_scene_and_a_ground(slots: dict[str, str | int], code: str) -> None:
    assert _referred().refused(P, "question_fact", slots=slots) == code


@pytest.mark.rule("R-074")
def test_the_producer_s_own_use_is_passed_over() -> None:
    table = _referred()
    table.do(P, "reference_fact", card="Atwater", fact=3)
    table.do(P, "question_fact")
    assert table.scene.question is not None
    assert table.scene.question.answer_due == B


@pytest.mark.rule("R-023", "R-075")
def test_of_several_trials_each_can_be_questioned_by_itself() -> None:
    table = _table()
    table.do(C, "stake_trial", n=2)
    for left in (1, 0):
        table.do(P, "question_event", kind="trial")
        table.do(C, "relent")
        assert len(table.scene.live_events) == left


@pytest.mark.rule("R-079")
def test_relenting_a_new_rivalry_discards_it_and_frees_its_title() -> None:
    table = _table()
    table.do(B, "start_rivalry", text="Best Voice")
    table.do(P, "question_event", kind="rivalry")
    table.do(B, "relent")
    assert (table.state.rivalries[0].status, table.scene.live_stakes) == (RivalryStatus.DISCARDED, ())
    table.do(C, "start_rivalry", text="Best Voice")


@pytest.mark.rule("R-079")
def test_relenting_a_contest_only_takes_the_seat_out_of_the_fight() -> None:
    table = _table()
    table.do(B, "start_rivalry", text="Best Voice")
    table.do(C, "challenge_rivalry", rivalry="voice")
    table.do(P, "question_event", kind="rivalry", slots={"seat": C})
    table.do(C, "relent")
    assert table.scene.live_stakes[0].sides == (B,)


@pytest.mark.rule("R-079")
def test_relenting_a_staked_rivalry_leaves_it_with_its_owner() -> None:
    table = _table()
    table.do(B, "start_rivalry", text="Best Voice")
    table.hold(B=9).do(B, "call_curtain")
    table.do(B, "dedicate", slots={"for": "all"})
    table.do(B, "roll", dice=[1])
    table.do(B, "start_scene")
    table.do(B, "stake_rivalry", rivalry="voice")
    table.do(P, "question_event", kind="rivalry")
    table.do(B, "relent")
    assert (table.state.rivalries[0].owner, table.scene.live_stakes) == (B, ())


@pytest.mark.rule("R-077", "R-055")
def test_a_relenting_seat_dedicates_anew() -> None:
    table = _referred()
    table.do(C, "stake_trial")
    table.do(C, "call_curtain")
    table.do(B, "dedicate", slots={"for": 2})
    table.do(P, "question_fact")
    table.do(B, "relent")
    assert (dict(table.scene.dedicated), table.held(B)) == ({}, (0,))


@pytest.mark.rule("R-077")
def test_tokens_that_no_longer_fit_on_a_refilled_card_go_to_the_bowl() -> None:
    table = _referred()
    table.do(C, "establish_fact", card="Atwater", dice=[10])
    assert table.written("Atwater") == "TTTX / 3"
    table.do(P, "question_fact", slots={"seat": B})
    table.do(B, "relent")
    assert (table.card("Atwater").tokens, table.held(B)) == (3, (0,))


@pytest.mark.rule("R-080")
def test_insisting_leaves_the_use_as_it_was() -> None:
    table = _referred()
    table.do(P, "question_fact")
    table.do(B, "insist")
    table.do(P, "let_go")
    assert (table.card("Atwater").tokens, table.held(B)) == (1, (2,))
    assert table.scene.uses[0].result is Answer.INSISTED


@pytest.mark.rule("R-081")
def test_a_062_no_answer_in_twenty_seconds_lets_it_pass() -> None:
    table = _trial()
    table.do(P, "question_event", kind="trial")
    table.at = 5.0
    table.do(C, "insist")
    assert table.tick(24.9) == []
    assert table.tick(25.0) == ["let_go_due"]
    assert (table.scene.question, table.rancor) == (None, (3, 3, 2, 2, 2))


# Settings (4.4)


@pytest.mark.rule("R-073")
@pytest.mark.parametrize(("window", "late"), [("roll", False), ("curtain", True)])
def test_a_056_until_the_roll_or_until_the_curtain(window: str, late: bool) -> None:
    table = _trial(question_window=window)
    table.do(C, "call_curtain")
    if late:
        assert table.refused(P, "question_event", kind="trial") == "E_QUESTION_LATE"
    else:
        table.do(P, "question_event", kind="trial")


@pytest.mark.rule("R-073")
def test_a_056_or_only_until_the_next_use() -> None:
    table = _referred(question_window="next_use")
    table.do(C, "stake_trial")
    assert table.refused(P, "question_fact", slots={"seat": B}) == "E_QUESTION_LATE"
    table.do(P, "question_event", kind="trial")


@pytest.mark.rule("R-073")
def test_a_056_or_for_thirty_seconds() -> None:
    table = _referred(question_window="30s")
    table.at = 31.0
    assert table.refused(P, "question_fact") == "E_QUESTION_LATE"
    table.at = 30.0
    table.do(P, "question_fact")


@pytest.mark.rule("R-149")
def test_a_057_or_again_and_again() -> None:
    table = _trial(question_once=False)
    for _ in range(2):
        table.do(P, "question_event", kind="trial")
        table.do(P, "never_mind")


@pytest.mark.rule("R-075")
def test_a_058_events_on_utility_too() -> None:
    table = _trial(event_criteria="both")
    table.do(P, "question_event", kind="trial", criterion="utility")
    assert table.lines() == ["QuestionAsked.utility"]


@pytest.mark.rule("R-077")
@pytest.mark.parametrize(
    ("way", "tokens", "held", "again"), [("free", 3, 0, True), ("used_up", 3, 0, False), ("kept", 1, 2, False)]
)
def test_a_060_what_a_relented_reference_gives_back(way: str, tokens: int, held: int, again: bool) -> None:
    table = _referred(relent_reference=way)
    table.do(P, "question_fact")
    table.do(B, "relent")
    assert (table.card("Atwater").tokens, table.held(B)) == (tokens, (held,))
    if again:
        table.do(B, "reference_fact", card="Atwater", fact=2)
    else:
        assert table.refused(B, "reference_fact", card="Atwater", fact=2) == "E_ALREADY_REFERENCED"


@pytest.mark.rule("R-078")
@pytest.mark.parametrize(
    ("way", "status", "tokens"),
    [("withdrawn", LineStatus.WITHDRAWN, 3), ("struck", LineStatus.STRUCK, 3), ("stands", LineStatus.TRUE, 4)],
)
def test_a_061_what_becomes_of_a_relented_fact(way: str, status: LineStatus, tokens: int) -> None:
    table = _table(relent_establish=way)
    table.do(B, "establish_fact", card="Atwater", dice=[1])
    table.do(P, "question_fact")
    table.do(B, "relent")
    card = table.card("Atwater")
    assert (card.lines[-1].status, card.tokens, table.held(B)) == (status, tokens, (0,))


@pytest.mark.rule("R-080")
def test_a_062_insisting_may_raise_rancor_at_once() -> None:
    table = _insisted(rancor_on_insist="automatic")
    assert (table.rancor, table.scene.question) == ((3, 3, 3, 2, 2), None)
    assert table.lines() == ["QuestionInsisted", "RancorRaised"]
