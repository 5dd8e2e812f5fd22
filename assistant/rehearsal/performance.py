"""A story played: each line spoken, heard, understood, decided, announced, and compared with what the story says."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.evening import Answer, Evening, Said
from assistant.hearing import Drafts, Learn, Wanted, learn_nothing, listen_for, said
from assistant.mouth import Mouth
from assistant.rehearsal.room import Room
from assistant.rehearsal.sittings import Sittings
from assistant.rehearsal.story import SPOKEN, STOPS, Line, Story
from grammar import TAIL, spoken_words
from hardware.ears import Ears
from hardware.heard import Door, Event, Utterance
from hardware.ports import Heard, Pronounced, Recogniser, Sound, Voice


@dataclass(frozen=True)
class Performed:
    """One line as it went."""

    number: int
    line: Line
    heard: Heard | None
    """None where no door opened."""
    answer: Answer | None
    faults: tuple[str, ...]
    """What was not as the story says; empty: all right."""
    sound: Sound | None = None
    hearing_seconds: float = 0.0
    deciding_seconds: float = 0.0
    speaking_seconds: float = 0.0
    others: tuple[str, ...] = ()
    """What another engine made of it, where one listens beside."""

    @property
    def is_right(self) -> bool:
        return not self.faults

    @property
    def latency_seconds(self) -> float:
        """From the end of speech to the first sound of the answer: the time that the box itself takes."""
        return self.hearing_seconds + self.deciding_seconds + self.speaking_seconds


@dataclass
class Passing:
    """The passing of time in the room: the evening's clock goes with its sound, and what falls due is kept."""

    sittings: Sittings
    due: list[Answer] = field(default_factory=list)
    _untold: float = 0.0

    def __call__(self, seconds: float) -> None:
        self.sittings.ticker.advance(seconds)
        self._untold += seconds
        if self._untold >= 1.0:
            self._untold = 0.0
            answer = self.sittings.evening.tick()
            if answer is not None:
                self.due.append(answer)


