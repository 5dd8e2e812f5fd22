"""What the doctor says of the program, and what a broken check does to the others."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from assistant.doctor import Finding, examine
from assistant.doctor.checks import unwritable
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
