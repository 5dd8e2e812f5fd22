"""``prompter bench hearing``: what a sentence said comes to, and what is counted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from assistant.bench.hearing import Row
from tests.commands.run import prompter
from tests.rehearsal.elsewhere import installed

WORDS = ("bench", "hearing", "--game", "pebbles", "--json", "--each", "2")

needs_flite = pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite")


def measured(tmp_path: Path, *more: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    done = prompter(tmp_path, *WORDS, *more, env=installed(tmp_path / "site"), timeout=120)
    assert done.returncode == 0, done.stderr
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    rows = [one for one in objects if "n" in one]
    return rows[-1], [one for one in objects if "said" in one]


@needs_flite
def test_every_intent_is_said_and_judged_by_what_it_comes_to(tmp_path: Path) -> None:
    row, heard = measured(tmp_path, "--voice", "flite:slt")
    of_the_game = {one["intent"]: one for one in heard if one["intent"] in ("take", "draw", "left")}
    assert sorted(of_the_game) == ["draw", "left", "take"]
    assert all(one["right"] for one in of_the_game.values())
    assert [one["said"] for one in heard if one["intent"] == "take"] == ["take one", "take two"]
    assert row["n"] == len(heard)
    assert row["right"] == sum(one["right"] for one in heard)


@needs_flite
def test_a_voice_that_is_not_there_is_no_row_and_none_at_all_is_one_line(tmp_path: Path) -> None:
    done = prompter(tmp_path, *WORDS, "--voice", "piper:nobody", env={**installed(tmp_path / "site"), "PATH": ""})
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["prompter: none of these voices is installed: piper:nobody"]


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = Row("all", None, 142, 137, 3).interval  # worked by hand: centre 0.9527, half-width 0.0325 of n = 142
    assert (round(low, 3), round(high, 3)) == (0.920, 0.985)
