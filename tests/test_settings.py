"""The settings: what is in force, where it is from, and every fault at once."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from assistant import settings
from assistant.settings import Settings, SettingsError, describe, examine, game_config, load, parse_overrides
from assistant.table import Game, Refusal


@dataclass(frozen=True)
class Dice:
    """The dice of the toy game."""

    sides: int = 6
    """The seed's."""
    success_from: int = 4


@dataclass(frozen=True)
class Knight:
    name: str
    rank: int = 0


@dataclass(frozen=True)
class ToyConfig:
    roll_mode: Literal["sum", "each"] = "sum"
    """T-001: one roll, one result."""
    limit_s: int = 60
    """T-002: a minute; 10 to 60."""
    dice: Dice = Dice()
    knights: tuple[Knight, ...] = ()
    stats: Mapping[str, int] | None = None


def _check(config: ToyConfig) -> Sequence[Refusal]:
    return () if 10 <= config.limit_s <= 60 else (Refusal("E_SETTING", {"key": "limit_s", "value": config.limit_s}),)


def _unused(*_: Any) -> Any:
    raise AssertionError("the settings play no game")


TOY: Game[Any, ToyConfig, Any] = Game(
    id="toy",
    title="Toy",
    config=ToyConfig,
    files=(),
    events=(),
    check=_check,
    initial_state=_unused,
    decide=_unused,
    evolve=_unused,
    grammar=_unused,
    clock=_unused,
    view=_unused,
    narrate=_unused,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "prompter.toml"


def _load(file: Path, text: str, *overrides: str, games: tuple[str, ...] | None = None) -> Settings:
    file.write_text(text, encoding="utf-8")
    return load(file, parse_overrides(overrides), games)


def _faults(file: Path, text: str, *overrides: str, games: tuple[str, ...] | None = None) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        _load(file, text, *overrides, games=games)
    return str(caught.value).splitlines()


def _game_faults(file: Path, text: str, *overrides: str, game: Game[Any, Any, Any] = TOY) -> list[str]:
    loaded = _load(file, text, *overrides)
    with pytest.raises(SettingsError) as caught:
        game_config(game, loaded)
    return str(caught.value).splitlines()


def test_without_a_file_everything_has_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load().table == settings.Table()


def test_the_file_is_found_where_programs_keep_their_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "prompter").mkdir()
    (tmp_path / "prompter/prompter.toml").write_text("[table]\nlevel = 'full'\n", encoding="utf-8")
    assert load().table.level == "full"


def test_an_override_beats_the_file_and_the_file_beats_the_default(file: Path) -> None:
    loaded = _load(file, "[voice]\nname = 'en-gb'\nwords_per_minute = 150", "voice.name=cy")
    assert (loaded.voice.name, loaded.voice.words_per_minute, loaded.voice.volume_scene) == ("cy", 150, 0.35)


def test_each_value_remembers_where_it_is_from(file: Path) -> None:
    loaded = _load(file, "[voice]\nname = 'en-gb'", "table.level=full")
    origins = {row.key: row.origin for row in describe(loaded)}
    assert (origins["voice.name"], origins["table.level"], origins["table.game"]) == (str(file), "--set", "default")


def test_every_setting_of_the_box_has_a_reason_to_show() -> None:
    assert [row.key for row in describe(Settings()) if not row.reason] == []


def test_all_faults_of_a_file_are_told_at_once(file: Path) -> None:
    assert _faults(
        file,
        """
        [table]
        level = "ful"
        seets = ["Ann"]
        [voice]
        words_per_minute = 900
        [[names]]
        display = "Ysolde"
        [[names]]
        said = "Ee sold"
        """,
        "hearing.pause_seconds=perhaps",
    ) == [
        f"{file}: table.seets: unknown key (did you mean seats?)",
        f'{file}: table.level = "ful": expected one of "earcon", "results", "full" (did you mean full?)',
        '--set: hearing.pause_seconds = "perhaps": expected float, got str',
        f"{file}: voice.words_per_minute = 900: expected int <= 450",
        f"{file}: names[2].display: missing",
    ]


def test_a_value_where_a_table_belongs_is_a_fault(file: Path) -> None:
    assert _faults(file, "voice = 'en-gb'") == [f'{file}: voice = "en-gb": expected a table of keys']


