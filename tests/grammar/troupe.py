"""A small table for the tests of the grammar: who sits there, which cards lie there, what is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grammar import Matches, NoMatch, Phrasebook, Reading

SENTENCES = Path(__file__).with_name("table.en.yaml")
BOOK = Phrasebook.load(SENTENCES)


@dataclass(frozen=True)
class Name:
    id: str
    display: str
    heard: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True)
class Open:
    intent: str
    seats: frozenset[str] | None = None
    slots: Mapping[str, tuple[Name, ...] | range] = field(default_factory=dict)


SEATS = (Name("1", "Paul", ("paul",)), Name("2", "Ann", ("ann",)), Name("3", "Ben", ("ben",)))
CARDS = (
    Name("c1", "Atwater", ("atwater", "card one")),
    Name("c2", "Belisar", ("belisar", "card two")),
    Name("c3", "The Boss", ("the boss", "card three")),
    Name("c4", "Ann", ("card four",)),
    Name("c5", "Ann Three", ("ann three", "card five")),
    Name("here", "here", ("here",)),
)
CROWN = Name("r1", "The Crown", ("crown", "rivalry one"))
DICE = (Name("8", "eight", ("eight", "eights", "d eight")), Name("4", "four", ("four", "fours", "d four")))
COUNT = range(1, 21)

OPENS = (
    Open("establish_fact", None, {"card": CARDS}),
    Open("use_fact", None, {"card": CARDS, "fact": range(1, 6)}),
    Open("add_trials", None, {"n": COUNT}),
    Open("dedicate", None, {"for_count": COUNT, "against_count": COUNT}),
    Open("question", frozenset("1"), {"seat": SEATS, "card": CARDS, "fact": range(1, 6)}),
    Open("cue", None, {"seat": SEATS}),
    Open("on_cue"),
    Open("take_rancor"),
    Open("show_rancor"),
    Open("play_as"),
    Open("side_character", None, {"seat": SEATS}),
    Open("want"),
    Open("challenge", None, {"rivalry": (CROWN,)}),
    Open("set_aside", None, {"die": DICE}),
    Open("rolled", None, {"dice": range(1, 13)}),
    Open("undo"),
)


def match(
    text: str, seat: str | None = "1", opens: Sequence[Open] = OPENS, **more: Sequence[Name]
) -> Matches | NoMatch:
    return BOOK.match(text, opens, seat=seat, seats=SEATS, **more)


def readings(text: str, seat: str | None = "1", opens: Sequence[Open] = OPENS) -> list[Reading]:
    found = match(text, seat, opens)
    return list(found.readings) if isinstance(found, Matches) else []


def reading(text: str, seat: str | None = "1", opens: Sequence[Open] = OPENS) -> Reading:
    (only,) = readings(text, seat, opens)
    return only


def slots(text: str, seat: str | None = "1", opens: Sequence[Open] = OPENS) -> dict[str, object]:
    return dict(reading(text, seat, opens).slots)
