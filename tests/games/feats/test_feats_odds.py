"""The odds: the tables of the ledger's section 10, and dice counted out face by face."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from assistant.games.feats.odds import ZeroZero, percent, speaks_first, success_chance, successes

HALF = Fraction(1, 2)
TELLS: ZeroZero = "fails_tie_rule_tells"


def table(number: str) -> dict[tuple[str, str], str]:
    """A table of odds.txt: (row, column) -> cell."""
    text = Path(__file__).with_name("odds.txt").read_text(encoding="utf-8")
    block = next(part for part in text.split("\n\n") if part.startswith(f"{number} "))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines() if line[0] == "|"]
    return {(row[0], column): cell for row in rows[1:] for column, cell in zip(rows[0][1:], row[1:], strict=True)}


def rounded(chance: Fraction) -> str:
    """Four places, half up, as the ledger rounds."""
    return f"{int(chance * 10_000 + HALF) / 10_000:.4f}"


@pytest.mark.rule("F-051", "F-052", "F-053", "F-133")
@pytest.mark.parametrize("number", ["10.1", "10.3"])
def test_the_tables_of_who_speaks_first(number: str) -> None:
    zero: ZeroZero = TELLS if number == "10.1" else "nobody"
    cells = table(number)
    assert len(cells) == 48
    for (own, other), cell in cells.items():
        assert rounded(speaks_first(int(own), int(other), HALF, Fraction(1), zero)) == cell, (own, other)


@pytest.mark.rule("F-133")
def test_the_odds_are_exact_fractions() -> None:
    cells = table("10.2")
    assert len(cells) == 48
    for (own, other), cell in cells.items():
        assert speaks_first(int(own), int(other), HALF, Fraction(1), TELLS) == Fraction(cell), (own, other)


@pytest.mark.rule("F-041")
def test_the_tables_of_more_and_of_equal_successes() -> None:
    more, equal = table("10.4"), table("10.5")
    assert len(more) == len(equal) == 48
    for own, other in more:
        pairs = list(product(enumerate(successes(int(own), HALF)), enumerate(successes(int(other), HALF))))
        assert rounded(sum((p * q for (a, p), (b, q) in pairs if a > b), Fraction())) == more[own, other]
        assert rounded(sum((p * q for (a, p), (b, q) in pairs if a == b), Fraction())) == equal[own, other]


@pytest.mark.rule("F-053")
@pytest.mark.parametrize(
    ("setting", "share"), [("player (default), acting", Fraction(1)), ("roll-off", HALF), ("gm", Fraction(0))]
)
def test_a_full_tie_by_each_setting(setting: str, share: Fraction) -> None:
    cells = {size: cell for (row, size), cell in table("10.6").items() if row == setting}
    assert len(cells) == 6
    for size, cell in cells.items():
        assert rounded(speaks_first(int(size), int(size), HALF, share, TELLS)) == cell


def _counted(own: int, other: int, sides: int, success_from: int, share: Fraction, zero: ZeroZero) -> Fraction:
    """The same by looking at every face of every die."""
    first, all_of_them = Fraction(0), 0
    for faces in product(range(1, sides + 1), repeat=own + other):
        mine = sum(face >= success_from for face in faces[:own])
        theirs = sum(face >= success_from for face in faces[own:])
        if mine == theirs == 0 and zero in ("nobody", "reroll"):
            all_of_them += zero == "nobody"
            continue
        all_of_them += 1
        mine, theirs = (mine, theirs) if mine != theirs else (own, other)
        first += Fraction(mine > theirs) if mine != theirs else share
    return first / all_of_them if all_of_them else Fraction(0)


@pytest.mark.rule("F-041", "F-043", "F-051", "F-052", "F-053", "F-054")
@pytest.mark.parametrize(("sides", "success_from"), [(6, 4), (6, 5), (4, 2), (5, 5)])
@pytest.mark.parametrize("zero", ["fails_tie_rule_tells", "tie_rule_free", "nobody", "reroll"])
def test_the_odds_are_those_of_all_faces_counted(sides: int, success_from: int, zero: ZeroZero) -> None:
    chance = success_chance(sides, success_from)
    for own, other in product(range(4), repeat=2):
        if own + other > 4:
            continue
        for share in (Fraction(0), HALF, Fraction(1)):
            counted = _counted(own, other, sides, success_from, share, zero)
            assert speaks_first(own, other, chance, share, zero) == counted, (own, other, share)


@pytest.mark.rule("F-133")
@pytest.mark.parametrize(
    ("own", "other", "said"), [(7, 3, 95), (2, 3, 19), (3, 3, 66), (1, 2, 13), (0, 12, 0), (12, 0, 100)]
)
def test_odds_are_said_in_whole_percent(own: int, other: int, said: int) -> None:
    """7 against 3 is worked example E5."""
    assert percent(speaks_first(own, other, HALF, Fraction(1), TELLS)) == said
