"""Reading dice: from what fell or was called out to faces, to the three kept, to a success level (E-044 to E-048).

Values in, values out. A face is 1 (plus), 0 (blank) or -1 (minus); dice as they are thrown and told are positive
numbers, which :func:`read` turns into faces by their source (E-053 to E-058).
"""

from __future__ import annotations

from collections.abc import Sequence

Faces = tuple[int, ...]
"""Fudge dice as they lie, each 1, 0 or -1, in the order in which they fell."""

PLAIN_DICE = 3
"""So many dice a check has, and so many are kept (E-046)."""
FAILURE, TRANSCENDENT = 0, 7
"""The ends of the chart of success levels (E-048)."""

MINUS, BLANK, PLUS = -1, 0, 1
_THREE = {1: MINUS, 2: BLANK, 3: PLUS}
"""Fudge dice, dice by colour, and jack, queen, king (E-053, E-054, E-057, E-058)."""
_MARKED = {1: PLUS, 2: MINUS, 3: MINUS, 4: BLANK, 5: PLUS, 6: BLANK}
"""Six-siders with their pips altered (E-055)."""
_PLAIN = {1: MINUS, 2: MINUS, 3: BLANK, 4: BLANK, 5: PLUS, 6: PLUS}
"""Six-siders as they are sold (E-056)."""
_SOURCES = {"marked_d6": _MARKED, "plain_d6": _PLAIN}


def sides(source: str) -> int:
    """How many sides one die of this source has: six, or the three that a Fudge die really has."""
    return len(_SOURCES.get(source, _THREE))


def read(source: str, told: Sequence[int]) -> Faces | None:
    """The faces for these numbers; None where one of them stands for nothing (E-053 to E-058)."""
    known = _SOURCES.get(source, _THREE)
    return tuple(known[each] for each in told) if all(each in known for each in told) else None


def net(bonus: int, penalty: int) -> tuple[int, int]:
    """Bonus and penalty dice cancelled one for one (E-044)."""
    return max(0, bonus - penalty), max(0, penalty - bonus)


def count(bonus: int, penalty: int) -> int:
    """How many dice are rolled with so many bonus and penalty dice left (E-045)."""
    return PLAIN_DICE + bonus + penalty


def keep(dice: Sequence[int], bonus: int, penalty: int) -> Faces:
    """Three dice, lowest first: without a lowest one for each bonus die and a highest one for each penalty die (E-046).

    >>> keep((1, 1, 0, -1, 1), bonus=1, penalty=1)
    (0, 1, 1)
    """
    return tuple(sorted(dice)[bonus : len(dice) - penalty])


def keep_recounted(dice: Sequence[int], later: int, bonus: int, penalty: int) -> Faces:
    """The three kept if dice that came later cancel those of the roll as well (A-05, *recount*).

    Of all the dice only as many count as would have been rolled had everything been known before: the last die first,
    then those of the roll from its first die on.

    >>> keep_recounted((1, 1, 0, -1, 0), later=1, bonus=1, penalty=1)
    (0, 1, 1)
    """
    first = len(dice) - later
    newest_first = (*reversed(dice[first:]), *dice[:first])
    bonus, penalty = net(bonus, penalty)
    return keep(newest_first[: count(bonus, penalty)], bonus, penalty)


def level(total: int, *, capped: bool = True) -> int:
    """The success level of a total: no less than Failure, no more than Transcendent unless kept as it is (A-02)."""
    return max(FAILURE, min(TRANSCENDENT, total) if capped else total)
