"""``prompter teach``: takes of a name into the settings file, which otherwise stays as it is."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from assistant.commands.teach import teach as teach_command
from assistant.settings import SettingsError, load
from assistant.settings_names import with_phones, write_phones
from hardware.actors import Actor
from hardware.fakes.microphone import FileMicrophone
from hardware.ports import Sound
from hardware.sounds import write_wav
from tests.commands.run import SEATS, prompter
from tests.hardware.speech import room

SETTINGS = """\
# Ours.
[table]
level = "full"  # we like it

[[names]]  # the queen
display = "Ysolde"
said = "Ee sold"  # as we say it
phones = ["IH Z OW L D"]  # by hand

# next
[[names]]
display = "Brakkett"

[games.repertoire]
# deep
token_carry = true
"""
HEARD = ("IH Z AW L JH", "IY Z OW L D")


class TestTheFile:
    def test_what_is_taught_is_read_back(self, tmp_path: Path) -> None:
        file = tmp_path / "new" / "prompter.toml"
        write_phones(file, "Ysolde", HEARD)
        (name,) = load(file).names
        assert (name.display, name.phones) == ("Ysolde", HEARD)

    def test_all_else_stays_as_it_is(self, tmp_path: Path) -> None:
        file = tmp_path / "prompter.toml"
        file.write_text(SETTINGS)
        write_phones(file, "Ysolde", HEARD)
        wanted = SETTINGS.replace('["IH Z OW L D"]', '["IH Z AW L JH", "IY Z OW L D"]')
        assert file.read_text() == wanted

    def test_a_new_name_comes_behind_the_others(self, tmp_path: Path) -> None:
        file = tmp_path / "prompter.toml"
        file.write_text(SETTINGS)
        write_phones(file, "Zephyrine", HEARD)
        assert [name.display for name in load(file).names] == ["Ysolde", "Brakkett", "Zephyrine"]
        entry = '[[names]]\ndisplay = "Zephyrine"\nphones = ["IH Z AW L JH", "IY Z OW L D"]\n\n'
        assert file.read_text().replace(entry, "") == SETTINGS

    def test_taught_twice_it_stands_there_once(self) -> None:
        once = with_phones(SETTINGS, "Zephyrine", HEARD)
        assert once is not None
        assert with_phones(once, "Zephyrine", HEARD) == once

    def test_a_name_is_the_same_however_it_is_written(self) -> None:
        assert with_phones(SETTINGS, "ysolde", HEARD) == with_phones(SETTINGS, "Ysolde", HEARD)

    @pytest.mark.parametrize("before", ["names = []\n", 'names = [{display = "Brakkett"}]\n[table]\n', "# only\n", ""])
    def test_it_is_added_to_however_the_list_is_written(self, tmp_path: Path, before: str) -> None:
        file = tmp_path / "prompter.toml"
        file.write_text(before)
        write_phones(file, "Ysolde", HEARD)
        name = load(file).names[-1]
        assert (name.display, name.phones) == ("Ysolde", HEARD)

    def test_a_link_stays_one_and_the_mode_is_kept(self, tmp_path: Path) -> None:
        file, link = tmp_path / "real.toml", tmp_path / "prompter.toml"
        file.write_text(SETTINGS)
        file.chmod(0o640)
        link.symlink_to(file)
        write_phones(link, "Ysolde", HEARD)
        assert link.is_symlink()
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        assert load(file).names[0].phones == HEARD
        assert sorted(path.name for path in tmp_path.iterdir()) == ["prompter.toml", "real.toml"]


@pytest.fixture(scope="module")
def takes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Three of Ysolde, one of another name, one of the room alone, one of a hiss."""
    folder = tmp_path_factory.mktemp("takes")
    said = {f"one{speed}": ("ih z ow l d", speed) for speed in (155, 170, 187)} | {"other": ("b r ae k ih t", 170)}
    hiss = np.random.default_rng(3).normal(0, 3000, 8_000).astype("<i2").tobytes()
    sounds = {
        name: room(0.5) + Actor("flite:rms", words_per_minute=speed).speak(f"[[{phones}]]").pcm + room(0.5)
        for name, (phones, speed) in said.items()
    } | {"room": room(1), "hiss": room(1) + hiss + room(1)}
    files = {name: folder / f"{name}.wav" for name in sounds}
    for name, pcm in sounds.items():
        write_wav(files[name], Sound(pcm, 16_000))
    return files


