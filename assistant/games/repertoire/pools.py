"""Dice as counts by size, and the evening-out of Rancor (R-084). Values in, values out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Dice = Mapping[int, int]
"""How many dice of each size; a size without dice has no entry."""

SIZES = (4, 6, 8, 10, 12)


def of(sizes: Iterable[int]) -> Dice:
    """The pool made of these dice."""
    counts: dict[int, int] = {}
    for size in sorted(sizes):
        counts[size] = counts.get(size, 0) + 1
    return counts


def flat(dice: Dice) -> tuple[int, ...]:
    """Every die by its size, smallest first."""
    return tuple(size for size in sorted(dice) for _ in range(dice[size]))


def plus(dice: Dice, sizes: Iterable[int]) -> Dice:
    """The pool with these dice added."""
    return of((*flat(dice), *sizes))


def minus(dice: Dice, sizes: Iterable[int]) -> Dice:
    """The pool without these dice; a die that is not there is passed over."""
    counts = dict(dice)
    for size in sizes:
        counts[size] = counts.get(size, 0) - 1
    return {size: count for size, count in sorted(counts.items()) if count > 0}


def total(dice: Dice) -> int:
    """How many dice there are."""
    return sum(dice.values())


def next_rancor_die(rancor: Dice) -> int:
    """The die an increase of Rancor takes: the smallest size above d4 of which there are fewer than of *every*
    smaller size, else a d4 (R-084)."""
    for i in range(1, len(SIZES)):
        if all(rancor.get(smaller, 0) > rancor.get(SIZES[i], 0) for smaller in SIZES[:i]):
            return SIZES[i]
    return SIZES[0]


def increases(rancor: Dice, times: int) -> tuple[int, ...]:
    """The dice that so many increases take, each on the state the one before left (R-085)."""
    taken: list[int] = []
    for _ in range(times):
        taken.append(next_rancor_die(rancor))
        rancor = plus(rancor, taken[-1:])
    return tuple(taken)
