"""Putting the box together: a game with its words, an evening on its journal, ears and mouth on their devices.

The one place that knows all sides; the commands of the command line ask here for what they need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from assistant.evening import (
    SHELL_LINES,
    SUFFIX,
    Answer,
    Evening,
    Journal,
    JournalError,
    JournalFile,
    Lines,
    Manner,
    ScriptedDice,
    begin_journal,
    faces_so_far,
)
from assistant.evening.clock import Ticker
from assistant.games import find_game, find_games
from assistant.settings import Settings, SettingsError, evenings_folder, game_config
from assistant.table import Game, Name
from grammar import Phrasebook, spoken_form
from hardware.ports import Pronounced
from hardware.ticker import BootTicker

LONGEST_NAME = 100
"""Characters in the name of an evening."""


@dataclass(frozen=True)
class Playable:
    """A game with all its words."""

    game: Game[Any, Any, Any]
    folder: Path
    book: Phrasebook
    lines: Lines


@dataclass(frozen=True)
class Opened:
    """An evening that can be played, and what is said as it opens."""

    evening: Evening
    answer: Answer


@dataclass(frozen=True)
class Table:
    """Who sits down to a new evening; what is empty is taken from the settings."""

    players: tuple[str, ...] = ()
    facilitator: str = ""
    expected: tuple[str, ...] = ()
    """Names written down beforehand, so that they can be heard when they are first said."""


def playable(game_id: str) -> Playable:
    """A game by its id. Raises SettingsError where there is none, or where it cannot be played."""
    one = find_game(game_id)
    if one is None:
        there = ", ".join(each.id for each in find_games() if each.game)
        raise SettingsError(f"no game is called {game_id!r}; there are: {there}")
    if one.game is None:
        raise SettingsError(f"{game_id} cannot be played: {one.fault}")
    book = Phrasebook.load(one.folder / "sentences.en.yaml")
    lines = Lines.load(SHELL_LINES, one.folder / "lines.en.yaml")
    return Playable(one.game, one.folder, book, lines)


def begin_evening(
    settings: Settings,
    play: Playable,
    journal: Journal,
    table: Table = Table(),
    *,
    dice: Sequence[int] | None = None,
    ticker: Ticker | None = None,
) -> Opened:
    """A new evening on an empty journal, its players seated where known. Raises SettingsError, JournalError."""
    players = table.players or settings.table.seats
    facilitator = table.facilitator or settings.table.facilitator
    seat = _seat_of(facilitator, players)
    begin_journal(journal, play.game, game_config(play.game, settings))
    evening = _evening(settings, play, journal, table.expected, dice, ticker)
    if not players:
        return Opened(evening, Answer())
    answer = evening.begin(players, seat, table.expected)
    if answer.refusal:
        raise SettingsError(f"{', '.join(players)}: {answer.show}")
    return Opened(evening, answer)


def go_on(
    settings: Settings,
    play: Playable,
    journal: Journal,
    *,
    expected: Sequence[str] = (),
    dice: Sequence[int] | None = None,
    ticker: Ticker | None = None,
) -> Opened:
    """An evening that was begun before, as its journal tells it; its clock stands. ``expected``: further names."""
    evening = _evening(settings, play, journal, expected, dice, ticker)
    return Opened(evening, evening.reopen())


def look_at(settings: Settings, journal: Journal) -> Evening:
    """An evening to look at only: nothing is told to it, so nothing is written."""
    opening = journal.opening()
    if opening is None:
        raise JournalError("This journal holds no evening.")
    return _evening(settings, playable(opening.game), journal, (), None, None)


def open_evening(settings: Settings, name: str, table: Table, *, dice: Sequence[int] | None = None) -> Opened:
    """The evening of this name in the folder of evenings, gone on with or begun; without a name a new one of today."""
    folder = evenings_folder(settings)
    path = evening_path(folder, name) if name else _new_path(folder)
    if not path.exists():
        play = playable(settings.table.game)
        return _begun(settings, play, path, table, dice)
    journal = JournalFile.open(path)
    try:
        opening = journal.opening()
        if opening is None:
            raise JournalError(f"{path} was left before it began: choose another name, or remove it.")
        opened = go_on(settings, playable(opening.game), journal, expected=table.expected, dice=dice)
        _refuse_change(settings, table, opened.evening, path.stem)
        return opened
    except BaseException:
        journal.close()
        raise


def last_evening(settings: Settings) -> str:
    """The name of the evening that was played last; empty where there is none."""
    there = {path.stem: _written(path) for path in evenings_folder(settings).glob(f"*{SUFFIX}")}
    return max(there, key=lambda name: there[name], default="")


def _written(path: Path) -> float:
    """When it was written last; what SQLite has not yet put into the file lies beside it."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return max(file.stat().st_mtime for file in files if file.exists())


