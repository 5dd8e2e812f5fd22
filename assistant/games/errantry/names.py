"""What can be named: players, characters, abilities, pools, cards, and what they are called.

The words stand in the data files (``spoken`` forms there are words a recogniser knows: 6.0); here they become names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from assistant.games.errantry import cards as pack
from assistant.games.errantry.state import Card, Character, Episode, Player
from assistant.games.errantry.tables import AbilityEntry, Word
from assistant.games.errantry.terms import Pool
from assistant.table import Name, Seat
from assistant.table.naming import fold, forms, word_counts


def word(state: Episode, key: str) -> str:
    """How the text writes one of its own words: a pool, a role, a phase, a suit (``words.toml``)."""
    return state.settings.word.get(key, Word(key, key)).name


def spoken(state: Episode, key: str) -> str:
    """The word that stands in for it in speech (6.0): comer for Venan, valor for Valour."""
    return state.settings.word.get(key, Word(key, key)).spoken


def term(state: Episode, key: str) -> Name:
    """One of the game's own words as a name."""
    return Name(str(key), word(state, key), (fold(spoken(state, key)),), spoken(state, key))


def terms(state: Episode, keys: Iterable[str]) -> tuple[Name, ...]:
    return tuple(term(state, key) for key in keys)


def constants(ids: Iterable[str]) -> tuple[Name, ...]:
    """What whole sentences stand for ("shuffle both decks"): names that are not heard by themselves."""
    return tuple(Name(each, each, (), each) for each in ids)


def pools(state: Episode) -> tuple[Name, ...]:
    return terms(state, Pool)


def level(state: Episode, sl: int) -> str:
    """The name of a success level (E-048)."""
    return word(state, f"level_{min(sl, 7)}")


def rank(state: Episode, number: int) -> str:
    """The name of a rank (E-034, A-01)."""
    settings = state.settings
    if settings.rank_scale == "custom":
        place = number + 1
        return settings.rank_names[place] if 0 <= place < len(settings.rank_names) else str(number)
    return word(state, f"rank_{settings.rank_scale}_{number}")


def players(state: Episode, chosen: Iterable[Player] | None = None) -> tuple[Name, ...]:
    """Names of these players (all of them by default)."""
    counts = word_counts(player.name for player in state.players)
    some = state.players if chosen is None else chosen
    return tuple(Name(player.id, player.name, tuple(forms(player.name, counts)), player.name) for player in some)


def player_name(state: Episode, seat: Seat | None) -> str:
    player = state.player(seat)
    return player.name if player else ""


def characters(state: Episode, chosen: Iterable[Character] | None = None) -> tuple[Name, ...]:
    """Names of these characters (all of them by default): the spoken word, the name, a word only that name has."""
    heard = _heard(tuple((each.id, each.name, each.spoken) for each in state.characters))
    some = state.characters if chosen is None else chosen
    return tuple(Name(each.id, each.name, heard[each.id], each.name) for each in some if each.id in heard)


@lru_cache(maxsize=64)
def _heard(characters: tuple[tuple[str, str, str], ...]) -> Mapping[str, tuple[str, ...]]:
    """How each may be called, by id, name and spoken word: by nothing that could be somebody else as well."""
    counts = word_counts(name for _, name, _ in characters)
    ways = {who: dict.fromkeys((fold(said), *forms(name, counts))) for who, name, said in characters}
    meant = Counter(form for found in ways.values() for form in found)
    first = {fold(said): who for who, _, said in reversed(characters)}
    return {who: tuple(f for f in found if meant[f] == 1 or first.get(f) == who) for who, found in ways.items()}


def character_name(state: Episode, character_id: object) -> str:
    character = state.character(character_id)
    return character.name if character else ""


def abilities(state: Episode, keys: Iterable[str] | None = None) -> tuple[Name, ...]:
    """Names of abilities by their key in D-03 (all of them by default)."""
    known = state.settings.ability
    entries = ((key, known[key]) for key in (known if keys is None else keys) if key in known)
    return tuple(Name(key, entry.name, (fold(entry.spoken),), _said(entry)) for key, entry in entries)


def _said(entry: AbilityEntry) -> str:
    """The name itself where its stand-in is no other word."""
    return entry.name if fold(entry.name) == fold(entry.spoken) else entry.spoken


def ability(state: Episode, key: str) -> str:
    entry = state.settings.ability.get(key)
    return entry.name if entry else key


def secrets(state: Episode, keys: Iterable[str] | None = None) -> tuple[Name, ...]:
    known = state.settings.secret
    entries = ((key, known[key]) for key in (known if keys is None else keys) if key in known)
    return tuple(Name(key, entry.name, (fold(entry.spoken),), entry.name) for key, entry in entries)


def keys(state: Episode, chosen: Iterable[str] | None = None) -> tuple[Name, ...]:
    known = state.settings.key
    entries = ((key, known[key]) for key in (known if chosen is None else chosen) if key in known)
    return tuple(Name(key, entry.name, (fold(entry.spoken),), entry.name) for key, entry in entries)


def types(state: Episode) -> tuple[Name, ...]:
    """Types of encounter characters (D-02)."""
    return tuple(_type(key, chart.spoken or key) for key, chart in state.settings.type.items())


def _type(key: str, said: str) -> Name:
    return Name(key, said, (fold(said),), said)


def card(state: Episode, which: Card) -> str:
    """Queen of hearts, as it is said and written."""
    if which == pack.JOKER:
        return word(state, pack.JOKER)
    rank_name, suit_name = word(state, f"card_{pack.rank(which)}"), word(state, pack.suit(which))
    return word(state, "card").format(rank=rank_name, suit=suit_name)


def cards(state: Episode, some: Iterable[Card]) -> tuple[Name, ...]:
    named = ((each, card(state, each)) for each in some)
    return tuple(Name(each, said, (fold(said),), said) for each, said in named)
