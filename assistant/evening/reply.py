"""An answer in the making: what one line, tap or moment brings is gathered here, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.evening.answer import Announcement, Answer
from assistant.table import Command, Event, Seat, Value


@dataclass
class Reply:
    """Mutable; becomes an :class:`Answer`."""

    line: str = ""
    seat: Seat | None = None
    heard: str = ""
    intent: str | None = None
    slots: Mapping[str, Value] = field(default_factory=dict)
    text: str | None = None
    events: list[Event] = field(default_factory=list)
    refusal: str | None = None
    ask: Mapping[str, Any] | None = None
    announcements: list[Announcement] = field(default_factory=list)
    ref: int | None = None
    before: int = 0
    """So many announcements are of what fell due before the command."""
    named: str | None = None

    def understood(self, command: Command) -> None:
        self.intent, self.seat = command.intent, self.seat or command.seat
        self.slots, self.text = command.slots, command.text

    def tell(self, announcement: Announcement) -> None:
        self.announcements.append(announcement)

    def happened(self, events: Sequence[Event], announcements: Sequence[Announcement]) -> None:
        self.events += events
        self.announcements += announcements

    @property
    def is_empty(self) -> bool:
        return not (self.events or self.announcements or self.ask or self.refusal)

    def answer(self) -> Answer:
        return Answer(
            self.line,
            self.seat,
            self.heard,
            self.intent,
            self.slots,
            self.text,
            tuple(self.events),
            self.refusal,
            self.ask,
            tuple(self.announcements),
            self.ref,
            self.before,
            self.named,
        )
