"""What can be named: cards, seats, rivalries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assistant.games.repertoire.state import Card, Player, Rivalry, Troupe
from assistant.games.repertoire.terms import Kind, RivalryStatus
from assistant.table import Name, Seat
from assistant.table.naming import fold, forms, number_words, word_counts


def several(word: str) -> str:
    """More than one die, by the word for its size: eights, sixes."""
    return f"{word}es" if word.endswith("x") else f"{word}s"


def cards(state: Troupe, kinds: Sequence[Kind] = tuple(Kind), *, filled: bool = False) -> tuple[Name, ...]:
    """Names of the cards of these kinds (``filled``: only those with lines), and the short ways to say some."""
    counts = word_counts(card.name for card in state.cards)
    chosen = [card for card in state.cards if card.kind in kinds and (card.lines or not filled)]
    return (*(_card_name(state, card, counts) for card in chosen), *_pointers(state, kinds))


def on_the_table(state: Troupe) -> tuple[Name, ...]:
    """All that one may ask to see. Rivalry cards are among it; so are "here" and "the play" where there is none, for
    then that is the answer."""
    live = _live(state)
    counts = word_counts((*(card.name for card in state.cards), *(rivalry.title for rivalry in live)))
    shown = cards(state)
    there = {name.id for name in shown}
    missing = (name for name in _POINTERS.values() if name.id not in there)
    return (*shown, *(_rivalry_name(rivalry, counts) for rivalry in live), *missing)


def _card_name(state: Troupe, card: Card, counts: Counter[str]) -> Name:
    heard = (*forms(card.name, counts), f"card {number_words(card.number)}")
    return Name(card.id, _told_apart(state, card), heard, called(card))


def called(card: Card | None) -> str:
    """What a card is called aloud: by its number until it has a name that is known as text."""
    return (card.name or f"card {card.number}") if card else ""


def _told_apart(state: Troupe, card: Card) -> str:
    """Its name; with its number where another card has the same, a play that is called after an Actor."""
    same = sum(fold(other.name) == fold(card.name) for other in state.cards)
    return f"{card.name} (card {card.number})" if card.name and same > 1 else called(card)


_POINTERS = {
    Kind.ACTOR: Name("me", "me", ("me", "myself"), "me"),
    Kind.PRODUCER: Name("boss", "the boss", ("the boss", "boss"), "the boss"),
    Kind.ENCLAVE: Name("here", "here", ("here",), "here"),
    Kind.PLAY: Name("play", "the play", ("the play", "play"), "the play"),
}
"""Short ways to say some cards, by kind."""


def _pointers(state: Troupe, kinds: Sequence[Kind]) -> Iterable[Name]:
    there = {card.kind for card in state.cards}
    means = {
        Kind.ACTOR: Kind.ACTOR in there,
        Kind.PRODUCER: Kind.PRODUCER in there,
        Kind.ENCLAVE: bool(state.enclave),
        Kind.PLAY: bool(state.play),
    }
    return (name for kind, name in _POINTERS.items() if kind in kinds and means[kind])


def display(state: Troupe, seat: Seat | None) -> str:
    """What a seat's character is called at the table: the Actor, else the player."""
    player = state.seat(seat)
    if player is None:
        return ""
    card = state.card(player.card_id)
    return card.name if card and card.name else player.player_name


def player_name(state: Troupe, seat: Seat | None) -> str:
    player = state.seat(seat)
    return player.player_name if player else ""


def seats(state: Troupe, players: Iterable[Player] | None = None) -> tuple[Name, ...]:
    """Names of these seats (all of them by default): the player's name or the Actor's."""
    counts = word_counts(f"{player.player_name} {_actor(state, player)}" for player in state.seats)
    return tuple(_seat_name(state, player, counts) for player in (state.seats if players is None else players))


def _actor(state: Troupe, player: Player) -> str:
    card = state.card(player.card_id)
    return card.name if card else ""


def _seat_name(state: Troupe, player: Player, counts: Counter[str]) -> Name:
    heard = [*forms(player.player_name, counts), *forms(_actor(state, player), counts)]
    return Name(player.id, player.player_name, tuple(dict.fromkeys(heard)), player.player_name)


def rivalries(state: Troupe, chosen: Iterable[Rivalry] | None = None) -> tuple[Name, ...]:
    """Names of these rivalries (all live ones by default): title, a word only it has, or "rivalry two"."""
    live = _live(state)
    counts = word_counts(rivalry.title for rivalry in live)
    return tuple(_rivalry_name(rivalry, counts) for rivalry in (live if chosen is None else chosen))


def _live(state: Troupe) -> list[Rivalry]:
    return [rivalry for rivalry in state.rivalries if rivalry.status is not RivalryStatus.DISCARDED]


def _rivalry_name(rivalry: Rivalry, counts: Counter[str]) -> Name:
    heard = (*forms(rivalry.title, counts), f"rivalry {number_words(rivalry.number)}")
    display = rivalry.title or f"rivalry {rivalry.number}"
    return Name(rivalry.id, display, heard, display)
