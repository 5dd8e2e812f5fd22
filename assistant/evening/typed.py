"""The keyboard as microphone: lines like ``2: fact on Atwater``, ``prompter, time left``, ``at 60: 1: curtain``.

| line | is |
|---|---|
| ``2: words`` or ``Ann: words`` | seat 2 with its button held |
| ``prompter, words`` | hands-free after the address word |
| ``words`` | talk of the table: an answer where one is waited for, else nothing |
| ``2: ?tap`` | a short press of seat 2's button |
| ``at 60: …`` | the play clock goes on to 60 s first; ``at 60:`` alone does only that |
| ``?state`` | the whole state |
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from assistant.evening.answer import Answer, Said
from assistant.evening.session import Evening
from assistant.table import Name, Seat

TAP = "?tap"
STATE = "?state"
LONGEST_LINE = 2_000
"""Characters; what is longer is no line that anyone typed."""

_AT = re.compile(r"\s*at\s+([+\d.]+)\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_SEAT = re.compile(r"\s*([^:]{1,40}?)\s*:\s*(.*)", re.DOTALL)


def type_line(evening: Evening, line: str) -> dict[str, Any]:
    """Carry out one typed line; its object of ``prompter type --json``."""
    line = line.rstrip("\r\n")
    if not is_look(line):
        return answer_line(evening, line).as_json()
    at, _ = _moment(line)
    if at is not None:
        evening.move_to(at, line)
    return {"state": evening.state_json()}


def is_look(line: str) -> bool:
    """Whether a line only asks for the whole state."""
    return _moment(line)[1] == STATE


def answer_line(evening: Evening, line: str) -> Answer:
    """Carry out one typed line that is not ``?state``."""
    line = line.rstrip("\r\n")
    if len(line) > LONGEST_LINE:
        return evening.complain("E_LINE", line[:60] + "…")
    at, rest = _moment(line)
    if at is None:
        return _spoken(evening, line, rest)
    moved = evening.move_to(at, line)
    if not rest or moved.refusal:
        return moved
    return moved.followed_by(_spoken(evening, line, rest))


def _spoken(evening: Evening, line: str, words: str) -> Answer:
    seat, words = _seat(words, evening.players())
    if seat is not None:
        return evening.tap(seat, line) if words == TAP else evening.handle(Said(words, seat, "button", line))
    addressed = _addressed(words, evening.manner.address_word)
    if addressed is not None:
        return evening.handle(Said(addressed, None, "address", line))
    if words and evening.waits_for_answer():
        return evening.handle(Said(words, None, "answer", line))
    return Answer(line=line)


def _addressed(words: str, address_word: str) -> str | None:
    match = re.fullmatch(rf"{re.escape(address_word)}\b[\s,:.!]*(.*)", words, re.IGNORECASE | re.DOTALL)
    return match[1].strip() if match else None


def _moment(line: str) -> tuple[float | None, str]:
    match = _AT.fullmatch(line)
    if match is None:
        return None, line.strip()
    try:
        at = float(match[1])
    except ValueError:
        return None, line.strip()
    return (at, match[2].strip()) if math.isfinite(at) else (None, line.strip())


def _seat(words: str, players: Sequence[Name]) -> tuple[Seat | None, str]:
    """The seat before the colon, by number or by the player's name; None where it is neither."""
    match = _SEAT.fullmatch(words)
    if match is None:
        return None, words.strip()
    who = match[1].strip()
    if who.isdecimal():
        return str(int(who)), match[2].strip()
    for player in players:
        if player.display.casefold() == who.casefold():
            return player.id, match[2].strip()
    return None, words.strip()
