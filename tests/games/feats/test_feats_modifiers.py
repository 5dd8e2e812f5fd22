"""Pools before the roll: stats, difficulties, modifiers, character dice, rulings, taking back (F-010 to F-029)."""

from __future__ import annotations

import pytest

from assistant.games.feats import engine
from assistant.games.feats.state import Part
from assistant.games.feats.terms import PartKind, Phase
from assistant.table import Cue
from feats.company import A, B, C, G, Table


def tried(**sections: object) -> Table:
    """Ana tries cunning (3), tough (3); she holds a character die, and two edges of 2."""
    table = Table(**sections)
    table.do(G, "grant_die", name="ana")
    table.tries("ana", "cunning")
    return table


@pytest.mark.rule("F-010", "F-011", "F-012", "F-013")
def test_stat_and_difficulty_make_the_pools_and_stay_editable() -> None:
    table = Table()
    table.do(B, "declare_feat", name="ana", stat="cunning")
    assert (table.state.phase, table.feat.pool.size) == (Phase.FEAT_SETUP, 3)
    assert table.refused(A, "roll") == "E_NO_DIFFICULTY"
    table.do(G, "set_difficulty", level="hard")
    table.do(G, "set_difficulty", level="tricky")
    assert table.contest.pool.parts == (Part(PartKind.DIFFICULTY, "tricky", 2),)
    table.do(A, "use_concept")
    table.do(A, "set_stat", stat="charm")
    assert table.feat.pool.size == 3
    assert [part.kind for part in table.feat.pool.parts] == [PartKind.STAT, PartKind.CONCEPT]
    table.rolls(A, 1, 1, 4, 4, 1)
    assert table.refused(A, "set_stat", stat="cunning") == "E_ROLLED"
    assert table.refused(G, "set_difficulty", level="hard") == "E_ROLLED"


@pytest.mark.rule("F-011", "F-012")
def test_what_nobody_has_heard_of_is_refused() -> None:
    table = Table()
    assert table.refused(A, "declare_feat", name="ana", stat="luck") == "E_UNKNOWN_STAT"
    assert table.refused(A, "declare_feat", name="zork", stat="charm") == "E_UNKNOWN_NAME"
    table.do(A, "declare_feat", name="ana", stat="sneaking")
    assert table.feat.stat == "cunning"
    assert table.refused(G, "set_difficulty", level="gruesome") == "E_UNKNOWN_DIFFICULTY"
    assert table.refused(A, "set_difficulty", level="hard") == "E_GM_ONLY"


@pytest.mark.rule("F-014", "F-063")
def test_more_than_one_success_may_be_needed() -> None:
    table = tried()
    assert table.refused(G, "set_needed", n=6) == "E_RANGE"
    assert table.refused(A, "set_needed", n=2) == "E_GM_ONLY"
    table.do(G, "set_needed", n=2)
    table.rolls(G, 6, 1, 1, 1, 2, 3)
    assert table.refused(A, "success") == "E_NEEDS_SUCCESS"
    table.do(A, "failure")
    assert table.state.phase is Phase.IDLE


@pytest.mark.rule("F-014")
def test_how_many_successes_may_be_needed() -> None:
    table = tried()
    assert table.refused(G, "set_needed", n=0) == "E_RANGE"
    for n in (5, 1):
        table.do(G, "set_needed", n=n)
        assert table.feat.needed == n
    assert table.cues == [Cue("NeededSet.one", {"n": 1})]


@pytest.mark.rule("F-014", "F-120")
@pytest.mark.parametrize("most", [1, 5])
def test_the_numbers_of_successes_that_the_table_allows_are_offered(most: int) -> None:
    table = tried(statements={"needed_max": most})
    offered = [(one.seats, one.slots) for one in engine.grammar(table.state) if one.intent == "set_needed"]
    assert offered == [({G}, {"n": range(1, most + 1)})]
    table.do(A, "cancel_feat")
    table.do(G, "open_combat")
    table.do(A, "declare_feat", stat="cunning")
    assert [(one.seats, one.slots) for one in engine.grammar(table.state) if one.intent == "set_needed"] == offered


@pytest.mark.rule("F-010", "F-137")
def test_without_a_name_it_is_the_speakers_own_hero_who_can() -> None:
    table = Table()
    table.npc("fighter", "Captain")
    table.do(G, "hand_over", name="captain", seat=A)
    table.do(A, "declare_feat", stat="cunning")
    assert table.feat.actor == "ana"
    table.do(A, "cancel_feat")
    table.change("ana", incapacitated=True)
    assert table.refused(A, "declare_feat", stat="cunning") == "E_NOT_YOURS"


