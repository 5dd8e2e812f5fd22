"""The contract that every game keeps, and the shell with it: C1 to C12. Evenings are short here, long if slow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from assistant.evening.dice import ChanceDice
from assistant.evening.history import History
from assistant.evening.journal import EventCodec
from assistant.games import faults_of, find_games
from assistant.table import API, Command, Cue, Open, Refusal
from grammar.lint import clashes
from tests.contracts.playing import (
    CHOICES,
    SEATS,
    WORDS,
    Choice,
    Errors,
    Night,
    Subject,
    filled,
    is_events,
    nonsense,
    outcome_of,
    seats_of,
)

QUICK = settings(
    max_examples=max(3, 12 // (1 + len(find_games()))),  # one game more takes no more time in all
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # a failing evening says what was played; making it shorter would take minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
LONG = settings(QUICK, max_examples=12)
EVENING = st.lists(CHOICES, min_size=25, max_size=60)
LONG_EVENING = st.lists(CHOICES, min_size=100, max_size=300)

OF_THE_SHELL = frozenset({"new_game", "draft", "undo"})
"""Commands that the shell gives by itself; no sentence of theirs has to be open."""


def test_c1_a_game_is_made_for_this_interface_and_its_shipped_data_are_faultless(subject: Subject) -> None:
    assert subject.game.api == API
    assert faults_of(subject.game, subject.folder) == []
    assert list(subject.game.check(subject.config)) == []


@given(choices=EVENING)
@QUICK
def test_c2_every_event_survives_the_json_of_the_journal(subject: Subject, choices: list[Choice]) -> None:
    night = played(subject, choices)
    codec = EventCodec(subject.game.events)
    for _, answer in night.log:
        for event in answer.events:
            record = codec.record(event)
            again = msgspec.json.decode(msgspec.json.encode(record), type=type(record))
            assert codec.event(again) == event


@given(choices=EVENING)
@QUICK
def test_c3_c7_c9_nothing_that_is_open_meets_a_bug_or_a_missing_line(
    subject: Subject, errors: Errors, choices: list[Choice]
) -> None:
    errors.told.clear()
    played(subject, choices)
    assert errors.told == []


@given(choices=EVENING)
@QUICK
def test_c4_an_evening_opened_again_is_the_evening_that_was_played(subject: Subject, choices: list[Choice]) -> None:
    night = played(subject, choices)
    opened = History(subject.game, subject.config, night.journal, ChanceDice(b""))
    assert opened.state == night.state


@given(choices=EVENING)
@QUICK
def test_c5_what_is_answered_without_events_changes_neither_state_nor_dice(
    subject: Subject, choices: list[Choice]
) -> None:
    night = Night(subject)
    for choice in choices:
        state, entries = night.state, len(night.journal.entries())
        answer = night.play(choice)
        if not answer.events and "undone" not in [one.line for one in answer.announcements]:
            assert night.state == state
            assert len(night.journal.entries()) == entries


@given(choices=EVENING)
@QUICK
def test_c6_undo_and_the_same_command_give_the_same_events(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for what, who, which in choices:
        command = night.command_of(what, SEATS[who], which)
        before = night.state
        answer = night.order(command) if command else None
        if command is None or answer is None or not answer.events:
            night.play((what, who, which))
            continue
        after = night.state
        undone = night.order(Command("undo", command.seat))
        if "undone" in [one.line for one in undone.announcements]:
            assert night.state == before
            assert night.order(command).events == answer.events
            assert night.state == after


@given(choices=EVENING)
@QUICK
def test_c7_any_intent_with_any_slots_from_any_seat_is_answered(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for what, who, which in choices:
        for more in range(3):
            command = nonsense(subject, night.opens(), (what + 31 * more, who + more, which + 17 * more))
            outcome = outcome_of(subject.game, night.state, command, which)
            if is_events(outcome):
                state = night.state
                for event in outcome:
                    state = subject.game.evolve(state, event)
        night.play((what, who, which))


@given(choices=EVENING)
@QUICK
def test_c8_what_a_seat_can_say_is_never_ambiguous(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    seen: list[Sequence[Open]] = []
    for choice in choices:
        night.play(choice)
        opens = night.opens()
        if opens in seen:
            continue
        seen.append(opens)
        listening = night.evening.listening()
        for seat in SEATS:
            assert clashes(subject.book, listening.opens, seat) == []
            assert len([each for each in opens if each.tap and seat in seats_of(each)]) <= 1


@given(choices=EVENING)
@QUICK
def test_c8_everything_that_is_open_has_a_sentence(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for choice in choices:
        night.play(choice)
        for opened in night.opens():
            assert opened.intent in subject.book.intents
            assert all(opened.slots.values()), f"{opened.intent} is open with a slot that nothing can fill"
            assert list(subject.book.sentences_of(opened, hands_free=True)), f"{opened.intent} cannot be said"


def test_c9_every_refusal_code_of_the_game_has_its_line(subject: Subject) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(subject.folder.glob("*.py")))
    codes = set(re.findall(r'"(E_[A-Z_]+)"', source))
    assert sorted(code for code in codes if code not in subject.lines) == []


@given(choices=EVENING)
@QUICK
def test_c9_every_cue_and_question_has_its_line(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for choice in choices:
        answer = night.play(choice)
        assert [one.line for one in answer.announcements if one.line not in subject.lines] == []
        cues = [cue for seat in (None, *SEATS) for cue in shown_to(subject, night.state, seat)]
        assert [cue.line for cue in cues if cue.line not in subject.lines] == []


@given(choices=EVENING)
@QUICK
def test_c10_an_event_for_some_seats_changes_nothing_that_others_see(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for choice in choices:
        state, answer = night.state, night.play(choice)
        for event in answer.events:
            after = subject.game.evolve(state, event)
            others = () if event.audience is None else (None, *(seat for seat in SEATS if seat not in event.audience))
            for seat in others:
                assert subject.game.view(after, seat) == subject.game.view(state, seat)
            state = after


@given(choices=EVENING)
@QUICK
def test_c11_what_is_not_open_to_a_seat_is_refused_to_it(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for what, who, which in choices:
        night.play((what, who, which))
        opens, seat = night.opens(), SEATS[who]
        for more in range(6):
            command = nonsense(subject, opens, (what + 7 * more, 0, which + more))
            command = replace(command, seat=seat, at=night.evening.clock_seconds())
            is_open = any(each.intent == command.intent and seat in seats_of(each) for each in opens)
            if not is_open and command.intent not in OF_THE_SHELL:
                assert isinstance(subject.game.decide(night.state, command, ()), Refusal), command


@given(choices=EVENING)
@QUICK
def test_c11_what_is_open_to_a_seat_is_not_refused_to_it_as_it_is_to_the_others(
    subject: Subject, choices: list[Choice]
) -> None:
    night = Night(subject)
    for what, who, which in choices:
        night.play((what, who, which))
        for opened in night.opens():
            inside, outside = seats_of(opened), frozenset(SEATS) - seats_of(opened)
            if not inside or not outside:
                continue
            text, at = WORDS[what % 4], night.evening.clock_seconds()
            asked = (
                [Command(opened.intent, seat, slots, text, at) for seat in (min(inside), min(outside))]
                for slots in (filled(opened, which + more) for more in range(8))
            )
            answers = ([code_of(subject.game.decide(night.state, command, ())) for command in pair] for pair in asked)
            assert any(insider is None or insider != outsider for insider, outsider in answers), opened.intent


@given(choices=EVENING)
@QUICK
def test_c12_what_fell_due_is_no_longer_due(subject: Subject, choices: list[Choice]) -> None:
    night = Night(subject)
    for choice in choices:
        night.play(choice)
        clock = subject.game.clock(night.state)
        for due in clock.due if clock.runs else ():
            outcome = outcome_of(subject.game, night.state, replace(due, at=max(due.at, 0.0)), choice[2])
            assert is_events(outcome), f"{due.intent} was answered with {outcome}"
            state = night.state
            for event in outcome:
                state = subject.game.evolve(state, event)
            assert due not in subject.game.clock(state).due, f"{due.intent} is due for ever"


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(choices=LONG_EVENING)
@LONG
def test_long_evenings_meet_no_bug_and_open_again_as_they_were(
    subject: Subject, errors: Errors, choices: list[Choice]
) -> None:
    errors.told.clear()
    night = played(subject, choices)
    assert errors.told == []
    assert History(subject.game, subject.config, night.journal, ChanceDice(b"")).state == night.state


def played(subject: Subject, choices: Sequence[Choice]) -> Night:
    night = Night(subject)
    for choice in choices:
        night.play(choice)
    return night


def shown_to(subject: Subject, state: Any, seat: str | None) -> list[Cue]:
    view = subject.game.view(state, seat)
    return [view.headline, *(cue for card in view.cards for cue in card)]


def code_of(outcome: Any) -> str | None:
    return outcome.code if isinstance(outcome, Refusal) else None
