"""The steady clock of play time (``spikes/devices.md`` section 6, C-053, C-056)."""

from __future__ import annotations

import time
from pathlib import Path
from uuid import uuid4

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class BootTicker:
    """A :class:`~hardware.ports.Ticker` on CLOCK_BOOTTIME: goes on in suspend, and no wall clock moves it."""

    def __init__(self, boot_id: Path = BOOT_ID) -> None:
        self._clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
        try:
            self._boot = boot_id.read_text(encoding="ascii").strip()
        except (OSError, UnicodeError):
            self._boot = ""
        # Without the file every run must count as a boot of its own: two boots taken for one would invent hours.
        self._boot = self._boot or f"unknown-{uuid4()}"

    def seconds(self) -> float:
        return time.clock_gettime_ns(self._clock) / 1e9

    def boot(self) -> str:
        return self._boot
