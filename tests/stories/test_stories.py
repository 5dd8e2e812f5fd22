"""The stories of the games, typed: the same lines that a rehearsal speaks."""

from pathlib import Path

import pytest

from assistant.app import playable
from assistant.evening import Answer
from assistant.evening.typed import answer_line
from assistant.games import find_games
from assistant.rehearsal import Line, Story, load_story
from assistant.rehearsal.performance import misunderstood
from assistant.rehearsal.sittings import Sittings
from assistant.settings import load

STORIES = sorted(path for one in find_games() for path in (one.folder / "stories").glob("*.yaml"))


def _opened(story: Story, folder: Path) -> Sittings:
    config = folder / "prompter.toml"
    config.touch()
    return Sittings(load(config, dict(story.settings)), playable(story.game), story, folder)


def _typed(sittings: Sittings, line: Line) -> Answer:
    evening = sittings.evening
    if line.at is not None:
        evening.move_to(line.at)
    if line.door == "restart":
        return sittings.restart()
    if line.door == "power_cut":
        return sittings.power_cut()
    if line.door == "tap":
        return answer_line(evening, f"{line.who}: ?tap")
    if line.door in ("address", "talk", "answer"):
        return answer_line(evening, line.spoken)
    return answer_line(evening, f"{line.who}: {line.spoken}")


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_story_typed_comes_out_as_it_says(path: Path, tmp_path: Path) -> None:
    story = load_story(path)
    sittings = _opened(story, tmp_path)
    for number, line in enumerate(story.lines, 1):
        before = sittings.evening.state
        answer = _typed(sittings, line)
        assert not list(misunderstood(line, answer)), f"line {number}: {line.spoken}"
        if line.door == "talk":
            assert sittings.evening.state == before, f"line {number}: {line.spoken}"
    sittings.close()
