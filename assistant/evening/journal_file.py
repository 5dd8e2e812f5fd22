"""The journal on disk: one SQLite file per evening.

``synchronous=FULL`` and WAL: a write that returned survives a power cut, a torn one is dropped as a whole. A second
process is kept out by a lock of the operating system, which is freed when its owner dies. A file that cannot be read is
never written, see :mod:`assistant.evening.journal_rescue`.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from typing import Any, TypeVar

import msgspec

from assistant.evening.clock import Mark, latest
from assistant.evening.journal import Entry, JournalError, Opening, Undone
from assistant.evening.journal_rescue import bring_up_to_date, is_sound, refuse_newer, set_aside
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
    connect,
    connect_read_only,
    insert,
    last_row,
    log_of,
    new_file,
    rows,
    sync_folder,
    told,
    transaction,
)

SUFFIX = ".evening"
BEAT_BYTES = 256
"""The beat fills so many, so that a shorter one leaves nothing of a longer one behind."""

T = TypeVar("T")


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
            journal = cls(path, new_file(path), lock)
        except BaseException:
            os.close(lock)
            raise
        sync_folder(path.parent)
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
            refuse_newer(path)
            with told(path):
                if not is_sound(path):
                    if path.suffix != SUFFIX:
                        raise JournalError(f"{path} is no evening; it is left as it is.")
                    raise JournalError(set_aside(path))
                bring_up_to_date(path)
                connection = connect(path)
        except BaseException:
            os.close(lock)
            raise
        return cls(path, connection, lock)

    @classmethod
    def read(cls, path: Path) -> JournalFile:
        """An evening to look at only, also while another process plays it. Everything written is refused."""
        if not path.exists():
            raise JournalError(f"There is no evening {path.stem} in {path.parent}.")
        refuse_newer(path)
        with told(path):
            return cls(path, connect_read_only(path), None)

    def begin(self, opening: Opening) -> None:
        with self._written() as connection:
            if connection.execute("SELECT count(*) FROM opening").fetchone()[0]:
                raise JournalError("This evening has begun already.")
            insert(connection, "opening", opening_row(opening), 1)

    def append(self, entries: Sequence[Entry], mark: Mark, undone: Undone | None = None) -> None:
        with self._written() as connection:
            last = connection.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()[0]
            if [entry.id for entry in entries] != list(range(last + 1, last + 1 + len(entries))):
                raise JournalError("The entries of an evening are numbered without a gap.")
            if undone is not None:
                insert(connection, "undone", undone_row(undone))
            for entry in entries:
                insert(connection, "entry", entry_row(entry), entry.id)
            insert(connection, "mark", mark_row(mark))

    def mark(self, mark: Mark) -> None:
        with self._written() as connection:
            insert(connection, "mark", mark_row(mark))

    def beat(self, mark: Mark) -> None:
        if self._lock is not None:
            with suppress(OSError):
                os.pwrite(self._lock, msgspec.json.encode(mark).ljust(BEAT_BYTES), 0)

    def opening(self) -> Opening | None:
        return next(iter(self._rows("opening", read_opening)), None)

    def entries(self) -> Sequence[Entry]:
        return self._rows("entry", read_entry)

    def undone(self) -> Sequence[Undone]:
        return self._rows("undone", read_undone)

    def last_mark(self) -> Mark | None:
        with told(self._path):
            return latest(last_row(self._connection, "mark", read_mark), self._last_beat())

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _rows(self, table: str, read: Callable[[Any], T]) -> list[T]:
        with told(self._path):
            return list(rows(self._connection, table, read))

    def _last_beat(self) -> Mark | None:
        """None where there is none that can be read: it was noted without care."""
        if self._lock is None:
            return None
        try:
            return msgspec.json.decode(os.pread(self._lock, BEAT_BYTES, 0), type=Mark)
        except (OSError, msgspec.MsgspecError, UnicodeError):
            return None

    @contextmanager
    def _written(self) -> Iterator[sqlite3.Connection]:
        with told(self._path), transaction(self._connection):
            yield self._connection


def _lock(path: Path) -> int:
    """A lock beside the file: SQLite's own locks would be lost if a second descriptor of the file were closed."""
    try:
        lock = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(f"Nothing can be written in {path.parent}: {error.strerror}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise JournalError(f"The evening {path.stem} is open in another prompter: stop that one first.") from error
    return lock


def is_played(path: Path) -> bool:
    """Whether a process has this evening open to play it."""
    try:
        lock = os.open(_lock_of(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # there is none
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def copy_as_left(path: Path, copy: Path, is_power_cut: bool = False) -> None:
    """What there is of an evening on the disk this moment, while it is played; for tries of a kill or a power cut.

    A power cut takes what was noted without waiting for the disk.
    """
    copyfile(path, copy)
    copyfile(log_of(path), log_of(copy))
    if not is_power_cut:
        copyfile(_lock_of(path), _lock_of(copy))
