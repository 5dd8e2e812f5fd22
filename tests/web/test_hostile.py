"""Requests that no browser sends: each gets one clear answer, and nothing is lost by it."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest

from assistant.web.front import LONGEST_BODY, LONGEST_HEAD, MOST_OF_ONE
from assistant.web.gate import TRIES
from tests.hardware.pulse import until
from tests.web.house import PIN, SECONDS, Device, House, Served

FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "page.socket")
    yield house
    house.close()


@pytest.fixture(scope="module")
def page(house: House) -> Iterator[Served]:
    """The page; after all that was done to it, it has printed nothing and goes on."""
    page = house.serve()
    yield page
    assert Device(page).get().count("<h1>Stones</h1>") == 1
    page.process.terminate()
    assert page.process.communicate(timeout=SECONDS) == ("", "")


def _post(page: Served, body: bytes, *headers: str, path: str = "/say") -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: {page.host}", f"Content-Length: {len(body)}", *headers]
    return page.raw("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"", 400),
        (b"\r\n\r\n", 400),
        (b"hello\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"\xff\xfe\x00\x01\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", 400),
        (b"GET /%zz?a=%zz HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + b"X: " + b"x" * LONGEST_HEAD + b"\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * LONGEST_HEAD + b"\r\n", 400),
        (b"POST /say HTTP/1.1\r\nHost: HOST\r\nContent-Length: -7\r\n\r\n", 400),
        (b"POST /say HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99\r\n\r\nshort", 400),
        (b"POST /say HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999999999\r\n\r\n", 413),
        (b"GET /nowhere HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
        (b"GET /say HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
        (b"DELETE / HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\n\r\n", 421),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"GET /events HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"GET /nowhere HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ],
)
def test_what_is_no_request_for_a_page_gets_one_answer(page: Served, request_line: bytes, status: int) -> None:
    answer = page.raw(request_line.replace(b"HOST", page.host.encode()))
    assert answer.startswith(f"HTTP/1.0 {status} ".encode())
    assert answer.count(b"HTTP/1.0") == 1
    assert b"Content-Security-Policy: default-src 'none'" in answer
    assert b"Traceback" not in answer


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"token=%ff%fe", (FORM,)),
        (b"token=\xff", (FORM,)),
        (b"token=%", (FORM,)),
        (b"token=%zz", (FORM,)),
        (b'{"token": 1', ("Content-Type: application/json",)),
        (b"anything", ()),
        (b"--x\r\n\r\n", ("Content-Type: multipart/form-data; boundary=x",)),
    ],
)
def test_a_body_that_is_no_form_changes_nothing(
    house: House, page: Served, body: bytes, headers: tuple[str, ...]
) -> None:
    device = Device(page).sit("1")
    before = house.table.state
    answer = _post(page, body, f"Cookie: {device.cookie}", *headers)
    assert re.match(rb"HTTP/1.0 (400|403) ", answer)
    assert house.table.state == before


def test_a_body_larger_than_anybody_types_is_refused_unread(page: Served) -> None:
    assert _post(page, b"words=" + b"x" * LONGEST_BODY, FORM).startswith(b"HTTP/1.0 413 ")


@pytest.mark.parametrize("cookie", ["prompter=", "prompter=x; prompter=y", "prompter", ";;=;", "prompter=ü"])
def test_a_cookie_of_ones_own_making_is_no_session(page: Served, cookie: str) -> None:
    answer = page.raw(f"GET / HTTP/1.1\r\nHost: {page.host}\r\nCookie: {cookie}\r\n\r\n".encode())
    assert b'action="/enter"' in answer
    assert b'name="token"' not in answer


@pytest.mark.parametrize("seat", ["9", "clock", "-1", "1\r\nSet-Cookie: a=b", "<b>"])
def test_a_seat_that_is_not_there_cannot_be_taken(page: Served, seat: str) -> None:
    device = Device(page).sit("1")
    device.act("/seat", seat=seat)
    assert (device.status, "You are Ann" in device.get()) == (400, True)


def test_words_longer_than_anybody_says_are_told_so(house: House, page: Served) -> None:
    device = Device(page).sit("1")
    before = house.table.state
    device.act("/say", words="a" * 2001)
    assert (device.status, "words are wanted" in device.text, house.table.state) == (400, True, before)


def test_those_who_hold_connections_open_keep_out_nobody_for_long(house: House, page: Served) -> None:
    held = [socket.create_connection(("127.0.0.1", page.port), SECONDS) for _ in range(MOST_OF_ONE)]
    for way in held:
        way.sendall(b"GET / HTTP/1.1\r\n")

    def is_turned_away() -> bool:
        return page.raw(f"GET / HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode()).startswith(b"HTTP/1.0 503 ")

    assert until(is_turned_away, SECONDS)
    assert house.type("1: hush").refusal is None
    for way in held:
        way.close()
    assert until(lambda: not is_turned_away(), SECONDS)


def test_a_stream_that_is_not_read_waits_alone(house: House, page: Served) -> None:
    with socket.create_connection(("127.0.0.1", page.port), SECONDS) as way:
        way.sendall(f"GET /events HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode())
        for _ in range(50):
            house.type("1: new pile " + "stone " * 200, "1: undo")
        assert "Stones" in Device(page).get()


def test_guessing_the_pin_ends_soon_and_those_who_are_in_stay_in(house: House) -> None:
    page = house.serve()
    inside = Device(page).sit("1")
    guesser = Device(page)
    statuses = []
    for guess in range(TRIES + 2):
        guesser.post("/enter", {"pin": f"{guess:06}"})
        statuses.append(guesser.status)
    guesser.post("/enter", {"pin": PIN})
    assert (statuses, guesser.status) == ([403] * TRIES + [429] * 2, 429)
    inside.act("/tap")
    assert inside.status == 303
