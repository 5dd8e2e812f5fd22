"""What the doctor says of the program, and what a broken check does to the others."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from assistant.doctor import Finding, examine
from assistant.doctor.checks import judge_data, unwritable
from assistant.doctor.sound import judge_share
from hardware.ports import HardwareError


def test_a_check_that_breaks_is_a_finding_and_the_next_one_runs() -> None:
    def broken() -> list[Finding]:
        raise HardwareError("the model is torn")

    findings = list(examine({"model": broken, "voice": lambda: [Finding("voice", "ok", "there")]}))
    assert [(one.check, one.state, one.found) for one in findings] == [
        ("model", "fail", "the model is torn"),
        ("voice", "ok", "there"),
    ]


@pytest.mark.parametrize(
    ("number", "do"), [(errno.EROFS, "at its end"), (errno.ENOSPC, "make room"), (errno.EACCES, "let this user write")]
)
def test_a_disk_that_takes_nothing_is_told_by_its_reason(number: int, do: str) -> None:
    found = unwritable(Path("/evenings"), OSError(number, os.strerror(number)))
    assert (found.state, do in found.do) == ("fail", True)


@pytest.mark.parametrize(
    ("faults", "hints", "state", "found"),
    [
        (["a", "b"], ["c"], "warn", "2 × wrong"),
        ([], ["c"], "ok", "1 × worth a look"),
        ([], [], "ok", "faultless"),
    ],
)
def test_the_data_of_a_game_are_told_in_one_line_with_the_command_that_shows_all(
    faults: list[str], hints: list[str], state: str, found: str
) -> None:
    told = judge_data("errantry", faults, hints)
    assert (told.state, found in told.found) == (state, True)
    assert ("prompter config --game errantry --check" in told.do) == bool(faults or hints)


@pytest.mark.parametrize(("share", "state"), [(0.49, "ok"), (0.5, "warn"), (0.8, "warn"), (0.81, "fail")])
def test_hearing_that_takes_too_much_of_a_core_is_told_with_what_to_do(share: float, state: str) -> None:
    told = judge_share(share, "deepfilter and pocketsphinx", "deepfilter")
    assert (told.check, told.state, f"{share:.2f} of a core" in told.found) == ("hearing keeps up", state, True)
    assert ('hearing.front_end = "none"' in told.do) == (state != "ok")


def test_who_has_no_front_end_is_not_told_to_leave_it_out() -> None:
    assert "front_end" not in judge_share(0.7, "none and pocketsphinx", "none").do
