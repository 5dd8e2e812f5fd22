"""The journal in memory and on disk; what happens to files that are not as they should be."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.evening.journal import EventCodec, Journal, JournalError, MemoryJournal, Record
from assistant.evening.journal_file import SUFFIX, JournalFile
from assistant.table import Event
from tests.contracts.toy.state import CardDrawn, StonesPut
from tests.evening.journal_contract import MARK, OPENING, JournalContract, entry


class TestMemoryJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return MemoryJournal()

    def fill_up(self, journal: Journal) -> None:
        assert isinstance(journal, MemoryJournal)
        journal.is_full = True

    def make_room(self, journal: Journal) -> None:
        assert isinstance(journal, MemoryJournal)
        journal.is_full = False


class TestJournalFile(JournalContract):
    @pytest.fixture
    def journal(self, tmp_path: Path) -> Iterator[Journal]:
        journal = JournalFile.create(tmp_path / f"troupe{SUFFIX}")
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        yield journal
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        journal.close()

    def fill_up(self, journal: Journal) -> None:
        # No file of this process may grow beyond this, as on a full card.
        resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, resource.RLIM_INFINITY))

    def make_room(self, journal: Journal) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of an evening with three commands, closed."""
    path = tmp_path / f"troupe{SUFFIX}"
    journal = JournalFile.create(path)
    journal.begin(OPENING)
    journal.append([entry(1), entry(2), entry(3)], MARK)
    journal.close()
    return path


def test_an_evening_opens_again_as_it_was(path: Path) -> None:
    journal = JournalFile.open(path)
    assert (journal.opening(), list(journal.entries()), journal.last_mark()) == (
        OPENING,
        [entry(1), entry(2), entry(3)],
        MARK,
    )
    journal.close()


@pytest.mark.case("C-052")
def test_a_new_evening_never_takes_the_place_of_an_old_one(path: Path) -> None:
    with pytest.raises(JournalError, match="an evening troupe already"):
        JournalFile.create(path)
    assert [each.id for each in JournalFile.read(path).entries()] == [1, 2, 3]


def test_an_evening_that_is_not_there_is_not_made_by_opening_it(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no evening nowhere"):
        JournalFile.open(tmp_path / f"nowhere{SUFFIX}")
    assert list(tmp_path.glob(f"*{SUFFIX}")) == []


def test_nothing_that_was_written_can_be_edited(path: Path) -> None:
    connection = sqlite3.connect(path)
    for statement in (
        "UPDATE entry SET wall = ''",
        "DELETE FROM entry",
        "DELETE FROM mark",
        "UPDATE opening SET game=1",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()


@pytest.mark.case("C-068")
def test_a_second_process_is_refused_with_a_clear_line(path: Path) -> None:
    journal = JournalFile.open(path)
    code = (
        "import sys; from pathlib import Path; from assistant.evening import JournalError, JournalFile\n"
        "try: JournalFile.open(Path(sys.argv[1]))\n"
        "except JournalError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "The evening troupe is open in another prompter: stop that one first.\n"
    journal.close()


@pytest.mark.case("C-068")
def test_no_lock_is_left_over_for_anyone_to_remove(path: Path) -> None:
    JournalFile.open(path).close()
    JournalFile.open(path).close()


def test_an_evening_can_be_looked_at_while_it_is_played(path: Path) -> None:
    journal = JournalFile.open(path)
    journal.append([entry(4)], MARK)
    reader = JournalFile.read(path)
    assert [each.id for each in reader.entries()] == [1, 2, 3, 4]
    reader.close()
    journal.close()


def test_looking_at_an_evening_writes_nothing(path: Path) -> None:
    reader = JournalFile.read(path)
    with pytest.raises(JournalError, match="cannot be written"):
        reader.append([entry(4)], MARK)
    reader.close()


@pytest.mark.case("C-070")
def test_a_file_of_a_newer_prompter_is_refused_and_left_as_it_is(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=3")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"newer prompter \(format 3, this one reads 2\): update prompter"):
        JournalFile.open(path)
    assert path.read_bytes() == before


@pytest.mark.case("C-064")
def test_a_file_that_cannot_be_read_is_set_aside_whole(path: Path) -> None:
    rubbish = b"not an evening at all" * 500
    path.write_bytes(rubbish)
    with pytest.raises(JournalError, match=r"kept as troupe\.unreadable-1\.evening\. Nothing could be saved"):
        JournalFile.open(path)
    assert path.with_name(f"troupe.unreadable-1{SUFFIX}").read_bytes() == rubbish


@pytest.mark.case("C-064")
def test_an_empty_file_is_set_aside_and_starts_no_evening(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(JournalError, match="Nothing could be saved"):
        JournalFile.open(path)
    assert not path.exists()


@pytest.mark.case("C-064")
def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    for number in (1, 2):
        path.write_bytes(b"rubbish" * number)
        with pytest.raises(JournalError, match=f"unreadable-{number}"):
            JournalFile.open(path)
    assert path.with_name(f"troupe.unreadable-1{SUFFIX}").read_bytes() == b"rubbish"


@pytest.mark.case("C-065")
def test_of_a_damaged_evening_the_last_good_state_is_offered(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_UPDATE")
    connection.execute("UPDATE entry SET command = substr(command, 1, 20) WHERE id = 3")
    connection.commit()
    connection.close()
    with pytest.raises(JournalError, match="2 commands were saved: open troupe again"):
        JournalFile.open(path)
    journal = JournalFile.open(path)
    assert (list(journal.entries()), journal.opening()) == ([entry(1), entry(2)], OPENING)
    journal.append([entry(3)], MARK)
    journal.close()


@pytest.mark.case("C-065")
@pytest.mark.parametrize("kept", [0.2, 0.5, 0.8, 0.99])
def test_a_log_cut_short_loses_whole_commands_only(tmp_path: Path, kept: float) -> None:
    path = tmp_path / f"troupe{SUFFIX}"
    journal = JournalFile.create(path)
    journal.begin(OPENING)
    for number in range(1, 20):
        journal.append([entry(number)], MARK)
    copy = tmp_path / f"cut{SUFFIX}"
    copy.write_bytes(path.read_bytes())
    log = path.with_name(f"{path.name}-wal").read_bytes()
    copy.with_name(f"{copy.name}-wal").write_bytes(log[: int(len(log) * kept)])
    journal.close()
    again = JournalFile.open(copy)
    entries = list(again.entries())
    assert entries == [entry(number) for number in range(1, len(entries) + 1)]
    again.append([entry(len(entries) + 1)], MARK)
    again.close()


@pytest.mark.case("C-067")
def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be made"):
        JournalFile.create(tmp_path / "file" / f"troupe{SUFFIX}")


def test_an_event_comes_back_as_it_was() -> None:
    codec = EventCodec((CardDrawn, StonesPut))
    event = CardDrawn(seat="2", card=7, audience=frozenset({"2", "10"}))
    assert codec.event(codec.record(event)) == event


def test_an_event_that_the_game_does_not_list_is_not_kept() -> None:
    with pytest.raises(JournalError, match="does not list its event Event"):
        EventCodec(()).record(Event())


@pytest.mark.case("C-070")
def test_an_event_of_another_version_of_the_game_is_named() -> None:
    with pytest.raises(JournalError, match="does not know: StonesEaten"):
        EventCodec((StonesPut,)).event(Record("StonesEaten", {}))
