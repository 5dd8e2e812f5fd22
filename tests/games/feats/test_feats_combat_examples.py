"""The worked examples of fights in section 8 of the ledger: E6, E7, E10."""

from __future__ import annotations

import pytest

from assistant.games.feats.state import Injury
from assistant.games.feats.terms import Phase
from feats.arena import Arena
from feats.company import A, B, C, G


@pytest.mark.rule("F-104", "F-105", "F-108", "F-110", "F-111", "F-115")
def test_e6_one_against_one_first_exchange() -> None:
    table = _e6()
    assert table.shows("ana", "raider") == (2, 1, 3, 1)
    assert table.told("ana", "raider", "hit", "guard", "extra_injury") == "ARA"
    assert table.net() == 1
    assert table.harm("raider") == [(0, 2)]
    assert table.shows("raider", "ana") == (1, 1, 2, 2)
    assert table.told("raider", "ana", "miss", "next") == "RA"
    assert table.net() == 0
    assert table.harm("raider", "ana") == [(1, 2), (0, 3)]
    assert (table.state.phase, table.combat.exchange) == (Phase.COMBAT_SETUP, 2)


def _e6() -> Arena:
    table = Arena()
    table.npc("fighter", "Raider")
    table.begin("ana", "raider")
    table.do(A, "use_edge", edge="duelist")
    table.aims("ana", raider=3)
    table.aims("raider", ana=2)
    table.falls(6, 4, 2, 5, 1, 4, 3, 6)
    return table


@pytest.mark.rule("F-024", "F-082", "F-107", "F-117", "F-118", "F-122")
def test_e6_second_exchange_a_gremlin_and_both_hit_at_once() -> None:
    table = _e6()
    table.do(A, "hit", text="gashed arm")
    table.do(G, "guard")
    table.do(A, "extra_injury")
    table.told("raider", "ana", "miss", "next")
    assert [one.label for one in table.who("raider").injuries] == ["gashed arm"]
    table.do(A, "use_edge", edge="duelist")
    table.do(A, "attack", target="raider")
    table.do(A, "call_gremlin", injury="gashed arm")
    table.do(A, "split_pool", attack=4, defend=2)
    table.do(A, "ready")
    table.aims("raider", ana=2)
    table.falls(6, 5, 4, 1, 3, 5, 6, 6, 2)
    assert table.harm("raider") == [(0, 2)]
    assert table.who("raider").scars == ("gashed arm",)
    assert table.shows("ana", "raider") == (3, 0, 4, 1)
    assert table.told("ana", "raider", "hit", "extra_injury", "extra_injury") == "AAA"
    assert (table.net(), table.harm("raider")) == (3, [(0, 2)])
    assert table.shows("raider", "ana") == (2, 1, 2, 2)
    assert table.told("raider", "ana", "hit", "guard", "extra_injury") == "ARA"
    assert table.harm("raider", "ana") == [(2, 2), (1, 3)]
    assert table.who("raider").incapacitated
    assert table.who("ana").able


