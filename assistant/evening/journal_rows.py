"""Rows of the journal on disk: what is kept, to columns and back. Structured values are JSON.

A row is written without its number, and read with it in front.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from assistant.evening.clock import Mark
from assistant.evening.journal import Die, Entry, Opening, Record, Undone
from assistant.table import Command

# Made once: an evening that is opened again has thousands of rows.
_COMMAND = msgspec.json.Decoder(Command)
_DICE = msgspec.json.Decoder(tuple[Die, ...])
_RECORDS = msgspec.json.Decoder(tuple[Record, ...])


def wall_time() -> str:
    """Now, for people to read: UTC, ISO 8601, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def opening_row(opening: Opening) -> tuple[Any, ...]:
    return (
        opening.game,
        opening.api,
        _json(opening.config),
        opening.secret,
        opening.commitment,
        opening.wall,
    )


def read_opening(row: Any) -> Opening:
    _, game, api, config, secret, commitment, wall = row
    return Opening(game, api, msgspec.json.decode(config), secret, commitment, wall)


def entry_row(entry: Entry) -> tuple[Any, ...]:
    command, dice, events = _json(entry.command), _json(entry.dice), _json(entry.events)
    return (entry.cause, command, dice, entry.position, events, entry.wall)


def read_entry(row: Any) -> Entry:
    number, cause, command, dice, position, events, wall = row
    return Entry(
        number,
        cause,
        _COMMAND.decode(command),
        _DICE.decode(dice),
        position,
        _RECORDS.decode(events),
        wall,
    )


def undone_row(undone: Undone) -> tuple[Any, ...]:
    return (undone.after, _json(undone.entries), undone.by, float(undone.at), undone.wall)


def read_undone(row: Any) -> Undone:
    _, after, entries, by, at, wall = row
    return Undone(after, msgspec.json.decode(entries, type=tuple[int, ...]), by, at, wall)


def mark_row(mark: Mark) -> tuple[Any, ...]:
    return (float(mark.elapsed), int(mark.running), mark.boot, float(mark.seconds), wall_time())


def read_mark(row: Any) -> Mark:
    _, elapsed, running, boot, seconds, _ = row
    return Mark(elapsed, bool(running), boot, seconds)
