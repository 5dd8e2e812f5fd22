"""The journal on disk: one SQLite file per evening.

``synchronous=FULL`` and WAL: a write that returned survives a power cut, a torn one is dropped as a whole. A second
process is kept out by a lock of the operating system, which is freed when its owner dies. A file that cannot be read is
never written: it is set aside under another name, and what could be read of it is put in its place.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from assistant.evening.clock import Mark
from assistant.evening.journal import Entry, JournalError, Opening, Undone
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

SUFFIX = ".evening"
VERSION = 1

T = TypeVar("T")

_TABLES = ("opening", "entry", "undone", "mark")
_SCHEMA = """
CREATE TABLE opening (id INTEGER PRIMARY KEY CHECK (id = 1), game TEXT NOT NULL, api INTEGER NOT NULL,
    config TEXT NOT NULL, secret TEXT NOT NULL, commitment TEXT NOT NULL, wall TEXT NOT NULL);
CREATE TABLE entry (id INTEGER PRIMARY KEY, cause INTEGER, command TEXT NOT NULL, dice TEXT NOT NULL,
    position INTEGER NOT NULL, events TEXT NOT NULL, wall TEXT NOT NULL);
CREATE TABLE undone (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, entries TEXT NOT NULL, by TEXT NOT NULL,
    at REAL NOT NULL, wall TEXT NOT NULL);
CREATE TABLE mark (id INTEGER PRIMARY KEY, elapsed REAL NOT NULL, running INTEGER NOT NULL, boot TEXT NOT NULL,
    seconds REAL NOT NULL, wall TEXT NOT NULL);
"""
_APPEND_ONLY = """
CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


class JournalFile:
    """The real port ``Journal``. Made by :meth:`create`, :meth:`open` or :meth:`read`; one owner thread at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self._path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, path: Path) -> JournalFile:
        """A new evening. Raises JournalError where there is one already, or where nothing can be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"The folder {path.parent} cannot be made: {error.strerror}.") from error
        lock = _lock(path)
        try:
            if path.exists():
                raise JournalError(f"There is an evening {path.stem} already: open it, or choose another name.")
            journal = cls(path, _new_file(path), lock)
        except BaseException:
            os.close(lock)
            raise
        _sync_folder(path.parent)
        return journal

    @classmethod
    def open(cls, path: Path) -> JournalFile:
        """An evening to go on with.

        Raises JournalError where another process has it open, where a newer Prompter made it (the file is left as it
        is), and where it cannot be read: then it is set aside, and opening once more gives the last good state.
        """
        if not path.is_file():
            raise JournalError(f"There is no evening {path.stem} in {path.parent}.")
        lock = _lock(path)
        try:
            _refuse_newer(path)
            if not _is_sound(path):
                if path.suffix != SUFFIX:
                    raise JournalError(f"{path} is no evening; it is left as it is.")
                raise JournalError(_set_aside(path))
            with _told(path):
                connection = _connect(path)
        except BaseException:
            os.close(lock)
            raise
        return cls(path, connection, lock)

    @classmethod
    def read(cls, path: Path) -> JournalFile:
        """An evening to look at only, also while another process plays it. Everything written is refused."""
        if not path.exists():
            raise JournalError(f"There is no evening {path.stem} in {path.parent}.")
        _refuse_newer(path)
        with _told(path):
            return cls(path, _connect_read_only(path), None)

    def begin(self, opening: Opening) -> None:
        with self._written() as connection:
            if connection.execute("SELECT count(*) FROM opening").fetchone()[0]:
                raise JournalError("This evening has begun already.")
            _insert(connection, "opening", (1, *opening_row(opening)))

    def append(self, entries: Sequence[Entry], mark: Mark, undone: Undone | None = None) -> None:
        with self._written() as connection:
            last = connection.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()[0]
            if [entry.id for entry in entries] != list(range(last + 1, last + 1 + len(entries))):
                raise JournalError("The entries of an evening are numbered without a gap.")
            if undone is not None:
                _insert(connection, "undone", (None, *undone_row(undone)))
            for entry in entries:
                _insert(connection, "entry", entry_row(entry))
            _insert(connection, "mark", (None, *mark_row(mark)))

    def mark(self, mark: Mark) -> None:
        with self._written() as connection:
            _insert(connection, "mark", (None, *mark_row(mark)))

    def opening(self) -> Opening | None:
        rows = self._rows(read_opening, "SELECT game, api, config, secret, commitment, wall FROM opening")
        return next(iter(rows), None)

    def entries(self) -> Sequence[Entry]:
        return self._rows(read_entry, "SELECT id, cause, command, dice, position, events, wall FROM entry ORDER BY id")

    def undone(self) -> Sequence[Undone]:
        return self._rows(read_undone, "SELECT after, entries, by, at, wall FROM undone ORDER BY id")

    def last_mark(self) -> Mark | None:
        rows = self._rows(read_mark, "SELECT elapsed, running, boot, seconds FROM mark ORDER BY id DESC LIMIT 1")
        return next(iter(rows), None)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _rows(self, read: Callable[[Any], T], query: str) -> list[T]:
        with _told(self._path):
            return [read(row) for row in self._connection.execute(query)]

    @contextmanager
    def _written(self) -> Iterator[sqlite3.Connection]:
        with _told(self._path), _transaction(self._connection):
            yield self._connection


