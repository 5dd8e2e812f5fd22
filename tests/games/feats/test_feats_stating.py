"""Statements in turn (F-050 to F-063), with injuries by statement (F-141)."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.games.feats.terms import Outcome, Phase, StatementKind
from assistant.table import Cue
from feats.company import A, B, G, Table


def rolled(*faces: int, **sections: Any) -> Table:
    """Ana with cunning 3 against tough 3."""
    table = Table(**sections)
    table.rolled("ana", "cunning", "tough", *faces)
    return table


@pytest.mark.rule("F-050", "F-055", "F-056")
def test_the_sides_alternate_and_the_rest_comes_in_a_row() -> None:
    table = rolled(4, 4, 4, 4, 1, 1)
    assert table.refused(G, "success") == "E_NOT_YOUR_TURN"
    table.do(A, "success")
    assert table.cues[-1].slots == {"next": "game master", "k": 1}
    assert table.refused(A, "next") == "E_NOT_YOUR_TURN"
    table.do(G, "next", text="a dog barks")
    assert table.contest.statements[-1].text == "a dog barks"
    assert table.cues[-1].slots == {"next": "Ana", "k": 2}
    table.do(A, "next")
    assert table.cues[-1].slots == {"next": "Ana", "k": 1}
    table.do(A, "next")
    assert table.state.feat is None


@pytest.mark.rule("F-057", "F-060")
def test_the_first_statement_fixes_the_outcome_for_good() -> None:
    table = rolled(4, 4, 1, 4, 1, 1)
    assert table.refused(A, "next") == "E_MUST_ESTABLISH"
    table.do(A, "success")
    assert [one.kind for one in table.contest.statements] == [StatementKind.ESTABLISH_SUCCESS]
    assert table.refused(G, "failure") == "E_FACT"
    assert table.refused(G, "success") == "E_FACT"


@pytest.mark.rule("F-058")
def test_whoever_speaks_first_may_let_it_go_either_way() -> None:
    table = rolled(1, 1, 1, 4, 4, 1)
    table.do(G, "success")
    assert table.contest.outcome is Outcome.SUCCESS
    table = rolled(4, 4, 1, 1, 1, 1)
    table.do(A, "failure")
    assert table.contest.outcome is Outcome.FAILURE


@pytest.mark.rule("F-059")
def test_two_ideas_cost_a_success_and_the_turn_stays() -> None:
    table = rolled(4, 4, 4, 4, 1, 1)
    assert table.refused(G, "two_ideas") == "E_NOTHING"
    table.do(A, "success")
    assert table.refused(A, "two_ideas") == "E_GM_ONLY"
    table.do(G, "two_ideas")
    assert table.cues[-1].slots == {"k": 1}
    table.do(G, "next")
    assert table.refused(G, "two_ideas") == "E_NO_SUCCESS_LEFT"
    table.do(A, "next")
    assert table.state.feat is None


@pytest.mark.rule("F-059", "F-061")
def test_two_ideas_are_charged_to_whoever_spoke_last_and_not_to_the_silent() -> None:
    table = rolled(4, 4, 4, 4, 4, 1)
    table.do(A, "success")
    table.do(G, "next")
    table.do(G, "two_ideas")
    assert table.cues[-1].slots == {"k": 0}
    assert table.contest.charged == ("difficulty",)
    table = rolled(4, 4, 4, 4, 4, 1)
    table.do(A, "success")
    table.do(G, "pass", how="one")
    assert table.refused(G, "two_ideas") == "E_NOTHING"


@pytest.mark.rule("F-059")
def test_two_ideas_may_use_up_the_last_success_and_close_the_feat() -> None:
    table = rolled(4, 4, 1, 1, 1, 1)
    table.do(A, "success")
    table.do(G, "two_ideas")
    assert table.lines()[-1] == "FeatClosed.success"


@pytest.mark.rule("F-059")
def test_a_table_may_let_two_ideas_pass() -> None:
    table = rolled(4, 4, 4, 4, 1, 1, statements={"two_ideas_cost": False})
    table.do(A, "success")
    assert table.refused(G, "two_ideas") == "E_NOTHING"


@pytest.mark.rule("F-061")
def test_one_success_may_be_passed_over_or_all_that_are_left() -> None:
    table = rolled(4, 4, 4, 4, 4, 1)
    assert table.refused(A, "pass", how="one") == "E_MUST_ESTABLISH"
    table.do(A, "success")
    table.do(G, "pass", how="one")
    assert table.cues[-1].slots == {"side": "game master"}
    table.do(A, "pass", how="all")
    assert table.cues == [Cue("StatementMade.forgone", {"side": "Ana"})], "said once"
    assert [one.kind for one in table.contest.statements[-2:]] == [StatementKind.FORGONE] * 2
    assert [one.n for one in table.contest.statements] == [1, 2, 3, 4]
    table.do(G, "next")
    assert table.state.feat is None


@pytest.mark.rule("F-061")
def test_a_table_may_want_every_success_spent() -> None:
    table = rolled(4, 4, 1, 4, 1, 1, statements={"forgo": False})
    table.do(A, "success")
    assert table.refused(G, "pass") == "E_STATEMENTS_LEFT"


@pytest.mark.rule("F-062")
def test_with_the_last_statement_the_feat_is_over() -> None:
    table = rolled(4, 1, 1, 1, 1, 1)
    table.do(A, "failure")
    assert (table.state.phase, table.lines()) == (Phase.IDLE, ["OutcomeEstablished.failure.last", "FeatClosed.failure"])


@pytest.mark.rule("F-063")
def test_the_reacting_side_is_not_bound_by_what_is_needed() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    table.do(G, "set_needed", n=3)
    table.rolls(G, 1, 1, 1, 4, 1, 1)
    table.do(G, "success")
    assert table.lines()[-1] == "FeatClosed.success"


def against_captain(*faces: int, **sections: Any) -> Table:
    """Ana (charm 2) against a captain (charm 2, health 2)."""
    table = Table(**sections)
    table.npc("fighter", "Captain")
    table.do(A, "oppose", target="captain", stat="charm")
    table.rolls(A, *faces)
    return table


@pytest.mark.rule("F-141", "F-080", "F-081", "F-082")
def test_a_statement_may_injure_the_other_side_at_once() -> None:
    table = against_captain(4, 4, 4, 1)
    assert table.refused(A, "state_injury") == "E_MUST_ESTABLISH"
    table.do(A, "success")
    assert table.refused(G, "state_injury", name="captain") == "E_TARGET"
    table.do(G, "state_injury", text="a slap")
    assert [one.label for one in table.who("ana").injuries] == ["a slap"]
    table.hurt("captain", "old wound")
    table.do(A, "state_injury")
    assert table.who("captain").incapacitated
    assert table.lines() == ["InjurySuffered", "CharacterIncapacitated", "FeatClosed.success"]


@pytest.mark.rule("F-141")
def test_difficulty_dice_have_nobody_to_injure() -> None:
    table = rolled(4, 4, 1, 1, 1, 1)
    table.do(A, "success")
    assert table.refused(A, "state_injury") == "E_TARGET"
    table = rolled(4, 1, 1, 4, 4, 1)
    table.do(G, "failure")
    table.do(A, "next")
    table.do(G, "state_injury", name="ana")
    assert len(table.who("ana").injuries) == 1


@pytest.mark.rule("F-141")
def test_a_table_may_leave_injuries_to_the_game_master() -> None:
    table = against_captain(4, 4, 4, 1, injury={"outside_combat": "gm"})
    table.do(A, "success")
    table.do(G, "state_injury")
    assert table.refused(A, "state_injury") == "E_GM_ONLY"


@pytest.mark.rule("F-141")
def test_the_dead_suffer_no_more() -> None:
    table = against_captain(4, 4, 1, 1)
    table.do(A, "success")
    table.change("captain", dead=True, incapacitated=True)
    assert table.refused(A, "state_injury") == "E_DEAD"


@pytest.mark.rule("F-072")
def test_contests_are_told_one_after_the_other() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.do("4", "resist")
    assert table.refused(A, "resist", name="ana") == "E_ONE_ACTOR"
    table.rolls(A, 4, 1, 1, 1, 4, 4)
    table.do(A, "success")
    assert table.cues[-1].line == "ContestClosed"
    assert table.cues[-1].slots == {"other": "Cleo", "next": "Cleo", "k": 2}
    assert table.refused(B, "success") == "E_NOT_YOUR_TURN"
    table.do("4", "failure")
    table.do(A, "next")
    table.do("4", "next")
    assert table.lines() == ["FeatClosed"]


@pytest.mark.rule("F-072")
def test_three_contests_are_told_in_the_order_declared() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.do("4", "resist")
    table.do("5", "resist")
    table.rolls(A, 4, 4, 1, 1, 1, 1, 1, 1, 1)
    told = []
    while table.state.feat is not None:
        told.append(table.contest.reactor)
        assert table.order() == "AA"
    assert told == ["ben", "cleo", "dev"]
