"""The evening's end of the socket: everything first, then what changed; and nobody at it can stop the evening."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import UNSET

from assistant.evening import Loop
from assistant.web.messages import LONGEST_ORDER, Done, News, PageError
from assistant.web.stage_door import MOST_PAGES, StageDoor
from tests.evening.stones import Table
from tests.hardware.pulse import until
from tests.web.house import PIN, SECONDS, Caller, House


@pytest.fixture
def caller(house: House) -> Iterator[Caller]:
    """Somebody who has been told everything."""
    caller = Caller(house.path)
    caller.everything = _news(caller)
    yield caller
    caller.close()


def _news(caller: Caller) -> News:
    told = caller.hear()
    assert isinstance(told, News)
    return told


def test_whoever_comes_is_told_everything_and_then_only_what_has_changed(house: House, caller: Caller) -> None:
    house.type("1: new pile Marble")
    everything, change = caller.everything, _news(caller)
    assert (everything.title, everything.pin) == ("Stones", PIN)
    assert [player.name for player in everything.players or ()] == ["Ann", "Ben", "Cleo"]
    assert [sheet.cards for sheet in (change.sheets or {}).values()] == [(("Marble: 0",),)] * 4
    assert [change.title, change.players, change.pin] == [UNSET] * 3
    assert [line.text for caption in change.captions or () for line in caption.lines] == ["New pile."]


def test_who_comes_late_is_told_what_was_said_before(house: House) -> None:
    house.type("1: new pile Marble", "2: put 3 on Marble")
    late = Caller(house.path)
    heard = [(caption.seat, caption.heard.text) for caption in _news(late).captions or ()]
    assert heard == [("1", "new pile Marble"), ("2", "put 3 on Marble")]
    late.close()


def test_a_sound_without_words_is_a_caption_too(house: House, caller: Caller) -> None:
    house.type("1: new pile Marble", "2: put 3 on Marble")
    *_, change = [_news(caller) for _ in range(2)]
    (caption,) = change.captions or ()
    assert [(line.earcon, line.times) for line in caption.lines] == [("clink", 3)]


def test_an_order_is_what_that_seat_would_have_said(house: House, caller: Caller) -> None:
    caller.send(b'{"do": "say", "seat": "2", "words": "new pile Marble", "number": 7}\n')
    assert caller.done() == Done(7)
    assert [pile.name for pile in house.table.state.piles] == ["Marble"]


def test_a_tap_and_the_button_of_the_clock_do_what_the_real_ones_do(house: House, caller: Caller) -> None:
    for order in (b'{"do": "tap", "seat": "3"}', b'{"do": "clock", "seat": "3"}'):
        caller.send(order + b"\n")
        assert caller.done() == Done(0)
    assert (house.table.state.hushed, house.table.state.running) == (True, False)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"hello",
        b"",
        b"{",
        b"\xff\xfe{}",
        b"[1, 2]",
        b'{"do": "dance", "seat": "1"}',
        b'{"do": "say", "seat": 1, "words": "draw"}',
        b'{"do": "say", "seat": "1", "words": "draw", "at": 99}',
        b'{"do": "say", "seat": "9", "words": "draw"}',
        b'{"do": "say", "seat": "", "words": "draw"}',
        b'{"do": "say", "seat": "clock", "words": "draw"}',
        b'{"do": "say", "seat": "1", "words": " "}',
        b'{"do": "say", "seat": "1", "words": "' + b"draw " * 500 + b'"}',
    ],
)
def test_nonsense_gets_one_clear_answer_and_the_next_order_is_done(
    house: House, caller: Caller, nonsense: bytes
) -> None:
    caller.send(nonsense + b"\n")
    fault = caller.done().fault
    assert fault
    assert "\n" not in fault
    assert house.table.state.cards == {}
    caller.send(b'{"do": "say", "seat": "1", "words": "draw"}\n')
    assert (caller.done().fault, list(house.table.state.cards)) == ("", ["1"])


def test_an_endless_line_ends_that_page_and_no_other(house: House, caller: Caller) -> None:
    endless = Caller(house.path)
    endless.send(b"x" * (3 * LONGEST_ORDER))
    assert "at most" in endless.done().fault
    assert endless.hear() is None
    caller.send(b'{"do": "say", "seat": "1", "words": "draw"}\n')
    assert caller.done().fault == ""
    endless.close()


def test_a_page_that_takes_nothing_is_let_go_and_the_evening_goes_on(house: House, caller: Caller) -> None:
    hung = Caller(house.path)
    assert isinstance(hung.hear(), News)
    stones = "stone " * 300
    for number in range(24):
        house.type(f"1: new pile {number} {stones}")
        assert isinstance(caller.hear(), News)
    told = 0
    while hung.hear() is not None:
        told += 1
    assert told < 24
    assert len(house.table.state.piles) == 24
    hung.close()


def test_a_page_that_floods_has_one_order_under_way_and_others_get_their_turn(house: House, caller: Caller) -> None:
    flood = Caller(house.path)
    flood.way.setblocking(False)
    order = b'{"do": "say", "seat": "1", "words": "nobody knows this"}\n'
    try:
        for _ in range(20_000):
            flood.send(order)
    except BlockingIOError:
        pass
    caller.send(b'{"do": "say", "seat": "2", "words": "draw"}\n')
    assert (caller.done().fault, list(house.table.state.cards)) == ("", ["2"])
    flood.close()


def test_more_pages_than_anybody_has_are_turned_away(house: House) -> None:
    pages = [Caller(house.path) for _ in range(MOST_PAGES)]
    assert all(isinstance(page.hear(), News) for page in pages)
    one_more = Caller(house.path)
    assert one_more.hear() is None
    for page in (*pages, one_more):
        page.close()


def test_a_page_that_dies_is_forgotten(house: House) -> None:
    for _ in range(2 * MOST_PAGES):
        Caller(house.path).close()

    def is_let_in() -> bool:
        page = Caller(house.path)
        told = page.hear()
        page.close()
        return told is not None

    assert until(is_let_in, SECONDS)


def test_the_end_of_the_evening_ends_its_pages_and_takes_the_socket_away(house: House, caller: Caller) -> None:
    house.close()
    assert caller.hear() is None
    assert not house.path.exists()


def test_the_socket_is_for_its_user_and_group(house: House) -> None:
    assert stat.S_IMODE(house.path.stat().st_mode) == 0o660


def test_a_second_evening_is_refused_the_page_of_the_first(house: House) -> None:
    table = Table()
    second = StageDoor(table.evening, house.path, PIN)
    with pytest.raises(PageError, match="another evening has the page"):
        second.open(Loop(table.evening))
    caller = Caller(house.path)
    assert isinstance(caller.hear(), News)
    caller.close()


def test_what_a_killed_evening_left_behind_is_taken_over(tmp_path: Path, house: House) -> None:
    left = tmp_path / "left"
    house.path.rename(left)
    house.door.close()
    again = House(left)
    assert isinstance(Caller(left).hear(), News)
    again.close()


def test_a_folder_with_a_long_name_is_no_matter(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 30)
    house = House(deep / "page.socket")
    assert (deep / "page.socket").is_socket()
    house.close()


def test_a_place_that_cannot_be_had_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PageError, match=r"^the page has no way to the evening: .*file/page.socket: "):
        House(tmp_path / "file/page.socket")
