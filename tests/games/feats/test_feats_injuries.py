"""Harm, going down, death, safe places and rulings by hand (F-080 to F-093, F-134, F-140)."""

from __future__ import annotations

import pytest

from assistant.games.feats import engine
from assistant.games.feats.events_feat import PoolPartRemoved
from assistant.games.feats.injuries import RulingMade
from assistant.games.feats.terms import Cause, Phase
from assistant.table import Refusal
from assistant.table.slots import UNKNOWN_WORDS
from feats.company import A, B, C, G, Table


@pytest.mark.rule("F-080", "F-081", "F-082", "F-083", "F-084")
def test_injuries_are_noted_until_somebody_is_out() -> None:
    table = Table()
    assert table.refused(A, "injure", name="ben") == "E_GM_ONLY"
    table.do(G, "injure", name="ben", text="cut")
    table.do(G, "injure", name="ben")
    assert [(one.label, one.cause) for one in table.who("ben").injuries] == [("cut", Cause.RULING), ("", Cause.RULING)]
    assert table.cues[0].slots == {"name": "Ben", "r": 3, "i": 2, "h": 3}
    assert [one.exchange for one in table.who("ben").injuries] == [0, 0], "not in a fight"
    table.do(G, "injure", name="ben")
    assert table.lines() == ["InjurySuffered", "CharacterIncapacitated"]
    assert table.refused(B, "declare_feat", name="ben", stat="charm") == "E_INCAPACITATED"
    assert table.refused(A, "oppose", target="ben", stat="charm") == "E_INCAPACITATED"


@pytest.mark.rule("F-080")
@pytest.mark.parametrize(("cap", "counted"), [(True, 3), (False, 4)])
def test_whether_more_than_health_is_counted(cap: bool, counted: int) -> None:
    table = Table(injury={"cap_at_health": cap})
    for _ in range(4):
        table.do(G, "injure", name="ben")
    assert len(table.who("ben").injuries) == counted
    table.change("ben", dead=True)
    assert table.refused(G, "injure", name="ben") == "E_DEAD"


@pytest.mark.rule("F-081")
def test_the_kind_of_an_injury_may_be_known_later_as_text() -> None:
    table = Table()
    table.do(G, "injure", name="ben", text=UNKNOWN_WORDS)
    table.do(G, "draft", slots={"name": "ben", "intent": "injure"}, text="twisted knee")
    assert [one.label for one in table.who("ben").injuries] == ["twisted knee"]
    for _ in range(2):
        table.do(G, "injure", name="ana", text=UNKNOWN_WORDS)
    table.do(G, "draft", slots={"name": "ana", "intent": "injure"}, text="cut")
    assert [one.label for one in table.who("ana").injuries] == [UNKNOWN_WORDS, "cut"], "the last one"
    assert table.refused(G, "draft", slots={"name": "ben", "intent": "injure"}, text="again") == "E_NO_INJURY"


@pytest.mark.rule("F-085")
def test_death_is_confirmed_by_the_game_master_and_comes_to_the_fallen_alone() -> None:
    table = Table()
    assert table.refused(A, "mark_dead", name="ben") == "E_GM_ONLY"
    assert table.refused(G, "mark_dead", name="ben") == "E_NOT_DOWN"
    table.change("ben", incapacitated=True)
    table.sure(G, "mark_dead", name="ben")
    assert table.who("ben").dead
    assert table.refused(G, "mark_dead", name="ben") == "E_DEAD"


@pytest.mark.rule("F-085")
def test_who_may_say_that_somebody_is_dead_is_the_tables_choice() -> None:
    table = Table(combat={"death": "statement"})
    table.change("ben", incapacitated=True)
    table.do(A, "mark_dead", name="ben")
    assert table.who("ben").dead
    table = Table(combat={"death": "never"})
    table.change("ben", incapacitated=True)
    assert table.refused(G, "mark_dead", name="ben") == "E_NOTHING"


