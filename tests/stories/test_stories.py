"""The stories of the games, typed: the same lines that a rehearsal speaks."""

from pathlib import Path

import pytest

from assistant.app import Table, begin_evening, playable
from assistant.evening import Answer, Evening, MemoryJournal
from assistant.evening.typed import answer_line
from assistant.games import find_games
from assistant.rehearsal import Line, Story, load_story
from assistant.rehearsal.performance import misunderstood
from assistant.settings import load
from hardware.fakes.ticker import HandTicker

STORIES = sorted(path for one in find_games() for path in (one.folder / "stories").glob("*.yaml"))


def _opened(story: Story, config: Path) -> Evening:
    settings = load(config, dict(story.settings))
    table = Table(tuple(story.seats), story.facilitator, story.names)
    opened = begin_evening(settings, playable(story.game), MemoryJournal(), table, dice=story.dice, ticker=HandTicker())
    return opened.evening


def _typed(evening: Evening, line: Line) -> Answer:
    if line.at is not None:
        evening.move_to(line.at)
    if line.door == "tap":
        return answer_line(evening, f"{line.who}: ?tap")
    if line.door in ("address", "talk", "answer"):
        return answer_line(evening, line.spoken)
    return answer_line(evening, f"{line.who}: {line.spoken}")


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_story_typed_comes_out_as_it_says(path: Path, tmp_path: Path) -> None:
    story = load_story(path)
    settings = tmp_path / "prompter.toml"
    settings.touch()
    evening = _opened(story, settings)
    for number, line in enumerate(story.lines, 1):
        before = evening.state
        answer = _typed(evening, line)
        assert not list(misunderstood(line, answer)), f"line {number}: {line.spoken}"
        if line.door == "talk":
            assert evening.state == before, f"line {number}: {line.spoken}"
