"""What every journal keeps."""

from __future__ import annotations

import pytest

from assistant.evening.clock import Mark
from assistant.evening.journal import Die, Entry, Journal, JournalError, Opening, Record, Undone, live_entries
from assistant.table import Command

OPENING = Opening("stones", 1, {"bell_s": 20.0, "names": ["Zoë"]}, "00" * 32, "ab" * 32, "2026-11-30T20:00:00+00:00")
MARK = Mark(12.5, True, "boot-1", 100.25)


def entry(number: int, cause: int | None = None) -> Entry:
    command = Command("put", "2", {"pile": "Zoë’s", "count": 3, "dice": (1, 2)}, "…", 12.5, "3")
    dice = (Die(6, 4, "chance", 0), Die(8, 8, "called", None))
    return Entry(
        number, cause, command, dice, 7, (Record("Put", {"n": 3, "tags": ["a"]}),), "2026-11-30T20:00:01+00:00"
    )


def written_until_refused(journal: Journal) -> str:
    """Write entries until the disk is full; what was told then."""
    for number in range(len(journal.entries()) + 1, 1_000):
        try:
            journal.append([entry(number)], MARK)
        except JournalError as error:
            return str(error)
    return ""


class JournalContract:
    """Inherit it and give a ``journal`` and a way to ``fill_up`` its disk."""

    @pytest.fixture
    def journal(self) -> Journal:
        raise NotImplementedError

    def fill_up(self, journal: Journal) -> None:
        raise NotImplementedError

    def make_room(self, journal: Journal) -> None:
        raise NotImplementedError

    def test_a_new_one_is_empty(self, journal: Journal) -> None:
        assert journal.opening() is None
        assert list(journal.entries()) == []
        assert list(journal.undone()) == []
        assert journal.last_mark() is None

    def test_gives_the_opening_back(self, journal: Journal) -> None:
        journal.begin(OPENING)
        assert journal.opening() == OPENING

    def test_begins_once(self, journal: Journal) -> None:
        journal.begin(OPENING)
        with pytest.raises(JournalError, match="begun already"):
            journal.begin(OPENING)

    def test_gives_entries_back_as_they_were_and_in_order(self, journal: Journal) -> None:
        journal.append([entry(1), entry(2, cause=1)], MARK)
        journal.append([entry(3)], MARK)
        assert list(journal.entries()) == [entry(1), entry(2, cause=1), entry(3)]

    def test_keeps_where_the_clock_was_with_each_entry(self, journal: Journal) -> None:
        journal.append([entry(1)], MARK)
        assert journal.last_mark() == MARK

    def test_keeps_the_last_mark(self, journal: Journal) -> None:
        journal.mark(MARK)
        journal.mark(Mark(13.5, False, "boot-2", 1.0))
        assert journal.last_mark() == Mark(13.5, False, "boot-2", 1.0)

    def test_a_beat_that_goes_on_from_the_last_mark_says_where_the_clock_was(self, journal: Journal) -> None:
        journal.mark(MARK)
        beat = Mark(MARK.elapsed + 0.5, True, MARK.boot, MARK.seconds + 0.5)
        journal.beat(beat)
        assert journal.last_mark() == beat

    @pytest.mark.parametrize(
        "beat",
        [
            Mark(13.5, True, "boot-2", 101.25),  # of another boot
            Mark(13.0, True, "boot-1", 101.25),  # less was played than time went by
            Mark(12.0, True, "boot-1", 99.75),  # from before the mark
            Mark(32.5, True, "boot-1", 120.25),  # over a gap that is not charged
        ],
    )
    def test_a_beat_that_does_not_is_of_no_account(self, journal: Journal, beat: Mark) -> None:
        journal.mark(MARK)
        journal.beat(beat)
        assert journal.last_mark() == MARK

    def test_a_clock_that_stood_has_no_beat(self, journal: Journal) -> None:
        standing = Mark(MARK.elapsed, False, MARK.boot, MARK.seconds)
        journal.mark(standing)
        journal.beat(Mark(13.0, True, MARK.boot, MARK.seconds + 0.5))
        assert journal.last_mark() == standing

    def test_what_was_undone_is_marked_and_stays(self, journal: Journal) -> None:
        undone = Undone(2, (2,), "2", 20.0, "2026-11-30T20:00:20+00:00")
        journal.append([entry(1), entry(2)], MARK)
        journal.append([entry(3)], MARK, undone)
        assert list(journal.undone()) == [undone]
        assert len(journal.entries()) == 3
        assert [each.id for each in live_entries(journal)] == [1, 3]

    def test_numbers_without_a_gap(self, journal: Journal) -> None:
        journal.append([entry(1)], MARK)
        with pytest.raises(JournalError, match="without a gap"):
            journal.append([entry(3)], MARK)

    def test_what_is_refused_leaves_nothing(self, journal: Journal) -> None:
        with pytest.raises(JournalError):
            journal.append([entry(1), entry(1)], MARK, Undone(0, (1,), "2", 0.0, ""))
        assert (list(journal.entries()), list(journal.undone()), journal.last_mark()) == ([], [], None)

    @pytest.mark.case("C-067")
    def test_a_full_disk_is_told_in_one_line_and_keeps_nothing_half(self, journal: Journal) -> None:
        journal.append([entry(1)], MARK)
        self.fill_up(journal)
        told = written_until_refused(journal)
        kept = len(journal.entries())
        self.make_room(journal)
        assert told
        assert "\n" not in told
        assert list(journal.entries()) == [entry(number) for number in range(1, kept + 1)]

    @pytest.mark.case("C-067")
    def test_goes_on_by_itself_when_there_is_room_again(self, journal: Journal) -> None:
        self.fill_up(journal)
        assert written_until_refused(journal)
        self.make_room(journal)
        journal.append([entry(len(journal.entries()) + 1)], MARK)
