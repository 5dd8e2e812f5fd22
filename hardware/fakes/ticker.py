"""A clock that is moved by hand."""

from __future__ import annotations


class HandTicker:
    """A :class:`~hardware.ports.Ticker` that stands until someone calls :meth:`advance`."""

    def __init__(self, seconds: float = 0.0, boot: str = "boot-1") -> None:
        self._seconds = seconds
        self._boot = boot

    def seconds(self) -> float:
        return self._seconds

    def boot(self) -> str:
        return self._boot

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        if seconds < 0:
            raise ValueError("a steady clock never runs back")
        self._seconds += seconds

    def reboot(self, boot: str, seconds: float = 0.0) -> None:
        """Another boot, whose clock begins anew."""
        self._boot, self._seconds = boot, seconds
