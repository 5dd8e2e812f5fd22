"""What the shell and a game say to each other: commands, events, and the other outcomes.

Everything here is an immutable value. A game receives a :class:`Command` and answers with events
or with one of :class:`Cue`, :class:`Refusal`, :class:`Ask`, :class:`Roll`; it tells the shell what is
possible now with :class:`Open`, :class:`Clock` and :class:`View`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Seat = str
"""A seat at the table, "1" to "8" as the buttons are numbered; see also :data:`CLOCK`."""

CLOCK: Seat = "clock"
"""The seat that gives the commands that fall due."""

Audience = frozenset[Seat] | None
"""Who may know of something; ``None`` means everybody."""

Value = str | int | float | tuple[str | int, ...]
"""What a slot can hold."""

Dice = tuple[int, ...]
"""Faces fallen for one command, in the order they were asked for."""

Window = Literal["open", "quiet", "hushed", "silent"]
"""How loud the box may be now. *open*: everything; *quiet*: earcons, and lines of level ``result`` said low;
*hushed*: soft earcons; *silent*: lamps and page only."""

Lamp = Literal["on", "glow", "blink"]
"""What a seat's lamp can show; a seat without an entry is dark."""


@dataclass(frozen=True)
class Command:
    """An order: what a seat asks for, in the game's own words for it."""

    intent: str
    """For example ``establish_fact``; the game's ``sentences.en.yaml`` has its sentences."""
    seat: Seat
    slots: Mapping[str, Value] = field(default_factory=dict)
    text: str | None = None
    """Free words after the sentence."""
    at: float = 0.0
    """Play-clock seconds."""
    confirmed_by: Seat | None = None
    """The seat that pressed a second time, where an :class:`Ask` wanted that."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """What became true. Each game has its own subclasses, named in the past tense."""

    audience: Audience = None


@dataclass(frozen=True)
class Cue:
    """A line of ``lines.en.yaml`` with its slots: an answer to a question, or what an event is announced with."""

    line: str
    slots: Mapping[str, Value] = field(default_factory=dict)
    audience: Audience = None
    times: int = 1
    """How often its earcon sounds: three tokens, three clinks."""


@dataclass(frozen=True)
class Refusal:
    """Not now. ``code`` is the ledger's and a key of ``lines.en.yaml``."""

    code: str
    slots: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Ask:
    """Which one of these? With one choice: sure?"""

    line: str
    choices: tuple[Command, ...]
    by: Audience = None
    """Who may answer; ``None``: whoever gave the command."""
    slots: Mapping[str, Value] = field(default_factory=dict)
    audience: Audience = None
    """Who may read it, where not everybody may. Names that only some can say now need none: the shell sees to them."""


@dataclass(frozen=True)
class Roll:
    """Throw these dice first, then the same command is decided again with their faces."""

    sides: tuple[int, ...]
    by: Seat | None
    """Who calls the faces out where dice are real; ``None``: never real (a hidden draw)."""
    faces: str = "number"
    """The list of face words in ``sentences.en.yaml`` by which they are called."""


@dataclass(frozen=True)
class Name:
    """Something that can be named now: a card, a seat, a rivalry."""

    id: str
    display: str
    heard: tuple[str, ...]
    said: str


Slot = tuple[Name, ...] | range
"""What may fill a slot now: one of these names, or a number in this range."""


@dataclass(frozen=True)
class Open:
    """Something that can be asked for now."""

    intent: str
    seats: Audience = None
    """Which seats may ask for it."""
    slots: Mapping[str, Slot] = field(default_factory=dict)
    tap: bool = False
    """A short press of the seat's button means this."""


@dataclass(frozen=True)
class Clock:
    """What the play clock has to do: run or stand, and give these commands when their ``at`` is reached."""

    runs: bool = True
    due: tuple[Command, ...] = ()


@dataclass(frozen=True)
class View:
    """What one seat, or the table (``None``), sees."""

    headline: Cue
    window: Window = "open"
    cards: tuple[tuple[Cue, ...], ...] = ()
    """Each card is its title, then its lines and counters."""
    lamps: Mapping[Seat, Lamp] = field(default_factory=dict)
