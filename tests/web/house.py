"""An evening of Stones with its stage door, the page in a process of its own, and devices that look at it."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

from assistant.evening import Answer, Loop
from assistant.evening.typed import answer_line
from assistant.web.messages import Done, News
from assistant.web.stage_door import StageDoor
from tests.commands.run import ends_with_us, home
from tests.evening.stones import Table

PIN = "271828"
SECONDS = 30.0
"""Longer than anything here takes on the busiest machine."""


class House:
    """Ann, Ben and Cleo at seats 1 to 3; the evening's door at ``path``."""

    def __init__(self, path: Path, table: Table | None = None) -> None:
        self.path = path
        self.table = table or Table()
        self.door = StageDoor(self.table.evening, path, PIN)
        self.loop = Loop(self.table.evening, publish=self.door.told)
        self.door.open(self.loop)
        self._pages: list[subprocess.Popen[str]] = []

    def type(self, *lines: str) -> Answer:
        """Typed lines, one after the other; the answer to the last one."""
        for line in lines:
            answer = self.loop.submit(lambda evening, line=line: answer_line(evening, line)).result(SECONDS)
        return answer

    def serve(self, *settings: str) -> Served:
        """``prompter page``, when it has found the evening."""
        words = ["page", "--set", f"page.socket={self.path}", "--set", "page.host=127.0.0.1", "--set", "page.port=0"]
        words += [word for setting in settings for word in ("--set", setting)]
        page = subprocess.Popen(
            [sys.executable, "-m", "assistant.cli", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=home(self.path.parent),
            text=True,
            preexec_fn=ends_with_us,
        )
        self._pages.append(page)
        return Served(page)

    def close(self) -> None:
        for page in self._pages:
            page.kill()
            page.communicate()
        self.loop.stop()
        self.door.close()


class Served:
    """A page that is served."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.told = self.until("PIN")
        self.port = int(re.findall(r":(\d+) ", self.told)[0])
        self.host = f"127.0.0.1:{self.port}"

    def until(self, wanted: str) -> str:
        """The next line it prints that has this."""
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            if wanted in line:
                return line
        assert self.process.stderr is not None
        raise AssertionError(f"it ended without {wanted!r}: {self.process.stderr.read()}")

    def raw(self, request: bytes) -> bytes:
        """Everything that comes back for these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), SECONDS) as way:
            way.sendall(request)
            way.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: way.recv(65536), b""))


class Device:
    """A browser without scripts: keeps its cookie and sends the forms that it is shown."""

    def __init__(self, page: Served) -> None:
        self.page = page
        self.cookie = ""
        self.status = 0
        self.headers: dict[str, str] = {}
        self.text = ""

    def get(self, path: str = "/", **headers: str) -> str:
        return self._request("GET", path, None, headers)

    def post(self, path: str, fields: Any = (), **headers: str) -> str:
        """Send a form; where that leads elsewhere, go there."""
        sent = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        self._request("POST", path, urlencode(fields), sent)
        status = self.status
        if status == 303:
            self.get(self.headers["Location"].partition("#")[0])
            self.status = status
        return self.text

    def sit(self, seat: str, pin: str = PIN) -> Device:
        """Give the PIN and choose a seat."""
        self.post("/enter", {"pin": pin})
        self.act("/seat", seat=seat)
        return self

    def act(self, path: str, **fields: str) -> str:
        """A form of the page as it was shown last."""
        return self.post(path, {"token": self.token, **fields})

    @property
    def token(self) -> str:
        return next(iter(re.findall(r'name="token" value="([^"]+)"', self.text)), "")

    def section(self, name: str) -> str:
        """The words of a part of the page."""
        found = re.findall(rf'id="{name}"[^>]*>(.*?)</section>', self.text, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())

    def events(self) -> Iterator[str]:
        """The stream, event by event."""
        connection = http.client.HTTPConnection("127.0.0.1", self.page.port, timeout=SECONDS)
        connection.request("GET", "/events", headers=self._headers({}))
        answer = connection.getresponse()
        lines: list[str] = []
        while line := answer.readline():
            if line == b"\n":
                yield "\n".join(lines)
                lines = []
            else:
                lines.append(line.decode().rstrip("\n"))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return ({"Cookie": self.cookie} if self.cookie else {}) | more

    def _request(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.page.port, timeout=SECONDS)
        connection.request(method, path, body, self._headers(headers))
        answer = connection.getresponse()
        self.status, self.headers, self.text = answer.status, dict(answer.getheaders()), answer.read().decode()
        connection.close()
        cookie = self.headers.get("Set-Cookie", "")
        self.cookie = cookie.partition(";")[0] or self.cookie
        return self.text


class Caller:
    """Somebody at the socket."""

    def __init__(self, path: Path) -> None:
        self.way = socket.socket(socket.AF_UNIX)
        self.way.settimeout(SECONDS)
        self.way.connect(str(path))
        self._lines = self.way.makefile("rb")
        self.everything = News()

    def send(self, line: bytes) -> None:
        self.way.sendall(line)

    def hear(self) -> News | Done | None:
        """The next thing it is told; None when it has been let go, be it in the middle of a line."""
        try:
            line = self._lines.readline()
        except ConnectionResetError:
            return None
        return msgspec.json.decode(line, type=News | Done) if line.endswith(b"\n") else None

    def done(self) -> Done:
        """The next answer to an order."""
        while not isinstance(told := self.hear(), Done):
            assert told is not None
        return told

    def close(self) -> None:
        self._lines.close()
        self.way.close()
