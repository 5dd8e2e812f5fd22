"""How likely a side is to speak first, exactly (F-133, section 10): pools in, fractions out, nothing rolled."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal

ZeroZero = Literal["fails_tie_rule_tells", "tie_rule_free", "nobody", "reroll"]
"""What becomes of a roll without any success (A02, ``tie.zero_zero``)."""


def success_chance(sides: int, success_from: int) -> Fraction:
    """The chance of one die (F-041): 1/2 with six sides and successes from 4.

    >>> success_chance(6, 4)
    Fraction(1, 2)
    """
    return Fraction(sides - success_from + 1, sides)


def successes(pool: int, chance: Fraction) -> tuple[Fraction, ...]:
    """The chance of 0, 1, … ``pool`` successes.

    >>> successes(2, Fraction(1, 2))
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    return tuple(comb(pool, k) * chance**k * (1 - chance) ** (pool - k) for k in range(pool + 1))


def speaks_first(own: int, other: int, chance: Fraction, full_tie: Fraction, zero_zero: ZeroZero) -> Fraction:
    """The chance that a side with ``own`` dice speaks first against ``other`` dice (F-051 to F-054).

    ``full_tie`` is its share of the ties of equal pools: 1 if the tie rule names it, 0 if it names the other, 1/2 for a
    roll-off (F-053). Dice may still be added or rolled again: these are the odds of the pools as they stand.

    >>> speaks_first(2, 3, Fraction(1, 2), Fraction(1), "fails_tie_rule_tells")
    Fraction(3, 16)
    """
    mine, theirs = successes(own, chance), successes(other, chance)
    tied = full_tie if own == other else Fraction(own > other)
    first = fewer = Fraction(0)
    for count, likely in enumerate(mine):
        equal = theirs[count] if count <= other else Fraction(0)
        first += likely * (fewer + tied * equal)
        fewer += equal
    blank = mine[0] * theirs[0]
    if zero_zero == "reroll" and blank < 1:
        return (first - tied * blank) / (1 - blank)
    return first - tied * blank if zero_zero in ("nobody", "reroll") else first


def percent(chance: Fraction) -> int:
    """A chance in whole percent, rounded half up, as it is said.

    >>> percent(Fraction(15, 16)), percent(Fraction(1, 8))
    (94, 13)
    """
    return int(chance * 100 + Fraction(1, 2))
