"""What the box waits for: a choice, dice called out, or who spoke. One question per seat: the newest; all lapse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.table import Ask, Audience, Command, Roll, Seat
from grammar import Reading

LAPSE_SECONDS = 30.0
"""How long an answer is waited for; then the question is dropped and nothing was written (A-109)."""

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Pending:
    """One question that is open."""

    seats: frozenset[Seat]
    """Who may answer; nobody in particular where it is asked who spoke."""
    since: float
    text: str = ""
    """The question as shown."""
    audience: Audience = None
    """To whom it was shown."""
    ask: Ask | None = None
    """A choice, or one choice to confirm."""
    is_confirmation: bool = True
    """The answer counts as a second press; not so where the words alone had two meanings."""
    command: Command | None = None
    """The command that waits for its dice."""
    roll: Roll | None = None
    called: tuple[Faces, ...] = ()
    """What was called out for this command before."""
    readings: tuple[Reading, ...] = ()
    """Understood, but nobody knows who spoke."""


class Dialogue:
    """The questions open at the table."""

    def __init__(self) -> None:
        self._open: list[Pending] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def __iter__(self) -> Iterator[Pending]:
        return iter(tuple(self._open))

    def put(self, pending: Pending) -> None:
        """Ask this; what was asked before is dropped where nobody but the same seats could answer it."""
        self._open = [one for one in self._open if not one.seats <= pending.seats]
        self._open.append(pending)

    def drop(self, pending: Pending) -> None:
        self._open = [one for one in self._open if one is not pending]

    def clear(self) -> None:
        self._open = []

    def lapsed(self, now: float) -> list[Pending]:
        """Take out, and give, what has waited too long."""
        gone = [one for one in self._open if now - one.since >= LAPSE_SECONDS]
        self._open = [one for one in self._open if one not in gone]
        return gone

    def asked_of(self, seat: Seat | None) -> Pending | None:
        """The newest choice this seat may make; without a seat: the only one that one seat alone may make."""
        return self._newest(seat, [one for one in self._open if one.ask is not None])

    def roll_of(self, seat: Seat | None) -> Pending | None:
        """The newest roll whose dice this seat calls out."""
        return self._newest(seat, [one for one in self._open if one.roll is not None])

    def who(self) -> Pending | None:
        return next((one for one in reversed(self._open) if one.readings), None)

    def commands(self) -> tuple[Command, ...]:
        """The commands that wait for their dice."""
        return tuple(one.command for one in self._open if one.command is not None)

    def _newest(self, seat: Seat | None, among: list[Pending]) -> Pending | None:
        if seat is not None:
            return next((one for one in reversed(among) if seat in one.seats), None)
        return among[0] if len(among) == 1 and len(among[0].seats) == 1 else None
