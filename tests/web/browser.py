"""A real browser without a window, driven over the DevTools protocol by plain means."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.commands.run import ends_with_us

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SECONDS = 60.0
"""Longer than a browser takes to start on the busiest machine."""
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run")

# Whether a condition comes true: looked at after each change of the page.
UNTIL = """
new Promise((resolve) => {{
  const look = () => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }};
  const watch = new MutationObserver(() => {{ if (look()) {{ watch.disconnect(); resolve(true); }} }});
  watch.observe(document, {{ subtree: true, childList: true, characterData: true, attributes: true }});
  document.addEventListener("readystatechange", () => {{ if (look()) {{ watch.disconnect(); resolve(true); }} }});
  if (look()) {{ watch.disconnect(); resolve(true); }}
  setTimeout(() => resolve(false), {milliseconds});
}})
"""


class TabError(Exception):
    """The browser could not do that: the page was left meanwhile, or a script is wrong."""


class Tab:
    """One page in the browser, with cookies of its own."""

    def __init__(self, way: ClientConnection) -> None:
        self._way = way
        self._numbers = count(1)
        self._session: dict[str, str] = {}
        self.problems: list[str] = []
        """What the browser complained of: errors of scripts, and what the policy of the page forbade."""
        self._context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=self._context)["targetId"]
        self._session = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for part in ("Page", "Runtime", "Log"):
            self.call(f"{part}.enable")

    def call(self, method: str, **params: Any) -> Any:
        """A method of the protocol, and what it gives."""
        number = next(self._numbers)
        self._way.send(json.dumps({"id": number, "method": method, "params": params, **self._session}))
        told = self._hear(lambda told: told.get("id") == number)
        if "error" in told:
            raise TabError(told["error"]["message"])
        return told["result"]

    def _hear(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            told: dict[str, Any] = json.loads(self._way.recv(SECONDS))
            if told.get("sessionId") != self._session.get("sessionId"):
                continue  # of a tab that is closed
            if told.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.problems.append(json.dumps(told["params"]))
            if is_wanted(told):
                return told

    def close(self) -> None:
        self._session = {}
        self.call("Target.disposeBrowserContext", browserContextId=self._context)

    def without_scripts(self) -> Tab:
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        return self

    def open(self, url: str) -> Tab:
        self.call("Page.navigate", url=url)
        self._hear(lambda told: told.get("method") == "Page.loadEventFired")
        return self

    def run(self, script: str) -> Any:
        """The value of this expression, awaited."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise TabError(str(done["exceptionDetails"]))
        return done["result"].get("value")

    def until(self, condition: str) -> bool:
        """Whether this comes true on the page. One that is left meanwhile is looked at anew."""
        while True:
            try:
                return bool(self.run(UNTIL.format(condition=condition, milliseconds=int(SECONDS * 500))))
            except TabError:
                continue

    def press(self, key: str, text: str = "") -> None:
        """A key of the keyboard."""
        codes = {"Tab": 9, "Enter": 13}
        common = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)


@contextmanager
def browser(folder: Path) -> Iterator[ClientConnection]:
    """Chromium with a profile of its own in this folder."""
    words = [str(CHROMIUM), *OPTIONS, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=ends_with_us
    ) as process:
        try:
            assert process.stderr is not None
            found = None
            while found is None:
                line = process.stderr.readline()
                assert line, "the browser has ended"
                found = re.search(r"ws://\S+", line)
            with connect(found[0], max_size=None, open_timeout=SECONDS) as way:
                yield way
        finally:
            process.kill()
