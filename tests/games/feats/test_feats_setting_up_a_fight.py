"""A fight up to the roll: who is in it, who attacks whom with how many dice (F-100 to F-107, F-123, F-140, F-142)."""

from __future__ import annotations

import pytest

from assistant.games.feats import combat, fight
from assistant.games.feats.terms import Phase
from assistant.table import Cue, Refusal
from feats.arena import Arena
from feats.company import A, B, C, G, Table


def _arena(*more: str, **sections: object) -> Arena:
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    return table.begin("ana", "ben", "raider", *more)


@pytest.mark.rule("F-100", "F-104")
def test_a_fight_takes_in_all_the_living_with_the_dice_of_their_stat() -> None:
    table = Arena()
    table.change("dev", dead=True, incapacitated=True)
    table.change("cleo", incapacitated=True)
    assert table.refused(A, "open_combat") == "E_GM_ONLY"
    table.do(G, "open_combat")
    assert table.combat.combatants == ("ana", "ben", "cleo")
    assert {who: one.pool.size for who, one in table.combat.intents.items()} == {"ana": 3, "ben": 2}
    assert table.refused(G, "open_combat") == "E_PHASE"


@pytest.mark.rule("F-100")
def test_nobody_fights_alone() -> None:
    table = Table()
    for who in ("ben", "cleo", "dev"):
        table.change(who, incapacitated=True)
    assert table.refused(G, "open_combat") == "E_NO_OPPONENT"


@pytest.mark.rule("F-101", "F-016")
def test_an_attack_is_declared_by_who_can_and_on_who_is_there() -> None:
    table = _arena()
    table.do(A, "attack", target="raider")
    assert table.refused(A, "attack", target="raider") == "E_TARGET"
    assert table.refused(A, "attack", target="ana", name="ana") == "E_TARGET"
    assert table.refused(A, "attack", target="cleo") == "E_NOT_IN_COMBAT"
    assert table.refused(A, "attack", name="ben", target="raider") == "E_NOT_YOURS"
    assert table.refused(C, "attack", name="cleo", target="raider") == "E_NOT_IN_COMBAT"
    table.change("raider", incapacitated=True)
    assert table.refused(G, "attack", name="raider", target="ana") == "E_INCAPACITATED"
    table.do(B, "attack", target="raider")  # whoever is down may still be attacked
    table.change("raider", dead=True)
    assert table.refused(A, "attack", target="raider") == "E_DEAD"


@pytest.mark.rule("F-101")
def test_the_game_master_declares_for_an_empty_chair() -> None:
    table = _arena()
    table.do(G, "attack", name="ben", target="raider")
    assert fight.attack_on(table.state, "ben", "raider") is not None


@pytest.mark.rule("F-101")
def test_a_plan_is_kept_in_words() -> None:
    table = _arena()
    table.do(A, "tell_plan", text="over the table and at him")
    assert table.combat.intents["ana"].text == "over the table and at him"
    assert table.refused(A, "tell_plan", text=" ") == "E_NOTHING"


@pytest.mark.rule("F-102")
def test_who_changes_his_mind_keeps_his_dice_and_is_not_ready() -> None:
    table = _arena()
    table.do(A, "use_edge", edge="duelist")
    table.aims("ana", raider=3)
    table.do(A, "change_intent")
    intent = table.combat.intents["ana"]
    assert (intent.attacks, intent.ready, intent.pool.size) == ((), False, 5)
    assert table.combat.order == ()
    assert fight.defence_dice(table.state, "ana") == 5


@pytest.mark.rule("F-102", "F-107")
def test_a_gremlin_goes_back_when_its_target_does_something_else() -> None:
    table = _arena()
    table.hurt("raider", "burn")
    table.do(G, "attack", name="raider", target="ana")
    table.do(A, "call_gremlin", name="raider")
    assert table.combat.intents["ana"].pool.size == 4
    table.do(G, "change_intent", name="raider")
    assert table.combat.intents["ana"].pool.size == 3
    table.do(A, "attack", target="raider")
    table.do(A, "call_gremlin", name="raider")
    assert table.combat.intents["ana"].pool.size == 4


