"""One evening at one table: what is said comes in, answers go out. One thread owns it (``Loop``)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from assistant.evening.announcer import Announcer, Level
from assistant.evening.answer import Answer, Said
from assistant.evening.clock import EveningClock, Ticker
from assistant.evening.dice import ChanceDice, Dice, draw_secret
from assistant.evening.history import NEW_GAME, FacesError, History
from assistant.evening.journal import Journal, JournalError, Opening
from assistant.evening.journal_rows import wall_time
from assistant.evening.lines import Lines
from assistant.evening.listening import Book, Listening, is_answer, shell_opens
from assistant.evening.plain import plain, whence
from assistant.evening.reply import Reply
from assistant.evening.shell import Shell
from assistant.evening.sounds import NAMED, SOUNDS_LIKE, Learnt, names_in, soundings, take
from assistant.evening.stage import Stage
from assistant.evening.wording import describe
from assistant.table import Ask, Command, Cue, Game, Name, Refusal, Seat, Value
from assistant.table.dice import DiceError, commitment
from grammar import NoMatch, Reading

ECHO_SECONDS = 0.2
"""The same words of the same seat within this time are one utterance that a recogniser gave twice (C-029)."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Manner:
    """How this table wants to be served."""

    level: Level = "results"
    real_dice: bool = False
    """Players roll, and call out what their dice show."""
    expected: tuple[Name, ...] = ()
    """Names written down beforehand that may come as free words."""
    address_word: str = "prompter"
    """What an aside without a button begins with."""


def begin_journal(journal: Journal, game: Game[Any, Any, Any], config: Any) -> None:
    """The first row of a new evening: the configuration used, and the secret of its dice under its seal."""
    secret = draw_secret()
    kept = msgspec.to_builtins(config, str_keys=True, order="deterministic")
    journal.begin(Opening(game.id, game.api, kept, secret.hex(), commitment(secret), wall_time()))


