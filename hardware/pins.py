"""The pins of a Raspberry Pi, by gpiozero on lgpio: the one place that opens them, closes them and says why not."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from hardware.ports import HardwareError

Kind = Literal["button", "lamp"]

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
"""gpiozero's own: another library for the pins, or simulated ones."""
FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS = 1.0, 60.0
_MODEL, _DEVICES = Path("/proc/device-tree/model"), Path("/dev")
_JOIN_THE_GROUP = "sudo usermod -aG gpio $USER, then log in again"


def open_board() -> Any:
    """The gpiozero package with pins to use. HardwareError says why there are none, and what to do.

    Only lgpio is tried, unless the environment asks for another one: gpiozero itself would go on to libraries that open
    on a board they do not fit, and to buttons that look alive and are dead (C-076).
    """
    try:
        gpiozero = importlib.import_module("gpiozero")
        if gpiozero.Device.pin_factory is None:
            if FACTORY_VARIABLE in os.environ:
                gpiozero.Device.ensure_pin_factory()
            else:
                os.environ.setdefault("LG_WD", tempfile.gettempdir())  # else lgpio leaves a pipe where one stands
                gpiozero.Device.pin_factory = importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory()
    except Exception as error:  # each of the libraries raises errors of its own making
        raise HardwareError(why_no_pins(error)) from error
    return gpiozero


def library() -> str:
    """What moves the pins, e.g. ``LGPIOFactory``. HardwareError as :func:`open_board`."""
    return type(open_board().Device.pin_factory).__name__


def why_no_pins(error: Exception, model: Path = _MODEL, devices: Path = _DEVICES) -> str:
    """One line on why this machine has no pins to use (C-076, C-079)."""
    if FACTORY_VARIABLE in os.environ:
        return f"no pins: {FACTORY_VARIABLE} asks for {os.environ[FACTORY_VARIABLE]!r}, and that fails: {_line(error)}"
    if not is_raspberry_pi(model):
        return "no pins: this is no Raspberry Pi; the keyboard stands in"
    if isinstance(error, ModuleNotFoundError):
        install = "sudo apt install python3-lgpio" if error.name == "lgpio" else f"pip install {error.name}"
        return f"no pins: the Python package {error.name} is missing: {install}"
    shut = [chip for chip in sorted(devices.glob("gpiochip*")) if not os.access(chip, os.R_OK | os.W_OK)]
    if shut:
        return f"no pins: no permission for {shut[0]}: {_JOIN_THE_GROUP}"
    return f"no pins: {_line(error)}; see: prompter doctor"


def why_not_this_pin(error: Exception) -> str:
    """One line on why a single pin cannot be had (C-077, C-079)."""
    told = _line(error)
    if "busy" in told or "in use" in told:
        return "another program has this pin; end that one, it is tried again"
    if isinstance(error, PermissionError) or "permi" in told:
        return f"no permission: {_JOIN_THE_GROUP}"
    return told


def is_raspberry_pi(model: Path = _MODEL) -> bool:
    """Whether this machine has the pins that are meant, usable or not."""
    try:
        return "Raspberry Pi" in model.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


class PinDevices:
    """gpiozero's devices by name, each on a pin of its own; one that cannot be had does not keep the others back."""

    def __init__(self, kind: Kind, pins: Mapping[str, int], make: Callable[[Any, int], Any]) -> None:
        """``make`` gets the gpiozero package and a BCM number."""
        self.devices: dict[str, Any] = {}
        self.retry_at: float | None = None
        """When to :meth:`open` again for a pin that was taken; None: nothing to wait for."""
        self.missing: dict[str, str] = {}
        """Name to the reason why it is not there."""
        self.no_board = ""
        """Why none of them is there."""
        self._kind: Kind = kind
        self._pins = dict(pins)
        self._make = make
        self._wait_seconds = FIRST_RETRY_SECONDS

    def open(self, at: float) -> tuple[str, ...]:
        """Make what is not there yet; the names of those that are new."""
        if not self._pins:
            return ()
        self.retry_at = None
        try:
            gpiozero = open_board()
        except HardwareError as error:
            self.no_board = str(error)
            return ()
        before = set(self.devices)
        self.missing.clear()
        for name in self._pins.keys() - before:
            try:
                self.devices[name] = self._make(gpiozero, self._pins[name])
            except Exception as error:  # as in open_board
                self.missing[name] = why_not_this_pin(error)
        if self.missing:
            self.retry_at = at + self._wait_seconds
            self._wait_seconds = min(2 * self._wait_seconds, LAST_RETRY_SECONDS)
        return tuple(name for name in self._pins if name in self.devices and name not in before)

    @property
    def trouble(self) -> str:
        """What is wrong, in one line; empty while all is well."""
        return self.no_board or "; ".join(
            f"{self.called(name)}: {self.missing[name]}" for name in self._pins if name in self.missing
        )

    def called(self, name: str) -> str:
        """A device as one would look for it: ``button of seat 3 (GPIO 24)``."""
        who = f"{self._kind} of seat {name}" if name.isdigit() else f"{name} {self._kind}"
        return f"{who} (GPIO {self._pins[name]})"

    def close(self) -> None:
        """Free all pins. They can be opened again."""
        while self.devices:
            self.devices.popitem()[1].close()
        self.retry_at, self._wait_seconds = None, FIRST_RETRY_SECONDS


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
