"""Something else than an attack in an exchange, and what that leaves for the defence (F-120, F-136, F-137, A20)."""

from __future__ import annotations

import pytest

from assistant.games.feats import fight, telling
from assistant.games.feats.state import Feat
from assistant.games.feats.terms import Outcome, Side
from assistant.table import Cue
from feats.arena import Arena
from feats.company import A, B, C, G


def _arena(**sections: object) -> Arena:
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    return table.begin("ana", "ben", "raider")


def _other(table: Arena, who: str) -> Feat:
    feat = table.combat.intents[who].other_feat
    assert feat is not None
    return feat


@pytest.mark.rule("F-120", "F-010")
@pytest.mark.parametrize(("setting", "defence"), [("defend_all", 5), ("costs_all", 0), ("half", 2)])
def test_what_defends_while_somebody_does_something_else(setting: str, defence: int) -> None:
    table = _arena(combat={"other_action": setting})
    table.do(A, "use_edge", edge="duelist")
    table.do(A, "declare_feat", stat="cunning")
    assert fight.defence_dice(table.state, "ana") == defence
    assert table.cues[0].slots["n"] == defence


@pytest.mark.rule("F-120", "F-012", "F-014", "F-021")
def test_it_is_rolled_with_the_exchange_and_told_in_its_turn() -> None:
    table = _arena()
    table.do(B, "split_pool", target="raider", n=1)
    table.do(A, "declare_feat", stat="cunning")
    assert table.refused(A, "ready") == "E_NO_DIFFICULTY"
    assert table.refused(A, "set_difficulty", level="tough") == "E_GM_ONLY"
    table.do(G, "set_difficulty", level="tricky")
    table.do(G, "set_needed", n=1)
    assert table.cues == [Cue("NeededSet.one", {"n": 1})]
    table.do(G, "set_needed", n=2)
    assert table.cues == [Cue("NeededSet", {"n": 2})]
    table.do(A, "use_edge", edge="duelist")
    assert (_other(table, "ana").pool.size, table.combat.intents["ana"].pool.size) == (5, 3)
    table.do(A, "ready")
    table.do(B, "ready")
    table.aims("raider", ana=1)
    table.falls(1, 1, 1, 6, 5, 4, 1, 1, 4, 1, 5, 1, 6, 1, 1)
    assert table.told("ben", "raider", "hit") == "A"
    now = telling.current(table.state)
    assert now is not None
    assert (now.id, now.turn and now.turn.side, now.needed) == ("ana.c1", Side.ACTING, 2)
    table.do(A, "success")
    assert _other(table, "ana").contest.outcome is Outcome.SUCCESS
    table.do(G, "next")
    assert table.refused(A, "guard") == "E_FACT"
    assert table.refused(A, "extra_injury") == "E_TARGET", "difficulty dice have nobody to hurt"
    table.do(A, "next")
    table.do(A, "next")
    assert table.told("raider", "ana", "hit") == "A"
    assert table.combat.exchange == 2


@pytest.mark.rule("F-120", "F-070", "F-136", "F-141")
def test_against_somebody_in_the_fight_and_what_hurts_waits_for_the_end() -> None:
    table = _arena()
    assert table.refused(A, "oppose", target="cleo", stat="cunning") == "E_NOT_IN_COMBAT"
    assert table.refused(A, "oppose", name="ana", target="ana", stat="cunning") == "E_TARGET"
    table.do(A, "oppose", target="raider", stat="cunning")
    table.do(G, "set_stat", name="raider", stat="knowledge")
    assert table.refused(C, "set_stat", stat="charm") == "E_NOT_YOURS"
    assert _other(table, "ana").contest.ref == "knowledge"
    table.do(A, "set_stat", stat="charm")
    assert (_other(table, "ana").stat, _other(table, "ana").pool.size) == ("charm", 2)
    table.do(A, "set_stat", stat="cunning")
    assert table.refused(G, "set_difficulty", level="tough") == "E_PHASE"
    for seat in (A, B, G):
        table.do(seat, "ready")
    table.falls(1, 1, 1, 6, 5, 1, 4, 1, 1, 1, 1, 1, 1)
    table.do(A, "success")
    table.do(G, "next")
    table.do(A, "state_injury", text="pride")
    assert [one.label for one in table.who("raider").injuries] == ["pride"]


