"""``prompter type`` killed without warning while a game of Repertoire is played."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.run import SEATS, home, typed
from tests.commands.test_examples import OPEN, SET_UP

LINES = [*SET_UP, *OPEN, *["2: fact on me", "3: fact on Atwater", "4: fact on the boss", "5: trial"] * 40]


def check_a_kill(folder: Path, name: str, moment: int) -> None:
    """Kill after so many answers; what was acknowledged is there, the clock stands, less than a second is lost."""
    with subprocess.Popen(
        [sys.executable, "-m", "assistant.cli", "type", *SEATS, "--json", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=home(folder),
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in LINES))
        process.stdin.flush()
        read = [process.stdout.readline() for _ in range(moment)]
        process.kill()
        read += process.stdout.read().splitlines(keepends=True)
    answers = [json.loads(line) for line in read if line.endswith("\n")]
    (state,) = typed(folder, ["?state"], name)
    lines = sum(event["type"] == "FactEstablished" for answer in answers for event in answer["events"])
    kept = sum(len(card["lines"]) for card in state["state"]["cards"])
    last = max(event["at"] for answer in answers for event in answer["events"] if "at" in event)
    assert lines <= kept <= lines + 1
    assert state["state"]["clock"]["running"] is False
    assert -1.0 <= state["state"]["clock"]["elapsed_s"] - last <= 2.0


@pytest.mark.rule("R-124", "R-129")
@pytest.mark.case("C-055", "C-071")
def test_a_kill_keeps_every_line_that_was_acknowledged(tmp_path: Path) -> None:
    check_a_kill(tmp_path, "one", 30)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.rule("R-124", "R-129")
@pytest.mark.case("C-055", "C-071")
def test_100_kills_keep_every_line_that_was_acknowledged(tmp_path: Path) -> None:
    moments = random.Random(3)
    for number in range(100):
        check_a_kill(tmp_path, f"kill-{number}", moments.randrange(13, len(LINES)))
