"""The state of an evening and how it came about: deciding, keeping, taking back. Journal first, state second."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.evening.clock import Mark
from assistant.evening.dialogue import Faces
from assistant.evening.dice import Dice
from assistant.evening.journal import (
    SOURCE_CALLED,
    Die,
    Entry,
    EventCodec,
    Journal,
    Undone,
    counting,
    live_entries,
)
from assistant.evening.journal_rows import wall_time
from assistant.evening.plain import whence
from assistant.evening.secrecy import meant_for
from assistant.evening.sounds import Sounds, is_sound, sounds_of
from assistant.table import CLOCK, Ask, Command, Cue, Event, Game, Refusal, Roll, Seat
from assistant.table.dice import DiceError, is_possible

MOST_ROLLS = 50
"""A command that asks for dice so often is a bug of its game."""

MOST_DUE = 200
"""So many commands falling due at once are a bug of the game."""

NEW_GAME = "new_game"
"""The command that seats the players; with it play time begins at nothing."""

INTERRUPTED = "interrupted"
"""The command of the clock that tells a game: the evening was opened again, or the box slept; the clock stands."""

_log = logging.getLogger(__name__)

Outcome = Sequence[Event] | Cue | Refusal | Ask | Roll


class FacesError(Exception):
    """Faces called out that these dice cannot show."""

    def __init__(self, faces: Faces) -> None:
        super().__init__(faces)
        self.faces = faces


class DueError(Exception):
    """A game that does not do what falls due in it."""


@dataclass(frozen=True)
class Happened:
    """An event, and the state right after it."""

    event: Event
    state: Any


@dataclass(frozen=True)
class Act:
    """What a command and all that falls due with it would do. Nothing of it is true before it is kept."""

    state: Any
    position: int
    entries: tuple[Entry, ...] = ()
    happened: tuple[Happened, ...] = ()
    spent: tuple[Command, ...] = ()
    """Commands of the clock that changed nothing."""
    waiting: tuple[tuple[Command, Roll], ...] = ()
    """Commands of the clock that wait for dice to be called out."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(each.event for each in self.happened)


