"""Games are found, and those that cannot be played are listed with the reason."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.games import GameIds, faults_of, find_game, find_games
from tests.contracts import toy

FOLDER = Path(toy.__file__).parent


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed distributions."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("guest_")]:
        del sys.modules[name]


def install(packages: Path, name: str, source: str) -> None:
    module = packages / f"guest_{name}"
    module.mkdir()
    (module / "__init__.py").write_text(source)
    for words in ("sentences.en.yaml", "lines.en.yaml"):
        (module / words).write_text((FOLDER / words).read_text(encoding="utf-8"))
    info = packages / f"guest_{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: guest-{name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[prompter.games]\n{name} = guest_{name}\n")


GUEST = "from dataclasses import replace\nfrom tests.contracts import toy\nGAME = replace(toy.GAME, id={id!r}{more})\n"


def test_a_game_of_another_distribution_is_found(packages: Path) -> None:
    install(packages, "pebbles", GUEST.format(id="pebbles", more=""))
    found = {each.id: each for each in find_games()}
    assert found["pebbles"].game is not None
    assert found["pebbles"].folder == packages / "guest_pebbles"


def test_the_games_that_ship_are_found() -> None:
    assert "repertoire" in [each.id for each in find_games()]


@pytest.mark.parametrize("asked", ["find_game('feats')", "'feats' in GameIds()"])
def test_a_game_that_ships_is_found_without_another_one(asked: str) -> None:
    told = f"{asked}; print(sorted(set(sys.modules) & {{'assistant.games.feats', 'assistant.games.errantry'}}))"
    source = f"import sys; from assistant.games import GameIds, find_game; {told}"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout == "['assistant.games.feats']\n"


def test_any_game_is_found_by_its_id_and_what_is_none_is_not(packages: Path) -> None:
    install(packages, "other", GUEST.format(id="pebbles", more=""))
    found = find_game("pebbles")
    assert found is not None
    assert found.folder == packages / "guest_other"
    assert [each.id for each in find_games()] == list(GameIds()) == [each for each in GameIds() if each in GameIds()]
    assert find_game("other") is None
    assert len(GameIds()) == len(find_games())


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import nowhere_at_all", "No module named 'nowhere_at_all'"),
        ("1 / 0", "ZeroDivisionError"),
        ("", "there is no GAME in it"),
        ("GAME = 3", "GAME is not a Game"),
        (GUEST.format(id="pebbles", more=", api=99"), "version 99 of the interface"),
        (GUEST.format(id="pebbles", more=", files=('cards.toml',)"), "cards.toml is missing"),
    ],
)
def test_a_game_that_cannot_be_played_is_listed_with_its_reason_and_the_rest_runs(
    packages: Path, source: str, fault: str
) -> None:
    install(packages, "pebbles", source)
    found = {each.id: each for each in find_games()}
    assert found["pebbles"].game is None
    assert fault in found["pebbles"].fault
    assert "\n" not in found["pebbles"].fault
    assert "repertoire" in found


def test_of_two_games_with_one_id_the_first_stays(packages: Path) -> None:
    install(packages, "a", GUEST.format(id="pebbles", more=""))
    install(packages, "b", GUEST.format(id="pebbles", more=""))
    found = {each.id: each for each in find_games()}
    assert found["pebbles"].folder == packages / "guest_a"
    assert "already" in found["pebbles (b)"].fault


def test_the_self_check_tells_all_that_is_wrong() -> None:
    broken = replace(toy.GAME, api=2, id="not plain", events=(*toy.GAME.events, toy.GAME.events[0]))
    assert faults_of(broken, FOLDER) == [
        "it is made for version 2 of the interface, this is version 1",
        "its id 'not plain' is no plain name",
        "two of its events are called Begun",
    ]
