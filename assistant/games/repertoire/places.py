"""Enclave and Play cards (R-093, R-094)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import checks, names, opens
from assistant.games.repertoire.events_game import EnclaveMade, EnclaveRevisited, PlayChosen, PlayMade
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.setup import next_number
from assistant.games.repertoire.state import Card, Troupe
from assistant.games.repertoire.terms import Kind, Phase, Role
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.naming import fold
from assistant.table.slots import UNKNOWN_WORDS, words


def make_enclave(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A telling name and nothing else; without words the name is on paper (V-53)."""
    if not _arriving(state):
        return Refusal("E_PHASE")
    name = _name(command)
    if name is None:
        return Refusal("E_CONTENT", {"who": ""})
    if state.enclave is not None or _taken(state, Kind.ENCLAVE, name):
        return Refusal("E_DUPLICATE")
    number = next_number(state)
    return (EnclaveMade(card_id=f"c{number}", number=number, name=name),)


def return_to_enclave(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The old card, its facts and tokens kept (A-073)."""
    if not _arriving(state):
        return Refusal("E_PHASE")
    card = checks.card_in(state, command)
    if isinstance(card, Refusal):
        return card
    if card.kind is not Kind.ENCLAVE or not state.settings.enclave_revisit:
        return Refusal("E_CARD_KIND")
    return Refusal("E_DUPLICATE") if state.enclave is not None else (EnclaveRevisited(card_id=card.id),)


def make_play(state: Troupe, command: Command, dice: Dice) -> Outcome:
    fault = _chooser(state, command.seat)
    if fault is not None:
        return fault
    name = _name(command)
    if not name and words(command) != UNKNOWN_WORDS:
        return Refusal("E_CONTENT", {"who": ""})
    if name is None or _taken(state, Kind.PLAY, name):
        return Refusal("E_DUPLICATE")
    number = next_number(state)
    return (PlayMade(seat=command.seat, card_id=f"c{number}", number=number, name=name),)


def choose_play(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """One of the repertoire; it may be changed until the Arrival is left (A-074)."""
    fault = _chooser(state, command.seat)
    if fault is not None:
        return fault
    card = checks.card_in(state, command)
    if isinstance(card, Refusal):
        return card
    if card.kind is not Kind.PLAY:
        return Refusal("E_CARD_KIND")
    return Refusal("E_DUPLICATE") if state.play == card.id else (PlayChosen(seat=command.seat, card_id=card.id),)


def _arriving(state: Troupe) -> bool:
    """In the Arrival, and by a setting before the first journey too (A-071)."""
    first = state.phase is Phase.DEPARTURE and state.cycle == 0 and state.settings.first_enclave == "producer"
    return state.phase is Phase.ARRIVAL or first


def _chooser(state: Troupe, seat: Seat) -> Refusal | None:
    who, player = state.settings.play_chooser, state.seat(seat)
    role = player.role if player else None
    if who == "actors" and role is not Role.ACTOR:
        return Refusal("E_NOT_ACTOR")
    if who == "producer" and role is not Role.PRODUCER:
        return Refusal("E_NOT_PRODUCER")
    if state.phase is Phase.ARRIVAL or (_arriving(state) and role is Role.PRODUCER):
        return None
    return Refusal("E_PHASE")


def _name(command: Command) -> str | None:
    """The name given; "" where it is on paper or not known yet; None where the words name nothing."""
    name = words(command)
    if name in ("", UNKNOWN_WORDS):
        return ""
    return name if fold(name) else None


def _taken(state: Troupe, kind: Kind, name: str) -> bool:
    known = (fold(card.name) for card in state.cards if card.kind is kind and card.name)
    return bool(name) and fold(name) in known


DECIDE = {
    "make_enclave": Order(make_enclave, by="producer"),
    "return_to_enclave": Order(return_to_enclave, by="producer"),
    "make_play": Order(make_play),
    "choose_play": Order(choose_play),
}


def _enclave_made(state: Troupe, event: EnclaveMade) -> Troupe:
    card = Card(event.card_id, event.number, Kind.ENCLAVE, event.name)
    return replace(state, cards=(*state.cards, card), enclave=card.id)


def _play_made(state: Troupe, event: PlayMade) -> Troupe:
    card = Card(event.card_id, event.number, Kind.PLAY, event.name)
    repertoire = (*state.repertoire, card.id)
    return replace(state, cards=(*state.cards, card), repertoire=repertoire, play=card.id)


EVOLVE: Evolving = {
    EnclaveMade: _enclave_made,
    EnclaveRevisited: lambda state, event: replace(state, enclave=event.card_id),
    PlayMade: _play_made,
    PlayChosen: lambda state, event: replace(state, play=event.card_id),
}


def _open(state: Troupe) -> Iterable[Open]:
    if not _arriving(state):
        return
    words = UNKNOWN_WORDS
    towns, plays = names.cards(state, (Kind.ENCLAVE,)), names.cards(state, (Kind.PLAY,))
    yield from opens.plain(state, "make_enclave", DECIDE["make_enclave"], text=words)
    yield from opens.plain(state, "make_play", DECIDE["make_play"], text=words)
    yield from opens.named(state, "return_to_enclave", DECIDE["return_to_enclave"], "card", towns)
    yield from opens.named(state, "choose_play", DECIDE["choose_play"], "card", plays)


OPEN = (_open,)
NARRATE: Telling = {
    EnclaveMade: lambda state, event: (Cue("EnclaveMade", {"name": names.called(state.card(event.card_id))}),),
    EnclaveRevisited: lambda state, event: (Cue("EnclaveRevisited"),),
    PlayMade: lambda state, event: (Cue("PlayMade", {"name": names.called(state.card(event.card_id))}),),
    PlayChosen: lambda state, event: (Cue("PlayChosen"),),
}
