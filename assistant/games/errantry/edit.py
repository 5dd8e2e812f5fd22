"""Small steps from one state to the next, for the functions that say what an event changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from assistant.games.errantry.state import (
    Character,
    CharacterId,
    Check,
    CheckStep,
    Decks,
    Episode,
    Fighter,
    Pain,
    Player,
    Points,
    Quest,
    Scene,
)
from assistant.games.errantry.terms import Pool
from assistant.table import Seat

K = TypeVar("K")
V = TypeVar("V")


def player(state: Episode, seat: Seat, change: Callable[[Player], Player]) -> Episode:
    """The state with one player changed."""
    return replace(state, players=tuple(change(each) if each.id == seat else each for each in state.players))


def character(state: Episode, character_id: CharacterId, change: Callable[[Character], Character]) -> Episode:
    changed = tuple(change(each) if each.id == character_id else each for each in state.characters)
    return replace(state, characters=changed)


def pool(state: Episode, character_id: CharacterId, which: Pool, change: int) -> Episode:
    """So many points more or less, never above full (I-04)."""
    return character(state, character_id, lambda who: with_points(who, which, change))


def with_points(who: Character, which: Pool, change: int) -> Character:
    points = who.pools[which]
    now = min(points.now + change, points.max)
    return replace(who, pools={**who.pools, which: Points(now, points.max)})


def scene(state: Episode, change: Callable[[Scene], Scene]) -> Episode:
    """The state with its open scene changed; without one, as it was."""
    return state if state.scene is None else replace(state, scene=change(state.scene))


def check(state: Episode, change: Callable[[Check], Check]) -> Episode:
    return state if state.check is None else replace(state, check=change(state.check))


def step(state: Episode, place: int, change: Callable[[CheckStep], CheckStep]) -> Episode:
    """The state with one step of its check changed, counted from 0."""
    if state.check is None:
        return state
    steps = tuple(change(each) if n == place else each for n, each in enumerate(state.check.steps))
    return replace(state, check=replace(state.check, steps=steps))


def pain(state: Episode, change: Callable[[Pain], Pain]) -> Episode:
    return state if state.pain is None else replace(state, pain=change(state.pain))


def fighter(state: Episode, character_id: CharacterId, change: Callable[[Fighter], Fighter]) -> Episode:
    if state.pain is None:
        return state
    fighters = tuple(change(each) if each.character == character_id else each for each in state.pain.fighters)
    return replace(state, pain=replace(state.pain, fighters=fighters))


def quest(state: Episode, change: Callable[[Quest], Quest]) -> Episode:
    return replace(state, quest=change(state.quest))


def decks(state: Episode, change: Callable[[Decks], Decks]) -> Episode:
    return replace(state, decks=change(state.decks))


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry more, or another one."""
    return {**mapping, key: value}
