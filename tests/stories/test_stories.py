"""The stories of the games, typed: the same lines that a rehearsal speaks."""

from pathlib import Path

import pytest

from assistant.app import playable
from assistant.games import find_games
from assistant.rehearsal import Story, load_story
from assistant.rehearsal.performance import misunderstood
from assistant.rehearsal.sittings import Sittings
from assistant.settings import load

STORIES = sorted(path for one in find_games() for path in (one.folder / "stories").glob("*.yaml"))


def _opened(story: Story, folder: Path) -> Sittings:
    config = folder / "prompter.toml"
    config.touch()
    return Sittings(load(config, dict(story.settings)), playable(story.game), story, folder)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_story_typed_comes_out_as_it_says(path: Path, tmp_path: Path) -> None:
    story = load_story(path)
    sittings = _opened(story, tmp_path)
    for number, line in enumerate(story.lines, 1):
        before = sittings.evening.state
        answer = sittings.typed(line)
        assert not list(misunderstood(line, answer)), f"line {number}: {line.spoken}"
        if line.door == "talk":
            assert sittings.evening.state == before, f"line {number}: {line.spoken}"
    sittings.close()
