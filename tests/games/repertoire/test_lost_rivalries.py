"""Rivalries that are lost in one scene, and those that need no roll."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.terms import RivalryStatus
from assistant.table import Ask
from repertoire.play import A, B, P, Table


def _two_lost() -> Table:
    """A and B have each started a rivalry, and both are lost with the scene."""
    table = Table().in_scene(A, B)
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(B, "start_rivalry", text="Best Legs")
    table.do(A, "call_curtain")
    table.do(A, "roll", dice=[3, 4])
    return table


@pytest.mark.rule("R-063", "R-070")
def test_of_two_new_rivalries_lost_the_producer_chooses_whose_d10_he_takes() -> None:
    table = _two_lost()
    assert table.scene.state == "RANCOR_PICK"
    asked = table.try_(P, "take_die", size=10)
    assert isinstance(asked, Ask)
    assert (asked.line, asked.slots) == ("take_die.which", {"titles": "Best Voice / Best Legs"})
    second = asked.choices[1]
    table.do(P, second.intent, slots=second.slots)
    assert [card.status for card in table.state.rivalries] == [RivalryStatus.UNOWNED, RivalryStatus.DISCARDED]
    assert (table.rancor, table.state.scene) == ((2, 2, 2, 3, 2), None)


@pytest.mark.rule("R-063", "R-150")
def test_where_he_does_not_choose_he_gets_one_of_them() -> None:
    table = _two_lost()
    assert table.tick(60) == ["pick_due"]
    assert (table.rancor, table.state.scene) == ((2, 2, 2, 3, 2), None)


@pytest.mark.rule("R-058", "R-066")
def test_where_its_d10_is_not_rolled_nobody_is_told_to_dedicate_tokens() -> None:
    table = Table(rivalry_rolled=False).in_scene(A, B)
    table.do(A, "start_rivalry", text="Best Voice")
    table.hold(A=2).do(A, "call_curtain")
    assert table.lines() == ["SceneRolled.unrolled", "RivalryGained.goes", "SceneClosed"]
