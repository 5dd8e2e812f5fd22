"""The harm tracker as arithmetic: marks, overflow, shaking out, healing, weapons and armour."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from assistant.games.errantry import harm

TRACKERS = tuple(
    {box: f"mark {box}" for box in boxes} for count in range(8) for boxes in combinations(range(1, 8), count)
)
"""All 128."""


def hit_by(marked: frozenset[int], hits: tuple[int, ...]) -> tuple[frozenset[int], int]:
    """The boxes marked after these hits, and how many hits found none."""
    over = 0
    for each in hits:
        box = harm.box_for(marked, each)
        over += box is None
        marked |= {box} if box is not None else set()
    return marked, over


@pytest.mark.rule("E-098", "E-107")
def test_a_taken_box_sends_the_mark_up_never_down() -> None:
    assert harm.box_for((), 4) == 4
    assert harm.box_for((4, 5), 4) == 6
    assert harm.box_for((7,), 7) is None
    assert harm.box_for((6, 7), 6) is None
    assert harm.box_for((6, 7), 5) == 5


@pytest.mark.rule("E-093", "E-098")
def test_i_10_i_11_the_boxes_marked_and_the_overflows_do_not_depend_on_the_order_of_four_hits() -> None:
    for hits in product(range(1, 8), repeat=4):
        marked, over = hit_by(frozenset(), hits)
        assert (marked, over) == hit_by(frozenset(), tuple(sorted(hits))), hits
        assert len(marked) + over == 4
    for start, one, other in product(TRACKERS, range(1, 8), range(1, 8)):
        before = frozenset(start)
        assert hit_by(before, (one, other)) == hit_by(before, (other, one)), "so any order leads to the same, by swaps"


@pytest.mark.rule("E-113")
def test_i_12_shaking_out_keeps_order_and_number_and_is_done_once() -> None:
    for tracker in TRACKERS:
        after = harm.shaken_out(tracker)
        assert list(after) == list(range(1, len(tracker) + 1))
        assert list(after.values()) == [tracker[box] for box in sorted(tracker)]
        assert harm.shaken_out(after) == after


@pytest.mark.rule("E-114")
def test_i_12_healing_takes_one_mark_and_lifts_none() -> None:
    for tracker, level in product(TRACKERS, range(1, 8)):
        after = harm.healed(tracker, level)
        came_from = {mark: box for box, mark in tracker.items()}
        lower = any(box <= level for box in tracker)
        assert len(after) == len(tracker) - lower, (tracker, level)
        assert all(box <= came_from[mark] for box, mark in after.items())
        slid = [came_from[mark] for mark in after.values() if came_from[mark] > level]
        assert slid == sorted(slid), "what slides keeps its order"
        below = {box: mark for box, mark in after.items() if came_from[mark] <= level}
        assert all(tracker[box] == mark for box, mark in below.items()), "only what is above the level slides"


@pytest.mark.rule("E-114")
def test_the_highest_mark_goes_if_the_level_is_higher() -> None:
    assert list(harm.healed({1: "a", 2: "b", 3: "c"}, 5)) == [1, 2]
    assert harm.healed({1: "a", 2: "b", 3: "c", 4: "d"}, 3) == {1: "a", 2: "b", 3: "d"}


@pytest.mark.rule("E-114")
def test_a_34_where_the_box_of_the_level_is_empty_the_next_lower_mark_goes_or_nothing_does() -> None:
    tracker = {1: "a", 2: "b", 5: "e"}
    assert harm.healed(tracker, 4) == {1: "a", 2: "e"}
    assert harm.healed(tracker, 4, "nothing") == tracker
    assert harm.healed(tracker, 6, "nothing") == {1: "a", 2: "b"}
    assert harm.healed(tracker, 2, "nothing") == {1: "a", 2: "e"}
    assert harm.healed({5: "e"}, 4) == {1: "e"}, "nothing at or below: it slides only"
    assert harm.healed({5: "e"}, 4, "nothing") == {5: "e"}


@pytest.mark.rule("E-092", "E-102", "E-103", "E-104")
def test_i_15_a_weapon_makes_no_success_and_lifts_no_harm_above_six_and_armour_leaves_one() -> None:
    for level, weapon, armour, secret in product(range(9), range(4), range(4), range(-3, 4)):
        done = harm.amount(level, (weapon,), (armour,), (secret,))
        if level == 0:
            assert done == 0
            continue
        assert 1 <= done <= 7
        assert done <= max(level, 6)
        assert harm.amount(level, (weapon,)) == min(7, max(level, min(6, level + weapon)))
        assert harm.amount(level, (), (armour,)) == min(7, max(1, level - armour))


@pytest.mark.rule("E-092", "E-104", "E-105")
@pytest.mark.parametrize(
    ("level", "weapons", "armours", "secrets", "done"),
    [
        (4, (1,), (1,), (), 4),
        (5, (1,), (1,), (), 5),
        (5, (1, 2), (), (), 6),
        (3, (1, 2), (2, 1), (), 3),
        (7, (2,), (), (), 7),
        (7, (2,), (1,), (), 6),
        (4, (1,), (), (1,), 6),
        (6, (), (), (1,), 6),
        (1, (), (2,), (), 1),
        (3, (), (1,), (-1,), 1),
        (3, (), (), (1, -1), 3),
    ],
)
def test_the_best_weapon_counts_against_the_best_armour(
    level: int, weapons: tuple[int, ...], armours: tuple[int, ...], secrets: tuple[int, ...], done: int
) -> None:
    assert harm.amount(level, weapons, armours, secrets) == done


@pytest.mark.rule("E-105")
def test_a_13_a_table_may_count_only_the_larger_of_weapon_and_armour() -> None:
    assert harm.amount(3, (2,), (1,)) == 4
    assert harm.amount(3, (2,), (1,), gear_mix="larger") == 5
    assert harm.amount(3, (1,), (2,), gear_mix="larger") == 1
    assert harm.amount(3, (1,), (1,), gear_mix="larger") == 3
