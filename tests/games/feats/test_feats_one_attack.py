"""One attack by the numbers: table 10.7 of the ledger, and what its statements come to (invariants 19 and 20)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from assistant.games.feats import turns, wounds
from assistant.games.feats.config import CombatRules, Config
from assistant.games.feats.odds import successes
from assistant.games.feats.state import Attack, Statement
from assistant.games.feats.terms import Outcome, Side, StatementKind
from assistant.games.feats.turns import Party, Tale
from feats.company import configured
from feats.test_feats_odds import HALF, rounded, table

DETAIL, INJURY, DEFEND = StatementKind.DETAIL, StatementKind.INJURY, StatementKind.DEFEND


def _spent_in_full(config: Config, acting: Party, reacting: Party) -> Attack:
    """The attack as it ends where both put everything into injuries and guards."""
    first, _ = turns.compared(config, acting, reacting)
    parties = (acting, reacting) if first is Side.ACTING else (reacting, acting)
    attack = Attack("a1", "ana", "raider", first=first)
    while (by := Tale("a1", parties, attack.statements, (), attack.outcome).turn) is not None:
        if attack.outcome is None:
            hits = by.side is Side.ACTING and by.successes > 0
            attack = replace(attack, outcome=Outcome.SUCCESS if hits else Outcome.FAILURE)
            kind = StatementKind.ESTABLISH_SUCCESS if hits else StatementKind.ESTABLISH_FAILURE
        elif by.side is Side.ACTING:
            kind = INJURY if wounds.may_add(attack, by.successes) else DETAIL
        else:
            kind = DEFEND if wounds.may_guard(attack, config.combat) else DETAIL
        made = Statement(len(attack.statements) + 1, by.side, by.who, kind)
        attack = replace(attack, statements=(*attack.statements, made))
    return attack


def _chances(config: Config, attack: int, defence: int, hero: bool) -> str:
    hit = injuries = Fraction(0)
    for (a, p), (d, q) in product(enumerate(successes(attack, HALF)), enumerate(successes(defence, HALF))):
        told = _spent_in_full(
            config, Party("ana", Side.ACTING, a, attack, hero), Party("raider", Side.REACTING, d, defence, False)
        )
        net = len(wounds.landed(told, config.combat))
        assert net == (max(1, a - d) if told.outcome is Outcome.SUCCESS else 0)
        hit += p * q * (told.outcome is Outcome.SUCCESS)
        injuries += p * q * net
    return f"{rounded(hit)} / {rounded(injuries)}"


@pytest.mark.rule("F-110", "F-111", "F-113", "F-115", "F-116", "F-117")
def test_the_table_of_one_attack() -> None:
    cells = table("10.7")
    assert len(cells) == 30
    for (attack, defence), cell in cells.items():
        assert _chances(configured(), int(attack), int(defence), hero=False) == cell, (attack, defence)


@pytest.mark.rule("F-053")
def test_a_hero_who_attacks_wins_the_full_tie() -> None:
    cells = table("10.7a")
    assert len(cells) == 4
    for (_, dice), cell in cells.items():
        assert _chances(configured(), int(dice), int(dice), hero=True) == cell, dice


def _attack(*kinds: tuple[Side, StatementKind], outcome: Outcome = Outcome.SUCCESS) -> Attack:
    told = tuple(Statement(n, side, side, kind) for n, (side, kind) in enumerate(kinds, start=1))
    return Attack("a1", "ana", "raider", statements=told, outcome=outcome)


HIT = (Side.ACTING, StatementKind.ESTABLISH_SUCCESS)
LET = (Side.REACTING, StatementKind.ESTABLISH_SUCCESS)
MORE, GUARD = (Side.ACTING, INJURY), (Side.REACTING, DEFEND)


@pytest.mark.rule("F-116", "F-117")
@pytest.mark.parametrize(
    ("told", "timing", "first_too", "net"),
    [
        ((HIT,), "any", False, 1),
        ((HIT, GUARD), "any", False, 1),
        ((HIT, GUARD, MORE), "any", False, 1),
        ((HIT, MORE, GUARD), "any", False, 1),
        ((HIT, GUARD, MORE, MORE), "any", False, 2),
        ((HIT, GUARD), "any", True, 0),
        ((HIT, GUARD, MORE), "any", True, 1),
        ((HIT, GUARD, MORE), "before", False, 1),
        ((HIT, MORE, GUARD), "before", False, 2),
        ((HIT, GUARD, GUARD, MORE), "before", True, 1),
        ((HIT, GUARD, MORE, MORE), "before", False, 2),
        ((HIT, GUARD, GUARD, MORE, MORE), "before", False, 1),
        ((HIT, GUARD, MORE, GUARD, MORE, MORE), "before", False, 2),
        ((HIT, MORE, GUARD), "after", False, 1),
        ((LET, MORE, GUARD), "any", False, 1),
        ((LET, MORE), "any", False, 2),
    ],
)
def test_what_guards_stop(told: tuple[tuple[Side, StatementKind], ...], timing: str, first_too: bool, net: int) -> None:
    rules = CombatRules(stat="prowess", guard_timing=timing, guard_first_injury=first_too)
    landed = wounds.landed(_attack(*told), rules)
    assert len(landed) == net
    assert [one.n for one in landed] == sorted(one.n for one in landed)[:net], "the earliest told land"


@pytest.mark.rule("F-116")
@pytest.mark.parametrize(
    ("told", "first_too", "may"),
    [((HIT,), False, False), ((HIT, MORE), False, True), ((HIT, MORE, GUARD), False, False), ((HIT,), True, True)],
)
def test_a_guard_told_after_needs_an_injury_that_it_stops(
    told: tuple[tuple[Side, StatementKind], ...], first_too: bool, may: bool
) -> None:
    rules = CombatRules(stat="prowess", guard_timing="after", guard_first_injury=first_too)
    assert wounds.may_guard(_attack(*told), rules) is may


@pytest.mark.rule("F-115")
def test_a_hit_that_the_defender_tells_costs_the_attacker_one_extra() -> None:
    assert wounds.may_add(_attack(LET), 2)
    assert not wounds.may_add(_attack(LET, MORE), 2)
    assert not wounds.may_add(_attack(HIT), 1)


@pytest.mark.rule("F-112")
def test_only_after_a_miss_a_defender_hurts_his_attacker_and_as_often_as_he_had_more() -> None:
    miss, back = (Side.REACTING, StatementKind.ESTABLISH_FAILURE), (Side.REACTING, INJURY)
    missed = _attack(miss, back, outcome=Outcome.FAILURE)
    assert [wounds.may_riposte(missed, 1, defending) for defending in (1, 2, 3)] == [False, False, True]
    assert wounds.may_riposte(_attack(miss, outcome=Outcome.FAILURE), 1, 2)
    assert not wounds.may_riposte(_attack(HIT), 1, 3)


@pytest.mark.rule("F-112")
def test_nothing_comes_of_a_miss() -> None:
    missed = _attack((Side.ACTING, StatementKind.ESTABLISH_FAILURE), outcome=Outcome.FAILURE)
    assert wounds.landed(missed, CombatRules(stat="prowess")) == ()
    assert not wounds.may_add(missed, 3)
    assert not wounds.may_guard(missed, CombatRules(stat="prowess"))
