"""``prompter bench latency`` and ``soak``: the box on a sound server of its own."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from assistant.bench.latency import CHANGES, CPU, CPU_TEXT, CPU_TEXT_UP, STAGES, TOTAL
from assistant.bench.loopback import read_cast
from tests.commands.run import prompter

needs_sound_server = pytest.mark.skipif(
    not all(map(shutil.which, ("pulseaudio", "pactl", "flite"))), reason="needs pulseaudio and flite"
)


@pytest.mark.parametrize("bench", ["latency", "soak"])
def test_without_a_sound_server_to_start_it_says_what_to_install(tmp_path: Path, bench: str) -> None:
    done = prompter(tmp_path, "bench", bench, env={"PATH": os.devnull})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "sudo apt install pulseaudio" in done.stderr


@needs_sound_server
def test_an_aside_is_timed_without_the_silence_around_it() -> None:
    cast = read_cast()
    for aside in (*cast.between, *cast.within):
        assert 0.3 < cast.sound(aside).seconds < 1.5


@pytest.mark.slow
@needs_sound_server
def test_the_stages_from_the_end_of_speech_add_up_to_the_first_sound(tmp_path: Path) -> None:
    done = prompter(tmp_path, "bench", "latency", "--asides", "1", "--json")
    assert done.returncode == 0, done.stderr
    whole, *rows = map(json.loads, done.stdout.splitlines())
    assert whole["asides"] == 2
    medians = {(row["where"], row["measure"]): row["ms"]["median"] for row in rows}
    places = {where for where, _ in medians} - {CHANGES}
    assert any(where == CHANGES for where, _ in medians)
    assert len(places) + whole["unanswered"] == 2
    for where in places:
        assert sum(medians[where, stage] for stage in STAGES) == pytest.approx(medians[where, TOTAL], abs=0.01)
        assert medians[where, CPU] > 0
        assert 0 < medians[where, CPU_TEXT_UP] < medians[where, CPU_TEXT]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.case("C-083", "C-086", "C-091")
@needs_sound_server
def test_a_soak_with_a_fault_of_each_kind_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    done = prompter(tmp_path, "bench", "soak", "--minutes", "2", "--json", timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    measured = json.loads(done.stdout)
    assert measured["lost"] == 0
    assert measured["acknowledged"] > measured["taps"] / 2
    assert len(measured["faults"]) == 6
    assert sum(fault["never"] for fault in measured["faults"]) == 0