@pytest.mark.rule("F-090")
@pytest.mark.parametrize(("who", "answer"), [("gm", "E_GM_ONLY"), ("anyone", None)])
def test_who_may_call_a_place_safe(who: str, answer: str | None) -> None:
    table = Table(safe_place={"who": who})
    outcome = table.try_(A, "safe_place", confirmed_by=A)
    assert (outcome.code if isinstance(outcome, Refusal) else None) == answer


@pytest.mark.rule("F-091", "F-093")
def test_rep_comes_back_to_where_it_began_from_above_too_and_dice_stay() -> None:
    table = Table()
    table.npc("fighter", "Captain", rep=2)
    table.change("ana", rep=7, character_dice=1)
    table.sure(G, "safe_place")
    assert (table.who("ana").rep, table.who("captain").rep, table.who("ana").character_dice) == (3, 0, 1)
    before = table.state
    table.sure(G, "safe_place")
    assert table.state == before


@pytest.mark.rule("F-093")
def test_a_table_may_clear_character_dice_there() -> None:
    table = Table(safe_place={"character_dice": "clear"})
    table.change("ana", character_dice=1)
    table.change("ben", character_dice=1, dead=True, incapacitated=True)
    table.sure(G, "safe_place")
    assert (table.who("ana").character_dice, table.who("ben").character_dice) == (0, 1)


@pytest.mark.rule("F-134")
def test_the_game_master_sets_rep_and_dice_by_hand() -> None:
    table = Table()
    assert table.refused(A, "set_rep", name="ana", n=5) == "E_GM_ONLY"
    assert table.refused(G, "set_rep", name="ana", n=21) == "E_RANGE"
    assert table.refused(G, "set_rep", name="ana", n=-1) == "E_RANGE"
    assert table.refused(G, "set_rep", name="ana") == "E_RANGE"
    table.sure(G, "set_rep", name="ana", n=5)
    assert table.who("ana").rep == 5
    assert table.cues[0].line == "status"
    table.sure(G, "set_dice", name="ana", n=1)
    assert table.who("ana").character_dice == 1
    table.tries("ana", "cunning")
    table.do(A, "use_die")
    assert table.refused(G, "set_dice", name="ana", n=1) == "E_RANGE"
    table.rolls(A, 1, 1, 1, 1, 1, 1, 1)
    assert table.refused(G, "set_rep", name="ana", n=1) == "E_ROLLED"


@pytest.mark.rule("F-134")
def test_a_ruling_is_noted_with_what_was_and_what_is() -> None:
    table = Table()
    table.change("ana", character_dice=1)
    table.sure(G, "set_rep", name="ana", n=0)
    table.sure(G, "set_dice", name="ana", n=0)
    table.sure(G, "knock_out", name="ana")
    table.sure(G, "back_up", name="ana")
    noted = [(one.field, one.old, one.new) for one in table.events if isinstance(one, RulingMade)]
    assert noted == [("rep", 3, 0), ("character_dice", 1, 0), ("incapacitated", 0, 1), ("incapacitated", 1, 0)]
    table.sure(G, "set_rep", name="ana", n=20)
    assert table.who("ana").rep == 20


@pytest.mark.rule("F-134")
@pytest.mark.parametrize(("held", "most"), [(0, 1), (1, 1), (3, 3)])
def test_so_many_character_dice_may_be_set_as_may_be_held_or_one(held: int, most: int) -> None:
    table = Table(modifiers={"character_dice_held": held})
    offered = {one.intent: one.slots["n"] for one in engine.grammar(table.state) if one.intent.startswith("set_")}
    assert offered == {"set_rep": range(21), "set_dice": range(most + 1)}
    assert table.refused(G, "set_dice", name="ana", n=most + 1) == "E_RANGE"
    table.sure(G, "set_dice", name="ana", n=most)
    assert table.who("ana").character_dice == most


