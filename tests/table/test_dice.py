"""Faces that anyone can recompute."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest

from assistant.table.dice import DiceError, commitment, face, faces, is_possible

SECRET = bytes(range(32))


def recomputed(secret: bytes, position: int, sides: int) -> int:
    """The documented way, written a second time and differently."""
    for block in count():
        message = str(position) if block == 0 else f"{position}.{block}"
        digest = hmac.new(secret, message.encode(), hashlib.sha256).hexdigest()
        for start in range(0, 64, 8):
            number = int(digest[start : start + 8], 16)
            if number < 2**32 // sides * sides:
                return 1 + number % sides
    raise AssertionError


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 12, 54, 100, 2**31 + 1])
def test_a_face_is_what_the_documentation_says(sides: int) -> None:
    assert [face(SECRET, k, sides) for k in range(300)] == [recomputed(SECRET, k, sides) for k in range(300)]


def test_numbers_that_would_favour_a_face_are_rejected_and_the_next_is_taken() -> None:
    # With 2**31 + 1 sides nearly every second number is rejected, and one digest in 256 altogether.
    assert all(1 <= face(SECRET, k, 2**31 + 1) <= 2**31 + 1 for k in range(2_000))


def test_known_faces_stay_what_they_were() -> None:
    assert faces(bytes(32), 0, (6, 6, 6, 8, 10, 12)) == (2, 5, 3, 6, 3, 9)


@pytest.mark.case("C-044")
def test_two_pools_of_one_moment_are_not_the_same() -> None:
    assert faces(SECRET, 0, (6,) * 20) != faces(SECRET, 20, (6,) * 20)


@pytest.mark.case("C-046")
def test_every_face_comes_up_about_as_often_as_the_others() -> None:
    counts = Counter(face(SECRET, k, 6) for k in range(6_000))
    chi_square = sum((counts[each] - 1_000) ** 2 / 1_000 for each in range(1, 7))
    assert chi_square < 20.5  # one in a thousand secrets would exceed it; this secret is fixed


def test_the_seal_is_the_sha_256_of_the_secret() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("sides", [0, -6, 2**32 + 1])
@pytest.mark.case("C-040")
def test_a_die_that_cannot_be_is_refused(sides: int) -> None:
    with pytest.raises(DiceError, match="no die with"):
        face(SECRET, 0, sides)


@pytest.mark.parametrize(
    ("thrown", "sides", "possible"),
    [((4,), (6,), True), ((7,), (6,), False), ((0,), (6,), False), ((1, 2), (6,), False), ((), (), True)],
)
def test_faces_called_out_must_lie_on_the_dice(thrown: tuple[int, ...], sides: tuple[int, ...], possible: bool) -> None:
    assert is_possible(thrown, sides) is possible