@pytest.mark.rule("F-105", "F-106")
def test_dice_are_divided_and_the_rest_defends() -> None:
    table = _arena()
    table.do(A, "use_edge", edge="duelist")
    assert table.refused(A, "split_pool", attack=3, defend=2) == "E_NOT_YOURS"  # she attacks nobody
    table.do(A, "attack", target="raider")
    assert table.refused(A, "split_pool", attack=3, defend=3) == "E_SPLIT"
    assert table.refused(A, "split_pool", attack=0, defend=5) == "E_SPLIT"
    assert table.refused(A, "split_pool", target="raider", n=6) == "E_SPLIT"
    table.do(A, "split_pool", attack=3, defend=2)
    assert (table.attack("ana", "raider").dice, fight.defence_dice(table.state, "ana")) == (3, 2)
    table.do(A, "split_pool", all="attack")
    assert (table.attack("ana", "raider").dice, fight.defence_dice(table.state, "ana")) == (5, 0)
    assert table.refused(A, "split_pool", target="ben", n=1) == "E_SPLIT"
    table.do(A, "split_pool", target="raider", n=2)
    table.do(A, "split_pool", target="ben", n=2)
    assert table.refused(A, "split_pool", attack=2, defend=3) == "E_TARGET"  # on whom?
    assert fight.defence_dice(table.state, "ana") == 1
    table.do(A, "split_pool", all="defence")
    assert (table.combat.attacks, fight.defence_dice(table.state, "ana")) == ({}, 5)


@pytest.mark.rule("F-105", "F-027")
def test_a_division_that_no_longer_fits_is_cleared() -> None:
    table = _arena()
    table.do(A, "use_edge", edge="duelist")
    table.aims("ana", raider=4)
    table.do(A, "take_back", part="edge")
    assert table.attack("ana", "raider").dice == 0
    assert not table.combat.intents["ana"].ready
    assert table.refused(A, "ready") == "E_UNDIVIDED"
    table.do(A, "split_pool", all="attack")
    table.do(A, "ready")


@pytest.mark.rule("F-107")
def test_a_gremlin_die_is_bound_to_the_attack_on_the_injured() -> None:
    table = _arena()
    table.hurt("raider", "burn", "cut")
    assert table.refused(A, "call_gremlin", name="raider") == "E_NOT_OPPOSED"
    table.do(A, "split_pool", target="raider", n=1)
    table.do(A, "call_gremlin", name="raider")
    attack = table.attack("ana", "raider")
    assert (attack.dice, fight.attack_dice(table.state, attack)) == (1, 2)
    assert table.refused(A, "call_gremlin", name="raider") == "E_GREMLIN_LIMIT"
    table.do(A, "split_pool", target="raider", n=4)
    assert fight.defence_dice(table.state, "ana") == 0
    table.do(B, "attack", target="raider")
    table.do(B, "call_gremlin", name="raider")  # the other injury
    assert [part.ref for one in ("ana", "ben") for part in table.combat.intents[one].pool.parts][1::2] == ["i1", "i2"]


