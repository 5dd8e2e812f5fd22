"""gpiozero on simulated pins, to try the real adapters on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPWMPin


@contextmanager
def mock_pins() -> Iterator[Any]:
    """The factory of the pins, in place of the board's."""
    before = gpiozero.Device.pin_factory
    factory = gpiozero.Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield factory
    finally:
        factory.reset()
        factory.close()
        gpiozero.Device.pin_factory = before


class HeldPin(MockPWMPin):
    """A pin whose button is held when it is opened: no pull-up lifts it."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()
