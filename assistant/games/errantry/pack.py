"""Court cards drawn as dice, each card out of the pack until it is shuffled again (E-057, A-12).

With replacement, the default, a card is a die of three sides and needs none of this. A pack is the faces of its cards;
a draw is a number from one to as many cards as are left, so the order of the pack is never known to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.errantry.fudge import Faces

COURT: Faces = (-1,) * 4 + (0,) * 4 + (1,) * 4
"""Jacks, queens and kings of the four suits."""


def left(pack: Faces, lying: Sequence[int]) -> list[int]:
    """The cards still in the pack when these lie on the table; an empty one is shuffled again."""
    cards = list(pack)
    for face in lying:
        if not cards:
            cards = list(pack)
        if face in cards:
            cards.remove(face)
    return cards


def sides(pack: Faces, lying: Sequence[int], count: int) -> tuple[int, ...]:
    """How many cards there are to draw from, for each of ``count`` cards."""
    size = len(left(pack, lying))
    return tuple((size - drawn - 1) % len(pack) + 1 for drawn in range(count))


def draw(pack: Faces, lying: Sequence[int], told: Sequence[int]) -> Faces | None:
    """The faces of the cards drawn, each counted from one among those left; None where there is no such card."""
    cards, faces = left(pack, lying), []
    for number in told:
        cards = cards or list(pack)
        if not 1 <= number <= len(cards):
            return None
        faces.append(cards.pop(number - 1))
    return tuple(faces)