def teach(folder: Path, *words: str, takes: list[Path]) -> tuple[int, list[str], str]:
    files = [word for file in takes for word in ("--take", str(file))]
    done = prompter(folder, "teach", *words, "--set", "hearing.front_end=none", *files)
    return done.returncode, done.stdout.splitlines(), done.stderr.strip()


def test_what_was_heard_is_told_and_written(tmp_path: Path, takes: dict[str, Path]) -> None:
    three = [takes["one155"], takes["one170"], takes["one187"]]
    status, lines, _ = teach(tmp_path, "Ysolde", takes=three)
    file = tmp_path / ".config/prompter/prompter.toml"
    heard = [line.partition(": ")[2] for line in lines[:3]]
    assert (status, lines[3:]) == (0, [f"written: {file}"])
    assert [line[:2] for line in lines[:3]] == ["1:", "2:", "3:"]
    assert load(file).names[0].phones == tuple(dict.fromkeys(heard))


def test_a_name_that_sounds_like_another_is_told_before_anything_is_written(
    tmp_path: Path, takes: dict[str, Path]
) -> None:
    file = tmp_path / "prompter.toml"
    file.write_text('[[names]]\ndisplay = "Isolde"\nphones = ["IH Z OW L D"]\n[[names]]\ndisplay = "Brakkett"\n')
    words = ("Ysolde", "--config", str(file), "--dry-run")
    status, lines, _ = teach(tmp_path, *words, takes=[takes["one170"]])
    assert status == 0
    assert lines[1].startswith("closest: Isolde, 0.")
    assert "give one of them a nickname" in lines[1]
    assert lines[2] == f"would be written: {file}"
    assert "Ysolde" not in file.read_text()


def test_it_is_compared_with_the_cards_of_an_evening(tmp_path: Path, takes: dict[str, Path]) -> None:
    made = prompter(tmp_path, "type", "Friday", *SEATS, lines=["Paul: start the clock", "Ann: I play Isolde"])
    assert made.returncode == 0
    status, lines, _ = teach(tmp_path, "Ysolde", "--evening", "Friday", takes=[takes["one170"]])
    assert status == 0
    assert lines[1].startswith("closest: Isolde, 0.")


def test_a_take_of_something_else_is_named(tmp_path: Path, takes: dict[str, Path]) -> None:
    three = [takes["one155"], takes["other"], takes["one170"]]
    status, lines, _ = teach(tmp_path, "Ysolde", "--json", "--dry-run", takes=three)
    told = json.loads(lines[0])
    assert (status, told["unlike"], told["written"], len(told["takes"])) == (0, 2, False, 3)


@pytest.mark.parametrize(
    ("name", "files", "told"),
    [
        ("Ysolde", ["one155", "room"], "room.wav: nothing is said in it"),
        ("Old Ysolde", ["one155"], "'Old Ysolde' is 2 words"),
        ("…", ["one155"], "cannot be said"),
        ("Ysolde", ["one155"] * 7, "7 takes are too many"),
    ],
)
def test_wrong_use_is_one_line_and_writes_nothing(
    tmp_path: Path, takes: dict[str, Path], name: str, files: list[str], told: str
) -> None:
    status, lines, error = teach(tmp_path, name, takes=[takes[file] for file in files])
    assert (status, lines) == (2, [])
    assert told in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / ".config/prompter/prompter.toml").exists()


