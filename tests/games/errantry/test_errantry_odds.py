"""The exact odds of ability checks: every way the dice can fall, read by the rules, against the ledger's tables."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from math import comb, perm
from pathlib import Path

import pytest
import yaml

from assistant.games.errantry import fudge, pack
from assistant.table import dice

_ODDS = yaml.safe_load(Path(__file__).with_name("odds.yaml").read_text(encoding="utf-8"))
_SUMS = range(-3, 4)
_SECRET = bytes(range(32))


def _falls(bonus: int, penalty: int) -> Counter[int]:
    """How often each sum of kept dice comes up, of all ways these dice can fall."""
    throws = product((-1, 0, 1), repeat=fudge.count(bonus, penalty))
    return Counter(sum(fudge.keep(throw, bonus, penalty)) for throw in throws)


def _levels(rank: int, net: int) -> Counter[int]:
    counts: Counter[int] = Counter()
    for kept, ways in _falls(*fudge.net(net, 0) if net > 0 else fudge.net(0, -net)).items():
        counts[fudge.level(rank + kept)] += ways
    return counts


def _chance(counts: Counter[int], wanted: range) -> float:
    return sum(counts[level] for level in wanted) / counts.total()


@pytest.mark.rule("E-044", "E-045", "E-046")
@pytest.mark.parametrize(("net", "row"), _ODDS["counts"].items())
def test_counts_of_the_sum_of_kept_dice(net: int, row: dict[str, object]) -> None:
    falls = _falls(*fudge.net(max(net, 0), max(-net, 0)))
    assert [falls[kept] for kept in _SUMS] == row["counts"]
    assert falls.total() == row["of"]
    assert sum(kept * ways for kept, ways in falls.items()) / falls.total() == pytest.approx(row["mean"], abs=5e-5)


@pytest.mark.rule("E-034", "E-047", "E-048")
@pytest.mark.parametrize("row", _ODDS["levels"], ids=lambda row: f"{row['rank']}_{row['net']}")
def test_success_levels_by_rank_and_net_dice(row: dict[str, list[float] | int | float]) -> None:
    counts = _levels(int(row["rank"]), int(row["net"]))
    assert [counts[level] / counts.total() for level in range(8)] == pytest.approx(row["levels"], abs=5e-5)
    assert _chance(counts, range(1, 8)) == pytest.approx(row["marginal"], abs=5e-5)
    assert _chance(counts, range(2, 8)) == pytest.approx(row["good"], abs=5e-5)


def test_the_tables_are_whole() -> None:
    assert len(_ODDS["levels"]) == 49
    assert [len(row) for row in _ODDS["resisted"].values()] == [7] * 7


@pytest.mark.rule("E-067", "E-068")
@pytest.mark.parametrize(("rank", "row"), _ODDS["resisted"].items())
def test_odds_that_the_instigator_wins(rank: int, row: list[float]) -> None:
    own = _levels(rank, 0)
    for resister, chance in zip(range(-1, 6), row, strict=True):
        other = _levels(resister, 0)
        wins = sum(own[high] * other[low] for high in range(8) for low in range(high))
        assert wins / 27**2 == pytest.approx(chance, abs=5e-5)


def test_one_rank_lower_with_one_bonus_die_wins_more_than_a_third() -> None:
    own, other = _levels(2, 1), _levels(3, 0)
    pairs = {(mine, theirs): own[mine] * other[theirs] / 81 / 27 for mine in range(8) for theirs in range(8)}
    seen = {
        "wins": sum(chance for (mine, theirs), chance in pairs.items() if mine > theirs),
        "ties": sum(chance for (mine, theirs), chance in pairs.items() if mine == theirs),
        "loses": sum(chance for (mine, theirs), chance in pairs.items() if mine < theirs),
    }
    assert seen == pytest.approx(_ODDS["bonus_against_rank"], abs=5e-5)


@pytest.mark.rule("E-049")
@pytest.mark.parametrize("row", _ODDS["after_the_roll"], ids=lambda row: f"{row['bonus']}_{row['penalty']}")
def test_bonus_and_penalty_dice_of_different_times_are_both_dropped(row: dict[str, list[int] | int]) -> None:
    falls = _falls(int(row["bonus"]), int(row["penalty"]))
    assert [falls[kept] for kept in _SUMS] == row["counts"]
    assert falls.total() == row["of"]


@pytest.mark.rule("E-049")
@pytest.mark.parametrize(("penalty", "later", "net"), [(1, 1, 0), (2, 1, -1), (1, 2, 1), (3, 1, -2)])
def test_recounted_dice_have_the_odds_of_dice_that_cancelled_before_the_roll(
    penalty: int, later: int, net: int
) -> None:
    throws = product((-1, 0, 1), repeat=3 + penalty + later)
    falls = Counter(sum(fudge.keep_recounted(throw, later, later, penalty)) for throw in throws)
    fair = _falls(*fudge.net(max(net, 0), max(-net, 0)))
    assert {kept: ways / falls.total() for kept, ways in falls.items()} == pytest.approx(
        {kept: ways / fair.total() for kept, ways in fair.items()}
    )


@pytest.mark.rule("E-049")
def test_recounting_takes_the_last_die_first_then_those_of_the_roll_from_its_first_on() -> None:
    assert fudge.keep_recounted((-1, 0, 1, 1, 1), 1, 1, 1) == (-1, 0, 1)
    assert fudge.keep_recounted((-1, -1, 1, 1, 0, 1), 2, 2, 1) == (-1, 0, 1)


@pytest.mark.rule("E-057")
@pytest.mark.parametrize(("net", "row"), _ODDS["court_cards"].items())
def test_court_cards_without_replacement(net: int, row: dict[str, object]) -> None:
    bonus, penalty = fudge.net(max(net, 0), max(-net, 0))
    hands = combinations(pack.COURT, fudge.count(bonus, penalty))
    falls = Counter(sum(fudge.keep(hand, bonus, penalty)) for hand in hands)
    assert [falls[kept] for kept in _SUMS] == row["counts"]
    assert falls.total() == row["of"]


@pytest.mark.rule("E-057")
def test_every_order_of_drawing_three_cards_is_as_likely_as_any_other() -> None:
    sides = pack.sides(pack.COURT, (), 3)
    assert sides == (12, 11, 10)
    drawn = Counter(pack.draw(pack.COURT, (), told) for told in product(*(range(1, size + 1) for size in sides)))
    assert drawn == Counter(permutations(pack.COURT, 3))
    assert drawn.total() == perm(12, 3) == 6 * comb(12, 3)


@pytest.mark.rule("E-057")
def test_a_pack_that_has_run_out_is_shuffled_again() -> None:
    assert pack.sides(pack.COURT, pack.COURT[1:], 3) == (1, 12, 11)
    assert pack.draw(pack.COURT, pack.COURT[1:], (1, 12, 11)) == (-1, 1, 1)
    assert pack.draw(pack.COURT, pack.COURT[1:], (2,)) is None
    assert pack.left(pack.COURT, (*pack.COURT, 1, 1, 1, 1, 1)) == [-1, -1, -1, -1, 0, 0, 0, 0]


@pytest.mark.rule("E-058")
def test_two_hundred_thousand_device_dice_are_fair() -> None:
    fallen = Counter(dice.face(_SECRET, position, 3) for position in range(200_000))
    expected = 200_000 / 3
    chi_square = sum((fallen[face] - expected) ** 2 / expected for face in (1, 2, 3))
    assert chi_square < 13.82  # two degrees of freedom, one in a thousand


@pytest.mark.rule("E-045", "E-046", "E-058")
def test_twenty_seven_thousand_checks_come_out_as_often_as_they_should() -> None:
    sums: Counter[int] = Counter()
    for check in range(27_000):
        faces = fudge.read("device", dice.faces(_SECRET, 3 * check, (3, 3, 3)))
        assert faces is not None
        sums[sum(fudge.keep(faces, 0, 0))] += 1
    for kept, ways in zip(_SUMS, _ODDS["counts"][0]["counts"], strict=True):
        chance = ways / 27
        assert abs(sums[kept] - 1000 * ways) <= 4 * (27_000 * chance * (1 - chance)) ** 0.5


@pytest.mark.rule("E-053", "E-054", "E-055", "E-056", "E-057", "E-058")
@pytest.mark.parametrize(
    ("source", "faces"),
    [
        ("device", (-1, 0, 1)),
        ("fudge", (-1, 0, 1)),
        ("colour", (-1, 0, 1)),
        ("marked_d6", (1, -1, -1, 0, 1, 0)),
        ("plain_d6", (-1, -1, 0, 0, 1, 1)),
        ("cards", (-1, 0, 1)),
    ],
)
def test_what_dice_of_each_source_stand_for(source: str, faces: tuple[int, ...]) -> None:
    told = tuple(range(1, fudge.sides(source) + 1))
    assert fudge.read(source, told) == faces
    assert fudge.read(source, (1, len(told) + 1)) is None
    assert fudge.read(source, (0,)) is None


@pytest.mark.rule("E-046")
@pytest.mark.parametrize("bonus", range(4))
@pytest.mark.parametrize("penalty", range(3))
def test_exactly_three_of_the_dice_are_kept_whatever_their_order(bonus: int, penalty: int) -> None:
    throws = list(product((-1, 0, 1), repeat=fudge.count(bonus, penalty)))
    for throw in throws[:: max(1, len(throws) // 300)]:
        kept = fudge.keep(throw, bonus, penalty)
        assert len(kept) == 3
        assert not Counter(kept) - Counter(throw)
        assert fudge.keep(throw[::-1], bonus, penalty) == kept == fudge.keep(sorted(throw), bonus, penalty)


@pytest.mark.rule("E-046", "E-047")
def test_one_more_bonus_die_never_lowers_a_level_and_one_more_penalty_die_never_raises_it() -> None:
    for bonus, penalty in product(range(3), range(3)):
        for throw in product((-1, 0, 1), repeat=fudge.count(bonus, penalty)):
            now = sum(fudge.keep(throw, bonus, penalty))
            for face in (-1, 0, 1):
                assert sum(fudge.keep((*throw, face), bonus + 1, penalty)) >= now
                assert sum(fudge.keep((*throw, face), bonus, penalty + 1)) <= now


@pytest.mark.rule("E-034", "E-047")
def test_the_range_of_a_rank() -> None:
    assert max(_levels(-1, 3)) == 2
    assert min(_levels(4, -3)) == 1
    novice, grand_master = _levels(0, 0), _levels(5, 0)
    beats = sum(novice[high] * grand_master[low] for high in range(8) for low in range(high))
    assert beats / 27**2 == pytest.approx(1 / 729)


@pytest.mark.rule("E-047")
def test_a_total_above_seven_counts_as_seven_unless_the_table_keeps_the_number() -> None:
    assert [fudge.level(total) for total in (-4, 0, 7, 8)] == [0, 0, 7, 7]
    assert [fudge.level(total, capped=False) for total in (-4, 0, 7, 8)] == [0, 0, 7, 8]
