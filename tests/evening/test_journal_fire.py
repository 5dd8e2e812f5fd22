"""Files that were torn, altered, cut or made by another version: what opens is what was written, or it is set aside."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assistant.evening.clock import Mark
from assistant.evening.journal import Entry, JournalError
from assistant.evening.journal_file import SUFFIX, JournalFile
from tests.evening.journal_contract import MARK, OPENING, entry

COMMANDS = 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of an evening with forty commands, closed."""
    path = tmp_path / f"troupe{SUFFIX}"
    journal = JournalFile.create(path)
    journal.begin(OPENING)
    for number in range(1, COMMANDS + 1):
        journal.append([entry(number)], Mark(12.5 + number, True, "boot-1", 100.0 + number))
    journal.close()
    return path


def open_as_good_as_it_is(path: Path) -> tuple[list[Entry], str]:
    """The commands that are there, and what was told; an evening that was set aside is opened once more."""
    before = path.read_bytes()
    try:
        journal = JournalFile.open(path)
        told = ""
    except JournalError as error:
        told = str(error)
        assert "\n" not in told
        kept = re.search(r"kept as (\S+)\.", told)
        where = path.with_name(kept[1]) if kept else path
        assert where.read_bytes() == before, "what was found is kept as it was found"
        if "were saved" not in told:
            return [], told
        journal = JournalFile.open(path)
    entries = list(journal.entries())
    assert entries == [entry(number) for number in range(1, len(entries) + 1)]
    assert journal.opening() == OPENING
    journal.append([entry(len(entries) + 1)], MARK)
    journal.close()
    return entries, told


def clean(path: Path) -> None:
    """Away with all copies of it."""
    for each in path.parent.glob(f"*{path.stem}*"):
        each.unlink()


def try_out(path: Path, content: bytes) -> tuple[list[Entry], str]:
    """Open an evening that has this in its file."""
    copy = path.with_name(f"copy{SUFFIX}")
    copy.write_bytes(content)
    try:
        return open_as_good_as_it_is(copy)
    finally:
        clean(copy)


@pytest.mark.case("C-064", "C-065")
def test_a_file_cut_anywhere_gives_all_commands_up_to_the_cut(path: Path) -> None:
    content = path.read_bytes()
    saved = []
    for length in range(len(content) - 1, 0, -1531):
        entries, told = try_out(path, content[:length])
        assert told, f"cut to {length} bytes"
        saved.append(len(entries))
    assert saved == sorted(saved, reverse=True)
    assert len(set(saved)) > 3, "more is saved where less is cut off"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.case("C-064", "C-065")
def test_a_file_cut_at_each_byte_of_its_last_pages_is_set_aside_and_what_was_before_is_saved(path: Path) -> None:
    content = path.read_bytes()
    for length in (*range(len(content) - 200, len(content)), *range(len(content) - 2 * 4096, len(content), 23)):
        entries, told = try_out(path, content[:length])
        assert (bool(told), len(entries) > COMMANDS / 2) == (True, True), f"cut to {length} bytes"


def flip(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    at = chance.randrange(len(content))
    content[at] ^= 1 << chance.randrange(8)
    entries, told = try_out(path, bytes(content))
    assert told or len(entries) == COMMANDS, f"byte {at}"


@pytest.mark.case("C-065")
def test_an_altered_bit_is_found_or_does_no_harm(path: Path) -> None:
    chance = random.Random(1)
    for _ in range(30):
        flip(path, chance)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.case("C-065")
def test_each_of_1500_altered_bits_is_found_or_does_no_harm(path: Path) -> None:
    chance = random.Random(2)
    for _ in range(1500):
        flip(path, chance)


@pytest.mark.case("C-064")
def test_an_evening_that_cannot_be_read_for_the_moment_is_not_taken_for_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenCard:
        def execute(self, statement: str) -> None:
            if "writable_schema" in statement:
                return  # reads nothing
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_READ"
            raise error

    @contextmanager
    def failing(path: Path) -> Iterator[BrokenCard]:
        yield BrokenCard()

    with monkeypatch.context() as patched:
        patched.setattr("assistant.evening.journal_rescue.read_only", failing)
        with pytest.raises(JournalError, match="disk I/O error"):
            JournalFile.open(path)
    assert len(open_as_good_as_it_is(path)[0]) == COMMANDS


def sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def without_rows(path: Path, table: str, which: str) -> None:
    """By hand, as somebody would who knows how."""
    sql(path, f"DROP TRIGGER {table}_DELETE", f"DELETE FROM {table} WHERE {which}")


@pytest.mark.parametrize("table", ["entry", "mark"])
@pytest.mark.case("C-065")
def test_a_row_that_somebody_took_out_is_missed(path: Path, table: str) -> None:
    without_rows(path, table, "id = 7")
    assert "kept as troupe.unreadable-1" in open_as_good_as_it_is(path)[1]


def test_where_the_marks_are_lost_the_clock_stands_where_the_last_command_was(path: Path) -> None:
    without_rows(path, "mark", "id = 1")
    open_again = open_as_good_as_it_is(path.rename(path.with_name(f"other{SUFFIX}")))
    assert len(open_again[0]) == COMMANDS
    sql(path.with_name(f"other{SUFFIX}"), "DROP TRIGGER mark_DELETE", "DELETE FROM mark WHERE id > 1")
    journal = JournalFile.open(path.with_name(f"other{SUFFIX}"))
    assert journal.last_mark() == Mark(12.5, False, "", 0.0)
    journal.close()


@pytest.fixture
def old(path: Path) -> Path:
    """The same evening in format 1, whose rows had no checksum."""
    tables = ("opening", "entry", "undone", "mark")
    sql(path, *(f"ALTER TABLE {table} DROP COLUMN crc" for table in tables), "PRAGMA user_version=1")
    return path


@pytest.mark.case("C-070")
def test_an_evening_of_an_older_format_goes_on_in_this_one_and_a_copy_of_it_is_kept(old: Path) -> None:
    before = list(sqlite3.connect(old).iterdump())
    entries, told = open_as_good_as_it_is(old)
    assert (len(entries), told) == (COMMANDS, "")
    assert list(sqlite3.connect(old.with_name(f"{old.name}.format-1")).iterdump()) == before
    journal = JournalFile.open(old)
    assert len(journal.entries()) == COMMANDS + 1
    journal.close()


@pytest.mark.case("C-070")
def test_an_evening_of_an_older_format_is_looked_at_as_it_is(old: Path) -> None:
    before = old.read_bytes()
    journal = JournalFile.read(old)
    assert len(journal.entries()) == COMMANDS
    journal.close()
    assert old.read_bytes() == before


@pytest.mark.case("C-070")
def test_a_file_that_does_not_say_its_format_is_set_aside_and_its_commands_are_saved(path: Path) -> None:
    sql(path, "PRAGMA user_version=0")
    entries, told = open_as_good_as_it_is(path)
    assert (len(entries), "40 commands were saved" in told) == (COMMANDS, True)
