"""The harm tracker: seven boxes, and how marks come into them, slide and go (E-092, E-097 to E-105, E-113, E-114).

Values in, values out. A tracker is a mapping from the boxes that are marked, 1 to 7, to whatever the mark is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeVar

M = TypeVar("M")

BLOODIED, BROKEN = 4, 7
"""The lowest box of each level; what is below bruises (E-100, E-101, E-106)."""
CEILING = 6
"""No weapon and no Secret lifts harm above it (E-103)."""


def box_for(marked: Collection[int], harm: int) -> int | None:
    """The box that a hit marks: the lowest free one that is not below it; None if there is none (E-098, E-107)."""
    return next((box for box in range(harm, BROKEN + 1) if box not in marked), None)


def shaken_out(tracker: Mapping[int, M]) -> dict[int, M]:
    """All marks in the lowest boxes, in their order (E-113).

    >>> list(shaken_out({2: "a", 3: "b", 6: "c"}))
    [1, 2, 3]
    """
    return {box: tracker[old] for box, old in enumerate(sorted(tracker), start=1)}


def healed(tracker: Mapping[int, M], level: int, gap: Literal["lower", "nothing"] = "lower") -> dict[int, M]:
    """The tracker after a healing check of this success level (E-114): the mark of that box goes, or the highest one if
    the level is higher; what is above the level slides down. ``gap`` says what goes where that box is empty (A-34)."""
    gone = healed_box(tracker, level, gap)
    if gone is None and gap == "nothing":
        return dict(tracker)
    kept = {box: mark for box, mark in tracker.items() if box <= level and box != gone}
    for box in sorted(box for box in tracker if box > level and box != gone):
        kept[next(free for free in range(1, box + 1) if free not in kept)] = tracker[box]
    return dict(sorted(kept.items()))


def healed_box(tracker: Mapping[int, M], level: int, gap: Literal["lower", "nothing"] = "lower") -> int | None:
    """The box whose mark a healing check of this level takes away; None if there is none (E-114, A-34)."""
    if level in tracker or not tracker:
        return level if tracker else None
    highest = max(tracker)
    if level > highest:
        return highest
    return None if gap == "nothing" else max((box for box in tracker if box < level), default=None)


def amount(
    success_level: int,
    weapons: Sequence[int] = (),
    armours: Sequence[int] = (),
    secrets: Sequence[int] = (),
    gear_mix: Literal["both", "larger"] = "both",
) -> int:
    """The harm that a successful action does, 1 to 7; 0 if it was none (E-092, E-102 to E-105).

    Of several weapons or armours of one character the best counts; weapon first, then armour (A-13: or only the larger
    of the two). ``secrets``: what they add, or take away if negative.
    """
    if success_level <= 0:
        return 0
    weapon, armour = max(weapons, default=0), max(armours, default=0)
    if gear_mix == "larger":
        weapon, armour = (weapon if weapon > armour else 0), (armour if armour > weapon else 0)
    harm = _raised(success_level, weapon)
    harm = _raised(harm, sum(max(0, each) for each in secrets))
    lowered = armour - sum(min(0, each) for each in secrets)
    return min(BROKEN, max(1, harm - lowered))


def _raised(harm: int, bonus: int) -> int:
    """A bonus lifts harm to six at most; what is above already stays (E-103, A-14)."""
    return max(harm, min(CEILING, harm + bonus))
