"""The story of an evening: who sits where, with which voice, and line by line what is said and must come of it.

A story is a YAML file that anyone can copy and change; ``assistant/games/<game>/stories`` has those that ship.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import yaml

Door = Literal["button", "address", "answer", "talk", "tap", "type", "restart", "power_cut"]
"""How a line reaches the box: a seat's button held; the address word first; an answer the state waits for;
talk outside both doors, which must change nothing; a short press; typed at the keyboard. Or the box itself stops, put
away or cut off, and goes on from its journal on another boot."""

DOORS: tuple[Door, ...] = get_args(Door)
SPOKEN: tuple[Door, ...] = ("button", "address", "answer")
"""What is said to the box."""
STOPS: tuple[Door, ...] = ("restart", "power_cut")


class StoryError(Exception):
    """A story file that cannot be played: the message lists every fault, a line each."""


@dataclass(frozen=True)
class Line:
    """One line of a story."""

    door: Door
    who: str
    """The player who speaks; empty where the box stops."""
    says: str = ""
    """What is said, as the sentence is written; with the address word where the door is ``address``. Where the box
    stops: how long it is left alone, for people; no clock of the game ever learns of it (R-129)."""
    free: str = ""
    """Free words after the sentence: spoken, carried by the free tail, drafted afterwards."""
    heard: str | None = None
    """What the recogniser should give, where that is not what is said; empty: nothing that may be acted on."""
    then: Mapping[str, Any] = field(default_factory=dict)
    """What must come of it: keys of ``type --json`` and their values; ``events`` are the kinds in order."""
    at: float | None = None
    """Play-clock seconds to which the evening goes on before the line."""

    @property
    def spoken(self) -> str:
        """Everything that is said aloud in this line."""
        return f"{self.says} {self.free}".strip()


@dataclass(frozen=True)
class Story:
    """A whole evening."""

    title: str
    game: str
    seats: Mapping[str, str]
    """Player to voice, in the order of the seats: ``Ann: "flite:slt"``."""
    facilitator: str
    dice: tuple[int, ...]
    lines: tuple[Line, ...]
    names: tuple[str, ...] = ()
    """Names written down before the evening, so that the box can hear them."""
    settings: Mapping[str, Any] = field(default_factory=dict)


def load_story(path: Path) -> Story:
    """Read and check a story. Raises StoryError with all that is wrong."""
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StoryError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise StoryError(f"{path}: is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(raw, dict):
        raise StoryError(f"{path}: a story begins with title, game, seats, facilitator, dice and lines")
    faults: list[str] = []
    lines = tuple(_line(number, item, faults) for number, item in enumerate(raw.pop("lines", None) or (), 1))
    faults += _unknown("story", raw, Story.__dataclass_fields__)
    try:
        story = replace(msgspec.convert({**raw, "lines": ()}, Story, strict=True), lines=lines)
        faults += _seatless(story)
    except msgspec.ValidationError as error:
        faults.append(str(error))
    if faults:
        raise StoryError("\n".join(f"{path}: {fault}" for fault in faults))
    return story


def _seatless(story: Story) -> Iterator[str]:
    for number, line in enumerate(story.lines, 1):
        if line.who and line.who not in story.seats:
            yield f"line {number}: nobody called {line.who!r} has a seat"
    if story.facilitator not in story.seats:
        yield f"facilitator: nobody called {story.facilitator!r} has a seat"


def _line(number: int, item: object, faults: list[str]) -> Line:
    """One line of the file: ``{button: Ann, says: …, then: {…}}``; the door's key holds who speaks."""
    if not isinstance(item, dict):
        faults.append(f"line {number}: is not a mapping")
        return Line("talk", "")
    doors = [door for door in DOORS if door in item]
    if len(doors) != 1:
        faults.append(f"line {number}: has to have one of {', '.join(DOORS)}")
        return Line("talk", "")
    door = doors[0]
    stops = door in STOPS
    known = ("then", "at") if stops else Line.__dataclass_fields__
    rest = {key: value for key, value in item.items() if key != door}
    faults += [f"line {number}: {fault}" for fault in _unknown(door if stops else "line", rest, known)]
    first = {"who": "", "says": item[door]} if stops else {"who": item[door]}
    try:
        return msgspec.convert({"door": door, **first, **rest}, Line, strict=True)
    except msgspec.ValidationError as error:
        faults.append(f"line {number}: {error}")
        return Line("talk", "")


def _unknown(what: str, given: Mapping[str, Any], known: Iterable[str]) -> list[str]:
    faults = []
    for key in given:
        if key not in set(known):
            near = difflib.get_close_matches(str(key), list(known), 1)
            faults.append(f"{what} has no {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    return faults
