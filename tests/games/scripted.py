"""A table that plays scripted commands with fixed dice, for any game; each game's tests derive their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from assistant.table import Ask, Command, Cue, Dice, Event, Open, Refusal, Roll, Slot, Value

S = TypeVar("S")
E = TypeVar("E", bound=Event)

Outcome = Sequence[E] | Cue | Refusal | Ask | Roll


class ScriptedTable(Generic[S, E]):
    """One game, and everything that happened in it."""

    decide: ClassVar[Callable[[Any, Command, Dice], Any]]
    evolve: ClassVar[Callable[[Any, Any], Any]]
    narrate: ClassVar[Callable[[Any, Any], Sequence[Cue]]]

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[E] = []
        self.cues: list[Cue] = []
        """Those of the last command."""
        self.at = 0.0
        """Play-clock seconds of the next command."""

    def try_(
        self,
        seat: str,
        intent: str,
        /,
        *,
        dice: Sequence[int] = (),
        text: str | None = None,
        confirmed_by: str | None = None,
        slots: Mapping[str, Value] | None = None,
        **more: Value,
    ) -> Outcome[E]:
        """What the rules say to a command; events take effect."""
        command = Command(intent, seat, {**(slots or {}), **more}, text, self.at, confirmed_by)
        outcome: Outcome[E] = type(self).decide(self.state, command, tuple(dice))
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            return outcome
        self.cues = []
        for event in outcome:
            self.state = type(self).evolve(self.state, event)
            self.events.append(event)
            self.cues += type(self).narrate(self.state, event)
        return outcome

    def do(self, seat: str, intent: str, /, **how: Any) -> Sequence[E]:
        """A command that must be accepted; its events."""
        outcome = self.try_(seat, intent, **how)
        assert not isinstance(outcome, Cue | Refusal | Ask | Roll), outcome
        return outcome

    def refused(self, seat: str, intent: str, /, **how: Any) -> str:
        """The code with which a command is refused; the state must stay as it was."""
        before = self.state
        outcome = self.try_(seat, intent, **how)
        assert isinstance(outcome, Refusal), outcome
        assert self.state == before
        return outcome.code

    def look(self, seat: str, intent: str, /, **how: Any) -> Cue:
        """The answer to somebody who only looks."""
        outcome = self.try_(seat, intent, **how)
        assert isinstance(outcome, Cue), outcome
        return outcome

    def asked(self, seat: str, intent: str, /, **how: Any) -> Ask:
        """The question that a command is answered with."""
        outcome = self.try_(seat, intent, **how)
        assert isinstance(outcome, Ask), outcome
        return outcome


def written(opened: Open, without: Collection[str] = ()) -> str:
    """What is open in a line: the intent, its seats (``all``: everybody), its slots but for those left out."""
    seats = "all" if opened.seats is None else "".join(sorted(opened.seats))
    slots = (f"{slot}={_content(content)}" for slot, content in opened.slots.items() if slot not in without)
    return " ".join((opened.intent, seats, *slots))


def _content(content: Slot) -> str:
    if isinstance(content, range):
        return f"{content.start}-{content.stop - 1}"
    return ",".join(name.id for name in content)