@pytest.mark.rule("F-141", "F-118")
def test_an_injury_of_another_action_does_not_land_before_the_exchange_is_told() -> None:
    table = _arena()
    table.hurt("ben", "old one")
    table.do(A, "oppose", target="raider", stat="cunning")
    table.do(A, "ready")
    table.aims("ben", raider=1)
    table.do(G, "ready")
    table.falls(1, 1, 1, 6, 5, 1, 1, 1, 1, 4, 1, 1, 1)
    table.do(A, "success")
    table.do(A, "state_injury", name="raider")
    assert table.harm("raider") == [(0, 2)]
    assert [(who, one.id) for who, one in table.combat.pending] == [("raider", "i2")]
    table.told("ben", "raider", "miss")
    assert table.harm("raider") == [(1, 2)]


@pytest.mark.rule("F-137", "F-120")
def test_a_gm_character_needs_an_opponent_here_too() -> None:
    table = _arena()
    assert table.refused(G, "declare_feat", name="raider", stat="charm") == "E_NO_OPPONENT"
    table.do(G, "oppose", name="raider", target="ben", stat="charm")
    assert _other(table, "raider").contest.reactor == "ben"


@pytest.mark.rule("F-102", "F-017")
def test_another_action_is_given_up_for_an_attack_and_costs_nothing() -> None:
    table = _arena()
    table.do(A, "declare_feat", stat="cunning")
    table.do(A, "buy", purchase="extra_die")
    assert (table.who("ana").rep, _other(table, "ana").pool.size) == (2, 4)
    table.do(A, "attack", target="raider")
    assert (table.who("ana").rep, table.combat.intents["ana"].other_feat) == (3, None)
    table.do(A, "declare_feat", stat="charm")
    assert table.combat.attacks == {}
    table.do(A, "cancel_feat")
    assert table.combat.order == ()
    assert table.refused(A, "cancel_feat") == "E_NOT_YOURS"


@pytest.mark.rule("F-140", "F-120")
def test_it_is_off_when_whoever_resists_it_falls_or_leaves() -> None:
    table = _arena()
    table.do(A, "oppose", target="raider", stat="cunning")
    table.do(A, "buy", purchase="extra_die")
    for _ in range(2):
        table.do(G, "injure", name="raider")
    assert table.combat.intents["ana"].other_feat is None
    assert table.who("ana").rep == 3
    table.do(A, "oppose", target="ben", stat="cunning")
    table.do(G, "leave_combat", name="ben")
    assert table.combat.intents["ana"].other_feat is None


@pytest.mark.rule("F-138", "F-120")
def test_who_keeps_everybody_waiting_for_a_difficulty_just_defends() -> None:
    table = _arena()
    table.do(A, "declare_feat", stat="cunning")
    table.aims("ben", raider=1)
    table.aims("raider")
    table.rolls(G, 1, 1, 1, 6, 1, 1, 1, 1, intent="roll_anyway")
    assert table.combat.intents["ana"].other_feat is None
    assert table.told("ben", "raider", "hit") == "A"


@pytest.mark.rule("F-121", "F-031")
def test_its_dice_too_get_a_second_try() -> None:
    table = _arena()
    table.do(A, "declare_feat", stat="cunning")
    table.do(G, "set_difficulty", level="tricky")
    for seat in (A, B, G):
        table.do(seat, "ready")
    table.falls(1, 1, 1, 1, 1, 1, 6, 6, 4, 4, 1, 1, 1)
    assert _other(table, "ana").contest.first is Side.REACTING
    table.rolls(A, 6, 6, 6, intent="buy", purchase="second_try", part="feat")
    assert _other(table, "ana").contest.first is Side.ACTING


@pytest.mark.rule("F-135")
def test_its_real_dice_are_told_by_either_side() -> None:
    table = _arena()
    table.do(A, "declare_feat", stat="cunning")
    table.do(G, "set_difficulty", level="tricky")
    for seat in (A, B, G):
        table.do(seat, "ready")
    table.do(A, "report", part="feat", face=(4, 5, 6))
    table.do(G, "report", part="feat", n=1)
    assert table.refused(A, "set_stat", stat="charm") == "E_ROLLED"
    table.do(A, "report", n=0)
    table.do(B, "report", face=(1, 1))
    table.do(G, "report", face=(1, 1, 1))
    assert table.combat.rolled