@pytest.mark.rule("F-070")
def test_without_a_name_it_is_the_speakers_other_character_who_opposes() -> None:
    table = Table()
    assert table.refused(A, "oppose", target="ana", stat="charm") == "E_NOT_YOURS"
    table.do(B, "hand_over", name="ben", seat=A)
    table.do(A, "oppose", target="ben", stat="charm")
    assert (table.feat.actor, table.contest.reactor) == ("ana", "ben")


@pytest.mark.rule("F-029", "F-070")
def test_neither_side_begins_with_more_dice_than_a_pool_holds() -> None:
    table = Table(dice={"max_pool": 8})
    table.change("ben", stats={**table.who("ben").stats, "charm": 9})
    assert table.refused(B, "declare_feat", stat="charm") == "E_POOL_LIMIT"
    assert table.refused(A, "oppose", target="ben", stat="charm") == "E_POOL_LIMIT"
    assert table.refused(B, "oppose", target="ana", stat="charm") == "E_POOL_LIMIT"
    table.do(A, "oppose", target="cleo", stat="charm")
    assert table.refused(B, "resist") == "E_POOL_LIMIT"
    table.change("ben", stats={**table.who("ben").stats, "charm": 8})
    table.do(B, "resist")
    assert [(one.id, one.reactor) for one in table.feat.contests] == [("c1", "cleo"), ("c2", "ben")]


@pytest.mark.rule("F-029", "F-012", "F-013")
def test_in_a_full_pool_stat_and_difficulty_may_still_change() -> None:
    table = Table(dice={"max_pool": 8})
    table.tries("ana", "cunning", "hard")
    table.do(G, "rule_dice", n=4, way="more")
    table.do(G, "rule_dice", n=5, way="more", name="ana")
    table.do(G, "set_difficulty", level="tough")
    table.do(G, "set_difficulty", level="hard")
    table.do(A, "set_stat", stat="prowess")
    assert (table.feat.pool.size, table.contest.pool.size) == (8, 8)
    table.do(G, "rule_dice", n=1, way="less")
    table.do(G, "set_difficulty", level="tough")
    table.do(G, "rule_dice", n=2, way="more")
    assert table.refused(G, "set_difficulty", level="hard") == "E_POOL_LIMIT"


@pytest.mark.rule("F-016", "F-070")
def test_whoever_is_down_neither_acts_nor_resists() -> None:
    table = Table()
    table.change("ben", incapacitated=True)
    assert table.refused(B, "oppose", name="ben", target="ana", stat="charm") == "E_INCAPACITATED"
    assert table.refused(A, "oppose", name="ana", target="ben", stat="charm") == "E_INCAPACITATED"


@pytest.mark.rule("F-136", "F-072")
def test_another_stat_is_told_with_whose_it_is() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(C, "resist")
    assert table.cues == [Cue("StatSet", {"name": "Cleo", "stat": "charm", "n": 2})]
    table.do(C, "set_stat", stat="knowledge")
    assert table.cues == [Cue("StatSet", {"name": "Cleo", "stat": "knowledge", "n": 3})]
    table.do(A, "set_stat", stat="cunning")
    assert table.cues == [Cue("StatSet", {"name": "Ana", "stat": "cunning", "n": 3})]


@pytest.mark.rule("F-015", "F-016")
def test_one_feat_at_a_time_and_only_of_those_who_can() -> None:
    table = tried()
    assert table.refused(B, "declare_feat", name="ben", stat="charm") == "E_PHASE"
    table.do(A, "cancel_feat")
    table.change("ben", incapacitated=True)
    assert table.refused(B, "declare_feat", name="ben", stat="charm") == "E_INCAPACITATED"
    table.change("ben", dead=True)
    assert table.refused(B, "declare_feat", name="ben", stat="charm") == "E_DEAD"


@pytest.mark.rule("F-017")
def test_a_feat_that_is_dropped_costs_nothing() -> None:
    table = Table()
    table.npc("fighter", "Captain")
    table.hurt("captain", "split lip")
    table.do(G, "grant_die", name="ana")
    before = table.state
    table.do(A, "oppose", target="captain", stat="charm")
    table.do(A, "use_die")
    table.do(A, "call_gremlin")
    table.do(A, "buy", purchase="extra die")
    assert (table.who("ana").rep, table.who("ana").character_dice) == (2, 0)
    assert table.refused(C, "cancel_feat") == "E_NOT_YOURS"
    table.do(A, "never_mind")
    assert table.state == before


