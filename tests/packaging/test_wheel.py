"""What is installed: our three packages with all their data, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packaging.checkout import PACKAGES, copy_to, tracked


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    source = copy_to(tmp_path_factory.mktemp("source"))
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", out, source]
    subprocess.run(command, check=True)
    (wheel,) = out.glob("*.whl")
    with ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


def test_the_wheel_has_every_file_of_the_three_packages(contents: frozenset[str]) -> None:
    wanted = {name.as_posix() for name in tracked() if name.parts[0] in PACKAGES}
    assert sorted(wanted - contents) == []


def test_the_wheel_has_no_package_but_the_three(contents: frozenset[str]) -> None:
    roots = {Path(name).parts[0] for name in contents}
    assert {root for root in roots if not root.endswith((".dist-info", ".data"))} == set(PACKAGES)


def test_the_files_of_the_service_come_with_it_as_data(contents: frozenset[str]) -> None:
    brought = {Path(*Path(name).parts[1:]) for name in contents if Path(name).parts[0].endswith(".data")}
    there = {name.name for name in tracked() if name.parts[0] == "systemd"}
    assert brought == {Path("data/share/prompter", name) for name in there}