# One transaction, and the one-line errors of this module.


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.rollback()
        raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text:
            told = "The disk is full: free some space. The command was not carried out."
        elif "readonly" in text:
            told = f"{path} cannot be written: make its disk writable. The command was not carried out."
        else:
            told = f"The journal {path} failed ({text}); see 'prompter doctor'. The command was not carried out."
        raise JournalError(told) from error
    except msgspec.MsgspecError as error:
        raise JournalError(f"The journal {path} holds something that cannot be read: {error}.") from error


def _lock(path: Path) -> int:
    """A lock beside the file: SQLite's own locks would be lost if a second descriptor of the file were closed."""
    try:
        lock = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(f"Nothing can be written in {path.parent}: {error.strerror}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise JournalError(f"The evening {path.stem} is open in another prompter: stop that one first.") from error
    return lock


def _connect(path: Path) -> sqlite3.Connection:
    # The thread that opens an evening hands it over to the loop that owns it.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def _connect_read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _new_file(path: Path) -> sqlite3.Connection:
    with _told(path):
        connection = _connect(path)
        with _transaction(connection):
            for statement in _SCHEMA.split(";\n"):
                connection.execute(statement)
            for table in _TABLES:
                for verb in ("UPDATE", "DELETE"):
                    connection.execute(_APPEND_ONLY.format(table=table, verb=verb))
            connection.execute(f"PRAGMA user_version={VERSION}")
        return connection


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# What to do with files that are not as they should be.


def _refuse_newer(path: Path) -> None:
    try:
        with _read_only(path) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error:
        return  # not readable at all: that is told apart later
    if version > VERSION:
        raise JournalError(
            f"The evening {path.stem} was made by a newer prompter (format {version}, this one reads {VERSION}): "
            "update prompter. The file was left as it is."
        )


@contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    connection = _connect_read_only(path)
    try:
        yield connection
    finally:
        connection.close()


def _is_sound(path: Path) -> bool:
    """Whether every page and every row can be read, and there is an opening."""
    try:
        with _read_only(path) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return False
        journal = JournalFile.read(path)
        try:
            journal.entries(), journal.undone(), journal.last_mark()
            return journal.opening() is not None
        finally:
            journal.close()
    except (sqlite3.Error, JournalError):
        return False


def _set_aside(path: Path) -> str:
    """Keep the unreadable file under another name, put what is good of it in its place, and say so."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.unreadable-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    good = _salvage(aside, path)
    _sync_folder(path.parent)
    kept = f"The evening {path.stem} cannot be read; the file is kept as {aside.name}."
    if good is None:
        return f"{kept} Nothing could be saved out of it."
    return f"{kept} {good} commands were saved: open {path.stem} again to go on from there."


def _salvage(aside: Path, path: Path) -> int | None:
    """Copy all rows up to the first one that cannot be read; how many commands, or None where there is no opening."""
    with _read_only(aside) as source:
        opening = next(
            _good(source, "SELECT game, api, config, secret, commitment, wall FROM opening", read_opening), None
        )
        if opening is None:
            return None
        entries = list(
            _good(source, "SELECT id, cause, command, dice, position, events, wall FROM entry ORDER BY id", read_entry)
        )
        entries = [entry for number, entry in enumerate(entries, start=1) if entry.id == number]
        undone = list(_good(source, "SELECT after, entries, by, at, wall FROM undone ORDER BY id", read_undone))
        marks = list(_good(source, "SELECT elapsed, running, boot, seconds FROM mark ORDER BY id", read_mark))
    connection = _new_file(path)
    with _told(path), _transaction(connection):
        _insert(connection, "opening", (1, *opening_row(opening)))
        for each in undone:
            if each.after <= len(entries):
                _insert(connection, "undone", (None, *undone_row(each)))
        for entry in entries:
            _insert(connection, "entry", entry_row(entry))
        for mark in marks:
            _insert(connection, "mark", (None, *mark_row(mark)))
    connection.close()
    return len(entries)


def _good(source: sqlite3.Connection, query: str, make: Any) -> Iterator[Any]:
    try:
        for row in source.execute(query):
            yield make(row)
    except (sqlite3.Error, msgspec.MsgspecError):
        return


def _insert(connection: sqlite3.Connection, table: str, row: Iterable[Any]) -> None:
    values = tuple(row)
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
