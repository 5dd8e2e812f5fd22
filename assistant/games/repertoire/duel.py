"""Dice of a confrontation: Points, and what may be set aside (R-109 to R-117). Values in, values out."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.repertoire import pools
from assistant.games.repertoire.pools import Dice
from assistant.games.repertoire.state import Confrontation, Thrown, Troupe
from assistant.table import Seat

ACTOR, PRODUCER = 0, 1
"""The sides, as they stand in the pairs of a confrontation."""


def steel_of(state: Troupe, seat: Seat) -> Dice:
    """An Actor's banked dice, and one d10 for each rivalry he owns (R-071)."""
    player = state.seat(seat)
    return pools.plus(player.steel if player else {}, [10] * len(state.owned_by(seat)))


def own_pool(fight: Confrontation, side: int) -> Dice:
    return fight.steel_pool if side == ACTOR else fight.rancor_pool


def thrown(pool: Dice, faces: Sequence[int]) -> Thrown:
    """Each die of a pool with its face, smallest size first."""
    return tuple(zip(pools.flat(pool), faces, strict=True))


def is_point(pool: Dice, face: int) -> bool:
    """A number equal to a size its own side has now, whatever the size of the die (R-111)."""
    return face in pool


def points(pool: Dice, throw: Thrown) -> int:
    return sum(is_point(pool, face) for _, face in throw)


def made(fight: Confrontation, side: int) -> int:
    """The Points a side has made; one that neither ticked off nor stated any has made all it rolled (R-113)."""
    stated = fight.points_made[side]
    return fight.points_rolled[side] if stated is None else stated


def choosable(state: Troupe, fight: Confrontation, side: int) -> Dice:
    """What this side may take out of the other's pool. Dice that made Points are among it (A-088), unless the setting
    takes them out of the pool for the round or for good (A-087)."""
    other = 1 - side
    pool = own_pool(fight, other)
    return pool if state.settings.point_dice_return == "stay" else pools.minus(pool, point_dice(fight, other))


def point_dice(fight: Confrontation, side: int) -> tuple[int, ...]:
    """The sizes of the dice that made Points in this round."""
    throw = fight.rolls.actor if side == ACTOR else fight.rolls.producer
    return tuple(size for size, face in throw if size and is_point(own_pool(fight, side), face))


def due(state: Troupe, fight: Confrontation, side: int) -> int:
    """How many dice this side takes in all: one for each Point made, as far as there are dice (R-114)."""
    return min(made(fight, side), pools.total(choosable(state, fight, side)))


def left_to_choose(state: Troupe, fight: Confrontation, side: int) -> int:
    return due(state, fight, side) - len(fight.chosen[side] or ())


def left_to_take(state: Troupe, fight: Confrontation, side: int) -> Dice:
    """The dice this side can still name."""
    return pools.minus(choosable(state, fight, side), fight.chosen[side] or ())


def forced(state: Troupe, fight: Confrontation, side: int) -> tuple[int, ...] | None:
    """A choice that is none: all dice are due, or all are of one size. None: a real choice, or nothing to choose."""
    count, pool = left_to_choose(state, fight, side), left_to_take(state, fight, side)
    if count <= 0 or (count < pools.total(pool) and len(pool) > 1):
        return None
    return largest(pool, count)


def has_choice(state: Troupe, fight: Confrontation, side: int) -> bool:
    """Whether this side has still to say which dice go."""
    return left_to_choose(state, fight, side) > 0 and forced(state, fight, side) is None


def largest(pool: Dice, count: int) -> tuple[int, ...]:
    """So many dice, the largest first."""
    return tuple(sorted(pools.flat(pool), reverse=True)[:count])
