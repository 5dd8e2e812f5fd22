"""Where faces come from: chance or a script. Faces called out by players come with the words that tell them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Protocol

from assistant.table.dice import SECRET_BYTES, DiceError, faces, is_possible


class Dice(Protocol):
    """Gives faces by their position in the evening; asked twice for the same position it says the same twice."""

    source: str
    """Kept in the journal with each face: ``chance`` or ``script``."""

    def faces(self, sides: Sequence[int], position: int) -> tuple[int, ...]:
        """One face per die, the first being number ``position`` of the evening. Raises DiceError."""
        ...


def draw_secret() -> bytes:
    """The secret of a new evening, from the entropy of the system."""
    return os.urandom(SECRET_BYTES)


class ChanceDice:
    """Faces made from the secret of the evening, see :mod:`assistant.table.dice`."""

    source = "chance"

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def faces(self, sides: Sequence[int], position: int) -> tuple[int, ...]:
        return faces(self._secret, position, sides)


class ScriptedDice:
    """Faces fixed beforehand, in order; the first is given for the position ``start``."""

    source = "script"

    def __init__(self, script: Sequence[int], start: int = 0) -> None:
        self._script = tuple(script)
        self._start = start

    def faces(self, sides: Sequence[int], position: int) -> tuple[int, ...]:
        first = position - self._start
        given = self._script[first : first + len(sides)] if first >= 0 else ()
        if len(given) < len(sides):
            raise DiceError(f"The dice given beforehand have run out: {len(sides)} wanted, {len(given)} left.")
        if not is_possible(given, sides):
            wanted = ", ".join(f"d{size}" for size in sides)
            raise DiceError(f"The dice given beforehand do not fit: {', '.join(map(str, given))} for {wanted}.")
        return given
