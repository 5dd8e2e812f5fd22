from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator

import pytest

from hardware.fakes.ticker import HandTicker
from hardware.gestures import Gestures
from hardware.keys import KeyButtons, KeySettings, Strikes
from tests.hardware.buttons_contract import ButtonsContract, Listener
from tests.hardware.pulse import until

HELD = (0.0, 0.5, 0.53, 0.56, 0.59, 0.64, 0.67, 0.7)
"""A key that is held: the strike, and its repeats after half a second."""
HELD_GAPS = (2.0, 0.5, 0.03, 0.03, 0.04)
"""The same, as time from one character to the next."""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The keyboard's end of a terminal, and the program's."""
    keyboard, screen = pty.openpty()
    yield keyboard, screen
    os.close(keyboard)
    os.close(screen)


def _mode(screen: int) -> tuple[bool, bool]:
    """Whether the terminal shows what is typed, and whether it keeps it until the line is done."""
    flags = termios.tcgetattr(screen)[3]
    return bool(flags & termios.ECHO), bool(flags & termios.ICANON)


class TestKeyButtons(ButtonsContract):
    @pytest.fixture
    def buttons(self, terminal: tuple[int, int], ticker: HandTicker) -> Iterator[KeyButtons]:
        self.keyboard, self.screen = terminal
        self.clock = ticker
        self.others: list[str] = []
        buttons = KeyButtons(ticker, terminal=self.screen, other_key=self.others.append)
        yield buttons
        buttons.close()

    def push(self, seat: str) -> None:
        self._type(seat)

    def let_go(self, seat: str) -> None:
        self._type(seat)

    def tap_clock(self) -> None:
        self._type(" ")

    def _type(self, keys: str, after: float = 2.0) -> None:
        self.clock.advance(after)
        count = len(self.others)
        os.write(self.keyboard, f"{keys}.".encode())
        # A key has the time at which it is read, so time stands until then.
        assert until(lambda: self.others[count:].count("."))

    def test_m_is_the_clock_button_held(self, buttons: KeyButtons) -> None:
        listener, gestures = Listener(), Gestures()
        buttons.open(listener)
        self._type("m")
        assert listener.has(("clock", True), ("clock", False))
        assert [made.kind for press in listener.presses for made in gestures.press(press)] == ["hold"]

    def test_space_is_a_tap(self, buttons: KeyButtons) -> None:
        listener, gestures = Listener(), Gestures()
        buttons.open(listener)
        self._type(" ")
        assert listener.has(("clock", True), ("clock", False))
        assert [made.kind for press in listener.presses for made in gestures.press(press)] == ["tap"]

    def test_a_digit_that_is_held_is_down_until_its_repeats_have_ceased(self, buttons: KeyButtons) -> None:
        listener = Listener()
        buttons.open(listener)
        for after in HELD_GAPS:
            self._type("3", after)
        assert listener.has(("3", True))
        self.clock.advance(1.0)
        assert listener.has(("3", True), ("3", False))

    def test_the_strike_that_ends_an_aside_may_be_held_as_well(self, buttons: KeyButtons) -> None:
        listener = Listener()
        buttons.open(listener)
        for after in (2.0, *HELD_GAPS):
            self._type("3", after)
        self._type("4")
        assert listener.has(("3", True), ("3", False), ("4", True))

    def test_other_keys_are_the_callers(self, buttons: KeyButtons) -> None:
        buttons.open(Listener())
        self._type("q9x")
        assert self.others == ["q", "9", "x", "."]

    def test_the_digits_of_a_function_key_are_no_seats(self, buttons: KeyButtons) -> None:
        listener = Listener()
        buttons.open(listener)
        self._type("\x1b[1~\x1b[15;2~\x1bO32")
        assert listener.has(("2", True))

    def test_the_terminal_is_as_it_was_after_closing(self, buttons: KeyButtons) -> None:
        before = termios.tcgetattr(self.screen)
        buttons.open(Listener())
        assert _mode(self.screen) == (False, False)
        buttons.close()
        assert termios.tcgetattr(self.screen) == before

    def test_a_terminal_that_goes_away_is_trouble_and_no_more(self, ticker: HandTicker) -> None:
        keyboard, screen = pty.openpty()
        buttons = KeyButtons(ticker, terminal=screen)
        buttons.open(Listener())
        os.close(keyboard)
        assert until(lambda: buttons.trouble == "no keys: the terminal has gone")
        buttons.close()
        os.close(screen)


def test_without_a_terminal_there_are_no_keys_and_that_is_told() -> None:
    reader, writer = os.pipe()
    buttons = KeyButtons(HandTicker(), terminal=reader)
    buttons.open(Listener())
    assert buttons.trouble.startswith("no keys: standard input is no terminal")
    buttons.close()
    os.close(reader)
    os.close(writer)


ENDS = {
    "error": "raise RuntimeError",
    "exit": "raise SystemExit",
    "interrupt": "os.kill(os.getpid(), signal.SIGINT); signal.pause()",
}
PROGRAM = """
import os, signal, termios
from hardware.keys import KeyButtons
KeyButtons().open(print)
assert not termios.tcgetattr(0)[3] & termios.ECHO
{end}
"""


@pytest.mark.parametrize("end", ENDS)
def test_the_terminal_is_as_it_was_however_the_program_ends(terminal: tuple[int, int], end: str) -> None:
    _, screen = terminal
    before = termios.tcgetattr(screen)
    code = PROGRAM.format(end=ENDS[end])
    done = subprocess.run([sys.executable, "-c", code], stdin=screen, capture_output=True, text=True, check=False)
    assert "AssertionError" not in done.stderr
    assert done.returncode == {"error": 1, "exit": 0, "interrupt": -signal.SIGINT}[end]
    assert termios.tcgetattr(screen) == before


def _strokes(*times: float) -> list[tuple[str, float]]:
    """What a key's characters at these times come to, long after."""
    strikes = Strikes(KeySettings())
    found = [stroke for at in times for stroke in strikes.character(at)]
    return [(stroke.kind, stroke.at) for stroke in (*found, *strikes.check(99.0))]


def test_a_strike_counts_at_once() -> None:
    assert [stroke.kind for stroke in Strikes(KeySettings()).character(5.0)] == ["strike"]


def test_a_key_that_is_held_is_struck_once_and_let_go_when_the_repeats_have_ceased() -> None:
    assert _strokes(*HELD) == [("strike", 0.0), ("let go", 0.7)]


def test_repeats_that_stutter_are_one_strike() -> None:
    assert _strokes(0.0, 0.66, 0.7, 0.9, 0.93, 1.15) == [("strike", 0.0), ("let go", 1.15)]


@pytest.mark.parametrize("gap", [0.12, 0.2, 0.5, 0.8])
def test_two_strikes_are_two_at_whatever_pace(gap: float) -> None:
    assert _strokes(0.0, gap) == [("strike", 0.0), ("strike", gap)]


def test_three_quick_strikes_are_three() -> None:
    assert _strokes(0.0, 0.2, 0.4) == [("strike", 0.0), ("strike", 0.2), ("strike", 0.4)]


def test_a_key_that_is_held_again_is_struck_again() -> None:
    assert [kind for kind, _ in _strokes(*HELD, *(at + 2 for at in HELD))] == ["strike", "let go", "strike", "let go"]


def test_a_strike_soon_after_a_key_was_let_go_counts_at_once() -> None:
    strikes = Strikes(KeySettings())
    for at in HELD:
        strikes.character(at)
    assert [tuple(stroke) for stroke in strikes.character(1.0)] == [("let go", 0.7), ("strike", 1.0)]
