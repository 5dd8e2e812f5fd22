"""What matching a heard or typed text can give, and what the grammar needs to know of names and openings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

Value = str | int | float | tuple[str | int, ...]
"""What a slot can hold: the id of a name, a number, words as spoken, or a tuple of them for a repeated slot."""

TAIL = "…"
"""The word that stands for free words whose text is not known yet."""


class GrammarError(Exception):
    """Base of the errors of this package; the message says what to do."""


class PhrasebookError(GrammarError):
    """Sentences that cannot be used; ``faults`` has one line for each fault found, with file and intent."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class NameLike(Protocol):
    """Something that can be named: a card, a seat, a rivalry."""

    @property
    def id(self) -> str: ...

    @property
    def display(self) -> str: ...

    @property
    def heard(self) -> tuple[str, ...]: ...

    @property
    def said(self) -> str: ...


class OpenLike(Protocol):
    """Something that can be asked for now, by these seats (``None``: all) and with these slots."""

    @property
    def intent(self) -> str: ...

    @property
    def seats(self) -> frozenset[str] | None: ...

    @property
    def slots(self) -> Mapping[str, tuple[NameLike, ...] | range]: ...


@dataclass(frozen=True)
class Reading:
    """One way to understand a whole utterance."""

    intent: str
    slots: Mapping[str, Value] = field(default_factory=dict)
    text: str | None = None
    """Free words; ``"…"`` where they were heard but are not known as text yet."""
    who: str | None = None
    """The seat named along with the command, hands-free."""
    open: bool = True
    """False: understood, but nothing that can be asked for now with these slots by this seat."""
    template: str = ""
    """The sentence of the phrasebook it fits."""


@dataclass(frozen=True)
class Matches:
    """Understood. More than one reading: ask which, do not choose."""

    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class NoMatch:
    """Not understood, as a whole; no part of it is acted on."""

    heard: str
    near: str | None = None
    """The nearest sentence that can be said now."""
    unknown: str | None = None
    """The part not understood, where the rest fits: an unknown name, for example."""
