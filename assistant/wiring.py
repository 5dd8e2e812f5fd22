"""What is wired to which pin of the Raspberry Pi's header, as the settings want it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from assistant.parts import button_pins, lamp_pins
from assistant.settings import Settings

GROUND, VOLTS_3, VOLTS_5, MEMORY = "ground", "3.3 V", "5 V", "reserved"

HEADER: tuple[int | str, ...] = (
    *(VOLTS_3, VOLTS_5, 2, VOLTS_5, 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, VOLTS_3, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, MEMORY, MEMORY, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""The pins 1 to 40: BCM numbers, or what else is there. The same on every Pi with 40 pins."""

GROUND_PINS = tuple(pin for pin, what in enumerate(HEADER, 1) if what == GROUND)

RESISTOR = "470 Ω"
"""In front of each lamp. A red, yellow or green LED then takes 3 mA: bright in a dim room, and nine of them together
stay well below the 50 mA that the pins may give."""


@dataclass(frozen=True)
class Wire:
    """A button or a lamp, and the pin it is wired to; its other leg goes to ground."""

    kind: Literal["button", "lamp"]
    label: str
    """``Clock button``, ``Seat 3``, ``Lamp of seat 3``."""
    player: str
    """Whose seat it is; empty where nobody is named."""
    gpio: int

    @property
    def pin(self) -> int:
        """Its number on the header."""
        return HEADER.index(self.gpio) + 1

    @property
    def is_left(self) -> bool:
        """The odd pins are on the left when the USB sockets are below."""
        return self.pin % 2 == 1

    @property
    def sentence(self) -> str:
        """For those who do not see the picture."""
        who = f"{self.label} ({self.player})" if self.player else self.label
        through = f" through {RESISTOR}" if self.kind == "lamp" else ""
        return f"{who}: from pin {self.pin} (GPIO {self.gpio}){through} to ground."


def wires(settings: Settings) -> tuple[Wire, ...]:
    """All of them, clock and status first, then seat by seat."""
    players = dict(enumerate(settings.table.seats, 1))

    def named(kind: Literal["button", "lamp"], name: str, gpio: int) -> Wire:
        if not name.isdigit():
            return Wire(kind, f"{name.capitalize()} {kind}", "", gpio)
        label = f"Seat {name}" if kind == "button" else f"Lamp of seat {name}"
        return Wire(kind, label, players.get(int(name), ""), gpio)

    buttons = [named("button", name, gpio) for name, gpio in button_pins(settings).items()]
    return (*buttons, *(named("lamp", name, gpio) for name, gpio in lamp_pins(settings).items()))


def text_lines(settings: Settings) -> Iterator[str]:
    """A table for the terminal; the first line is its head."""
    yield "pin  GPIO  what                                     other leg"
    for wire in wires(settings):
        what = f"{wire.label}, {wire.player}" if wire.player else wire.label
        other = "ground" if wire.kind == "button" else f"short one to ground; {RESISTOR} before the long one"
        yield f"{wire.pin:>3}  {wire.gpio:>4}  {what:<40} {other}"
    yield f"Ground is at the pins {', '.join(map(str, GROUND_PINS[:-1]))} and {GROUND_PINS[-1]}; any of them will do."
