"""Small steps from one state to the next, for the functions that say what an event changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant.games.repertoire.state import Card, Confrontation, Player, Rivalry, Scene, Troupe
from assistant.table import Seat


def seat(state: Troupe, who: Seat, change: Callable[[Player], Player]) -> Troupe:
    """The state with one seat changed."""
    return replace(state, seats=tuple(change(player) if player.id == who else player for player in state.seats))


def every_seat(state: Troupe, change: Callable[[Player], Player]) -> Troupe:
    return replace(state, seats=tuple(change(player) for player in state.seats))


def card(state: Troupe, card_id: str, change: Callable[[Card], Card]) -> Troupe:
    return replace(state, cards=tuple(change(card) if card.id == card_id else card for card in state.cards))


def rivalry(state: Troupe, rivalry_id: str, change: Callable[[Rivalry], Rivalry]) -> Troupe:
    return replace(state, rivalries=tuple(change(r) if r.id == rivalry_id else r for r in state.rivalries))


def scene(state: Troupe, change: Callable[[Scene], Scene]) -> Troupe:
    """The state with its open scene changed; without one, as it was."""
    return state if state.scene is None else replace(state, scene=change(state.scene))


def confrontation(state: Troupe, change: Callable[[Confrontation], Confrontation]) -> Troupe:
    return state if state.confrontation is None else replace(state, confrontation=change(state.confrontation))


def refilled(card: Card) -> Card:
    """One token for each true fact (R-038)."""
    return replace(card, tokens=card.true_count)
