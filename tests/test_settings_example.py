"""The settings as a file to edit: complete, true, and read back as what it says."""

from __future__ import annotations

import re
from pathlib import Path

from assistant.app import playable
from assistant.settings import InventedName, Settings, describe, game_config, load
from assistant.settings_example import SAMPLE, example

NAMES = (InventedName("Ysolde", 'Ee "sold"', ("is old",)), InventedName("Ælfwine"))


def _example(settings: Settings) -> str:
    return example(describe(settings, playable("repertoire").game))


def _load(file: Path, text: str) -> Settings:
    file.write_text(text, encoding="utf-8")
    return load(file, games=["repertoire"])


def _all_in_force(text: str) -> str:
    return re.sub(r"^#(?=[a-z_0-9]+ = |\[\[)", "", text, flags=re.MULTILINE)


def test_as_it_is_it_sets_nothing(tmp_path: Path) -> None:
    text = _example(_load(tmp_path / "empty.toml", ""))
    assert _load(tmp_path / "p.toml", text).origins == {}


def test_every_key_is_there_with_its_default(tmp_path: Path) -> None:
    defaults = _load(tmp_path / "empty.toml", "")
    game = playable("repertoire").game
    loaded = _load(tmp_path / "p.toml", _all_in_force(_example(defaults)))
    settable = {row.key: row.value for row in describe(defaults, game)} | {"names": (SAMPLE,)}
    assert {row.key: row.value for row in describe(loaded, game) if row.origin != "default"} == settable


def test_every_key_has_its_reason_above_it(tmp_path: Path) -> None:
    lines = _example(_load(tmp_path / "empty.toml", "")).splitlines()
    keys = [place for place, line in enumerate(lines) if re.match(r"#[a-z_0-9]+ = ", line)]
    assert [lines[place] for place in keys if not lines[place - 1].startswith("# ")] == []


def test_what_is_set_is_read_back_as_it_was(tmp_path: Path) -> None:
    text = """
        names = [{display = "Ysolde", said = 'Ee "sold"', sounds_like = ["is old"]}, {display = "Ælfwine"}]
        [table]
        seats = ["Paul", "Zoë \\\\ Ann"]
        [games.repertoire]
        warn_minutes = []
        token_carry = true
    """
    first = _load(tmp_path / "first.toml", text)
    again = _load(tmp_path / "again.toml", _example(first))
    assert (again.table.seats, again.names) == (("Paul", "Zoë \\ Ann"), NAMES)
    config = game_config(playable("repertoire").game, again)
    assert (config.warn_minutes, config.token_carry, "table.game" in again.origins) == ((), True, False)


def test_the_file_that_is_shipped_is_the_one_that_is_made(tmp_path: Path) -> None:
    """After a new setting: ``prompter config --example >systemd/prompter.toml``, on a machine without settings."""
    shipped = Path(__file__).parents[1] / "systemd/prompter.toml"
    assert shipped.read_text(encoding="utf-8") == _example(_load(tmp_path / "empty.toml", ""))
