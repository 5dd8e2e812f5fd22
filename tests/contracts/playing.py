"""Random evenings of any game: a player who does whatever is open, and some things that are not."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from assistant.evening import (
    SHELL_LINES,
    Answer,
    ChanceDice,
    Evening,
    Lines,
    Manner,
    MemoryJournal,
    Said,
    begin_journal,
)
from assistant.evening.typed import answer_line
from assistant.table import Ask, Command, Cue, Event, Game, Open, Refusal, Roll, Value
from grammar import Phrasebook
from hardware.fakes.ticker import HandTicker

PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
SEATS = ("1", "2", "3", "4", "5")
FACILITATOR = "1"

Choice = tuple[int, int, int]
"""Chooses what is done, who does it, and with what; taken modulo what there is."""

CHOICES = st.tuples(st.integers(0, 9_999), st.integers(0, len(SEATS) - 1), st.integers(0, 9_999))

HIDING = yaml.safe_load(Path(__file__).with_name("hiding.yaml").read_text(encoding="utf-8"))
"""By game that draws in secret: what makes it hide what it can, and what gets it to a hidden draw."""

PRELUDES = yaml.safe_load(Path(__file__).with_name("preludes.yaml").read_text(encoding="utf-8"))

WORDS = ("Ysolde", "the Tin Crown", "a lantern", "five")


@dataclass(frozen=True, repr=False)
class Subject:
    """A game under test, with its words and a faultless configuration."""

    game: Game[Any, Any, Any]
    folder: Path
    config: Any
    book: Phrasebook
    lines: Lines

    @classmethod
    def of(cls, game: Game[Any, Any, Any], folder: Path, config: Any) -> Subject:
        book = Phrasebook.load(folder / "sentences.en.yaml")
        return cls(game, folder, config, book, Lines.load(SHELL_LINES, folder / "lines.en.yaml"))


class Errors(logging.Handler):
    """Everything that the evening would have told the log as a bug."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.told.append(f"{record.getMessage()} {trace}".strip())


