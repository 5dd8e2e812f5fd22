"""What is shown and how loud the box may be: the rule of character, and asking for what lies open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.state import Confrontation, Question, Rivalry
from assistant.games.repertoire.terms import Criterion, Phase, RivalryStatus, Step
from assistant.table import Cue
from repertoire.play import A, B, C, P, Table


def _window(table: Table) -> str:
    return GAME.view(table.state, None).window


def _questioned(table: Table) -> Table:
    question = Question(target=1, criterion=Criterion.VALIDITY, answer_due=A)
    table.state = replace(table.state, scene=replace(table.scene, question=question))
    return table


@pytest.mark.rule("R-141", "R-143")
def test_a_scene_is_quiet_from_its_opening_to_the_curtain() -> None:
    table = Table().begun()
    assert _window(table) == "open"
    table.do(A, "start_scene")
    assert _window(table) == "quiet"
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    assert _window(table) == "open"


@pytest.mark.rule("R-098", "R-143")
@pytest.mark.parametrize(("volume", "window"), [("soft", "hushed"), ("silent", "silent"), ("normal", "quiet")])
def test_a_production_is_hushed_even_in_a_question(volume: str, window: str) -> None:
    table = Table(production_volume=volume).in_scene(A)
    table.do(A, "stake_trial")
    table.state = replace(table.state, phase=Phase.PRODUCTION)
    assert _window(table) == window
    assert _window(_questioned(table)) == window
    table.do(A, "pause")
    assert _window(table) == window


@pytest.mark.rule("R-082", "R-143")
def test_a_question_opens_the_window_and_so_does_a_break() -> None:
    assert _window(_questioned(Table().in_scene(A))) == "open"
    paused = Table().in_scene(A)
    paused.do(A, "pause")
    assert _window(paused) == "open"


@pytest.mark.rule("R-143")
def test_the_argument_of_a_confrontation_is_left_alone() -> None:
    table = Table().begun()
    for step, window in ((Step.ROLL, "open"), (Step.ARGUE, "quiet"), (Step.SET_ASIDE, "open")):
        table.state = replace(table.state, confrontation=Confrontation(A, {6: 1}, {4: 1}, step=step))
        assert _window(table) == window


def test_a_seat_sees_its_own_things_before_the_others() -> None:
    table = Table().begun()
    titles = [block[0] for block in GAME.view(table.state, C).cards]
    seats = [cue.slots["player"] for cue in titles if cue.line.startswith("seat.")]
    assert seats == ["Cleo", "Paul", "Ann", "Ben", "Dan"]


def test_what_is_dedicated_in_secret_is_not_shown_before_the_roll() -> None:
    for mode, shown in (("open", True), ("secret", False)):
        table = Table(dedicate_mode=mode).in_scene(A)
        table.do(A, "stake_trial")
        table.hold(A=2).do(A, "call_curtain")
        table.do(A, "dedicate", slots={"for": 2})
        lines = {cue.line for block in GAME.view(table.state, B).cards for cue in block}
        assert ("table.dedicated" in lines) == shown


def test_lamps_show_who_is_in_the_scene_and_whom_the_game_waits_for() -> None:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial")
    assert GAME.view(table.state, None).lamps == {A: "on", B: "on"}
    table.do(A, "call_curtain")
    assert GAME.view(table.state, None).lamps == {A: "glow", B: "on"}


@pytest.mark.rule("R-052", "R-146")
def test_a_seat_may_ask_what_it_holds() -> None:
    assert Table().in_scene(A).hold(A=5).look(A, "my_tokens") == Cue("my_tokens", {"n": 5})


@pytest.mark.rule("R-071", "R-146")
def test_steel_is_told_with_the_tens_of_ones_rivalries() -> None:
    table = Table().begun()
    seats = tuple(replace(p, steel={6: 3, 8: 1}) if p.id == A else p for p in table.state.seats)
    table.state = replace(table.state, seats=seats)
    assert table.look(A, "my_steel") == Cue("my_steel.many.one.no", {"sixes": 3, "eights": 1, "tens": 0})
    rivalry = Rivalry("r1", 1, "Best Voice", owner=A, status=RivalryStatus.HELD)
    table.state = replace(table.state, rivalries=(rivalry,))
    assert table.look(A, "my_steel").line == "my_steel.many.one.one"
    assert table.refused(P, "my_steel") == "E_NOT_ACTOR"


@pytest.mark.rule("R-146")
def test_anyone_may_look_at_rancor_cards_and_stakes() -> None:
    table = Table().in_scene(A).mark("Corvin", "TX", 1)
    table.do(A, "stake_trial", n=2)
    assert table.look(B, "show_rancor").slots == {"n": 10, "dice": "2d4 2d6 2d8 2d10 2d12"}
    assert table.look(B, "show_card", card="corvin").slots == {"name": "Corvin", "lines": "1 ✓ · 2 ✗", "tokens": 1}
    assert table.look(B, "show_stakes").slots == {"dice": "2d6", "rivalries": ""}
    assert table.refused(B, "show_card", card="nobody") == "E_CARD_UNKNOWN"


@pytest.mark.rule("R-146")
def test_rivalries_may_be_looked_at_between_scenes_too() -> None:
    table = Table().begun()
    assert table.look(B, "show_stakes").line == "show_stakes.nothing"
    owned = Rivalry("r1", 1, "Best Voice", owner=A, status=RivalryStatus.HELD)
    gone = Rivalry("r2", 2, "Best Legs", status=RivalryStatus.DISCARDED)
    table.state = replace(table.state, rivalries=(owned, gone, Rivalry("r3", 3, "Best Hat")))
    assert table.look(B, "show_stakes") == Cue("show_stakes.between", {"rivalries": "Best Voice (Atwater) · Best Hat"})
    assert table.look(B, "show_card", card="best hat") == Cue("show_rivalry", {"rivalry": "Best Hat"})
    assert table.refused(B, "show_card", card="best legs") == "E_CARD_UNKNOWN"


@pytest.mark.rule("R-146")
def test_in_set_up_the_game_waits_for_cards_desires_and_the_clock() -> None:
    table = Table().seated()
    assert table.look(A, "who_is_left").line == "who_is_left.5"
    table.do(A, "name_card", text="Atwater")
    table.do(A, "write_desire", text="to leave")
    table.do(P, "name_card", text="Grimsby")
    assert "Ann" not in table.look(A, "who_is_left").slots.values()
    assert "Paul" in table.look(A, "who_is_left").slots.values()
    table.do(P, "start_clock")
    assert table.look(A, "who_is_left").line == "who_is_left.3"


@pytest.mark.rule("R-146")
def test_when_the_game_is_over_it_waits_for_nobody() -> None:
    table = Table().begun()
    table.do(A, "end_game", confirmed_by=B)
    assert table.look(A, "who_is_left").line == "who_is_left.0"


@pytest.mark.rule("R-114", "R-146")
def test_whoever_has_nothing_to_set_aside_is_not_waited_for() -> None:
    table = Table().begun()
    fight = Confrontation(A, {6: 2, 8: 1}, {4: 2, 12: 1}, step=Step.SET_ASIDE, points_made=(2, 0))
    table.state = replace(table.state, confrontation=fight)
    assert table.look(B, "who_is_left").slots == {"name1": "Ann"}
    table.do(A, "set_aside", pile="1x4")
    assert table.look(B, "who_is_left").slots == {"name1": "Ann"}


@pytest.mark.rule("R-146")
def test_who_still_lacks_a_scene_and_whom_the_game_waits_for() -> None:
    table = Table().in_scene(A, B, phase=Phase.DEPARTURE)
    table.do(A, "call_curtain")
    assert table.look(P, "who_is_left") == Cue("who_is_left.2", {"name1": "Cleo", "name2": "Dan"})
    table.do(C, "start_scene")
    table.do(C, "stake_trial")
    table.hold(P=1).do(C, "call_curtain")
    assert table.look(A, "who_is_left") == Cue("who_is_left.1", {"name1": "Paul"})
    table.do(P, "dedicate", slots={"for": 1})
    assert table.look(A, "who_is_left") == Cue("who_is_left.1", {"name1": "Cleo"})
    assert Table().begun(Phase.TRAVEL).look(A, "who_is_left").line == "who_is_left.0"
