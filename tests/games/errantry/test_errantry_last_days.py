"""Stories that end, and who comes after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry.state import Transcendence
from assistant.games.errantry.terms import (
    Kind,
    Life,
)
from assistant.table import Ask
from tests.games.errantry.acts import met
from tests.games.errantry.episode import ANNA, BEN, Table


@pytest.mark.rule("E-132", "E-070")
def test_a_named_encounter_character_dies_in_the_pain_only() -> None:
    table = met()
    table.do(BEN, "bring", type="beast")
    assert table.refused(BEN, "die", character="knight") == "E_PAIN_ONLY"
    assert table.refused(ANNA, "die", character="beast") == "E_NOT_YOURS"
    assert isinstance(table.try_(BEN, "die", character="beast"), Ask)
    table.do(BEN, "die", character="beast", confirmed_by=BEN)
    assert table.character("c8").life is Life.DEAD
    assert table.state.scene is not None
    assert "c8" not in table.state.scene.present
    assert table.refused(BEN, "die", character="beast") == "E_GONE"


@pytest.mark.rule("E-132", "E-133")
def test_a_transcendent_story_ends_and_a_successor_comes() -> None:
    table = met()
    assert table.refused(ANNA, "retire") == "E_NOT_YET"
    assert table.refused(ANNA, "succeed", character="fulk") == "E_STILL_PLAYING"
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    assert table.refused(ANNA, "succeed", character="isolde") == "E_TAKEN"
    table.do(ANNA, "succeed", character="fulk")
    current = table.state.current(ANNA)
    assert current is not None
    assert current.id == "c1"  # until the last day is over
    assert table.state.scene is not None
    assert "c5" not in table.state.scene.present
    table.do(ANNA, "retire", confirmed_by=ANNA)
    current = table.state.current(ANNA)
    assert current is not None
    assert (current.id, table.character("c1").life) == ("c5", Life.RETIRED)


@pytest.mark.rule("E-124", "E-132")
def test_the_last_day_ends_by_the_game_clock() -> None:
    table = met()
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(ANNA, "pass_time", n=23)
    assert table.character("c1").in_play
    table.do(ANNA, "pass_time", n=1)
    assert table.character("c1").life is Life.RETIRED
    assert table.state.game_clock_h == 24
    for n in (0, 100):
        assert table.refused(ANNA, "pass_time", n=n) == "E_TIME_BACK"
    assert table.refused(ANNA, "pass_time") == "E_TIME_BACK"
    table.do(ANNA, "pass_time", n=99)
    assert table.state.game_clock_h == 123


@pytest.mark.rule("E-132")
def test_the_last_day_may_end_with_the_session() -> None:
    table = Table(last_day="session_end")
    table.do(ANNA, "begin_session")
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(ANNA, "pass_time", n=30)
    assert table.character("c1").in_play
    table.do(ANNA, "end_session", confirmed_by=ANNA)
    assert table.character("c1").life is Life.RETIRED


@pytest.mark.rule("E-134", "E-135")
def test_a_companion_can_be_taken_by_a_newcomer() -> None:
    table = met()
    assert table.refused(ANNA, "befriend", character="knight") == "E_NOT_YOURS"
    table.do(BEN, "befriend", character="knight")
    assert table.refused(BEN, "befriend", character="knight") == "E_ALREADY_HERE"
    table.do(ANNA, "end_scene")
    table.do(ANNA, "add_player", text="Eve")
    assert table.state.session is not None
    assert table.state.session.gift["5"] == 5
    assert table.refused(ANNA, "take_character", player="eve", character="mortimer") == "E_TAKEN"
    assert table.refused(ANNA, "take_character", player="anna", character="fulk") == "E_STILL_PLAYING"
    table.do(ANNA, "take_character", player="eve", character="knight")
    current = table.state.current("5")
    assert current is not None
    assert (current.id, current.kind) == ("c7", Kind.PC)


@pytest.mark.rule("E-134")
def test_the_dead_do_not_join_the_party() -> None:
    table = met()
    table.change("c7", life=Life.GHOST)
    assert table.refused(BEN, "befriend", character="knight") == "E_EC_DEAD"


@pytest.mark.rule("E-132", "E-133", "E-134")
def test_somebody_unknown_is_nobodys_story() -> None:
    table = met()
    assert [table.refused(BEN, intent, character="zork") for intent in ("die", "succeed", "befriend")] == ["E_WHO"] * 3
    table.change("c1", life=Life.DEAD)
    assert table.refused(ANNA, "retire") == "E_WHO"


@pytest.mark.rule("E-133")
def test_a_successor_of_the_dead_is_there_at_once() -> None:
    table = met()
    table.do(ANNA, "die", character="mortimer", confirmed_by=ANNA)
    table.do(ANNA, "succeed", character="fulk")
    assert table.state.scene is not None
    assert "c5" in table.state.scene.present
    assert "c1" not in table.state.scene.present


@pytest.mark.rule("E-124")
@pytest.mark.parametrize(("hours", "line"), [(1, "HoursPassed.one"), (2, "HoursPassed")])
def test_it_is_told_how_many_hours_pass(hours: int, line: str) -> None:
    table = met()
    table.do(ANNA, "pass_time", n=hours)
    assert [(cue.line, dict(cue.slots)) for cue in table.cues] == [(line, {"n": hours})]


@pytest.mark.rule("E-132")
def test_a_story_that_has_ended_does_not_end_again() -> None:
    table = met()
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(ANNA, "retire", confirmed_by=ANNA)
    assert table.refused(ANNA, "retire", character="c1") == "E_NOT_YET"
    table.do(ANNA, "pass_time", n=30)
    assert len(table.cues) == 1


@pytest.mark.rule("E-133")
@pytest.mark.parametrize("who", ["c7", "c2", "c5"])
def test_a_successor_is_a_player_character_that_is_alive_and_nobodys(who: str) -> None:
    table = met()
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.change("c5", life=Life.DEAD)
    assert table.refused(ANNA, "succeed", character=who) == "E_TAKEN"
    table.do(ANNA, "succeed", character="c6")


@pytest.mark.rule("E-132", "E-130")
def test_in_a_scene_that_is_being_played_the_last_day_waits_for_the_end_of_a_check() -> None:
    table = met()
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(ANNA, "use_ability", ability="lance")
    table.state = replace(table.state, game_clock_h=24.0)
    table.do(ANNA, "change_ability", ability="sword")
    assert table.character("c1").in_play
    table.do(ANNA, "never_mind")
    assert table.character("c1").life is Life.RETIRED
