"""Calls on an injury (F-023, F-024) and every way a table may play them (A07 to A11)."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.games.feats import engine
from assistant.games.feats.state import Injury
from assistant.games.feats.terms import Cause, Phase
from assistant.table import Cue
from feats.company import A, B, G, Table


def hurt_captain(**sections: Any) -> Table:
    """Ana against a captain (fighter: charm 2) with two injuries."""
    table = Table(**sections)
    table.npc("fighter", "Captain", health=3)
    table.hurt("captain", "split lip", "sprain")
    table.do(A, "oppose", target="captain", stat="charm")
    return table


@pytest.mark.rule("F-023", "F-024")
def test_a_gremlin_takes_the_oldest_injury_with_the_roll() -> None:
    table = hurt_captain()
    table.do(A, "call_gremlin")
    assert table.cues == [Cue("GremlinCalled", {"name": "Captain", "n": 3})]
    assert (table.feat.pool.size, len(table.who("captain").injuries)) == (3, 2)
    table.change("captain", scars=("burn",))
    table.rolls(A, 6, 1, 1, 1, 1)
    assert [one.label for one in table.who("captain").injuries] == ["sprain"]
    assert table.who("captain").scars == ("burn", "split lip")
    assert Cue("InjuryRemoved", {"injury": "split lip"}) in table.cues


@pytest.mark.rule("F-023")
def test_an_injury_may_be_named_and_one_gremlin_is_the_most() -> None:
    table = hurt_captain()
    table.do(A, "call_gremlin", injury="sprain")
    assert table.refused(A, "call_gremlin") == "E_GREMLIN_LIMIT"
    table.rolls(A, 6, 1, 1, 1, 1)
    assert table.who("captain").scars == ("sprain",)


@pytest.mark.rule("F-023")
def test_a_table_may_play_two_gremlins_of_two_dice() -> None:
    table = hurt_captain(modifiers={"max_gremlins": 2, "gremlin_dice": 2})
    table.do(A, "call_gremlin")
    table.do(A, "call_gremlin")
    assert table.feat.pool.size == 6
    assert table.refused(A, "call_gremlin") == "E_NO_INJURY"


@pytest.mark.rule("F-023")
def test_a_gremlin_is_called_on_whom_one_rolls_against() -> None:
    table = hurt_captain()
    table.hurt("ben", "cut")
    assert table.refused(A, "call_gremlin", name="ben") == "E_NOT_OPPOSED"
    assert table.refused(B, "call_gremlin", name="captain") == "E_NOT_YOURS"
    assert table.refused(G, "call_gremlin", name="ana") == "E_NO_INJURY"


@pytest.mark.rule("F-023")
def test_the_difficulty_dice_roll_against_the_acting_one_and_nobody_against_them() -> None:
    table = Table()
    table.hurt("ana", "cut")
    table.tries("ana", "cunning", "tough")
    assert table.refused(A, "call_gremlin") == "E_NOT_OPPOSED"
    table.do(G, "call_gremlin")
    assert table.contest.pool.size == 4


@pytest.mark.rule("F-024")
@pytest.mark.parametrize("lowers", [True, False])
def test_whether_an_eaten_injury_still_counts(lowers: bool) -> None:
    table = hurt_captain(injury={"gremlin_lowers_count": lowers})
    table.do(A, "call_gremlin")
    table.rolls(A, 6, 1, 1, 1, 1)
    assert table.who("captain").harm == (1 if lowers else 2)
    table.do(A, "success")
    table.do(G, "injure", name="captain")
    assert table.who("captain").incapacitated is not lowers


@pytest.mark.rule("F-024", "F-083")
@pytest.mark.parametrize("revives", [True, False])
def test_whether_a_gremlin_wakes_the_fallen(revives: bool) -> None:
    table = hurt_captain(injury={"gremlin_revives": revives})
    table.do(A, "call_gremlin")
    table.do(A, "report", n=1)  # the dice are falling: going down does not stop them any more
    table.do(G, "injure", name="captain", text="knocked out")
    assert table.who("captain").incapacitated
    table.rolls(G, 1, 1)
    assert table.who("captain").incapacitated is not revives


@pytest.mark.rule("F-024", "F-083")
def test_nobody_wakes_while_as_many_injuries_are_left_as_health() -> None:
    table = hurt_captain(injury={"gremlin_revives": True, "cap_at_health": False})
    table.do(A, "call_gremlin")
    table.do(A, "report", n=1)
    table.hurt("captain", "sprain", "burn")
    table.do(G, "injure", name="captain")
    table.change("captain", health=4)
    table.rolls(G, 1, 1)
    assert (table.who("captain").harm, table.who("captain").incapacitated) == (4, True)


@pytest.mark.rule("F-017", "F-024")
@pytest.mark.parametrize(("when", "left"), [("roll", 2), ("call", 1)])
def test_when_the_injury_goes(when: str, left: int) -> None:
    table = hurt_captain(injury={"gremlin_removed_on": when})
    table.do(A, "call_gremlin")
    assert len(table.who("captain").injuries) == left
    assert table.who("captain").scars == ("split lip",) * (2 - left)
    table.do(A, "cancel_feat")
    assert len(table.who("captain").injuries) == left


@pytest.mark.rule("F-023")
def test_gremlins_of_the_sheet_stay_where_the_table_plays_with_them() -> None:
    assert Table().refused(G, "write_gremlin", name="ana", text="bad knee") == "E_NOTHING"
    table = Table(injury={"sheet_gremlins": True})
    assert table.refused(A, "write_gremlin", name="ben") == "E_GM_ONLY"
    assert table.refused(G, "write_gremlin", name="zork") == "E_UNKNOWN_NAME"
    assert [one.seats for one in engine.grammar(table.state) if one.intent == "write_gremlin"] == [{G}]
    table.hurt("ben", "cut")
    table.do(G, "write_gremlin", name="ana", text="bad knee")
    table.do(G, "injure", name="ben")
    assert [one.id for one in table.who("ben").injuries] == ["i1", "i3"]
    assert table.who("ana").gremlins == (Injury("i2", "bad knee", Cause.SHEET, exchange=0),)
    table.tries("ana", "cunning", "tough")
    table.do(G, "call_gremlin", injury="bad knee")
    table.rolls(G, 6, 1, 1, 1, 1, 1, 1)
    assert [one.label for one in table.who("ana").gremlins] == ["bad knee"]
    assert (table.who("ana").scars, table.who("ana").harm) == ((), 0)


@pytest.mark.rule("F-023", "F-072")
def test_two_hurt_resisters_which_one() -> None:
    table = hurt_captain()
    table.hurt("ben", "cut")
    table.do(B, "resist", name="ben")
    ask = table.asked(A, "call_gremlin")
    assert [choice.slots["name"] for choice in ask.choices] == ["captain", "ben"]
    table.do(A, "call_gremlin", name="ben")
    table.rolls(A, 6, 4, 4, 1, 1, 2, 2)
    assert table.who("ben").scars == ("cut",)
    assert table.state.phase is Phase.FEAT_ROLLED
