"""What goes with a request for help tells what is wrong, and nothing of the table."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.doctor import Finding
from assistant.doctor.bundle import Section, bundle_of, log_lines, without_words, write_bundle
from assistant.doctor.machine import Machine
from assistant.settings import Settings, load

SECRETS = ("Rosalind", "Wilhelmina", "Ysolde", "Ee sold", "ale win", "IH Z OW L D", "Brakkett", "campaign", "axle")
"""Two players, a name in all its forms, a name the settings do not know, a folder's name, a word of play."""

FILE = """
[table]
seats = ["Rosalind", "Wilhelmina Brakkett", "Ben", "Cleo"]
facilitator = "Rosalind"
level = "full"
address_word = "Ysolde"
[hearing]
reject_nats = -60.0
[sound]
microphone = "USB PnP"
[evenings]
folder = "{home}/campaign of Ysolde"
[[names]]
display = "Ysolde"
said = "Ee sold"
sounds_like = ["ale win"]
phones = ["IH Z OW L D"]
[games.repertoire]
fact_count_mode = "all_lines"
"""

LOG = """\
2026-11-30T20:00:01+0000 systemd[1]: prompter.service: Main process exited, code=dumped, status=6/ABRT
2026-11-30T20:00:02+0000 prompter[81]: Ysolde can drink a sailor under the table. Four. True.
2026-11-30T20:00:02+0000 prompter[81]: ERROR assistant.box.muting: Rosalind said: the axle broke
2026-11-30T20:00:03+0000 prompter[81]: Traceback (most recent call last):
2026-11-30T20:00:03+0000 prompter[81]:   File "/home/rosalind/campaign/assistant/box/box.py", line 12, in hear
2026-11-30T20:00:03+0000 prompter[81]:   File "/home/rosalind/rest.py", line 3, in other
2026-11-30T20:00:03+0000 prompter[81]:     raise ValueError("Brakkett")
2026-11-30T20:00:03+0000 prompter[81]: hardware.ports.HardwareError: Brakkett is no device
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    file = tmp_path / "prompter.toml"
    file.write_text(FILE.format(home=Path.home()), encoding="utf-8")
    return load(file)


def bundle(settings: Settings, *findings: Finding, log: str | None = LOG) -> str:
    def ask(words: Sequence[str]) -> str | None:
        return log if words[0] == "journalctl" else None

    return "".join(map(str, bundle_of(settings, findings, Machine(ask=ask))))


def test_no_name_no_word_of_the_game_and_no_home_is_in_it(settings: Settings) -> None:
    told = bundle(
        settings,
        Finding("settings", "fail", "Rosalind, Ben: Four to eight players", "see Wilhelmina"),
        Finding("disk", "fail", f"{Path.home()}/campaign of Ysolde cannot be written: Read-only file system"),
        Finding("voice", "ok", "Ee sold, ale win"),
        Finding("group audio", "warn", "there", "let /home/wilhelmina/.config be yours"),
    ).casefold()
    found = [secret for secret in (*SECRETS, str(Path.home()), "/home/", "Cleo") if secret.casefold() in told]
    assert found == []


def test_what_is_wrong_is_in_it(settings: Settings) -> None:
    told = bundle(settings, Finding("disk", "fail", f"{Path.home()}/.local cannot be written", "make room"))
    assert "fail  disk: ~/.local cannot be written → make room" in told
    assert "prompter 0." in told
    assert "Python 3." in told


def test_of_the_settings_numbers_choices_and_devices_are_told_and_texts_are_not(settings: Settings) -> None:
    told = bundle(settings).splitlines()
    at = told.index("== settings that are not as they come ==")
    assert sorted(told[at + 1 : told.index("", at)]) == [
        "evenings.folder is set",
        "games.repertoire.fact_count_mode = all_lines",
        "hearing.reject_nats = -60.0",
        "names is set",
        "sound.microphone = USB PnP",
        "table.address_word is set",
        "table.facilitator is set",
        "table.level = full",
        "table.seats is set",
    ]


def test_of_the_log_the_faults_are_told_and_the_words_are_not() -> None:
    assert [line.partition(" ")[2] for line in map(without_words, LOG.splitlines()) if line] == [
        "systemd[1]: prompter.service: Main process exited, code=dumped, status=6/ABRT",
        "ERROR assistant.box.muting",
        "  File assistant/box/box.py, line 12, in hear",
        "  File rest.py, line 3, in other",
        "hardware.ports.HardwareError",
    ]


@pytest.mark.parametrize("answer", [None, "-- No entries --\n"])
def test_a_log_that_cannot_be_read_is_asked_for(answer: str | None) -> None:
    assert list(log_lines(Machine(ask=lambda words: answer))) == [
        "none, or none that this user may read; as root: journalctl -u prompter"
    ]


def test_where_nobody_may_write_the_file_goes_to_the_temporary_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/sys")  # not even root makes files there
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    written = write_bundle([Section("findings", ("ok    voice: there",))], None)
    assert tmp_path in written.parents
    assert "voice: there" in written.read_text(encoding="utf-8")
