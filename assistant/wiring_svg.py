"""The wiring as a picture: the header in the middle, what is wired to it on both sides, ground on the outside.

One SVG without scripts, fonts or anything from elsewhere. Nothing is told by colour alone; a screen reader reads the
list of all wires.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from statistics import fmean

from assistant.settings import Settings
from assistant.wiring import GROUND, HEADER, MEMORY, RESISTOR, VOLTS_3, VOLTS_5, Wire, wires

_WIDTH, _MIDDLE = 1180, 590
_TOP, _FOOT = 120, 132
_PITCH = 30
"""From pin to pin, and thereby the height of the header."""
_ROW = 58
"""At least from one button or lamp to the next."""
# What is where, counted from the middle outwards.
_PIN, _TAG, _BOARD, _PART, _LABEL, _RAIL = 16, 70, 116, 250, 440, 548
_LONGEST_LABEL = 21
_GROUND_PINS = {True: 39, False: 6}
"""The pins of ground that the picture uses: below all others on the left, above them on the right."""

_INK, _PAPER, _QUIET = "#2b2430", "#fdf8ee", "#c6d4cb"
_CLOCK, _SEAT, _LAMP = "#a8480f", "#1f5673", "#8a1c4a"
_POWER = {VOLTS_3: "#9c5c0a", VOLTS_5: "#b3261e", GROUND: "#1c1a20", MEMORY: "#5d6d63"}

_STYLE = """
text { font-family: "Gill Sans", "Gill Sans MT", Optima, Candara, Carlito, "Liberation Sans", Arial, sans-serif;
  fill: INK; text-anchor: middle; }
.title { font-family: "Hoefler Text", "Iowan Old Style", "Palatino Linotype", Palatino, P052, "Liberation Serif", serif;
  font-size: 34px; letter-spacing: 5px; }