@dataclass
class Performance:
    """Plays a story in a room. ``lexicon``: what is known about the sound of names."""

    story: Story
    sittings: Sittings
    ears: Ears
    room: Room
    recogniser: Recogniser
    mouth: Mouth
    actors: Mapping[str, Voice]
    """Player to voice."""
    echo: Callable[[], Sound]
    """What the box has said since it was last asked, as it comes back to the microphone."""
    due: list[Answer] = field(default_factory=list)
    """What fell due while the sound of the room went by, see :class:`Passing`."""
    lexicon: tuple[Pronounced, ...] = ()
    learn: Learn = learn_nothing
    aloud: Callable[[Sound], None] = lambda sound: None
    """Plays a line to people as it is spoken."""
    address_word: str = "prompter"
    others: Callable[[], list[str]] = list
    """What the other engine heard since it was last asked."""
    drafted: list[str] = field(default_factory=list)
    """The texts of free words as they were drafted and written to their cards."""

    @property
    def evening(self) -> Evening:
        return self.sittings.evening

    def play(self) -> Iterator[Performed]:
        """Line after line. Free words are drafted in the background and written down when they are ready."""
        with closing(Drafts(self.recogniser.draft, self.learn)) as drafts:
            self._drafts = drafts
            self.room.quiet(1.0)
            for number, line in enumerate(self.story.lines, 1):
                yield self._perform(number, line)
                self._write_drafts(wait=False)
            self._write_drafts(wait=True)

    def _perform(self, number: int, line: Line) -> Performed:
        if line.at is not None:
            self._sound_out(self.evening.move_to(line.at))
        before = self.evening.state
        if line.door == "type":
            performed = self._typed(number, line)
        elif line.door == "tap":
            performed = Performed(number, line, None, self.evening.tap(self._seat(line.who)), ())
        elif line.door in STOPS:
            performed = self._stopped(number, line)
        else:
            performed = self._spoken(number, line)
        if performed.answer is not None:
            performed = replace(performed, speaking_seconds=self._sound_out(performed.answer))
        self.room.quiet(0.3)
        while self.due:
            self._sound_out(self.due.pop(0))
        changed = self.evening.state != before
        performed = replace(performed, faults=tuple(_faults(performed, changed, self.address_word)))
        if line.door in SPOKEN and not performed.is_right and not changed:
            self._sound_out(self._by_hand(line))
        return performed

    def _by_hand(self, line: Line) -> Answer:
        """What was not heard is typed, so that the rest of the evening is as the story tells it."""
        seat = self._seat(line.who) if line.door == "button" else None
        door: Door = "button" if line.door == "button" else "address"
        words = line.spoken.removeprefix(self.address_word).lstrip(" ,")
        return self.evening.handle(Said(words, seat, door, line.spoken))

    def _typed(self, number: int, line: Line) -> Performed:
        answer = self.evening.handle(Said(line.says, self._seat(line.who) or None, "button", line.says))
        return Performed(number, line, None, answer, ())

    def _stopped(self, number: int, line: Line) -> Performed:
        """Free words that are still being made out are written down before the box is put away, and lost in a cut."""
        if line.door == "power_cut":
            self._drafts.drop()
            return Performed(number, line, None, self.sittings.power_cut(), ())
        self._write_drafts(wait=True)
        return Performed(number, line, None, self.sittings.restart(), ())

    def _spoken(self, number: int, line: Line) -> Performed:
        sound = self.actors[line.who].speak(line.spoken)
        self.aloud(sound)
        listen_for(self.ears, Wanted.of(self.evening), self.lexicon)
        first = len(self.room.events)
        self.others()
        if line.door == "button":
            self.room.hold(self._seat(line.who), sound)
        else:
            self.room.speak(sound)
        utterance = _utterance(self.room.events[first:])
        if utterance is None:
            return Performed(number, line, None, None, (), sound)
        began = time.perf_counter()
        words = said(utterance)
        answer = self.evening.handle(words) if words is not None else None
        deciding = time.perf_counter() - began
        if answer is not None:
            self._drafts.take(answer, utterance.tail, self.evening)
        others = tuple(self.others())
        hearing = self.room.finishing_seconds
        return Performed(number, line, utterance.heard, answer, (), sound, hearing, deciding, others=others)

    def _sound_out(self, answer: Answer) -> float:
        sounded = self.mouth.announce(answer.announcements)
        sound = self.echo()
        if sound.pcm:
            self.room.box_speaks(sound)
        return sounded.first_seconds

    def _write_drafts(self, wait: bool) -> None:
        """Free words whose text is there are written to their cards, in the order in which they were said."""
        while (answer := self._drafts.write_next(self.evening, None if wait else 0.0)) is not None:
            if answer.events:
                self.drafted.append(answer.heard)

    def _seat(self, player: str) -> str:
        return str(list(self.story.seats).index(player) + 1) if player else ""


def _utterance(events: list[Event]) -> Utterance | None:
    return next((event for event in events if isinstance(event, Utterance)), None)


def written(line: Line, address_word: str) -> str:
    """What the recogniser should give for a line: its words, without the address word, free words as one sign."""
    if line.heard is not None:
        return line.heard
    words = list(spoken_words(line.says))
    if line.door == "address" and words[:1] == [address_word]:
        words = words[1:]
    return " ".join([*words, TAIL] if line.free else words)


def _faults(performed: Performed, changed: bool, address_word: str) -> Iterator[str]:
    line = performed.line
    if line.door == "talk":
        if performed.heard is not None and performed.heard.text:
            yield f"talk was taken for a sentence: {performed.heard.text!r}"
        if changed:
            yield "talk changed the game"
        return
    if line.door in SPOKEN:
        yield from _misheard(performed.heard, written(line, address_word))
    yield from misunderstood(line, performed.answer)


def _misheard(heard: Heard | None, wanted: str) -> Iterator[str]:
    if (heard.text if heard is not None else None) != wanted:
        why = f" ({heard.why_not})" if heard is not None and heard.why_not else ""
        yield f"heard {heard.text if heard is not None else None!r}{why}, not {wanted!r}"


def misunderstood(line: Line, answer: Answer | None) -> Iterator[str]:
    """What came of a line that is not as its ``then`` says, in words; a refusal has to be told there."""
    if answer is None:
        if line.then:
            yield "nothing came of it"
        return
    given: dict[str, Any] = answer.as_json()
    given["events"] = [event["type"] for event in given["events"]]
    for key, wanted in line.then.items():
        if given.get(key) != wanted:
            yield f"{key} is {given.get(key)!r}, not {wanted!r}"
    if answer.refusal is not None and "refusal" not in line.then:
        yield f"refused: {answer.refusal} {answer.show}"
