"""``prompter install`` and ``uninstall`` as typed, for a box whose files lie in a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant.cli import cli
from assistant.commands.install import ask
from assistant.install_program import InstallError
from assistant.settings import load
from tests.commands.run import prompter

PYTHON = Path(f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}")

needs_a_system = pytest.mark.skipif(
    os.geteuid() != 0 or not PYTHON.exists() or not shutil.which("systemd-sysusers"),
    reason=f"needs root, systemd and {PYTHON}",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A box with nothing on it but its Python."""
    python = tmp_path / "box" / PYTHON.relative_to("/")
    python.parent.mkdir(parents=True)
    python.touch()
    return tmp_path / "box"


def _files(root: Path) -> list[str]:
    return [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]


def test_a_dry_run_prints_every_step_and_changes_nothing(tmp_path: Path, root: Path) -> None:
    before = _files(root)
    done = prompter(tmp_path, "install", "--dry-run", "--root", str(root))
    assert (done.stdout.splitlines(), _files(root)) == (
        [
            "would copy the program to /opt/prompter",
            "would write /etc/systemd/system/prompter.service",
            "would write /etc/systemd/system/prompter-page.service",
            "would write /etc/sysusers.d/prompter.conf",
            "would write /etc/tmpfiles.d/prompter.conf",
            "would write /usr/local/bin/prompter",
            "would write /etc/prompter/prompter.toml",
            f"would run systemd-sysusers --root={root} prompter.conf",
            f"would run systemd-tmpfiles --root={root} --create prompter.conf",
            f"would run systemctl --root={root} enable prompter.service prompter-page.service",
            "the box starts with the machine",
        ],
        before,
    )


def test_all_wrong_answers_are_told_at_once_and_nothing_is_done(tmp_path: Path, root: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text('[table]\nlevel = "loud"\nseat = []\n[sond]\n', encoding="utf-8")
    before = _files(root)
    done = prompter(tmp_path, "install", "--root", str(root), "--answers", str(answers))
    told = [line.removeprefix("prompter: ").removeprefix(f"{answers}: ") for line in done.stderr.splitlines()]
    assert (done.returncode, sorted(told), _files(root)) == (
        2,
        [
            "sond: unknown key (did you mean sound?)",
            'table.level = "loud": expected one of "earcon", "results", "full"',
            "table.seat: unknown key (did you mean seats?)",
        ],
        before,
    )


def test_answers_that_no_evening_could_begin_with_are_refused(tmp_path: Path, root: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text('[table]\nseats = ["Ann"]\nfacilitator = "Paul"\n', encoding="utf-8")
    done = prompter(tmp_path, "install", "--dry-run", "--root", str(root), "--answers", str(answers))
    assert (done.returncode, "'Paul' has no seat" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_without_rights_it_is_one_line(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    done = CliRunner().invoke(cli, [command])
    assert isinstance(done.exception, InstallError)
    assert str(done.exception).startswith("only root may do that: sudo ")


def test_the_questions_are_four_and_their_answers_are_settings() -> None:
    with CliRunner().isolation(input="2\n\n1\nPaul, Ann,\n") as (shown, *_):
        answers = ask(["USB Mic", "Webcam"], ["HDMI", "USB Speaker"], ["errantry", "repertoire"])
        questions = [line.split(" (")[0] for line in shown.getvalue().decode().splitlines() if "(Enter: " in line]
    assert (questions, answers) == (
        ["Microphone", "Speaker", "Game", "Players by seat, as Paul,Ann,Ben"],
        {"sound.microphone": "Webcam", "table.game": "errantry", "table.seats": ["Paul", "Ann"]},
    )


def test_where_there_is_no_choice_nothing_is_asked() -> None:
    with CliRunner().isolation(input="\n") as (shown, *_):
        assert ask(["USB Mic"], [], ["repertoire"]) == {}
        assert shown.getvalue().decode().count("(Enter: ") == 1


@pytest.mark.slow
@needs_a_system
def test_what_is_installed_plays_an_evening_by_itself_and_goes_again_without_it(tmp_path: Path, root: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text('[table]\nseats = ["Élodie", "Ann", "Ben", "Cleo"]\n', encoding="utf-8")
    words = ("--root", str(root), "--answers", str(answers))
    first, second = (prompter(tmp_path, "install", *words) for _ in range(2))
    assert (first.returncode, second.stdout) == (0, "All of it is so already.\n"), first.stderr
    assert load(root / "etc/prompter/prompter.toml").table.seats == ("Élodie", "Ann", "Ben", "Cleo")

    # On its own files and a bare environment, as under the service manager (C-025, C-101).
    environment = {"XDG_CONFIG_HOME": str(root / "etc"), "XDG_STATE_HOME": str(root / "var/lib"), "LC_ALL": "C.UTF-8"}
    played = subprocess.run(
        [root / "opt/prompter/bin/python", "-I", root / "opt/prompter/bin/prompter", "type", "first"],
        input="1: time left\n",
        capture_output=True,
        env=environment,
        cwd="/",
        text=True,
        check=True,
    )
    assert "New troupe." in played.stdout
    evening = root / "var/lib/prompter/evenings/first.evening"
    assert evening.exists()

    prompter(tmp_path, "uninstall", "--root", str(root))
    gone = [root / "opt/prompter", root / "etc/systemd/system/prompter-page.service", root / "usr/local/bin/prompter"]
    assert (evening.exists(), [path for path in gone if path.exists()]) == (True, [])
