"""The two decks (E-001, E-002). They have no order: a draw is a die with as many sides as cards are left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import cards, edit, names, opens
from assistant.games.errantry.events_game import DecksSet, DecksShuffled
from assistant.games.errantry.orders import NO_SCENE, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Card, Decks, Episode
from assistant.games.errantry.terms import Moment
from assistant.table import Command, Cue, Dice, Open, Refusal

_DECKS = {"court": (True, False), "pips": (False, True), "both": (True, True)}


def set_up_decks(state: Episode, command: Command, dice: Dice) -> Outcome:
    return (DecksSet(),)


def shuffle(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Puts the discards back into one deck or both; cards never move between them."""
    which = _DECKS.get(str(command.slots.get("deck")))
    if which is None:
        return Refusal("E_DECK_UNKNOWN")
    return (DecksShuffled(court=which[0], pips=which[1]),)


DECIDE = {
    "set_up_decks": Order(set_up_decks, live=NO_SCENE),
    "shuffle": Order(shuffle, live=NO_SCENE | {Moment.ENCOUNTER, Moment.CREATE}),
}


def in_order(some: Iterable[Card], whole: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards as they stand in the whole deck, so that no order is kept that could be known."""
    held = set(some)
    return tuple(card for card in whole if card in held)


def _set_up(state: Episode, event: DecksSet) -> Episode:
    return replace(state, decks=Decks(court=cards.COURT, pips=cards.PIPS))


def _shuffled(state: Episode, event: DecksShuffled) -> Episode:
    def changed(decks: Decks) -> Decks:
        if event.court:
            whole = in_order((*decks.court, *decks.court_discard), cards.COURT)
            decks = replace(decks, court=whole, court_discard=())
        if event.pips:
            whole = in_order((*decks.pips, *decks.pips_discard), cards.PIPS)
            decks = replace(decks, pips=whole, pips_discard=())
        return decks

    return edit.decks(state, changed)


EVOLVE: Evolving = {DecksSet: _set_up, DecksShuffled: _shuffled}


def _open(state: Episode) -> Iterable[Open]:
    yield from opens.plain(state, "set_up_decks", DECIDE["set_up_decks"])
    yield from opens.named(state, "shuffle", DECIDE["shuffle"], "deck", names.constants(_DECKS))


OPEN = (_open,)


def _tell_shuffled(state: Episode, event: DecksShuffled) -> Iterable[Cue]:
    which = "both" if event.court and event.pips else "court" if event.court else "pips"
    yield Cue(f"DecksShuffled.{which}")


NARRATE: Telling = {
    DecksSet: lambda state, event: (Cue("DecksSet", {"court": len(cards.COURT), "pips": len(cards.PIPS)}),),
    DecksShuffled: _tell_shuffled,
}
