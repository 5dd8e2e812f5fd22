""" "What are the odds": which pools are meant, and what is said (F-133, section 10)."""

from __future__ import annotations

import pytest

from assistant.table import Cue
from feats.arena import Arena
from feats.company import A, B, G, Table


def _odds(p: int, name: str, other: str) -> Cue:
    return Cue("odds", {"p": p, "name": name, "other": other})


@pytest.mark.rule("F-133")
def test_e5_what_the_odds_were_beforehand() -> None:
    table = Table()
    table.npc("fighter", "Captain", stats={**table.who("ana").stats, "charm": 3})
    table.hurt("captain", "split lip")
    table.change("ana", character_dice=1)
    table.do(A, "oppose", target="captain", stat="charm")
    table.do(A, "use_edge", edge="silver tongue")
    table.do(A, "use_agenda")
    table.do(A, "call_gremlin", name="captain")
    assert table.try_(A, "odds") == _odds(91, "Ana", "Captain")
    table.do(A, "use_die")
    assert table.try_(A, "odds") == _odds(95, "Ana", "Captain")
    assert table.try_(G, "odds") == _odds(5, "Captain", "Ana")
    assert table.try_(B, "odds") == _odds(95, "Ana", "Captain"), "who looks on hears of the actor"


@pytest.mark.rule("F-133")
def test_the_cliff_that_is_worth_telling() -> None:
    table = Table()
    table.tries("ben", "prowess", "tough")
    assert table.try_(B, "odds") == _odds(19, "Ben", "game master")
    table.do(B, "use_concept")
    assert table.try_(B, "odds") == _odds(66, "Ben", "game master")


@pytest.mark.rule("F-133")
def test_without_a_difficulty_and_without_pools_there_are_none() -> None:
    table = Table()
    assert table.refused(A, "odds") == "E_PHASE"
    table.tries("ben", "prowess", None)
    assert table.refused(A, "odds") == "E_NO_DIFFICULTY"
    fight = Arena().begin("ana", "ben")
    assert fight.refused(A, "odds") == "E_NOTHING"


@pytest.mark.rule("F-133")
def test_a_table_may_switch_them_off() -> None:
    table = Table(speech={"odds": False})
    table.tries("ben", "prowess")
    assert table.refused(B, "odds") == "E_ODDS_OFF"


@pytest.mark.rule("F-133", "F-041")
def test_other_dice_have_other_odds() -> None:
    table = Table(dice={"success_from": 6})
    table.tries("ana", "prowess", "tough")
    assert table.try_(A, "odds") == _odds(73, "Ana", "game master")


@pytest.mark.rule("F-133", "F-053")
@pytest.mark.parametrize(("rule", "p"), [("player_then_reactor", 66), ("gm", 34), ("roll_off", 50), ("acting", 66)])
def test_the_tie_rule_of_the_table_counts(rule: str, p: int) -> None:
    table = Table(tie={"equal_dice": rule})
    table.tries("ana", "cunning", "tough")
    assert table.try_(A, "odds") == _odds(p, "Ana", "game master")


@pytest.mark.rule("F-133", "F-072")
def test_against_several_the_box_asks_against_whom() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="cunning")
    table.do(G, "resist", name="cleo")
    asked = table.asked(A, "odds")
    assert [one.slots["target"] for one in asked.choices] == ["ben", "cleo"]
    assert table.try_(A, "odds", target="ben") == _odds(94, "Ana", "Ben")
    assert table.try_(B, "odds") == _odds(6, "Ben", "Ana")


@pytest.mark.rule("F-133", "F-107")
def test_in_a_fight_they_are_those_of_an_attack_as_it_is_divided_now() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.hurt("raider", "burn")
    table.begin("ana", "ben", "raider")
    table.aims("raider", ana=2)
    assert table.try_(A, "odds") == _odds(81, "Ana", "Raider"), "in defence: three dice, and a hero, against two"
    table.do(A, "call_gremlin", name="raider")
    assert table.try_(A, "odds") == _odds(89, "Ana", "Raider")
    table.do(A, "split_pool", target="raider", n=2)
    assert table.try_(A, "odds") == _odds(88, "Ana", "Raider")
    table.do(A, "split_pool", target="ben", n=1)
    assert len(table.asked(A, "odds").choices) == 2
    assert table.try_(A, "odds", target="ben") == _odds(13, "Ana", "Ben")


@pytest.mark.rule("F-133", "F-120")
def test_and_those_of_another_action() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.begin("ana", "raider")
    table.do(A, "declare_feat", stat="cunning")
    assert table.refused(A, "odds") == "E_NOTHING"
    table.do(G, "set_difficulty", level="hard")
    assert table.try_(A, "odds") == _odds(23, "Ana", "game master")
