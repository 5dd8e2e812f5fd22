"""Set-up: who plays, who is the Producer, the early clock, the cards, curtain up (R-001 to R-012)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit, names
from assistant.games.repertoire.checks import expired
from assistant.games.repertoire.events_game import (
    CardMade,
    ClockStarted,
    DesireWritten,
    GameBegun,
    PlayBegun,
    ProducerNamed,
    SeatAdded,
)
from assistant.games.repertoire.orders import Order, Outcome
from assistant.games.repertoire.state import Card, Line, PlayClock, Player, Troupe
from assistant.games.repertoire.terms import CAST, Kind, LineStatus, Phase, Role, Status
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal
from assistant.table.naming import fold
from assistant.table.slots import UNKNOWN_WORDS, words

LARGE_TROUPE = 7
"""From here on the table is crowded (R-001)."""


def next_number(state: Troupe) -> int:
    """The short number of the next card; rivalry cards have numbers of their own."""
    return max((card.number for card in state.cards), default=0) + 1


def _new_game(state: Troupe, command: Command, dice: Dice) -> Outcome:
    players = _players(state, command)
    if not players:
        return Cue("new_game.who")
    producer = str(command.slots.get("facilitator", ""))
    fault = _faulty_seats(state, players, producer)
    if fault is not None:
        return fault
    if state.seats and state.status is not Status.OVER and command.confirmed_by in (None, command.seat):
        others = frozenset(player.id for player in state.seats) - {command.seat}
        return Ask("new_game.sure", (command,), by=others)
    return (GameBegun(players=players, producer=producer),)


def _players(state: Troupe, command: Command) -> tuple[str, ...]:
    """The names given; without any, those who sit here already."""
    given = command.slots.get("players")
    if isinstance(given, tuple):
        return tuple(" ".join(str(name).split()) for name in given)
    return tuple(player.player_name for player in state.seats)


def _faulty_seats(state: Troupe, players: tuple[str, ...], producer: str) -> Refusal | None:
    if not 4 <= len(players) <= state.settings.max_seats:
        return Refusal("E_SEATS", {"most": state.settings.max_seats})
    if producer and producer not in {str(number) for number in range(1, len(players) + 1)}:
        return Refusal("E_SEAT_UNKNOWN")
    folded = [fold(name) for name in players]
    if not all(folded):
        return Refusal("E_CONTENT", {"who": ""})
    return Refusal("E_DUPLICATE") if len(set(folded)) < len(folded) else None


def _be_producer(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if state.producer is None:
        return (ProducerNamed(seat=command.seat),)
    if state.producer.id == command.seat:
        return Refusal("E_DUPLICATE")
    return Refusal("E_SEATS", {"most": state.settings.max_seats})


def _start_clock(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if state.paused:
        return Refusal("E_PAUSED")
    if state.clock.running:
        return Refusal("E_NOT_PAUSED")
    return expired(state) or (ClockStarted(seat=command.seat),)


def _name_card(state: Troupe, command: Command, dice: Dice) -> Outcome:
    player = state.seat(command.seat)
    if state.producer is None or player is None:
        return _not_ready(())
    name = words(command)
    if name == UNKNOWN_WORDS:  # said, and its words may be known later
        name = ""
    elif not fold(name):  # nothing there that could be said
        return Refusal("E_CONTENT", {"who": ""})
    if player.card_id is not None or _is_cast(state, name):
        return Refusal("E_DUPLICATE")
    kind = Kind.PRODUCER if player.role is Role.PRODUCER else Kind.ACTOR
    number = next_number(state)
    return (CardMade(seat=player.id, card_id=f"c{number}", number=number, kind=kind, name=name),)


def _is_cast(state: Troupe, name: str) -> bool:
    """Is there such a character already? Two of one name could not be told apart, neither by ear nor in the end."""
    cast = (card.name for card in state.cards if card.kind in CAST)
    return bool(name) and fold(name) in map(fold, cast)


def _write_desire(state: Troupe, command: Command, dice: Dice) -> Outcome:
    player = state.seat(command.seat)
    card = state.card(player.card_id) if player else None
    if player is not None and player.role is Role.PRODUCER:  # he stands in his own way at most
        return Refusal("E_CONTENT", {"who": ""})
    if card is None:
        return Refusal("E_CARD_UNKNOWN")
    text = words(command) or (UNKNOWN_WORDS if command.slots.get("on") == "paper" else "")
    if not text:
        return Refusal("E_CONTENT", {"who": ""})
    if card.desire is not None and state.status is not Status.SETUP:
        return Refusal("E_DUPLICATE")
    return (DesireWritten(seat=command.seat, card_id=card.id, text=text),)


def _draft_desire(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The words of a Desire, worked out after it was spoken."""
    player = state.seat(command.seat)
    card = state.card(player.card_id) if player else None
    if card is None or card.desire != UNKNOWN_WORDS:
        return Refusal("E_CARD_UNKNOWN")
    text = words(command)
    if text in ("", UNKNOWN_WORDS):
        return Refusal("E_CONTENT", {"who": ""})
    return (DesireWritten(seat=command.seat, card_id=card.id, text=text),)


def _begin_play(state: Troupe, command: Command, dice: Dice) -> Outcome:
    missing = [player.player_name for player in state.seats if player.card_id is None]
    if missing or state.producer is None or not (state.clock.running or state.clock.expired):
        return _not_ready(missing)
    undesired = [player.player_name for player in state.actors if _desire(state, player) is None]
    if undesired and state.settings.desire_required:
        return Refusal("E_CONTENT", {"who": ", ".join(undesired)})
    return expired(state) or (PlayBegun(),)


