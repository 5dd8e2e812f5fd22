"""Offline: nothing but ``prompter model get`` opens a connection, and all else runs where there is none to open."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.run import SEATS, home

STORY = Path(__file__).parents[1] / "rehearsal" / "one_line.yaml"

# Python tells its audit hooks of every socket, whatever module opens it.
GUARDED = """
import os, sys
def hook(event, arguments):
    # vosk's own import asks, by binding to this machine's loopback address, whether there is IPv6: no connection.
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname", "socket.sendmsg"):
        os.write(2, f"SOCKET {event} {arguments[1:]}\\n".encode())
        os._exit(99)
sys.addaudithook(hook)
from assistant.cli import main
main()
"""

COMMANDS = [
    ["type", *SEATS],
    ["rehearse", str(STORY)],
    ["say"],
    ["evenings"],
    ["config"],
    ["voices"],
    ["devices"],
    ["doctor"],
    ["model", "list"],
]


def _guarded(folder: Path, words: list[str]) -> subprocess.CompletedProcess[bytes]:
    lines = b"1: start the clock\n2: I play Atwater\n"
    return subprocess.run(
        [sys.executable, "-c", GUARDED, *words],
        input=lines,
        capture_output=True,
        env=home(folder),
        timeout=100,
        check=False,
    )


@pytest.mark.case("C-022")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_no_command_opens_a_connection(tmp_path: Path, words: list[str]) -> None:
    assert b"SOCKET" not in _guarded(tmp_path, words).stderr


def test_the_guard_sees_the_one_command_that_does(tmp_path: Path) -> None:
    done = _guarded(tmp_path, ["model", "get", "--quiet", "--timeout", "1"])
    assert done.returncode == 99
    assert b"SOCKET socket.getaddrinfo" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="needs root and unshare")
def test_a_rehearsal_runs_where_there_is_no_network_at_all(tmp_path: Path) -> None:
    done = subprocess.run(
        ["unshare", "-n", sys.executable, "-m", "assistant.cli", "rehearse", str(STORY)],
        capture_output=True,
        env=home(tmp_path),
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode()
