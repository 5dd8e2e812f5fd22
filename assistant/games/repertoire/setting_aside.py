"""Setting dice aside, round after round, until a pool is empty (R-113 to R-117, R-150)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.repertoire import duel, edit, names, opens, pools
from assistant.games.repertoire.confrontation import in_step, side_of, still_to_choose
from assistant.games.repertoire.duel import ACTOR, PRODUCER
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import DiceChosen, DiceSetAside
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Confrontation, Rolls, Troupe
from assistant.games.repertoire.terms import Status, Step
from assistant.table import CLOCK, Command, Cue, Dice, Name, Open, Refusal, Value
from assistant.table.naming import number_words

BIGGEST = "big"
"""All that is still due, largest first."""


def set_aside(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Dice out of the other's pool, all at once or a few at a time; nothing moves until both sides have chosen."""
    fight = in_step(state, Step.SET_ASIDE)
    if isinstance(fight, Refusal):
        return fight
    side = side_of(state, fight, command.seat)
    if side is None or duel.left_to_choose(state, fight, side) <= 0:
        return Refusal("E_NOT_YOUR_PICK", {"player": names.player_name(state, still_to_choose(state, fight))})
    left, pool = duel.left_to_choose(state, fight, side), duel.left_to_take(state, fight, side)
    sizes = _sizes(command.slots.get("pile"), pool, left)
    if sizes is None or any(sizes.count(size) > pool.get(size, 0) for size in sizes):
        return Refusal("E_DIE_UNAVAILABLE")
    if not 1 <= len(sizes) <= left:
        return Refusal("E_COUNT", {"n": left})
    return (DiceChosen(seat=command.seat, sizes=sizes),)


def _sizes(named: Value | None, pool: pools.Dice, left: int) -> tuple[int, ...] | None:
    """The dice meant by "2x8", by a size, by several of these, or by "big"; None for anything else."""
    if named == BIGGEST:
        return duel.largest(pool, left)
    sizes: list[int] = []
    for pile in named if isinstance(named, tuple) else (named,):
        count, _, size = str(pile).rpartition("x")
        if not size.isascii() or not size.isdigit() or not (count or "1").isdigit() or len(count + size) > _LONGEST:
            return None
        sizes += [int(size)] * int(count or 1)
    return tuple(sizes)


_LONGEST = 4
"""Digits of a pile at most: no thousands of dice by a slip of the keyboard."""


