"""``prompter doctor`` with all it can do, on a machine without sound."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from assistant.doctor import Finding
from tests.commands.run import prompter

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
    assert "of a core" in found["hearing keeps up"].found
    assert found["data of repertoire"].state == "ok"


def test_the_file_for_a_request_for_help_is_told_with_all_that_is_in_it(
    folder: Path, done: subprocess.CompletedProcess[str]
) -> None:
    told = (folder / "help.txt").read_text(encoding="utf-8")
    assert f"{folder / 'help.txt'} holds versions" in done.stderr
    assert "table.seats is set" in told
    assert "Rosalind" not in told


def test_settings_that_cannot_be_used_are_one_failing_check_beside_those_that_need_none(tmp_path: Path) -> None:
    file, told = tmp_path / "faulty.toml", tmp_path / "help.txt"
    file.write_text('[table]\nseats = "Rosalind"\nlevle = "full"\n', encoding="utf-8")
    done = prompter(tmp_path, "doctor", "--json", "--config", str(file), "--bundle", str(told))
    settings, *others = (Finding(**json.loads(line)) for line in done.stdout.splitlines())
    assert (done.returncode, settings.check, settings.state) == (1, "settings", "fail")
    assert "table.seats" in settings.found
    assert "did you mean level?" in settings.found
    assert {"pocketsphinx", "game repertoire", "clock"} <= {one.check for one in others}
    assert "disk" not in {one.check for one in others}
    assert "fail  settings: cannot be used" in told.read_text(encoding="utf-8")
    assert "Rosalind" not in told.read_text(encoding="utf-8")
