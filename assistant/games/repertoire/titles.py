"""Names of Enclaves, Plays and rivalries whose words were worked out after the card was made (V-16, V-53, V-55)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit
from assistant.games.repertoire.events_scene import Titled
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Card, Rivalry, Troupe
from assistant.games.repertoire.terms import Kind, RivalryStatus
from assistant.table import Command, Cue, Dice, Refusal
from assistant.table.naming import fold
from assistant.table.slots import UNKNOWN_WORDS, words

_KINDS = {"make_enclave": Kind.ENCLAVE, "make_play": Kind.PLAY}


def draft_title(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The latest card of that kind without a name gets these words."""
    nameless = [card_id for card_id, name in _named(state, command) if not name]
    if not nameless:
        return Refusal("E_CARD_UNKNOWN")
    title = words(command)
    if title == UNKNOWN_WORDS or not fold(title):
        return Refusal("E_CONTENT", {"who": ""})
    if fold(title) in (fold(name) for _, name in _named(state, command)):
        return Refusal("E_DUPLICATE")
    return (Titled(card_id=nameless[-1], name=title),)


def _named(state: Troupe, command: Command) -> list[tuple[str, str]]:
    kind = _KINDS.get(str(command.slots.get("intent")))
    if kind is None:
        return [(r.id, r.title) for r in state.rivalries if r.status is not RivalryStatus.DISCARDED]
    return [(card.id, card.name) for card in state.cards if card.kind is kind]


def _titled(state: Troupe, event: Titled) -> Troupe:
    def card(card: Card) -> Card:
        return replace(card, name=event.name)

    def rivalry(rivalry: Rivalry) -> Rivalry:
        return replace(rivalry, title=event.name)

    return edit.rivalry(edit.card(state, event.card_id, card), event.card_id, rivalry)


def _tell_titled(state: Troupe, event: Titled) -> Iterable[Cue]:
    yield Cue("Titled", {"name": event.name})


_LATER = Order(draft_title, during="game", paused=True, questioned=True)
DECIDE = {"draft_make_enclave": _LATER, "draft_make_play": _LATER, "draft_start_rivalry": _LATER}
EVOLVE: Evolving = {Titled: _titled}
NARRATE: Telling = {Titled: _tell_titled}
