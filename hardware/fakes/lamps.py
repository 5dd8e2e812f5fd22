"""Lamps that keep what they were to show."""

from __future__ import annotations

from hardware.patterns import pattern_of


class RecordingLamps:
    """:class:`~hardware.ports.Lamps` for every name. Patterns that end by themselves are over at once."""

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble
        self.history: list[tuple[str, str]] = []
        """Lamp and pattern, as they were asked for."""
        self.shown: dict[str, str] = {}
        """Lamp to the pattern it shows now; a lamp that was never asked for is off."""
        self._closed = False

    def show(self, lamp: str, pattern: str) -> None:
        ends = pattern_of(pattern).ends
        if self._closed:
            return
        self.history.append((lamp, pattern))
        if not ends:
            self.shown[lamp] = pattern

    def close(self) -> None:
        self._closed = True
        self.shown.clear()
