"""What is logged, where it goes to a terminal, to the system's log, to whoever looks for a fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from assistant.doctor.bundle import without_words
from tests.commands.run import home

LOGS = """
import logging
from assistant.commands.logs import log_to_stderr
from hardware.quiet import divert_native_noise
divert_native_noise()
log_to_stderr()
log = logging.getLogger("assistant.evening.session")
log.warning("the disk is slow")
try:
    raise ValueError("Brakkett")
except ValueError:
    log.exception("a bug")
"""


def logged(folder: Path, env: Mapping[str, str], *, to_the_system: bool = False) -> list[str]:
    log = folder / "log"
    with log.open("w") as out:
        stat = log.stat()
        stream = {"JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino if to_the_system else 0}"}
        subprocess.run([sys.executable, "-c", LOGS], stderr=out, env={**home(folder), **stream, **env}, check=True)
    return log.read_text().splitlines()


def test_a_terminal_is_told_in_a_line_each(tmp_path: Path) -> None:
    assert logged(tmp_path, {}) == ["prompter: the disk is slow", "prompter: a bug"]


def test_the_systems_log_has_a_priority_before_every_line(tmp_path: Path) -> None:
    warning, *bug = logged(tmp_path, {}, to_the_system=True)
    assert warning == "<4>WARNING assistant.evening.session: the disk is slow"
    assert {line[:3] for line in bug} == {"<3>"}
    assert (bug[1], bug[-1]) == ("<3>Traceback (most recent call last):", "<3>ValueError: Brakkett")


@pytest.mark.parametrize("variable", ["NOTIFY_SOCKET", "PROMPTER_DEBUG"])
def test_of_what_is_logged_whole_a_request_for_help_keeps_levels_and_origins(tmp_path: Path, variable: str) -> None:
    lines = logged(tmp_path, {variable: "1"})
    kept = [without_words(f"2026-11-30T20:00:01+0000 prompter[81]: {line}").partition(" ")[2] for line in lines]
    assert list(filter(None, kept)) == [
        "WARNING assistant.evening.session",
        "ERROR assistant.evening.session",
        "  File <string>, line 10, in <module>",
        "ValueError",
    ]
