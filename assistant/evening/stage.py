"""From a command to what comes of it: the game decides, the journal keeps, the state changes, the table is told.

What falls due on the play clock goes the same way. Nothing is announced before it is on the disk.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assistant.evening.announcer import Announcer
from assistant.evening.clock import MARK_SECONDS, EveningClock
from assistant.evening.dialogue import Dialogue, Faces, Pending
from assistant.evening.history import INTERRUPTED, NEW_GAME, Act, FacesError, History
from assistant.evening.journal import Entry, Journal, Undone
from assistant.evening.reply import Reply
from assistant.evening.secrecy import Known
from assistant.evening.sounds import Sounds, heard_by_sound, names_in, told_apart, with_sounds
from assistant.evening.wording import choices_json, clock_face, describe
from assistant.table import CLOCK, Ask, Command, Cue, Event, Name, Open, Refusal, Roll, Seat
from assistant.table.dice import DiceError, is_possible
from grammar import TAIL

BACK_SECONDS = 2.0
"""A script may name a moment that is over by less than this: its lines take time to run."""

RECALL_SECONDS = 20 * 60.0
"""A clock that stands so long while it could go on may have been forgotten: the table is told, once (C-059)."""


_UNHEARD_OF = "Unheard Of"
"""A name that nothing has."""


class Stage:
    """The state of an evening with its clock, its open questions and its voice."""

    def __init__(self, history: History, clock: EveningClock, journal: Journal, announcer: Announcer) -> None:
        self.history = history
        self.game = history.game
        self.clock = clock
        self.announcer = announcer
        self.dialogue = Dialogue()
        self._journal = journal
        self._held = not history.is_empty
        self._marked_at = 0.0
        self._recall_at: float | None = None
        self._opens: tuple[Any, tuple[Open, ...]] | None = None
        self._heard: tuple[tuple[Open, ...], Sounds, tuple[Open, ...]] | None = None
        self._sayable: tuple[tuple[Open, ...], tuple[Name, ...]] | None = None

    # What there is.

    def opens(self) -> tuple[Open, ...]:
        """What the game has open now, its names heard by their sound too where that is known."""
        state, sounds = self.history.state, self.history.sounds
        if self._opens is None or self._opens[0] is not state:
            self._opens = (state, tuple(self.game.grammar(state)))
        opens = self._opens[1]
        if self._heard is None or self._heard[0] is not opens or self._heard[1] is not sounds:
            self._heard = (opens, sounds, heard_by_sound(opens, sounds))
        return self._heard[2]

    def public_names(self) -> tuple[Name, ...]:
        """All that can be said as a name now and that everybody may know, no two of them in the same words."""
        opens = self.opens()
        if self._sayable is None or self._sayable[0] is not opens:
            public = self.known().public
            names = (name for name in (*self.players(), *names_in(opens)) if name.id in public)
            self._sayable = (opens, told_apart(names))
        return self._sayable[1]

    def known(self) -> Known:
        """Which names everybody may know now."""
        return Known.now(self.opens(), self.game.view(self.history.state, None), self.players())

    def players(self) -> tuple[Name, ...]:
        """Who sits where, as names that can be said.

        As the evening was begun; and as the game names them where it has a slot ``seat``: newcomers, and who they play.
        """
        told = enumerate(self.history.players(), start=1)
        names = {str(seat): Name(str(seat), player, (player.lower(),), player) for seat, player in told}
        slots = [content for each in self.opens() for slot, content in each.slots.items() if slot == "seat"]
        of_game = [name for content in slots if isinstance(content, tuple) for name in content if name.id.isdecimal()]
        names.update({name.id: name for name in of_game})
        return with_sounds(tuple(names[seat] for seat in sorted(names)), self.history.sounds)

    @property
    def is_held(self) -> bool:
        """The shell keeps the clock standing, though the game would let it run: after a start or a gap."""
        return self._held

    # What is told.

    def tell(self, reply: Reply, cue: Cue) -> None:
        window = self.game.view(self.history.state, None).window
        reply.tell(self.announcer.announce(cue, window, self._said_forms()))

    def refuse(self, reply: Reply, refusal: Refusal) -> None:
        reply.refusal = refusal.code
        window = self.game.view(self.history.state, None).window
        reply.tell(self.announcer.refuse(refusal, window, self._said_forms()))

    def put_ask(self, reply: Reply, ask: Ask, seat: Seat, is_confirmation: bool = True) -> None:
        """Ask the table; ``is_confirmation``: the answer is a second press."""
        seats = frozenset({seat}) if ask.by is None else ask.by
        audience = self.known().audience(ask, seats | {seat})
        self.tell(reply, Cue(ask.line, ask.slots, audience))
        text = reply.announcements[-1].show
        self.dialogue.put(Pending(seats, self.clock.steady(), text, audience, ask, is_confirmation))
        by, read_by = (None if some is None else sorted(some) for some in (ask.by, audience))
        reply.ask = {"line": text, "choices": choices_json(ask.choices), "by": by, "audience": read_by}

    def _put_roll(self, reply: Reply, command: Command, roll: Roll, called: tuple[Faces, ...]) -> None:
        line = "roll_this" if len(roll.sides) == 1 else "roll_these"
        self.tell(reply, Cue(line, {"dice": ", ".join(f"d{sides}" for sides in roll.sides)}))
        text = reply.announcements[-1].show
        seats = frozenset({roll.by or ""})
        self.dialogue.put(Pending(seats, self.clock.steady(), text, command=command, roll=roll, called=called))
        reply.ask = {"dice": list(roll.sides), "by": roll.by}

    def _put(
        self, reply: Reply, command: Command, outcome: Cue | Refusal | Ask | Roll, called: Sequence[Faces] = ()
    ) -> None:
        if isinstance(outcome, Cue):
            self.tell(reply, outcome)
        elif isinstance(outcome, Refusal):
            self.refuse(reply, outcome)
        elif isinstance(outcome, Ask):
            self.put_ask(reply, outcome, command.seat)
        else:
            self._put_roll(reply, command, outcome, tuple(called))

    def _said_forms(self, opens: Sequence[Open] | None = None) -> dict[str, str]:
        names = names_in(self.opens() if opens is None else opens)
        return {name.display: name.said for name in (*names, *self.players())}

    # Commands.

    def order(self, reply: Reply, command: Command, called: Sequence[Faces] = (), cause: int | None = None) -> None:
        """Have the game decide; keep and tell what it says. ``called``: faces called out for its rolls."""
        if command.intent == NEW_GAME:
            command = replace(command, at=0.0)
        reply.understood(command)
        if command.intent == "resume" and self._held:
            self._go_on(reply)
        elif command.intent == "undo":
            self._undo(reply, command)
        else:
            outcome, dice = self.history.decide(command, called)
            if isinstance(outcome, Cue | Refusal | Ask | Roll):
                self._put(reply, command, outcome, called)
            elif outcome:
                act = self.history.act(command, outcome, dice, cause=cause, runs=True)
                self._keep(reply, act, held=False)
                if command.text == TAIL:
                    reply.ref = act.entries[0].id
                    reply.named = self._named_by(command)

    def _named_by(self, command: Command) -> str | None:
        """The id of what the free words of this command are the name of: of what would be called so, were they known;
        None where they are no name."""
        slots = {**command.slots, "intent": command.intent}
        draft = Command("draft", command.seat, slots, _UNHEARD_OF, command.at)
        outcome, dice = self.history.decide(draft)
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            return None
        then = self.history.act(draft, outcome, dice, runs=False).state
        return next((name.id for name in names_in(self.game.grammar(then)) if name.display == _UNHEARD_OF), None)

    def note(self, reply: Reply, command: Command, cause: int | None = None) -> None:
        """Keep a command that is the shell's own: to the game nothing has happened."""
        reply.understood(command)
        self._keep(reply, self.history.act(command, (), (), cause=cause, runs=not self._held))

    def call_out(self, reply: Reply, pending: Pending, faces: Faces) -> None:
        """The dice of a command that waited for them; it is decided anew. Raises FacesError, and it waits on."""
        if pending.command is None or pending.roll is None:
            return
        if not is_possible(faces, pending.roll.sides):
            raise FacesError(faces)
        self.dialogue.drop(pending)
        if pending.command.seat == CLOCK:
            self._keep(reply, self.history.fall_due(pending.command, called=(faces,)))
        else:
            self.order(reply, replace(pending.command, at=self.clock.read()), (*pending.called, faces))
            if reply.refusal:  # a refused command changes nothing, so the dice are still waited for
                self.dialogue.put(pending)

    def _go_on(self, reply: Reply) -> None:
        mark = self.clock.mark()
        self._journal.mark(replace(mark, running=True))
        self._held = False
        self.clock.run()
        self.tell(reply, Cue("clock_goes_on", {"time": clock_face(mark.elapsed)}))

    def _undo(self, reply: Reply, command: Command) -> None:
        entry = self.history.last_order()
        if entry is None:
            self.tell(reply, Cue("nothing_to_undo"))
            return
        command = replace(
            command, slots={"seat": entry.command.seat, "intent": entry.command.intent, "at": entry.command.at}
        )
        outcome, _ = self.history.decide(command)
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            self._put(reply, command, outcome)
            return
        act, gone = self.history.without(entry, self.clock.read(), not self._held)
        undone = self.history.undone(gone, command.seat, command.at)
        known = self.history.events_of(gone)
        self._keep(reply, act, undone=undone, known=known, before=self._undone_cues(entry))
        self.dialogue.clear()

    def _undone_cues(self, entry: Entry) -> list[Cue]:
        """What was taken back; where anything of it was for some seats only, only they read what it was."""
        text = {"text": describe(entry.command, self.opens())}
        meant = self.history.meant_for(entry)
        if not meant:
            return [Cue("undone", text)]
        return [Cue("undone_secret"), Cue("undone", text, meant | {entry.command.seat})]

    def _keep(
        self,
        reply: Reply,
        act: Act,
        *,
        held: bool | None = None,
        undone: Undone | None = None,
        known: Sequence[Event] = (),
        before: Sequence[Cue] = (),
    ) -> None:
        """Journal, then state, then clock, then what is told: ``before``, then the events but for those ``known``."""
        held = self._held if held is None else held
        opens = tuple(self.game.grammar(act.state))
        said = self._said_forms((*self.opens(), *opens))
        announcements = [
            self.announcer.announce(cue, self.game.view(each.state, None).window, said)
            for each in act.happened
            if each.event not in known
            for cue in self.game.narrate(each.state, each.event)
        ]
        runs = self.game.clock(act.state).runs and not held
        mark = replace(self.clock.mark(), running=runs)
        is_new = any(entry.command.intent == NEW_GAME for entry in act.entries)
        self.history.keep(act, replace(mark, elapsed=0.0) if is_new else mark, undone)
        if is_new:
            self.clock.restart()
        self._held = held
        self._opens = (act.state, opens)
        if runs and not self.clock.runs:
            self.clock.run()
        elif self.clock.runs and not runs:
            self.clock.stand(act.entries[-1].command.at if act.entries else None)
        for cue in before:
            self.tell(reply, cue)
        reply.happened(act.events, announcements)
        for due, roll in act.waiting:
            self._put_roll(reply, due, roll, ())

    # Time.

    def catch_up(self, reply: Reply) -> None:
        """All that time alone brings, up to now."""
        now = self.clock.read()
        if self.clock.was_interrupted:
            self._interrupted(reply, now)
        for pending in self.dialogue.lapsed(self.clock.steady()):
            if pending.command is not None and pending.command.seat == CLOCK:
                self._fall_due(reply, pending.command, by_device=True)
            elif not pending.readings:
                self.tell(reply, Cue("lapsed", {"text": pending.text}, pending.audience))
        self._give_due(reply, now)
        self._recall(reply, now)

    def move_to(self, reply: Reply, elapsed: float) -> None:
        """Let the clock go on to ``elapsed``; nothing while it stands."""
        now = self.clock.read()
        if elapsed < now - BACK_SECONDS:
            self.refuse(reply, Refusal("E_BACK", {"time": round(now)}))
            return
        self._give_due(reply, elapsed)
        if self.clock.runs and elapsed > self.clock.read():
            self.clock.move_to(elapsed)

    def note_clock(self) -> None:
        """A mark of the running clock, once a second; in between where it is, for those who find it killed."""
        steady = self.clock.steady()
        if not self.clock.runs:
            return
        if 0 <= steady - self._marked_at < MARK_SECONDS:
            self._journal.beat(self.clock.mark())
        else:
            self._journal.mark(self.clock.mark())
            self._marked_at = steady

    def _give_due(self, reply: Reply, upto: float) -> None:
        while self.clock.runs:
            due = self.history.due(upto, self.dialogue.commands())
            if due is None:
                return
            if due.at > self.clock.read():
                self.clock.move_to(due.at)
            self._fall_due(reply, due)

    def _fall_due(self, reply: Reply, due: Command, by_device: bool = False) -> None:
        try:
            self._keep(reply, self.history.fall_due(due, by_device=by_device))
        except DiceError:
            self.history.skip(due)
            raise

    def _interrupted(self, reply: Reply, now: float) -> None:
        """The clock stands after a start, or after a gap that is not charged; the game may make more of it."""
        command = Command(INTERRUPTED, CLOCK, at=now)
        outcome, dice = self.history.decide(command)
        told = len(reply.announcements)
        if isinstance(outcome, Sequence) and outcome:
            self._keep(reply, self.history.act(command, outcome, dice, runs=False), held=True)
        self.clock.was_interrupted = False
        self._held = self.game.clock(self.history.state).runs
        if self._can_go_on() and len(reply.announcements) == told:
            self.tell(reply, Cue("clock_stands", {"time": clock_face(now)}))

    def _can_go_on(self) -> bool:
        return self._held or any(each.intent == "resume" for each in self.opens())

    def _recall(self, reply: Reply, now: float) -> None:
        """A pause that may have been forgotten."""
        if self.clock.runs or not self._can_go_on():
            self._recall_at = None
        elif self._recall_at is None:
            self._recall_at = self.clock.steady() + RECALL_SECONDS
        elif self.clock.steady() >= self._recall_at:
            self._recall_at = math.inf
            self.tell(reply, Cue("clock_still_stands", {"time": clock_face(now)}))
