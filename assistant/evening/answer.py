"""What goes into an evening and what comes back: something said, and the answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from assistant.evening.plain import plain
from assistant.table import Audience, Event, Seat, Value

Door = Literal["button", "address", "answer"]
"""How words came in: a seat's button held (or typed with a seat), after the address word, or without it while the
state waits for an answer."""

Channel = Literal["voice", "earcon", "page", "none"]


@dataclass(frozen=True)
class Said:
    """One utterance, or one typed line."""

    words: str
    seat: Seat | None = None
    door: Door = "button"
    line: str = ""
    """The line as typed; empty for what was heard."""


@dataclass(frozen=True)
class Announcement:
    """One thing to tell the table, as far as the window and the level allow it."""

    show: str = ""
    say: str | None = None
    earcon: str | None = None
    times: int = 1
    low: bool = False
    """Said or sounded softly."""
    hushed: bool = False
    """And softer still: nobody outside may hear it (R-098)."""
    audience: Audience = None
    line: str = ""
    """The key of the line it came from."""

    @property
    def channel(self) -> Channel:
        """The loudest way it goes out."""
        if self.say:
            return "voice"
        if self.earcon:
            return "earcon"
        return "page" if self.show else "none"


@dataclass(frozen=True)
class Answer:
    """All that came of one line, tap, or moment at which something fell due."""

    line: str = ""
    seat: Seat | None = None
    heard: str = ""
    intent: str | None = None
    slots: Mapping[str, Value] = field(default_factory=dict)
    text: str | None = None
    events: tuple[Event, ...] = ()
    refusal: str | None = None
    ask: Mapping[str, Any] | None = None
    announcements: tuple[Announcement, ...] = ()
    ref: int | None = None
    """The journal's number of the command, where its free words are still to come (see ``Evening.draft``)."""
    before: int = 0
    """So many of the announcements are of what fell due before the command."""
    named: str | None = None
    """The id of the thing that the free words are the name of, where its sound is wanted (see ``Evening.learn``)."""

    @property
    def say(self) -> str | None:
        return " ".join(one.say for one in self.announcements if one.say) or None

    @property
    def show(self) -> str:
        """What everybody may read."""
        return " ".join(one.show for one in self.announcements if one.show and one.audience is None)

    @property
    def private(self) -> tuple[Announcement, ...]:
        """What there is to read for some seats only."""
        return tuple(one for one in self.announcements if one.show and one.audience is not None)

    @property
    def is_secret(self) -> bool:
        """Where anything that came of it is for some seats only, so may be what was asked (contract C10)."""
        asked = self.ask.get("audience") if self.ask else None
        told = [one.audience for one in self.announcements] + [event.audience for event in self.events]
        return any(audience is not None for audience in (asked, *told))

    @property
    def earcon(self) -> str | None:
        return self._main.earcon

    @property
    def times(self) -> int:
        return self._main.times

    @property
    def _main(self) -> Announcement:
        """The first that sounds of the command's own, else of what fell due before it."""
        own_first = (*self.announcements[self.before :], *self.announcements[: self.before])
        return next((one for one in own_first if one.earcon), Announcement())

    @property
    def channel(self) -> Channel:
        for channel in ("voice", "earcon", "page"):
            if any(one.channel == channel for one in self.announcements):
                return channel
        return "none"

    def followed_by(self, other: Answer) -> Answer:
        """This answer to the passing of time, or to what was made out before, then ``other``, as one."""
        return replace(
            other,
            heard=other.heard or self.heard,
            events=self.events + other.events,
            announcements=self.announcements + other.announcements,
            before=len(self.announcements) + other.before,
        )

    def as_json(self) -> dict[str, Any]:
        """The object of one line of ``prompter type --json``."""
        return {
            "line": self.line,
            "seat": self.seat,
            "heard": self.heard,
            "intent": self.intent,
            "slots": plain(self.slots),
            "text": self.text,
            "events": [event_json(event) for event in self.events],
            "refusal": self.refusal,
            "ask": self.ask,
            "say": self.say,
            "earcon": self.earcon,
            "channel": self.channel,
            "show": self.show,
            "private": [{"audience": sorted(one.audience or ()), "show": one.show} for one in self.private],
            "times": self.times,
        }


def event_json(event: Event) -> dict[str, Any]:
    """An event as JSON for people and scripts: its class name under ``type``, then its fields."""
    return {"type": type(event).__name__, **plain(event)}