@pytest.mark.rule("F-020", "F-022", "F-029")
def test_concept_and_agenda_give_their_dice_once() -> None:
    table = tried(modifiers={"concept_dice": 2, "agenda_dice": 3})
    table.do(A, "use_concept")
    assert table.cues[0].slots["n"] == 5
    table.do(A, "use_agenda")
    assert table.feat.pool.size == 8
    assert table.refused(A, "use_concept") == "E_ALREADY"
    assert table.refused(A, "use_agenda") == "E_ALREADY"
    assert table.refused(B, "use_concept") == "E_NOT_YOURS"


@pytest.mark.rule("F-021")
def test_an_edge_gives_its_rating_and_one_is_the_most() -> None:
    table = tried()
    assert table.refused(A, "use_edge", edge="old maps") == "E_UNKNOWN_EDGE"
    table.do(A, "use_edge", edge="duelist")
    assert (table.cues[0].slots["k"], table.cues[0].slots["n"]) == (2, 5)
    assert table.refused(A, "use_edge", edge="duelist") == "E_ALREADY"
    assert table.refused(A, "use_edge", edge="silver tongue") == "E_EDGE_LIMIT"


@pytest.mark.rule("F-021")
def test_a_table_may_let_two_edges_count() -> None:
    table = tried(modifiers={"max_edges": 2})
    table.do(A, "use_edge", edge="duelist")
    table.do(A, "use_edge", edge="silver tongue")
    assert table.feat.pool.size == 7


@pytest.mark.rule("F-025", "F-026")
def test_one_character_die_is_held_until_it_is_used() -> None:
    table = tried()
    assert table.refused(B, "grant_die", name="ben") == "E_GM_ONLY"
    assert table.refused(G, "grant_die", name="ana") == "E_DIE_HELD"
    table.do(A, "use_die")
    assert table.refused(G, "grant_die", name="ana") == "E_DIE_HELD"
    assert table.refused(A, "use_die") == "E_ALREADY"
    table.rolls(A, 6, 1, 1, 1, 1, 1, 1)
    table.do(G, "grant_die", name="ana")
    assert table.who("ana").character_dice == 1


@pytest.mark.rule("F-026")
def test_without_a_character_die_there_is_none_to_use() -> None:
    table = Table()
    table.tries("ana", "cunning")
    assert table.refused(A, "use_die") == "E_NO_DIE"


@pytest.mark.rule("F-025")
def test_where_none_is_held_a_die_goes_straight_into_the_open_pool() -> None:
    table = Table(modifiers={"character_dice_held": 0})
    assert table.refused(G, "grant_die", name="ana") == "E_PHASE"
    table.tries("ana", "cunning")
    assert table.refused(G, "grant_die", name="ben") == "E_PHASE", "he rolls nothing now"
    table.do(G, "grant_die", name="ana")
    assert (table.feat.pool.size, table.who("ana").character_dice) == (4, 0)
    assert table.refused(G, "grant_die", name="ana") == "E_DIE_HELD"
    table.do(A, "cancel_feat")
    table.tries("ana", "cunning")
    assert table.refused(G, "grant_die", name="ana") == "E_DIE_HELD", "it came back with the feat that was dropped"


@pytest.mark.rule("F-025")
def test_two_may_be_held_where_the_table_says_so() -> None:
    table = Table(modifiers={"character_dice_held": 2})
    table.do(G, "grant_die", name="ana")
    table.do(G, "grant_die", name="ana")
    assert table.refused(G, "grant_die", name="ana") == "E_DIE_HELD"
    table.change("ben", dead=True)
    assert table.refused(G, "grant_die", name="ben") == "E_DEAD"


@pytest.mark.rule("F-027")
def test_what_is_taken_back_returns_to_its_owner() -> None:
    table = tried()
    before = table.state
    table.do(A, "use_die")
    table.do(A, "buy")
    ask = table.asked(A, "take_back", part="die")
    assert [choice.slots["part"] for choice in ask.choices] == ["character", "rep"]
    table.do(A, "take_back", slots=ask.choices[1].slots)
    assert table.who("ana").rep == 3
    table.do(A, "take_back", part="die")
    assert table.state == before
    assert table.refused(A, "take_back", part="edge") == "E_NOT_THERE"
    assert table.refused(B, "take_back", part="edge") == "E_NOT_YOURS"