@pytest.mark.rule("F-105", "F-106", "F-107")
@pytest.mark.parametrize(
    ("said", "own"),
    [
        ({"attack": 1, "defend": 3}, 0),
        ({"attack": 2}, 1),
        ({"attack": 4, "defend": 0}, 3),
        ({"all": "attack"}, 3),
        ({"target": "raider", "n": 1}, 0),
        ({"target": "raider", "n": 4}, 3),
        ({"attack": 0, "defend": 4}, None),
        ({"attack": 2, "defend": 1}, None),
        ({"attack": 5}, None),
        ({"defend": 2}, None),
        ({"target": "raider", "n": 0}, None),
        ({"target": "raider", "n": 5}, None),
        ({"target": "raider"}, None),
    ],
)
def test_the_bound_die_is_one_of_those_that_attack(said: dict[str, object], own: int | None) -> None:
    table = _arena()
    table.hurt("raider", "burn")
    table.do(A, "attack", target="raider")
    table.do(A, "call_gremlin")
    if own is None:
        assert table.refused(A, "split_pool", slots=said) == "E_SPLIT"
        return
    table.do(A, "split_pool", slots=said)
    assert (table.attack("ana", "raider").dice, fight.defence_dice(table.state, "ana")) == (own, 3 - own)
    table.do(A, "ready")


@pytest.mark.rule("F-105")
@pytest.mark.parametrize("said", [{"attack": 1, "defend": 2}, {"target": "raider", "n": 1}])
def test_a_single_die_is_an_attack(said: dict[str, object]) -> None:
    table = _arena()
    table.do(A, "attack", target="raider")
    table.do(A, "split_pool", slots=said)
    assert table.attack("ana", "raider").dice == 1


@pytest.mark.rule("F-107")
def test_in_the_defence_it_counts_against_the_injured_attacker_alone() -> None:
    table = _arena()
    table.hurt("raider", "burn")
    table.do(G, "attack", name="raider", target="ana")
    table.do(B, "attack", target="ana")
    table.do(A, "call_gremlin", name="raider")
    assert fight.defence_gremlins(table.state, "ana") == (("raider", 1),)
    assert fight.defence_dice(table.state, "ana") == 3
    table.aims("raider", ana=1)
    table.aims("ben", ana=1)
    table.do(A, "ready")
    table.falls(1, 2, 3, 6, 6, 1, 4, 1, 1)
    assert table.shows("raider", "ana") == (1, 1, 1, 4)
    assert table.shows("ben", "ana")[1::2] == (0, 3)


@pytest.mark.rule("F-108")
def test_who_is_ready_and_who_is_waited_for() -> None:
    table = _arena()
    table.do(A, "ready")
    table.do(B, "attack", target="raider")
    assert table.refused(G, "roll") == "E_NOT_READY"
    assert table.refused(B, "ready", name="all") == "E_GM_ONLY"
    assert table.refused(G, "ready", name="all") == "E_UNDIVIDED"
    assert table.refused(C, "ready") == "E_NOT_YOURS"
    table.do(B, "split_pool", all="attack")
    told = table.try_(A, "next_exchange")
    assert told == Cue("waiting", {"names": "Ben, Raider"})
    table.do(G, "ready", name="all")
    assert table.lines() == ["CombatantsReady.all"]
    assert table.try_(A, "next_exchange") == Cue("all_ready")
    assert table.refused(A, "ready") == "E_NOTHING"
    table.do(B, "change_intent")
    assert table.refused(A, "roll") == "E_NOT_READY"


@pytest.mark.rule("F-103")
def test_the_game_master_says_in_which_order_it_is_told() -> None:
    table = _arena("cleo")
    for who, target in (("ana", "raider"), ("ben", "raider"), ("raider", "ana")):
        table.aims(who, **{target: 1})
    assert table.combat.order == ("ana", "ben", "raider")
    assert table.refused(A, "set_order", first="ben") == "E_GM_ONLY"
    assert table.refused(G, "set_order", first="cleo") == "E_TARGET"
    assert table.refused(G, "set_order", first="ben", before="ben") == "E_TARGET"
    table.do(G, "set_order", first="ben")
    assert table.combat.order == ("ben", "ana", "raider")
    table.do(G, "set_order", next="raider")
    assert table.combat.order == ("ben", "raider", "ana")
    table.do(G, "set_order", first="ana", before="raider")
    assert table.combat.order == ("ben", "ana", "raider")
    table.do(G, "ready", name="cleo")
    table.falls(6, 1, 1, 6, 1, 1, 1, 1, 4, 1, 1)
    table.do(G, "set_order", first="raider")
    assert table.told("raider", "ana", "hit") == "A"
    assert table.refused(G, "set_order", first="ben") == "E_ROLLED"


