"""The shell's own commands, the same in all games: repeat, help, quiet, answers to what was asked, who spoke."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant.evening.answer import Announcement, Answer
from assistant.evening.dialogue import Pending
from assistant.evening.listening import CHOICES
from assistant.evening.reply import Reply
from assistant.evening.sounds import NAMED, SOUNDS_LIKE
from assistant.table import Ask, Command, Cue, Refusal, Roll, Seat
from grammar import TAIL, Reading, spoken_form

if TYPE_CHECKING:
    from assistant.evening.session import Evening
    from assistant.evening.stage import Stage

SEATLESS = frozenset(
    {"repeat", "help", "quiet", "speak", "save", "never_mind", "stop_listening", "i_am", "who", SOUNDS_LIKE}
)
"""Intents of the shell for which it does not matter who spoke."""

ANYONE = frozenset({"pause", "resume"})
"""The clock is the table's: it must stand at once, whoever said so, as at a press of its button."""

_ANSWERS = frozenset({"yes", "no", *CHOICES})
_HELP_EXAMPLES = 4
"""Of these, as many are spoken as may be said at once."""

Handler = Callable[[Reply, Reading, "Seat | None"], None]


class Shell:
    """Carries out the shell's commands on its evening."""

    def __init__(self, stage: Stage, evening: Evening) -> None:
        self._stage = stage
        self._evening = evening
        self._last: tuple[Announcement, ...] = ()
        self._handlers: Mapping[str, Handler] = {
            "repeat": self._repeat,
            "help": self._help,
            "quiet": self._quiet,
            "speak": self._speak,
            "save": self._save,
            "i_am": self._i_am,
            "who": self._i_am,
            "never_mind": self._never_mind,
            "stop_listening": self._stop_listening,
            SOUNDS_LIKE: self._sounds_like,
        }

    def remembered(self, answer: Answer) -> Answer:
        """The same answer; what it said is kept for ``repeat``."""
        if answer.intent != "repeat" and answer.say and answer.earcon != "huh":
            self._last = tuple(one for one in answer.announcements if one.say)
        return answer

    def takes(self, reply: Reply, reading: Reading, seat: Seat | None) -> bool:
        """Carry out what is the shell's; False where it is for the game."""
        if reading.intent in _ANSWERS:
            taken = self._answer(reply, reading, seat)
        elif reading.intent == "rolled":
            taken = self._rolled(reply, reading, seat)
        elif reading.intent == "undo" and self._drop_waiting(seat):
            reply.intent, reply.seat = reading.intent, seat
            self._stage.tell(reply, Cue("dropped"))
            return True
        elif self._says_again(reply, reading, seat):
            return True
        elif self._goes_to_game(reading, seat):
            taken = False
        else:
            handler = self._handlers.get(reading.intent)
            if handler is not None:
                reply.intent, reply.seat, reply.slots, reply.text = reading.intent, seat, reading.slots, reading.text
                handler(reply, reading, seat)
            return handler is not None
        if not taken and not self._is_of_game(reading.intent):
            reply.intent, reply.seat, reply.slots = reading.intent, seat, reading.slots
            self._stage.tell(reply, Cue("nothing_asked"))
            return True
        return taken

    # Who spoke, hands-free.

    def only_seat(self, reading: Reading) -> Seat | None:
        """The seat that must have spoken, or any seat where it makes no difference to the game."""
        pending = self._asked(None) if reading.intent in _ANSWERS else None
        if reading.intent == "rolled":
            pending = self._stage.dialogue.roll_of(None)
        if pending is not None:
            return next(iter(pending.seats))
        if reading.intent in _ANSWERS or reading.intent == "rolled" or not self.needs_seat(reading):
            return None
        seats = self._candidates(reading.intent)
        is_clear = reading.intent in ANYONE or len(seats) == 1 or self._makes_no_difference(reading, seats)
        return seats[0] if seats and is_clear else None

    def needs_seat(self, reading: Reading) -> bool:
        """Whether it can matter who spoke."""
        return reading.intent not in SEATLESS or self._goes_to_game(reading, None)

    def _goes_to_game(self, reading: Reading, seat: Seat | None) -> bool:
        """ "Never mind" is the game's where it has something to drop and the shell has not."""
        dialogue = self._stage.dialogue
        waits = dialogue.who() or dialogue.asked_of(seat) or dialogue.roll_of(seat)
        return reading.intent == "never_mind" and not waits and self._is_of_game("never_mind")

    def anyone_for(self, intent: str) -> Seat:
        """The first seat that may; the first one where none may, to be told why not."""
        return next(iter(self._candidates(intent)), "1")

    def _candidates(self, intent: str) -> list[Seat]:
        everyone = [player.id for player in self._stage.players()]
        opens = [each for each in self._stage.opens() if each.intent == intent]
        return [seat for seat in everyone if not opens or any(o.seats is None or seat in o.seats for o in opens)]

    def _makes_no_difference(self, reading: Reading, seats: Sequence[Seat]) -> bool:
        """Whether the game answers each of them alike: in words, as to a look at the clock, or by what it does where it
        is open to anybody, whoever that is."""
        stage = self._stage
        anybody = all(each.seats is None for each in stage.opens() if each.intent == reading.intent)
        slots = {slot: value for slot, value in reading.slots.items() if slot != "dice"}
        at = stage.clock.read()
        first: Any = None
        for seat in seats:
            command = Command(reading.intent, seat, slots, reading.text, at)
            outcome = stage.game.decide(stage.history.state, command, ())
            in_words = isinstance(outcome, Cue | Refusal)
            done = anybody and not isinstance(outcome, Ask | Roll)  # what dice bring may be for that seat alone
            if not (in_words or done) or (first is not None and outcome != first):
                return False
            first = outcome
        return True

    def ask_who(self, reply: Reply, readings: Sequence[Reading]) -> None:
        stage = self._stage
        reply.intent, reply.slots, reply.text = readings[0].intent, readings[0].slots, readings[0].text
        stage.tell(reply, Cue("who"))
        stage.dialogue.put(Pending(frozenset(), stage.clock.steady(), readings=tuple(readings)))
        names = [player.display for player in stage.players()]
        reply.ask = {"line": reply.announcements[-1].show, "choices": [], "by": names, "audience": None}

    def _i_am(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        stage = self._stage
        pending = stage.dialogue.who()
        who = reading.who or seat
        if pending is not None and who is not None:
            stage.dialogue.drop(pending)
            self._evening.read(reply, pending.readings, who)
            return
        name = next((player.display for player in stage.players() if player.id == who), "")
        reply.seat = who
        stage.tell(reply, Cue("known", {"seat": who or "", "text": name}))

    # Answers.

    def _asked(self, seat: Seat | None) -> Pending | None:
        return self._stage.dialogue.asked_of(seat)

    def _answer(self, reply: Reply, reading: Reading, seat: Seat | None) -> bool:
        pending = self._asked(seat)
        if pending is None or pending.ask is None or seat is None:
            return False
        count = len(pending.ask.choices)
        if reading.intent == "no":
            reply.intent, reply.seat = reading.intent, seat
            self._stage.dialogue.drop(pending)
            self._stage.tell(reply, Cue("dropped"))
            return True
        number = CHOICES.index(reading.intent) if reading.intent in CHOICES else 0
        if number >= count or (reading.intent == "yes" and count > 1):
            return False
        self.choose(reply, pending, number, seat)
        return True

    def choose(self, reply: Reply, pending: Pending, number: int, seat: Seat) -> None:
        """Give the chosen command once more, decided anew; a second press says who pressed."""
        if pending.ask is None:
            return
        stage = self._stage
        stage.dialogue.drop(pending)
        reply.seat = seat
        confirmed_by = seat if pending.is_confirmation else None
        command = replace(pending.ask.choices[number], at=stage.clock.read(), confirmed_by=confirmed_by)
        stage.order(reply, command)

    def _rolled(self, reply: Reply, reading: Reading, seat: Seat | None) -> bool:
        stage = self._stage
        pending = stage.dialogue.roll_of(seat)
        faces = reading.slots.get("dice")
        if pending is None or pending.command is None or not isinstance(faces, tuple):
            return False
        reply.intent, reply.seat, reply.slots = reading.intent, seat, reading.slots
        stage.call_out(reply, pending, tuple(map(int, faces)))
        return True

    def _says_again(self, reply: Reply, reading: Reading, seat: Seat | None) -> bool:
        """A command said once more is the second press that an open question about it waits for."""
        pending = self._asked(seat)
        if pending is None or pending.ask is None or not pending.is_confirmation or seat is None:
            return False
        first = pending.ask.choices[0]
        if len(pending.ask.choices) > 1 or (first.intent, first.slots) != (reading.intent, reading.slots):
            return False
        self.choose(reply, pending, 0, seat)
        return True

    def _drop_waiting(self, seat: Seat | None) -> bool:
        """Forget what this seat was asked last, if anything: who spoke, which one, or what its dice show."""
        dialogue = self._stage.dialogue
        for pending in (dialogue.who(), self._asked(seat), dialogue.roll_of(seat)):
            if pending is not None:
                dialogue.drop(pending)
                return True
        return False

    def _never_mind(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        self._drop_waiting(seat)
        self._stage.tell(reply, Cue("dropped"))

    # The rest.

    def _repeat(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        if not self._last:
            self._stage.tell(reply, Cue("nothing_to_repeat"))
            return
        for one in self._last:
            self._stage.tell(reply, Cue("repeated", {"text": one.say or one.show}))

    def _help(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        listening = self._evening.listening()
        examples = replace(listening, opens=self._stage.known().opens(listening.opens)).examples(seat)
        spoken = ""
        for example in examples[:_HELP_EXAMPLES]:
            more = f"{spoken} {example[:1].upper()}{example[1:].removesuffix(TAIL).rstrip()}.".lstrip()
            spoken = more if self._stage.announcer.can_say(more) else spoken
        self._stage.tell(reply, Cue("help", {"text": spoken, "all": " · ".join(examples)}))
        hidden = [example for example in listening.examples(seat) if example not in examples]
        if seat is not None and hidden:
            slots = {"text": "", "all": " · ".join(hidden)}
            self._stage.tell(reply, Cue("help", slots, audience=frozenset({seat})))

    def _quiet(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        self._stage.announcer.is_mute = True
        self._stage.tell(reply, Cue("muted"))

    def _speak(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        self._stage.announcer.is_mute = False
        self._stage.tell(reply, Cue("speaking"))

    def _save(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        self._stage.tell(reply, Cue("saved"))

    def _stop_listening(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        self._stage.tell(reply, Cue("ears_off"))

    def _sounds_like(self, reply: Reply, reading: Reading, seat: Seat | None) -> None:
        """How a name is said: in words that are there, or by the sound of them, which is listened to first."""
        stage = self._stage
        name = next((one for one in stage.public_names() if one.id == reading.slots.get(NAMED)), None)
        words = spoken_form(reading.text or "")
        if name is not None and reading.text == TAIL:
            reply.named = name.id
        elif name is None or not words:
            stage.tell(reply, Cue("not_understood", {"text": reply.heard}))
        else:
            stage.note(reply, Command(SOUNDS_LIKE, seat or "1", {NAMED: name.id}, words, stage.clock.read()))
            stage.tell(reply, Cue("sound_is_known", {"name": name.display}))

    def _is_of_game(self, intent: str) -> bool:
        return any(each.intent == intent for each in self._stage.opens())
