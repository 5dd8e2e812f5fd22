"""Repertoire on the evening: what its ledger asks of the box around the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.app import Table as Seating
from assistant.app import begin_evening, go_on, playable
from assistant.evening import Answer, Evening, MemoryJournal
from assistant.evening.typed import answer_line
from assistant.layers import Layer
from assistant.settings import Settings
from hardware.fakes.ticker import HandTicker
from tests.contracts.playing import PRELUDES
from tests.evening.stones import kinds

PLAY = playable("repertoire")
SEATING = Seating(("Paul", "Ann", "Ben", "Cleo", "Dan"), "Paul")


class Troupe:
    """Repertoire with a Producer and four Actors, after curtain up; the clock is moved by hand."""

    def __init__(self, dice: tuple[int, ...] = ()) -> None:
        self.journal = MemoryJournal()
        self.ticker = HandTicker()
        self.evening: Evening = begin_evening(
            Settings(), PLAY, self.journal, SEATING, dice=dice or None, ticker=self.ticker
        ).evening
        self.type(*PRELUDES["repertoire"]["lines"])

    def type(self, *lines: str) -> Answer:
        return [answer_line(self.evening, line) for line in lines][-1]

    def wait(self, seconds: float) -> None:
        for _ in range(int(seconds * 4)):
            self.ticker.advance(0.25)
            self.evening.tick()

    def restart(self) -> None:
        self.ticker = HandTicker(boot="boot-2")
        self.evening = go_on(Settings(), PLAY, self.journal, ticker=self.ticker).evening

    def state(self) -> dict[str, Any]:
        return self.evening.state_json()


@pytest.fixture
def troupe() -> Troupe:
    return Troupe((4, 1, 2, 3))


@pytest.mark.rule("R-124")
def test_the_clock_counts_playing_time_through_set_up_and_scenes(troupe: Troupe) -> None:
    troupe.wait(20)
    troupe.type("2: new scene")
    troupe.wait(20)
    assert troupe.state()["clock"]["elapsed_s"] == pytest.approx(40)


@pytest.mark.rule("R-006")
@pytest.mark.parametrize("resume_by", ["any", "producer"])
def test_the_clock_button_starts_a_clock_that_never_ran_and_lets_it_go_on_whoever_may(resume_by: str) -> None:
    settings = Settings(for_the_game=Layer("--set", {"resume_by": resume_by}))
    evening = begin_evening(settings, PLAY, MemoryJournal(), replace(SEATING, facilitator="Ben")).evening
    started, paused, resumed = [kinds(evening.press_clock()) for _ in range(3)]
    assert (started, paused, resumed) == (["ClockStarted"], ["BreakDiscussed"], ["PlayResumed"])
    assert evening.clock_runs


@pytest.mark.rule("R-124")
@pytest.mark.case("C-055")
def test_a_power_cut_costs_no_more_than_a_second(troupe: Troupe) -> None:
    troupe.wait(33.25)
    troupe.restart()
    assert troupe.state()["clock"]["elapsed_s"] == pytest.approx(33.25, abs=1)


@pytest.mark.rule("R-125", "R-127", "R-129")
def test_a_break_costs_nothing(troupe: Troupe) -> None:
    troupe.wait(20)
    troupe.type("2: pause")
    troupe.wait(300)
    troupe.type("3: resume")
    troupe.wait(5)
    assert troupe.state()["clock"]["elapsed_s"] == pytest.approx(25)


@pytest.mark.rule("R-129")
def test_a_game_whose_clock_ran_comes_back_suspended_with_its_time(troupe: Troupe) -> None:
    troupe.wait(20)
    troupe.restart()
    state = troupe.state()
    assert (state["status"], state["paused_from"]) == ("SUSPENDED", "PLAYING")
    assert state["clock"]["elapsed_s"] == pytest.approx(20, abs=1)
    assert not state["clock"]["running"]


@pytest.mark.rule("R-129")
def test_a_game_that_stood_in_a_break_comes_back_suspended_and_goes_on_where_it_was(troupe: Troupe) -> None:
    troupe.wait(20)
    troupe.type("2: pause")
    troupe.restart()
    assert troupe.state()["status"] == "SUSPENDED"
    troupe.type("2: resume")
    troupe.wait(5)
    assert (troupe.state()["status"], troupe.state()["clock"]["elapsed_s"]) == ("PLAYING", pytest.approx(25))


@pytest.mark.rule("R-129")
def test_a_game_not_yet_started_comes_back_as_it_was() -> None:
    journal = MemoryJournal()
    begin_evening(Settings(), PLAY, journal, SEATING, ticker=HandTicker())
    again = go_on(Settings(), PLAY, journal, ticker=HandTicker(boot="boot-2")).evening
    assert (again.state_json()["status"], again.state_json()["clock"]["running"]) == ("SETUP", False)


@pytest.mark.rule("R-148")
def test_a_fact_taken_back_and_given_again_gets_the_same_die(troupe: Troupe) -> None:
    troupe.type("2: new scene")
    before = troupe.state()
    first = troupe.type("2: fact on Atwater")
    after = troupe.state()
    assert troupe.type("2: undo").refusal is None
    assert troupe.state() == before
    assert troupe.type("2: fact on Atwater").events == first.events
    assert troupe.state() == after


@pytest.mark.rule("R-148")
def test_the_producer_may_take_back_a_command_of_others_and_another_actor_may_not(troupe: Troupe) -> None:
    troupe.type("2: new scene")
    assert troupe.type("3: undo").refusal == "E_NOT_YOURS"
    assert troupe.type("1: undo").refusal is None
    assert troupe.state()["scene"] is None


@pytest.mark.rule("R-148")
def test_after_15_seconds_nothing_is_taken_back(troupe: Troupe) -> None:
    troupe.type("2: new scene", "at 16:")
    assert troupe.type("2: undo").refusal is not None
    assert troupe.state()["scene"] is not None


@pytest.mark.rule("R-148")
def test_taking_back_is_silent_and_ticks_or_falls(troupe: Troupe) -> None:
    troupe.type("2: new scene")
    answer = troupe.type("2: undo")
    assert (answer.say, answer.earcon in ("tick", "fall")) == (None, True)


@pytest.mark.rule("R-131", "R-132")
@pytest.mark.case("C-061")
def test_warnings_and_the_end_of_time_come_once_in_order_and_not_again_after_a_restart(troupe: Troupe) -> None:
    assert kinds(troupe.type("at 28801:")) == ["TimeWarned"] * 4 + ["TimeExpired", "GameEnded"]
    assert troupe.state()["clock"]["elapsed_s"] == 28_800
    troupe.restart()
    assert kinds(troupe.type("2: time left")) == []
    assert troupe.state()["clock"]["expired"]


@pytest.mark.case("C-052")
def test_a_new_game_in_the_same_evening_has_the_full_eight_hours_and_its_own_history(troupe: Troupe) -> None:
    troupe.type("at 20000: 2: new game", "3: yes")
    assert (troupe.state()["status"], troupe.state()["clock"]["elapsed_s"]) == ("SETUP", 0)
    assert troupe.type("1: undo").say == "Nothing to take back."
    troupe.type("1: I am the producer", "1: start the clock")
    troupe.wait(5)
    troupe.restart()
    assert troupe.state()["clock"]["elapsed_s"] == pytest.approx(5, abs=1)


def test_a_newcomer_can_be_named_and_speaks_from_a_seat_of_his_own(troupe: Troupe) -> None:
    troupe.type("2: newcomer Eve")
    assert troupe.type("6: I play Fabian").refusal is None
    assert troupe.type("eve: time left").intent == "time_left"


def test_hands_free_a_player_may_be_named_by_the_actor(troupe: Troupe) -> None:
    assert kinds(troupe.type("prompter, Atwater: new scene")) == ["SceneOpened"]


def test_the_time_left_is_told_to_anybody_without_asking_who(troupe: Troupe) -> None:
    assert troupe.type("prompter, time left").say == "Eight hours left."


@pytest.mark.rule("R-143", "A-111")
def test_in_a_scene_two_words_are_said_low_for_a_fact(troupe: Troupe) -> None:
    troupe.type("2: new scene")
    answer = troupe.type("2: fact on Atwater")
    assert answer.say == "Four. Struck."
    assert [one.low for one in answer.announcements if one.say] == [True]


@pytest.mark.rule("R-033", "R-046")
@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("Best Voice", "E_CARD_KIND"),
        ("rivalry one", "E_CARD_KIND"),
        ("card 99", "E_CARD_UNKNOWN"),
        ("here", "E_CARD_UNKNOWN"),
        ("the play", "E_CARD_UNKNOWN"),
    ],
)
def test_why_a_fact_cannot_go_there_is_said(troupe: Troupe, card: str, code: str) -> None:
    troupe.type("2: new scene", "2: new rivalry Best Voice")
    assert troupe.type(f"2: fact on {card}").refusal == code


def test_a_question_which_card_names_them_by_number(troupe: Troupe) -> None:
    travelling = ("2: new scene", "3: join", "4: join", "5: join", "2: curtain", "2: we travel", "2: we arrive")
    troupe.type(*travelling, "2: new play Atwater", "2: new scene")
    assert "Atwater (card 1) / establish fact Atwater (card 6)" in troupe.type("2: fact on Atwater").show
    assert kinds(troupe.type("2: second")) == ["FactEstablished"]


def test_names_written_down_are_kept_with_the_evening_and_more_can_be_added() -> None:
    journal = MemoryJournal()
    begin_evening(Settings(), PLAY, journal, replace(SEATING, expected=("Ysolde", "Vane")))
    kept = go_on(Settings(), PLAY, journal, expected=("Brakkett",)).evening.listening().expected
    assert [name.display for name in kept] == ["Ysolde", "Vane", "Brakkett"]
