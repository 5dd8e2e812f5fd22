"""The page in a real browser, with its script and without."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.web.browser import CHROMIUM, ClientConnection, Tab, browser
from tests.web.house import PIN, House, Served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt: chromium)")


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClientConnection]:
    with browser(tmp_path_factory.mktemp("profile")) as way:
        yield way


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "page.socket")
    house.type("1: new pile Marble")
    yield house
    house.close()


@pytest.fixture(scope="module")
def page(house: House) -> Served:
    return house.serve()


@pytest.fixture
def tab(chromium: ClientConnection, page: Served) -> Iterator[Tab]:
    """The page as somebody sees it who comes by."""
    tab = Tab(chromium).open(f"http://{page.host}/")
    yield tab
    tab.close()


def _sit(tab: Tab, seat: str) -> Tab:
    tab.run(f"document.querySelector('[name=pin]').value = '{PIN}'; document.forms[0].requestSubmit()")
    assert tab.until("document.querySelector('button[name=seat]')")
    tab.run(f"document.querySelector('button[name=seat][value=\"{seat}\"]').click()")
    assert tab.until("document.querySelector('form.act') && document.readyState === 'complete'")
    return tab


def _says(region: str, words: str) -> str:
    return f"document.getElementById('{region}').textContent.includes({json.dumps(words)})"


def test_what_is_typed_at_the_table_is_on_the_page_at_once_with_the_clock(house: House, tab: Tab) -> None:
    assert tab.run("document.querySelector('#clock time').textContent").startswith("0:00:")
    house.table.ticker.advance(9)
    house.type("2: new pile Basalt", "2: put 3 on Basalt")
    assert tab.until(_says("cards", "Basalt: 3"))
    assert tab.until(_says("captions", "put 3 on Basalt"))
    house.type("1: pause")
    assert tab.until(_says("clock", "standing"))
    assert tab.run("document.querySelector('#clock time').textContent") == "0:00:09"
    house.type("1: resume")
    assert tab.problems == []


def test_captions_are_added_one_by_one_for_whoever_has_them_read_out(house: House, tab: Tab) -> None:
    assert tab.until("document.getElementById('captions').children.length > 0")
    tab.run(
        "window.added = []; new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach("
        "(node) => added.push(node.textContent)))).observe(document.getElementById('captions'), {childList: true})"
    )
    house.type("3: how many on Marble")
    assert tab.until(_says("captions", "Cleo how many on Marble"))
    assert [words.split()[0] for words in tab.run("added")] == ["Cleo"]


def test_without_scripts_the_same_can_be_read(house: House, chromium: ClientConnection, page: Served) -> None:
    house.type("3: how many on Marble")
    tab = Tab(chromium)
    tab.without_scripts().open(f"http://{page.host}/")
    assert tab.run(_says("cards", "Marble: 0"))
    assert tab.run(_says("captions", "Cleo how many on Marble"))
    assert tab.run("Boolean(document.querySelector('meta[http-equiv=refresh]'))")
    tab.close()


def test_with_the_keyboard_alone_a_seat_says_something(house: House, tab: Tab) -> None:
    _sit(tab, "3")
    tab.run("document.querySelector('[name=words]:not([type=hidden])').focus()")
    tab.type("new pile Chalk")
    tab.press("Tab")
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("Enter", "\r")
    assert tab.until(_says("cards", "Chalk: 0"))
    assert tab.run("document.querySelector('[name=words]:not([type=hidden])').value") == ""
    assert tab.problems == []


def test_what_is_being_filled_in_is_not_lost_when_somebody_else_does_something(house: House, tab: Tab) -> None:
    house.type("3: new pile Agate")
    _sit(tab, "2")
    tab.run("window.field = document.querySelector('[name=\"slot.count\"]'); field.focus(); field.value = '7'")
    house.type("1: new pile Slate")
    assert tab.until("[...document.querySelectorAll('option')].some((each) => each.textContent === 'Slate')")
    assert tab.run("[document.activeElement.name, document.activeElement.value]") == ["slot.count", "7"]
    tab.run("document.activeElement.form['slot.pile'].value = 'Agate'; document.activeElement.form.requestSubmit()")
    assert tab.until(_says("cards", "Agate: 7"))


def test_a_fault_is_told_where_it_can_be_heard_and_nothing_is_left(house: House, tab: Tab) -> None:
    _sit(tab, "1")
    tab.run("window.form = document.querySelector('form.act'); form.token.value = 'x'; form.requestSubmit()")
    assert tab.until("document.querySelector('[role=alert]').textContent.startsWith('This form is old')")
    assert tab.run("location.pathname") == "/"


def test_a_hidden_card_reaches_the_open_page_of_its_seat_alone(
    house: House, chromium: ClientConnection, tab: Tab
) -> None:
    _sit(tab, "2")
    looker = Tab(chromium).open(tab.run("location.href"))
    tab.run("[...document.querySelectorAll('form.act button')].find((each) => each.textContent === 'draw').click()")
    assert tab.until(_says("cards", "Your card:"))
    assert tab.until(_says("captions", "Your card:"))
    house.type("1: how many on Marble")
    assert looker.until(_says("captions", "Ann how many on Marble"))
    assert not looker.run("document.documentElement.outerHTML.includes('Your card')")
    looker.close()


def test_fingers_have_room_and_nothing_runs_off_a_phone(tab: Tab) -> None:
    tab.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    _sit(tab, "1")
    small = "[...document.querySelectorAll('button, select, input:not([type=hidden])')].filter((each) =>"
    assert tab.run(f"{small} each.getBoundingClientRect().height < 44).length") == 0
    assert tab.run("document.documentElement.scrollWidth <= 360")


def test_words_stand_out_from_their_ground_also_in_dim_light(tab: Tab) -> None:
    """The contrast that WCAG 2.2 asks for at level AAA, 7 to 1, of all words but those of a standing clock."""
    script = """
    (() => {
      const lum = (rgb) => rgb.map((v) => v / 255).map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
      const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
      const ground = (node) => {
        const color = rgb(getComputedStyle(node).backgroundColor);
        return color.length === 4 && color[3] === 0 ? ground(node.parentElement) : color.slice(0, 3);
      };
      return Math.min(...[...document.querySelectorAll('body *')].filter((node) => node.innerText).map((node) => {
        const [a, b] = [lum(rgb(getComputedStyle(node).color).slice(0, 3)), lum(ground(node))].sort((x, y) => y - x);
        return (a + .05) / (b + .05);
      }));
    })()
    """
    assert tab.run(script) >= 7
