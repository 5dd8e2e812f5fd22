"""The games: those that ship and those installed beside them, all found through the same door.

A game is a module with one ``GAME``, beside its ``sentences.en.yaml`` and ``lines.en.yaml``: a folder in here, or an
entry point of the group ``prompter.games`` in a distribution of its own.
"""

from __future__ import annotations

import importlib
import pkgutil
import typing
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, is_dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from assistant.table import API, Event, Game

GROUP = "prompter.games"
WORDS = ("sentences.en.yaml", "lines.en.yaml")


@dataclass(frozen=True)
class Found:
    """A game, or why it cannot be played."""

    id: str
    game: Game[Any, Any, Any] | None = None
    folder: Path = Path()
    """Where its sentences, lines and data files are."""
    fault: str = ""
    """One line; empty where the game can be played."""


def find_games() -> list[Found]:
    """All games by id, those that cannot be played with the reason; of two with one id, the one that ships stays."""
    found: dict[str, Found] = {}
    for name, load in (*_shipped(), *_installed()):
        one = _checked(name, load)
        if one.id in found:
            one = Found(f"{one.id} ({name})", fault=f"There is a game called {one.id} already.")
        found[one.id] = one
    return sorted(found.values(), key=lambda each: each.id)


def find_game(game_id: str) -> Found | None:
    """The game with this id. One that ships is found by its folder, and no other one is imported."""
    for name, load in _shipped():
        if name == game_id and (one := _checked(name, load)).id == game_id:
            return one
    return next((one for one in find_games() if one.id == game_id), None)


class GameIds(Collection[str]):
    """The ids of all games; whether there is one can be asked without importing the others."""

    def __contains__(self, game_id: object) -> bool:
        return isinstance(game_id, str) and find_game(game_id) is not None

    def __iter__(self) -> Iterator[str]:
        return (one.id for one in find_games())

    def __len__(self) -> int:
        return len(find_games())


def faults_of(game: object, folder: Path) -> list[str]:
    """The self-check of a game, without its configuration: all that is wrong with its outside."""
    if not isinstance(game, Game):
        return ["GAME is not a Game"]
    faults = []
    if game.api != API:
        faults.append(f"it is made for version {game.api} of the interface, this is version {API}")
    if not game.id.isidentifier():
        faults.append(f"its id {game.id!r} is no plain name")
    if not is_dataclass(game.config):
        faults.append("its config is no dataclass")
    faults += [f"{name} is missing" for name in (*WORDS, *game.files) if not (folder / name).is_file()]
    return faults + _event_faults(game)


def _event_faults(game: Game[Any, Any, Any]) -> list[str]:
    names = [each.__name__ for each in game.events]
    faults = [f"two of its events are called {name}" for name in sorted({n for n in names if names.count(n) > 1})]
    for each in game.events:
        if not (isinstance(each, type) and issubclass(each, Event) and is_dataclass(each)):
            faults.append(f"its event {each} is no dataclass of Event")
        elif "type" in typing.get_type_hints(each):
            faults.append(f"a field of its event {each.__name__} is called type")
    return faults


def _shipped() -> list[tuple[str, Callable[[], ModuleType]]]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return [(name, lambda name=name: importlib.import_module(f"{__name__}.{name}")) for name in names]  # type: ignore[misc]  # bound now


def _installed() -> list[tuple[str, Callable[[], Any]]]:
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return [(point.name, point.load) for point in points]


def _checked(name: str, load: Callable[[], Any]) -> Found:
    try:
        module = load()
        if isinstance(module, Game):
            raise TypeError("the entry point must name the module that holds GAME")
        folder = Path(module.__file__ or "").parent
        game = getattr(module, "GAME", None)
        faults = faults_of(game, folder) if game is not None else ["there is no GAME in it"]
    except Exception as error:  # whatever a game of others does on import: the rest runs
        return Found(name, fault=f"{type(error).__name__}: {' '.join(str(error).split())}")
    if faults or not isinstance(game, Game):
        return Found(name, fault="; ".join(faults))
    return Found(game.id, game, folder)
