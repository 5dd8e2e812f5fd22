"""``prompter config --check``: what is wrong in the data and settings of a game."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands.run import prompter


def check(folder: Path, *words: str, game: str = "repertoire") -> tuple[int, list[str]]:
    done = prompter(folder, "config", "--check", "--game", game, *words)
    return done.returncode, done.stdout.splitlines()


def test_what_ships_is_faultless(tmp_path: Path) -> None:
    assert check(tmp_path) == (0, ["faultless"])


def test_faults_of_the_game_are_told_in_a_line_each_and_end_with_status_1(tmp_path: Path) -> None:
    status, lines = check(tmp_path, "--set", "limit_s=5", "--set", "max_seat=3")
    assert (status, len(lines)) == (1, 2)
    assert lines[0] == "--set: max_seat: unknown key (did you mean max_seats?)"
    assert lines[1].startswith("--set: limit_s = 5: refused by the game (E_SETTING); ")


def test_so_are_those_of_the_file_of_the_box(tmp_path: Path) -> None:
    file = tmp_path / "prompter.toml"
    file.write_text("[voice]\nvolume_scene = 3.5\n[games.repertoir]\n")
    status, lines = check(tmp_path, "--config", str(file), "--json")
    told = [json.loads(line) for line in lines]
    assert (status, [each["kind"] for each in told]) == (1, ["fault", "fault"])
    assert told[1]["told"] == f"{file}: games.repertoir: no such game (did you mean repertoire?)"


def test_a_word_of_the_tables_own_that_is_a_command_too_is_worth_a_look(tmp_path: Path) -> None:
    own = tmp_path / "feats" / "feats.toml"
    own.parent.mkdir()
    own.write_text(
        '[[rep.buy]]\nid = "luck"\nspoken = ["luck", "Roll the Dice"]\neffect = "add_die"\ncost = 1\nper_roll = 1\n'
    )
    file = tmp_path / "prompter.toml"
    file.touch()
    status, lines = check(tmp_path, "--config", str(file), game="feats")
    told = "feats: rep.buy[1].spoken = Roll the Dice: worth a look; alone it is a command too (roll)"
    assert (status, lines) == (0, [told])


def test_no_word_of_a_game_that_ships_is_a_command_too(tmp_path: Path) -> None:
    for game in ("feats", "errantry"):
        assert check(tmp_path, game=game) == (0, ["faultless"])
