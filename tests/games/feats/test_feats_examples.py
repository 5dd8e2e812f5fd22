"""The worked examples of section 8 of the ledger: E1 to E5, E8, E9."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.games.feats.state import Part
from assistant.games.feats.terms import Outcome, PartKind, Phase, Side
from feats.company import A, B, C, D, G, Table


@pytest.mark.rule("F-040", "F-051", "F-057")
def test_e1_more_successes() -> None:
    table = Table()
    table.rolled("ana", "cunning", "tough", 6, 4, 1, 5, 2, 3)
    assert table.contest.first is Side.ACTING
    cue = table.cues[-1]
    assert (cue.line, cue.slots["name"], cue.slots["a"], cue.slots["b"]) == ("FirstSpeakerSet.successes", "Ana", 2, 1)
    assert cue.slots["other"] == "game master"
    before = table.state.characters
    assert table.order() == "ARA"
    assert table.state.phase is Phase.IDLE
    assert table.state.characters == before


@pytest.mark.rule("F-020", "F-052", "F-058")
def test_e2_tie_more_dice() -> None:
    table = Table()
    table.tries("ben", "charm", "tricky")
    table.do(B, "use_concept")
    table.rolls(G, 4, 5, 2, 6, 4)
    assert (table.contest.first, table.cues[-1].line) == (Side.ACTING, "FirstSpeakerSet.dice")
    table.do(B, "failure")
    assert table.contest.outcome is Outcome.FAILURE
    assert table.order() == "RAR"


@pytest.mark.rule("F-053")
@pytest.mark.parametrize(("rule", "order"), [("player_then_reactor", "AR"), ("gm", "RA")])
def test_e3_full_tie(rule: str, order: str) -> None:
    table = Table(tie={"equal_dice": rule})
    table.rolled("cleo", "knowledge", "tough", 1, 5, 3, 2, 2, 6)
    assert table.order() == order


@pytest.mark.rule("F-054")
def test_e4_nothing_and_the_game_master_tells_it() -> None:
    table = Table()
    table.rolled("dev", "cunning", "hard", 1, 3, 2, 2, 1, 3)
    assert table.refused(G, "success") == "E_NEEDS_SUCCESS"
    assert table.order() == "R"


@pytest.mark.rule("F-031", "F-032")
def test_e4_nothing_and_a_second_try() -> None:
    table = Table()
    table.rolled("dev", "cunning", "hard", 1, 3, 2, 2, 1, 3)
    table.rolls(D, 5, 2, intent="buy", purchase="second_try")
    assert table.who("dev").rep == 2
    assert table.feat.roll is not None
    assert table.feat.roll.rerolled == ((0, 1, 5), (1, 3, 2))
    assert table.contest.first is Side.ACTING
    assert table.refused(D, "buy", purchase="second_try") == "E_REP_LIMIT"
    table.do(D, "success")
    assert table.state.phase is Phase.IDLE


@pytest.mark.rule("F-021", "F-022", "F-023", "F-024", "F-026", "F-070")
def test_e5_opposed_with_every_modifier() -> None:
    table = Table()
    table.npc("fighter", "Captain", stats={"prowess": 1, "cunning": 1, "knowledge": 1, "charm": 3})
    table.hurt("captain", "split lip")
    table.do(G, "grant_die", name="ana")
    table.do(A, "oppose", target="captain", stat="charm")
    table.do(A, "use_edge", edge="silver_tongue")
    table.do(A, "use_agenda")
    table.do(A, "call_gremlin", name="captain")
    table.do(A, "use_die")
    assert table.feat.pool.size == 7
    assert table.feat.pool.parts[0] == Part(PartKind.STAT, "charm", 2)
    table.rolls(A, 6, 4, 4, 2, 1, 3, 5, 5, 6, 1)
    assert table.order() == "ARARAA"
    assert table.who("ana").character_dice == 0
    assert (table.who("captain").injuries, table.who("captain").scars) == ((), ("split lip",))


def after_e7(**settings: Any) -> Table:
    """Ben down, with a scar; Cleo has spent a Rep; the Brute hurt, the Thug down."""
    table = Table(**settings)
    table.npc("fighter", "Brute", health=3)
    table.npc("minion", "Thug")
    table.hurt("ben", "cut", "bruise", "broken rib")
    table.change("ben", incapacitated=True, scars=("twisted knee",))
    table.change("cleo", rep=2)
    table.hurt("brute", "black eye")
    table.hurt("thug", "lump")
    table.change("thug", incapacitated=True)
    return table


@pytest.mark.rule("F-085", "F-090", "F-091", "F-092", "F-093")
def test_e8_a_safe_place() -> None:
    table = after_e7()
    table.change("ben", character_dice=1)
    table.sure(G, "mark_dead", name="thug")
    table.sure(G, "safe_place")
    ben = table.who("ben")
    assert (ben.injuries, ben.incapacitated, ben.rep, ben.scars) == ((), False, 3, ("twisted knee",))
    assert ben.character_dice == 1
    assert table.who("cleo").rep == 3
    assert table.who("brute").injuries == ()
    thug = table.who("thug")
    assert (len(thug.injuries), thug.dead) == (1, True)


@pytest.mark.rule("F-092")
def test_e8_where_only_the_group_heals() -> None:
    table = after_e7(safe_place={"heals": "group_only"})
    table.sure(G, "safe_place")
    assert len(table.who("brute").injuries) == 1
    assert table.who("ben").injuries == ()


@pytest.mark.rule("F-090")
def test_no_place_is_safe_while_something_is_open() -> None:
    table = Table()
    table.tries("ana", "cunning")
    assert table.refused(G, "safe_place") == "E_PHASE"


@pytest.mark.rule("F-053", "F-058")
def test_e9_two_players_tied_the_reacting_one_speaks_first() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.rolls(A, 5, 2, 1, 6)
    assert table.cues[-1].line == "FirstSpeakerSet.tie"
    table.do(B, "success")
    assert table.contest.outcome is Outcome.SUCCESS
    assert table.order() == "A"


@pytest.mark.rule("F-053", "F-137")
def test_e9_an_npc_acts_and_the_players_side_speaks_first() -> None:
    table = Table()
    table.npc("fighter", "Captain", stats={"prowess": 1, "cunning": 1, "knowledge": 1, "charm": 3})
    table.do(G, "oppose", name="captain", target="dev", stat="charm")
    table.do(D, "set_stat", stat="cunning")
    table.do(D, "use_concept")
    table.rolls(G, 4, 5, 1, 6, 5, 2)
    assert table.contest.first is Side.REACTING
    table.do(D, "failure")
    assert table.order() == "ARA"


@pytest.mark.rule("F-072", "F-136")
def test_e9_two_resist_and_successes_are_fresh_in_each() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="cunning")
    table.do(C, "resist", name="cleo", stat="knowledge")
    table.rolls(A, 6, 5, 2, 3, 4, 4, 5)
    assert table.order() == "AA"
    assert table.order() == "RARAR"
    assert table.state.phase is Phase.IDLE
