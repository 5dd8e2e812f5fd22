"""The stories of the games, spoken: voices, room, ears, rules and announcements, line by line as they say.

The one that ``prompter rehearse`` plays by itself is left out: whoever checks everything has played it. Each game has
one of that name, for ``prompter rehearse --game``.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assistant.commands.rehearse import STORY
from assistant.games import find_games
from assistant.settings import Table
from tests.commands.run import FRONT_END, prompter

GAMES = {one.id: one.folder / "stories" for one in find_games()}
PLAYED = GAMES[Table().game] / f"{STORY}.yaml"
STORIES = sorted(path for folder in GAMES.values() for path in folder.glob("*.yaml") if path != PLAYED)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_evening_to_rehearse(game: str) -> None:
    assert (GAMES[game] / f"{STORY}.yaml").is_file()


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
