"""Rolling and telling dice, and who speaks first (F-040 to F-043, F-051 to F-054, F-135)."""

from __future__ import annotations

import pytest

from assistant.games.feats import engine
from assistant.games.feats.events_feat import DiceRolled, FirstSpeakerSet
from assistant.games.feats.terms import Phase, Reason, Side
from assistant.table import Roll
from feats.company import A, B, C, D, G, Table


@pytest.mark.rule("F-040")
def test_one_roll_for_both_sides_on_the_word_of_either() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    assert table.refused(B, "roll") == "E_NOT_YOURS"
    assert table.try_(A, "roll") == Roll((6,) * 6, by=A)
    assert table.try_(G, "roll") == Roll((6,) * 6, by=G)
    table.rolls(A, 1, 2, 3, 4, 5, 6)
    assert table.state.phase is Phase.FEAT_ROLLED
    assert table.refused(A, "roll") == "E_ROLLED"


@pytest.mark.rule("F-041")
def test_a_die_of_four_or_more_is_a_success() -> None:
    table = Table()
    table.rolled("ben", "knowledge", "tricky", 3, 4, 5, 6, 1, 2, 1)
    assert (table.cues[-1].slots["a"], table.cues[-1].slots["b"]) == (3, 0)


@pytest.mark.rule("F-042", "F-135")
def test_real_dice_are_told_pool_by_pool() -> None:
    table = Table()
    assert table.refused(A, "report", n=1) == "E_PHASE"
    table.tries("ana", "cunning", None)
    assert table.refused(A, "report", n=1) == "E_NO_DIFFICULTY"
    table.do(G, "set_difficulty", level="tough")
    assert table.refused(B, "report", n=1) == "E_NOT_YOURS"
    assert table.refused(A, "report", face=(1, 2)) == "E_COUNT"
    assert table.refused(A, "report", face=(1, 2, 7)) == "E_COUNT"
    assert table.refused(A, "report", n=4) == "E_COUNT"
    assert table.refused(A, "report", n=-1) == "E_COUNT"
    table.do(A, "report", face=(6, 4, 1))
    assert (table.lines(), table.cues[0].slots["other"]) == (["DiceRolled.waiting"], "game master")
    assert table.state.phase is Phase.FEAT_SETUP
    assert table.refused(A, "report", n=1) == "E_ROLLED"
    table.do(G, "report", n=1)
    assert (table.state.phase, table.contest.first) == (Phase.FEAT_ROLLED, Side.ACTING)
    assert table.contest.roll is not None
    assert (table.contest.roll.faces, table.contest.roll.told) == (None, 1)


@pytest.mark.rule("F-042", "F-072")
def test_a_feat_is_rolled_when_the_last_of_its_pools_is_told() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(C, "resist")
    for seat in (A, B):
        table.do(seat, "report", face=(4, 1))
        assert table.state.phase is Phase.FEAT_SETUP
    assert table.try_(C, "rolled", dice=(4,)) == Roll((6,), by=C)
    table.do(C, "rolled", dice=(4, 4))
    assert table.state.phase is Phase.FEAT_ROLLED
    told = [(one.pool, one.told, one.real) for one in table.events if isinstance(one, DiceRolled)]
    assert told == [("actor", 0, True), ("c1", 0, True), ("c2", 0, True)]


@pytest.mark.rule("F-042")
def test_the_numbers_that_dice_can_show_are_offered() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    offered = {
        (slot, one.slots[slot])
        for one in engine.grammar(table.state)
        for slot in ("dice", "face", "n")
        if slot in one.slots and one.intent in ("rolled", "report")
    }
    assert offered == {("dice", range(1, 7)), ("face", range(1, 7)), ("n", range(21))}


@pytest.mark.rule("F-135")
def test_the_first_value_locks_every_pool_and_the_rest_may_be_rolled() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    table.do(G, "report", n=1)
    for intent in ("use_concept", "cancel_feat", "buy"):
        assert table.refused(A, intent) == "E_ROLLED", intent
    assert table.refused(G, "rule_dice", n=1, way="more") == "E_ROLLED"
    assert table.refused(G, "set_needed", n=2) == "E_ROLLED"
    events = table.rolls(A, 4, 4, 1)
    assert [event.pool for event in events if isinstance(event, DiceRolled)] == ["actor"]
    assert table.contest.first is Side.ACTING


@pytest.mark.rule("F-043", "F-054")
def test_an_empty_pool_scores_nothing() -> None:
    table = Table()
    table.tries("ana", "charm", "tricky")
    table.do(G, "rule_dice", n=2, way="less", name="ana")
    table.do(G, "rule_dice", n=2, way="less")
    table.do(A, "roll")
    assert (table.contest.first, table.contest.roll and table.contest.roll.faces) == (Side.ACTING, ())
    assert table.cues[-1].line == "FirstSpeakerSet.zero"


@pytest.mark.rule("F-053")
@pytest.mark.parametrize(
    ("rule", "hero_acts", "npc_acts", "heroes"),
    [
        ("player_then_reactor", Side.ACTING, Side.REACTING, Side.REACTING),
        ("gm", Side.REACTING, Side.ACTING, Side.REACTING),
        ("acting", Side.ACTING, Side.ACTING, Side.ACTING),
    ],
)
def test_a_full_tie_by_every_rule(rule: str, hero_acts: Side, npc_acts: Side, heroes: Side) -> None:
    for actor, target, expected in (("ana", "thug", hero_acts), ("thug", "ana", npc_acts), ("ana", "ben", heroes)):
        table = Table(tie={"equal_dice": rule})
        table.npc("minion", "Thug")
        table.do(G, "oppose", name=actor, target=target, stat="prowess")
        size = min(table.feat.pool.size, table.contest.pool.size)
        for who, pool in ((actor, table.feat.pool.size), (target, table.contest.pool.size)):
            if pool > size:
                table.do(G, "rule_dice", n=pool - size, way="less", name=who)
        table.rolls(G, *(4, 1) * 2)
        assert table.contest.first is expected, (actor, target)


