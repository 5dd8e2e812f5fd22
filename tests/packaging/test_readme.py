"""What the README says, run: the played minute, the commands, the tables, the layout."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

from assistant.cli import COMMANDS
from tests.commands.run import prompter

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_played_minute_comes_out_as_it_is_printed(tmp_path: Path) -> None:
    (minute,) = _blocks("console")
    command, *rest = minute.splitlines()
    typed = [line[2:] for line in rest if line.startswith("> ")]
    answers = [line for line in rest if not line.startswith("> ")]
    _, _, *words = shlex.split(command)
    assert prompter(tmp_path, *words, lines=typed).stdout.splitlines() == answers


def test_the_two_commands_are_commands() -> None:
    (two,) = _blocks("sh")
    assert re.findall(r"^\./prompter (\w+)", two, re.MULTILINE) == ["rehearse", "test"]
    assert "rehearse" in COMMANDS
    assert "run_tests" in (ROOT / "prompter").read_text()


def test_the_table_of_commands_names_all_there_are() -> None:
    named = set(re.findall(r"`prompter (\w+)", README))
    assert named == set(COMMANDS)


def test_the_table_of_packages_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {re.split(r"[<>=]", one)[0].lower() for one in project["dependencies"]}
    table = README.split("sizes as installed:")[1].split("Only for")[0]
    rows = {row.split()[0].lower() for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)}
    assert rows - {"package", "---"} - {"|---|---|---|---|---|"} == wanted
    for one in project["optional-dependencies"]["dev"]:
        assert re.split(r"[<>=]", one)[0] in README


def test_the_table_of_system_packages_is_that_of_the_set_up() -> None:
    script = (ROOT / "prompter").read_text()
    table = README.split("installed by `./prompter` where it may:")[1].split("From the package index")[0]
    for package in re.findall(r"`([a-z][a-z0-9-]+)`", table):
        assert re.search(rf"\b{package}\b", script), package


def test_every_path_it_names_is_there() -> None:
    for path in re.findall(r"`((?:assistant|grammar|hardware|tests)/[\w./-]+)`", README):
        assert (ROOT / path).exists(), path
    (layout,) = [block for block in _blocks("") if "assistant/" in block]
    for folder in re.findall(r"^ *(\w+)/ ", layout, re.MULTILINE):
        assert any((parent / folder).is_dir() for parent in (ROOT, ROOT / "assistant")), folder