@pytest.mark.rule("F-091", "F-092")
def test_a_safe_place_heals_scars_that_count_too() -> None:
    table = Table(injury={"gremlin_lowers_count": False})
    table.change("ana", eaten=3, incapacitated=True)
    table.sure(G, "safe_place")
    assert (table.who("ana").harm, table.who("ana").able) == (0, True)


@pytest.mark.rule("F-134")
def test_back_up_clears_the_flag_and_one_injury_at_health() -> None:
    table = Table()
    assert table.refused(G, "back_up", name="ben") == "E_NOT_DOWN"
    for _ in range(3):
        table.do(G, "injure", name="ben")
    table.sure(G, "back_up", name="ben")
    assert (table.who("ben").incapacitated, len(table.who("ben").injuries)) == (False, 2)
    table.change("ben", incapacitated=True)
    table.sure(G, "back_up", name="ben")
    assert (table.who("ben").incapacitated, len(table.who("ben").injuries)) == (False, 2)
    table.change("ben", incapacitated=True, health=5)
    table.sure(G, "back_up", name="ben")
    assert len(table.who("ben").injuries) == 2, "none has to go"
    table.change("ben", incapacitated=True, dead=True)
    assert table.refused(G, "back_up", name="ben") == "E_DEAD"


@pytest.mark.rule("F-134", "F-140")
def test_the_game_master_may_knock_somebody_out_without_an_injury() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    table.sure(G, "knock_out", name="ana")
    assert (table.who("ana").incapacitated, table.who("ana").injuries, table.state.feat) == (True, (), None)
    assert table.refused(G, "knock_out", name="ana") == "E_INCAPACITATED"
    table.sure(G, "back_up", name="ana")
    assert table.who("ana").able


@pytest.mark.rule("F-027", "F-134")
def test_healing_takes_a_free_injury_first_and_a_called_one_with_its_gremlin() -> None:
    table = Table()
    assert table.refused(G, "heal", name="ana") == "E_NO_INJURY"
    table.hurt("ana", "cut", "sprain")
    table.tries("ana", "cunning", "tough")
    table.do(G, "call_gremlin")
    table.sure(G, "heal", name="ana")
    assert [one.label for one in table.who("ana").injuries] == ["cut"]
    assert table.contest.pool.size == 4
    table.sure(G, "heal", name="ana")
    assert (table.who("ana").injuries, table.who("ana").scars, table.contest.pool.size) == ((), (), 3)
    assert [one.pool for one in table.events if isinstance(one, PoolPartRemoved)] == ["c1"]


@pytest.mark.rule("F-140")
def test_who_goes_down_before_the_roll_acts_no_more() -> None:
    table = Table()
    table.tries("ana", "cunning")
    table.do(A, "buy")
    table.change("ana", injuries=(), health=1)
    table.do(G, "injure", name="ana")
    assert (table.state.phase, table.who("ana").rep) == (Phase.IDLE, 3)
    assert table.lines()[-1] == "FeatCancelled"


@pytest.mark.rule("F-140")
def test_of_several_resisters_only_the_fallen_ones_contest_goes() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(C, "resist")
    table.do(B, "buy")
    table.change("ben", health=1)
    table.do(G, "injure", name="ben")
    assert [one.reactor for one in table.feat.contests] == ["cleo"]
    assert table.who("ben").rep == 3
    table.change("cleo", health=1)
    table.do(G, "injure", name="cleo")
    assert table.state.feat is None


@pytest.mark.rule("F-135", "F-140")
def test_dice_that_have_begun_to_fall_are_told_to_the_end() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    table.do(A, "report", n=2)
    table.change("ana", health=1)
    table.do(G, "injure", name="ana")
    assert (table.state.phase, table.who("ana").incapacitated) == (Phase.FEAT_SETUP, True)
    table.rolls(G, 1, 1, 1)
    table.do(A, "success")
    assert table.state.phase is Phase.FEAT_STATING
