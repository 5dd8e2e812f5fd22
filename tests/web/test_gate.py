"""Who may look, and who may act."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.settings import SettingsError, load
from assistant.web.gate import (
    MOST_SESSIONS,
    TRIES,
    TRIES_OF_ALL,
    TRIES_SECONDS,
    Gate,
    TooManyTriesError,
    is_local,
    is_own_name,
)
from hardware.fakes.ticker import HandTicker

PIN = "271828"
HERE = "192.168.1.7"


@pytest.fixture
def ticker() -> HandTicker:
    return HandTicker()


@pytest.fixture
def gate(ticker: HandTicker) -> Gate:
    gate = Gate(ticker.seconds)
    gate.set_pin(PIN)
    return gate


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.178.20", True),
        ("172.31.255.1", True),
        ("169.254.3.4", True),
        ("fe80::1%wlan0", True),
        ("fd00::7", True),
        ("::ffff:10.0.0.4", True),
        ("172.32.0.1", False),
        ("8.8.8.8", False),
        ("::ffff:8.8.8.8", False),
        ("2001:4860:4860::8888", False),
        ("0.0.0.0", False),
        ("", False),
        ("prompter", False),
    ],
)
def test_only_addresses_of_the_local_network_are_let_in(address: str, local: bool) -> None:
    assert is_local(address) == local


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("prompter.local:8080", True),
        ("Prompter.LOCAL.", True),
        ("localhost:8080", True),
        ("192.168.1.5:8080", True),
        ("[fe80::1]:8080", True),
        ("[fd00::1]", True),
        ("box:8080", True),
        ("evil.example:8080", False),
        ("box.evil.example", False),
        ("prompter.local.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("8.8.8.8:8080", False),
        ("", False),
        ("[", False),
    ],
)
def test_a_request_that_was_meant_for_another_machine_is_none_of_ours(host: str, own: bool) -> None:
    assert is_own_name(host, {"box"}) == own


@pytest.mark.parametrize("given", ["271829", "", "27182", "2718288", "٢٧١٨٢٨", "PIN"])
def test_no_other_pin_opens(gate: Gate, given: str) -> None:
    assert gate.enter(given, HERE) is None


def test_the_pin_may_be_written_with_blanks(gate: Gate) -> None:
    assert gate.enter(" 271 828 ", HERE) is not None


def test_while_there_is_no_evening_nothing_opens(ticker: HandTicker) -> None:
    assert Gate(ticker.seconds).enter("", HERE) is None


def test_after_a_few_wrong_ones_not_even_the_right_one_is_looked_at_for_a_minute(
    gate: Gate, ticker: HandTicker
) -> None:
    for _ in range(TRIES):
        assert gate.enter("0000", HERE) is None
    with pytest.raises(TooManyTriesError):
        gate.enter(PIN, HERE)
    assert gate.enter(PIN, "192.168.1.8") is not None
    ticker.advance(TRIES_SECONDS)
    assert gate.enter(PIN, HERE) is not None


def test_changing_addresses_gives_few_tries_more(gate: Gate) -> None:
    for number in range(TRIES_OF_ALL):
        assert gate.enter("0000", f"192.168.1.{number}") is None
    with pytest.raises(TooManyTriesError):
        gate.enter(PIN, "192.168.1.99")


def test_another_pin_shuts_everybody_out(gate: Gate) -> None:
    session = gate.enter(PIN, HERE)
    assert session is not None
    gate.set_pin(PIN)
    assert gate.session(session.key) is session
    gate.set_pin("314159")
    assert gate.session(session.key) is None


def test_of_too_many_devices_the_first_one_has_to_come_again(gate: Gate) -> None:
    sessions = [gate.enter(PIN, HERE) for _ in range(MOST_SESSIONS + 1)]
    kept = [session is not None and gate.session(session.key) is session for session in sessions]
    assert kept == [False, *[True] * MOST_SESSIONS]


@pytest.mark.parametrize("pin", ["12a4", "123", "1234567890123", "١٢٣٤", " 1234", "1234\n"])
def test_a_pin_of_other_than_four_to_twelve_digits_is_no_setting(tmp_path: Path, pin: str) -> None:
    (tmp_path / "empty.toml").touch()
    with pytest.raises(SettingsError, match=r"page\.pin"):
        load(tmp_path / "empty.toml", {"page.pin": pin})