@pytest.mark.rule("F-142")
def test_joining_and_leaving_between_exchanges() -> None:
    table = _arena()
    table.change("ana", rep=3)
    table.do(A, "buy", purchase="extra_die")
    table.do(A, "attack", target="raider")
    table.aims("ben", ana=1)
    assert table.refused(A, "join_combat", name="cleo") == "E_GM_ONLY"
    assert table.refused(G, "leave_combat", name="cleo") == "E_NOT_IN_COMBAT"
    assert table.refused(G, "join_combat", name="ben") == "E_NOTHING"
    table.do(G, "leave_combat", name="ana")
    assert (table.who("ana").rep, table.combat.attacks, table.combat.order) == (3, {}, ())
    assert not table.combat.intents["ben"].ready, "his target is gone"
    table.do(G, "join_combat", name="cleo")
    assert table.combat.intents["cleo"].pool.size == 3
    table.change("dev", dead=True)
    assert table.refused(G, "join_combat", name="dev") == "E_DEAD"


@pytest.mark.rule("F-123")
def test_the_end_gives_back_what_went_into_the_exchange() -> None:
    table = _arena()
    table.change("ana", character_dice=1)
    table.do(A, "use_die")
    table.do(A, "buy", purchase="extra_die")
    assert (table.who("ana").rep, table.who("ana").character_dice) == (2, 0)
    assert table.refused(A, "end_combat") == "E_GM_ONLY"
    table.do(G, "end_combat")
    assert (table.who("ana").rep, table.who("ana").character_dice) == (3, 1)
    assert table.state.phase is Phase.IDLE


@pytest.mark.rule("F-123")
def test_the_end_is_proposed_when_one_side_is_down() -> None:
    table = _arena()
    table.aims("ana", raider=3)
    table.aims("ben")
    table.aims("raider")
    table.falls(6, 6, 6, 1, 1, 1, 1, 1)
    table.told("ana", "raider", "hit", "extra_injury", "extra_injury")
    assert combat.over(table.state)
    assert table.lines()[-1] == "one_side_down"
    table.sure(G, "back_up", name="raider")
    table.do(G, "leave_combat", name="raider")
    assert table.lines() == ["CombatantLeft"], "nobody is left of that side, so nobody is down"


@pytest.mark.rule("F-140", "F-084")
def test_who_goes_down_before_the_roll_gets_back_what_he_spent() -> None:
    table = _arena()
    table.do(A, "buy", purchase="extra_die")
    table.aims("ana", raider=2)
    table.aims("ben", ana=1)
    for _ in range(3):
        table.do(G, "injure", name="ana")
    assert table.who("ana").rep == 3
    assert "ana" not in table.combat.intents
    assert [one.target for one in table.combat.attacks.values()] == ["ana"], "attacks on her stand"
    assert table.refused(A, "attack", name="ana", target="raider") == "E_INCAPACITATED"
    table.aims("raider")
    table.falls(4, 1, 1, 1, 1)
    assert table.shows("ben", "ana") == (1, 0, 1, 0)


@pytest.mark.rule("F-083", "F-104")
def test_who_is_back_up_takes_his_dice_again() -> None:
    table = _arena()
    for _ in range(3):
        table.do(G, "injure", name="ana")
    table.sure(G, "back_up", name="ana")
    assert table.combat.intents["ana"].pool.size == 3


@pytest.mark.rule("F-015", "F-090")
def test_a_fight_leaves_no_room_for_anything_else() -> None:
    table = _arena()
    outcome = table.try_(G, "safe_place", confirmed_by=G)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "E_PHASE"
