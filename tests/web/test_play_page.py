"""``prompter play`` and ``prompter page`` as a table has them, each a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.box.test_play import NOTHING, SILENT, playing, until_shown
from tests.commands.run import SEATS, ask, ends_with_us, home, prompter
from tests.hardware.pulse import until
from tests.web.house import SECONDS, Device, Served

PIN = "271828"


@contextmanager
def _serving(folder: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "assistant.cli", "page", "--set", "page.host=127.0.0.1", "--set", "page.port=0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, stdout=pipe, stderr=pipe, env=home(folder), text=True, preexec_fn=ends_with_us
    ) as server:
        try:
            yield server
        finally:
            server.kill()


def test_what_is_played_is_on_the_page_and_what_is_pressed_there_is_played(tmp_path: Path) -> None:
    words = ("friday", *SEATS, *NOTHING, "--set", f'page.pin="{PIN}"')
    with playing(tmp_path, *words, env=SILENT) as box, _serving(tmp_path) as server:
        until_shown(box, "Producer: Paul.")
        device = Device(Served(server)).sit("2", PIN)
        device.act("/say", words="I play {text}", **{"slot.text": "Ysolde"})
        assert until_shown(box, "Ysolde")["seat"] == "2"
        assert "1 Ysolde" in device.section("cards")
        ask(box, "1: start the clock", answers=0)
        assert until(lambda: "running" in device.get(), SECONDS)
        server.send_signal(signal.SIGKILL)
        ask(box, "3: I play Brakkett", answers=0)
        assert until_shown(box, "Brakkett")["refusal"] is None
        box.send_signal(signal.SIGTERM)
        assert box.wait(SECONDS) == 0
        assert box.stderr is not None
        assert box.stderr.read() == ""


@pytest.mark.slow
def test_an_evening_whose_page_has_no_place_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = ["play", "--json", "--lines", *SEATS, *NOTHING, "--set", f"page.socket={tmp_path / 'file/socket'}"]
    done = prompter(tmp_path, *words, lines=["2: I play Ysolde"], env=SILENT)
    assert done.returncode == 0
    assert any("Ysolde" in json.loads(line)["show"] for line in done.stdout.splitlines())
    assert [line for line in done.stderr.splitlines() if "the page has no way to the evening" in line]
