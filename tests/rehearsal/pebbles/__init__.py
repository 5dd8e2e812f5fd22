"""Pebbles: each takes one, two or three in turn, or draws lots; who takes the last one pays. A game in sixty lines."""

from dataclasses import dataclass, replace

from assistant.table import Clock, Cue, Event, Game, Open, Refusal, Roll, View


@dataclass(frozen=True)
class Pile:
    left: int = 9
    seats: tuple[str, ...] = ()
    taken: int = 0

    @property
    def turn(self):  # the seat whose turn it is
        return frozenset({self.seats[self.taken % len(self.seats)]} if self.seats and self.left else ())


@dataclass(frozen=True, kw_only=True)
class Begun(Event):
    seats: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Taken(Event):
    count: int


def decide(pile, command, dice=()):
    if command.intent == "new_game" and not pile.seats:
        return (Begun(seats=tuple(str(n) for n, _ in enumerate(command.slots["players"], 1))),)
    if command.intent == "left":
        return Cue("left", {"n": pile.left})
    if command.intent not in ("take", "draw") or command.seat not in pile.turn:
        return Refusal("E_TURN")
    if command.intent == "draw" and not dice:
        return Roll((min(3, pile.left),), command.seat)
    count = dice[0] if dice else command.slots.get("count")
    return (Taken(count=count),) if count in range(1, min(3, pile.left) + 1) else Refusal("E_COUNT")


def evolve(pile, event):
    if isinstance(event, Begun):
        return replace(pile, seats=event.seats)
    return replace(pile, left=pile.left - event.count, taken=pile.taken + 1)


def grammar(pile):
    moves = Open("take", pile.turn, {"count": range(1, min(3, pile.left) + 1)}), Open("draw", pile.turn)
    return (*(moves if pile.turn else ()), Open("left"))


def narrate(pile, event):
    return (Cue("Taken" if pile.left else "last", {"n": pile.left}),) if isinstance(event, Taken) else ()


GAME = Game(
    *("pebbles", "Pebbles", Pile, (), (Begun, Taken), lambda pile: (), lambda pile: pile, decide, evolve, grammar),
    *(lambda pile: Clock(), lambda pile, seat: View(Cue("left", {"n": pile.left})), narrate),
)
