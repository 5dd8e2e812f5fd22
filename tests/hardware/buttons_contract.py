from __future__ import annotations

import threading
from abc import abstractmethod

import pytest

from hardware.fakes.ticker import HandTicker
from hardware.ports import Buttons, Press
from tests.hardware.pulse import until


class Listener:
    """Keeps the presses, and the threads they came from."""

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.threads: set[int] = set()

    def __call__(self, press: Press) -> None:
        self.threads.add(threading.get_ident())
        self.presses.append(press)

    def has(self, *presses: tuple[str, bool]) -> bool:
        """Whether these presses, and no others, have come within a moment."""
        until(lambda: len(self.presses) >= len(presses), seconds=5)
        return [(press.button, press.is_down) for press in self.presses] == list(presses)


class ButtonsContract:
    """What all buttons keep; inherit it, give ``buttons`` on the ``ticker``, and move them. Seats 1 and 2 are there."""

    @pytest.fixture
    def ticker(self) -> HandTicker:
        return HandTicker(100.0)

    @pytest.fixture
    def buttons(self, ticker: HandTicker) -> Buttons:
        raise NotImplementedError

    @abstractmethod
    def push(self, seat: str) -> None:
        """Put a seat's button down, two seconds after whatever was before."""

    @abstractmethod
    def let_go(self, seat: str) -> None:
        """Let it come up, two seconds after whatever was before."""

    @abstractmethod
    def tap_clock(self) -> None:
        """Put the clock button down and let it come up."""

    def test_a_button_goes_down_and_comes_up(self, buttons: Buttons) -> None:
        listener = Listener()
        buttons.open(listener)
        self.push("1")
        assert listener.has(("1", True))
        self.let_go("1")
        assert listener.has(("1", True), ("1", False))

    def test_the_clock_button_is_called_so(self, buttons: Buttons) -> None:
        listener = Listener()
        buttons.open(listener)
        self.tap_clock()
        assert listener.has(("clock", True), ("clock", False))

    def test_two_buttons_may_be_down_at_once(self, buttons: Buttons) -> None:
        listener = Listener()
        buttons.open(listener)
        self.push("1")
        self.push("2")
        self.let_go("1")
        self.let_go("2")
        assert listener.has(("1", True), ("2", True), ("1", False), ("2", False))

    def test_a_press_has_the_time_of_the_ticker(self, buttons: Buttons, ticker: HandTicker) -> None:
        listener = Listener()
        buttons.open(listener)
        self.push("1")
        assert listener.has(("1", True))
        assert listener.presses[0].at == ticker.seconds()

    def test_presses_come_from_one_thread_of_their_own(self, buttons: Buttons) -> None:
        listener = Listener()
        buttons.open(listener)
        self.push("1")
        self.let_go("1")
        assert listener.has(("1", True), ("1", False))
        assert len(listener.threads) == 1
        assert threading.get_ident() not in listener.threads

    def test_all_is_well_while_open(self, buttons: Buttons) -> None:
        buttons.open(Listener())
        assert buttons.trouble == ""

    def test_they_can_be_opened_again(self, buttons: Buttons) -> None:
        first, second = Listener(), Listener()
        buttons.open(first)
        self.push("1")
        assert first.has(("1", True))
        self.let_go("1")
        assert first.has(("1", True), ("1", False))
        buttons.close()
        buttons.open(second)
        self.push("2")
        assert second.has(("2", True))
        assert len(first.presses) == 2

    def test_they_can_be_closed_before_opening_and_twice(self, buttons: Buttons) -> None:
        buttons.close()
        buttons.open(Listener())
        buttons.close()
        buttons.close()

    def test_their_listener_can_close_them(self, buttons: Buttons) -> None:
        closed = threading.Event()

        def close(press: Press) -> None:
            buttons.close()
            closed.set()

        buttons.open(close)
        self.push("1")
        assert closed.wait(5)
