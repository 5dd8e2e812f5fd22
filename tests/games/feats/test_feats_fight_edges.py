"""Numbers at their edges in a fight: ids, what is announced, what is offered, one die that is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.feats import engine
from assistant.games.feats.config import Purchase
from assistant.games.feats.events_combat import AttackDeclared, BlowsRerolled, InjuryRefused
from assistant.table import Cue
from feats.arena import Arena
from feats.company import A, B, C, G, configured


def _arena(**sections: object) -> Arena:
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    return table.begin("ana", "ben", "raider")


def test_attacks_are_numbered_from_one_and_no_number_comes_twice() -> None:
    table = _arena()
    table.do(A, "attack", target="raider")
    table.do(B, "attack", target="raider")
    table.do(A, "change_intent")
    table.do(A, "attack", target="ben")
    assert [one.attack for one in table.events if isinstance(one, AttackDeclared)] == ["a1", "a2", "a3"]


@pytest.mark.rule("F-081")
def test_injuries_of_a_fight_are_numbered_on_from_the_last() -> None:
    table = _arena()
    table.hurt("ben", "old one")
    table.aims("ana", raider=3)
    table.do(B, "ready")
    table.aims("raider", ana=1)
    table.falls(6, 6, 1, 1, 1, 6, 1, 1)
    table.told("ana", "raider", "hit", "extra_injury")
    table.told("raider", "ana", "hit")
    assert [one.id for who in ("ben", "raider", "ana") for one in table.who(who).injuries] == ["i1", "i2", "i3", "i4"]


@pytest.mark.rule("F-105", "F-028")
def test_a_division_for_which_no_die_is_left_is_cleared() -> None:
    table = _arena()
    table.aims("ana", raider=1)
    table.do(G, "rule_dice", name="ana", n=3, way="less")
    assert table.attack("ana", "raider").dice == 0
    assert not table.combat.intents["ana"].ready


@pytest.mark.rule("F-105", "F-103")
def test_what_is_said_of_a_division_and_of_an_order() -> None:
    table = _arena()
    table.do(A, "attack", target="raider")
    table.do(A, "split_pool", attack=2, defend=1)
    assert table.cues == [Cue("PoolSplit", {"name": "Ana", "a": 2, "d": 1})]
    table.do(B, "attack", target="raider")
    table.do(G, "set_order", first="ben")
    assert table.cues == [Cue("OrderSet", {"name": "Ben", "names": "Ben, Ana"})]


@pytest.mark.rule("F-135", "F-108")
def test_one_die_that_is_missing_is_rolled() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.begin("ana", "raider")
    table.aims("ana", raider=1)
    table.aims("raider", ana=3)
    table.do(A, "report", part="defence", face=(1, 1))
    table.do(G, "report", face=(1, 1, 1))
    table.rolls(A, 6)
    assert table.shows("ana", "raider") == (1, 0, 1, 0)


@pytest.mark.rule("F-054", "F-042")
def test_real_dice_told_by_their_successes_fall_again_where_nobody_scored() -> None:
    table = _arena(tie={"zero_zero": "reroll"})
    table.aims("ana", raider=3)
    table.do(B, "ready")
    table.do(G, "ready")
    table.do(A, "report", n=0)
    table.do(B, "report", n=0)
    table.rolls(G, 1, 1, 1, 6, 4, 1)
    assert table.shows("ana", "raider") == (2, 0, 3, 3)
    (again,) = [one for one in table.events if isinstance(one, BlowsRerolled)]
    assert again.changed == ((0, 0, 6), (1, 0, 4), (2, 0, 1)), "what fell before is not known"


@pytest.mark.rule("F-123")
def test_a_side_of_which_one_still_stands_is_not_down() -> None:
    table = _arena()
    table.change("ben", health=1)
    table.do(A, "ready")
    table.do(B, "ready")
    table.aims("raider", ben=3)
    table.falls(1, 1, 1, 1, 1, 6, 1, 1)
    table.told("raider", "ben", "hit")
    assert not table.who("ben").able
    assert table.lines()[-1] == "ExchangeOpened"


@pytest.mark.rule("F-054", "F-121")
def test_what_nobody_would_tell_is_told_after_a_second_try_that_scores() -> None:
    table = _arena(tie={"zero_zero": "nobody"})
    table.aims("ana", raider=3)
    table.do(B, "ready")
    table.do(G, "ready")
    table.falls(*[1] * 8)
    table.rolls(A, 6, 1, 1, intent="buy", purchase="second_try")
    table.told("ana", "raider", "hit")
    assert table.harm("raider") == [(1, 2)]


@pytest.mark.rule("F-103")
def test_then_puts_one_after_the_other() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.begin("ana", "ben", "cleo", "raider")
    for who in ("ana", "ben", "cleo"):
        table.aims(who, raider=1)
    table.aims("raider", ana=1)
    for who in ("raider", "cleo", "ben", "ana"):
        table.do(G, "set_order", next=who)
        assert table.combat.order[table.combat.placed - 1] == who
    assert table.combat.order == ("raider", "cleo", "ben", "ana")
    table.do(G, "set_order", next="raider")
    assert table.combat.order == ("cleo", "ben", "ana", "raider"), "all have their place: he comes last"


@pytest.mark.rule("F-103", "F-142")
def test_whoever_loses_one_of_two_targets_keeps_his_place() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.npc("minion", "Thug")
    table.begin("ana", "ben", "raider", "thug")
    table.aims("ana", raider=1, thug=1)
    table.aims("ben", thug=1)
    table.do(G, "leave_combat", name="thug")
    assert table.combat.order == ("ana",)
    assert not table.combat.intents["ana"].ready


@pytest.mark.rule("F-031")
def test_one_success_of_a_second_try_is_told_as_one() -> None:
    table = _arena()
    table.aims("ana", raider=3)
    table.do(B, "ready")
    table.do(G, "ready")
    table.falls(1, 1, 1, 1, 1, 1, 1, 1)
    table.rolls(A, 6, 1, 1, intent="buy", purchase="second_try")
    assert Cue("DiceRerolled.one", {"n": 1, "r": 2}) in table.cues


def _offered(table: Arena, intent: str, slot: str) -> set[object]:
    return {one.slots[slot] for one in engine.grammar(table.state) if one.intent == intent and slot in one.slots}


@pytest.mark.rule("F-014", "F-135")
def test_the_numbers_that_are_offered() -> None:
    table = _arena()
    table.do(A, "declare_feat", stat="cunning")
    assert _offered(table, "set_needed", "n") == {range(1, 6)}
    table.do(G, "set_needed", n=5)
    table.do(A, "cancel_feat")
    table.do(G, "ready", name="all")
    assert _offered(table, "report", "face") == {range(1, 7)}
    assert _offered(table, "report", "n") == {range(21)}
    assert _offered(table, "rolled", "dice") == {range(1, 7)}


@pytest.mark.rule("F-135")
def test_whose_dice_may_be_told_by_name() -> None:
    table = _arena()
    table.npc("minion", "Thug")
    table.do(G, "join_combat", name="thug")
    table.do(A, "attack", target="raider")
    table.do(A, "split_pool", attack=2, defend=1)
    table.do(G, "ready", name="all")
    named = {
        (tuple(one.seats or ()), tuple(name.id for name in one.slots["name"]), tuple(n.id for n in one.slots["part"]))
        for one in engine.grammar(table.state)
        if one.intent == "report" and {"name", "part"} <= one.slots.keys()
    }
    assert named == {
        ((A,), ("ana",), ("defence",)),
        ((B,), ("ben",), ("defence",)),
        ((G,), ("raider", "thug"), ("defence",)),
    }


def _sold_after_the_roll() -> Arena:
    config = configured()
    stand = Purchase(id="stand", spoken=("stand firm",), effect="refuse_injury", cost=1, per_roll=2)
    rep = replace(config.rep, buy=(*config.rep.buy, stand), spend_max_per_roll=9)
    table = Arena(replace(config, rep=rep))
    table.npc("fighter", "Raider")
    table.begin("ana", "cleo", "raider")
    table.do(G, "rule_dice", name="raider", n=2, way="more")
    table.do(A, "ready")
    table.do(C, "ready")
    table.aims("raider", ana=3, cleo=2)
    table.falls(1, 1, 4, 1, 1, 1, 6, 6, 6, 6, 6)
    return table


@pytest.mark.rule("F-031", "F-118")
def test_what_rep_is_spent_for_depends_on_what_can_still_be_changed() -> None:
    table = _sold_after_the_roll()
    table.rolls(A, 1, 1, intent="buy")  # a second try: nobody has spoken yet
    table.told("raider", "ana", "hit", "guard", "extra_injury", "extra_injury")
    assert [one.id for _, one in table.combat.pending] == ["i1", "i2"]
    assert "may_refuse" not in table.lines(), "there is more to tell"
    table.told("raider", "cleo", "hit", "extra_injury")
    table.do(A, "buy")
    table.do(A, "buy")
    assert [one.injury for one in table.events if isinstance(one, InjuryRefused)] == ["i2", "i1"], "the last one first"
    table.do(C, "buy")
    table.do(G, "next")
    assert table.harm("ana", "cleo") == [(0, 3), (1, 3)]