def choose_due(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Largest first, for a side that keeps the table waiting (R-150)."""
    fight = in_step(state, Step.SET_ASIDE)
    if isinstance(fight, Refusal):
        return fight
    wait = state.settings.due_s
    if not wait or command.at - state.idle_since < wait:
        return Refusal("E_NOT_YOUR_PICK", {"player": names.player_name(state, still_to_choose(state, fight))})
    return largest_first(state, fight)


def largest_first(state: Troupe, fight: Confrontation) -> tuple[DiceChosen, ...]:
    """The choice for each side that has not made it yet."""
    return tuple(_for_side(state, fight, side) for side in _waiting(state, fight))


def _waiting(state: Troupe, fight: Confrontation) -> Sequence[int]:
    return [side for side in (ACTOR, PRODUCER) if duel.left_to_choose(state, fight, side) > 0]


def _for_side(state: Troupe, fight: Confrontation, side: int) -> DiceChosen:
    count = duel.left_to_choose(state, fight, side)
    return _choice(state, fight, side, duel.largest(duel.left_to_take(state, fight, side), count))


def _choice(state: Troupe, fight: Confrontation, side: int, sizes: tuple[int, ...]) -> DiceChosen:
    producer = state.producer.id if state.producer else ""
    return DiceChosen(seat=fight.actor if side == ACTOR else producer, sizes=sizes)


DECIDE = {
    "set_aside": Order(set_aside),
    "set_aside_due": Order(choose_due, by="clock"),
}


def _dice_chosen(state: Troupe, event: DiceChosen) -> Troupe:
    def choose(fight: Confrontation) -> Confrontation:
        actors, producers = fight.chosen
        if side_of(state, fight, event.seat) == ACTOR:
            return replace(fight, chosen=((*(actors or ()), *event.sizes), producers))
        return replace(fight, chosen=(actors, (*(producers or ()), *event.sizes)))

    return edit.confrontation(state, choose)


def _dice_set_aside(state: Troupe, event: DiceSetAside) -> Troupe:
    def take(fight: Confrontation) -> Confrontation:
        steel, rancor = pools.minus(fight.steel_pool, event.steel), pools.minus(fight.rancor_pool, event.rancor)
        return replace(
            fight,
            round=fight.round + 1 if steel and rancor else fight.round,
            step=Step.ROLL,
            steel_pool=steel,
            rancor_pool=rancor,
            steel_aside=pools.plus(fight.steel_aside, event.steel),
            rancor_aside=pools.plus(fight.rancor_aside, event.rancor),
            rolls=Rolls() if steel and rancor else fight.rolls,
            points_made=(None, None),
            chosen=(None, None),
        )

    return edit.confrontation(state, take)


EVOLVE: Evolving = {DiceChosen: _dice_chosen, DiceSetAside: _dice_set_aside}


def _no_choice(state: Troupe) -> TroupeEvent | None:
    """A side without a real choice is not asked (R-114)."""
    fight = state.confrontation
    if fight is None or fight.step is not Step.SET_ASIDE:
        return None
    for side in (ACTOR, PRODUCER):
        sizes = duel.forced(state, fight, side)
        if sizes is not None:
            return _choice(state, fight, side, sizes)
    return None


def _both_chosen(state: Troupe) -> TroupeEvent | None:
    """Both choices take effect together (A-090)."""
    fight = state.confrontation
    if fight is None or fight.step is not Step.SET_ASIDE or _waiting(state, fight):
        return None
    steel, rancor = fight.chosen[PRODUCER] or (), fight.chosen[ACTOR] or ()
    if state.settings.point_dice_return == "good":
        steel, rancor = (*steel, *duel.point_dice(fight, ACTOR)), (*rancor, *duel.point_dice(fight, PRODUCER))
    return DiceSetAside(steel=steel, rancor=rancor)


FOLLOWS = (_no_choice, _both_chosen)


def _open(state: Troupe) -> Iterable[Open]:
    fight = state.confrontation
    if fight is None or fight.step is not Step.SET_ASIDE:
        return
    for side, seat in ((ACTOR, fight.actor), (PRODUCER, state.producer.id if state.producer else "")):
        if opens.allowed(state, DECIDE["set_aside"], Command("set_aside", seat, {"pile": BIGGEST})):
            yield Open("set_aside", frozenset({seat}), {"pile": _piles(state, fight, side)})


def _piles(state: Troupe, fight: Confrontation, side: int) -> tuple[Name, ...]:
    """ "Two eights", "one six": every number of every size that may go."""
    left, pool = duel.left_to_choose(state, fight, side), duel.left_to_take(state, fight, side)
    named = [_pile(count, size) for size, most in pool.items() for count in range(1, min(most, left) + 1)]
    return (*named, Name(BIGGEST, BIGGEST, (), BIGGEST))


def _pile(count: int, size: int) -> Name:
    number, word = number_words(count), number_words(size)
    plural = names.several(word) if count > 1 else word
    forms = (f"{number} {plural}", f"{number} d {plural}", *((word, f"d {word}") if count == 1 else ()))
    return Name(f"{count}x{size}", f"{count}d{size}", forms, f"{number} d {word}")


def _due(state: Troupe) -> Iterable[Command]:
    fight = state.confrontation
    waits = fight is not None and fight.step is Step.SET_ASIDE and state.status is Status.PLAYING
    if waits and state.settings.due_s:
        yield Command("set_aside_due", CLOCK, at=state.idle_since + state.settings.due_s)


def _tell_set_aside(state: Troupe, event: DiceSetAside) -> Iterable[Cue]:
    fight = state.confrontation
    if fight is not None:
        slots: dict[str, Value] = {"steel": pools.total(fight.steel_pool), "rancor": pools.total(fight.rancor_pool)}
        yield Cue("DiceSetAside", slots)


OPEN = (_open,)
DUE = (_due,)
NARRATE: Telling = {
    DiceChosen: lambda state, event: (Cue("DiceChosen", {"player": names.player_name(state, event.seat)}),),
    DiceSetAside: _tell_set_aside,
}
