"""``prompter rehearse`` on a short story: real voices, real recogniser, real rules, a real journal."""

from __future__ import annotations

import json
import shutil
import wave
from pathlib import Path

import pytest
import yaml

from tests.commands.run import FRONT_END, prompter

SHORT = Path(__file__).with_name("short.yaml")
ONE_LINE = Path(__file__).with_name("one_line.yaml")

pytestmark = pytest.mark.skipif(
    shutil.which("flite") is None or shutil.which("espeak-ng") is None, reason="needs flite and espeak-ng"
)


def test_a_short_story_is_heard_and_done_as_it_says(tmp_path: Path) -> None:
    done = prompter(
        tmp_path, "rehearse", str(SHORT), "--json", *FRONT_END, "--wav", str(tmp_path / "sounds"), timeout=240
    )
    *lines, counts = map(json.loads, done.stdout.splitlines())
    assert [line["faults"] for line in lines if not line["right"]] == []
    assert done.returncode == 0
    assert counts["counts"]["right"] == counts["counts"]["lines"] == len(lines) == 17
    assert counts["counts"]["voices"]["Ann"] == {"voice": "flite:slt", "said": 2, "right": 2}
    assert counts["counts"]["talk_taken"] == 0
    assert len(counts["counts"]["drafted"]) == 1
    sounds = sorted(path.name for path in (tmp_path / "sounds").iterdir())
    assert "010_Ann_new_scene.wav" in sounds
    with wave.open(str(tmp_path / "sounds" / "announcements.wav")) as announced:
        assert announced.getnframes() > announced.getframerate()


def test_a_story_that_asks_for_something_else_ends_with_status_1_and_says_what_was_wrong(tmp_path: Path) -> None:
    story = yaml.safe_load(ONE_LINE.read_text())
    story["lines"][0]["then"] = {"say": "Never."}
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(yaml.safe_dump(story))
    done = prompter(tmp_path, "rehearse", str(wrong))
    assert done.returncode == 1
    assert "say is 'Clock running.', not 'Never.'" in done.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "is not YAML"),
        ("3", "a story begins with"),
        ("title: x\nlines: [{buton: Ann}]", "has to have one of button, address"),
        ("title: x\nlines: [{button: Ann, syas: hello}]", "did you mean 'says'?"),
        ("title: x\nlines: [{restart: a week, says: hello}]", "line 1: restart has no 'says'"),
        ("title: x\nlines: [{power_cut: 3}]", "line 1: Expected `str`, got `int`"),
    ],
)
def test_a_faulty_story_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    story = tmp_path / "story.yaml"
    story.write_text(text)
    done = prompter(tmp_path, "rehearse", str(story))
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_story_names_those_that_ship(tmp_path: Path) -> None:
    done = prompter(tmp_path, "rehearse", "mourning")
    assert done.returncode == 1
    assert "evening" in done.stderr
