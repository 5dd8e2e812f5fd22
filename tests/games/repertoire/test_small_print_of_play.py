"""The small print of scenes, dice and confrontations: edges of rules that other tests prove in their middle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.events_scene import DiePicked
from assistant.games.repertoire.terms import Phase, RivalryStatus, Status
from assistant.table import CLOCK, Refusal, Roll
from repertoire.acts import production
from repertoire.fights import facing, fight
from repertoire.play import A, B, C, D, P, Table


def _all_for(table: Table) -> None:
    for player in table.state.seats:
        if player.held:
            table.do(player.id, "dedicate", slots={"for": "all"})


def _defended(roller: str) -> Table:
    """Dan owns a rivalry; Ann challenges it in a scene with both, and it is won by this roller."""
    table = Table().in_scene(D)
    table.do(D, "start_rivalry", text="Best Voice")
    table.hold(D=30).do(D, "call_curtain")
    _all_for(table)
    table.do(D, "roll", dice=[1])
    table.do(D, "start_scene")
    table.do(A, "join_scene")
    table.do(A, "challenge_rivalry", rivalry="r1")
    table.hold(A=10).do(roller, "call_curtain")
    return table


# Facts


@pytest.mark.rule("R-034")
@pytest.mark.parametrize("face", [0, 13])
def test_a_face_that_is_not_on_the_die_is_none(face: int) -> None:
    assert Table().in_scene(A).refused(A, "establish_fact", card="me", dice=[face]) == "E_DIE_VALUE"


@pytest.mark.rule("R-077")
@pytest.mark.parametrize(("relent", "again"), [("free", True), ("used_up", False)])
def test_a_relented_reference_gives_each_seat_its_first_time_back_or_not(relent: str, again: bool) -> None:
    settings = {"reference_once_per": "fact_and_seat", "relent_reference": relent}
    table = Table(**settings).in_scene(A).mark("Belisar", "TT", 4)
    table.do(A, "reference_fact", card="Belisar", fact=1)
    table.do(P, "question_fact")
    table.do(A, "relent")
    outcome = table.try_(A, "reference_fact", card="Belisar", fact=1)
    assert isinstance(outcome, Refusal) is not again


@pytest.mark.rule("R-043")
@pytest.mark.parametrize(
    ("first", "second", "hinted"),
    [
        ("Jerome Barkley keeps the organ.", "They say Jerome is blind.", True),
        ("They all fear Bo.", "No one trusts Bo.", True),
        ("Then I slept.", "Here I woke.", False),
    ],
)
def test_a_name_is_a_capitalised_word_of_two_letters_or_more(first: str, second: str, hinted: bool) -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(A, "start_scene")
    table.do(A, "establish_fact", card="here", dice=[1], text=first)
    table.do(A, "establish_fact", card="here", dice=[1], text=second)
    assert ("resident.hint" in table.lines()) is hinted


@pytest.mark.rule("R-043")
def test_a_struck_fact_sums_nobody_up() -> None:
    table = Table().begun(Phase.ARRIVAL)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(A, "start_scene")
    table.do(A, "establish_fact", card="here", dice=[8], text="They say Barkley is rich.")
    table.do(A, "establish_fact", card="here", dice=[1], text="They say Barkley is poor.")
    assert "resident.hint" not in table.lines()


@pytest.mark.rule("R-033")
def test_words_worked_out_later_go_to_the_seat_s_latest_line_of_several() -> None:
    table = Table().in_scene(A)
    for _ in range(2):
        table.do(A, "establish_fact", card="Belisar", dice=[1], text="…")
    table.do(A, "draft", intent="establish_fact", card="Belisar", text="Owes rent.")
    assert [line.text for line in table.card("Belisar").lines] == [None, "Owes rent."]


@pytest.mark.rule("R-048")
def test_a_reference_that_paid_one_token_has_used_up_one_s_first_time() -> None:
    settings = {"reference_once_per": "fact_and_seat", "reference_empty": "unmarked"}
    table = Table(**settings).in_scene(A).mark("Belisar", "T", 1)
    table.do(A, "reference_fact", card="Belisar", fact=1)
    assert table.refused(A, "reference_fact", card="Belisar", fact=1) == "E_ALREADY_REFERENCED"


# The end of a scene


@pytest.mark.rule("R-058")
def test_a_rivalry_s_d10_is_rolled_with_the_others_smallest_first() -> None:
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(A, "stake_triumph")
    table.do(A, "call_curtain")
    assert table.try_(A, "roll") == Roll((8, 10), by=A)


@pytest.mark.rule("R-066", "R-144")
@pytest.mark.parametrize(
    ("title", "said"), [("Best Voice of All", "goes"), ("Best Voice of Them All", "goes_numbered")]
)
def test_a_title_of_four_words_is_said_and_one_of_five_is_not(title: str, said: str) -> None:
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text=title)
    table.hold(A=9).do(A, "call_curtain")
    _all_for(table)
    table.do(A, "roll", dice=[1])
    assert f"RivalryGained.{said}" in table.lines()


@pytest.mark.rule("R-067")
def test_one_opponent_is_opponent_enough_for_the_owner_s_bonus() -> None:
    table = Table(bonus_needs_opponent=True).in_scene(D)
    table.do(D, "start_rivalry", text="Best Voice")
    table.hold(D=9).do(D, "call_curtain")
    _all_for(table)
    table.do(D, "roll", dice=[1])
    table.do(D, "start_scene")
    table.do(D, "stake_rivalry", rivalry="r1")
    table.do(A, "join_scene")
    table.do(A, "challenge_rivalry", rivalry="r1")
    table.hold(D=9).do(D, "call_curtain")
    _all_for(table)
    table.do(D, "roll", dice=[1])
    assert dict(table.player(D).steel) == {10: 1}


@pytest.mark.rule("R-055")
@pytest.mark.parametrize("amount", ["many", "", True])
def test_what_is_no_number_of_tokens_is_not_dedicated(amount: str | bool) -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    table.hold(A=3).do(A, "call_curtain")
    assert table.refused(A, "dedicate", slots={"for": amount, "against": 2}) == "E_TOKENS"


@pytest.mark.rule("R-056")
def test_the_roller_goes_on_without_the_tokens_a_minute_after_the_curtain() -> None:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial")
    table.at = 100.0
    table.hold(A=3, B=3).do(A, "call_curtain")
    table.at = 159.0
    assert table.refused(A, "roll_anyway") == "E_UNDEDICATED"
    table.at = 160.0
    table.do(A, "roll_anyway", dice=[1])


@pytest.mark.rule("R-052")
def test_tokens_that_carry_over_are_those_not_dedicated() -> None:
    table = Table(token_carry=True, require_full_dedication=False).in_scene(A)
    table.do(A, "stake_trial")
    table.hold(A=5).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": 3})
    table.do(A, "roll", dice=[1])
    assert (table.state.scene, table.held(A)) == (None, (2,))


@pytest.mark.rule("R-060")
def test_a_snake_turns_round_at_either_end() -> None:
    table = Table(pick_rounds="snake").in_scene(A, B)
    table.do(A, "stake_trial", n=6)
    table.do(A, "stake_triumph", n=2)
    table.hold(A=40, B=30).do(A, "call_curtain")
    _all_for(table)
    table.do(A, "roll", dice=[1] * 8)
    for seat in (A, B, B, A, A, B):
        table.do(seat, "take_die", size=6)
    picked = [event for event in table.events if isinstance(event, DiePicked)]
    assert [event.seat for event in picked] == [A, B, B, A, A, B, B, A]
    assert [event.asked for event in picked] == [True] * 6 + [False] * 2


@pytest.mark.rule("R-067")
def test_an_owner_who_is_challenged_and_wins_keeps_the_card_and_banks_nothing() -> None:
    table = _defended(D)
    _all_for(table)
    table.do(D, "roll", dice=[1])
    assert (table.state.rivalries[0].owner, dict(table.player(D).steel)) == (D, {})


@pytest.mark.rule("R-067")
def test_a_challenger_who_wins_gets_the_card_and_banks_nothing() -> None:
    table = _defended(A)
    _all_for(table)
    table.do(A, "roll", dice=[1])
    assert (table.state.rivalries[0].owner, dict(table.player(A).steel)) == (A, {})


@pytest.mark.rule("R-063")
def test_an_old_rivalry_that_is_lost_is_not_for_the_producer() -> None:
    table = _defended(A)
    _all_for(table)
    table.do(A, "roll", dice=[10])
    rivalry = table.state.rivalries[0]
    assert (rivalry.owner, rivalry.status, table.rancor) == (D, RivalryStatus.HELD, (2, 2, 2, 2, 2))


@pytest.mark.rule("R-060")
@pytest.mark.parametrize("contribution", ["for", "both", "net"])
def test_one_token_is_more_than_none(contribution: str) -> None:
    table = Table(contribution=contribution).in_scene(A, B)
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.hold(B=1, D=9).do(A, "call_curtain")
    _all_for(table)
    table.do(A, "roll", dice=[1, 1])
    assert table.scene.pick_order == (B, A)


# Phases


@pytest.mark.rule("R-105")
def test_a_performance_is_kept_with_its_enclave_and_its_play() -> None:
    table = production()
    (given,) = table.state.performances
    assert (given.enclave, given.play) == (table.card("Lanternfold").id, table.card("The Tin Duchess").id)


@pytest.mark.rule("R-086")
def test_who_still_needs_a_scene_is_told_first_one_first() -> None:
    table = Table().begun()
    outcome = table.try_(A, "next_phase")
    assert isinstance(outcome, Refusal)
    assert outcome.slots == {"actor": "Atwater", "actors": "Atwater, Belisar, Corvin, Delphine"}


@pytest.mark.rule("R-096")
@pytest.mark.parametrize(
    ("phase", "been", "gone", "complete"),
    [
        (Phase.DEPARTURE, {A, B, C}, D, True),
        (Phase.DEPARTURE, {A, B}, D, False),
        (Phase.DEPARTURE, {A, B, C, D}, D, False),
        (Phase.TRAVEL, {A, B, C}, D, False),
    ],
)
def test_excusing_the_last_one_missing_completes_the_phase(
    phase: Phase, been: set[str], gone: str, complete: bool
) -> None:
    table = Table().begun(phase)
    table.state = replace(table.state, been_in_scene=frozenset(been))
    table.do(A, "excuse", slots={"seat": gone})
    assert ("phase.complete" in table.lines()) is complete


@pytest.mark.rule("R-096")
@pytest.mark.parametrize("nothing", ["…", "?!", ""])
def test_a_newcomer_has_a_name(nothing: str) -> None:
    assert Table().begun().refused(A, "add_seat", text=nothing) == "E_CONTENT"


# Time


@pytest.mark.rule("R-131", "R-150")
def test_a_warning_lets_time_go_on_though_nobody_has_moved() -> None:
    table = Table().begun()
    table.tick(25_200.0)
    assert (table.state.clock.elapsed_s, table.state.idle_since) == (25_200.0, 0.0)
    table.do(A, "start_scene")
    assert table.state.idle_since == 25_200.0


@pytest.mark.rule("R-129")
@pytest.mark.parametrize("discussed", [False, True])
def test_a_running_game_or_a_break_talked_about_comes_back_from_an_interruption_suspended(discussed: bool) -> None:
    table = Table().begun()
    if discussed:
        table.do(A, "pause")
    table.do(CLOCK, "interrupted")
    assert (table.state.status, table.state.paused_from) == (Status.SUSPENDED, Status.PLAYING)
    assert table.refused(CLOCK, "interrupted") == "E_NOT_RUNNING"


# The confrontation


@pytest.mark.rule("R-110")
def test_both_sides_may_tell_that_they_have_no_points() -> None:
    table = facing((6, 8), (4, 12))
    table.do(P, "tell_points", n=0)
    table.do(C, "tell_points", n=0)
    assert fight(table).points_rolled == (0, 0)


@pytest.mark.rule("R-114")
def test_one_die_is_set_aside_by_its_size_alone_and_heard_by_it() -> None:
    table = facing((6, 8, 10), (4, 6, 6, 12))
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1, 1))
    table.do(C, "end_argument")
    piles = {
        name.id: name.heard
        for one in GAME.grammar(table.state)
        if one.seats == {C} and one.intent == "set_aside"
        for name in one.slots["pile"]
    }
    assert set(piles["1x12"]) == {"one twelve", "one d twelve", "twelve", "d twelve"}
    assert set(piles["2x6"]) == {"two sixes", "two d sixes"}
    table.do(C, "set_aside", pile=12)
    assert fight(table).chosen == ((12,), None)
