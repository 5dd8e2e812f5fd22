"""Evening out Rancor: the ledger's table, its short form over all small states, and four in a row."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from assistant.games.repertoire.pools import SIZES, increases, minus, next_rancor_die, of, plus, total

_ROWS = [
    line.split(" -> ")
    for line in Path(__file__).with_name("rancor.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def _rancor(counts: str | tuple[int, ...]) -> dict[int, int]:
    numbers = counts.split(",") if isinstance(counts, str) else counts
    return dict(zip(SIZES, map(int, numbers), strict=True))


@pytest.mark.rule("R-084")
@pytest.mark.parametrize(("before", "die", "after"), _ROWS, ids=[row[0] for row in _ROWS])
def test_the_table_of_the_ledger(before: str, die: str, after: str) -> None:
    taken = next_rancor_die(_rancor(before))
    assert f"d{taken}" == die
    assert plus(_rancor(before), (taken,)) == {size: n for size, n in _rancor(after).items() if n}


def test_the_table_is_whole() -> None:
    assert len(_ROWS) == 18


@pytest.mark.rule("R-084")
def test_in_short_it_is_the_smallest_size_below_the_d4s_else_a_d4() -> None:
    for counts in product(range(4), repeat=5):
        rancor = _rancor(counts)
        short = next((size for size in SIZES[1:] if rancor[size] < rancor[4]), 4)
        assert next_rancor_die(rancor) == short


@pytest.mark.rule("R-085")
@pytest.mark.parametrize(
    ("before", "taken"),
    [("2,2,2,2,2", (4, 6, 8, 10)), ("3,3,3,3,2", (12, 4, 6, 8)), ("2,3,2,2,2", (4, 8, 10, 12))],
)
def test_four_times_each_on_what_the_one_before_left(before: str, taken: tuple[int, ...]) -> None:
    assert increases(_rancor(before), 4) == taken


@pytest.mark.rule("R-084")
@pytest.mark.parametrize("n", range(4))
def test_five_increases_from_an_even_state_lead_to_the_next_even_state(n: int) -> None:
    even = _rancor((n,) * 5)
    assert plus(even, increases(even, 5)) == _rancor((n + 1,) * 5)


def test_pools_keep_no_size_without_dice() -> None:
    assert minus(of((6, 6, 8)), (8,)) == {6: 2}
    assert minus(of((6,)), (8,)) == {6: 1}
    assert total(of((6, 6, 8))) == 3


@pytest.mark.rule("R-084")
@pytest.mark.parametrize(("rancor", "die"), [({}, 4), ({4: 1}, 6), ({4: 1, 8: 1}, 6), ({4: 2, 6: 1}, 6), ({6: 1}, 4)])
def test_a_size_without_dice_counts_as_none(rancor: dict[int, int], die: int) -> None:
    assert next_rancor_die(rancor) == die
