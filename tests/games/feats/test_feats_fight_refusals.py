"""What a fight does not take, and what it asks back: names nobody has, numbers out of range, several meanings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.feats.config import Purchase
from assistant.games.feats.state import Feat
from assistant.table import Cue
from feats.arena import Arena
from feats.company import A, B, G, configured


def _arena(**sections: object) -> Arena:
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    return table.begin("ana", "ben", "raider")


@pytest.mark.parametrize(
    ("seat", "intent", "slots", "code"),
    [
        (A, "attack", {"target": "zork"}, "E_UNKNOWN_NAME"),
        (A, "split_pool", {"target": "zork", "n": 1}, "E_UNKNOWN_NAME"),
        (A, "split_pool", {"target": "cleo", "n": 1}, "E_NOT_IN_COMBAT"),
        (A, "split_pool", {"target": "raider", "n": 0}, "E_SPLIT"),
        (A, "split_pool", {"name": "zork", "all": "defence"}, "E_UNKNOWN_NAME"),
        (A, "ready", {"name": "zork"}, "E_UNKNOWN_NAME"),
        (G, "join_combat", {"name": "zork"}, "E_UNKNOWN_NAME"),
        (G, "leave_combat", {"name": "zork"}, "E_UNKNOWN_NAME"),
        (G, "set_order", {"first": "zork"}, "E_UNKNOWN_NAME"),
        (G, "set_order", {"first": "ana", "before": "zork"}, "E_UNKNOWN_NAME"),
        (A, "oppose", {"target": "zork", "stat": "charm"}, "E_UNKNOWN_NAME"),
        (A, "oppose", {"target": "raider", "stat": "zork"}, "E_UNKNOWN_STAT"),
        (A, "declare_feat", {"stat": "zork"}, "E_UNKNOWN_STAT"),
        (A, "set_stat", {"stat": "zork"}, "E_UNKNOWN_STAT"),
        (A, "set_stat", {"stat": "charm"}, "E_PHASE"),
        (A, "set_stat", {"stat": "charm", "name": "zork"}, "E_UNKNOWN_NAME"),
        (G, "set_needed", {"n": 9}, "E_RANGE"),
        (G, "set_needed", {"n": 1}, "E_PHASE"),
        (G, "set_needed", {"n": 1, "name": "zork"}, "E_UNKNOWN_NAME"),
        (G, "set_difficulty", {"level": "hard"}, "E_PHASE"),
        (A, "tell_injury", {}, "E_NOTHING"),
    ],
)
def test_what_a_fight_refuses_while_it_is_set_up(seat: str, intent: str, slots: dict[str, object], code: str) -> None:
    assert _arena().refused(seat, intent, slots=slots) == code


@pytest.mark.parametrize(
    ("slots", "code"),
    [
        ({"name": "zork", "face": (1,)}, "E_UNKNOWN_NAME"),
        ({"target": "zork", "face": (1,)}, "E_UNKNOWN_NAME"),
        ({"part": "feat", "face": (1,)}, "E_ROLLED"),
        ({"name": "raider", "face": (1, 1, 1)}, "E_ROLLED"),
    ],
)
def test_dice_that_nobody_throws_cannot_be_told(slots: dict[str, object], code: str) -> None:
    table = _arena()
    table.do(G, "ready", name="all")
    assert table.refused(A, "report", slots=slots) == code


def test_dice_that_may_be_several_are_asked_about_when_they_are_called_out() -> None:
    table = _arena()
    table.aims("ana", raider=2)
    table.do(B, "ready")
    table.do(G, "ready")
    assert [one.slots["part"] for one in table.asked(A, "rolled").choices] == ["attack", "defence"]


@pytest.mark.rule("F-120", "F-012", "F-014")
def test_of_two_other_actions_the_game_master_says_which_is_hard() -> None:
    table = _arena()
    for seat in (A, B):
        table.do(seat, "declare_feat", stat="cunning")
    asked = table.asked(G, "set_difficulty", level="hard")
    assert [one.slots["name"] for one in asked.choices] == ["ana", "ben"]
    assert table.refused(G, "set_difficulty", level="zork", name="ana") == "E_UNKNOWN_DIFFICULTY"
    table.do(G, "set_difficulty", level="hard", name="ana")
    table.do(G, "set_difficulty", level="tricky")  # the one that has none yet
    assert [_other(table, who).contest.ref for who in ("ana", "ben")] == ["hard", "tricky"]
    assert len(table.asked(G, "set_needed", n=2).choices) == 2
    table.do(G, "set_needed", n=2, name="ben")
    assert [_other(table, who).needed for who in ("ana", "ben")] == [1, 2]


@pytest.mark.rule("F-120", "F-012", "F-070")
def test_how_hard_it_is_is_said_of_what_is_tried_and_not_of_what_is_resisted() -> None:
    table = _arena()
    table.do(A, "oppose", target="raider", stat="cunning")
    table.do(B, "declare_feat", stat="charm")
    table.do(G, "set_difficulty", level="tricky")
    table.do(G, "set_difficulty", level="hard")  # another word for the only one
    assert [_other(table, who).contest.ref for who in ("ana", "ben")] == ["cunning", "hard"]
    assert table.refused(G, "set_difficulty", level="hard", name="ana") == "E_PHASE"
    assert table.refused(B, "set_stat", name="raider", stat="charm") == "E_NOT_YOURS"
    assert table.refused(G, "set_needed", n=0, name="ben") == "E_RANGE"
    for n in (5, 1):
        table.do(G, "set_needed", n=n, name="ben")
        assert _other(table, "ben").needed == n


@pytest.mark.rule("F-029", "F-120")
def test_a_pool_that_is_full_may_still_change_its_stat_and_difficulty() -> None:
    table = _arena(dice={"max_pool": 8})
    table.do(A, "declare_feat", stat="cunning")
    table.do(G, "set_difficulty", level="tough")
    for who in ("ana", "difficulty"):
        table.do(G, "rule_dice", n=5, way="more", name=who)
    table.do(G, "set_difficulty", level="tricky")
    table.do(A, "set_stat", stat="prowess")
    assert (_other(table, "ana").pool.size, _other(table, "ana").contest.pool.size) == (8, 7)
    assert table.refused(G, "set_difficulty", level="hard") == "E_POOL_LIMIT"


@pytest.mark.rule("F-136")
def test_a_seat_that_plays_both_sides_says_whose_stat_it_is() -> None:
    table = _arena()
    table.do(G, "hand_over", name="ben", seat=A)
    table.do(A, "oppose", name="ana", target="ben", stat="cunning")
    asked = table.asked(A, "set_stat", stat="charm")
    assert [one.slots["name"] for one in asked.choices] == ["ana", "ben"]
    table.do(A, "set_stat", stat="charm", name="ben")
    assert _other(table, "ana").contest.ref == "charm"


def _other(table: Arena, who: str) -> Feat:
    feat = table.combat.intents[who].other_feat
    assert feat is not None
    return feat


@pytest.mark.rule("F-120", "F-141")
def test_where_only_the_game_master_hurts_a_statement_of_another_action_does_not() -> None:
    table = _arena(injury={"outside_combat": "gm"})
    table.do(A, "oppose", target="raider", stat="cunning")
    for seat in (A, B, G):
        table.do(seat, "ready")
    table.falls(1, 1, 1, 6, 5, 4, 1, 1, 1, 1, 1, 1, 1)
    table.do(A, "success")
    assert table.refused(A, "state_injury") == "E_GM_ONLY"
    assert table.refused(A, "state_injury", name="zork") == "E_UNKNOWN_NAME"


@pytest.mark.rule("F-031", "F-121")
def test_a_second_try_of_dice_of_which_only_the_successes_were_told() -> None:
    table = _arena()
    table.do(B, "attack", target="raider")
    table.do(B, "split_pool", all="attack")
    for seat in (A, B, G):
        table.do(seat, "ready")
    table.do(B, "report", n=0)
    table.rolls(G, 1, 1, 1, 1, 1, 1)
    table.rolls(B, 6, 1, intent="buy", purchase="second_try")
    assert table.shows("ben", "raider") == (1, 0, 2, 3)


@pytest.mark.rule("F-121", "F-107")
def test_a_second_try_of_a_defence_takes_its_gremlin_die_along() -> None:
    table = _arena()
    table.hurt("raider", "burn")
    table.do(G, "attack", name="raider", target="ana")
    table.do(A, "call_gremlin", name="raider")
    table.aims("raider", ana=3)
    table.do(A, "ready")
    table.do(B, "ready")
    table.falls(4, 1, 1, 2, 1, 1, 6, 6, 6)
    table.rolls(A, 1, 1, 6, intent="buy", purchase="second_try")
    assert table.combat.defence_rolls["ana"].gremlins == (("raider", 6),)
    assert table.shows("raider", "ana") == (3, 2, 3, 4)


@pytest.mark.rule("F-033")
def test_nobody_keeps_off_an_injury_of_somebody_else() -> None:
    config = configured()
    buy = Purchase(id="stand", spoken=("stand firm",), effect="refuse_injury", cost=1, per_roll=1)
    table = Arena(replace(config, rep=replace(config.rep, buy=(buy,))))
    table.npc("fighter", "Raider")
    table.begin("ana", "raider")
    table.do(A, "ready")
    table.aims("raider", ana=3)
    table.falls(1, 1, 1, 4, 4, 1)
    table.told("raider", "ana", "hit", "extra_injury")
    assert table.refused(B, "buy", purchase="stand", name="ana") == "E_NOT_YOURS"
    assert table.refused(G, "buy", purchase="stand", name="raider") == "E_NO_INJURY"


def test_where_faces_are_read_out_every_throw_of_an_exchange_is() -> None:
    table = _arena(speech={"faces": True})
    table.aims("ana", raider=2)
    table.do(B, "ready")
    table.do(G, "ready")
    table.falls(6, 1, 4, 2, 2, 3, 3, 3)
    told = [cue for cue in table.cues if cue.line == "DiceRolled.faces"]
    assert told[0] == Cue("DiceRolled.faces", {"name": "Ana", "faces": (6, 1)})
    assert len(told) == 4


@pytest.mark.parametrize("text", ["", "…"])
def test_words_that_are_still_unknown_name_no_injury(text: str) -> None:
    assert _arena().refused(A, "draft", slots={"intent": "hit"}, text=text) == "E_NOTHING"
