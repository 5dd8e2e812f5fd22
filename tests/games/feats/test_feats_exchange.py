"""An exchange from its roll to the next: dice, statements, what lands (F-108 to F-122, F-135, F-138, F-139)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from assistant.games.feats import telling
from assistant.games.feats.config import Purchase
from assistant.games.feats.events_combat import BlowsRolled, ExchangeApplied
from assistant.games.feats.terms import Outcome, Phase, StatementKind
from assistant.table import Cue, Refusal, Roll
from feats.arena import Arena
from feats.company import A, B, G, configured


def _duel(ana: int, raider: int, *faces: int, **sections: object) -> Arena:
    """Ana puts so many dice into an attack on the raider, he on her; each has three."""
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    table.begin("ana", "raider")
    table.aims("ana", **({"raider": ana} if ana else {}))
    table.aims("raider", **({"ana": raider} if raider else {}))
    if faces:
        table.falls(*faces)
    return table


@pytest.mark.rule("F-138")
def test_the_game_master_need_not_wait() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.begin("ana", "ben", "raider")
    table.aims("raider", ana=3)
    table.do(A, "attack", target="raider")  # no die yet
    table.do(B, "split_pool", target="raider", n=1)
    assert table.refused(A, "roll_anyway") == "E_GM_ONLY"
    table.rolls(G, 4, 4, 4, 6, 1, 5, 5, 5, intent="roll_anyway")
    assert table.shows("ben", "raider") == (1, 0, 1, 0)
    assert table.shows("raider", "ana") == (3, 3, 3, 3)
    assert [one.attacker for one in table.combat.attacks.values()] == ["raider", "ben"]


@pytest.mark.rule("F-135", "F-042")
def test_real_dice_are_told_pool_by_pool_and_the_first_locks_everything() -> None:
    table = _duel(2, 1)
    assert isinstance(table.try_(A, "report", face=(4,)), type(table.asked(A, "report", face=(4, 1))))
    assert table.refused(A, "report", target="raider", face=(4,)) == "E_COUNT"
    assert table.refused(A, "report", target="raider", face=(4, 7)) == "E_COUNT"
    table.do(A, "report", target="raider", face=(4, 1))
    assert table.cues[0] == Cue("DiceRolled.waiting", {"n": 1, "other": "Ana"})
    for intent, slots in (
        ("change_intent", {}),
        ("attack", {"target": "raider"}),
        ("use_edge", {"edge": "duelist"}),
        ("ready", {}),
    ):
        assert table.refused(A, intent, **slots) == "E_ROLLED", intent
    assert table.refused(G, "end_combat") == "E_ROLLED"
    assert table.refused(G, "join_combat", name="ben") == "E_ROLLED"
    assert table.refused(G, "report", target="raider", face=(4, 1)) == "E_ROLLED"
    table.do(A, "report", part="defence", n=1)
    assert not table.combat.rolled
    table.rolls(G, 6, 1, 4)  # his attack, and the two dice of his defence
    assert table.combat.rolled
    told = [(one.throw, one.told, one.real) for one in table.events if isinstance(one, BlowsRolled)]
    assert told == [
        *(("a1", 0, True), ("ana.defence", 1, True)),
        *(("a2", 0, False), ("raider.defence", 0, False)),
    ]
    assert table.shows("ana", "raider") == (1, 1, 2, 2)
    assert table.shows("raider", "ana") == (1, 1, 1, 1)


@pytest.mark.rule("F-135")
def test_the_faces_of_the_only_dice_of_a_seat_are_just_called_out() -> None:
    table = _duel(3, 0)
    assert table.try_(A, "rolled") == Roll((6, 6, 6), by=A)
    assert table.try_(A, "rolled", dice=(6,)) == Roll((6, 6), by=A)
    table.do(A, "rolled", dice=(6, 5, 1))
    table.do(G, "rolled", dice=(4, 1, 1))
    assert table.shows("ana", "raider") == (2, 1, 3, 3)


@pytest.mark.rule("F-135", "F-108")
def test_nobody_tells_dice_while_somebody_is_not_ready() -> None:
    table = _duel(2, 1)
    table.do(G, "change_intent", name="raider")
    assert table.refused(A, "report", target="raider", face=(4, 1)) == "E_NOT_READY"


@pytest.mark.rule("F-135", "F-107")
def test_the_gremlin_die_of_a_defence_is_told_last_and_by_its_face() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.hurt("raider", "burn")
    table.begin("ana", "raider")
    table.do(G, "attack", name="raider", target="ana")
    table.do(A, "call_gremlin", name="raider")
    table.aims("raider", ana=3)
    table.do(A, "ready")
    assert table.refused(A, "report", n=2) == "E_COUNT"
    table.do(A, "report", face=(1, 1, 1, 6))
    assert table.combat.defence_rolls["ana"].gremlins == (("raider", 6),)
    table.do(G, "report", n=2)
    assert table.state.phase is Phase.COMBAT_ROLLED
    assert table.harm("raider") == [(0, 2)]
    assert table.shows("raider", "ana") == (2, 1, 3, 4)


@pytest.mark.rule("F-139", "F-024")
def test_an_exchange_in_which_nobody_attacks_ends_with_its_roll() -> None:
    table = _duel(0, 0, 1, 2, 3, 4, 5, 6)
    assert (table.state.phase, table.combat.exchange) == (Phase.COMBAT_SETUP, 2)
    assert table.lines() == ["ExchangeRolled.none", "ExchangeOpened"]


@pytest.mark.rule("F-119")
def test_who_put_everything_into_attack_has_no_defence() -> None:
    table = _duel(1, 3, 6, 1, 1, 4, 1, 1)
    assert [cue.line for cue in table.cues][-1] == "compared.undefended"
    assert table.shows("ana", "raider") == (1, 0, 1, 0)
    assert table.told("ana", "raider", "hit") == "A"


@pytest.mark.rule("F-110", "F-055", "F-057")
def test_an_attack_is_told_like_a_feat() -> None:
    table = _duel(3, 1, 6, 5, 1, 1, 6, 1)
    assert not table.combat.stated
    assert table.refused(G, "hit") == "E_NOT_YOUR_TURN"
    assert table.refused(A, "next") == "E_MUST_ESTABLISH"
    assert table.refused(A, "extra_injury") == "E_MUST_ESTABLISH"
    assert table.try_(B, "whose_turn") == Cue("whose_turn", {"next": "Ana", "k": 2})
    table.do(A, "success")
    assert table.state.phase is Phase.COMBAT_STATING
    assert table.refused(A, "hit") == "E_FACT"
    assert table.refused(A, "next") == "E_NOT_YOUR_TURN"
    table.do(G, "next")
    assert table.told("ana", "raider", "next") == "A"
    assert table.attack("ana", "raider").net == 1


@pytest.mark.rule("F-111", "F-058", "F-115")
def test_the_defender_may_let_it_hit() -> None:
    table = _duel(2, 0, 6, 1, 1, 5, 4, 1)
    assert table.shows("ana", "raider") == (1, 2, 2, 3)
    table.do(G, "hit")
    assert table.refused(A, "extra_injury") == "E_NO_SUCCESS_LEFT"  # her one success stands for the hit
    table.do(A, "next")
    table.do(G, "next")
    assert table.harm("raider") == [(1, 2)]


@pytest.mark.rule("F-113", "F-111")
def test_without_a_success_nobody_is_hit_whoever_speaks() -> None:
    table = _duel(2, 0, 1, 1, 1, 5, 1, 1)
    assert table.refused(G, "hit") == "E_NEEDS_SUCCESS"
    table.do(G, "miss")
    assert table.harm("raider") == [(0, 2)]


@pytest.mark.rule("F-112", "F-060", "F-116")
def test_after_a_miss_there_are_only_details() -> None:
    table = _duel(3, 0, 6, 6, 1, 4, 1, 1)
    table.do(A, "miss")
    assert table.attack("ana", "raider").outcome is Outcome.FAILURE
    assert table.refused(G, "guard") == "E_FACT"
    table.do(G, "next")
    assert table.refused(A, "extra_injury") == "E_FACT"
    table.do(A, "next")
    assert table.harm("raider") == [(0, 2)]


@pytest.mark.rule("F-116", "F-115")
def test_only_the_attacker_adds_and_only_the_defender_guards() -> None:
    table = _duel(3, 0, 6, 6, 6, 4, 4, 1)
    table.do(A, "hit")
    assert table.refused(G, "extra_injury") == "E_FACT"
    table.do(G, "guard")
    assert table.refused(A, "guard") == "E_FACT"
    table.do(A, "extra_injury")


@pytest.mark.rule("F-061", "F-059", "F-117")
def test_successes_may_be_left_and_two_ideas_cost_two() -> None:
    table = _duel(3, 0, 6, 6, 6, 4, 4, 1)
    assert table.refused(A, "pass", how="one") == "E_MUST_ESTABLISH"
    table.do(A, "hit")
    table.do(G, "pass", how="all")
    table.do(A, "extra_injury")
    assert table.refused(A, "two_ideas") == "E_GM_ONLY"
    table.do(G, "two_ideas")
    assert table.net() == 2
    assert table.state.phase is Phase.COMBAT_SETUP


@pytest.mark.rule("F-117", "F-081")
def test_the_earliest_told_injuries_land_and_keep_their_words() -> None:
    table = _duel(3, 0, 6, 6, 6, 4, 1, 1)
    table.do(A, "hit", text="torn ear")
    table.do(G, "guard")
    table.do(A, "extra_injury", text="split lip")
    table.do(A, "extra_injury", text="broken nose")
    assert [one.label for one in table.who("raider").injuries] == ["torn ear", "split lip"]


@pytest.mark.rule("F-114")
def test_what_kind_of_injury_it_is_may_be_told_after_the_hit() -> None:
    table = _duel(3, 1, 6, 6, 1, 6, 1, 4)
    table.do(A, "hit")
    assert table.refused(G, "tell_injury", text="a scratch") == "E_NOT_YOUR_TURN"
    table.do(A, "tell_injury", text="torn ear")
    table.do(G, "next")
    table.do(A, "extra_injury", text="…")
    assert [one.label for _, one in table.combat.pending] == ["torn ear", "…"]
    table.do(A, "draft", text="split lip", slots={"intent": "extra_injury"})
    table.do(G, "hit")
    assert [one.label for one in table.who("raider").injuries] == ["torn ear", "split lip"]
    assert [one.label for one in table.who("ana").injuries] == [""]
    table.do(B, "tell_injury", text="cut hand")
    assert [one.label for one in table.who("ana").injuries] == ["cut hand"]
    assert table.refused(B, "tell_injury", text="more") == "E_NOTHING"


@pytest.mark.rule("F-114")
def test_of_several_injuries_without_words_the_last_one_gets_them() -> None:
    table = _duel(3, 0, 6, 6, 6, 1, 1, 6)
    table.do(A, "hit")
    table.do(G, "next")
    table.do(A, "extra_injury")
    table.do(A, "tell_injury", text="split lip")
    assert [one.text for one in table.attack("ana", "raider").statements] == [None, None, "split lip"]
    table.do(A, "tell_injury", text="torn ear")
    assert [one.text for one in table.attack("ana", "raider").statements] == ["torn ear", None, "split lip"]
    table = _duel(3, 0, 6, 6, 1, 1, 1, 1)
    table.told("ana", "raider", "hit", "extra_injury")
    for text in ("split lip", "torn ear"):  # landed by now
        table.do(A, "tell_injury", text=text)
    assert [one.label for one in table.who("raider").injuries] == ["torn ear", "split lip"]


@pytest.mark.rule("F-118")
def test_nothing_lands_before_all_is_told_and_then_all_at_once() -> None:
    table = _duel(2, 2, 6, 6, 1, 6, 6, 1)
    table.change("raider", health=1)
    table.change("ana", health=1)
    table.told("ana", "raider", "hit", "extra_injury")
    assert table.who("raider").able
    table.told("raider", "ana", "hit", "extra_injury")
    assert not table.who("raider").able
    assert not table.who("ana").able
    assert table.harm("ana", "raider") == [(1, 1), (1, 1)]


@pytest.mark.rule("F-118", "F-103")
def test_the_order_of_telling_changes_nothing() -> None:
    ends = set()
    for order in permutations(("ana", "ben", "raider")):
        table = Arena()
        table.npc("fighter", "Raider")
        table.begin("ana", "ben", "raider")
        table.aims("ana", raider=2)
        table.aims("ben", raider=2)
        table.aims("raider", ana=2, ben=1)
        table.falls(4, 1, 6, 6, 5, 4, 4, 6)
        for who in reversed(order):
            table.do(G, "set_order", first=who)
        while table.combat.exchange == 1:
            now = telling.current(table.state)
            assert now is not None
            assert now.turn is not None
            seat = table.seat_of(now.turn.who)
            for intent in ("hit", "extra_injury", "guard"):
                if not isinstance(table.try_(seat, intent), Refusal):
                    break
        ends.add(tuple(table.harm("ana", "ben", "raider")))
    assert ends == {((1, 3), (1, 3), (2, 2))}


@pytest.mark.rule("F-121", "F-030", "F-031")
def test_rep_buys_a_die_before_the_division_and_a_second_try_after_the_roll() -> None:
    table = _duel(2, 1)
    table.do(A, "buy", purchase="extra_die")
    assert table.combat.intents["ana"].pool.size == 4
    assert table.refused(A, "buy", purchase="extra_die") == "E_REP_LIMIT"
    table.falls(4, 1, 1, 2, 6, 6, 1)
    asked = table.asked(A, "buy", purchase="second_try")
    assert [one.slots["part"] for one in asked.choices] == ["attack", "defence"]
    assert table.refused(G, "buy", purchase="second_try") == "E_NO_REP"
    table.rolls(A, 5, intent="buy", purchase="second_try", part="attack")
    assert (table.who("ana").rep, table.shows("ana", "raider")) == (1, (2, 1, 2, 2))
    assert [cue.line for cue in table.cues] == ["DiceRerolled", "compared"]
    assert table.refused(A, "buy", purchase="second_try", part="defence") == "E_REP_LIMIT"
    assert table.refused(A, "buy", purchase="extra_die") == "E_ROLLED"


@pytest.mark.rule("F-121", "F-051", "F-109")
def test_a_second_try_of_a_defence_counts_against_every_attack() -> None:
    table = Arena()
    table.npc("fighter", "Raider")
    table.npc("minion", "Thug")
    table.begin("ana", "raider", "thug")
    table.do(A, "ready")
    table.aims("raider", ana=3)
    table.aims("thug", ana=2)
    table.falls(1, 2, 4, 4, 4, 1, 4, 1)
    assert table.attack("raider", "ana").first != table.attack("thug", "ana").first
    table.rolls(A, 6, 5, intent="buy", purchase="second_try")
    assert table.shows("raider", "ana")[:2] == (2, 3)
    assert table.shows("thug", "ana")[:2] == (1, 3)
    assert {one.first for one in table.combat.attacks.values()} == {table.attack("thug", "ana").first}


@pytest.mark.rule("F-121")
def test_a_second_try_is_too_late_once_somebody_has_spoken() -> None:
    table = _duel(2, 1, 4, 4, 1, 1, 1, 1)
    table.do(A, "hit")
    assert table.refused(A, "buy", purchase="second_try") == "E_STATED"


def _with_refusals() -> Arena:
    config = configured()
    buy = Purchase(id="stand", spoken=("stand firm",), effect="refuse_injury", cost=1, per_roll=1)
    table = Arena(replace(config, rep=replace(config.rep, buy=(buy,))))
    table.npc("fighter", "Raider")
    table.begin("ana", "ben", "raider")
    table.do(A, "ready")
    table.do(B, "ready")
    table.aims("raider", ana=3)
    table.falls(1, 1, 1, 1, 1, 4, 4, 1)
    table.told("raider", "ana", "hit", "extra_injury")
    return table


@pytest.mark.rule("F-118", "F-121")
def test_where_the_table_sells_it_an_injury_can_be_kept_off_before_it_lands() -> None:
    table = _with_refusals()
    assert table.cues[-1] == Cue("may_refuse", {"names": "Ana"})
    assert table.state.phase is Phase.COMBAT_STATING
    assert len(table.combat.pending) == 2
    table.do(A, "buy", purchase="stand")
    assert (table.harm("ana"), table.who("ana").rep) == ([(1, 3)], 2)
    assert table.combat.exchange == 2, "nothing more can be bought, and it lands"


@pytest.mark.rule("F-122")
def test_a_word_lets_it_land_where_nobody_wants_to_buy() -> None:
    table = _with_refusals()
    assert table.refused(B, "buy", purchase="stand") == "E_NOTHING"
    table.do(G, "next_exchange")
    assert table.harm("ana") == [(2, 3)]
    assert [event for event in table.events if isinstance(event, ExchangeApplied)]


@pytest.mark.rule("F-122")
def test_the_next_exchange_begins_with_nothing_but_the_state_of_the_fighters() -> None:
    table = _duel(2, 1, 4, 4, 1, 1, 1, 1)
    assert table.refused(A, "next_exchange") == "E_STATEMENTS_LEFT"
    table.told("ana", "raider", "hit", "next")
    table.told("raider", "ana", "miss")
    assert (table.combat.attacks, table.combat.order, table.combat.pending) == ({}, (), ())
    assert {one.pool.size for one in table.combat.intents.values()} == {3}
    assert not any(one.ready or one.pool.locked for one in table.combat.intents.values())


def test_a_roll_asks_for_all_dice_at_once() -> None:
    table = _duel(2, 1)
    assert table.try_(A, "roll") == Roll((6,) * 6, by=A)
    assert isinstance(table.try_(A, "roll", dice=(1, 2, 3, 4, 5, 6)), tuple)


def test_statements_of_a_fight_are_kept_with_their_kind() -> None:
    table = _duel(3, 1, 6, 6, 1, 1, 4, 1)
    table.told("ana", "raider", "hit", "guard", "extra_injury")
    kinds = [one.kind for one in table.attack("ana", "raider").statements]
    assert kinds == [StatementKind.ESTABLISH_SUCCESS, StatementKind.DEFEND, StatementKind.INJURY]


def test_outside_a_fight_its_words_do_nothing() -> None:
    table = Arena()
    for intent in ("hit", "guard", "ready", "roll_anyway", "next_exchange"):
        outcome = table.try_(G, intent)
        assert isinstance(outcome, Refusal)
        assert outcome.code == "E_PHASE"
