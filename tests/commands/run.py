"""The command line as a script drives it: a process of its own, its own home, lines in, objects out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SEATS = ("--seats", "Paul,Ann,Ben,Cleo,Dan", "--facilitator", "Paul")


def home(folder: Path) -> dict[str, str]:
    """An environment in which everything that Prompter keeps lies in this folder."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "PROMPTER_"))}
    return {**kept, "HOME": str(folder), "PYTHONUTF8": "1", "NO_COLOR": "1"}


def prompter(
    folder: Path,
    *words: str,
    lines: Sequence[str] = (),
    stdin: bytes | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run ``prompter`` with these words; what it printed is text."""
    given = stdin if stdin is not None else "".join(f"{line}\n" for line in lines).encode()
    done = subprocess.run(
        [sys.executable, "-m", "assistant.cli", *words],
        input=given,
        capture_output=True,
        env={**home(folder), **(env or {})},
        timeout=60,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def typed(folder: Path, lines: Sequence[str], *words: str, dice: Sequence[int] = ()) -> list[dict[str, Any]]:
    """``prompter type --json`` at the table of the ledger's examples; an object for each line."""
    faces = ("--dice", ",".join(map(str, dice))) if dice else ()
    done = prompter(folder, "type", "--game", "repertoire", *SEATS, "--json", *faces, *words, lines=lines)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers
