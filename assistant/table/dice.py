"""Provable dice: every face follows from a secret drawn before the evening; anyone can check them all after it.

How a face is made, for those who want to recompute it with nothing but a hash library:

1. At the start 32 secret bytes are drawn; their SHA-256 in hex is published (:func:`commitment`).
2. Face number ``k`` (0, 1, 2 … over the evening) of a die with ``n`` sides comes from
   ``HMAC-SHA256(key=secret, message=str(k))``, the message in ASCII digits.
3. Those 32 bytes are read as eight unsigned 32-bit numbers, most significant byte first. The first of them that is
   below the greatest multiple of ``n`` not above 2**32 counts; the face is that number modulo ``n``, plus one. So no
   face is likelier than another.
4. Should all eight be rejected, the message becomes ``k.1``, then ``k.2``, and so on.

A face depends on the secret, on ``k`` and on ``n`` only: taking a roll back and doing it again is never a reroll.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from itertools import count

SECRET_BYTES = 32

_WORDS = struct.Struct(">8I")
_SPAN = 2**32


class DiceError(Exception):
    """The dice cannot be thrown as asked: one clear line."""


def commitment(secret: bytes) -> str:
    """The seal published at the start of an evening: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def face(secret: bytes, position: int, sides: int) -> int:
    """Face number ``position`` of the evening, on a die with ``sides`` sides (1 to 2**32).

    >>> [face(bytes(32), k, 6) for k in range(8)] == [face(bytes(32), k, 6) for k in range(8)]
    True
    """
    if not 1 <= sides <= _SPAN:
        raise DiceError(f"There is no die with {sides} sides.")
    limit = _SPAN - _SPAN % sides
    for block in count():
        message = f"{position}.{block}" if block else f"{position}"
        words: tuple[int, ...] = _WORDS.unpack(hmac.digest(secret, message.encode("ascii"), "sha256"))
        for word in words:
            if word < limit:
                return word % sides + 1
    raise AssertionError  # unreachable: count() does not end


def faces(secret: bytes, position: int, sides: Sequence[int]) -> tuple[int, ...]:
    """One face per die, numbered from ``position`` on."""
    return tuple(face(secret, position + step, each) for step, each in enumerate(sides))


def is_possible(thrown: Sequence[int], sides: Sequence[int]) -> bool:
    """Whether these faces can lie on dice of these sizes, one for one."""
    return len(thrown) == len(sides) and all(1 <= one <= size for one, size in zip(thrown, sides, strict=True))
