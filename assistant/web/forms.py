"""What can be said now, as forms to fill in: whatever others speak can be pressed or typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from assistant.evening import Listening
from assistant.evening.listening import ALWAYS, is_answer
from assistant.table import Open, Seat
from assistant.web.messages import Field, Form, Sayable

_SLOT = re.compile(r"\{(\w+)(\+?)\}")
_OPEN = "…"


def forms(listening: Listening, seat: Seat) -> tuple[Form, ...]:
    """One form for each thing this seat can say now, in each choice of blanks; first what the table waits for."""
    found = {
        Form(_pieces(template.canonical, opened, listening), _is_waited_for(opened, listening)): None
        for opened in listening.opens
        if opened.seats is None or seat in opened.seats
        for template in _ways(opened, listening)
        if _can_be_filled(template.canonical, opened)
    }
    return tuple(sorted(found, key=lambda form: not form.is_answer))


def sayable(listening: Listening) -> tuple[Sayable, ...]:
    """What can be said now and by whom. Blanks stay open: the names that could fill them may be some seat's secret."""
    found: dict[str, frozenset[Seat] | None] = {}
    for opened in listening.opens:
        words = next((template.canonical for template in _ways(opened, listening)), "")
        words = _SLOT.sub(_OPEN, words)
        seats = found.get(words, frozenset())
        found[words] = None if seats is None or opened.seats is None else seats | opened.seats
    return tuple(
        Sayable(words, None if seats is None else tuple(sorted(seats))) for words, seats in found.items() if words
    )


def _ways(opened: Open, listening: Listening) -> Iterator[Any]:
    """The first sentence of each that has other blanks, or other fixed slots."""
    seen = set()
    for template in listening.book.sentences_of(opened):
        slots = frozenset(name for name, _ in _SLOT.findall(template.canonical))
        kind = (slots, tuple(sorted(template.constants.items())))
        if kind not in seen:
            seen.add(kind)
            yield template


def _is_waited_for(opened: Open, listening: Listening) -> bool:
    return is_answer(listening.book, opened.intent) and opened.intent not in (*ALWAYS, "i_am")


def _can_be_filled(sentence: str, opened: Open) -> bool:
    return all(opened.slots.get(name) or name in ("text", "dice", "who") for name, _ in _SLOT.findall(sentence))


def _pieces(sentence: str, opened: Open, listening: Listening) -> tuple[str | Field, ...]:
    pieces: list[str | Field] = []
    end = 0
    for slot in _SLOT.finditer(sentence):
        pieces += [sentence[end : slot.start()], _field(slot[1], bool(slot[2]), opened, listening)]
        end = slot.end()
    return tuple(piece for piece in (*pieces, sentence[end:]) if piece)


def _field(slot: str, many: bool, opened: Open, listening: Listening) -> Field:
    content = listening.players if slot == "who" else opened.slots.get(slot, ())
    if slot in ("text", "dice"):
        return Field(slot)
    if isinstance(content, range):
        return Field(slot, least=content[0], most=content[-1], many=many)
    return Field(slot, tuple(dict.fromkeys(name.display for name in content)), many=many)
