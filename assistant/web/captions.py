"""The last things that were said, shown and sounded, each with those for whom it is meant (contract C10)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from assistant.evening import Announcement, Answer
from assistant.evening.wording import describe
from assistant.table import Command, Open
from assistant.web.messages import KEPT_CAPTIONS, Caption, Line


class Captions:
    """Keeps the last of them, numbered from 1."""

    def __init__(self) -> None:
        self._count = 0
        self._kept: deque[Caption] = deque(maxlen=KEPT_CAPTIONS)

    @property
    def kept(self) -> tuple[Caption, ...]:
        return tuple(self._kept)

    def take(self, answer: Answer, opens: Sequence[Open], pressed: bool = False) -> Caption | None:
        """The caption of an answer; None where there is nothing to read.

        ``opens``: for the names in a question. ``pressed``: asked on the page, so that nobody else has heard it; where
        nothing came of it, it may name what only that seat knows of.
        """
        in_vain = pressed and not answer.events and not answer.ask
        asker = (answer.seat,) if answer.seat else None  # who is not known has asked aloud
        lines = tuple(_line(one, asker if in_vain else None) for one in answer.announcements if one.show or one.earcon)
        is_secret = in_vain or answer.is_secret
        heard = Line(answer.heard, audience=asker if is_secret else None)
        choices = _choices(answer, opens)
        if not (lines or heard.text or choices):
            return None
        self._count += 1
        caption = Caption(self._count, answer.seat or "", heard, lines, choices)
        self._kept.append(caption)
        return caption


def _line(one: Announcement, asker: tuple[str, ...] | None) -> Line:
    """``asker``: the only one to read it; everybody else has what was said and sounded of it."""
    if asker is not None and one.audience is None:
        return Line(one.show, one.earcon or "", one.times, asker, one.say or "")
    return Line(one.show, one.earcon or "", one.times, None if one.audience is None else tuple(sorted(one.audience)))


def _choices(answer: Answer, opens: Sequence[Open]) -> tuple[Line, ...]:
    ask = answer.ask or {}
    by = ask.get("audience") or ask.get("by") or ([answer.seat] if answer.seat else None)
    audience = None if by is None else tuple(by)
    return tuple(Line(describe(_command(choice), opens), audience=audience) for choice in ask.get("choices", ()))


def _command(choice: dict[str, Any]) -> Command:
    slots = {slot: tuple(value) if isinstance(value, list) else value for slot, value in choice["slots"].items()}
    return Command(choice["intent"], choice["seat"], slots, choice["text"])
