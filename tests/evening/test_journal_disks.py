"""The journal on disks that are full, cannot be written, or lose their power: on real ones, made for the test."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest

from assistant.bench.journal import kept, write_until_killed
from assistant.bench.killing import killed
from assistant.evening.journal import JournalError
from assistant.evening.journal_file import SUFFIX, JournalFile, copy_as_left
from assistant.evening.replay import evenings
from tests.evening.journal_contract import MARK, OPENING, entry
from tests.evening.stones import Table


@contextmanager
def mounted(where: Path, *words: str | Path) -> Iterator[Path]:
    """A disk at this place, for as long as it is wanted; the test is skipped where none can be mounted."""
    where.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *map(str, words), str(where)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"needs a user who may mount: {done.stderr.strip()}")
    try:
        yield where
    finally:
        subprocess.run(["umount", "--lazy", str(where)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "card", "-t", "tmpfs", "-o", "size=600k", "none") as disk:
        yield disk


def fill_up(disk: Path) -> None:
    ballast = os.open(disk / "ballast", os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(ballast, b"x" * 1024)
    except OSError:
        os.close(ballast)


def make_room(disk: Path) -> None:
    (disk / "ballast").unlink()


def left_by_a_power_cut(folder: Path, path: Path) -> None:
    """At ``path`` what a power cut leaves of an evening with three commands: a file, and a log beside it."""
    journal = JournalFile.create(folder / f"whole{SUFFIX}")
    journal.begin(OPENING)
    journal.append([entry(1), entry(2), entry(3)], MARK)
    copy_as_left(folder / f"whole{SUFFIX}", path, is_power_cut=True)
    journal.close()


@pytest.mark.case("C-067")
def test_on_a_full_card_play_goes_on_by_itself_when_there_is_room_and_nothing_told_as_saved_is_lost(disk: Path) -> None:
    path = disk / f"troupe{SUFFIX}"
    table = Table([1] * 200, journal=JournalFile.create(path))
    table.type("1: new pile Bell")
    fill_up(disk)
    answers = [table.type("2: throw on Bell") for _ in range(60)]
    refused = [answer for answer in answers if answer.refusal]
    assert {answer.refusal for answer in refused} == {"E_NOT_SAVED"}
    assert {answer.show for answer in refused} == {
        "The disk is full: free some space. The command was not carried out."
    }
    make_room(disk)
    thrown = len(answers) - len(refused) + 1
    assert table.type("2: throw on Bell").refusal is None
    table.evening.close()
    assert table.state.pile("p1").stones == thrown
    assert Table(journal=JournalFile.open(path)).state.pile("p1").stones == thrown


@pytest.mark.case("C-067")
def test_the_passing_of_time_on_a_full_card_is_told_once(disk: Path) -> None:
    table = Table(journal=JournalFile.create(disk / f"troupe{SUFFIX}"))
    fill_up(disk)
    told = table.wait(400)
    table.evening.close()
    assert [answer.refusal for answer in told] == ["E_NOT_SAVED"]


@pytest.mark.case("C-064", "C-067")
@pytest.mark.parametrize("is_all_full", [False, True])
def test_an_evening_that_a_power_cut_left_on_a_full_card_is_not_taken_for_damaged(
    tmp_path: Path, disk: Path, monkeypatch: pytest.MonkeyPatch, is_all_full: bool
) -> None:
    path = disk / f"troupe{SUFFIX}"
    left_by_a_power_cut(tmp_path, path)
    if is_all_full:  # the folder for temporary files lies on the same card
        monkeypatch.setattr("tempfile.tempdir", str(disk))
    fill_up(disk)
    with pytest.raises(JournalError, match=r"disk is full|No space left"):
        JournalFile.open(path)
    if not is_all_full:
        assert [each.id for each in JournalFile.read(path).entries()] == [1, 2, 3]
    make_room(disk)
    journal = JournalFile.open(path)
    assert list(journal.entries()) == [entry(1), entry(2), entry(3)]
    journal.close()


@pytest.mark.case("C-064", "C-067")
def test_a_damaged_evening_on_a_full_card_stays_as_it_is_until_there_is_room(disk: Path) -> None:
    path = disk / f"troupe{SUFFIX}"
    journal = JournalFile.create(path)
    journal.begin(OPENING)
    journal.append([entry(number) for number in range(1, 60)], MARK)
    journal.close()
    damaged = path.read_bytes()[:-4096]
    path.write_bytes(damaged)
    fill_up(disk)
    with pytest.raises(JournalError, match="disk is full"):
        JournalFile.open(path)
    assert path.read_bytes() == damaged
    make_room(disk)
    with pytest.raises(JournalError, match="commands were saved"):
        JournalFile.open(path)
    JournalFile.open(path).close()


@pytest.mark.case("C-067")
def test_an_evening_that_could_not_be_begun_leaves_no_file(disk: Path) -> None:
    fill_up(disk)
    with pytest.raises(JournalError, match=r"disk is full|No space left"):
        JournalFile.create(disk / f"troupe{SUFFIX}")
    assert list(disk.glob("troupe*")) == []


@pytest.mark.case("C-067")
def test_on_a_card_that_cannot_be_written_evenings_are_looked_at_and_not_gone_on_with(tmp_path: Path) -> None:
    folder = tmp_path / "card"
    with mounted(folder, "-t", "tmpfs", "none"):
        left_by_a_power_cut(tmp_path, folder / f"cut{SUFFIX}")
        copyfile(tmp_path / f"whole{SUFFIX}", folder / f"whole{SUFFIX}")
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        found = [(each.name, each.commands, each.fault) for each in evenings(folder)]
        assert found == [("cut", 3, ""), ("whole", 3, "")]
        with pytest.raises(JournalError, match="Read-only file system"):
            JournalFile.open(folder / f"cut{SUFFIX}")
        with pytest.raises(JournalError, match="Read-only file system"):
            JournalFile.create(folder / f"new{SUFFIX}")


def image(folder: Path) -> Path:
    """An ext4 file system in a file."""
    path = folder / "card.img"
    with path.open("wb") as file:
        file.truncate(16 * 2**20)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(path)], check=True)
    return path


@pytest.mark.slow
@pytest.mark.case("C-067")
def test_a_card_that_turns_read_only_refuses_what_comes_and_has_what_came_before(tmp_path: Path) -> None:
    card = image(tmp_path)
    with mounted(tmp_path / "card", "-o", "loop", card) as disk:
        table = Table([1] * 9, journal=JournalFile.create(disk / f"troupe{SUFFIX}"))
        table.type("1: new pile Bell", "2: throw on Bell")
        # As the kernel does on an error of the card.
        subprocess.run(["mount", "-o", "remount,abort", str(disk)], check=False)
        answer = table.type("2: throw on Bell")
        assert (answer.refusal, answer.events, table.state.pile("p1").stones) == ("E_NOT_SAVED", (), 1)
        table.evening.close()
    with mounted(tmp_path / "card", "-o", "loop", card) as disk:
        again = Table(journal=JournalFile.open(disk / f"troupe{SUFFIX}"))
        assert again.state.pile("p1").stones == 1
        again.evening.close()


def cut_the_power(folder: Path, moment: float) -> tuple[int, int | None]:
    """Write on a card, take what is on it at this moment; how many commands were acknowledged, and are there."""
    card, copy = image(folder), folder / "copy.img"
    with mounted(folder / "card", "-o", "loop", card) as disk:
        work = partial(write_until_killed, disk / f"troupe{SUFFIX}")
        lines = killed(work, moment, meanwhile=lambda: bool(copyfile(card, copy)) or None)
    with mounted(folder / "card", "-o", "loop", copy) as disk:
        return int(lines[-1]) if lines else 0, kept(disk / f"troupe{SUFFIX}")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.case("C-064", "C-071")
def test_50_power_cuts_lose_nothing_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(4)
    written = 0
    for _ in range(50):
        acknowledged, there = cut_the_power(tmp_path, chance.uniform(0.05, 1.0))
        assert acknowledged <= (there or 0) <= acknowledged + 1
        written += acknowledged
    assert written > 100