@pytest.mark.rule("F-053")
@pytest.mark.parametrize(
    ("off", "side"), [((5, 2), Side.ACTING), ((3, 3, 2, 5), Side.REACTING), ((3, 3, 5, 5, 2, 1), Side.ACTING)]
)
def test_a_roll_off_goes_on_until_the_dice_differ(off: tuple[int, ...], side: Side) -> None:
    table = Table(tie={"equal_dice": "roll_off"})
    table.tries("ana", "cunning", "tough")
    events = table.rolls(G, 4, 1, 1, 5, 1, 1, *off)
    first = next(event for event in events if isinstance(event, FirstSpeakerSet))
    assert (first.side, first.reason, first.faces) == (side, Reason.ROLL_OFF, off)


@pytest.mark.rule("F-052")
def test_more_dice_break_a_tie_before_any_other_rule() -> None:
    for rule in ("gm", "acting", "roll_off"):
        table = Table(tie={"equal_dice": rule})
        table.rolled("ana", "charm", "tough", 4, 1, 4, 1, 1)
        assert table.contest.first is Side.REACTING


@pytest.mark.rule("F-054")
def test_nobody_scores_and_the_tie_rule_tells_freely() -> None:
    table = Table(tie={"zero_zero": "tie_rule_free"})
    table.rolled("ana", "cunning", "tricky", 1, 1, 1, 1, 1)
    table.do(A, "success")
    assert table.lines()[-1] == "FeatClosed.success"


@pytest.mark.rule("F-054")
def test_nobody_scores_and_nothing_happens() -> None:
    table = Table(tie={"zero_zero": "nobody"})
    table.rolled("ana", "cunning", "tricky", 1, 1, 1, 1, 1)
    assert (table.contest.first, table.cues[-1].line) == (None, "FirstSpeakerSet.nobody")
    assert table.refused(B, "next") == "E_NOT_YOURS"
    table.do(A, "next")
    assert (table.state.phase, table.lines()) == (Phase.IDLE, ["FeatClosed.nobody"])


@pytest.mark.rule("F-054")
def test_nobody_scores_and_all_is_thrown_again() -> None:
    table = Table(tie={"zero_zero": "reroll"})
    table.tries("ana", "charm", "tricky")
    table.rolls(A, 1, 1, 1, 1, 2, 2, 2, 2, 6, 1, 1, 1)
    assert table.contest.first is Side.ACTING
    assert table.feat.roll is not None
    assert table.feat.roll.faces == (6, 1)


@pytest.mark.rule("F-054")
def test_where_one_pool_is_empty_the_other_is_thrown_again_alone() -> None:
    table = Table(tie={"zero_zero": "reroll"})
    table.tries("ana", "charm", "tricky")
    table.do(G, "rule_dice", n=2, way="less", name="ana")
    table.rolls(A, 1, 1, 2, 3, 5, 1)
    assert (table.contest.first, table.contest.roll and table.contest.roll.faces) == (Side.REACTING, (5, 1))


@pytest.mark.rule("F-054")
def test_two_empty_pools_are_not_thrown_again() -> None:
    table = Table(tie={"zero_zero": "reroll"})
    table.tries("ana", "charm", "tricky")
    table.do(G, "rule_dice", n=2, way="less", name="ana")
    table.do(G, "rule_dice", n=2, way="less")
    table.do(A, "roll")
    assert table.contest.first is Side.ACTING


@pytest.mark.rule("F-072")
def test_only_the_best_resister_is_compared_where_the_table_says_so() -> None:
    table = Table(opposed={"many": "highest_only"})
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(C, "resist")
    table.do(D, "resist")
    assert [one.reactor for one in table.feat.contests] == ["ben", "cleo", "dev"]
    table.rolls(A, 6, 1, 1, 1, 4, 4, 1, 4, 4)
    assert [one.skipped for one in table.feat.contests] == [True, True, False]
    assert table.contest.reactor == "dev"
    assert table.order() == "RAR"
    assert table.state.phase is Phase.IDLE


@pytest.mark.rule("F-072")
def test_all_are_told_in_one_sequence_where_the_table_ranks_them() -> None:
    table = Table(opposed={"many": "ranking"})
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(C, "resist")
    table.rolls(A, 6, 1, 4, 4, 6, 1)
    assert table.refused(A, "success") == "E_NOT_YOUR_TURN"  # Ben 2; then Cleo, who resists, before Ana, who acts
    table.do(B, "failure")
    table.do(C, "next")
    table.do(A, "next")
    table.do(B, "next")
    assert (table.state.phase, table.lines()) == (Phase.IDLE, ["FeatClosed"])


@pytest.mark.rule("F-040")
def test_faces_are_read_out_where_the_table_wants_them() -> None:
    table = Table(speech={"faces": True})
    table.rolled("ana", "charm", "tricky", 6, 1, 2, 2)
    assert [cue.slots["faces"] for cue in table.cues if cue.line == "DiceRolled.faces"] == [(6, 1), (2, 2)]
