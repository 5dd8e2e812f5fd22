"""Buttons that a test presses."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from hardware.ports import Press, Ticker


class ScriptedButtons:
    """:class:`~hardware.ports.Buttons` that go down and up when told; the time is the ticker's.

    ``down`` and ``up`` return when the listener has dealt with the press, on the buttons' own thread; what the listener
    raises, they raise.
    """

    def __init__(self, ticker: Ticker, trouble: str = "") -> None:
        self.trouble = trouble
        self._ticker = ticker
        self._listener: Callable[[Press], None] | None = None
        self._thread = ThreadPoolExecutor(1, "buttons")

    def open(self, listener: Callable[[Press], None]) -> None:
        self._listener = listener
        self._thread = ThreadPoolExecutor(1, "buttons")

    def down(self, button: str) -> None:
        self._press(button, True)

    def up(self, button: str) -> None:
        self._press(button, False)

    def close(self) -> None:
        self._listener = None
        self._thread.shutdown(wait=False)  # nothing is left to do: each press was waited for

    def _press(self, button: str, is_down: bool) -> None:
        if self._listener is not None:
            self._thread.submit(self._listener, Press(button, is_down, self._ticker.seconds())).result()
