"""What goes over the socket between the evening and its page: one JSON object a line.

To the page go :class:`News`, all of it first and then what has changed, and :class:`Done` for each order. From the page
come :class:`Order`. Both sides read with these types, so that whatever else arrives is one clear fault.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

LONGEST_ORDER = 8_192
"""Bytes of a line to the evening; its words alone are shorter (``assistant.evening.typed.LONGEST_LINE``)."""
LONGEST_NEWS = 4 * 1024 * 1024
"""Bytes of a line to the page; a whole evening of eight seats is a twentieth of it."""
KEPT_CAPTIONS = 50

TABLE = ""
"""In place of a seat: what lies open to everybody."""


class Field(Struct, frozen=True, omit_defaults=True):
    """A blank in a sentence: one of ``choices``, a number from ``least`` to ``most``, or else words."""

    slot: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    many: bool = False
    """Filled once or more."""


class Form(Struct, frozen=True, omit_defaults=True):
    """A sentence that a seat may say now: fixed words and blanks in turn."""

    pieces: tuple[str | Field, ...]
    is_answer: bool = False
    """The table waits for it."""


class Sayable(Struct, frozen=True):
    """A sentence with its blanks left open, and the seats that may say it now (None: all)."""

    words: str
    seats: tuple[str, ...] | None


class Sheet(Struct, frozen=True):
    """What one seat sees, or the table: where the game stands, and cards of lines."""

    headline: str
    cards: tuple[tuple[str, ...], ...]


class Player(Struct, frozen=True, omit_defaults=True):
    """Who sits where. ``lamp``: on, glow, blink, or empty."""

    seat: str
    name: str
    lamp: str = ""


class ClockFace(Struct, frozen=True):
    """The play clock: where it is, and whether it runs on."""

    seconds: float
    runs: bool


class Line(Struct, frozen=True, omit_defaults=True):
    """One thing that was said, shown or sounded, to some seats only where ``audience`` is given."""

    text: str = ""
    earcon: str = ""
    times: int = 1
    audience: tuple[str, ...] | None = None
    aloud: str = ""
    """What everybody else has heard of it."""


class Caption(Struct, frozen=True, omit_defaults=True):
    """What came of one utterance, press or moment; see :mod:`assistant.web.captions`."""

    number: int
    seat: str = ""
    heard: Line = Line()
    lines: tuple[Line, ...] = ()
    choices: tuple[Line, ...] = ()
    """Of a question, in the order of "first", "second", "third"."""


class News(Struct, tag="news", frozen=True):
    """What there is to see. What is left out is as it was; sheets and forms are by seat, captions are added."""

    title: str | UnsetType = UNSET
    run: str | UnsetType = UNSET
    """Another one each time the evening is taken up: its captions begin anew."""
    pin: str | UnsetType = UNSET
    clock: ClockFace | UnsetType = UNSET
    players: tuple[Player, ...] | UnsetType = UNSET
    sheets: dict[str, Sheet] | UnsetType = UNSET
    forms: dict[str, tuple[Form, ...]] | UnsetType = UNSET
    sayable: tuple[Sayable, ...] | UnsetType = UNSET
    captions: tuple[Caption, ...] | UnsetType = UNSET


class Done(Struct, tag="done", frozen=True, omit_defaults=True):
    """An order has been given to the evening; ``fault``: why not. What came of it is news."""

    number: int
    fault: str = ""


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat does on the page: says words, taps its button, presses the button of the clock."""

    do: Literal["say", "tap", "clock"]
    seat: str
    words: str = ""
    number: int = 0


class PageError(Exception):
    """The page cannot be served or reached; the message says what to do."""
