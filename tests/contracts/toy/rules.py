"""The rules of Stones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant.table import (
    CLOCK,
    Ask,
    Clock,
    Command,
    Cue,
    Dice,
    Event,
    Game,
    Name,
    Open,
    Refusal,
    Roll,
    Seat,
    View,
)
from tests.contracts.toy.state import (
    EVENTS,
    Begun,
    BellRang,
    BellSet,
    CardDrawn,
    CardLaid,
    ClockSet,
    Duel,
    DuelLocked,
    DuelThrown,
    Hushed,
    Pile,
    PileCleared,
    PileMade,
    PileNamed,
    Settings,
    Stones,
    StonesPut,
    Thrown,
)

Outcome = Sequence[Event] | Cue | Refusal | Ask | Roll

UNSPOKEN = "…"
NO_PILE = Refusal("E_PILE")


def check(settings: Settings) -> list[Refusal]:
    return [Refusal("E_SETTINGS")] if settings.bell_s <= 0 or settings.most_stones < 1 else []


def decide(state: Stones, command: Command, dice: Dice) -> Outcome:
    if command.seat == CLOCK:
        return _due(state, command, dice)
    if command.intent == "new_game":
        return _new_game(state, command)
    if command.seat not in state.seats:
        return Refusal("E_SEAT")
    if command.intent in _ALWAYS:
        return _ALWAYS[command.intent](state, command, dice)
    if not state.running:
        return Refusal("E_STANDS")
    order = _ORDERS.get(command.intent)
    return order(state, command, dice) if order else Refusal("E_WHAT")


def _new_game(state: Stones, command: Command) -> Outcome:
    players = command.slots.get("players")
    if state.players:
        return Refusal("E_BEGUN")
    if not isinstance(players, tuple) or not 2 <= len(players) <= 8:
        return Refusal("E_PLAYERS")
    return [Begun(players=tuple(map(str, players)))]


def _due(state: Stones, command: Command, dice: Dice) -> Outcome:
    if command.intent == "interrupted" and state.running:
        return [ClockSet(running=False)]
    if command.intent == "bell" and state.bell_at is not None:
        return [BellRang()]
    if command.intent == "duel_throw" and state.duel is not None:
        seat = str(command.slots.get("seat"))
        return [DuelThrown(seat=seat, face=dice[0])] if dice else Roll((6,), seat)
    return Refusal("E_WHAT")


def _pause(state: Stones, command: Command, dice: Dice) -> Outcome:
    return [ClockSet(running=False)] if state.running else Refusal("E_STANDS")


def _resume(state: Stones, command: Command, dice: Dice) -> Outcome:
    return Refusal("E_RUNS") if state.running else [ClockSet(running=True)]


def _undo(state: Stones, command: Command, dice: Dice) -> Outcome:
    at = command.slots.get("at")
    if command.slots.get("seat") not in (command.seat, None) and command.seat != "1":
        return Refusal("E_NOT_YOURS")
    if not isinstance(at, int | float) or command.at - at > state.settings.undo_s:
        return Refusal("E_LATE")
    return []


def _draft(state: Stones, command: Command, dice: Dice) -> Outcome:
    unnamed = next((pile for pile in state.piles if pile.name == UNSPOKEN), None)
    if unnamed is None or not command.text:
        return NO_PILE
    return [PileNamed(id=unnamed.id, name=command.text)]


def _add_pile(state: Stones, command: Command, dice: Dice) -> Outcome:
    if not command.text:
        return Refusal("E_TEXT")
    if command.text in [pile.name for pile in state.piles]:
        return Refusal("E_TWICE", {"pile": command.text})
    return [PileMade(id=f"p{len(state.piles) + 1}", name=command.text)]


def _put(state: Stones, command: Command, dice: Dice) -> Outcome:
    pile, count = state.pile(command.slots.get("pile")), command.slots.get("count")
    if pile is None:
        return NO_PILE
    if not isinstance(count, int) or not 1 <= count <= state.settings.most_stones:
        return Refusal("E_COUNT")
    return [StonesPut(pile=pile.id, stones=count, seat=command.seat)]


def _throw(state: Stones, command: Command, dice: Dice) -> Outcome:
    pile = state.pile(command.slots.get("pile"))
    if pile is None:
        return NO_PILE
    if not dice:
        return Roll((6,), command.seat)
    return [Thrown(pile=pile.id, face=dice[0], seat=command.seat)]


def _scatter(state: Stones, command: Command, dice: Dice) -> Outcome:
    """One stone on a pile of the game's choosing: where there are several it asks which."""
    puts = tuple(Command("put", command.seat, {"pile": pile.id, "count": 1}, at=command.at) for pile in state.piles[:3])
    if not puts:
        return NO_PILE
    return Ask("which_pile", puts) if len(puts) > 1 else _put(state, puts[0], dice)