@dataclass
class Night:
    """An evening on which choices are played."""

    subject: Subject
    evening: Evening = field(init=False)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    ticker: HandTicker = field(default_factory=HandTicker)
    dice: ChanceDice = field(default_factory=lambda: ChanceDice(bytes(32)))
    """The same for the same choices."""
    used: Counter[str] = field(default_factory=Counter)
    log: list[tuple[Command | str, Answer]] = field(default_factory=list)

    def __post_init__(self) -> None:
        begin_journal(self.journal, self.subject.game, self.subject.config)
        self.evening = self.sit_down()
        self.log.append(("new_game", self.evening.begin(PLAYERS, FACILITATOR)))
        for line in self.prelude.get("lines", ()):
            self.log.append((line, answer_line(self.evening, line)))

    def sit_down(self) -> Evening:
        subject = self.subject
        return Evening(
            subject.game,
            book=subject.book,
            lines=subject.lines,
            journal=self.journal,
            ticker=self.ticker,
            manner=Manner("full"),
            dice=self.dice,
        )

    @property
    def state(self) -> Any:
        return self.evening.state

    @property
    def game(self) -> Game[Any, Any, Any]:
        return self.subject.game

    @property
    def prelude(self) -> Any:
        return PRELUDES.get(self.game.id, {})

    def opens(self) -> Sequence[Open]:
        return self.game.grammar(self.state)

    def play(self, choice: Choice) -> Answer:
        """Do one thing: mostly what is open; now and then an answer, a wait, an undo, or nonsense."""
        what, who, which = choice
        seat = SEATS[who]
        asked = self.log[-1][1].ask
        kind = what % 24
        if asked is not None and kind < 18:
            return self._note("answer", self._reply(asked, seat, which))
        if kind == 0:
            return self._note("undo", self.order(Command("undo", seat)))
        if kind == 1:
            return self._note("wait", self.evening.move_to(self.evening.clock_seconds() + which % 90))
        if kind == 2:
            return self._note("tap", self.evening.tap(seat))
        command = self.command_of(what, seat, which)
        return self._note(command, self.order(command)) if command else self.evening.tap(seat)

    def order(self, command: Command) -> Answer:
        return self.evening.order(command)

    def command_of(self, what: int, seat: str, which: int) -> Command | None:
        """Something that this seat may ask for now; rather what was seldom asked for yet, so that the evening moves."""
        opens = [each for each in self.opens() if each.seats is None or seat in each.seats]
        opens = [each for each in opens if each.intent not in self.prelude.get("rare", ()) or not what % 200]
        if not opens:
            return None
        opens.sort(key=lambda each: self.used[each.intent])
        chosen = opens[which % len(opens) * (what % 5) // 4]
        self.used[chosen.intent] += 1
        templates = [*self.subject.book.sentences_of(chosen, hands_free=False)]
        template = templates[which % len(templates)] if templates else None
        text = f"{WORDS[what % len(WORDS)]} {which % 97}" if template and template.has_text else None
        return Command(chosen.intent, seat, filled(chosen, which // 7), text)

    def _reply(self, asked: Any, seat: str, which: int) -> Answer:
        if "dice" in asked:
            return self.evening.tap(seat)
        by = asked["by"] or [choice["seat"] for choice in asked["choices"]]
        words = "yes" if len(asked["choices"]) == 1 else ("first", "second", "no")[which % 3]
        return self.evening.handle(Said(words, by[which % len(by)], "button", "x"))

    def _note(self, what: Command | str, answer: Answer) -> Answer:
        self.log.append((what, answer))
        return answer


def filled(chosen: Open, which: int) -> dict[str, Value]:
    """The slots of an opening, each with one of the things it takes."""
    slots: dict[str, Value] = {}
    for number, (slot, content) in enumerate(chosen.slots.items()):
        if content:
            value = content[(which + 3 * number) % len(content)]
            slots[slot] = value if isinstance(value, int) else value.id
    return slots


def nonsense(subject: Subject, opens: Sequence[Open], choice: Choice) -> Command:
    """Any intent with any slots, from any seat."""
    what, who, which = choice
    intents = sorted(subject.book.intents)
    intent = intents[what % len(intents)]
    names = {slot.name for template in subject.book.intents[intent].templates for slot in template.slots}
    known: list[Value] = [
        value if isinstance(value, int) else value.id
        for each in opens
        for content in each.slots.values()
        for value in content[:3]
    ]
    values: list[Value] = [*known, "", "zork", 0, -1, 99, 2.5, (), (1, 2, 3), ("a", 4), "2"]
    slots = {
        name: values[(which + 5 * number) % len(values)]
        for number, name in enumerate(sorted(names | {"intent", "at"}))
        if (which + number) % 4
    }
    seats = (*SEATS, "9", "")
    text = ("", None, "some words", "…")[which % 4]
    confirmed = (None, *SEATS)[which % 6]
    return Command(intent, seats[(who + which) % len(seats)], slots, text, float(which), confirmed)


def outcome_of(game: Game[Any, Any, Any], state: Any, command: Command, which: int = 0) -> Any:
    """What the game decides, after throwing legal faces for whatever it rolls."""
    dice: tuple[int, ...] = ()
    for _ in range(50):
        outcome = game.decide(state, command, dice)
        if not isinstance(outcome, Roll):
            return outcome
        dice += tuple((which + 3 * number) % sides + 1 for number, sides in enumerate(outcome.sides))
    raise AssertionError(f"{command.intent} asks for dice without end")


def is_events(outcome: Any) -> bool:
    return not isinstance(outcome, Cue | Refusal | Ask | Roll)


def seats_of(opened: Open) -> frozenset[str]:
    return frozenset(SEATS) if opened.seats is None else opened.seats


def steps_of(night: Night, choices: Sequence[Choice]) -> Iterator[tuple[Any, Choice, Answer]]:
    """Play the choices; gives the state before each, the choice, and the answer."""
    for choice in choices:
        before = night.state
        yield before, choice, night.play(choice)


Events = Sequence[Event]