def test_a_misspelt_game_is_found_where_the_games_are_known(file: Path) -> None:
    assert _faults(file, "[table]\ngame = 'toi'\n[games.troy]\nlimit_s = 3", games=("toy",)) == [
        f"{file}: games.troy: no such game (did you mean toy?)",
        f'{file}: table.game = "toi": no such game (did you mean toy?)',
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"[table\n", "is not TOML: "),
        (b"[table]\nfacilitator = '\xff'\n", "is not UTF-8 text"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(file: Path, content: bytes, told: str) -> None:
    file.write_bytes(content)
    with pytest.raises(SettingsError, match=told) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}: ")


def test_a_file_asked_for_must_be_there(file: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        load(file)


@pytest.mark.case("C-101")
def test_names_keep_their_accents_and_curly_quotes(file: Path) -> None:
    assert _load(file, "[[names]]\ndisplay = 'Élodie – “Lou”'").names[0].display == "Élodie – “Lou”"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("k=4", 4),
        ("k = true", True),
        ("k=[30, 10]", [30, 10]),
        ("k=two words", "two words"),
        ("k='4'", "4"),
        ("k=", ""),
    ],
)
def test_an_override_is_toml_or_else_text(text: str, value: object) -> None:
    assert parse_overrides([text]) == {"k": value}


def test_overrides_without_an_equals_sign_are_all_told() -> None:
    with pytest.raises(SettingsError) as caught:
        parse_overrides(["level", "table.game=toy", ".x=3"])
    assert [line.split(":")[1].strip() for line in str(caught.value).splitlines()] == ["level", ".x=3"]


def test_a_key_without_a_dot_is_for_the_game(file: Path) -> None:
    assert game_config(TOY, _load(file, "[games.toy]\nlimit_s = 20", "roll_mode=each")) == ToyConfig("each", 20)


def test_a_key_below_its_game_is_for_that_game_alone(file: Path) -> None:
    loaded = _load(file, "[games.toy]\nlimit_s = 20", "games.toy.dice.sides=8", "games.other.limit_s=30")
    assert game_config(TOY, loaded) == ToyConfig(limit_s=20, dice=Dice(sides=8))


def test_wrong_types_and_what_the_game_refuses_are_told_together(file: Path) -> None:
    assert _game_faults(file, "[games.toy]\nrol_mode = 'each'\nlimit_s = 5", "dice=6") == [
        f"{file}: rol_mode: unknown key (did you mean roll_mode?)",
        "--set: dice = 6: expected a table of keys",
        f"{file}: limit_s = 5: refused by the game (E_SETTING); T-002: a minute; 10 to 60.",
    ]


def test_faults_inside_lists_are_told_with_their_place(file: Path) -> None:
    text = "[[games.toy.knights]]\nname = 'Bors'\n[[games.toy.knights]]\nname = 3\nrank = 'high'"
    assert _game_faults(file, text) == [
        f"{file}: knights[2].name = 3: expected str, got int",
        f'{file}: knights[2].rank = "high": expected int, got str',
    ]


def test_faults_and_hints_of_a_game_are_told_each_with_the_file_it_is_from(file: Path) -> None:
    def hints(config: ToyConfig) -> list[Refusal]:
        return [Refusal("ODD", {"key": f"knights[{at}].rank", "value": 0}) for at in range(1, 1 + len(config.knights))]

    game = replace(TOY, hints=hints)
    odd = _load(file, "[[games.toy.knights]]\nname = 'Bors'", "limit_s=20")
    assert examine(game, odd) == ([], [f"{file}: knights[1].rank = 0: worth a look (ODD)"])
    faulty = _load(file, "[[games.toy.knights]]\nname = 'Bors'", "limit_s=5")
    assert [len(lines) for lines in examine(game, faulty)] == [1, 1]


def test_the_settings_of_a_game_are_described_with_theirs(file: Path) -> None:
    rows = {row.key: row for row in describe(_load(file, "[games.toy.dice]\nsides = 8"), TOY)}
    assert rows["games.toy.dice.sides"] == settings.Row("games.toy.dice.sides", 8, str(file), "The seed's.")