def _clear(state: Stones, command: Command, dice: Dice) -> Outcome:
    pile = state.pile(command.slots.get("pile"))
    if pile is None:
        return NO_PILE
    if command.confirmed_by in (None, command.seat):
        others = frozenset(state.seats) - {command.seat}
        return Ask("sure_clear", (command,), by=others, slots={"pile": pile.name})
    return [PileCleared(pile=pile.id)]


def _draw(state: Stones, command: Command, dice: Dice) -> Outcome:
    if command.seat in state.cards:
        return Refusal("E_CARD")
    if not dice:
        return Roll((10,), None)
    return [CardDrawn(seat=command.seat, card=dice[0], audience=frozenset({command.seat}))]


def _duel(state: Stones, command: Command, dice: Dice) -> Outcome:
    other = str(command.slots.get("other"))
    if state.duel is not None:
        return Refusal("E_DUEL")
    if other not in state.seats or other == command.seat:
        return Refusal("E_SEAT")
    return [DuelLocked(left=command.seat, right=other, at=command.at)]


def _ring(state: Stones, command: Command, dice: Dice) -> Outcome:
    if state.bell_at is not None:
        return Refusal("E_BELL")
    return [BellSet(at=command.at + state.settings.bell_s)]


def _hush(state: Stones, command: Command, dice: Dice) -> Outcome:
    return [Hushed(hushed=not state.hushed)]


def _count(state: Stones, command: Command, dice: Dice) -> Outcome:
    pile = state.pile(command.slots.get("pile"))
    return Cue("count", {"pile": pile.name, "stones": pile.stones}) if pile else NO_PILE


def _my_card(state: Stones, command: Command, dice: Dice) -> Outcome:
    if command.seat not in state.cards:
        return Refusal("E_NO_CARD")
    return Cue("card", {"card": state.cards[command.seat]}, audience=frozenset({command.seat}))


def _lay(state: Stones, command: Command, dice: Dice) -> Outcome:
    """A card face down, where nobody sees it; asked once more, that seat alone."""
    card, alone = state.cards.get(command.seat), frozenset({command.seat})
    if card is None or command.slots.get("card") not in ("it", _name(card).id):
        return Refusal("E_NO_CARD")
    if command.confirmed_by is None:
        named = replace(command, slots={"card": _name(card).id})
        return Ask("sure_lay", (named,), slots={"card": card}, audience=alone)
    return [CardLaid(seat=command.seat, card=card, audience=alone)]


def _name(card: int) -> Name:
    word = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")[card - 1]
    return Name(f"c{card}", f"card {card}", (f"card {word}",), f"card {word}")


Order = Callable[[Stones, Command, Dice], Outcome]
_ALWAYS: dict[str, Order] = {
    "resume": _resume,
    "pause": _pause,
    "undo": _undo,
    "count": _count,
    "my_card": _my_card,
    "draft": _draft,
}
_ORDERS: dict[str, Order] = {
    "add_pile": _add_pile,
    "put": _put,
    "throw": _throw,
    "scatter": _scatter,
    "clear": _clear,
    "draw": _draw,
    "lay": _lay,
    "duel": _duel,
    "ring": _ring,
    "hush": _hush,
}


def evolve(state: Stones, event: Event) -> Stones:
    return _EVOLVE[type(event)](state, event)


def _draw_card(state: Stones, event: CardDrawn) -> Stones:
    return replace(state, cards={**state.cards, event.seat: event.card})


def _lay_card(state: Stones, event: CardLaid) -> Stones:
    held = {seat: card for seat, card in state.cards.items() if seat != event.seat}
    return replace(state, cards=held, laid={**state.laid, event.seat: event.card})


def _throw_in_duel(state: Stones, event: DuelThrown) -> Stones:
    if state.duel is None:
        return state
    faces = {**state.duel.faces, event.seat: event.face}
    return replace(state, duel=None if len(faces) == 2 else replace(state.duel, faces=faces))


