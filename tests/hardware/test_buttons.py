from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest

from hardware.buttons import GpioButtons
from hardware.fakes.buttons import ScriptedButtons
from hardware.fakes.ticker import HandTicker
from hardware.gestures import GestureSettings
from hardware.pins import FIRST_RETRY_SECONDS
from tests.hardware.buttons_contract import ButtonsContract, Listener
from tests.hardware.mock_pins import HeldPin, mock_pins
from tests.hardware.pulse import until

PINS = {"clock": 17, "1": 22, "2": 23}
AT_ONCE = GestureSettings(start_seconds=0.0)


class TestScriptedButtons(ButtonsContract):
    @pytest.fixture
    def buttons(self, ticker: HandTicker) -> Iterator[ScriptedButtons]:
        self.scripted = ScriptedButtons(ticker)
        yield self.scripted
        self.scripted.close()

    def push(self, seat: str) -> None:
        self.scripted.down(seat)

    def let_go(self, seat: str) -> None:
        self.scripted.up(seat)

    def tap_clock(self) -> None:
        self.scripted.down("clock")
        self.scripted.up("clock")


@pytest.fixture
def factory() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


class TestGpioButtons(ButtonsContract):
    @pytest.fixture
    def buttons(self, factory: Any, ticker: HandTicker) -> Iterator[GpioButtons]:
        self.clock, self.factory = ticker, factory
        buttons = GpioButtons(PINS, ticker, AT_ONCE)
        self.gpio = buttons
        yield buttons
        buttons.close()

    def push(self, seat: str) -> None:
        self.clock.advance(2.0)
        self.factory.pin(PINS[seat]).drive_low()

    def let_go(self, seat: str) -> None:
        self.clock.advance(2.0)
        self.factory.pin(PINS[seat]).drive_high()

    def tap_clock(self) -> None:
        self.push("clock")
        self.let_go("clock")

    @pytest.mark.case("C-073")
    def test_bounces_are_left_out_though_the_simulated_pins_show_them_all(self, buttons: GpioButtons) -> None:
        listener = Listener()
        buttons.open(listener)
        pin = self.factory.pin(PINS["1"])
        for _ in range(500):
            self.clock.advance(0.001)
            pin.drive_low()
            self.clock.advance(0.001)
            pin.drive_high()
        pin.drive_low()
        self.clock.advance(2.0)
        pin.drive_high()
        assert listener.has(("1", True), ("1", False))

    def test_a_release_inside_the_bounces_is_not_lost(self, buttons: GpioButtons) -> None:
        listener = Listener()
        buttons.open(listener)
        pin = self.factory.pin(PINS["1"])
        pin.drive_low()
        self.clock.advance(0.02)
        pin.drive_high()
        self.clock.advance(0.03)
        assert listener.has(("1", True), ("1", False))

    @pytest.mark.case("C-074")
    def test_a_button_that_is_down_at_the_start_is_told_and_ignored_until_it_came_up(
        self, factory: Any, ticker: HandTicker
    ) -> None:
        pin = factory.pin(PINS["clock"], pin_class=HeldPin)
        buttons = GpioButtons(PINS, ticker)
        listener = Listener()
        buttons.open(listener)
        ticker.advance(3.0)
        assert buttons.trouble == (
            "clock button (GPIO 17): down since the start; it does not count until it has been let go"
        )
        pin.drive_high()
        ticker.advance(1.0)
        pin.drive_low()
        assert listener.has(("clock", True))
        assert buttons.trouble == ""
        buttons.close()

    def test_a_button_that_is_stuck_is_told_by_name(self, buttons: GpioButtons) -> None:
        buttons.open(Listener())
        self.push("2")
        self.clock.advance(61.0)
        assert buttons.trouble == "button of seat 2 (GPIO 23): down for over a minute; look whether it is stuck"

    @pytest.mark.case("C-077")
    def test_a_pin_that_another_has_is_told_and_the_other_buttons_work(self, buttons: GpioButtons) -> None:
        with gpiozero.DigitalInputDevice(PINS["2"], pull_up=True):
            listener = Listener()
            buttons.open(listener)
            assert buttons.trouble == (
                "button of seat 2 (GPIO 23): another program has this pin; end that one, it is tried again"
            )
            self.push("1")
            assert listener.has(("1", True))

    @pytest.mark.case("C-077")
    def test_a_pin_that_was_taken_is_tried_again(self, buttons: GpioButtons) -> None:
        listener = Listener()
        with gpiozero.DigitalInputDevice(PINS["2"], pull_up=True):
            buttons.open(listener)
        self.clock.advance(FIRST_RETRY_SECONDS)
        assert until(lambda: not buttons.trouble)
        self.push("2")
        assert listener.has(("2", True))

    @pytest.mark.case("C-077")
    def test_closing_frees_the_pins(self, buttons: GpioButtons) -> None:
        buttons.open(Listener())
        buttons.close()
        gpiozero.DigitalInputDevice(PINS["1"], pull_up=True).close()

    def test_a_pin_that_the_board_does_not_have_is_told(self, factory: Any) -> None:
        buttons = GpioButtons({"1": 22, "2": 99})
        buttons.open(Listener())
        assert buttons.trouble == "button of seat 2 (GPIO 99): 99 is not a valid pin name"
        buttons.close()

    def test_without_any_pin_nothing_is_wrong(self) -> None:
        buttons = GpioButtons({})
        buttons.open(Listener())
        assert buttons.trouble == ""
        buttons.close()


@pytest.mark.case("C-076")
def test_off_the_pi_there_are_no_buttons_no_simulated_ones_and_no_other_library_is_tried(
    recwarn: pytest.WarningsRecorder,
) -> None:
    buttons = GpioButtons(PINS)
    buttons.open(Listener())
    try:
        assert buttons.trouble == "no pins: this is no Raspberry Pi; the keyboard stands in"
        assert gpiozero.Device.pin_factory is None
        assert list(recwarn) == []  # gpiozero warns of each library it tries in place of another
    finally:
        buttons.close()
