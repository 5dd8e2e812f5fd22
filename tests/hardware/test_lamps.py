from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import gpiozero
import pytest

from assistant.table import Lamp
from hardware.fakes.lamps import RecordingLamps
from hardware.fakes.ticker import HandTicker
from hardware.lamps import GpioLamps
from hardware.patterns import Pattern, Step, pattern_of, patterns
from hardware.pins import FIRST_RETRY_SECONDS
from tests.hardware.lamps_contract import LampsContract
from tests.hardware.mock_pins import mock_pins
from tests.hardware.pulse import until

PINS = {"status": 27, "1": 16, "2": 26}


class TestRecordingLamps(LampsContract):
    @pytest.fixture
    def lamps(self) -> RecordingLamps:
        self.recording = RecordingLamps()
        return self.recording

    def shows(self, lamp: str, pattern: str) -> bool:
        return self.recording.shown.get(lamp, "off") == pattern


@pytest.fixture
def factory() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


@pytest.fixture
def ticker() -> HandTicker:
    return HandTicker(100.0)


class TestGpioLamps(LampsContract):
    @pytest.fixture
    def lamps(self, factory: Any, ticker: HandTicker) -> Iterator[GpioLamps]:
        self.factory, self.clock = factory, ticker
        lamps = GpioLamps(PINS, ticker)
        yield lamps
        lamps.close()

    def shows(self, lamp: str, pattern: str) -> bool:
        """Of a pattern that is steady."""
        self.clock.advance(5.0)
        return self.is_at(lamp, pattern_of(pattern).steps[0].level if pattern != "off" else 0.0)

    def is_at(self, lamp: str, level: float) -> bool:
        return until(lambda: self.factory.pin(PINS[lamp]).state == pytest.approx(level), seconds=5)

    def test_a_pattern_is_shown_step_by_step(self, lamps: GpioLamps) -> None:
        lamps.show("status", "paused")
        on, off = pattern_of("paused").steps
        for level in (on.level, off.level, on.level):
            assert self.is_at("status", level)
            self.clock.advance(1.0)

    def test_a_pattern_that_ends_is_shown_from_its_beginning_over_the_other(self, lamps: GpioLamps) -> None:
        lamps.show("status", "listening")
        self.clock.advance(0.77)
        lamps.show("status", "not_understood")
        for step in pattern_of("not_understood").steps:
            assert self.is_at("status", step.level)
            self.clock.advance(step.seconds + 1e-9)
        assert self.is_at("status", pattern_of("listening").steps[0].level)

    def test_lamps_that_blink_blink_together_whenever_they_began(self, lamps: GpioLamps) -> None:
        lamps.show("1", "blink")
        self.clock.advance(0.3)
        lamps.show("2", "blink")
        for level in (0.8, 0.0, 0.8):
            assert self.is_at("1", level)
            assert self.is_at("2", level)
            self.clock.advance(0.5)

    @pytest.mark.case("C-077")
    def test_a_pin_that_another_has_is_told_and_the_other_lamps_light(self, factory: Any, ticker: HandTicker) -> None:
        self.factory, self.clock = factory, ticker
        with gpiozero.PWMLED(PINS["1"]):
            lamps = GpioLamps(PINS, ticker)
            assert lamps.trouble == (
                "lamp of seat 1 (GPIO 16): another program has this pin; end that one, it is tried again"
            )
            lamps.show("status", "muted")
            assert self.is_at("status", 1.0)
        lamps.show("1", "on")
        ticker.advance(FIRST_RETRY_SECONDS)
        assert self.is_at("1", 0.6)
        assert lamps.trouble == ""
        lamps.close()


@pytest.mark.case("C-076")
def test_off_the_pi_there_are_no_lamps_and_that_is_told() -> None:
    lamps = GpioLamps(PINS)
    lamps.show("status", "muted")
    assert lamps.trouble == "no pins: this is no Raspberry Pi; the keyboard stands in"
    lamps.close()


def test_a_steady_pattern_asks_for_nothing_more() -> None:
    assert Pattern((Step(0.3, 1.0),)).at(7.0) == (0.3, None)


def test_steps_are_shown_in_turn_without_drift() -> None:
    pattern = Pattern((Step(1.0, 0.3), Step(0.0, 0.7)))
    assert [pattern.at(seconds)[0] for seconds in (0.0, 0.29, 0.31, 0.99, 1000.1, 1000.5)] == [1, 1, 0, 0, 1, 0]
    assert pattern.at(1000.1)[1] == pytest.approx(0.2)


def test_a_gliding_pattern_is_between_its_steps() -> None:
    pattern = Pattern((Step(0.0, 1.0), Step(1.0, 2.0)), glide=True)
    assert [pattern.at(seconds)[0] for seconds in (0.0, 0.5, 1.0, 2.0, 2.5)] == [0.0, 0.5, 1.0, 0.5, 0.25]


def test_there_is_a_pattern_for_whatever_a_game_shows_at_a_seat() -> None:
    assert set(get_args(Lamp)) <= set(patterns())


@pytest.mark.parametrize("name", [name for name in patterns() if name not in ("off", "speaking")])
def test_nothing_flashes_at_full_depth_more_than_three_times_a_second(name: str) -> None:
    pattern = pattern_of(name)
    levels = [pattern.at(count / 100)[0] for count in range(max(100, round(100 * pattern.seconds)))] * 2
    flashes = [count for count in range(1, len(levels)) if levels[count - 1] < 0.1 and levels[count] > 0.5]
    assert max((len([f for f in flashes if start <= f < start + 100]) for start in flashes), default=0) <= 3


def test_no_two_patterns_of_the_box_look_alike() -> None:
    shown = [pattern.steps for pattern in patterns().values()]
    assert len(set(shown)) == len(shown)
