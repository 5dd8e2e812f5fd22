"""``prompter type`` killed without warning while a game of Repertoire is played."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

from tests.commands.run import SEATS, ask, prompter, talking, typed
from tests.commands.test_examples import OPEN, SET_UP

LINES = [*SET_UP, *OPEN, *["2: fact on me", "3: fact on Atwater", "4: fact on the boss", "5: trial"] * 40]


def check_a_kill(folder: Path, name: str, moment: int) -> None:
    """Kill after so many answers; what was acknowledged is there, the clock stands, less than a second is lost."""
    with talking(folder, "type", *SEATS, "--json", name) as process:
        read = ask(process, *LINES, answers=moment)
        process.kill()
        assert process.stdout is not None
        read += process.stdout.read().splitlines(keepends=True)
    answers = [json.loads(line) for line in read if line.endswith("\n")]
    (state,) = typed(folder, ["?state"], name)
    lines = sum(event["type"] == "FactEstablished" for answer in answers for event in answer["events"])
    kept = sum(len(card["lines"]) for card in state["state"]["cards"])
    last = max(event["at"] for answer in answers for event in answer["events"] if "at" in event)
    assert lines <= kept <= lines + 1
    assert state["state"]["clock"]["running"] is False
    assert -1.0 <= state["state"]["clock"]["elapsed_s"] - last <= 2.0


@pytest.mark.parametrize("kills", [1, pytest.param(50, marks=[pytest.mark.slow, pytest.mark.timeout(900)])])
@pytest.mark.rule("R-124", "R-129")
@pytest.mark.case("C-055", "C-071")
def test_kills_keep_every_line_that_was_acknowledged(tmp_path: Path, kills: int) -> None:
    moments = random.Random(3)
    for number in range(kills):
        check_a_kill(tmp_path, f"kill-{number}", moments.randrange(13, len(LINES)))


@pytest.mark.case("C-068")
def test_a_second_prompter_on_one_evening_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    with talking(tmp_path, "type", *SEATS, "--json", "troupe") as first:
        ask(first, *SET_UP, answers=len(SET_UP))
        second = prompter(tmp_path, "type", "--json", "troupe", lines=["?state"])
        first.kill()
        first.wait()
    told = "prompter: The evening troupe is open in another prompter: stop that one first.\n"
    assert (second.returncode, second.stdout, second.stderr) == (1, "", told)
    assert typed(tmp_path, ["?state"], "troupe")[0]["state"]["clock"]["running"] is False


@pytest.mark.case("C-070")
def test_an_evening_copied_to_another_machine_goes_on_there(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    (before,) = typed(here, [*SET_UP, "?state"], "troupe")[-1:]
    file = shutil.copy(next(here.rglob("troupe.evening")), there / "from a stick.evening")
    (after,) = typed(there, ["?state"], str(file))
    assert after["state"]["cards"] == before["state"]["cards"]
