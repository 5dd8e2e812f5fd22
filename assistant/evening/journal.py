"""The journal of an evening: what is kept, the port, and the journal in memory.

Append-only. First the opening (game, configuration, the sealed secret of the dice), then one entry per accepted command
with its faces and events, marks of what was undone, and marks of the play clock. It knows no game: events are kept as
class name and fields, see :class:`EventCodec`. The journal on disk is :mod:`assistant.evening.journal_file`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from assistant.evening.clock import Mark, latest
from assistant.table import Command, Event, Seat

SOURCE_CALLED = "called"
"""The source of a face that a player called out; the others are named by the port ``Dice``."""


class JournalError(Exception):
    """The journal cannot be read or written; the message is one line and says what to do."""


@dataclass(frozen=True)
class Opening:
    """The first row of an evening."""

    game: str
    api: int
    config: Mapping[str, Any]
    """The configuration used, as JSON values."""
    secret: str
    """The secret of the dice in hex; shown to nobody before the end."""
    commitment: str
    wall: str
    """Wall time in UTC, ISO 8601: for people to read, never to compute with."""


@dataclass(frozen=True)
class Die:
    """One die as it fell."""

    sides: int
    face: int
    source: str
    """``chance``, ``script`` or ``called``."""
    position: int | None
    """Its number in the evening; None for a face called out, which uses up no number."""


@dataclass(frozen=True)
class Record:
    """An event as it is kept."""

    type: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """One accepted command."""

    id: int
    cause: int | None
    """The entry it belongs to: what fell due at once, or free words that came later."""
    command: Command
    dice: tuple[Die, ...]
    position: int
    """The number of the next face before this command."""
    events: tuple[Record, ...]
    wall: str


@dataclass(frozen=True)
class Undone:
    """A mark: these entries no longer count. Nothing is edited."""

    after: int
    """The last entry there was when it was taken back."""
    entries: tuple[int, ...]
    by: Seat
    at: float
    wall: str


class Journal(Protocol):
    """One evening on record. What a method wrote is on the disk when it returns; what raised is not there at all."""

    def begin(self, opening: Opening) -> None: ...

    def append(self, entries: Sequence[Entry], mark: Mark, undone: Undone | None = None) -> None:
        """Keep ``undone`` first, then the entries, and where the clock was: all or nothing."""
        ...

    def mark(self, mark: Mark) -> None: ...

    def beat(self, mark: Mark) -> None:
        """Note where the running clock is, without waiting for the disk: a kill leaves it, a power cut may not.

        Never raises: the next mark is soon.
        """
        ...

    def opening(self) -> Opening | None: ...

    def entries(self) -> Sequence[Entry]:
        """All entries in order, those taken back as well."""
        ...

    def undone(self) -> Sequence[Undone]: ...

    def last_mark(self) -> Mark | None:
        """The last mark, or what was noted since where the clock just went on from there."""
        ...

    def close(self) -> None: ...


class MemoryJournal:
    """The journal of an evening that nobody wants to keep: tests, trying a game out."""

    def __init__(self) -> None:
        self.is_full = False
        """Set to behave like a full card: everything written is refused."""
        self._opening: Opening | None = None
        self._entries: list[Entry] = []
        self._undone: list[Undone] = []
        self._marks: list[Mark] = []
        self._beat: Mark | None = None

    def begin(self, opening: Opening) -> None:
        self._refuse_if_full()
        if self._opening is not None:
            raise JournalError("This evening has begun already.")
        self._opening = opening

    def append(self, entries: Sequence[Entry], mark: Mark, undone: Undone | None = None) -> None:
        self._refuse_if_full()
        last = self._entries[-1].id if self._entries else 0
        if [entry.id for entry in entries] != list(range(last + 1, last + 1 + len(entries))):
            raise JournalError("The entries of an evening are numbered without a gap.")
        if undone is not None:
            self._undone.append(undone)
        self._entries.extend(entries)
        self._marks.append(mark)

    def mark(self, mark: Mark) -> None:
        self._refuse_if_full()
        self._marks.append(mark)

    def beat(self, mark: Mark) -> None:
        self._beat = mark

    def opening(self) -> Opening | None:
        return self._opening

    def entries(self) -> Sequence[Entry]:
        return tuple(self._entries)

    def undone(self) -> Sequence[Undone]:
        return tuple(self._undone)

    def last_mark(self) -> Mark | None:
        return latest(self._marks[-1] if self._marks else None, self._beat)

    def close(self) -> None:
        return

    def _refuse_if_full(self) -> None:
        if self.is_full:
            raise JournalError("The disk is full: free some space. The command was not carried out.")


def live_entries(journal: Journal) -> list[Entry]:
    """The entries that count: those not taken back."""
    return counting(journal.entries(), journal.undone())


def counting(entries: Sequence[Entry], undone: Sequence[Undone]) -> list[Entry]:
    """Those of the entries that count."""
    gone = {number for each in undone for number in each.entries}
    return [entry for entry in entries if entry.id not in gone]


class EventCodec:
    """Events of one game to records and back."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        self._types = {each.__name__: each for each in events}

    def record(self, event: Event) -> Record:
        """Raises JournalError for an event that could not be read back."""
        if self._types.get(type(event).__name__) is not type(event):
            raise JournalError(f"The game does not list its event {type(event).__name__}; it was not kept.")
        return Record(type(event).__name__, msgspec.to_builtins(event, str_keys=True, order="deterministic"))

    def event(self, record: Record) -> Event:
        """Raises JournalError for an event that this version of the game does not know."""
        try:
            return msgspec.convert(record.fields, self._types[record.type], str_keys=True)
        except (KeyError, msgspec.ValidationError) as error:
            raise JournalError(
                f"The journal holds an event that this version of the game does not know: {record.type} ({error})."
            ) from error
