"""The last things that were said, shown and sounded, each with those for whom it is meant (contract C10)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from assistant.evening import Announcement, Answer
from assistant.evening.wording import describe
from assistant.table import Audience, Command, Open
from assistant.web.messages import KEPT_CAPTIONS, Caption, Line


class Captions:
    """Keeps the last of them, numbered from 1."""

    def __init__(self) -> None:
        self._count = 0
        self._kept: deque[Caption] = deque(maxlen=KEPT_CAPTIONS)

    @property
    def kept(self) -> tuple[Caption, ...]:
        return tuple(self._kept)

    def take(self, answer: Answer, opens: Sequence[Open]) -> Caption | None:
        """The caption of an answer; None where there is nothing to read. ``opens``: for the names in a question."""
        lines = tuple(_line(one) for one in answer.announcements if one.show or one.earcon)
        heard = Line(answer.heard, audience=_sorted(_hearers(answer)))
        choices = _choices(answer, opens)
        if not (lines or heard.text or choices):
            return None
        self._count += 1
        caption = Caption(self._count, answer.seat or "", heard, lines, choices)
        self._kept.append(caption)
        return caption


def _line(one: Announcement) -> Line:
    return Line(one.show, one.earcon or "", one.times, _sorted(one.audience))


def _hearers(answer: Answer) -> Audience:
    """Who may read what was asked: where anything that came of it is secret, so may the question be."""
    audiences = [one.audience for one in answer.announcements] + [event.audience for event in answer.events]
    return None if all(audience is None for audience in audiences) else frozenset({answer.seat or ""})


def _choices(answer: Answer, opens: Sequence[Open]) -> tuple[Line, ...]:
    ask = answer.ask or {}
    by = ask.get("by") or [answer.seat or ""]
    return tuple(Line(describe(_command(choice), opens), audience=tuple(by)) for choice in ask.get("choices", ()))


def _command(choice: dict[str, Any]) -> Command:
    slots = {slot: tuple(value) if isinstance(value, list) else value for slot, value in choice["slots"].items()}
    return Command(choice["intent"], choice["seat"], slots, choice["text"])


def _sorted(audience: Audience) -> tuple[str, ...] | None:
    return None if audience is None else tuple(sorted(audience))
