"""Looking at evenings again: a list of them, and each with its commands, dice and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from assistant.evening.journal import (
    Die,
    Entry,
    EventCodec,
    Journal,
    JournalError,
    Opening,
    Undone,
    counting,
    live_entries,
)
from assistant.evening.journal_file import SUFFIX, JournalFile
from assistant.evening.secrecy import meant_for
from assistant.evening.session import config_of
from assistant.table import CLOCK, Command, Event, Game, Seat
from assistant.table.dice import commitment, face


@dataclass(frozen=True)
class Played:
    """One accepted command as it is looked at again."""

    number: int
    command: Command
    dice: tuple[Die, ...]
    events: tuple[dict[str, Any], ...]
    """As JSON: ``{"type": …, fields}``, in the journal's form."""
    wall: str
    undone: bool
    """It was taken back later."""


@dataclass(frozen=True)
class Summary:
    """One evening in the list."""

    name: str
    game: str = ""
    players: tuple[str, ...] = ()
    commands: int = 0
    elapsed: float = 0.0
    begun: str = ""
    """Wall time in UTC."""
    fault: str = ""
    """Why it cannot be read, in one line; then the rest is empty."""


def played(journal: Journal) -> list[Played]:
    """All commands in order, those taken back as well."""
    entries = journal.entries()
    live = {entry.id for entry in counting(entries, journal.undone())}
    return [
        Played(
            entry.id,
            entry.command,
            entry.dice,
            tuple({"type": record.type, **record.fields} for record in entry.events),
            entry.wall,
            entry.id not in live,
        )
        for entry in entries
    ]


def secrets(journal: Journal, game: Game[Any, Any, Any]) -> dict[int, frozenset[Seat]]:
    """The commands of which anything was for some seats only: by number, those seats with the one that gave it.

    What belongs to such a command counts as it does. Raises JournalError where this is no evening of the game as it is.
    """
    opening = journal.opening()
    if opening is None or opening.game != game.id:
        raise JournalError(f"This is not the journal of an evening of {game.title}.")
    codec, config = EventCodec(game.events), config_of(opening, game)
    found: dict[int, frozenset[Seat]] = {}
    taken_back = sorted(journal.undone(), key=lambda each: each.after, reverse=True)
    live: list[tuple[int, list[Event]]] = []
    state = game.initial_state(config)
    for entry in journal.entries():
        while taken_back and taken_back[-1].after < entry.id:
            gone = taken_back.pop().entries
            live = [each for each in live if each[0] not in gone]
            state = reduce(game.evolve, [event for _, events in live for event in events], game.initial_state(config))
        events = [codec.event(record) for record in entry.events]
        meant = meant_for(game, state, events) | found.get(entry.cause or 0, frozenset())
        if meant:
            found[entry.id] = meant | ({entry.command.seat} - {CLOCK})
        state = reduce(game.evolve, events, state)
        live.append((entry.id, events))
    return found


def evenings(folder: Path) -> list[Summary]:
    """The evenings kept in a folder, by name; unreadable ones with their fault."""
    return [_summary(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]


def unproven(opening: Opening, entries: Sequence[Entry], undone: Sequence[Undone]) -> list[str]:
    """Recompute every face that chance gave, from the secret; one line for each that is not what it should be.

    And each must be the next one: a roll that nobody took back and that is not there any more leaves a gap.
    """
    secret = bytes.fromhex(opening.secret)
    faults = [] if commitment(secret) == opening.commitment else ["The secret does not fit its seal."]
    faults += _out_of_turn(entries, undone)
    for entry in entries:
        for die in entry.dice:
            if die.source == "chance" and die.position is not None:
                right = face(secret, die.position, die.sides)
                if right != die.face:
                    faults.append(
                        f"Command {entry.id}: face {die.position} of d{die.sides} is {die.face}, not {right}."
                    )
    return faults


def _out_of_turn(entries: Sequence[Entry], undone: Sequence[Undone]) -> list[str]:
    faults = []
    last_faces: dict[int, int] = {}  # of the commands that count: the number of the last face of each
    taken_back = sorted(undone, key=lambda each: each.after, reverse=True)
    for entry in entries:
        while taken_back and taken_back[-1].after < entry.id:
            for number in taken_back.pop().entries:
                last_faces.pop(number, None)
        positions = [die.position for die in entry.dice if die.position is not None]
        if positions:
            first = max(last_faces.values(), default=-1) + 1
            if positions != list(range(first, first + len(positions))):
                faults.append(f"Command {entry.id}: its faces begin with number {positions[0]}, not {first}.")
            last_faces[entry.id] = positions[-1]
    return faults


def _summary(path: Path) -> Summary:
    try:
        journal = JournalFile.read(path)
    except JournalError as error:
        return Summary(path.stem, fault=str(error))
    try:
        opening, live, mark = journal.opening(), live_entries(journal), journal.last_mark()
    except JournalError as error:
        return Summary(path.stem, fault=str(error))
    finally:
        journal.close()
    if opening is None:
        return Summary(path.stem, fault=f"{path.name} holds no evening.")
    names = live[0].command.slots.get("players", ()) if live else ()
    players = tuple(map(str, names)) if isinstance(names, tuple) else ()
    return Summary(path.stem, opening.game, players, len(live), mark.elapsed if mark else 0.0, opening.wall)
