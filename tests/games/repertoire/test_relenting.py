"""What relenting leaves behind of a fight over a rivalry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire.state import Rivalry
from repertoire.play import B, C, P, Table


def _table() -> Table:
    return Table().in_scene(B, C)


@pytest.mark.rule("R-079")
def test_who_entered_a_fight_that_was_withdrawn_has_nothing_left_to_answer_for() -> None:
    table = _table()
    table.do(B, "start_rivalry", text="Best Voice")
    table.do(C, "challenge_rivalry", rivalry="Best Voice")
    table.do(P, "question_event", kind="rivalry", seat=B)
    table.do(B, "relent")
    assert table.refused(P, "question_event", kind="rivalry", seat=C) == "E_QUESTION_LATE"


@pytest.mark.rule("R-029", "R-079")
def test_a_fight_entered_anew_does_not_hang_on_the_one_that_was_withdrawn() -> None:
    table = _table()
    table.state = replace(table.state, rivalries=(Rivalry("r1", 1, "Best Voice"),))
    for _ in range(2):
        table.do(B, "stake_rivalry", rivalry="r1")
        table.do(C, "challenge_rivalry", rivalry="r1")
        if len(table.scene.contests) == 1:
            table.do(P, "question_event", kind="rivalry", seat=B)
            table.do(B, "relent")
    table.do(P, "question_event", kind="rivalry", seat=C)
    table.do(C, "insist")
    table.do(P, "let_go")
    assert table.refused(P, "question_event", kind="rivalry", seat=C) == "E_QUESTION_TWICE"
    assert table.scene.live_stakes[0].sides == (B, C)