_EVOLVE: dict[type[Event], Callable[[Stones, Any], Stones]] = {
    Begun: lambda state, event: replace(state, players=event.players, running=True),
    PileMade: lambda state, event: replace(state, piles=(*state.piles, Pile(event.id, event.name))),
    PileNamed: lambda state, event: _with_pile(state, event.id, name=event.name),
    StonesPut: lambda state, event: _with_stones(state, event.pile, event.stones),
    Thrown: lambda state, event: _with_stones(state, event.pile, event.face),
    PileCleared: lambda state, event: _with_pile(state, event.pile, stones=0),
    CardDrawn: _draw_card,
    CardLaid: _lay_card,
    DuelLocked: lambda state, event: replace(state, duel=Duel(event.left, event.right, at=event.at)),
    DuelThrown: _throw_in_duel,
    BellSet: lambda state, event: replace(state, bell_at=event.at),
    BellRang: lambda state, event: replace(state, bell_at=None, rung=state.rung + 1),
    Hushed: lambda state, event: replace(state, hushed=event.hushed),
    ClockSet: lambda state, event: replace(state, running=event.running),
}


def _with_pile(state: Stones, id: str, **changes: object) -> Stones:
    piles = tuple(replace(pile, **changes) if pile.id == id else pile for pile in state.piles)
    return replace(state, piles=piles)


def _with_stones(state: Stones, id: str, more: int) -> Stones:
    pile = state.pile(id)
    return _with_pile(state, id, stones=pile.stones + more) if pile else state


def grammar(state: Stones) -> list[Open]:
    piles = tuple(Name(pile.id, pile.name, (pile.name.lower(),), f"old {pile.name}") for pile in state.piles)
    seats = tuple(
        Name(seat, name, (name.lower(),), name) for seat, name in zip(state.seats, state.players, strict=True)
    )
    with_card = frozenset(state.cards)
    opens = [Open("count", None, {"pile": piles})] if piles else []
    opens += [Open("my_card", with_card)] if with_card else []
    if not state.running:
        return [*opens, Open("resume")] if state.players else []
    opens += [Open("pause"), Open("add_pile"), Open("hush", tap=True)]
    without = frozenset(state.seats) - with_card
    opens += [Open("draw", without)] if without else []
    opens += [Open("lay", frozenset({seat}), {"card": (_name(card),)}) for seat, card in state.cards.items()]
    opens += [Open("ring")] if state.bell_at is None else []
    opens += [Open("duel", None, {"other": seats})] if state.duel is None else []
    if piles:
        counts = range(1, state.settings.most_stones + 1)
        opens += [Open("put", None, {"pile": piles, "count": counts}), Open("throw", None, {"pile": piles})]
        opens += [Open("clear", None, {"pile": piles}), Open("scatter")]
    return opens


def clock(state: Stones) -> Clock:
    due = []
    if state.bell_at is not None:
        due.append(Command("bell", CLOCK, at=state.bell_at))
    if state.duel is not None:
        waiting = [seat for seat in (state.duel.left, state.duel.right) if seat not in state.duel.faces]
        due += [Command("duel_throw", CLOCK, {"seat": seat}, at=state.duel.at) for seat in waiting]
    return Clock(state.running, tuple(due))


def view(state: Stones, seat: Seat | None) -> View:
    cards = [(Cue("pile", {"pile": pile.name, "stones": pile.stones}),) for pile in state.piles]
    if seat in state.cards:
        cards.append((Cue("card", {"card": state.cards[seat]}),))
    return View(Cue("headline"), "quiet" if state.hushed else "open", tuple(cards))


def narrate(state: Stones, event: Event) -> list[Cue]:
    match event:
        case Thrown():
            pile = state.pile(event.pile)
            return [Cue("Thrown", {"pile": pile.name if pile else "", "face": event.face})]
        case StonesPut():
            return [Cue("StonesPut", times=event.stones)]
        case DuelThrown():
            return [Cue("DuelThrown", {"player": state.players[int(event.seat) - 1], "face": event.face})]
        case CardDrawn():
            return [Cue("card", {"card": event.card}, audience=event.audience)]
        case ClockSet():
            return [Cue("ClockSet.runs" if event.running else "ClockSet.stands")]
        case BellRang() | PileMade() | PileCleared():
            return [Cue(type(event).__name__)]
        case _:
            return []


GAME: Game[Stones, Settings, Event] = Game(
    id="stones",
    title="Stones",
    config=Settings,
    files=(),
    events=EVENTS,
    check=check,
    initial_state=Stones,
    decide=decide,
    evolve=evolve,
    grammar=grammar,
    clock=clock,
    view=view,
    narrate=narrate,
)