@pytest.mark.rule("F-025", "F-026", "F-106", "F-109", "F-112", "F-119")
def test_e7_two_against_two() -> None:
    table = Arena()
    table.hurt("ben", "twisted knee", "cut")
    table.change("ben", character_dice=1)
    table.npc("fighter", "Brute", stats={**table.who("ana").stats, "prowess": 4}, health=3)
    table.npc("minion", "Thug")
    table.begin("ben", "cleo", "brute", "thug")
    table.do(B, "use_concept")
    table.do(B, "use_die")
    table.aims("ben", brute=2)
    table.do(C, "buy", purchase="extra_die")
    table.aims("cleo", thug=2, brute=1)
    table.aims("brute", ben=2, cleo=1)
    table.do(G, "attack", name="thug", target="ben")
    table.do(G, "call_gremlin", name="ben", caller="thug", injury="twisted knee")
    table.aims("thug", ben=3)
    table.falls(6, 5, 4, 2, 5, 1, 3, 6, 6, 4, 4, 4, 6, 5, 5)
    assert table.harm("ben") == [(1, 3)]
    assert table.shows("ben", "brute")[:2] == (2, 1)
    assert table.told("ben", "brute", "hit", "guard", "extra_injury") == "ARA"
    assert table.shows("cleo", "thug")[:2] == (1, 0)
    assert table.told("cleo", "thug", "hit") == "A"
    assert table.shows("cleo", "brute")[:2] == (0, 1)
    assert table.told("cleo", "brute", "miss") == "R"
    assert table.shows("brute", "ben")[:2] == (2, 1)
    assert table.told("brute", "ben", "hit", "guard", "extra_injury") == "ARA"
    assert table.shows("brute", "cleo") == (1, 1, 1, 1)
    assert table.told("brute", "cleo", "miss", "next") == "RA"
    assert table.shows("thug", "ben")[:2] == (3, 1)
    assert table.told("thug", "ben", "hit", "guard", "extra_injury", "extra_injury") == "ARAA"
    assert table.net() == 2
    assert table.harm("ben", "cleo", "brute", "thug") == [(3, 3), (0, 3), (1, 3), (1, 1)]
    assert [table.who(one).incapacitated for one in ("ben", "cleo", "brute", "thug")] == [True, False, False, True]
    assert (table.who("ben").character_dice, table.who("cleo").rep) == (0, 2)


@pytest.mark.rule("F-052", "F-054", "F-107", "F-113", "F-139")
def test_e10_three_against_two_and_a_gremlin_in_the_defence() -> None:
    table = Arena()
    table.npc("fighter", "Brute", stats={**table.who("ana").stats, "prowess": 4}, health=3)
    table.npc("minion", "Thug")
    table.hurt("brute", "burn")
    table.begin("ana", "ben", "cleo", "brute", "thug")
    table.aims("ana", brute=3)
    table.aims("ben", brute=1)
    table.do(C, "attack", target="thug")
    table.do(G, "attack", name="brute", target="cleo")
    table.do(C, "call_gremlin", injury="burn")
    table.aims("cleo", thug=2)
    table.aims("brute", cleo=2)
    table.aims("thug", cleo=2)
    table.do(G, "set_order", first="cleo", before="brute")
    table.falls(6, 4, 1, 5, 3, 3, 2, 2, 5, 6, 5, 4, 2, 4, 6)
    assert table.harm("brute") == [(0, 3)]
    assert table.shows("ana", "brute") == (2, 1, 3, 2)
    assert table.told("ana", "brute", "hit", "guard", "extra_injury") == "ARA"
    assert table.shows("ben", "brute") == (1, 1, 1, 2)
    assert table.told("ben", "brute", "miss", "next") == "RA"
    assert table.shows("cleo", "thug") == (0, 0, 2, 0)
    assert table.refused(C, "hit") == "E_NEEDS_SUCCESS"
    assert table.told("cleo", "thug", "miss") == "A"
    assert table.shows("brute", "cleo") == (2, 1, 2, 2)
    assert table.told("brute", "cleo", "hit", "guard", "extra_injury") == "ARA"
    assert table.shows("thug", "cleo") == (2, 0, 2, 1)
    assert table.told("thug", "cleo", "hit", "extra_injury") == "AA"
    assert table.harm("brute", "cleo", "thug", "ana", "ben") == [(1, 3), (3, 3), (0, 1), (0, 3), (0, 3)]
    assert table.who("cleo").incapacitated
    assert "cleo" not in table.combat.intents
    for who in ("ana", "ben", "brute", "thug"):
        table.do(G, "ready", name=who)
    table.falls(*[4] * 11)
    assert table.combat.exchange == 3
    assert "ExchangeRolled.none" in table.lines()


def test_an_injury_of_a_fight_says_in_which_exchange_it_was_told() -> None:
    table = _e6()
    table.told("ana", "raider", "hit", "next", "next")
    table.told("raider", "ana", "miss", "next")
    (injury,) = table.who("raider").injuries
    assert isinstance(injury, Injury)
    assert injury.exchange == 1
