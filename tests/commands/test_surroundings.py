"""A box where something is missing, full, closed or mad: one clear line, the right exit status, nothing lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.run import SEATS, ask, home, prompter, talking

TYPE = ("type", *SEATS, "--json")
START = ["1: start the clock"]


def _one_line(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if line]
    assert len(lines) == 1, stderr
    assert lines[0].startswith("prompter: ")
    return lines[0]


@pytest.mark.case("C-067")
def test_a_home_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    done = prompter(tmp_path / "home", *TYPE, lines=START)
    assert done.returncode == 1
    assert "cannot be made" in _one_line(done.stderr)


def test_a_closed_standard_input_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m assistant.cli type --seats A,B,C,D <&-'],
        capture_output=True,
        env=home(tmp_path),
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "standard input is closed" in _one_line(done.stderr)


@pytest.mark.parametrize("what", ["noise", "one endless line"])
def test_ten_megabytes_of_garbage_are_one_line_and_lose_nothing(tmp_path: Path, what: str) -> None:
    garbage = random.Random(1).randbytes(10_000_000) if what == "noise" else b"x" * 10_000_000
    done = prompter(tmp_path, *TYPE, "kept", stdin=b"1: start the clock\n" + garbage)
    assert done.returncode == 2
    told = "no text" if what == "noise" else "more than 2000 characters"
    assert told in _one_line(done.stderr)
    replayed = prompter(tmp_path, "replay", "kept", "--json").stdout.splitlines()
    assert [json.loads(line)["intent"] for line in replayed] == ["new_game", "start_clock"]


def test_a_line_too_long_is_refused_and_the_next_ones_are_done(tmp_path: Path) -> None:
    done = prompter(tmp_path, *TYPE, lines=["1: start the clock", "2: " + "word " * 30_000, "2: time left"])
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["refusal"] for answer in answers] == [None, "E_LINE", None]
    assert done.returncode == 2
    assert "more than 2000 characters" in _one_line(done.stderr)


@pytest.mark.parametrize("name", ["notes.txt", "./notes.txt", "/tmp/notes", "a/b", "new\nline"])
def test_a_file_that_is_no_evening_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").write_text("my notes")
    done = prompter(tmp_path, "type", name.replace("./", f"{tmp_path}/"), "--seats", "A,B,C,D", lines=START)
    assert (tmp_path / "notes.txt").read_text() == "my notes"
    assert done.returncode == (0 if name == "notes.txt" else 1)


@pytest.mark.parametrize("more", [["--set", "fact_count_mode=true_plus_new"], ["--seats", "Eve,Ann,Ben,Cleo,Dan"]])
def test_an_evening_goes_on_as_it_began_or_says_why_not(tmp_path: Path, more: list[str]) -> None:
    prompter(tmp_path, *TYPE, "kept", lines=START)
    done = prompter(tmp_path, "type", "kept", *more, lines=["2: resume"])
    assert done.returncode == 2
    assert "leave out" in _one_line(done.stderr)


@pytest.mark.parametrize("word", ["", "*** (", "two words"])
def test_an_address_word_that_cannot_be_said_is_refused(tmp_path: Path, word: str) -> None:
    done = prompter(tmp_path, *TYPE, "--set", f'table.address_word="{word}"', lines=START)
    assert done.returncode == 2
    assert "table.address_word" in _one_line(done.stderr)


@pytest.mark.case("C-067")
def test_a_full_disk_refuses_what_it_cannot_keep_and_says_so(tmp_path: Path) -> None:
    lines = ["1: start the clock", *["1: pause", "1: resume"] * 200, "?state"]
    # A limit on the size of a file stands in for a disk without room: the journal's pages cannot grow.
    script = f'ulimit -f 100; exec "{sys.executable}" -m assistant.cli {" ".join(TYPE)} kept'
    done = subprocess.run(
        ["sh", "-c", script],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        env=home(tmp_path),
        text=True,
        timeout=60,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    refused = [answer for answer in answers if answer.get("refusal") == "E_NOT_SAVED"]
    accepted = [answer for answer in answers if answer.get("events")]
    assert done.returncode == 1
    assert refused
    assert "Traceback" not in done.stderr
    replayed = prompter(tmp_path, "replay", "kept", "--json").stdout.splitlines()
    assert len(replayed) == len(accepted) + 1  # and new_game, which no line gave


def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "assistant.cli", *TYPE],
            input=b"1: start the clock\n",
            stdout=full,
            stderr=subprocess.PIPE,
            env=home(tmp_path),
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "No space left on device" in _one_line(done.stderr.decode())


def test_control_c_is_one_line_and_the_evening_is_kept(tmp_path: Path) -> None:
    with talking(tmp_path, *TYPE, "kept") as process:
        ask(process, *START)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Stopped." in _one_line(errors)
    assert "start_clock" in prompter(tmp_path, "replay", "kept", "--json").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tpye"], "Did you mean 'type'?"),
        (["type", "--seats", "Ann,Ann"], "has a name twice"),
        (["type", "--seats", "Ann,,Ben"], "has an empty name"),
        (["type", "--dice", "4,x"], "is no row of faces"),
        (["type", "--set", "fact_cont_mode=all_lines"], "did you mean fact_count_mode?"),
        (["type", "--set", "hearing.engin=vosk"], "did you mean engine?"),
        (["type", "--game", "repertory"], "no such game"),
        (["type", "--seats", "Ann,Ben,Cleo,Dan", "--facilitator", "Eve"], "has no seat"),
        (["type", "--config", "nowhere.toml"], "cannot be read"),
    ],
)
def test_a_wrong_word_is_a_usage_error_that_says_what_was_meant(tmp_path: Path, words: list[str], told: str) -> None:
    done = prompter(tmp_path, *words)
    assert done.returncode == 2
    assert told in _one_line(done.stderr)


@pytest.mark.rule("R-001")
def test_three_players_are_refused_before_an_evening_is_made(tmp_path: Path) -> None:
    done = prompter(tmp_path, "type", "--seats", "Ann,Ben,Cleo")
    assert done.returncode == 2
    assert "Four to eight players" in _one_line(done.stderr)
    assert "No evenings" in prompter(tmp_path, "evenings").stdout


@pytest.mark.case("C-068")
def test_a_second_process_on_an_evening_is_refused_in_one_line(tmp_path: Path) -> None:
    with talking(tmp_path, *TYPE, "kept") as first:
        ask(first, *START)
        second = prompter(tmp_path, *TYPE, "kept", lines=START)
    assert second.returncode == 1
    assert "kept" in _one_line(second.stderr)


@pytest.mark.case("C-101")
def test_an_empty_environment_keeps_names_with_accents(tmp_path: Path) -> None:
    bare = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    words = [sys.executable, "-m", "assistant.cli", "type", *SEATS, "--json", "kept"]
    lines = "1: start the clock\n2: I play Élodie\n?state\n"
    done = subprocess.run(words, input=lines.encode(), capture_output=True, env=bare, timeout=60, check=False)
    state = json.loads(done.stdout.decode().splitlines()[-1])["state"]
    assert [card["name"] for card in state["cards"]] == ["Élodie"]


@pytest.mark.case("C-025", "C-089")
def test_without_a_sound_device_the_doctor_says_what_to_do_and_playing_goes_on(tmp_path: Path) -> None:
    nowhere = {"PULSE_SERVER": "unix:/nonexistent"}
    devices = prompter(tmp_path, "devices", env=nowhere)
    findings = [json.loads(line) for line in prompter(tmp_path, "doctor", "--json", env=nowhere).stdout.splitlines()]
    microphone = next(finding for finding in findings if finding["check"] == "microphone")
    typed = prompter(tmp_path, *TYPE, lines=START, env=nowhere)
    assert devices.returncode == 1
    assert "no sound device" in devices.stderr
    assert microphone["state"] == "warn"
    assert microphone["do"]
    assert typed.returncode == 0
