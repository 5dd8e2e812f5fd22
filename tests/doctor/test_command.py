"""``prompter doctor`` with all it can do, on a machine without sound."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from assistant.doctor import Finding
from tests.commands.run import prompter

pytestmark = pytest.mark.xdist_group("doctor")

PLAYERS = 'table.seats=["Rosalind", "Ben", "Cleo", "Dan"]'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("box")


@pytest.fixture(scope="module")
def done(folder: Path) -> subprocess.CompletedProcess[str]:
    words = ("doctor", "--sound", "--json", "--set", PLAYERS, "--bundle", str(folder / "help.txt"))
    return prompter(folder, *words, env={"PULSE_SERVER": "unix:/nonexistent"})


@pytest.mark.case("C-089")
def test_a_sound_check_that_cannot_be_made_fails_in_a_line_and_the_others_go_on(
    done: subprocess.CompletedProcess[str],
) -> None:
    found = {one.check: one for one in (Finding(**json.loads(line)) for line in done.stdout.splitlines())}
    assert done.returncode == 1
    assert (found["heard back"].state, found["voice heard"].state) == ("fail", "fail")
    assert "no loudspeaker found" in found["heard back"].found
    assert found["clock"].state == "ok"


def test_the_file_for_a_request_for_help_is_told_with_all_that_is_in_it(
    folder: Path, done: subprocess.CompletedProcess[str]
) -> None:
    told = (folder / "help.txt").read_text(encoding="utf-8")
    assert f"{folder / 'help.txt'} holds versions" in done.stderr
    assert "table.seats is set" in told
    assert "Rosalind" not in told