@pytest.mark.rule("F-027", "F-028", "F-029")
def test_taking_back_from_a_full_pool_and_from_one_that_would_have_less_than_no_dice() -> None:
    table = tried(dice={"max_pool": 8})
    table.do(A, "use_edge", edge="duelist")
    table.do(G, "rule_dice", n=3, way="more", name="ana")
    table.do(A, "take_back", part="edge")
    assert table.feat.pool.size == 6
    table.do(A, "use_concept")
    table.do(G, "rule_dice", n=7, way="less", name="ana")
    assert (table.feat.pool.size, table.refused(A, "take_back", part="concept")) == (0, "E_RANGE")


@pytest.mark.rule("F-027", "F-028")
def test_the_game_master_drops_what_does_not_fit() -> None:
    table = tried()
    table.do(A, "use_edge", edge="duelist")
    table.do(A, "use_concept")
    assert table.refused(B, "take_back", part="edge", name="ana") == "E_NOT_YOURS"
    assert table.refused(A, "take_back", part="agenda", name="ana") == "E_NOT_THERE"
    table.do(G, "take_back", part="edge")
    table.do(G, "take_back", part="concept", name="ana")
    assert table.feat.pool.size == 3
    assert table.refused(B, "take_back", part="concept", name="ana") == "E_NOT_YOURS"


@pytest.mark.rule("F-028")
def test_the_game_master_adds_and_drops_dice_by_ruling_but_never_below_none() -> None:
    table = tried()
    assert table.refused(A, "rule_dice", n=1, way="more") == "E_GM_ONLY"
    table.do(G, "rule_dice", n=2, way="more", name="ana")
    assert table.feat.pool.size == 5
    table.do(G, "rule_dice", n=5, way="less", name="ana")
    assert (table.feat.pool.size, table.feat.pool.parts[-1]) == (0, Part(PartKind.RULING, "", -3))
    assert table.refused(G, "rule_dice", n=1, way="less", name="ana") == "E_RANGE"
    assert table.refused(A, "set_stat", stat="charm") == "E_RANGE"
    table.do(G, "rule_dice", n=1, way="more")  # unnamed: the difficulty dice, which are the GM's own
    assert table.contest.pool.size == 4
    table.do(G, "rule_dice", n=3, way="more", name="ana")
    assert table.feat.pool.of(PartKind.RULING) == ()


@pytest.mark.rule("F-029")
def test_no_pool_grows_beyond_the_limit() -> None:
    table = tried(dice={"max_pool": 8})
    table.do(G, "rule_dice", n=5, way="more", name="ana")
    assert table.refused(A, "use_concept") == "E_POOL_LIMIT"
    assert table.refused(A, "buy", purchase="extra_die") == "E_POOL_LIMIT"
    assert table.refused(A, "use_edge", edge="duelist") == "E_POOL_LIMIT"


@pytest.mark.rule("F-011")
def test_a_die_of_eight_sides_succeeds_where_the_table_says() -> None:
    table = Table(dice={"sides": 8, "success_from": 7})
    table.rolled("ana", "cunning", "tricky", 6, 7, 8, 7, 1)
    assert table.cues[-1].slots["a"] == 2
    assert table.cues[-1].slots["b"] == 1


@pytest.mark.rule("F-026")
def test_who_plays_two_that_roll_is_asked_which() -> None:
    table = Table()
    table.do(B, "hand_over", name="ben", seat="2")
    table.do(A, "oppose", name="ana", target="ben", stat="charm")
    ask = table.asked(A, "use_concept")
    assert [choice.slots["name"] for choice in ask.choices] == ["ana", "ben"]
    table.do(A, "use_concept", slots=ask.choices[1].slots)
    assert table.contest.pool.size == 3


@pytest.mark.rule("F-025", "F-120")
def test_a_die_that_defends_while_its_owner_does_something_else_is_a_die_used() -> None:
    table = Table()
    table.do(G, "grant_die", name="ana")
    table.do(G, "open_combat")
    table.do(A, "use_die")
    table.do(A, "declare_feat", name="ana", stat="charm")
    assert table.refused(G, "grant_die", name="ana") == "E_DIE_HELD"
    table.do(G, "end_combat")
    assert table.who("ana").character_dice == 1
