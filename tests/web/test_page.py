"""The page as a browser without scripts has it: to look at, and to act on with PIN and seat."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.hardware.pulse import until
from tests.web.house import PIN, SECONDS, Device, House, Served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One evening for all tests here; each leaves it so that the next one can play on."""
    house = House(tmp_path_factory.mktemp("house") / "page.socket")
    house.type("1: new pile Marble")
    yield house
    house.close()


@pytest.fixture(scope="module")
def page(house: House) -> Served:
    return house.serve()


@pytest.fixture
def device(page: Served) -> Device:
    return Device(page)


def _regions(device: Device, count: int) -> dict[str, str]:
    """What the stream tells first: so many regions by their names, and the captions."""
    found: dict[str, str] = {}
    for event in device.events():
        if event.startswith("event: region"):
            told = json.loads(event.partition("data: ")[2])
            found[told["id"]] = told["html"]
        elif event.startswith("event: captions"):
            found["captions"] = json.loads(event.partition("data: ")[2])
        if len(found) == count:
            return found
    raise AssertionError("the stream ended")


def test_who_looks_sees_clock_cards_seats_and_what_was_said_without_a_script(house: House, device: Device) -> None:
    house.table.ticker.advance(5)
    house.type("2: how many on Marble")
    device.get()
    assert re.search(r"<time [^>]*>0:00:0\d</time>", device.text)
    assert device.section("cards") == "Marble: 0"
    assert device.section("players").startswith("1 Ann 2 Ben 3 Cleo")
    assert device.section("captions").endswith("Ben how many on Marble Marble: 0")
    assert "draw everybody" in device.section("now")
    assert '<noscript><meta http-equiv="refresh"' in device.text


def test_who_only_looks_can_press_nothing(device: Device) -> None:
    device.get()
    assert re.findall(r'action="([^"]+)"', device.text) == ["/enter"]


@pytest.mark.parametrize("path", ["/say", "/tap", "/clock", "/seat"])
def test_without_the_pin_no_form_is_carried_out(house: House, device: Device, path: str) -> None:
    before = house.table.state
    device.post(path, {"words": "draw", "seat": "1", "token": ""})
    assert (device.status, house.table.state) == (403, before)


def test_a_wrong_pin_opens_nothing_and_says_so(device: Device) -> None:
    device.post("/enter", {"pin": "000000"})
    assert (device.status, "This is not the PIN." in device.text, device.cookie) == (403, True, "")


def test_with_pin_and_seat_a_button_says_its_sentence(house: House, device: Device) -> None:
    device.sit("3")
    assert device.section("act").startswith("You are Cleo.")
    device.act("/say", words="put {count} on {pile}", **{"slot.count": "4", "slot.pile": "Marble"})
    assert device.status == 303
    assert [pile.stones for pile in house.table.state.piles] == [4]
    assert "Cleo put 4 on Marble ♪ clink ×4" in device.section("captions")
    house.type("1: undo", "3: undo")
    assert [pile.stones for pile in house.table.state.piles] == [0]


def test_its_words_are_words_whatever_they_look_like(house: House, device: Device) -> None:
    device.sit("1")
    device.act("/say", words='new pile <script>alert("1")</script> {count} & ünïcödé')
    assert house.table.state.piles[-1].name == '<script>alert("1")</script> {count} & ünïcödé'
    assert "<script>alert" not in device.text
    assert 'new pile <script>alert("1")</script> {count} & ünïcödé' in device.section("captions")
    house.type("1: undo")


def test_a_refusal_is_read_by_everybody(house: House, device: Device) -> None:
    device.sit("1")
    device.act("/say", words="my card")
    assert device.section("captions").endswith("Ann my card ♪ buzz No card.")


def test_a_question_is_shown_with_its_choices_to_who_is_asked(house: House, device: Device, page: Served) -> None:
    house.type("1: new pile Slate")
    device.sit("1")
    device.act("/say", words="scatter")
    assert device.section("captions").endswith("Which pile? put Marble 1 put Slate 1")
    assert "second" in device.section("act")
    looker = Device(page)
    looker.get()
    assert looker.section("captions").endswith("Which pile?")
    device.act("/say", words="second")
    assert [pile.stones for pile in house.table.state.piles] == [0, 1]
    house.type("1: undo", "1: undo")


def test_the_button_of_the_clock_stands_it_and_lets_it_go_on(house: House, device: Device) -> None:
    device.sit("2")
    device.act("/clock")
    assert (house.table.state.running, "standing" in device.text) == (False, True)
    device.act("/clock")
    assert (house.table.state.running, "running" in device.text) == (True, True)


def test_a_hidden_card_is_on_the_page_and_in_the_stream_of_its_seat_and_nowhere_else(
    house: House, page: Served
) -> None:
    mine, others, looker = Device(page).sit("2"), Device(page).sit("3"), Device(page)
    mine.act("/say", words="draw")
    card = f"Your card: {house.table.state.cards['2']}"
    assert card in mine.section("cards")
    assert card in mine.section("captions")
    assert card in _regions(mine, 6)["cards"]
    assert "draw" in mine.section("captions").split()
    for device in (others, looker):
        device.get()
        streamed = "".join(_regions(device, 6).values())
        assert "Your card" not in device.text + streamed
        assert "<b>Ben</b> draw" not in device.text + streamed
    mine.act("/seat", seat="")
    assert "Your card" not in mine.text
    assert "my card Ben" in mine.section("now")


