"""One round of the Pain as a function: who hits whom, who is at a stalemate, who held."""

from __future__ import annotations

from itertools import product

import pytest

from assistant.games.errantry.config import Config
from assistant.games.errantry.rounds import Hit, Relations, Resolution, Stand, landing, pair, resolve
from assistant.games.errantry.terms import Action, Relation

PARALLEL: Relations = {pair("a", "b"): Relation.PARALLEL}


def attack(who: str, target: str, level: int, difficulty: int = 1) -> Stand:
    return Stand(who, Action.ATTACK, level, target, difficulty)


def defend(who: str, level: int) -> Stand:
    return Stand(who, Action.DEFEND, level)


def hits(*stands: Stand, relations: Relations | None = None, **ways: object) -> list[str]:
    resolution = resolve(stands, relations or {}, Config(**ways))
    return [f"{hit.attacker}>{hit.target}" for hit in resolution.hits]


def outcome(*stands: Stand, relations: Relations | None = None, **ways: object) -> Resolution:
    return resolve(stands, relations or {}, Config(**ways))


@pytest.mark.rule("E-082", "E-087", "E-088")
def test_i_14_of_two_who_are_in_each_others_way_at_most_one_succeeds() -> None:
    for one, other, hard in product(range(8), range(8), (1, 2)):
        found = outcome(attack("a", "b", one, hard), attack("b", "a", other))
        assert len(found.hits) <= 1
        assert found.stalemates == (frozenset("ab") if one == other else frozenset())
        wins = "a" if one > other and one >= hard else "b" if other > one else None
        assert [hit.attacker for hit in found.hits] == ([wins] if wins else [])


@pytest.mark.rule("E-083", "E-089")
def test_i_14_parallel_actions_succeed_or_fail_each_by_itself() -> None:
    for one, other, hard in product(range(8), range(8), (1, 2)):
        found = hits(attack("a", "b", one, hard), attack("b", "a", other), relations=PARALLEL)
        assert ("a>b" in found) == (one >= hard)
        assert ("b>a" in found) == (other >= 1)


@pytest.mark.rule("E-083")
def test_whose_target_is_not_after_him_meets_nothing_in_his_way() -> None:
    assert hits(attack("a", "b", 2), attack("b", "c", 5), attack("c", "a", 1)) == ["a>b", "b>c", "c>a"]
    assert hits(attack("a", "b", 1), Stand("b", Action.NONE, 0)) == ["a>b"]
    assert hits(attack("a", "b", 0), Stand("b", Action.NONE, 0)) == []


@pytest.mark.rule("E-084", "E-090", "E-091")
def test_i_14_a_defender_harms_nobody_and_holds_by_the_higher_roll() -> None:
    for one, other in product(range(8), range(8)):
        found = outcome(attack("a", "b", one), defend("b", other))
        assert [hit.attacker for hit in found.hits] == (["a"] if one > other else [])
        assert found.held == ({"b": other} if other > one else {})
        assert found.stalemates == (frozenset("ab") if one == other else frozenset())


@pytest.mark.rule("E-090")
def test_a_18_who_defends_against_nobody_wins_nothing() -> None:
    assert outcome(defend("a", 3), defend("b", 2)).held == {}
    assert outcome(defend("a", 3), attack("b", "c", 2), attack("c", "b", 1)).held == {}


@pytest.mark.rule("E-090")
@pytest.mark.parametrize(
    ("ways", "bonus"),
    [
        ({}, {}),
        ({"defence_many": "any"}, {"d": 3}),
        ({"defence_many": "any", "defence_bonus": "margin"}, {"d": 2}),
        ({"defence_many": "any", "defence_bonus": "one"}, {"d": 1}),
    ],
)
def test_a_16_a_17_what_a_defence_against_two_is_worth(ways: dict[str, str], bonus: dict[str, int]) -> None:
    found = outcome(attack("a", "d", 1), attack("b", "d", 4), defend("d", 3), **ways)
    assert found.held == bonus
    assert [hit.attacker for hit in found.hits] == ["b"]
    three = outcome(attack("a", "d", 0), attack("b", "d", 2), attack("c", "d", 4), defend("d", 3), **ways)
    assert three.held == ({"d": 1} if ways.get("defence_bonus") == "margin" else bonus), "over the best that was beaten"
    both = outcome(attack("a", "d", 1), attack("b", "d", 2), defend("d", 3))
    assert both.held == {"d": 3}


