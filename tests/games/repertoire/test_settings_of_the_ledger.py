"""Every setting of part 4 of the ledger: listed with its default and reason, and refused with a hint when wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import assistant.games.repertoire as repertoire
from assistant.games.repertoire import GAME
from assistant.settings import SettingsError, describe, game_config, load, parse_overrides

LEDGER = Path(repertoire.__file__).with_name("RULES.md").read_text(encoding="utf-8")
SETTINGS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("settings.yaml").read_text(encoding="utf-8")
)
OF_THE_GAME = {name: one for name, one in SETTINGS.items() if "key" not in one}
ELSEWHERE = {one["key"]: one for one in SETTINGS.values() if one.get("key")}


def faults(*overrides: str) -> list[str]:
    """What is told of these, given with ``--set``."""
    try:
        game_config(GAME, load(Path("/dev/null"), parse_overrides(overrides)))
    except SettingsError as error:
        return str(error).splitlines()
    return []


def written(value: Any) -> str:
    """As one writes it after ``--set name=``."""
    return json.dumps(value)


def test_the_list_names_every_setting_of_part_4_with_its_rows() -> None:
    part = LEDGER[LEDGER.index("\n## 4. ") : LEDGER.index("\n## 5. ")]
    rows: dict[str, list[str]] = {}
    for row, setting in re.findall(r"^\| (A-\d+) \|.*\|([^|]*)\|$", part, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", setting):
            rows.setdefault(name, []).append(row)
    assert {name: one["rows"] for name, one in SETTINGS.items()} == rows


def test_config_lists_every_setting_with_its_default_and_a_reason_of_one_line() -> None:
    shown = {row.key: row for row in describe(load(Path("/dev/null")), GAME)}
    wanted = {f"games.repertoire.{name}": one for name, one in OF_THE_GAME.items()} | ELSEWHERE
    assert {key: json.loads(json.dumps(shown[key].value)) for key in wanted} == {
        key: one["default"] for key, one in wanted.items()
    }
    assert {key for key in shown if key.startswith("games.")} == {*wanted} - {*ELSEWHERE}
    for key in wanted:
        assert len(shown[key].reason) > 15, key
        assert "\n" not in shown[key].reason
        assert key in ELSEWHERE or shown[key].reason.startswith(wanted[key]["rows"][0]), key


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_each_option_of_the_ledger_is_taken_and_what_is_none_is_refused(name: str) -> None:
    one = OF_THE_GAME[name]
    for value in (one["default"], *one["others"]):
        assert faults(f"{name}={written(value)}") == [], value
    for value in one.get("wrong", ()):
        (told,) = faults(f"{name}={written(value)}")
        assert told.startswith(f"--set: {name} = ")
        assert one["rows"][0] in told, "it says what the rule is"


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_a_misspelt_key_and_a_misspelt_option_are_refused_with_what_was_meant(name: str) -> None:
    assert faults(f"{name[:-1]}={written(OF_THE_GAME[name]['default'])}") == [
        f"--set: {name[:-1]}: unknown key (did you mean {name}?)"
    ]
    for option in (OF_THE_GAME[name]["default"], *OF_THE_GAME[name]["others"]):
        if isinstance(option, str):
            (told,) = faults(f"{name}={written(option + 'x')}")
            assert told.startswith(f'--set: {name} = "{option}x": expected one of ')
            assert told.endswith(f" (did you mean {option}?)")


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_a_value_of_another_type_is_refused_with_what_was_expected(name: str) -> None:
    default = OF_THE_GAME[name]["default"]
    other = 3 if isinstance(default, bool | str) else "many"
    (told,) = faults(f"{name}={written(other)}")
    assert told.startswith(f"--set: {name} = {written(other)}: expected ")


def test_all_faults_are_told_at_once_whatever_their_kind() -> None:
    told = faults("roll_mode=summ", "limit_s=5", "roll_strict=3", "desire_effects=seats", "contribtion=net")
    assert sorted(line.split()[1].rstrip(":") for line in told) == [
        *("contribtion", "desire_effects", "limit_s", "roll_mode", "roll_strict")
    ]


@pytest.mark.parametrize("key", ELSEWHERE)
def test_the_ledger_s_settings_of_the_table_take_its_options_too(key: str) -> None:
    for value in (ELSEWHERE[key]["default"], *ELSEWHERE[key]["others"]):
        assert faults(f"{key}={value}") == []
    (told,) = faults(f"{key}={ELSEWHERE[key]['default']}x")
    assert told.endswith(f"(did you mean {ELSEWHERE[key]['default']}?)")


def test_a_setting_of_the_table_that_is_sought_among_the_game_s_is_found() -> None:
    assert faults("dice_source=spoken") == ["--set: dice_source: unknown key (did you mean table.dice_source?)"]
