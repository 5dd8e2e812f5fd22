"""What to do with files that are not as they should be.

One of a newer Prompter is left as it is. One that is damaged is never written: it is set aside under another name, and
what could be read of it up to the damage is put in its place. One of an older format is brought up to date after a copy
of it is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from assistant.evening.clock import Mark
from assistant.evening.journal import Entry, JournalError
from assistant.evening.journal_rows import (
    entry_row,
    mark_row,
    opening_row,
    read_entry,
    read_mark,
    read_opening,
    read_undone,
    undone_row,
)
from assistant.evening.journal_sqlite import (
    COLUMNS,
    VERSION,
    DamageError,
    connect,
    files_of,
    insert,
    is_of_disk,
    new_file,
    read_only,
    remove,
    rows,
    sync_folder,
    told,
    transaction,
)

T = TypeVar("T")

_UNREADABLE = (sqlite3.Error, UnicodeError, DamageError)
"""UnicodeError: what SQLite tells of a damaged file names its parts as they are there."""


def refuse_newer(path: Path) -> None:
    version = _version(path)
    if version > VERSION:
        raise JournalError(
            f"The evening {path.stem} was made by a newer prompter (format {version}, this one reads {VERSION}): "
            "update prompter. The file was left as it is."
        )


def _version(path: Path) -> int:
    """The format of a file; 0 for one that says none, or cannot be read."""
    try:
        with read_only(path) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except (OSError, sqlite3.Error):
        return 0


def is_sound(path: Path) -> bool:
    """Whether every page and every row can be read and is as it was written, and there is an opening.

    Raises sqlite3.Error, OSError where the disk fails: whether the file is sound is not known then.
    """
    try:
        with read_only(path) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return False
            for table, read in (("entry", read_entry), ("undone", read_undone), ("mark", read_mark)):
                for _ in rows(connection, table, read):
                    pass
            says_its_format = connection.execute("PRAGMA user_version").fetchone()[0] > 0
            return says_its_format and bool(list(rows(connection, "opening", read_opening)))
    except _UNREADABLE as error:
        if is_of_disk(error):
            raise
        return False


def bring_up_to_date(path: Path) -> None:
    """To this format, all or nothing; a copy in the old one is kept beside it. Nothing where it is that already."""
    version = _version(path)
    if version == VERSION:
        return
    with closing(connect(path)) as connection:
        _keep_copy(connection, path.with_name(f"{path.name}.format-{version}"))
        with transaction(connection):
            for table in COLUMNS:
                connection.execute(f"ALTER TABLE {table} ADD COLUMN crc INTEGER")
            connection.execute(f"PRAGMA user_version={VERSION}")


def _keep_copy(connection: sqlite3.Connection, copy: Path) -> None:
    half = copy.with_name(f"{copy.name}.half")
    half.unlink(missing_ok=True)
    with closing(sqlite3.connect(half)) as target:
        connection.backup(target)
    half.rename(copy)
    sync_folder(copy.parent)


def set_aside(path: Path) -> str:
    """Keep the unreadable file under another name, put what is good of it in its place, and say so.

    Raises sqlite3.Error, OSError, JournalError where the disk fails: then all is as it was.
    """
    number = 1
    while (aside := path.with_name(f"{path.stem}.unreadable-{number}{path.suffix}")).exists():
        number += 1
    rescued = path.with_name(f".{path.name}.rescued")
    remove(rescued)
    good = _salvage(path, rescued)
    for old, new in zip(files_of(path), files_of(aside), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
    kept = f"The evening {path.stem} cannot be read; the file is kept as {aside.name}."
    if good is None:
        sync_folder(path.parent)
        return f"{kept} Nothing could be saved out of it."
    rescued.rename(path)
    sync_folder(path.parent)
    return f"{kept} {good} commands were saved: open {path.stem} again to go on from there."


def _salvage(path: Path, rescued: Path) -> int | None:
    """Copy all rows up to the first one that is damaged; how many commands, or None where there is no opening."""
    with read_only(path) as source:
        source.execute("PRAGMA writable_schema=ON")  # so that a file shorter than it should be is read at all
        openings = list(_good(rows(source, "opening", read_opening)))
        if not openings:
            return None
        entries = list(_good(rows(source, "entry", read_entry)))
        undone = list(_good(rows(source, "undone", read_undone)))
        marks = list(_good(rows(source, "mark", read_mark)))
    try:
        with closing(new_file(rescued)) as connection, told(path), transaction(connection):
            insert(connection, "opening", opening_row(openings[0]), 1)
            for entry in entries:
                insert(connection, "entry", entry_row(entry), entry.id)
            for each in undone:
                if each.after <= len(entries):
                    insert(connection, "undone", undone_row(each))
            for mark in (*marks, *_clock_of(entries, marks)):
                insert(connection, "mark", mark_row(mark))
    except BaseException:
        remove(rescued)
        raise
    return len(entries)


def _clock_of(entries: list[Entry], marks: list[Mark]) -> list[Mark]:
    """Where the marks are damaged: as much was played as the last command tells."""
    at = entries[-1].command.at if entries else 0.0
    return [Mark(at, False, "", 0.0)] if not marks or marks[-1].elapsed < at else []


def _good(all_rows: Iterator[T]) -> Iterator[T]:
    try:
        yield from all_rows
    except _UNREADABLE as error:
        if is_of_disk(error):
            raise