@pytest.mark.rule("E-087")
def test_who_has_several_in_his_way_must_beat_them_all() -> None:
    blocked: Relations = {pair("a", "c"): Relation.PERPENDICULAR}
    stands = attack("a", "b", 3), attack("b", "a", 2), attack("c", "b", 4)
    assert hits(*stands) == ["a>b", "c>b"]
    assert hits(*stands, relations=blocked) == ["c>b"]
    assert hits(*stands, relations=blocked, cross_block=False) == ["a>b", "c>b"]
    tied = outcome(attack("a", "b", 4), attack("b", "a", 2), attack("c", "b", 4), relations=blocked)
    assert tied.hits == ()
    assert tied.stalemates == frozenset("ac"), "b is beaten anyway"


@pytest.mark.rule("E-088")
def test_a_67_a_tie_against_a_defence_may_block_and_free_nobody() -> None:
    assert outcome(attack("a", "b", 2), defend("b", 2), defence_tie_frees=False) == Resolution()
    found = outcome(attack("a", "b", 2), attack("b", "a", 2), defence_tie_frees=False)
    assert found.stalemates == frozenset("ab")


@pytest.mark.rule("E-088")
def test_a_19_nothing_against_nothing_is_a_stalemate() -> None:
    assert outcome(attack("a", "b", 0), attack("b", "a", 0)).stalemates == frozenset("ab")


@pytest.mark.rule("E-083")
def test_a_60_two_after_each_other_may_be_parallel_unless_stated() -> None:
    stands = attack("a", "b", 2), attack("b", "a", 1)
    assert hits(*stands, pair_default="parallel") == ["a>b", "b>a"]
    said: Relations = {pair("a", "b"): Relation.PERPENDICULAR}
    assert hits(*stands, relations=said, pair_default="parallel") == ["a>b"]


@pytest.mark.rule("E-080", "E-084")
def test_i_16_harm_goes_to_the_declared_target_whatever_was_said_of_relations() -> None:
    for kind, target, levels in product(Action, "bc", product(range(3), repeat=3)):
        stands = (
            attack("a", target, levels[0]),
            Stand("b", kind, levels[1], "a"),
            attack("c", "b", levels[2]),
        )
        choices: tuple[Relations, ...] = ({}, PARALLEL, {pair("a", "c"): Relation.PERPENDICULAR})
        for said in choices:
            found = resolve(stands, said, Config())
            assert {hit.attacker: hit.target for hit in found.hits}.items() <= {"a": target, "b": "a", "c": "b"}.items()
            assert kind is Action.ATTACK or all(hit.attacker != "b" for hit in found.hits)


@pytest.mark.rule("E-080")
def test_an_attack_on_somebody_who_is_out_hits_nobody_but_may_still_bar_a_way() -> None:
    assert hits(attack("a", "gone", 5), attack("b", "a", 2)) == ["b>a"]
    bars: Relations = {pair("a", "b"): Relation.PERPENDICULAR}
    assert hits(attack("a", "gone", 5), attack("b", "a", 2), relations=bars) == []


@pytest.mark.rule("E-093")
def test_a_22_the_hardest_hit_is_marked_first_and_of_equals_who_joined_first() -> None:
    struck = Hit("a", "d", 2), Hit("b", "d", 5), Hit("c", "d", 5)
    order = landing(struck, {"a": 2, "b": 5, "c": 5}, ("c", "b", "a"))
    assert [hit.attacker for hit in order] == ["c", "b", "a"]