def ready(state: Troupe, player: Player) -> bool:
    """Whether this seat has done what play waits for: its card, a Desire, the Producer's clock (R-006 to R-012)."""
    if player.card_id is None:
        return False
    if player.role is Role.PRODUCER:
        return state.clock.running or state.paused or state.clock.expired
    return not state.settings.desire_required or _desire(state, player) is not None


def _desire(state: Troupe, player: Player) -> str | None:
    card = state.card(player.card_id)
    return card.desire if card else None


def _not_ready(missing: Iterable[str]) -> Refusal:
    return Refusal("E_SETUP", {"who": ", ".join(missing)})


DECIDE = {
    "new_game": Order(_new_game, during="always", paused=True, questioned=True),
    "be_producer": Order(_be_producer, during="setup"),
    "start_clock": Order(_start_clock, by="producer", during="setup"),
    "name_card": Order(_name_card, during="game"),
    "write_desire": Order(_write_desire, during="game"),
    "draft_write_desire": Order(_draft_desire, during="game", paused=True, questioned=True),
    "begin_play": Order(_begin_play, during="setup"),
}


def _game_begun(state: Troupe, event: GameBegun) -> Troupe:
    seated = tuple(Player(str(number), name) for number, name in enumerate(event.players, start=1))
    begun = Troupe(settings=state.settings, clock=PlayClock(limit_s=state.settings.limit_s), seats=seated)
    return _with_producer(begun, event.producer)


def _with_producer(state: Troupe, seat: str) -> Troupe:
    return edit.seat(state, seat, lambda player: replace(player, role=Role.PRODUCER))


def _clock_started(state: Troupe, event: ClockStarted) -> Troupe:
    started = replace(state.clock, running=True, elapsed_s=event.at)
    return replace(state, clock=started, idle_since=event.at)


def _card_made(state: Troupe, event: CardMade) -> Troupe:
    card = Card(event.card_id, event.number, event.kind, event.name, owner=event.seat)
    with_card = replace(state, cards=(*state.cards, card))
    return edit.seat(with_card, event.seat, lambda player: replace(player, card_id=card.id))


def _desire_written(state: Troupe, event: DesireWritten) -> Troupe:
    def write(card: Card) -> Card:
        desired = replace(card, desire=event.text)
        if not state.settings.desire_is_fact:
            return desired
        no = next((line.no for line in card.lines if not line.die), len(card.lines) + 1)  # it alone was never rolled
        fact = Line(no, event.text, LineStatus.TRUE, event.seat, scene_no=0, roll=0, die=0, count_at_roll=0)
        return edit.refilled(replace(desired, lines=(*card.lines[: no - 1], fact, *card.lines[no:])))

    return edit.card(state, event.card_id, write)


def _play_begun(state: Troupe, event: PlayBegun) -> Troupe:
    return replace(state, status=Status.PLAYING, phase=Phase.DEPARTURE)


def _seat_added(state: Troupe, event: SeatAdded) -> Troupe:
    return replace(state, seats=(*state.seats, Player(event.seat, event.player_name)))


EVOLVE = {
    GameBegun: _game_begun,
    ProducerNamed: lambda state, event: _with_producer(state, event.seat),
    ClockStarted: _clock_started,
    CardMade: _card_made,
    DesireWritten: _desire_written,
    PlayBegun: _play_begun,
    SeatAdded: _seat_added,
}


def _open(state: Troupe) -> Iterable[Open]:
    yield Open("new_game")
    asked = state.scene is not None and state.scene.question is not None
    if not state.seats or state.status is Status.OVER or state.paused or asked:
        return
    yield from _open_cards(state)
    if state.status is not Status.SETUP:
        return
    if state.producer is None:
        yield Open("be_producer")
    elif not state.clock.running:
        yield Open("start_clock", frozenset({state.producer.id}))
    else:
        yield Open("begin_play")


def _open_cards(state: Troupe) -> Iterable[Open]:
    if state.producer is not None:
        yield Open("name_card", frozenset(player.id for player in state.seats if player.card_id is None))
    undesired = {p.id for p in state.actors if p.card_id and (state.status is Status.SETUP or not _desire(state, p))}
    yield Open("write_desire", frozenset(undesired))


OPEN = (_open,)


def _tell_begun(state: Troupe, event: GameBegun) -> Iterable[Cue]:
    yield Cue("GameBegun.large" if len(event.players) >= LARGE_TROUPE else "GameBegun")
    if event.producer:
        yield Cue("ProducerNamed", {"player": names.player_name(state, event.producer)})


def _tell_clock(state: Troupe, event: ClockStarted) -> Iterable[Cue]:
    yield Cue("ClockStarted" if state.clock.limit_s == 28_800 else "ClockStarted.shorter")


NARRATE = {
    GameBegun: _tell_begun,
    ProducerNamed: lambda state, event: (Cue("ProducerNamed", {"player": names.player_name(state, event.seat)}),),
    ClockStarted: _tell_clock,
    CardMade: lambda state, event: (Cue("CardMade", {"name": names.called(state.card(event.card_id))}),),
    DesireWritten: lambda state, event: (Cue("DesireWritten"),),
    PlayBegun: lambda state, event: (Cue("PlayBegun"),),
    SeatAdded: lambda state, event: (Cue("SeatAdded", {"player": event.player_name}),),
}
