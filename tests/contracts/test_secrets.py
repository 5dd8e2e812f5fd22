"""What is hidden stays hidden (C10 for the shell too): one evening twice, but for the faces of a draw that was hidden.

Those it was not meant for see, hear and read the same in both, until something public depends on it: events for
everybody, or that the game refuses. From there the secret may be out, and nobody looks on any more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from assistant.commands.look_back import replayed
from assistant.commands.show import answer_lines, heard_line
from assistant.evening import Answer, ChanceDice, Evening, Said, begin_journal
from assistant.evening.journal import Entry
from assistant.evening.replay import secrets
from assistant.games import find_games
from assistant.table import Command, Seat
from assistant.web.captions import Captions
from assistant.web.forms import forms, sayable
from tests.contracts.playing import CHOICES, HIDING, SEATS, Choice, Night, Subject

QUICK = settings(
    max_examples=max(2, 8 // (1 + len(find_games()))),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
LONG = settings(QUICK, max_examples=15)
EVENING = st.lists(CHOICES, min_size=25, max_size=50)

LOOKED_ON = 10
"""So many things done after a hidden draw are watched."""
MOST_DRAWS = 2
"""And so many draws of an evening."""
DONE = ("begin", "handle", "order", "tap", "move_to")
"""What is done to an evening."""

Doing = tuple[str, tuple[Any, ...]]


class OtherDice(ChanceDice):
    """The dice of the first evening, but for these positions."""

    def __init__(self, others: frozenset[int]) -> None:
        super().__init__(bytes(32))
        self._others = others

    def faces(self, sides: Sequence[int], position: int) -> tuple[int, ...]:
        fallen = super().faces(sides, position)
        turned = (face % size + 1 for face, size in zip(fallen, sides, strict=True))
        here = any(position + number in self._others for number in range(len(sides)))
        return tuple(turned) if here else fallen


class Noted:
    """An evening that keeps what is done to it, so that it can be done to another."""

    def __init__(self, evening: Evening, done: list[Doing]) -> None:
        self._evening = evening
        self._done = done

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._evening, name)
        if name not in DONE:
            return found

        def noting(*given: Any) -> Any:
            self._done.append((name, given))
            return found(*given)

        return noting


@dataclass
class Hiding(Night):
    """A night of a game that hides what it can; all that is done on it is kept."""

    done: list[Doing] = field(default_factory=list)

    def sit_down(self) -> Any:
        return Noted(super().sit_down(), self.done)

    @property
    def prelude(self) -> Any:
        return {**super().prelude, "lines": HIDING[self.game.id]["lines"]}


@dataclass
class Again(Night):
    """A night on which nothing is done yet."""

    def __post_init__(self) -> None:
        begin_journal(self.journal, self.game, self.subject.config)
        self.evening = self.sit_down()


class Onlooker:
    """The same things done to an evening with dice of its own; what others than ``inside`` can know of it."""

    def __init__(self, subject: Subject, others: frozenset[int]) -> None:
        self.night = Again(subject, dice=OtherDice(others))
        self.captions = Captions()
        self.answer = Answer()

    def do(self, doing: Doing) -> None:
        name, given = doing
        self.answer = getattr(self.night.evening, name)(*given)

    @property
    def came_of_it(self) -> object:
        """What everybody may learn of any secret: that is for the game to say."""
        public = [event for event in self.answer.events if event.audience is None]
        return public, self.answer.refusal, self.answer.ask is None

    def known(self, inside: frozenset[Seat]) -> dict[str, object]:
        """After what was done last."""
        night, outside = self.night, sorted(set(SEATS) - inside)
        listening = night.evening.listening()
        return {
            **self.told(self.answer, inside),
            "views": [night.game.view(night.state, seat) for seat in (None, *outside)],
            "forms": [forms(listening, seat) for seat in outside],
            "sayable": sayable(listening),
            "players": night.evening.players(),
            "waits": night.evening.waits_for_answer(),
        }

    def told(self, answer: Answer, inside: frozenset[Seat]) -> dict[str, object]:
        outside = frozenset(SEATS) - inside
        caption = self.captions.take(answer, self.night.opens())
        lines = () if caption is None else (caption.heard, *caption.lines, *caption.choices)
        return {
            "aloud": (answer.say, answer.earcon, answer.times, answer.show),
            "told": [one for one in answer.announcements if one.audience is None or one.audience & outside],
            "terminal": [[*answer_lines(answer, "", pressed=on), heard_line(answer, on)] for on in (False, True)],
            "captions": [one for one in lines if one.audience is None or outside & set(one.audience)],
        }

    def asked(self, inside: frozenset[Seat]) -> list[dict[str, object]]:
        """What others learn when anybody asks to hear it again, or for help."""
        seats = (None, min(inside), next(seat for seat in SEATS if seat not in inside))
        words = [("say again", seat) for seat in seats] + [("help", seat) for seat in seats]
        return [self.told(self.night.evening.handle(Said(text, seat, line="x")), inside) for text, seat in words]

    def looked_back(self) -> list[dict[str, Any]]:
        """The evening looked at again, but for the hour by the wall."""
        hidden = secrets(self.night.journal, self.night.game)
        lines = [json.loads(line) for line in replayed(self.night.journal, hidden, as_json=True)]
        return [{**line, "wall": ""} for line in lines]


@given(choices=EVENING)
@QUICK
def test_c10_nobody_else_can_tell_what_was_drawn_in_secret(hiding: Subject, choices: list[Choice]) -> None:
    look_on(hiding, choices)


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(choices=EVENING)
@LONG
def test_c10_nobody_else_can_tell_in_many_evenings(hiding: Subject, choices: list[Choice]) -> None:
    look_on(hiding, choices)


def look_on(subject: Subject, choices: Sequence[Choice]) -> None:
    night = Hiding(subject)
    for choice in choices:
        night.play(choice)
    hidden = secrets(night.journal, subject.game)
    draws = [entry for entry in night.journal.entries() if entry.dice and entry.id in hidden]
    assert draws, "nothing was drawn in secret"
    for draw in draws[:: max(1, len(draws) // MOST_DRAWS)][:MOST_DRAWS]:
        compare(subject, night.done, draw, hidden[draw.id])


def compare(subject: Subject, done: Sequence[Doing], draw: Entry, inside: frozenset[Seat]) -> None:
    """The evening as it was, and with another draw: the same to all but ``inside``."""
    positions = frozenset(die.position for die in draw.dice if die.position is not None)
    both = Onlooker(subject, frozenset()), Onlooker(subject, positions)
    watched = 0
    for doing in done:
        for each in both:
            each.do(doing)
        if both[0].night.journal.entries()[-1].id < draw.id:
            continue
        if both[0].came_of_it != both[1].came_of_it or watched == LOOKED_ON:
            break
        assert_alike(both, inside, doing)
        watched += 1
    else:
        guess(both, inside)
        for each in both:
            each.do(("order", (Command("undo", min(inside)),)))
        assert_alike(both, inside, "undo")


def guess(both: tuple[Onlooker, Onlooker], inside: frozenset[Seat]) -> None:
    """Somebody else says what only they can say who know: nothing tells him that he has guessed right."""
    outside = min(set(SEATS) - inside)
    one = both[0].night.evening.listening()
    for words in sorted(set(one.examples(min(inside))) - set(one.examples(outside))):
        doing = ("handle", (Said(words, outside, line="guess"),))
        for each in both:
            each.do(doing)
        assert both[0].came_of_it == both[1].came_of_it, doing
        assert_alike(both, inside, doing)


def assert_alike(both: tuple[Onlooker, Onlooker], inside: frozenset[Seat], doing: object) -> None:
    one, other = (each.known(inside) for each in both)
    assert {key: (one[key], other[key]) for key in one if one[key] != other[key]} == {}, doing
    asked = [each.asked(inside) for each in both]
    assert asked[0] == asked[1], doing
    assert both[0].looked_back() == both[1].looked_back(), doing


def test_c10_what_was_drawn_in_secret_is_taken_back_in_secret(hiding: Subject) -> None:
    night = Hiding(hiding)
    hidden = secrets(night.journal, hiding.game)
    draw = next(entry for entry in night.journal.entries() if entry.dice and entry.id in hidden)
    done = night.done[: 1 + next(n for n, _ in enumerate(night.done) if drawn_by(hiding, night.done[: n + 1], draw))]
    compare(hiding, done, draw, hidden[draw.id])


def drawn_by(subject: Subject, done: Sequence[Doing], draw: Entry) -> bool:
    onlooker = Onlooker(subject, frozenset())
    for doing in done:
        onlooker.do(doing)
    return onlooker.night.journal.entries()[-1].id >= draw.id
