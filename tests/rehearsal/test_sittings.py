"""An evening of a rehearsal that is put away, or cut off, and gone on with from its journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import playable
from assistant.evening.typed import answer_line
from assistant.rehearsal import load_story
from assistant.rehearsal.sittings import Sittings
from assistant.settings import load

SHORT = Path(__file__).with_name("short.yaml")


@pytest.fixture
def sittings(tmp_path: Path) -> Iterator[Sittings]:
    """The story's evening, its clock running; its one die is a 1."""
    story = load_story(SHORT)
    config = tmp_path / "prompter.toml"
    config.touch()
    sittings = Sittings(load(config, dict(story.settings)), playable(story.game), story, tmp_path)
    answer_line(sittings.evening, "Paul: start the clock")
    yield sittings
    sittings.close()


@pytest.mark.rule("R-129")
def test_another_boot_finds_the_evening_suspended_where_it_was(sittings: Sittings) -> None:
    answer_line(sittings.evening, "Ann: I play Ysolde")
    answer_line(sittings.evening, "at 90.5:")
    before, boot = sittings.evening, sittings.ticker.boot()
    answer = sittings.restart()
    assert answer.say == "Suspended. One hour fifty eight left."
    assert sittings.evening is not before
    assert sittings.ticker.boot() != boot
    sittings.ticker.advance(1)
    assert sittings.evening.clock_seconds() == 90.5
    assert [card.name for card in sittings.evening.state.cards] == ["Ysolde"]


def test_a_power_cut_costs_what_was_not_yet_on_the_disk(sittings: Sittings) -> None:
    answer_line(sittings.evening, "at 20:")
    sittings.ticker.advance(0.9)
    sittings.power_cut()
    assert sittings.evening.clock_seconds() == 20