def test_what_is_pressed_in_vain_is_for_nobody_else_to_read(house: House, page: Served) -> None:
    mine, other = Device(page).sit("1"), Device(page).sit("3")
    mine.act("/say", words="put {count} on {pile}", **{"slot.count": "9", "slot.pile": "the ace up my sleeve"})
    assert "the ace up my sleeve" in mine.section("captions")
    house.type("2: how many on Marble")
    other.get()
    assert "how many on Marble" in other.section("captions")
    assert "Say that again." in other.section("captions")
    assert "ace" not in other.section("captions")


def test_another_seat_on_the_same_device_ends_the_old_stream(page: Served) -> None:
    device = Device(page).sit("1")
    stream = device.events()
    assert next(stream).startswith("retry")
    next(stream)
    device.act("/seat", seat="3")
    assert "event: restart" in [event.partition("\n")[0] for event in stream][-1]


def test_the_cookie_is_for_this_site_alone_and_not_for_scripts(device: Device) -> None:
    device.post("/enter", {"pin": PIN})
    connection = device.page.raw(
        f"POST /enter HTTP/1.1\r\nHost: {device.page.host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: 10\r\n\r\npin={PIN}".encode()
    )
    (cookie,) = re.findall(rb"Set-Cookie: (.*)\r\n", connection)
    assert cookie.endswith(b"; Path=/; HttpOnly; SameSite=Strict")


def test_a_form_of_another_site_is_refused_however_it_comes(house: House, device: Device) -> None:
    device.sit("1")
    before = house.table.state
    refused = []
    for token, headers in (
        ("", {}),
        ("x" * 32, {}),
        ("ü", {}),
        (device.token, {"Origin": "http://evil.example"}),
        (device.token, {"Origin": "null"}),
    ):
        kept = device.text
        device.post("/say", {"words": "hush", "token": token}, **headers)
        refused.append(device.status)
        device.text = kept
    assert (refused, house.table.state) == ([403] * 5, before)


def test_the_page_loads_nothing_from_elsewhere_and_runs_nothing_inline(device: Device) -> None:
    device.sit("1")
    policy = device.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    links = re.findall(r'(?:href|src|action)="([^"]*)"', device.text)
    assert [link for link in links if not link.startswith(("/", "#"))] == []
    assert not re.search(r"\son\w+=|style=|<style|<script(?! src)", device.text)
    assert not re.search(r"url\(|@import|https?:", device.get("/page.css") + device.get("/page.js"))


def test_a_screen_reader_finds_its_way_by_landmarks_headings_and_labels(device: Device) -> None:
    device.sit("1")
    text = device.text
    assert [len(re.findall(f"<{tag}[ >]", text)) for tag in ("main", "h1", "header")] == [1, 1, 1]
    assert 'role="log" aria-live="polite"' in text
    assert '<time role="timer" aria-label="Play clock" aria-live="off"' in text
    assert all(re.search(f'id="{label}"', text) for label in re.findall(r'aria-labelledby="([^"]+)"', text))
    for field in re.findall(r"<(?:input(?! type=.hidden)|select)[^>]*>", text):
        assert "aria-label" in field or re.search(rf"<label>[^<]*{re.escape(field)}", text), field
    assert not re.search(r"<(?:div|span)[^>]*(?:onclick|role=.button)", text)


def test_the_evening_goes_on_without_the_page_and_a_new_page_shows_it(house: House) -> None:
    page = house.serve()
    assert "Marble" in Device(page).get()
    page.process.send_signal(signal.SIGKILL)
    page.process.wait(SECONDS)
    assert house.type("3: how many on Marble").refusal is None
    assert "Cleo how many on Marble" in _captions(Device(house.serve()))


def _captions(device: Device) -> str:
    device.get()
    return device.section("captions")


def test_a_page_that_was_there_first_waits_for_the_evening_and_outlives_it(tmp_path: Path) -> None:
    with closing(House(tmp_path / "page.socket")) as first, ExitStack() as later:
        page = first.serve()
        device = Device(page).sit("1")
        first.door.close()
        first.loop.stop()
        assert "no evening" in page.until("no evening")
        device.act("/say", words="draw")
        assert device.status == 503
        assert "There is no evening now." in device.get()
        later.enter_context(closing(House(tmp_path / "page.socket")))
        page.until("PIN")
        assert until(lambda: "Stones" in device.get(), SECONDS)
        page.process.send_signal(signal.SIGTERM)
        assert (page.process.wait(SECONDS), page.process.communicate()[1]) == (0, "")


def test_a_port_that_is_taken_is_one_line(house: House, page: Served) -> None:
    with pytest.raises(AssertionError, match=rf"port {page.port}: .*in use"):
        house.serve(f"page.port={page.port}")
