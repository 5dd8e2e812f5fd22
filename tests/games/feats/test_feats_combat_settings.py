"""Every setting that a fight reads, both ways (A01, A02, A08, A09, A11, A13 to A19, A28)."""

from __future__ import annotations

import pytest

from assistant.games.feats import fight
from assistant.games.feats.terms import Phase, Side
from assistant.table import Cue
from feats.arena import Arena
from feats.company import A, B, G


def _arena(*who: str, **sections: object) -> Arena:
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    return table.begin(*(who or ("ana", "raider")))


@pytest.mark.rule("F-053")
@pytest.mark.parametrize(
    ("rule", "hero_attacks", "npc_attacks"),
    [
        ("player_then_reactor", Side.ACTING, Side.REACTING),
        ("gm", Side.REACTING, Side.ACTING),
        ("acting", Side.ACTING, Side.ACTING),
    ],
)
def test_a_full_tie_in_a_fight(rule: str, hero_attacks: Side, npc_attacks: Side) -> None:
    table = _arena(tie={"equal_dice": rule})
    table.aims("ana", raider=1)
    table.aims("raider", ana=2)
    table.falls(4, 4, 1, 4, 1, 4)
    assert table.attack("ana", "raider").first is hero_attacks
    assert table.attack("raider", "ana").first is npc_attacks


@pytest.mark.rule("F-053")
def test_between_two_heroes_the_defender_speaks_first() -> None:
    table = _arena("ana", "ben")
    table.aims("ana", ben=2)
    table.aims("ben")
    table.falls(4, 1, 1, 4, 1)
    assert table.attack("ana", "ben").first is Side.REACTING


@pytest.mark.rule("F-053")
@pytest.mark.parametrize(("off", "first"), [((5, 2), Side.ACTING), ((3, 3, 2, 6), Side.REACTING)])
def test_a_roll_off_for_each_full_tie(off: tuple[int, ...], first: Side) -> None:
    table = _arena(tie={"equal_dice": "roll_off"})
    table.aims("ana", raider=2)
    table.aims("raider", ana=1)
    table.falls(4, 1, 4, 4, 1, 4, *off, 1, 6)
    assert table.attack("ana", "raider").first is first
    assert table.attack("raider", "ana").first is Side.REACTING, "each full tie has its own"


@pytest.mark.rule("F-054")
def test_an_attack_that_nobody_scored_in_is_skipped_where_the_table_has_it_so() -> None:
    table = _arena(tie={"zero_zero": "nobody"})
    table.aims("ana", raider=2)
    table.aims("raider", ana=2)
    table.falls(1, 1, 1, 6, 1, 1)
    assert table.attack("ana", "raider").skipped
    table.told("raider", "ana", "hit")
    assert table.harm("ana", "raider") == [(1, 3), (0, 2)]


@pytest.mark.rule("F-054", "F-139")
def test_where_nobody_tells_anything_the_fight_goes_on_at_a_word() -> None:
    table = _arena(tie={"zero_zero": "nobody"})
    table.aims("ana", raider=2)
    table.aims("raider")
    table.falls(*[1] * 6)
    assert table.state.phase is Phase.COMBAT_ROLLED, "a second try is still possible"
    table.do(G, "next")
    assert table.combat.exchange == 2


@pytest.mark.rule("F-054")
def test_an_attack_without_any_success_falls_again() -> None:
    table = _arena(tie={"zero_zero": "reroll"})
    table.aims("ana", raider=2)
    table.aims("raider")
    table.falls(1, 1, 1, 1, 2, 3, 3, 2, 5, 1)
    assert table.shows("ana", "raider") == (1, 0, 2, 3)
    assert table.combat.defence_rolls["raider"].faces == (1, 2, 3), "a defence keeps its faces"


@pytest.mark.rule("F-054", "F-111")
def test_free_choice_without_successes_is_no_hit() -> None:
    table = _arena(tie={"zero_zero": "tie_rule_free"})
    table.aims("ana", raider=3)
    table.aims("raider")
    table.falls(*[1] * 6)
    assert table.refused(A, "hit") == "E_NEEDS_SUCCESS"
    table.do(A, "miss")


@pytest.mark.rule("F-109")
@pytest.mark.parametrize(("reuse", "defences"), [("keep_faces", 1), ("roll_per_attack", 2)])
def test_a_defence_that_is_kept_or_rolled_for_each_attack(reuse: str, defences: int) -> None:
    table = _arena("ana", "ben", "raider", combat={"defence_reuse": reuse})
    table.aims("ana", raider=3)
    table.aims("ben", raider=2)
    table.aims("raider")
    table.falls(4, 4, 4, 5, 5, *(6, 1, 1, 1, 6, 6)[: 3 * defences])
    shown = [table.shows(who, "raider")[1::2] for who in ("ana", "ben")]
    assert shown == ([(1, 3), (1, 3)] if defences == 1 else [(1, 3), (2, 3)])


