"""What is run before a change lands: the checks, then the main job, on a ``prompter`` that is a stand-in."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.checkout import ROOT

PROMPTER = """#!/bin/sh
echo "$*" >>calls
[ "$1" != test ] || echo '3012 passed, 16 skipped in 200.53s (0:03:20)'
[ "$1" != "$FAILS" ]
"""


def run(folder: Path, fails: str) -> subprocess.CompletedProcess[str]:
    (folder / ".ci").mkdir()
    shutil.copy2(ROOT / ".ci/run", folder / ".ci/run")
    (folder / "prompter").write_text(PROMPTER, encoding="utf-8")
    (folder / "prompter").chmod(0o755)
    return subprocess.run(
        [folder / ".ci/run"],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "FAILS": fails},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("fails", "status"), [("", 0), ("test", 1), ("rehearse", 1)])
def test_both_commands_are_run_and_either_can_fail(tmp_path: Path, fails: str, status: int) -> None:
    assert run(tmp_path, fails).returncode == status
    assert (tmp_path / "calls").read_text(encoding="utf-8").splitlines() == ["test", "rehearse"]


def test_the_last_line_sums_the_tests_up(tmp_path: Path) -> None:
    last = run(tmp_path, "").stdout.splitlines()[-1]
    assert last.startswith("After ")
    assert last.endswith(" The tests: 3012 passed, 16 skipped in 200.53s (0:03:20)")
