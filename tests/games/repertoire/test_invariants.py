"""INV-01 to INV-30: random allowed evenings of four to eight players, and what must always hold in them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from assistant.games.repertoire import GAME, pools
from assistant.games.repertoire.duel import steel_of
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import ConfrontationBegun, ConfrontationEnded, DiceSetAside, PhaseBegun
from assistant.games.repertoire.events_scene import QuestionInsisted, SceneJoined, SceneOpened, SceneRolled
from assistant.games.repertoire.phases import NEXT
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import LineStatus, Outcome, Phase, Role, SceneState, Status, UseKind
from assistant.table import Ask, Command, Cue, Open, Refusal, Roll, Value
from repertoire.play import Table

PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
LEFT_OUT = frozenset({"new_game", "end_game", "undo", "add_seat"})
"""Left out of random play: they would soon leave nothing to play."""
WEIGHTS = {
    **dict.fromkeys(("establish_fact", "reference_fact", "dedicate", "roll", "set_aside", "end_argument"), 4.0),
    **dict.fromkeys(("question_fact", "question_event", "reword", "choose_play", "make_play", "confront"), 0.2),
    **dict.fromkeys(("suspend", "pause", "excuse", "stop_here", "lend_player", "never_mind"), 0.1),
}
"""How often something is played, where not as often as anything."""
WHILE = 40
"""Commands in one step of the machine."""


class Evening(RuleBasedStateMachine):
    """Plays whatever is open, and looks at every step."""

    def __init__(self) -> None:
        super().__init__()
        self.state: Troupe = GAME.initial_state(GAME.config())
        self.log: list[TroupeEvent] = []
        self.at = 0.0

    @initialize(players=st.integers(4, 8))
    def seat_everyone(self, players: int) -> None:
        table = Table(PLAYERS[:players]).begun()
        for card in table.state.cards:  # well into an evening: some facts are known, some Steel is won
            table.mark(card.name, "TTXTTT", 5)
        steeled = (replace(p, steel={6: 2, 8: 1} if p.role is Role.ACTOR else {}) for p in table.state.seats)
        self.start = self.state = replace(table.state, seats=tuple(steeled))

    @precondition(lambda self: self.state.status is not Status.OVER)
    @rule(chance=st.integers(0, 2**32 - 1).map(Random))
    def play_a_while(self, chance: Random) -> None:
        for _ in range(WHILE):
            if chance.random() < 0.1:
                self.let_time_pass(chance.choice((5.0, 25.0, 70.0, 900.0)), chance)
            self.play_something(chance)
            self.look()

    def play_something(self, chance: Random) -> None:
        opens: dict[str, list[Open]] = {}
        for one in GAME.grammar(self.state):
            opens.setdefault(one.intent, []).append(one)
        kept = [intent for intent in opens if intent not in LEFT_OUT]
        if kept:
            (intent,) = chance.choices(kept, [WEIGHTS.get(intent, 1.0) for intent in kept])
            self.order(self.command(chance.choice(opens[intent]), chance), chance)

    def let_time_pass(self, seconds: float, chance: Random) -> None:
        until = self.at + seconds
        while self.state.clock.running and (due := [one for one in GAME.clock(self.state).due if one.at <= until]):
            self.at = max(self.at, due[0].at)
            before = self.state
            self.order(Command(due[0].intent, due[0].seat, due[0].slots, at=self.at), chance)
            assert self.state != before, "what falls due moves the state (C12)"
        self.at = until if self.state.clock.running else self.at

    def command(self, one: Open, chance: Random) -> Command:
        """Something of what is open; tokens mostly go for the roll and dice are few, or no scene would ever be won."""
        seats = sorted(one.seats) if one.seats is not None else [player.id for player in self.state.seats]
        slots: dict[str, Value] = {}
        for name, fill in one.slots.items():
            if fill:
                value = chance.choice(fill)
                slots[name] = value if isinstance(value, int) else value.id
        if one.intent == "dedicate" and chance.random() < 0.8:
            slots = {"for": "all"}
        if one.intent in ("stake_trial", "stake_triumph"):
            slots = {"n": 1}
        return Command(one.intent, chance.choice(seats), slots, f"words {chance.randrange(1000)}", self.at)

    def order(self, command: Command, chance: Random) -> None:
        before = self.state
        outcome = self.answered(command, chance)
        if isinstance(outcome, Refusal):
            assert self.state == before
            role = self.state.seat(command.seat)
            assert outcome.code not in ("E_NOT_ACTOR", "E_NOT_PRODUCER") or "seat" in command.slots, (command, role)
            return
        if isinstance(outcome, Cue):
            return
        for event in outcome:
            was = self.state
            self.state = GAME.evolve(self.state, event)
            self.log.append(event)
            GAME.narrate(self.state, event)
            self.watch(was, event)

    def answered(self, command: Command, chance: Random) -> Any:
        outcome = GAME.decide(self.state, command, ())
        if isinstance(outcome, Ask):
            seat = sorted(outcome.by)[0] if outcome.by else command.seat
            chosen = outcome.choices[0]
            confirmed = Command(chosen.intent, chosen.seat, chosen.slots, chosen.text, self.at, confirmed_by=seat)
            return self.answered(confirmed, chance)
        if isinstance(outcome, Roll):
            dice = tuple(chance.randint(1, size) for size in outcome.sides)
            return GAME.decide(self.state, command, dice)
        return outcome

    # What a step may do

    def watch(self, was: Troupe, event: TroupeEvent) -> None:
        now = self.state
        assert pools.total(now.rancor) >= pools.total(was.rancor), "INV-11"
        assert was.clock.elapsed_s <= now.clock.elapsed_s <= now.clock.limit_s, "INV-21"
        for before, after in zip(was.seats, now.seats, strict=False):
            assert before.outcome in (Outcome.PENDING, after.outcome), "INV-24"
        self.watch_lines(was)
        watcher = {
            PhaseBegun: self.watch_phase,
            SceneOpened: self.watch_entry,
            SceneJoined: self.watch_entry,
            SceneRolled: self.watch_roll,
            QuestionInsisted: self.watch_insisting,
            ConfrontationBegun: self.watch_begun,
            DiceSetAside: self.watch_round,
            ConfrontationEnded: self.watch_end,
        }.get(type(event))
        if watcher is not None:
            watcher(was, event)  # type: ignore[operator]

    def watch_lines(self, was: Troupe) -> None:
        for before, after in zip(was.cards, self.state.cards, strict=False):
            for old, new in zip(before.lines, after.lines, strict=False):
                assert old.no == new.no, "INV-03"
                assert new.status in (old.status, LineStatus.WITHDRAWN), "INV-03"

    def watch_phase(self, was: Troupe, event: PhaseBegun) -> None:
        assert event.phase is NEXT[was.phase], "INV-18"
        assert was.scene is None, "INV-18"
        if was.phase in (Phase.DEPARTURE, Phase.ARRIVAL):
            assert not was.missing_scene, "INV-18"
        if was.phase is Phase.ARRIVAL:
            assert was.enclave, "INV-18"
            assert was.play, "INV-18"

    def watch_entry(self, was: Troupe, event: SceneOpened | SceneJoined) -> None:
        if was.phase is Phase.DEPARTURE and event.seat in was.been_in_scene:
            assert was.scene is not None, "INV-20"
            assert event.seat in was.scene.invited, "INV-20"

    def watch_roll(self, was: Troupe, event: SceneRolled) -> None:
        assert was.scene is not None
        dice = len(was.scene.live_events) + len(was.scene.live_stakes)
        assert len(event.roll) == dice, "INV-08"
        assert not event.success or event.net >= 2 * dice + 1, "INV-10"

    def watch_insisting(self, was: Troupe, event: QuestionInsisted) -> None:
        assert (self.state.cards, self.state.seats) == (was.cards, was.seats), "INV-23"

    def watch_begun(self, was: Troupe, event: ConfrontationBegun) -> None:
        self.rancor_before, self.rivalries_before = was.rancor, was.rivalries
        self.steel_before = dict(steel_of(was, event.seat))

    def watch_round(self, was: Troupe, event: DiceSetAside) -> None:
        fight, before = self.state.confrontation, was.confrontation
        assert fight is not None
        assert before is not None
        actor, producer = before.points_made
        assert len(event.rancor) == min(actor or 0, pools.total(before.rancor_pool)), "INV-14"
        assert len(event.steel) == min(producer or 0, pools.total(before.steel_pool)), "INV-14"

    def watch_end(self, was: Troupe, event: ConfrontationEnded) -> None:
        fight = was.confrontation
        assert fight is not None
        assert (event.result == "PRODUCER_WINS") == bool(fight.rancor_pool), "INV-15"
        assert (dict(steel_of(self.state, event.seat)), self.state.rivalries) == (
            self.steel_before,
            self.rivalries_before,
        ), "INV-13"

    # What must hold at every step

    def look(self) -> None:
        self.cards_and_tokens()
        self.rivalries()
        self.picking()
        self.what_is_open()
        self.confrontation()
        self.questions()
        self.always_a_way_on()

    def cards_and_tokens(self) -> None:
        for card in self.state.cards:
            assert 0 <= card.tokens <= card.true_count, "INV-02"
            assert [line.no for line in card.lines] == list(range(1, len(card.lines) + 1)), "INV-03"
        for player in self.state.seats:
            assert player.held == _taken(self.state, player.id), "INV-04"
            assert set(player.steel) <= {6, 8, 10}, "INV-06"
            assert player.role is Role.ACTOR or not player.steel, "INV-06"

    def rivalries(self) -> None:
        actors = {actor.id for actor in self.state.actors}
        for card in self.state.rivalries:
            assert (card.status == "HELD") == (card.owner is not None), "INV-07"
            assert card.owner is None or card.owner in actors, "INV-07"
        if self.state.scene is not None and self.state.scene.state is SceneState.PICKING:
            assert set(self.state.scene.remaining) <= {6, 8}, "INV-07"

    def picking(self) -> None:
        scene = self.state.scene
        if scene is None or scene.state is not SceneState.PICKING:
            return
        assert pools.total(scene.remaining) + scene.next_picker == len(scene.live_events), "INV-08"

    def what_is_open(self) -> None:
        state = self.state
        if state.confrontation is not None:
            assert state.phase is not Phase.PRODUCTION, "INV-17"
            assert state.scene is None, "INV-17"
        if state.phase is Phase.PRODUCTION and state.status is not Status.OVER:
            assert state.scene is not None, "INV-19"
            assert {actor.id for actor in state.actors if actor.active} <= set(state.scene.participants), "INV-19"
        if state.scene is not None:
            assert state.scene.on_stage <= set(state.scene.participants), "INV-19"
            assert not state.scene.on_stage or state.phase is Phase.PRODUCTION, "INV-19"

    def confrontation(self) -> None:
        fight = self.state.confrontation
        if fight is None:
            return
        assert pools.plus(fight.rancor_pool, pools.flat(fight.rancor_aside)) == dict(self.state.rancor), "INV-14"
        assert pools.plus(fight.steel_pool, pools.flat(fight.steel_aside)) == self.steel_before, "INV-14"
        for made, pool in zip(fight.points_rolled, (fight.steel_pool, fight.rancor_pool), strict=True):
            assert fight.step == "ROLL" or made <= pools.total(pool), "INV-16"

    def questions(self) -> None:
        scene = self.state.scene
        if scene is not None and scene.question is not None:
            may = {one.intent for one in GAME.grammar(self.state)}
            assert may & {"relent", "insist", "take_rancor", "let_go", "never_mind", "resume"}, "INV-30"
            assert "establish_fact" not in may, "INV-22"

    def always_a_way_on(self) -> None:
        if self.state.status is not Status.OVER:
            assert GAME.grammar(self.state) or GAME.clock(self.state).due, "INV-30"

    def teardown(self) -> None:
        state = getattr(self, "start", self.state)
        for event in self.log:
            state = GAME.evolve(state, event)
        assert state == self.state, "INV-25"


def _taken(state: Troupe, seat: str) -> int:
    """True facts made and tokens taken in this scene, as far as they stand."""
    if state.scene is None:
        return 0
    lines = {(card.id, line.no): line for card in state.cards for line in card.lines}
    uses = [use for use in state.scene.uses if use.seat == seat and use.result != "RELENTED"]
    made = [use for use in uses if use.kind is UseKind.ESTABLISH and lines[use.card_id, use.line_no].status == "TRUE"]
    return len(made) + sum(use.tokens_taken for use in uses)


def _evenings(examples: int, steps: int) -> settings:
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=quiet,
    )


@pytest.mark.rule("R-024", "R-052", "R-083", "R-122")
def test_what_must_always_hold_holds_in_short_random_evenings() -> None:
    run_state_machine_as_test(Evening, settings=_evenings(4, 4))  # type: ignore[no-untyped-call]


@pytest.mark.slow
@pytest.mark.rule("R-024", "R-052", "R-083", "R-122")
def test_what_must_always_hold_holds_in_long_random_evenings() -> None:
    run_state_machine_as_test(Evening, settings=_evenings(10, 20))  # type: ignore[no-untyped-call]


@pytest.mark.rule("R-084", "R-085")
@pytest.mark.parametrize("even", [0, 2, 7])
def test_inv_11_12_five_increases_from_an_even_state_lead_to_the_next_even_state(even: int) -> None:
    rancor = dict.fromkeys(pools.SIZES, even)
    for taken in range(1, 6):
        counts = pools.plus(rancor, pools.increases(rancor, taken))
        spread = [counts.get(size, 0) for size in pools.SIZES]
        assert max(spread) - min(spread) <= 1
    assert spread == [even + 1] * 5
