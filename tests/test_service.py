"""What the box tells the service manager, on a real socket of our own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant.service import IDLE_LOOK_SECONDS, Notifier, Watchdog


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def _notifier(manager: socket.socket) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": manager.getsockname()})


def _told(manager: socket.socket) -> list[str]:
    told = []
    while True:
        try:
            told.append(manager.recv(4096).decode())
        except BlockingIOError:
            return told


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        (Notifier.ready, "READY=1"),
        (Notifier.watchdog, "WATCHDOG=1"),
        (Notifier.stopping, "STOPPING=1"),
        (lambda notifier: notifier.status("Élodie’s evening:\nstands"), "STATUS=Élodie’s evening: stands"),
    ],
)
def test_each_message_is_one_datagram_of_one_line(
    manager: socket.socket, say: Callable[[Notifier], None], expected: str
) -> None:
    say(_notifier(manager))
    assert _told(manager) == [expected]


def test_an_address_with_an_at_sign_is_in_the_abstract_namespace() -> None:
    name = f"prompter-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.setblocking(False)
        Notifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert _told(listening) == ["READY=1"]


def test_without_a_service_manager_nothing_is_sent(manager: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", None)
    Notifier({}).ready()


def test_a_service_manager_that_is_gone_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
    assert "READY=1 could not be told to the service manager" in caplog.text


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 5.0),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": str(os.getpid())}, 2.0),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "1"}, IDLE_LOOK_SECONDS),
        ({}, IDLE_LOOK_SECONDS),
    ],
)
def test_work_is_looked_for_four_times_in_the_time_that_is_left(environment: dict[str, str], seconds: float) -> None:
    assert Notifier(environment).look_seconds == seconds


class _Part:
    """A part of the box that works when told to."""

    def __init__(self) -> None:
        self.rounds = 0
        self._seen = 0

    def has_worked(self) -> bool:
        before, self._seen = self._seen, self.rounds
        return self.rounds > before


@pytest.fixture
def parts() -> dict[str, _Part]:
    return {"evening": _Part(), "ears": _Part()}


@pytest.fixture
def watchdog(manager: socket.socket, parts: dict[str, _Part]) -> Watchdog:
    return Watchdog({name: part.has_worked for name, part in parts.items()}, _notifier(manager))


def test_it_is_fed_when_every_part_has_worked(
    manager: socket.socket, parts: dict[str, _Part], watchdog: Watchdog
) -> None:
    for part in parts.values():
        part.rounds += 1
    assert (watchdog.look(), _told(manager)) == ((), ["WATCHDOG=1"])


@pytest.mark.parametrize("hung", ["evening", "ears"])
def test_it_starves_while_one_part_hangs_and_the_log_names_that_part(
    manager: socket.socket,
    parts: dict[str, _Part],
    watchdog: Watchdog,
    hung: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(3):
        for name, part in parts.items():
            part.rounds += name != hung
        assert watchdog.look() == (hung,)
    assert (_told(manager), caplog.messages) == ([], [f"no sign of work from: {hung}"] * 3)


def test_work_once_fed_for_does_not_feed_again(
    manager: socket.socket, parts: dict[str, _Part], watchdog: Watchdog
) -> None:
    for part in parts.values():
        part.rounds += 1
    watchdog.look()
    assert (watchdog.look(), _told(manager)) == (("evening", "ears"), ["WATCHDOG=1"])


def test_parts_that_take_turns_feed_it_together(
    manager: socket.socket, parts: dict[str, _Part], watchdog: Watchdog
) -> None:
    parts["evening"].rounds += 1
    watchdog.look()
    parts["ears"].rounds += 1
    assert (watchdog.look(), _told(manager)) == ((), ["WATCHDOG=1"])


WAITS_FOR_A_REQUEST = """
from assistant.service import stop_requests
asked = stop_requests()
print("waiting", flush=True)
asked.wait()
print("closed", flush=True)
"""


@pytest.mark.parametrize("request_to_stop", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_request_to_stop_lets_the_evening_be_closed(request_to_stop: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", WAITS_FOR_A_REQUEST], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(request_to_stop)
        assert (process.stdout.read(), process.wait(timeout=10)) == ("closed\n", 0)