@dataclass
class History:
    """The Decider of one game, the journal, and the fold of all that counts."""

    game: Game[Any, Any, Any]
    config: Any
    journal: Journal
    dice: Dice
    real_dice: bool = False
    """Rolls that a seat can call out wait for it."""
    state: Any = field(init=False)
    position: int = field(init=False)
    """The number of the next face that chance gives."""
    sounds: Sounds = field(init=False)
    """How names are said, as far as that was told or heard."""

    def __post_init__(self) -> None:
        self._codec = EventCodec(self.game.events)
        entries = self.journal.entries()
        self._last_id = entries[-1].id if entries else 0
        self._live = counting(entries, self.journal.undone())
        self._spent: list[Command] = []
        self.state = self._fold(self._live)
        self.position = next_position(self._live)
        self.sounds = sounds_of(self._live)

    @property
    def last_at(self) -> float:
        """Play time of the last thing that counts."""
        return self._live[-1].command.at if self._live else 0.0

    @property
    def is_empty(self) -> bool:
        return not self._live

    def last_order(self) -> Entry | None:
        """What ``undo`` would take back: the last command of a seat that counts, since the game began."""
        for entry in reversed(self._live):
            if entry.command.intent == NEW_GAME:
                return None
            if entry.cause is None and entry.command.seat != CLOCK:
                return entry
        return None

    def players(self) -> tuple[str, ...]:
        """The players' names as the shell told them last, in the order of their seats."""
        return self._told_at_start("players")

    def names(self) -> tuple[str, ...]:
        """Names written down before the evening, so that they can be heard when they are first said."""
        return self._told_at_start("names")

    def _told_at_start(self, slot: str) -> tuple[str, ...]:
        for entry in reversed(self._live):
            names = entry.command.slots.get(slot) if entry.command.intent == NEW_GAME else None
            if isinstance(names, tuple):
                return tuple(map(str, names))
        return ()

    def entry(self, number: int) -> Entry | None:
        return next((entry for entry in self._live if entry.id == number), None)

    def decide(
        self, command: Command, called: Sequence[Faces] = (), at: Act | None = None, by_device: bool = False
    ) -> tuple[Outcome, tuple[Die, ...]]:
        """Ask the game, and throw or take what it wants thrown. Raises FacesError, DiceError.

        ``by_device``: throw also what a seat could have called out.
        """
        before = at or self._now()
        dice: list[Die] = []
        told = list(called)
        for _ in range(MOST_ROLLS):
            outcome = self.game.decide(before.state, command, tuple(die.face for die in dice))
            if not isinstance(outcome, Roll):
                return outcome, tuple(dice)
            if outcome.by is not None and told:
                dice += _called_out(told.pop(0), outcome)
            elif outcome.by is not None and self.real_dice and not by_device:
                return outcome, ()
            else:
                position = before.position + sum(die.position is not None for die in dice)
                faces = self.dice.faces(outcome.sides, position)
                pairs = zip(outcome.sides, faces, strict=True)
                dice += [Die(sides, face, self.dice.source, position + n) for n, (sides, face) in enumerate(pairs)]
        raise RuntimeError(f"{self.game.id}: {command.intent} asks for dice without end")

    def act(
        self,
        command: Command,
        events: Sequence[Event],
        dice: Sequence[Die],
        cause: int | None = None,
        runs: bool = True,
    ) -> Act:
        """What an accepted command does, with what falls due at once (``runs``: the shell lets the clock run)."""
        act = self._with(self._now(), command, events, dice, cause)
        return self._settled(act, command.at, act.entries[0].id if cause is None else cause, runs)

    def due(self, upto: float, waiting: Sequence[Command] = ()) -> Command | None:
        """The first command of the clock that has fallen due by ``upto`` and does not wait for dice already."""
        return self._due(self._now(), upto, waiting)

    def fall_due(self, due: Command, called: Sequence[Faces] = (), by_device: bool = False) -> Act:
        """What this command of the clock does, with what falls due at the same moment."""
        act = self._with_due(self._now(), due, None, called, by_device)
        return self._settled(act, act.entries[0].command.at, act.entries[0].id, True) if act.entries else act

    def skip(self, due: Command) -> None:
        """Never give this again: it changed nothing, or broke."""
        self._spent.append(due)

    def without(self, entry: Entry, at: float, runs: bool) -> tuple[Act, tuple[int, ...]]:
        """What is true once ``entry`` is taken back, and the numbers of the entries that go with it.

        With it go what belongs to it and what the clock gave since: that falls due anew if it still should.
        """
        gone = tuple(
            each.id
            for each in self._live
            if each is entry
            or each.cause == entry.id
            or (each.id > entry.id and each.command.seat == CLOCK and each.command.intent != INTERRUPTED)
        )
        kept = [each for each in self._live if each.id not in gone]
        self._spent.clear()
        return self._settled(Act(self._fold(kept), next_position(kept)), at, None, runs), gone

    def keep(self, act: Act, mark: Mark, undone: Undone | None = None) -> None:
        """Write it down, then let it be true. Raises JournalError, and then nothing has changed."""
        if act.entries or undone:
            self.journal.append(act.entries, mark, undone)
        gone = undone.entries if undone else ()
        self._live = [each for each in self._live if each.id not in gone] + list(act.entries)
        self._last_id += len(act.entries)
        self._spent += act.spent
        self.state, self.position = act.state, act.position
        if undone or any(is_sound(entry.command) for entry in act.entries):
            self.sounds = sounds_of(self._live)

    def undone(self, gone: tuple[int, ...], by: Seat, at: float) -> Undone:
        return Undone(self._last_id, gone, by, at, wall_time())

    def meant_for(self, entry: Entry) -> frozenset[Seat]:
        """The seats for which alone anything was of this entry and what belongs to it; none where all was open."""
        before = self._fold([each for each in self._live if each.id < entry.id])
        of_it = [each.id for each in self._live if each is entry or each.cause == entry.id]
        return meant_for(self.game, before, self.events_of(of_it))

    def events_of(self, numbers: Sequence[int]) -> tuple[Event, ...]:
        """The events of these entries."""
        chosen = [entry for entry in self._live if entry.id in numbers]
        return tuple(self._codec.event(record) for entry in chosen for record in entry.events)

    def _now(self) -> Act:
        return Act(self.state, self.position)

    def _with(self, act: Act, command: Command, events: Sequence[Event], dice: Sequence[Die], cause: int | None) -> Act:
        state, happened = act.state, list(act.happened)
        for event in events:
            state = self.game.evolve(state, event)
            happened.append(Happened(event, state))
        number = self._last_id + len(act.entries) + 1
        records = tuple(map(self._codec.record, events))
        entry = Entry(number, cause, command, tuple(dice), act.position, records, wall_time())
        position = act.position + sum(die.position is not None for die in dice)
        return replace(act, state=state, position=position, entries=(*act.entries, entry), happened=tuple(happened))

    def _settled(self, act: Act, at: float, cause: int | None, runs: bool) -> Act:
        """With everything that falls due by ``at``."""
        for _ in range(MOST_DUE):
            due = self._due(act, at) if runs else None
            if due is None:
                return act
            act = self._with_due(act, due, cause)
        _log.error("%s: more than %d commands fall due at once at %s s", self.game.id, MOST_DUE, at)
        return act

    def _with_due(
        self, act: Act, due: Command, cause: int | None, called: Sequence[Faces] = (), by_device: bool = False
    ) -> Act:
        last_at = act.entries[-1].command.at if act.entries else self.last_at
        given = replace(due, at=max(due.at, last_at))
        try:
            outcome, dice = self.decide(given, called, act, by_device)
            if isinstance(outcome, Roll):
                return replace(act, waiting=(*act.waiting, (due, outcome)))
            if isinstance(outcome, Cue | Refusal | Ask):
                raise DueError(f"was answered with {getattr(outcome, 'code', type(outcome).__name__)}")
            after = self._with(act, given, outcome, dice, cause)
            if due in self.game.clock(after.state).due:
                raise DueError("is still due after it was given")
        except DiceError:
            raise
        except Exception as error:
            # A bug of the game: the evening goes on without this one.
            why = str(error) if isinstance(error, DueError) else whence(error)
            _log.error("%s: the due command %s at %s s: %s", self.game.id, due.intent, due.at, why)
            _log.debug("%s", self.game.id, exc_info=error)
            return replace(act, spent=(*act.spent, due))
        return after

    def _due(self, act: Act, upto: float, waiting: Sequence[Command] = ()) -> Command | None:
        clock = self.game.clock(act.state)
        if not clock.runs:
            return None
        passed = (*self._spent, *act.spent, *waiting, *(due for due, _ in act.waiting))
        open_now = [due for due in clock.due if due.at <= upto and due not in passed]
        return min(open_now, key=lambda due: due.at, default=None)

    def _fold(self, entries: Sequence[Entry]) -> Any:
        state = self.game.initial_state(self.config)
        for entry in entries:
            for record in entry.events:
                state = self.game.evolve(state, self._codec.event(record))
        return state


def faces_so_far(journal: Journal) -> int:
    """The number of the next face of an evening: where scripted dice begin when it is gone on with."""
    return next_position(live_entries(journal))


def _called_out(faces: Faces, roll: Roll) -> list[Die]:
    if not is_possible(faces, roll.sides):
        raise FacesError(faces)
    return [Die(sides, face, SOURCE_CALLED, None) for sides, face in zip(roll.sides, faces, strict=True)]


def next_position(entries: Sequence[Entry]) -> int:
    """The first number not used by a face that counts: what was undone is thrown again with the same number."""
    used = (die.position for entry in entries for die in entry.dice if die.position is not None)
    return max(used, default=-1) + 1