.note { font-size: 15px; }
.label { font-size: 17px; font-weight: bold; }
.small { font-size: 13px; }
.number { font-size: 11px; font-weight: bold; }
.quiet { font-size: 12px; fill: QUIET; }
path, line { fill: none; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
"""


@dataclass(frozen=True)
class _Row:
    """Where a wire ends: a button, a lamp or, without one, the rail of ground."""

    pin: int
    y: float
    wire: Wire | None = None

    @property
    def side(self) -> int:
        return -1 if self.pin % 2 else 1

    @property
    def colour(self) -> str:
        if self.wire is None:
            return _INK
        if self.wire.kind == "lamp":
            return _LAMP
        return _SEAT if self.wire.label.startswith("Seat") else _CLOCK

    def x(self, out: float) -> float:
        """So far out from the middle."""
        return _MIDDLE + self.side * out


def picture(settings: Settings) -> str:
    """The picture as an SVG document."""
    every = wires(settings)
    sides = {is_left: [wire for wire in every if wire.is_left == is_left] for is_left in (True, False)}
    rows = [_rows(side, is_left) for is_left, side in sides.items() if side]
    bottom = max(_TOP + 20 * _PITCH, *(side[-1].y for side in rows), 0)
    drawn = [*_board(), *(part for side in rows for part in _side(side)), *_pins(every), *_notes(bottom)]
    height = bottom + _FOOT
    style = _STYLE.replace("INK", _INK).replace("QUIET", _QUIET)
    told = " ".join(wire.sentence for wire in every) or "Nothing is wired."
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
            f'height="{height}" role="img" aria-labelledby="wiring-title wiring-wires">',
            '<title id="wiring-title">Wiring of the buttons and lamps to the 40 pins of a Raspberry Pi</title>',
            f'<desc id="wiring-wires">{escape(told)}</desc>',
            f"<style>{style}</style>",
            f'<rect width="{_WIDTH}" height="{height}" rx="18" fill="{_PAPER}"/>',
            *drawn,
            "</svg>\n",
        )
    )


def _rows(side: Sequence[Wire], is_left: bool) -> list[_Row]:
    """In the order of the pins, so that no two wires cross."""
    by_pin: dict[int, Wire | None] = {wire.pin: wire for wire in side} | {_GROUND_PINS[is_left]: None}
    pins = sorted(by_pin)
    return [_Row(pin, y, by_pin[pin]) for pin, y in zip(pins, _spread(list(map(_pin_y, pins))), strict=True)]


def _spread(wanted: Sequence[float]) -> list[float]:
    """As near to the heights that are wanted as rows can be that must not overlap."""
    crowds: list[list[float]] = []  # neighbours that push each other away, each less the rows above it
    for place, y in enumerate(wanted):
        crowds.append([y - place * _ROW])
        while len(crowds) > 1 and fmean(crowds[-2]) > fmean(crowds[-1]):
            pushed = crowds.pop()
            crowds[-1] += pushed
    tops = [fmean(crowd) for crowd in crowds for _ in crowd]
    return [round(max(top, _TOP + 20)) + place * _ROW for place, top in enumerate(tops)]


def _pin_y(pin: int) -> float:
    return _TOP + _PITCH * ((pin - 1) // 2 + 0.5)


def _board() -> Iterator[str]:
    height = 20 * _PITCH
    yield _rect(_MIDDLE - _BOARD, _TOP - 26, 2 * _BOARD, height + 52, "#23503a", 14)
    yield _rect(_MIDDLE - 34, _TOP - 4, 68, height + 8, "#17181b", 4)
    yield _text(_MIDDLE, _TOP - 58, "PROMPTER", "title")
    yield _text(_MIDDLE, _TOP - 36, "the 40 pins of a Raspberry Pi, with its USB sockets below", "note")


def _pins(every: Sequence[Wire]) -> Iterator[str]:
    colours = {wire.pin: _Row(wire.pin, 0, wire).colour for wire in every}
    colours |= {_GROUND_PINS[wire.is_left]: _INK for wire in every}
    for pin, what in enumerate(HEADER, 1):
        y, side = _pin_y(pin), -1 if pin % 2 else 1
        x, tag = _MIDDLE + side * _PIN, _MIDDLE + side * _TAG
        fill = colours.get(pin) or _POWER.get(str(what), "#5d6d63")
        shape = f'width="22" height="22" rx="{3 if pin == 1 else 11}"'  # pin 1 is square on the board as well
        yield f'<rect x="{x - 11:g}" y="{y - 11:g}" {shape} fill="{fill}" stroke="#e8c877" stroke-width="2"/>'
        yield f'<text x="{x:g}" y="{y + 4:g}" class="number" style="fill:#fff">{pin}</text>'
        name = what if isinstance(what, str) else f"GPIO {what}"
        if pin in colours:
            yield _rect(tag - 33, y - 10, 66, 20, fill, 10)
            yield f'<text x="{tag:g}" y="{y + 4.5:g}" class="small" style="fill:#fff">{name}</text>'
        else:
            yield _text(tag, y + 4.5, name, "quiet")


def _side(rows: Sequence[_Row]) -> Iterator[str]:
    """All that is on one side of the board."""
    rail = rows[0].x(_RAIL)
    heights = [row.y for row in rows]
    yield f'<path d="M{rail:g} {min(heights):g} V{max(heights):g}" stroke="{_INK}" style="stroke-width:6"/>'
    for row in rows:
        near, bend, far = row.x(_TAG + 33), row.x((_TAG + 33 + _PART) / 2), row.x(_PART)
        curve = f"M{near:g} {_pin_y(row.pin):g} C{bend:g} {_pin_y(row.pin):g} {bend:g} {row.y:g} {far:g} {row.y:g}"
        yield f'<path d="{curve}" stroke="{row.colour}"/>'
        yield from _part(row) if row.wire else _to_the_rail(row, _PART, _INK)


def _part(row: _Row) -> Iterator[str]:
    assert row.wire is not None
    yield from _lamp(row) if row.wire.kind == "lamp" else _button(row)
    label = f"{row.wire.label} · {row.wire.player}" if row.wire.player else row.wire.label
    if len(label) > _LONGEST_LABEL:
        label = label[: _LONGEST_LABEL - 1] + "…"
    yield _text(row.x(_LABEL), row.y - 8, label, "label")
    yield _text(row.x(_LABEL), row.y + 18, f"pin {row.wire.pin}, GPIO {row.wire.gpio}", "small")


def _button(row: _Row) -> Iterator[str]:
    """Two contacts, and a bridge over them that a finger pushes down."""
    left, right, y = row.x(_PART + 24), row.x(_PART + 64), row.y
    middle = (left + right) / 2
    yield f'<path d="M{row.x(_PART):g} {y:g} H{left:g}" stroke="{row.colour}"/>'
    yield f'<path d="M{left:g} {y - 11:g} H{right:g} M{middle:g} {y - 11:g} V{y - 21:g}" stroke="{row.colour}"/>'
    yield f'<path d="M{middle - 9:g} {y - 21:g} H{middle + 9:g}" stroke="{row.colour}" style="stroke-width:6"/>'
    for x in (left, right):
        yield f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{_PAPER}" stroke="{row.colour}" stroke-width="2.5"/>'
    yield from _to_the_rail(row, _PART + 69, row.colour)


def _lamp(row: _Row) -> Iterator[str]:
    """A resistor, then an LED whose tip points to ground."""
    x, y, side = row.x(_PART), row.y, row.side
    box, base, tip = row.x(_PART + 31), row.x(_PART + 62), row.x(_PART + 82)
    yield f'<path d="M{x:g} {y:g} H{base:g} M{tip:g} {y - 11:g} V{y + 11:g}" stroke="{row.colour}"/>'
    yield (
        f'<rect x="{box - 19:g}" y="{y - 8:g}" width="38" height="16" rx="3" fill="{_PAPER}" '
        f'stroke="{row.colour}" stroke-width="2.5"/>'
    )
    yield _text(box, y - 14, RESISTOR, "small")
    led = f"M{base:g} {y - 11:g} V{y + 11:g} L{tip:g} {y:g} Z"
    yield f'<path d="{led}" stroke="{row.colour}" style="fill:{row.colour}"/>'
    for out in (0, 8):  # its light
        ray = f"M{base + side * (4 + out):g} {y - 14:g} l{side * 7} -9 m{side * -5} 1 l{side * 5} -1 l0 5"
        yield f'<path d="{ray}" stroke="{row.colour}" style="stroke-width:1.6"/>'
    yield from _to_the_rail(row, _PART + 82, row.colour)


def _to_the_rail(row: _Row, out: float, colour: str) -> Iterator[str]:
    yield f'<path d="M{row.x(out):g} {row.y:g} H{row.x(_RAIL):g}" stroke="{colour}"/>'
    yield f'<circle cx="{row.x(_RAIL):g}" cy="{row.y:g}" r="6" fill="{_INK}"/>'
    if row.wire is None:
        yield _text(row.x(_LABEL), row.y - 8, "ground, for all on this side", "note")


def _notes(bottom: float) -> Iterator[str]:
    notes = (
        "A button lies between its pin and ground: it needs no resistor, and it does not matter which leg goes where.",
        f"A lamp is an LED: pin, resistor of {RESISTOR}, long leg; the short leg goes to ground.",
        "Any pin of ground will do. Nothing is wired to 3.3 V or 5 V. Pull the plug before you wire.",
    )
    for place, note in enumerate(notes):
        yield _text(_MIDDLE, bottom + 60 + 24 * place, note, "note")


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def _rect(x: float, y: float, width: float, height: float, fill: str, radius: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}"/>'
