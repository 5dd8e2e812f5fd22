"""Names of what can be said now: characters, seats, and all that the data file of the table calls by its own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from assistant.games.feats.config import Sheet
from assistant.games.feats.state import DIFFICULTY, Character, Edge, Injury, Play, Player
from assistant.table import Name
from assistant.table.naming import fold, forms, number_words, word_counts


class Spoken(Protocol):
    """An entry of the data file with its forms heard."""

    @property
    def spoken(self) -> tuple[str, ...]: ...


def heard(display: str, spoken: Iterable[str]) -> tuple[str, ...]:
    """The forms of the data file, folded; without any, the display form."""
    return tuple(dict.fromkeys(form for form in map(fold, tuple(spoken) or (display,)) if form))


def entries(table: Mapping[str, Spoken]) -> tuple[Name, ...]:
    """Names of a table of the data file (stats, difficulties, templates); the first form heard is also said."""
    made = ((key, heard(key, one.spoken)) for key, one in table.items())
    return tuple(Name(key, said[0], said, said[0]) for key, said in made if said)


def said(table: Mapping[str, Spoken], key: str) -> str:
    """What an entry of the data file is called aloud."""
    return next((name.said for name in entries(table) if name.id == key), key)


def stats(state: Play) -> tuple[Name, ...]:
    return entries(state.config.stats)


def stat(state: Play, stat_id: str) -> str:
    return said(state.config.stats, stat_id)


def difficulties(state: Play) -> tuple[Name, ...]:
    return entries(state.config.difficulty)


def templates(state: Play) -> tuple[Name, ...]:
    return entries(state.config.npc)


def purchases(state: Play) -> tuple[Name, ...]:
    """What Rep buys at this table."""
    return entries({one.id: one for one in state.config.rep.buy})


def characters(state: Play, chosen: Iterable[Character] | None = None) -> tuple[Name, ...]:
    """Names of these characters (all of them by default): whole, and by each word that no other has."""
    counts = word_counts(" ".join((one.name, *one.spoken)) for one in state.characters)
    made = []
    for one in state.characters if chosen is None else chosen:
        ways = (form for spoken in (one.spoken or (one.name,)) for form in forms(spoken, counts))
        made.append(Name(one.id, one.name, tuple(dict.fromkeys(ways)), one.name))
    return tuple(made)


def edges(chosen: Iterable[Edge]) -> tuple[Name, ...]:
    return tuple(Name(edge.id, edge.name, heard(edge.name, edge.spoken), edge.name) for edge in chosen)


def injuries(chosen: Iterable[Injury]) -> tuple[Name, ...]:
    """By label; two of one label are told apart by nothing, and the older one is meant."""
    first = {fold(one.label): one for one in reversed(tuple(chosen))}
    return tuple(Name(one.id, one.label, (label,), one.label) for label, one in first.items() if label)


def seats(state: Play) -> tuple[Name, ...]:
    counts = word_counts(player.name for player in state.seats)
    return tuple(_seat(player, tuple(forms(player.name, counts))) for player in state.seats)


def _seat(player: Player, ways: tuple[str, ...]) -> Name:
    return Name(player.id, player.name, (*ways, f"seat {number_words(int(player.id))}"), player.name)


def sheets(chosen: Iterable[Sheet]) -> tuple[Name, ...]:
    """Characters that are written down but not in play; the id is the name."""
    return tuple(Name(one.name, one.name, heard(one.name, one.spoken), one.name) for one in chosen)


def display(state: Play, who: str) -> str:
    """What somebody in a contest is called: the character, or the game master for the difficulty dice."""
    if who == DIFFICULTY:
        return state.config.speech.game_master
    character = state.character(who)
    return character.name if character else who


def phase(state: Play) -> str:
    """What the table is doing, in its own words."""
    return str(getattr(state.config.speech.phases, state.phase.lower()))


def player(state: Play, seat: str) -> str:
    found = state.seat(seat)
    return found.name if found else ""