@pytest.mark.rule("F-109", "F-107")
def test_with_a_roll_for_each_attack_the_gremlin_die_falls_in_its_own() -> None:
    table = _arena("ana", "ben", "raider", combat={"defence_reuse": "roll_per_attack"})
    table.hurt("ben", "limp")
    table.do(B, "attack", target="raider")
    table.do(A, "attack", target="raider")
    table.do(G, "call_gremlin", name="ben", caller="raider")
    table.aims("ben", raider=1)
    table.aims("ana", raider=1)
    table.do(G, "ready")
    table.falls(1, 1, 6, 6, 6, 6, 1, 1, 1)
    assert table.shows("ben", "raider")[1::2] == (4, 4)
    assert table.shows("ana", "raider")[1::2] == (0, 3)


@pytest.mark.rule("F-107")
@pytest.mark.parametrize(("setting", "against_ben"), [("that_attacker", (0, 3)), ("all", (1, 4))])
def test_against_whom_a_gremlin_die_in_the_defence_counts(setting: str, against_ben: tuple[int, int]) -> None:
    table = _arena("ana", "ben", "raider", combat={"gremlin_defence": setting})
    table.hurt("ana", "limp")
    table.do(A, "attack", target="raider")
    table.do(B, "attack", target="raider")
    table.do(G, "call_gremlin", name="ana", caller="raider")
    table.aims("ana", raider=1)
    table.aims("ben", raider=1)
    table.do(G, "ready")
    table.falls(4, 1, 1, 4, 1, 1, 1, 1, 6)
    assert table.shows("ana", "raider")[1::2] == (1, 4)
    assert table.shows("ben", "raider")[1::2] == against_ben


@pytest.mark.rule("F-116")
@pytest.mark.parametrize(("timing", "net"), [("any", 1), ("before", 2)])
def test_a_guard_after_the_injury(timing: str, net: int) -> None:
    table = _arena(combat={"guard_timing": timing})
    table.aims("ana", raider=3)
    table.aims("raider")
    table.falls(4, 4, 1, 4, 4, 1)
    table.do(A, "hit")
    table.do(G, "next")
    table.do(A, "extra_injury")
    table.do(G, "guard")
    assert table.net() == net


@pytest.mark.rule("F-116")
def test_a_guard_before_the_injury_is_refused_where_it_has_to_come_after() -> None:
    table = _arena(combat={"guard_timing": "after"})
    table.aims("ana", raider=3)
    table.aims("raider")
    table.falls(4, 4, 1, 4, 4, 1)
    table.do(A, "hit")
    assert table.refused(G, "guard") == "E_FACT"


@pytest.mark.rule("F-116")
@pytest.mark.parametrize(("first_too", "net"), [(False, 1), (True, 0)])
def test_whether_a_guard_stops_the_first_injury(first_too: bool, net: int) -> None:
    table = _arena(combat={"guard_first_injury": first_too})
    table.aims("ana", raider=3)
    table.aims("raider")
    table.falls(4, 4, 1, 4, 1, 1)
    table.do(A, "hit")
    table.do(G, "guard")
    table.do(A, "next")
    assert table.net() == net


@pytest.mark.rule("F-112", "F-116")
@pytest.mark.parametrize("riposte", [False, True])
def test_whether_a_defender_hurts_his_attacker(riposte: bool) -> None:
    table = _arena(combat={"riposte": riposte})
    table.aims("ana", raider=2)
    table.aims("raider")
    table.falls(4, 1, 1, 4, 4, 4)
    table.do(G, "miss")
    table.do(A, "next")
    if not riposte:
        assert table.refused(G, "extra_injury") == "E_FACT"
        return
    table.do(G, "extra_injury", text="bitten hand")
    assert table.harm("ana") == [(0, 3)]
    table.do(G, "extra_injury")
    assert [one.label for one in table.who("ana").injuries] == ["bitten hand", ""]


@pytest.mark.rule("F-112")
def test_a_riposte_is_no_more_than_what_the_defender_had_more() -> None:
    table = _arena(combat={"riposte": True})
    table.aims("ana", raider=2)
    table.aims("raider")
    table.falls(4, 4, 1, 4, 4, 4)
    table.do(G, "miss")
    table.do(A, "next")
    table.do(G, "extra_injury")
    table.do(A, "next")
    assert table.refused(G, "extra_injury") == "E_FACT"