def test_a_file_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    status, _, error = teach(tmp_path, "Ysolde", takes=[tmp_path / "none.wav"])
    assert status == 2
    assert f"cannot read {tmp_path / 'none.wav'}" in error


class OneAfterAnother:
    """A microphone that gives a sound each time it is opened."""

    behind_seconds = 0.0

    def __init__(self, sounds: list[Path]) -> None:
        self._sounds = iter(sounds)

    def open(self, listener: Callable[[bytes], None]) -> None:
        self._now = FileMicrophone([next(self._sounds), room(1)])
        self._now.open(listener)

    def close(self) -> None:
        self._now.close()


def spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes: dict[str, Path], sounds: list[str]
) -> tuple[list[str], list[str]]:
    """What is asked, and what is printed, where these sounds come by the microphone."""
    microphone = OneAfterAnother([takes[name] for name in sounds])
    monkeypatch.setattr("hardware.microphone.PortAudioMicrophone", lambda device: microphone)
    monkeypatch.setattr("hardware.quiet.divert_native_noise", lambda: None)
    words = ["Ysolde", "--config", str(tmp_path / "p.toml"), "--set", "hearing.front_end=none"]
    (tmp_path / "p.toml").touch()
    done = CliRunner().invoke(teach_command, words, input="\n" * 9)
    assert done.exit_code == 0, done.output
    return re.findall(r"^(.*): press Enter, then say Ysolde", done.stderr, re.MULTILINE), done.stdout.splitlines()


def test_three_takes_are_spoken_into_the_microphone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes: dict[str, Path]
) -> None:
    asked, lines = spoken(tmp_path, monkeypatch, takes, ["one155", "one170", "one187"])
    assert asked == ["1 of 3", "2 of 3", "3 of 3"]
    assert load(tmp_path / "p.toml").names[0].phones == tuple(dict.fromkeys(line[3:] for line in lines[:3]))


def test_a_take_that_is_none_or_unlike_the_others_is_asked_for_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes: dict[str, Path]
) -> None:
    asked, lines = spoken(tmp_path, monkeypatch, takes, ["hiss", "one155", "other", "one170", "one187"])
    assert asked == [
        "1 of 3",
        "hardly a sound of it is like speech; once more",
        *("2 of 3", "3 of 3", "take 2 is unlike the others, once more"),
    ]
    assert not any("unlike" in line for line in lines)


def test_without_a_microphone_it_says_what_to_do(tmp_path: Path) -> None:
    done = prompter(tmp_path, "teach", "Ysolde", "--set", "sound.microphone=no such thing", lines=[""] * 3)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("or give sound files: --take FILE")


def test_names_in_the_settings_that_sound_alike_are_worth_a_look(tmp_path: Path) -> None:
    file = tmp_path / "prompter.toml"
    entries = {"Ysolde": "IH Z OW L D", "Isolde": "IY Z OW L D", "Brakkett": "B R AE K IH T"}
    file.write_text("".join(f'[[names]]\ndisplay = "{name}"\nphones = ["{said}"]\n' for name, said in entries.items()))
    done = prompter(tmp_path, "config", "--check", "--game", "repertoire", "--config", str(file))
    (line,) = done.stdout.splitlines()
    assert done.returncode == 0
    assert "names: Ysolde is close to Isolde, 0.0" in line


def test_phones_of_several_words_at_once_are_worth_a_look(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('[[names]]\ndisplay = "Jean Luc"\nphones = ["ZH AA N L UW K"]\n', encoding="utf-8")
    done = prompter(tmp_path, "config", "--check", "--config", str(file))
    assert done.returncode == 0
    assert "Jean Luc: its phones are not listened for" in done.stdout


def test_a_file_that_cannot_be_added_to_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomlkit.dumps", lambda document: "names = []")
    file = tmp_path / "prompter.toml"
    file.write_text(SETTINGS)
    with pytest.raises(SettingsError, match="write it yourself"):
        write_phones(file, "Ysolde", HEARD)
    assert file.read_text() == SETTINGS