def _refuse_change(settings: Settings, table: Table, evening: Evening, name: str) -> None:
    """Rules and players stay as an evening began: what would be ignored is refused."""
    if settings.for_the_game.values:
        keys = ", ".join(sorted(settings.for_the_game.values))
        raise SettingsError(f"the evening {name} goes on by the rules it began with: leave out --set {keys}")
    players = tuple(player.display for player in evening.players())
    if table.players and table.players != players:
        raise SettingsError(f"in the evening {name} there sit {', '.join(players)}: leave out --seats")


def _begun(settings: Settings, play: Playable, path: Path, table: Table, dice: Sequence[int] | None) -> Opened:
    game_config(play.game, settings)  # faults are told before a file is made
    journal = JournalFile.create(path)
    try:
        return begin_evening(settings, play, journal, table, dice=dice)
    except BaseException:
        journal.close()
        path.unlink(missing_ok=True)
        raise


def evening_path(folder: Path, name: str) -> Path:
    """The file of an evening, by its name or its path. Raises JournalError where that is no name for a file."""
    if name.endswith(SUFFIX) and "\0" not in name:
        return Path(name)
    if not name.isprintable() or "/" in name or name.startswith(".") or len(name) > LONGEST_NAME:
        raise JournalError(f"{name!r} is no name for an evening; a file of one ends in {SUFFIX}.")
    return folder / f"{name}{SUFFIX}"


def _new_path(folder: Path) -> Path:
    today = date.today().isoformat()
    paths = (folder / f"{today}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in count(1))
    return next(path for path in paths if not path.exists())


def _evening(
    settings: Settings,
    play: Playable,
    journal: Journal,
    expected: Sequence[str],
    dice: Sequence[int] | None,
    ticker: Ticker | None,
) -> Evening:
    manner = Manner(
        settings.table.level,
        real_dice=settings.table.dice_source == "spoken",
        address_word=settings.table.address_word,
    )
    evening = Evening(
        play.game,
        book=play.book,
        lines=play.lines,
        journal=journal,
        ticker=ticker or BootTicker(),
        manner=manner,
        dice=None if dice is None else ScriptedDice(dice, faces_so_far(journal)),
    )
    evening.manner = replace(manner, expected=expected_names(settings, (*evening.names, *expected)))
    return evening


def expected_names(settings: Settings, written: Sequence[str] = ()) -> tuple[Name, ...]:
    """The names of the settings and those written down for this evening, as they can be heard and are said."""
    said = {name.display: name.said or name.display for name in settings.names}
    displays = dict.fromkeys((*said, *written))
    return tuple(Name(one, one, (spoken_form(one),), said.get(one, one)) for one in displays if spoken_form(one))


def lexicon(settings: Settings) -> tuple[Pronounced, ...]:
    """What the settings know about the sound of invented names, for the recogniser."""
    known = (name for name in settings.names if name.phones or name.sounds_like)
    return tuple(Pronounced(spoken_form(name.display), name.phones, name.sounds_like) for name in known)


def _seat_of(player: str, players: Sequence[str]) -> str:
    """The number of the facilitator's seat; empty where there is none. Raises SettingsError for somebody else."""
    if not player:
        return ""
    folded = [one.casefold() for one in players]
    if player.casefold() not in folded:
        raise SettingsError(f"{player!r} has no seat; there sit {', '.join(players) or 'nobody'}")
    return str(folded.index(player.casefold()) + 1)