@pytest.mark.rule("F-114")
@pytest.mark.parametrize(
    ("narrator", "attacker", "teller"),
    [
        ("spender", "ana", "Ana"),
        ("spender", "raider", "Raider"),
        ("victim", "ana", "Raider"),
        ("victim", "raider", "Ana"),
        ("player", "ana", "Ana"),
        ("player", "raider", "Ana"),
    ],
)
def test_who_tells_what_kind_of_injury_it_is(narrator: str, attacker: str, teller: str) -> None:
    table = _arena(combat={"injury_narrator": narrator})
    target = "raider" if attacker == "ana" else "ana"
    table.aims(attacker, **{target: 3})
    table.aims(target)
    table.falls(*((6, 6, 6, 1, 1, 1) if attacker == "ana" else (1, 1, 1, 6, 6, 6)))
    seat = table.seat_of(attacker)
    told_by_him = table.who(attacker).name == teller
    if not told_by_him:
        assert table.refused(seat, "hit", text="a cut") == "E_NOT_YOUR_TURN"
    table.do(seat, "hit")
    assert table.cues[-1] == Cue("hit", {"teller": teller})
    table.do(table.seat_of(teller.lower()), "tell_injury", text="a cut")
    if told_by_him:
        table.do(seat, "extra_injury", text="another cut")
    else:
        assert table.refused(seat, "extra_injury", text="another cut") == "E_NOT_YOUR_TURN"


@pytest.mark.rule("F-024")
@pytest.mark.parametrize(("when", "harm"), [("roll", 1), ("call", 0)])
def test_when_a_called_injury_goes(when: str, harm: int) -> None:
    table = _arena(injury={"gremlin_removed_on": when})
    table.hurt("raider", "burn")
    table.do(A, "split_pool", target="raider", n=2)
    table.do(A, "call_gremlin", name="raider")
    assert table.harm("raider") == [(harm, 2)]
    assert fight.attack_dice(table.state, table.attack("ana", "raider")) == 3
    table.do(A, "ready")
    table.aims("raider")
    table.falls(4, 4, 4, 1, 1, 1, 1)
    assert table.harm("raider") == [(0, 2)]
    assert table.shows("ana", "raider")[::2] == (3, 3)


@pytest.mark.rule("F-024", "F-083")
@pytest.mark.parametrize(("revives", "able"), [(False, False), (True, True)])
def test_whether_a_gremlin_wakes_the_fallen(revives: bool, able: bool) -> None:
    table = _arena("ana", "ben", "raider", injury={"gremlin_revives": revives})
    table.hurt("raider", "burn", "cut")
    table.change("raider", incapacitated=True)
    table.do(A, "change_intent")  # whoever is down has no dice
    assert "raider" not in table.combat.intents
    table.do(A, "attack", target="raider")
    table.do(A, "call_gremlin", name="raider")
    table.aims("ana", raider=1)
    table.aims("ben")
    table.falls(1, 1, 1, 1, 1, 1)
    table.do(table.seat_of("ana"), "miss")
    assert table.who("raider").able is able
    assert ("raider" in table.combat.intents) is able


@pytest.mark.rule("F-080", "F-117")
@pytest.mark.parametrize(("capped", "harm"), [(True, 2), (False, 3)])
def test_injuries_beyond_health(capped: bool, harm: int) -> None:
    table = _arena(injury={"cap_at_health": capped})
    table.aims("ana", raider=3)
    table.aims("raider")
    table.falls(6, 6, 6, 1, 1, 1)
    table.told("ana", "raider", "hit", "extra_injury", "extra_injury")
    assert table.harm("raider") == [(harm, 2)]


@pytest.mark.rule("F-061")
def test_where_nothing_may_be_left_a_success_has_to_be_spent() -> None:
    table = _arena(statements={"forgo": False})
    table.aims("ana", raider=3)
    table.aims("raider")
    table.falls(6, 6, 1, 1, 1, 1)
    table.do(A, "hit")
    assert table.refused(A, "pass", how="one") == "E_STATEMENTS_LEFT"


@pytest.mark.rule("F-052")
@pytest.mark.parametrize(("counted", "first"), [(False, Side.ACTING), (True, Side.REACTING)])
def test_whether_dice_that_fell_again_count_in_a_tie(counted: bool, first: Side) -> None:
    table = _arena("ana", "ben", tie={"count_rerolled": counted})
    table.do(A, "use_edge", edge="duelist")
    table.aims("ana", ben=3)
    table.aims("ben")
    table.falls(4, 1, 1, 1, 1, 1, 2)
    table.rolls(B, 4, 1, intent="buy", purchase="second_try")
    assert table.shows("ana", "ben")[:2] == (1, 1)
    assert table.attack("ana", "ben").first is first
