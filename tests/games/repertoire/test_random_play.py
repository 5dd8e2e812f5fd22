"""Random evenings: no command is met by an exception, refusals change nothing, and what must always hold holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.games.repertoire import GAME
from assistant.games.repertoire.engine import ORDERS
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import SceneState, UseKind
from assistant.table import CLOCK, Ask, Command, Cue, Open, Refusal, Roll, Value
from repertoire.play import Table

QUICK = settings(max_examples=25, deadline=None, derandomize=True, database=None)
SEATS = ("1", "2", "3", "4", "5")
MOVES = st.lists(st.tuples(st.integers(0, 9_999), st.integers(0, 9_999), st.integers(1, 12)), min_size=20, max_size=80)
_OUT = {"new_game", "pause", "suspend", "undo", "end_game"}
"""Left out of random play, which would otherwise do little else."""


def _slot(slot: object, pick: int) -> Value:
    if isinstance(slot, range):
        return slot[pick % len(slot)]
    assert isinstance(slot, tuple)
    return str(slot[pick % len(slot)].id)


def _command(state: Troupe, pick: int, detail: int, at: float) -> Command | None:
    opens = [one for one in GAME.grammar(state) if one.intent not in _OUT]
    if not opens:
        return None
    one: Open = opens[pick % len(opens)]
    seats = sorted(one.seats) if one.seats is not None else list(SEATS)
    slots = {name: _slot(slot, detail + place) for place, (name, slot) in enumerate(one.slots.items())}
    return Command(one.intent, seats[detail % len(seats)], slots, "some words", at)


def _outcome(state: Troupe, command: Command, face: int) -> Any:
    """The outcome, dice thrown where they are asked for."""
    outcome = GAME.decide(state, command, ())
    if isinstance(outcome, Roll):
        faces = tuple((face + place) % size + 1 for place, size in enumerate(outcome.sides))
        outcome = GAME.decide(state, command, faces)
        assert not isinstance(outcome, Roll)
    return outcome


@pytest.mark.rule("R-038", "R-052", "R-065", "R-083")
@given(moves=MOVES)
@QUICK
def test_what_must_always_hold_holds_in_random_evenings(moves: list[tuple[int, int, int]]) -> None:
    state = Table().begun().state
    for number, (pick, detail, face) in enumerate(moves):
        command = _command(state, pick, detail, at=2.0 * number)
        outcome = () if command is None else _outcome(state, command, face)
        if isinstance(outcome, Cue | Refusal | Ask):
            continue
        for event in outcome:
            before, state = state, GAME.evolve(state, event)
            assert sum(state.rancor.values()) >= sum(before.rancor.values())
        _hold(state)


def _hold(state: Troupe) -> None:
    for card in state.cards:
        assert 0 <= card.tokens <= card.true_count
        assert [line.no for line in card.lines] == list(range(1, len(card.lines) + 1))
    for player in state.seats:
        assert set(player.steel) <= {6, 8, 10}
        assert player in state.actors or not player.steel
        assert player.held == _taken(state, player.id)
    scene = state.scene
    if scene is None:
        return
    assert scene.on_stage <= set(scene.participants) <= {actor.id for actor in state.actors}
    if scene.state is SceneState.PICKING:
        assert sum(scene.remaining.values()) + scene.next_picker == len(scene.live_events)


def _taken(state: Troupe, seat: str) -> int:
    """INV-04: true facts made and tokens taken in this scene, as far as they stand."""
    if state.scene is None:
        return 0
    lines = {(card.id, line.no): line for card in state.cards for line in card.lines}
    uses = [use for use in state.scene.uses if use.seat == seat and use.result.name != "RELENTED"]
    made = [use for use in uses if use.kind is UseKind.ESTABLISH and lines[use.card_id, use.line_no].status == "TRUE"]
    return len(made) + sum(use.tokens_taken for use in uses)


VALUES = st.one_of(
    st.sampled_from(
        ["me", "here", "boss", "play", "c1", "c2", "r1", "1", "2", "all", "rest", "big", "…", "", "nobody"]
    ),
    st.integers(-3, 40),
    st.floats(allow_nan=False, width=16),
    st.just((1, "two")),
)
NONSENSE = st.builds(
    Command,
    st.sampled_from(sorted({*ORDERS, "draft", "nothing_known"})),
    st.sampled_from([*SEATS, "9", "", CLOCK]),
    st.dictionaries(
        st.sampled_from(["card", "fact", "seat", "rivalry", "n", "for", "against", "size", "players", "intent", "at"]),
        VALUES,
        max_size=4,
    ),
    st.sampled_from([None, "", "…", "some words"]),
    st.sampled_from([0.0, 100.0, 30_000.0]),
)
STATES = {
    "nobody": lambda: Table(),
    "seated": lambda: Table().seated(),
    "cast": lambda: Table().cast(),
    "between": lambda: Table().begun(),
    "scene": lambda: Table().in_scene("2", "3").mark("Atwater", "TXW", 1),
}


@pytest.mark.parametrize("where", STATES)
@given(commands=st.lists(NONSENSE, min_size=5, max_size=15), dice=st.lists(st.integers(1, 12), max_size=4))
@QUICK
def test_no_command_whatever_is_met_by_an_exception(where: str, commands: list[Command], dice: list[int]) -> None:
    state = STATES[where]().state
    for command in commands:
        outcome = GAME.decide(state, command, tuple(dice))
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            continue
        for event in outcome:
            state = GAME.evolve(state, event)
            GAME.narrate(state, event)
        GAME.grammar(state)
        GAME.clock(state)
        GAME.view(state, "2")
