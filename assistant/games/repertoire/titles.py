"""Names of cards and rivalries whose words were worked out after they were made, or are put right (V-04, V-16, V-53,
V-55)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit, names
from assistant.games.repertoire.events_scene import Titled
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Card, Rivalry, Troupe
from assistant.games.repertoire.terms import CAST, Kind, RivalryStatus, Status
from assistant.table import Command, Cue, Dice, Name, Open, Refusal
from assistant.table.naming import find, fold
from assistant.table.slots import UNKNOWN_WORDS, words

_KINDS = {"make_enclave": (Kind.ENCLAVE,), "make_play": (Kind.PLAY,), "name_card": CAST}


def title(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """What is ``named`` gets these words; where nothing is, the latest card of that kind without a name does."""
    thing = _meant(state, command)
    if thing is None:
        return Refusal("E_CARD_UNKNOWN")
    name = words(command)
    if name == UNKNOWN_WORDS or not fold(name):
        return Refusal("E_CONTENT", {"who": ""})
    if fold(name) in (fold(other) for id_, other in _like(state, thing) if id_ != thing):
        return Refusal("E_DUPLICATE")
    return (Titled(card_id=thing, name=name),)


def _meant(state: Troupe, command: Command) -> str | None:
    if "named" in command.slots:
        return find(_nameable(state), command.slots["named"])
    kinds = _KINDS.get(str(command.slots.get("intent")), ())
    cards = [(card.id, card.name) for card in state.cards if card.kind in kinds and card.owner in (None, command.seat)]
    return next((id_ for id_, name in reversed(cards if kinds else _rivalries(state)) if not name), None)


def _nameable(state: Troupe) -> tuple[Name, ...]:
    """Without "me", "here" and the like, which name what is there already."""
    return (*(name for name in names.cards(state) if state.card(name.id)), *names.rivalries(state))


def _like(state: Troupe, thing: str) -> list[tuple[str, str]]:
    """What it could be taken for, by id and name: two of the cast, two Plays, two Enclaves, two rivalries."""
    card = state.card(thing)
    if card is None:
        return _rivalries(state)
    kinds = CAST if card.kind in CAST else (card.kind,)
    return [(other.id, other.name) for other in state.cards if other.kind in kinds]


def _rivalries(state: Troupe) -> list[tuple[str, str]]:
    return [(r.id, r.title) for r in state.rivalries if r.status is not RivalryStatus.DISCARDED]


def _titled(state: Troupe, event: Titled) -> Troupe:
    def card(card: Card) -> Card:
        return replace(card, name=event.name)

    def rivalry(rivalry: Rivalry) -> Rivalry:
        return replace(rivalry, title=event.name)

    return edit.rivalry(edit.card(state, event.card_id, card), event.card_id, rivalry)


def _open(state: Troupe) -> Iterable[Open]:
    there = _nameable(state)
    if there and state.status is not Status.OVER:
        yield Open("spell", None, {"named": there})


def _tell_titled(state: Troupe, event: Titled) -> Iterable[Cue]:
    yield Cue("Titled", {"name": event.name})


_LATER = Order(title, during="game", paused=True, questioned=True)
DECIDE = {
    **dict.fromkeys(("draft_name_card", "draft_make_enclave", "draft_make_play", "draft_start_rivalry"), _LATER),
    "spell": _LATER,
}
EVOLVE: Evolving = {Titled: _titled}
OPEN = (_open,)
NARRATE: Telling = {Titled: _tell_titled}
