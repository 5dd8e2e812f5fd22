"""What the box tells the service manager: that it is up, what it is doing, and that it still works.

The protocol is sd_notify(3): datagrams to the socket that ``$NOTIFY_SOCKET`` names. Without that variable, as on a
laptop, nothing is sent. Written here rather than taken from ``systemd-watchdog``: that decides by wall time when to
feed, which on a Pi without a battery clock may jump by years.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Mapping
from threading import Event

LOOKS_PER_TIMEOUT = 4
"""How often evidence of work is looked for in the time after which the service manager would end a hung box."""

IDLE_LOOK_SECONDS = 5.0
"""How often where nobody asked for a watchdog: what has gone silent is logged all the same."""

_log = logging.getLogger(__name__)


class Notifier:
    """Speaks to the service manager, if there is one. A message that cannot be sent is logged and costs nothing else.

    >>> notifier = Notifier()
    >>> notifier.ready()
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.look_seconds = _look_seconds(environment)
        """How often :meth:`Watchdog.look` is to be called."""

    def ready(self) -> None:
        """The evening is open and its clock stands. Does not wait for a microphone: one can be plugged in later."""
        self._send("READY=1")

    def status(self, text: str) -> None:
        """One line for ``systemctl status prompter``: which evening, and where its clock stands."""
        self._send("STATUS=" + " ".join(text.split()))

    def watchdog(self) -> None:
        """Still at work. To be called by :class:`Watchdog` alone, which asks for evidence first."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """A clean end has begun."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.sendto(message.encode(), self._address)
        except OSError as error:
            _log.warning("%s could not be told to the service manager: %s", message, error)


def _look_seconds(environment: Mapping[str, str]) -> float:
    timeout = environment.get("WATCHDOG_USEC", "")
    meant_for = environment.get("WATCHDOG_PID", "")
    if not timeout.isdigit() or meant_for not in ("", str(os.getpid())):
        return IDLE_LOOK_SECONDS
    return int(timeout) / 1e6 / LOOKS_PER_TIMEOUT


class Watchdog:
    """Feeds the service manager's watchdog by evidence of work, and by nothing else.

    A timer that feeds by itself would go on feeding while the ears hang. So each part that must not hang has a check:
    a call that is true where that part has done a round of its work since it was asked before. A microphone that is
    not there is no hang: ears that look for it again and again do their work.
    """

    def __init__(self, checks: Mapping[str, Callable[[], bool]], notifier: Notifier) -> None:
        """``checks``: the name of each part, as the log shall call it, to its check."""
        self._checks = dict(checks)
        self._notifier = notifier
        self._awaited = set(self._checks)

    def look(self) -> tuple[str, ...]:
        """Feed where every part has worked since the last feeding; returns the parts that have not."""
        self._awaited -= {name for name, has_worked in self._checks.items() if has_worked()}
        silent = tuple(name for name in self._checks if name in self._awaited)
        if silent:
            _log.warning("no sign of work from: %s", ", ".join(silent))
        else:
            self._awaited = set(self._checks)
            self._notifier.watchdog()
        return silent


def stop_requests() -> Event:
    """Set as soon as the box is asked to end: by the service manager, by Ctrl-C, or by a terminal that closes.

    From the main thread. Whoever waits for it closes the evening, which notes the clock, and then ends with status 0.
    """
    asked = Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: asked.set())
    return asked
