"""The arithmetic of a scene's end: total, success, and who picks when (R-057, R-059 to R-061)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from assistant.games.repertoire.config import Config
from assistant.games.repertoire.state import Scene, Thrown
from assistant.table import Seat


def net(scene: Scene) -> int:
    """Tokens for less tokens against."""
    return sum(for_ - against for for_, against in scene.dedicated.values())


def success(settings: Config, roll: Thrown, tokens: int) -> bool:
    """Do the dice come in under half of ``tokens``? Strictly under, unlike a fact (A-028 to A-030)."""
    total = Fraction(tokens, 2)
    if settings.total_round != "exact":
        total = Fraction(floor(total) if settings.total_round == "down" else ceil(total))
    values = [value for _, value in roll]
    tried = values if settings.roll_mode == "each" else [sum(values)]
    return all(value < total or (value == total and not settings.roll_strict) for value in tried)


def credit(settings: Config, scene: Scene, seat: Seat) -> int:
    """How much a participant contributed (A-036)."""
    for_, against = scene.dedicated.get(seat, (0, 0))
    return {"for": for_, "both": for_ + against, "net": for_ - against}[settings.contribution]


def tied(settings: Config, scene: Scene) -> tuple[Seat, ...]:
    """The participants who contributed as much as another one, in order of entry."""
    credits = [credit(settings, scene, seat) for seat in scene.participants]
    return tuple(seat for seat, own in zip(scene.participants, credits, strict=True) if credits.count(own) > 1)


def picking_order(settings: Config, scene: Scene, thrown_off: dict[Seat, int]) -> tuple[Seat, ...]:
    """Who picks first, second, …: by contribution; a tie by ``thrown_off`` dice if any, then roller, then entry."""
    entry = {seat: place for place, seat in enumerate(scene.participants)}

    def rank(seat: Seat) -> tuple[int, int, bool, int]:
        return (-credit(settings, scene, seat), -thrown_off.get(seat, 0), seat != scene.roller, entry[seat])

    ranked = tuple(sorted(scene.participants, key=rank))
    givers = tuple(seat for seat in ranked if sum(scene.dedicated.get(seat, (0, 0))))
    return ranked if settings.zero_contributors_pick or not givers else givers


def picker(settings: Config, scene: Scene) -> Seat | None:
    """Whose turn it is to pick (A-038)."""
    order, turn = scene.pick_order, scene.next_picker
    if not order or not scene.remaining:
        return None
    if turn < len(order) or settings.pick_rounds == "round":
        return order[turn % len(order)]
    if settings.pick_rounds == "top":
        return order[0]
    back = (turn // len(order)) % 2 == 1
    place = turn % len(order)
    return order[len(order) - 1 - place] if back else order[place]
