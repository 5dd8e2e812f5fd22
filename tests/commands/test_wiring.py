"""The wiring: the header as it is, and a picture that is true."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory

from assistant.settings import Pins, Settings, Table
from assistant.wiring import GROUND, HEADER, MEMORY, VOLTS_3, VOLTS_5, Wire, text_lines, wires
from assistant.wiring_svg import picture
from tests.commands.run import prompter
from tests.packaging.checkout import ROOT

EVERYTHING = Settings(
    table=Table(seats=("Paul", "Ann", "Ben", "<Cleo> & Dan")), pins=Pins(seat_lamps=(4, 7, 8, 9, 10, 11, 16, 26))
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("revision", ["c03115", "d04170"], ids=["Pi 4", "Pi 5"])
def test_the_header_is_that_of_the_board(revision: str) -> None:
    pins = MockFactory(revision).board_info.headers["J8"].pins
    names = {"GND": GROUND, "3V3": VOLTS_3, "5V": VOLTS_5, "GPIO0": MEMORY, "GPIO1": MEMORY}
    found = tuple(names.get(pins[pin].name, pins[pin].name.removeprefix("GPIO")) for pin in range(1, 41))
    assert found == tuple(map(str, HEADER))


def test_the_picture_in_the_readme_is_what_the_command_draws() -> None:
    drawn = (ROOT / "hardware/wiring.svg").read_text(encoding="utf-8")
    assert drawn == picture(Settings()), "draw it again: prompter wiring --svg hardware/wiring.svg"


def test_a_wire_knows_its_place_on_the_header() -> None:
    clock = wires(Settings())[0]
    assert (clock.label, clock.gpio, clock.pin, clock.is_left) == ("Clock button", 17, 11, True)


def test_whoever_does_not_see_the_picture_hears_of_every_wire() -> None:
    described = ElementTree.fromstring(picture(EVERYTHING)).findtext(f"{SVG}desc", "")
    assert [wire for wire in wires(EVERYTHING) if wire.sentence not in described] == []
    assert "Lamp of seat 4 (<Cleo> & Dan): from pin 21 (GPIO 9) through 470 Ω to ground." in described


def _labels(settings: Settings) -> dict[str, list[tuple[float, str]]]:
    """The labels on each side of the board, from the top."""
    sides: dict[str, list[tuple[float, str]]] = {}
    for text in ElementTree.fromstring(picture(settings)).iter(f"{SVG}text"):
        if text.get("class") == "label":
            sides.setdefault(text.get("x", ""), []).append((float(text.get("y", "")), text.text or ""))
    return {x: sorted(labels) for x, labels in sides.items()}


@pytest.mark.parametrize("settings", [Settings(), EVERYTHING], ids=["default", "everything"])
def test_no_two_labels_overlap(settings: Settings) -> None:
    for labels in _labels(settings).values():
        heights = [y for y, _ in labels]
        assert min(below - above for above, below in pairwise(heights)) >= 50


def test_no_two_wires_cross_for_they_end_in_the_order_of_their_pins() -> None:
    left, right = ([wire for wire in wires(EVERYTHING) if wire.is_left is is_left] for is_left in (True, False))
    for side, labels in zip((left, right), _labels(EVERYTHING).values(), strict=True):
        assert [text.split(" · ")[0] for _, text in labels] == [wire.label for wire in sorted(side, key=_pin)]


def _pin(wire: Wire) -> int:
    return wire.pin


def test_nothing_wired_is_drawn_as_well() -> None:
    nothing = Settings(pins=Pins(clock_button=0, seat_buttons=(), status_lamp=0))
    assert ElementTree.fromstring(picture(nothing)).findtext(f"{SVG}desc") == "Nothing is wired."


def test_the_table_has_pin_number_and_player_of_each_wire() -> None:
    lines = [line.split() for line in text_lines(EVERYTHING)]
    assert ["15", "22", "Seat", "1,", "Paul", "ground"] in lines


def test_the_command_prints_the_table_for_the_pins_that_are_set(tmp_path: Path) -> None:
    done = prompter(tmp_path, "wiring", "--set", "pins.clock_button=4", "--set", "pins.seat_buttons=[]")
    assert [line.split()[:4] for line in done.stdout.splitlines()[1:3]] == [
        ["7", "4", "Clock", "button"],
        ["13", "27", "Status", "lamp"],
    ]


def test_the_command_draws_into_files(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("wiring.svg", "wiring.html")]
    done = prompter(tmp_path, "wiring", "--svg", names[0], "--html", names[1])
    drawn, page = (Path(name).read_text(encoding="utf-8") for name in names)
    assert (done.stdout.splitlines(), drawn, drawn in page) == (names, picture(Settings()), True)
