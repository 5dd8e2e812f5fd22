"""INV-01 to INV-26 and INV-30: random allowed evenings of four to eight players, by the rules and by house rules.

INV-27 and INV-28 are about the box around the rules: ``tests/evening/test_rule_of_character.py``. INV-29: every command
in every state, ``test_random_play.py``.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from assistant.evening.journal import EventCodec
from assistant.games.repertoire import GAME, contribution, pools
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_scene import FactReferenced
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import Status
from assistant.games.repertoire.verdict import producer_degree
from assistant.table import Command, Refusal
from repertoire.evenings import house_rules, is_events, outcome_of, something_open, well_into
from repertoire.watching import Watch
from repertoire.way_on import leads_on

WHILE = 30
"""Commands in one step of the machine."""
CODEC = EventCodec(GAME.events)
CHANCE = st.integers(0, 2**32 - 1).map(Random)


class Evening(RuleBasedStateMachine):
    """Plays whatever is open, and looks at every step."""

    def __init__(self) -> None:
        super().__init__()
        self.state: Troupe = GAME.initial_state(GAME.config())
        self.log: list[TroupeEvent] = []
        self.at = 0.0

    @initialize(players=st.integers(4, 8), chance=CHANCE, by_the_rules=st.booleans())
    def seat_everyone(self, players: int, chance: Random, by_the_rules: bool) -> None:
        self.start = self.state = well_into(Config() if by_the_rules else house_rules(chance), players)
        self.watch = Watch(self.state)

    @precondition(lambda self: self.state.status is not Status.OVER)
    @rule(chance=CHANCE)
    def play_a_while(self, chance: Random) -> None:
        for _ in range(WHILE):
            if chance.random() < 0.1:
                self.let_time_pass(chance.choice((5.0, 25.0, 70.0, 900.0)), chance)
            command = something_open(self.state, chance, self.at)
            if command is not None:
                self.order(command, chance)
        self.look_for_a_way_on(chance.choice(self.state.seats).id)

    def let_time_pass(self, seconds: float, chance: Random) -> None:
        until = self.at + seconds
        while self.state.clock.running and (due := [one for one in GAME.clock(self.state).due if one.at <= until]):
            self.at = max(self.at, due[0].at)
            before = self.state
            self.order(Command(due[0].intent, due[0].seat, due[0].slots, at=self.at), chance)
            assert self.state != before, "what falls due moves the state (C12)"
        self.at = until if self.state.clock.running else self.at

    def order(self, command: Command, chance: Random) -> None:
        before = self.state
        outcome = outcome_of(self.state, command, chance)
        if isinstance(outcome, Refusal):
            assert self.state == before, "INV-25"
            assert outcome.code not in ("E_NOT_ACTOR", "E_NOT_PRODUCER") or "seat" in command.slots, command
        for event in outcome if is_events(outcome) else ():
            was = self.state
            self.state = GAME.evolve(was, event)
            self.log.append(event)
            GAME.narrate(self.state, event)
            self.watch.see(was, event, self.state)
            if isinstance(event, FactReferenced) and chance.random() < 0.3:
                self.look_what_relenting_leaves(was, event, chance)
        self.watch.look(self.state)

    def look_what_relenting_leaves(self, was: Troupe, event: FactReferenced, chance: Random) -> None:
        """Relenting right after a reference leaves the state as before it, apart from the records."""
        assert was.producer is not None
        if event.seat == was.producer.id or was.settings.relent_reference != "free":
            return
        state = self.state
        slots = {"card": event.card_id, "fact": event.line_no}
        for command in (
            Command("question_fact", was.producer.id, slots, at=self.at),
            Command("relent", event.seat, at=self.at),
        ):
            for each in outcome_of(state, command, chance):
                state = GAME.evolve(state, each)
        assert (state.cards, state.seats, state.rancor) == (was.cards, was.seats, was.rancor), "INV-23"
        assert state.scene is not None
        assert was.scene is not None
        assert state.scene.mentioned == was.scene.mentioned, "INV-23"

    def look_for_a_way_on(self, silent: str) -> None:
        """Whoever is silent does not stop the game; and what is open need not wait for the end of time (INV-30)."""
        state = self.state
        producer = state.seat(silent) == state.producer
        if state.paused and producer and state.settings.resume_by == "producer":
            return  # this table has it that only he starts the clock again
        given = leads_on(state, silent, self.at)
        scene = state.scene
        his_alone = scene is not None and set(scene.participants) <= {silent}
        for_ever = not state.settings.due_s or not state.settings.excuse_absent
        his_play = producer and state.settings.play_chooser == "producer"
        assert "expire" not in given or his_alone or for_ever or his_play, f"INV-30: {silent}, {given}"

    def teardown(self) -> None:
        """What is read back from the journal is what was played."""
        state = getattr(self, "start", self.state)
        for event in self.log:
            record = CODEC.record(event)
            state = GAME.evolve(state, CODEC.event(msgspec.json.decode(msgspec.json.encode(record), type=type(record))))
        assert state == self.state, "INV-21, INV-25"


def _evenings(examples: int, steps: int) -> settings:
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],  # making a failing evening shorter would take minutes
        suppress_health_check=quiet,
    )


@pytest.mark.rule("R-024", "R-052", "R-083", "R-122", "R-150")
def test_what_must_always_hold_holds_in_short_random_evenings() -> None:
    run_state_machine_as_test(Evening, settings=_evenings(8, 4))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.rule("R-024", "R-052", "R-083", "R-122", "R-150")
def test_what_must_always_hold_holds_in_long_random_evenings() -> None:
    run_state_machine_as_test(Evening, settings=_evenings(60, 20))


@pytest.mark.rule("R-084", "R-085")
@pytest.mark.parametrize("even", [0, 2, 7])
def test_inv_11_12_five_increases_from_an_even_state_lead_to_the_next_even_state(even: int) -> None:
    rancor = dict.fromkeys(pools.SIZES, even)
    for taken in range(1, 6):
        counts = pools.plus(rancor, pools.increases(rancor, taken))
        spread = [counts.get(size, 0) for size in pools.SIZES]
        assert max(spread) - min(spread) <= 1
    assert spread == [even + 1] * 5


@pytest.mark.rule("R-057", "R-059")
def test_inv_10_more_tokens_for_never_lose_a_scene_and_more_against_never_win_it() -> None:
    rolls = [tuple((6, face) for face in faces) for faces in ((1,), (3,), (6, 6), (1, 2, 3))]
    for roll in rolls:
        won = [contribution.success(Config(), roll, net) for net in range(-5, 40)]
        assert won == sorted(won)
        assert won.index(True) - 5 == 2 * sum(face for _, face in roll) + 1


@pytest.mark.rule("R-140")
@pytest.mark.parametrize("actors", range(3, 12))
def test_inv_26_each_further_winner_costs_the_producer(actors: int) -> None:
    degrees = [producer_degree(won, actors) for won in range(actors + 1)]
    assert (degrees[0], degrees[1], degrees[actors]) == (0, 1, 0)
    assert degrees[1:] == sorted(set(degrees[1:]), reverse=True)