class Evening:
    """An evening on a journal that has its opening, new or gone on with."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        book: Book,
        lines: Lines,
        journal: Journal,
        ticker: Ticker,
        manner: Manner = Manner(),
        dice: Dice | None = None,
    ) -> None:
        """``dice``: scripted ones in place of chance. Raises JournalError where the journal does not fit the game."""
        opening = journal.opening()
        if opening is None or opening.game != game.id:
            raise JournalError(f"This is not the journal of an evening of {game.title}.")
        if opening.api > game.api:
            raise JournalError(
                f"This evening was begun by a newer prompter (its {game.title} has interface {opening.api}, this one "
                f"{game.api}): update prompter. The file was left as it is."
            )
        config = config_of(opening, game)
        self.commitment = opening.commitment
        """The seal of the dice: SHA-256 of the secret, published at the start."""
        self.game = game
        chance = ChanceDice(bytes.fromhex(opening.secret))
        mark = journal.last_mark()
        self._stage = Stage(
            _history(game, config, journal, dice or chance, manner.real_dice),
            EveningClock(ticker, mark.elapsed if mark else 0.0),
            journal,
            Announcer(lines, manner.level),
        )
        self._journal = journal
        self._book = book
        self.manner = manner
        self._shell = Shell(self._stage, self)
        self._is_failing = False
        self._last_said: tuple[Said, float] | None = None

    # What comes in.

    def begin(self, players: Sequence[str], facilitator: Seat = "", names: Sequence[str] = ()) -> Answer:
        """Seats "1".."n" for these players, once, before anything is said. ``names``: see :attr:`names`."""
        slots: dict[str, Value] = {"players": tuple(players), "facilitator": facilitator}
        if names:
            slots["names"] = tuple(names)
        return self._ordered(NEW_GAME, facilitator or "1", slots)

    def reopen(self) -> Answer:
        """Tell the game and the table that the evening goes on: once, after opening a journal that has commands."""
        self._stage.clock.was_interrupted = True
        return self._answered(Reply(), lambda reply: None)

    def handle(self, said: Said) -> Answer:
        """One utterance, or one typed line."""
        if self._is_echo(said):
            return Answer(line=said.line, seat=said.seat)
        reply = Reply(line=said.line, seat=said.seat, heard=said.words)
        return self._answered(reply, lambda reply: self._hear(reply, said))

    def order(self, command: Command) -> Answer:
        """A command that needs no words: a click on the page. Its ``at`` is now, whatever it says."""
        return self._ordered(command.intent, command.seat, command.slots, command.text)

    def tap(self, seat: Seat, line: str = "") -> Answer:
        """A short press: "yes" to an open question, else what the game has on it, else nothing (``intent`` None)."""
        return self._answered(Reply(line=line, seat=seat), lambda reply: self._tapped(reply, seat))

    def draft(self, ref: int, text: str, named: str | None = None) -> Answer:
        """The free words of a command accepted before (``Answer.ref``), as well as they could be made out; ``named``:
        what they are the name of (``Answer.named``)."""
        return self._answered(Reply(heard=text), lambda reply: self._drafted(reply, ref, text, named))

    def learn(self, asked: Answer, learnt: Learnt) -> Answer:
        """What was learnt of the sound of a name (``Answer.named``) that was given or told by voice."""
        return self._answered(Reply(), lambda reply: self._learnt(reply, asked, learnt))

    def move_to(self, elapsed: float, line: str = "") -> Answer:
        """Let the play clock go on to ``elapsed``, all in order; for scripts. Nothing happens while it stands."""
        return self._answered(Reply(line=line), lambda reply: self._stage.move_to(reply, elapsed))

    def complain(self, key: str, text: str) -> Answer:
        """Tell the table that a line of input is none: ``key`` of the shell's lines."""
        return self._answered(Reply(line=text), lambda reply: self._stage.refuse(reply, Refusal(key, {"text": text})))

    def tell(self, cue: Cue) -> Answer:
        """Tell the table something of the box itself, a line of the shell's, as loud as the moment allows."""
        return self._answered(Reply(), lambda reply: self._stage.tell(reply, cue))

    def press_clock(self, seat: Seat = "") -> Answer:
        """The button of the clock: stand, or go on. One without a seat is the table's, and does it for whoever may."""
        intent = "pause" if self._stage.clock.runs else "resume"
        return self._ordered(intent, seat or self._shell.anyone_for(intent))

    def tick(self) -> Answer | None:
        """What fell due; call it several times a second. None where nothing did."""
        reply = Reply()
        answer = self._answered(reply, lambda reply: None)
        return None if reply.is_empty else answer

    # What can be seen.

    @property
    def state(self) -> Any:
        return self._stage.history.state

    def players(self) -> tuple[Name, ...]:
        """Who sits where; the ids are the seats."""
        return self._stage.players()

    @property
    def names(self) -> tuple[str, ...]:
        """Names written down when the evening began, kept with it."""
        return self._stage.history.names()

    def listening(self) -> Listening:
        """What can be heard now."""
        opens = (*self._stage.opens(), *shell_opens(self._stage))
        players = self.players()
        sounds = soundings((*names_in(opens), *players), self._stage.history.sounds)
        return Listening(self._book, opens, players, self.manner.expected, sounds)

    def waits_for_answer(self) -> bool:
        """Whether the table may answer without the address word."""
        return bool(self._stage.dialogue) or any(is_answer(self._book, each.intent) for each in self._stage.opens())

    def shown(self, cue: Cue) -> str:
        """A cue of a view in words, for those who are meant to see that view."""
        return self._stage.announcer.shown(cue)

    def state_json(self) -> dict[str, Any]:
        """The state by the names of its fields, and the clock as it is this moment."""
        state = plain(self.state)
        clock = state.get("clock")
        live = {"elapsed_s": self.clock_seconds(), "running": self._stage.clock.runs}
        return {**state, "clock": {**(clock if isinstance(clock, dict) else {}), **live}}

    def clock_seconds(self) -> float:
        """Play time now."""
        return self._stage.clock.read()

    @property
    def clock_runs(self) -> bool:
        return self._stage.clock.runs

    def close(self) -> None:
        """Note where the clock is, and let the journal go."""
        try:
            self._journal.mark(replace(self._stage.clock.mark(), running=False))
        except JournalError as error:
            _log.error("%s", error)
        self._journal.close()

    # Every way in goes through here.

    def _ordered(
        self, intent: str, seat: Seat, slots: Mapping[str, Value] | None = None, text: str | None = None
    ) -> Answer:
        def step(reply: Reply) -> None:
            at = self.clock_seconds()
            self._stage.order(reply, Command(intent, seat, slots or {}, text, at))

        return self._answered(Reply(seat=seat), step)

    def _answered(self, reply: Reply, step: Callable[[Reply], None]) -> Answer:
        try:
            self._stage.catch_up(reply)
            reply.before = len(reply.announcements)
            step(reply)
            self._stage.note_clock()
            self._is_failing = False
        except JournalError as error:
            if reply.heard or reply.seat or not self._is_failing:  # the passing of time complains once only
                self._stage.refuse(reply, Refusal("E_NOT_SAVED", {"text": str(error)}))
            self._is_failing = True
        except DiceError as error:
            self._stage.refuse(reply, Refusal("E_DICE", {"text": str(error)}))
        except FacesError as error:
            self._stage.refuse(reply, Refusal("E_FACES", {"text": ", ".join(map(str, error.faces))}))
        except Exception as error:
            _log.error("%s: a bug; the state is as it was: %s", self.game.id, whence(error))
            _log.debug("%s", self.game.id, exc_info=error)
            self._stage.tell(reply, Cue("trouble"))
        return self._shell.remembered(reply.answer())

    # From words to a command.

    def _is_echo(self, said: Said) -> bool:
        now = self._stage.clock.steady()
        last, self._last_said = self._last_said, (said, now)
        return not said.line and last is not None and last[0] == said and now - last[1] < ECHO_SECONDS

    def _hear(self, reply: Reply, said: Said) -> None:
        opens: Sequence[Any] = (*self._stage.opens(), *shell_opens(self._stage))
        if said.door == "answer":
            opens = [each for each in opens if is_answer(self._book, each.intent)]
        match = self._book.match(said.words, opens, seat=said.seat, seats=self.players(), expected=self.manner.expected)
        if said.door == "answer" and (isinstance(match, NoMatch) or not all(each.open for each in match.readings)):
            reply.heard = ""  # talk of the table
        elif isinstance(match, NoMatch):
            self._not_understood(reply, match)
        else:
            self.read(reply, match.readings, said.seat)

    def read(self, reply: Reply, readings: Sequence[Reading], seat: Seat | None) -> None:
        """What was understood, by ``seat`` where that is known: carry it out, or ask which or who."""
        seat = seat or readings[0].who or self._shell.only_seat(readings[0])
        if seat is None and self._shell.needs_seat(readings[0]):
            self._shell.ask_who(reply, readings)
        elif len(readings) > 1:
            self._ask_which(reply, readings, seat or "")
        elif not self._shell.takes(reply, readings[0], seat):
            called = readings[0].slots.get("dice")
            faces = (tuple(map(int, called)),) if isinstance(called, tuple) else ()
            self._stage.order(reply, self._command(readings[0], seat or ""), faces)

    def _ask_which(self, reply: Reply, readings: Sequence[Reading], seat: Seat) -> None:
        choices = tuple(self._command(each, seat) for each in readings)
        text = " / ".join(describe(choice, self._stage.opens()) for choice in choices)
        self._stage.put_ask(reply, Ask("which", choices, slots={"text": text}), seat, is_confirmation=False)

    def _command(self, reading: Reading, seat: Seat) -> Command:
        slots = {slot: value for slot, value in reading.slots.items() if slot != "dice"}
        return Command(reading.intent, seat, slots, reading.text, self.clock_seconds())

    def _not_understood(self, reply: Reply, match: NoMatch) -> None:
        if match.unknown:
            self._stage.tell(reply, Cue("not_understood_part", {"text": match.unknown, "heard": match.heard}))
        else:
            self._stage.tell(reply, Cue("not_understood", {"text": match.heard}))

    def _tapped(self, reply: Reply, seat: Seat) -> None:
        if self.players() and seat not in [player.id for player in self.players()]:
            self._stage.refuse(reply, Refusal("E_NO_SEAT", {"text": seat}))
            return
        pending = self._stage.dialogue.asked_of(seat)
        if pending is not None and pending.ask is not None and len(pending.ask.choices) == 1:
            self._shell.choose(reply, pending, 0, seat)
            return
        for each in self._stage.opens():
            if each.tap and (each.seats is None or seat in each.seats):
                self._stage.order(reply, Command(each.intent, seat, at=self.clock_seconds()))
                return

    def _drafted(self, reply: Reply, ref: int, text: str, named: str | None) -> None:
        entry = self._stage.history.entry(ref)
        if entry is None:
            return  # taken back meanwhile
        slots = {**entry.command.slots, "intent": entry.command.intent, **({NAMED: named} if named else {})}
        command = Command("draft", entry.command.seat, slots, text, self.clock_seconds())
        self._stage.order(reply, command, cause=ref)

    def _learnt(self, reply: Reply, asked: Answer, learnt: Learnt) -> None:
        names = (*names_in(self._stage.opens()), *self.players())
        name = next((one for one in names if one.id == asked.named), None)
        is_gone = asked.ref is not None and self._stage.history.entry(asked.ref) is None
        if name is None or is_gone:
            return  # taken back meanwhile
        is_told = asked.intent == SOUNDS_LIKE
        slots = {"name": name.display, "near": learnt.near, "text": learnt.why_not}
        if learnt.phones:
            command = take(asked.seat or "1", name.id, learnt.phones, self.clock_seconds())
            self._stage.note(reply, command, cause=asked.ref)
            key = "sound_is_close" if learnt.near else "sound_is_known" if is_told else "sound_came_along"
            self._stage.tell(reply, Cue(key, slots))
        elif is_told:
            self._stage.tell(reply, Cue("sound_is_lost", slots))


def _history(game: Game[Any, Any, Any], config: Any, journal: Journal, dice: Dice, real_dice: bool) -> History:
    try:
        return History(game, config, journal, dice, real_dice)
    except JournalError:
        raise
    except Exception as error:
        _log.error("%s cannot read its own events: %s", game.id, whence(error))
        raise JournalError(
            f"What is in the journal does not fit this version of {game.title} ({type(error).__name__}); "
            "it was left as it is."
        ) from error


def config_of(opening: Opening, game: Game[Any, Any, Any]) -> Any:
    """The configuration an evening was begun with. Raises JournalError where it is not one of this game."""
    try:
        return msgspec.convert(dict(opening.config), game.config, str_keys=True)
    except msgspec.ValidationError as error:
        raise JournalError(f"The settings in the journal do not fit this version of {game.title}: {error}.") from error
