"""The stories of the games, spoken: voices, room, ears, rules and announcements, line by line as they say.

The one that ``prompter rehearse`` plays by itself is left out: whoever checks everything has played it.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assistant.commands.rehearse import STORY
from assistant.games import find_games
from tests.commands.run import FRONT_END, prompter

STORIES = sorted(path for one in find_games() for path in (one.folder / "stories").glob("*.yaml") if path.stem != STORY)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("flite") is None or shutil.which("espeak-ng") is None, reason="needs flite and espeak-ng"
)
@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_story_spoken_comes_out_as_it_says(path: Path, tmp_path: Path) -> None:
    done = prompter(tmp_path, "rehearse", str(path), "--json", *FRONT_END, timeout=3_000)
    *lines, _ = map(json.loads, done.stdout.splitlines())
    assert [(line["number"], line["said"], line["faults"]) for line in lines if not line["right"]] == []
    assert done.returncode == 0
