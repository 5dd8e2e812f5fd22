"""What the doctor says of the pins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest

from assistant.doctor import Finding
from assistant.doctor.checks import CHECKS
from assistant.settings import Pins, Settings
from tests.hardware.mock_pins import HeldPin, mock_pins


def _findings(settings: Settings | None = None) -> list[Finding]:
    return list(CHECKS["pins"](settings or Settings()))


@pytest.fixture
def factory() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


@pytest.mark.case("C-076")
def test_off_the_pi_a_warning_says_what_stands_in() -> None:
    (finding,) = _findings()
    assert (finding.state, "the keyboard stands in" in finding.found) == ("warn", True)


def test_all_pins_are_counted_with_the_library_that_moves_them(factory: Any) -> None:
    assert _findings() == [Finding("pins", "ok", "10 by MockFactory, no button is down")]


def test_the_pins_are_free_afterwards(factory: Any) -> None:
    _findings()
    gpiozero.Button(17).close()


@pytest.mark.case("C-077")
def test_a_pin_that_another_has_is_named(factory: Any) -> None:
    with gpiozero.LED(27), gpiozero.Button(22):
        button, lamp = _findings()
    assert button.found.startswith("button of seat 1 (GPIO 22): another program has this pin")
    assert lamp.found.startswith("status lamp (GPIO 27): another program has this pin")


@pytest.mark.case("C-074")
def test_a_button_that_is_down_though_nobody_holds_it_is_named(factory: Any) -> None:
    factory.pin(17, pin_class=HeldPin)
    (finding,) = _findings()
    assert finding.found.startswith("clock button (GPIO 17): down since the start")


def test_nothing_wired_is_nothing_wrong() -> None:
    (finding,) = _findings(Settings(pins=Pins(clock_button=0, seat_buttons=(), status_lamp=0)))
    assert (finding.state, finding.found) == ("ok", "nothing is wired")