class TestDataFiles:
    """A game whose configuration module has a data file beside it."""

    @pytest.fixture
    def game(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Any, Any, Any]:
        folder = tmp_path / "shipped_game"
        folder.mkdir()
        (folder / "__init__.py").write_text("", encoding="utf-8")
        (folder / "shipped_config.py").write_text(
            "from dataclasses import dataclass, field\n"
            "@dataclass(frozen=True)\n"
            "class Dice:\n    sides: int = 6\n    success_from: int = 4\n"
            "@dataclass(frozen=True)\n"
            "class Config:\n    stats: dict[str, int]\n    dice: Dice = Dice()\n",
            encoding="utf-8",
        )
        (folder / "rules.toml").write_text("[dice]\nsides = 8\n[stats]\ncharm = 1\ncunning = 2\n", encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.delitem(sys.modules, "shipped_config", raising=False)
        module = importlib.import_module("shipped_config")
        return replace(TOY, id="shipped", config=module.Config, files=("rules.toml",), check=lambda config: ())

    def test_the_shipped_data_fill_the_configuration(self, game: Game[Any, Any, Any]) -> None:
        config = game_config(game, Settings())
        assert (config.dice.sides, config.stats) == (8, {"charm": 1, "cunning": 2})

    def test_the_tables_copy_overrides_key_by_key_but_lists_of_things_whole(
        self, game: Game[Any, Any, Any], file: Path
    ) -> None:
        (file.parent / "shipped").mkdir()
        (file.parent / "shipped/rules.toml").write_text(
            "[dice]\nsuccess_from = 5\n[stats]\nwits = 3\n", encoding="utf-8"
        )
        config = game_config(game, _load(file, ""))
        assert (config.dice.sides, config.dice.success_from, config.stats) == (8, 5, {"wits": 3})

    def test_a_fault_names_the_file_it_is_in(self, game: Game[Any, Any, Any], file: Path) -> None:
        own = file.parent / "shipped/rules.toml"
        own.parent.mkdir()
        own.write_text("[dice]\nside = 5\n", encoding="utf-8")
        assert _game_faults(file, "", game=game) == [f"{own}: dice.side: unknown key (did you mean sides?)"]


class TestPlaces:
    """Where evenings and models are kept."""

    @pytest.fixture(autouse=True)
    def environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", "/home/ann")
        for name in ("PROMPTER_EVENINGS", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            monkeypatch.delenv(name, raising=False)

    def test_evenings_are_state_of_the_user(self) -> None:
        assert settings.evenings_folder(Settings()) == Path("/home/ann/.local/state/prompter/evenings")

    def test_the_state_folder_of_the_desktop_is_respected(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", "/state")
        assert settings.evenings_folder(Settings()) == Path("/state/prompter/evenings")

    def test_a_relative_state_folder_is_ignored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", "state")
        assert settings.evenings_folder(Settings()) == Path("/home/ann/.local/state/prompter/evenings")

    def test_the_environment_beats_the_state_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PROMPTER_EVENINGS", "/var/lib/prompter")
        assert settings.evenings_folder(Settings()) == Path("/var/lib/prompter")

    def test_the_setting_beats_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PROMPTER_EVENINGS", "/var/lib/prompter")
        chosen = Settings(evenings=settings.Evenings("~/evenings"))
        assert settings.evenings_folder(chosen) == Path("/home/ann/evenings")

    def test_models_are_data_of_the_user(self) -> None:
        assert settings.models_folder() == Path("/home/ann/.local/share/prompter/models")


@pytest.mark.case("C-077")
def test_every_clash_of_the_pins_is_told_by_name_and_at_once(file: Path) -> None:
    text = """
    [pins]
    clock_button = 17
    status_lamp = 1
    seat_buttons = [17, 0, 28, 5, 6, 7, 8, 9, 10]
    seat_lamps = [17, 5]
    """
    (fault,) = _faults(file, text)
    assert fault.removeprefix(f"{file}: pins: ").split("; ") == [
        "status_lamp = 1: expected 2 to 27, or 0 for none",
        "seat_buttons[3] = 28: expected 2 to 27, or 0 for none",
        "clock_button and seat_buttons[1] and seat_lamps[1] share GPIO 17: each needs a pin of its own",
        "seat_buttons[4] and seat_lamps[2] share GPIO 5: each needs a pin of its own",
        "seat_buttons: 9 pins, but a table has at most 8 seats",
    ]


def test_several_seats_may_be_without_a_button(file: Path) -> None:
    assert list(_load(file, "[pins]\nseat_buttons = [0, 22, 0]").pins.by_name().values()) == [17, 27, 22]


BUSES = {"I2C": {2, 3}, "UART": {14, 15}, "SPI": {7, 8, 9, 10, 11}, "I2S": {18, 19, 20, 21}}


@pytest.mark.parametrize("bus", BUSES)
def test_the_pins_keep_clear_of_the_buses_where_nobody_chose_others(bus: str) -> None:
    assert BUSES[bus].isdisjoint(settings.Pins().by_name().values())
