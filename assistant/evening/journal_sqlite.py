"""What the journal on disk is made of: tables that only grow, rows with a checksum, and one-line errors.

Format 2. Rows of format 1 have no checksum; see :mod:`assistant.evening.journal_rescue` for what becomes of them.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from typing import Any, TypeVar

import msgspec

from assistant.evening.journal import JournalError

VERSION = 2

T = TypeVar("T")

COLUMNS = {"opening": 6, "entry": 6, "undone": 5, "mark": 5}
"""How many values a row of each table has, between its number and its checksum."""

_SCHEMA = """
CREATE TABLE opening (id INTEGER PRIMARY KEY CHECK (id = 1), game TEXT NOT NULL, api INTEGER NOT NULL,
    config TEXT NOT NULL, secret TEXT NOT NULL, commitment TEXT NOT NULL, wall TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE entry (id INTEGER PRIMARY KEY, cause INTEGER, command TEXT NOT NULL, dice TEXT NOT NULL,
    position INTEGER NOT NULL, events TEXT NOT NULL, wall TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE undone (id INTEGER PRIMARY KEY, after INTEGER NOT NULL, entries TEXT NOT NULL, by TEXT NOT NULL,
    at REAL NOT NULL, wall TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE mark (id INTEGER PRIMARY KEY, elapsed REAL NOT NULL, running INTEGER NOT NULL, boot TEXT NOT NULL,
    seconds REAL NOT NULL, wall TEXT NOT NULL, crc INTEGER NOT NULL);
"""
_APPEND_ONLY = """
CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


_OF_DISK = (
    *("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR"),
    *("SQLITE_LOCKED", "SQLITE_NOMEM", "SQLITE_PERM", "SQLITE_READONLY"),
)


class DamageError(Exception):
    """A row that is not as it was written, or is not there."""


# Files.


def connect(path: Path) -> sqlite3.Connection:
    # The thread that opens an evening hands it over to the loop that owns it.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def log_of(path: Path) -> Path:
    """What SQLite has written down but not yet put into its file."""
    return path.with_name(f"{path.name}-wal")


def connect_read_only(path: Path) -> sqlite3.Connection:
    """For looking only; nothing is left beside the file. Raises sqlite3.Error, OSError."""
    if not log_of(path).exists():
        # Nobody plays it and all is in the one file: SQLite need not make the files it shares with a writer.
        return _connect_uri(path, "mode=ro&immutable=1")
    connection = _connect_uri(path, "mode=ro")
    if not _needs_writing(connection):
        return connection
    # A power cut left it unfinished, and its disk is full or cannot be written: read it where it can be put in order.
    connection.close()
    return _copied(path)


def _needs_writing(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema")
    except sqlite3.Error as error:
        return is_of_disk(error)
    return False


def is_of_disk(error: Exception) -> bool:
    """Whether the disk, or whoever else uses it, failed: that says nothing against the file."""
    return getattr(error, "sqlite_errorname", "").startswith(_OF_DISK)


def _connect_uri(path: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, isolation_level=None)


def _copied(path: Path) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copyfile(path, copy)
        copyfile(log_of(path), log_of(copy))
        with closing(_connect_uri(copy, "mode=rw")) as source:
            source.backup(memory)
    memory.execute("PRAGMA query_only=ON")
    return memory


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect_read_only(path)
    try:
        yield connection
    finally:
        connection.close()


def new_file(path: Path) -> sqlite3.Connection:
    """Make the file of an evening. Raises JournalError, and then there is none."""
    try:
        with told(path):
            connection = connect(path)
            try:
                _make_tables(connection)
            except BaseException:
                connection.close()
                raise
            return connection
    except BaseException:
        remove(path)
        raise


def _make_tables(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        for statement in _SCHEMA.split(";\n"):
            connection.execute(statement)
        for table in COLUMNS:
            for verb in ("UPDATE", "DELETE"):
                connection.execute(_APPEND_ONLY.format(table=table, verb=verb))
        connection.execute(f"PRAGMA user_version={VERSION}")


def files_of(path: Path) -> tuple[Path, ...]:
    """The file of an evening, and those that SQLite has beside it while it is open or after a power cut."""
    return tuple(path.with_name(f"{path.name}{ending}") for ending in ("", "-wal", "-shm"))


def remove(path: Path) -> None:
    for each in files_of(path):
        each.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Rows.


def insert(connection: sqlite3.Connection, table: str, values: Sequence[Any], number: int | None = None) -> None:
    """One row more; without a ``number`` it is the next one."""
    row = (number, *values, _checksum(values))
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def rows(connection: sqlite3.Connection, table: str, read: Callable[[Any], T]) -> Iterator[T]:
    """All rows in order, numbered from 1. Raises DamageError at one that is missing or altered, sqlite3.Error."""
    for expected, row in enumerate(connection.execute(f"SELECT * FROM {table} ORDER BY id"), start=1):
        if row[0] != expected:
            raise DamageError(f"row {expected} of its table {table} is missing")
        yield _read(table, row, read)


def last_row(connection: sqlite3.Connection, table: str, read: Callable[[Any], T]) -> T | None:
    row = connection.execute(f"SELECT * FROM {table} ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else _read(table, row, read)


def _read(table: str, row: Sequence[Any], read: Callable[[Any], T]) -> T:
    end = 1 + COLUMNS[table]
    checksum = row[end] if len(row) > end else None
    # A row of format 1 has none.
    if checksum is not None and checksum != _checksum(row[1:end]):
        raise DamageError(f"row {row[0]} of its table {table} is not as it was written")
    try:
        return read(row[:end])
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise DamageError(f"row {row[0]} of its table {table} ({error})") from error


def _checksum(values: Iterable[Any]) -> int:
    return zlib.crc32(msgspec.json.encode(tuple(values)))


# One transaction, and the one-line errors of the journal.


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.rollback()
        raise


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Raises JournalError for whatever goes wrong inside."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text or (is_of_disk(error) and _is_full(path)):
            line = "The disk is full: free some space. The command was not carried out."
        elif "readonly" in text:
            line = f"{path} cannot be written: make its disk writable. The command was not carried out."
        else:
            line = f"The journal {path} failed ({text}); see 'prompter doctor'. The command was not carried out."
        raise JournalError(line) from error
    except OSError as error:
        raise JournalError(f"The journal {path} failed ({error.strerror}); see 'prompter doctor'.") from error
    except DamageError as error:
        raise JournalError(f"The journal {path} holds something that cannot be read: {error}.") from error


def _is_full(path: Path) -> bool:
    """Where SQLite only says that its disk failed."""
    try:
        return os.statvfs(path.parent).f_bavail == 0
    except OSError:
        return False
