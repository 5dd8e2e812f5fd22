"""``prompter play`` as a program of its own: without any sound, ended by a signal, started twice, and for real."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assistant.app import evening_path
from assistant.evening import JournalFile
from hardware.actors import actor
from tests.commands.run import SEATS, ask, ends_with_us, home, prompter
from tests.hardware.pulse import running_pulse, until

SILENT = {"PULSE_SERVER": "unix:/nonexistent"}
NOTHING = ("--set", "sound.microphone=Nothing", "--set", "sound.speaker=Nothing")
"""No sound device at all, on any machine."""
PLAY = (sys.executable, "-m", "assistant.cli", "play", "--json", "--lines")
READY = ("2: I play Ysolde", "2: desire written", "3: I play Brakkett", "3: desire written")


@contextmanager
def playing(folder: Path, *words: str, env: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """``prompter play``, to be typed to; killed at the end if it has not ended."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*PLAY, *words],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env={**home(folder), **env},
        text=True,
        preexec_fn=ends_with_us,
    ) as box:
        try:
            yield box
        finally:
            box.kill()


def friday(folder: Path) -> JournalFile:
    """The journal of that evening."""
    return JournalFile.read(evening_path(folder / ".local/state/prompter/evenings", "friday"))


def until_shown(box: subprocess.Popen[str], wanted: str) -> dict[str, Any]:
    """The next object that shows this."""
    assert box.stdout is not None
    while line := box.stdout.readline():
        told = json.loads(line)
        if wanted in told["show"]:
            return told
    raise AssertionError(f"it ended without {wanted!r}: {box.stderr.read() if box.stderr else ''}")


@pytest.mark.case("C-083", "C-086", "C-089", "C-094")
def test_without_any_sound_device_the_evening_is_played_by_hand_and_ends_cleanly_at_a_signal(tmp_path: Path) -> None:
    with playing(tmp_path, "friday", *SEATS, *NOTHING, env=SILENT) as box:
        until_shown(box, "Producer: Paul.")
        told = [until_shown(box, "") for _ in range(3)]
        assert [sum(word in one["show"] for one in told) for word in ("icrophone", "peaker", "pins")] == [1, 1, 1]
        ask(box, *READY, "1: start the clock", answers=0)
        assert until_shown(box, "Running")["intent"] == "start_clock"
        second = prompter(tmp_path, "play", "friday", env=SILENT)
        assert (second.returncode, second.stderr.count("\n")) == (1, 1)
        assert "friday" in second.stderr
        box.send_signal(signal.SIGTERM)
        assert box.wait(30) == 0
        assert box.stderr is not None
        assert box.stderr.read() == ""
    journal = friday(tmp_path)
    mark = journal.last_mark()
    assert mark is not None
    assert not mark.running
    assert [entry.command.intent for entry in journal.entries()][-1] == "start_clock"


def test_no_word_of_the_game_goes_to_the_systems_log_and_what_is_wrong_with_the_box_does(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as out:
        stat = log.stat()
        env = {**home(tmp_path), **SILENT, "JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino}"}
        words = [*PLAY, "friday", *SEATS, *NOTHING]
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=out, stderr=out, env=env, text=True, preexec_fn=ends_with_us
        ) as box:
            assert until(lambda: "icrophone" in log.read_text(), 60)
            box.communicate("\n".join(READY), timeout=60)
    told = log.read_text()
    assert not [word for word in ("Paul", "Ysolde", "ysolde", "Card made") if word in told]
    assert [entry.command.intent for entry in friday(tmp_path).entries()][-1] == "write_desire"


@pytest.mark.slow
@pytest.mark.case("C-055")
def test_without_a_name_the_last_evening_goes_on_and_says_where_its_clock_stands(tmp_path: Path) -> None:
    lines = [*READY, "1: start the clock", "at 6600: 1: pause"]
    assert prompter(tmp_path, "type", "friday", *SEATS, lines=lines).returncode == 0
    done = prompter(tmp_path, "play", "--json", "--lines", *NOTHING, lines=["2: who is waiting"], env=SILENT)
    assert done.returncode == 0
    first = json.loads(done.stdout.splitlines()[0])
    assert first["say"] is not None
    assert "ix hours ten" in first["say"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite")
def test_a_command_spoken_into_the_microphone_is_done_and_comes_out_of_the_loudspeaker(tmp_path: Path) -> None:
    """The real chain: PortAudio on a sound server, PocketSphinx, eSpeak NG, SQLite."""
    folder = tmp_path / "pulse"
    folder.mkdir()
    with (
        running_pulse(folder) as server,
        server.recording() as loudspeaker,
        playing(tmp_path, "friday", *SEATS, env={"PULSE_SERVER": server.env["PULSE_SERVER"]}) as box,
    ):
        until_shown(box, "Producer: Paul.")
        ask(box, *READY, answers=0)
        until_shown(box, "esire")
        until_shown(box, "esire")
        assert until(lambda: loudspeaker.quiet_at_end(1.5), 30)
        before = loudspeaker.loud_seconds()
        server.say_into_microphone(actor("flite:slt").speak("prompter, start the clock"))
        assert until_shown(box, "Running")["heard"] == "start the clock"
        assert until(lambda: loudspeaker.loud_seconds() > before + 0.5, 30)
        box.send_signal(signal.SIGTERM)
        assert box.wait(30) == 0
    journal = friday(tmp_path)
    assert [entry.command.intent for entry in journal.entries()][-1] == "start_clock"
