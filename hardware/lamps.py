"""The lamps of the box, each between a pin and ground, over gpiozero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition, Thread, current_thread
from typing import Any

from hardware.patterns import Pattern, pattern_of
from hardware.pins import PinDevices
from hardware.ports import Ticker
from hardware.ticker import BootTicker


@dataclass
class _Shown:
    """What a lamp shows: a pattern, and perhaps over it one that ends."""

    pattern: Pattern
    over: Pattern | None = None
    since: float = 0.0

    def at(self, now: float) -> tuple[float, float | None]:
        """Brightness, and for how long it stays. Patterns follow the clock, so that lamps that blink blink together."""
        if self.over is not None and now - self.since < self.over.seconds:
            return self.over.at(now - self.since)
        return self.pattern.at(now)


class GpioLamps:
    """:class:`~hardware.ports.Lamps` on pins.

    One thread for all lamps, which sleeps while nothing changes. gpiozero's own blinking knows one rhythm, has a thread
    for each lamp and does not say when it has ended; the patterns need rhythms, one beat for all, and a way back.
    """

    def __init__(self, pins: Mapping[str, int], ticker: Ticker | None = None) -> None:
        """``pins``: the BCM number of each lamp by its name."""
        self._pins = PinDevices("lamp", pins, _make_lamp)
        self._ticker = ticker or BootTicker()
        off = pattern_of("off")
        self._shown = {name: _Shown(off) for name in pins}
        self._changed = Condition()
        self._is_closed = False
        self._pins.open(self._ticker.seconds())
        self._thread = Thread(target=self._run, name="lamps", daemon=True)
        self._thread.start()

    def show(self, lamp: str, pattern: str) -> None:
        chosen = pattern_of(pattern)
        with self._changed:
            if lamp not in self._shown:
                return
            shown = self._shown[lamp]
            if chosen.ends:
                shown.over, shown.since = chosen, self._ticker.seconds()
            else:
                shown.pattern = chosen
            self._changed.notify_all()

    @property
    def trouble(self) -> str:
        with self._changed:
            return self._pins.trouble

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread is not current_thread():
            self._thread.join()
        self._pins.close()

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                self._changed.wait(self._light())

    def _light(self) -> float | None:
        """Set every lamp; the seconds until something changes, None: until told."""
        now = self._ticker.seconds()
        if self._pins.retry_at is not None and now >= self._pins.retry_at:
            self._pins.open(now)
        waits = [] if self._pins.retry_at is None else [self._pins.retry_at - now]
        for name, device in self._pins.devices.items():
            level, seconds = self._shown[name].at(now)
            if device.value != level:
                device.value = level
            if seconds is not None:
                waits.append(seconds)
        return min(waits) if waits else None


def _make_lamp(gpiozero: Any, pin: int) -> Any:
    return gpiozero.PWMLED(pin)
