"""The command line as a script drives it: a process of its own, its own home, lines in, objects out."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FRONT_END = ("--set", "hearing.front_end=deepfilter")
"""What hears must not depend on how busy the machine is."""
SEATS = ("--seats", "Paul,Ann,Ben,Cleo,Dan", "--facilitator", "Paul")


_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


def ends_with_us() -> None:
    """For ``preexec_fn``: what a test starts is ended by the system where the test itself is killed (prctl(2))."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


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
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run ``prompter`` with these words; what it printed is text."""
    given = stdin if stdin is not None else "".join(f"{line}\n" for line in lines).encode()
    done = subprocess.run(
        [sys.executable, "-m", "assistant.cli", *words],
        input=given,
        capture_output=True,
        env={**home(folder), **(env or {})},
        timeout=timeout,
        check=False,
        preexec_fn=ends_with_us,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def talking(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """``prompter`` with these words, running, to be talked to line by line; told to end if it has not."""
    with subprocess.Popen(
        [sys.executable, "-m", "assistant.cli", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=home(folder),
        text=True,
        preexec_fn=ends_with_us,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[str], *lines: str, answers: int = 1) -> list[str]:
    """Give it these lines, and wait for so many answers."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()
    return [process.stdout.readline() for _ in range(answers)]


def typed(folder: Path, lines: Sequence[str], *words: str, dice: Sequence[int] = ()) -> list[dict[str, Any]]:
    """``prompter type --json`` at the table of the ledger's examples; an object for each line."""
    faces = ("--dice", ",".join(map(str, dice))) if dice else ()
    done = prompter(folder, "type", "--game", "repertoire", *SEATS, "--json", *faces, *words, lines=lines)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers
