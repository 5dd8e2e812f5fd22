"""Evenings looked at again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.evening import SUFFIX, JournalError, JournalFile
from assistant.evening.replay import evenings, played, unproven
from assistant.table.dice import commitment
from tests.contracts.toy import GAME
from tests.evening.stones import Table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An evening on disk: a pile, two throws, one of them taken back."""
    path = tmp_path / f"first night{SUFFIX}"
    table = Table(journal=JournalFile.create(path))
    table.type("1: new pile Bell", "2: throw on Bell", "2: throw on Bell rolled five", "2: undo")
    table.wait(10)
    table.evening.close()
    return path


def test_every_command_is_there_with_its_dice_and_events_and_what_was_taken_back(path: Path) -> None:
    journal = JournalFile.read(path)
    shown = [(each.command.intent, [e["type"] for e in each.events], each.undone) for each in played(journal)]
    assert shown == [
        ("new_game", ["Begun"], False),
        ("add_pile", ["PileMade"], False),
        ("throw", ["Thrown"], False),
        ("throw", ["Thrown"], True),
    ]
    journal.close()


@pytest.mark.case("C-046")
def test_it_is_known_which_dice_were_real(path: Path) -> None:
    journal = JournalFile.read(path)
    assert [(die.sides, die.source) for each in played(journal) for die in each.dice] == [(6, "chance"), (6, "called")]
    journal.close()


def test_the_evenings_of_a_folder_are_listed(path: Path) -> None:
    (summary,) = evenings(path.parent)
    assert (summary.name, summary.game, summary.players, summary.commands, summary.fault) == (
        "first night",
        "stones",
        ("Ann", "Ben", "Cleo"),
        3,
        "",
    )
    assert summary.elapsed == pytest.approx(10)
    left = {each.name for each in path.parent.iterdir()}
    assert left == {path.name, f".{path.name}.lock"}, "looking leaves nothing behind"


def test_an_evening_that_cannot_be_read_is_listed_with_its_fault(path: Path) -> None:
    path.with_name(f"broken{SUFFIX}").write_bytes(b"rubbish")
    assert [(each.name, bool(each.fault)) for each in evenings(path.parent)] == [
        ("broken", True),
        ("first night", False),
    ]


@pytest.mark.case("C-046")
def test_every_face_can_be_proved_from_the_secret(path: Path) -> None:
    journal = JournalFile.read(path)
    opening = journal.opening()
    assert opening is not None
    assert commitment(bytes.fromhex(opening.secret)) == opening.commitment
    assert unproven(opening, journal.entries(), journal.undone()) == []
    journal.close()


def test_a_face_that_was_meddled_with_is_found(path: Path) -> None:
    journal = JournalFile.read(path)
    opening, entries = journal.opening(), journal.entries()
    journal.close()
    assert opening is not None
    thrown = next(entry for entry in entries if entry.dice)
    die = thrown.dice[0]
    forged = replace(thrown, dice=(replace(die, face=die.face % 6 + 1),))
    assert ["is not" in fault or ", not " in fault for fault in unproven(opening, [forged], [])] == [True]


def test_a_roll_that_was_taken_out_is_found_and_one_that_was_taken_back_is_not(tmp_path: Path) -> None:
    table = Table()
    table.type("1: new pile Bell", "2: throw on Bell", "2: undo", "2: undo", "2: new pile Owl")
    table.type("2: throw on Owl", "3: throw on Owl", "3: undo", "1: throw on Owl", "2: throw on Owl")
    opening, entries, undone = table.journal.opening(), table.journal.entries(), table.journal.undone()
    assert opening is not None
    thrown = [entry for entry in entries if entry.dice]
    assert unproven(opening, entries, undone) == []
    for number, told in ((1, "number 1, not 0"), (3, "number 2, not 1")):
        left = [entry for entry in entries if entry is not thrown[number]]
        assert [told in fault for fault in unproven(opening, left, undone)][:1] == [True]


def test_a_secret_that_does_not_fit_its_seal_is_found(path: Path) -> None:
    journal = JournalFile.read(path)
    opening = journal.opening()
    journal.close()
    assert opening is not None
    assert unproven(replace(opening, secret="00" * 32), [], []) == ["The secret does not fit its seal."]


@pytest.mark.case("C-070")
def test_a_journal_that_does_not_fit_the_game_any_more_is_told_in_one_line_and_left(path: Path) -> None:
    def evolve(state: Any, event: Any) -> Any:
        raise KeyError("stones")

    before = path.read_bytes()
    journal = JournalFile.open(path)
    with pytest.raises(JournalError, match="does not fit this version of Stones"):
        Table(game=replace(GAME, evolve=evolve), journal=journal)
    journal.close()
    assert path.read_bytes() == before


@pytest.mark.case("C-070")
def test_an_evening_of_a_newer_version_of_the_game_is_refused_and_left(path: Path) -> None:
    journal = JournalFile.open(path)
    with pytest.raises(JournalError, match=r"newer prompter \(its Stones has interface 1, this one 0\): update"):
        Table(game=replace(GAME, api=0), journal=journal)
    assert len(journal.entries()) == 4
    journal.close()


@pytest.mark.case("C-052")
def test_a_new_evening_has_a_full_clock_and_the_old_one_can_be_opened_again(path: Path) -> None:
    new = Table(journal=JournalFile.create(path.with_name(f"second night{SUFFIX}")))
    assert (new.evening.clock_seconds(), new.state.piles) == (0.0, ())
    old = Table(journal=JournalFile.open(path))
    assert (old.evening.clock_seconds(), len(old.state.piles)) == (pytest.approx(10), 1)
    new.evening.close()
    old.evening.close()
