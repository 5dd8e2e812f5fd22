"""The buttons of the box, each between a pin and ground, over gpiozero."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from threading import Condition, Thread, current_thread
from typing import Any

from hardware.gestures import Debouncer, GestureSettings
from hardware.pins import PinDevices
from hardware.ports import Press, Ticker
from hardware.ticker import BootTicker


class GpioButtons:
    """:class:`~hardware.ports.Buttons` on pins. gpiozero gives edges and levels only: its own way with bounces loses
    releases, and its holds come beside the presses (C-073).

    All presses come from one thread. It sleeps while nothing happens, and while a contact bounces it wakes once for
    each time that the contact could have come to rest, however many edges there are. It also tries again for pins that
    another program had.
    """

    def __init__(
        self, pins: Mapping[str, int], ticker: Ticker | None = None, settings: GestureSettings | None = None
    ) -> None:
        """``pins``: the BCM number of each button by its name."""
        self._pins = PinDevices("button", pins, _make_button)
        self._ticker = ticker or BootTicker()
        self._settings = settings or GestureSettings()
        self._debouncers: dict[str, Debouncer] = {}
        self._presses: deque[Press] = deque()
        self._changed = Condition()
        self._thread: Thread | None = None

    def open(self, listener: Callable[[Press], None]) -> None:
        with self._changed:
            self._open_pins(self._ticker.seconds())
            self._look()
            self._thread = Thread(target=self._run, args=(listener,), name="buttons", daemon=True)
            self._thread.start()

    @property
    def trouble(self) -> str:
        with self._changed:
            now = self._ticker.seconds()
            told = ((self._pins.called(name), one.trouble(now)) for name, one in self._debouncers.items())
            return "; ".join(filter(None, (self._pins.trouble, *(f"{who}: {what}" for who, what in told if what))))

    def close(self) -> None:
        with self._changed:
            thread, self._thread = self._thread, None
            self._changed.notify_all()
        if thread is not None and thread is not current_thread():
            thread.join()
        self._pins.close()  # not under the lock, which an edge that is on its way may be waiting for
        self._debouncers.clear()
        self._presses.clear()

    def _run(self, listener: Callable[[Press], None]) -> None:
        while True:
            with self._changed:
                if self._thread is not current_thread():
                    return
                self._look()
                if not self._presses:
                    self._changed.wait(self._seconds_to_wait())
                    continue
                press = self._presses.popleft()
            listener(press)

    def _look(self) -> None:
        """Do what is due."""
        now = self._ticker.seconds()
        if self._pins.retry_at is not None and now >= self._pins.retry_at:
            self._open_pins(now)
        for name, debouncer in self._debouncers.items():
            if debouncer.due is not None and now >= debouncer.due:
                self._presses += debouncer.check(self._pins.devices[name].is_active, now)

    def _open_pins(self, now: float) -> None:
        for name in self._pins.open(now):
            self._take(name, self._pins.devices[name], now)

    def _take(self, name: str, device: Any, now: float) -> None:
        self._debouncers[name] = Debouncer(name, device.is_active, now, self._settings)
        device.when_activated = lambda: self._edge(name, True)
        device.when_deactivated = lambda: self._edge(name, False)

    def _edge(self, name: str, is_down: bool) -> None:
        """gpiozero's callback, on a thread of its own."""
        with self._changed:
            debouncer = self._debouncers.get(name)
            if debouncer is None:  # closed meanwhile
                return
            was_at_rest = debouncer.due is None
            presses = debouncer.edge(is_down, self._ticker.seconds())
            self._presses += presses
            if presses or was_at_rest:
                self._changed.notify_all()

    def _seconds_to_wait(self) -> float | None:
        """None: until something happens."""
        dues = [one.due for one in self._debouncers.values() if one.due is not None]
        if self._pins.retry_at is not None:
            dues.append(self._pins.retry_at)
        return max(0.0, min(dues) - self._ticker.seconds()) if dues else None


def _make_button(gpiozero: Any, pin: int) -> Any:
    # Not gpiozero.Button: that adds a thread for its holds.
    return gpiozero.DigitalInputDevice(pin, pull_up=True)
