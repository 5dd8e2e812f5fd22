"""A fourth game is a folder: it is found, said, heard, rolled for, kept and opened again without a line changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.commands.run import FRONT_END, prompter
from tests.rehearsal.elsewhere import PEBBLES, installed

pytestmark = pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Mapping[str, str]:
    return installed(tmp_path / "site")


def test_sixty_lines_are_a_game() -> None:
    assert len((PEBBLES / "__init__.py").read_text(encoding="utf-8").splitlines()) <= 60


def test_a_game_made_elsewhere_plays_by_voice(tmp_path: Path, elsewhere: Mapping[str, str]) -> None:
    story = tmp_path / "site" / "pebbles" / "stories" / "evening.yaml"
    done = prompter(tmp_path, "rehearse", str(story), "--json", *FRONT_END, env=elsewhere, timeout=120)
    *lines, counts = map(json.loads, done.stdout.splitlines())
    assert [line["faults"] for line in lines if not line["right"]] == []
    assert done.returncode == 0, done.stderr
    assert counts["counts"]["right"] == len(lines) == 8


def test_it_is_in_the_card_and_in_the_settings_as_any_other(tmp_path: Path, elsewhere: Mapping[str, str]) -> None:
    card = prompter(tmp_path, "say", "--game", "pebbles", env=elsewhere)
    assert "take {count}" in card.stdout or "take COUNT" in card.stdout, card.stdout + card.stderr
    config = prompter(tmp_path, "config", "--game", "pebbles", "--set", "left=3", env=elsewhere)
    assert "games.pebbles.left = 3" in config.stdout
