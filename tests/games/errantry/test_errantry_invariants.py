"""What must always hold, over whole random episodes with the Pain in them, by the rules and by house rules.

Here: I-01, I-04, I-09, I-10, I-13, I-14, I-16 to I-18, I-21 and I-23. Proved elsewhere: I-02, I-03 and I-07 (cards),
I-05, I-06, I-15 and I-20 (odds, steps, harm), I-08 (random checks), I-11 and I-12 (harm), I-19 (roles), I-22 (the lines
are measured when they are read).
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from assistant.evening.journal import EventCodec
from assistant.games.errantry import cards, engine
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_check import HealingTried, StepsRolled
from assistant.games.errantry.events_game import PlayerSeated, SessionBegun
from assistant.games.errantry.events_pain import (
    BoonGained,
    CharacterEnded,
    FightersGaveUp,
    HarmShaken,
    HarmShared,
    ObligationGained,
    PainBegun,
    PainClosed,
    RoundResolved,
)
from assistant.games.errantry.rounds import pair
from assistant.games.errantry.state import Character, Episode, Pain
from assistant.games.errantry.terms import Kind, PainMode, PainPhase, Relation
from assistant.table import Command, Cue, Open, Refusal
from tests.games.errantry.episode import shipped_config
from tests.games.errantry.episodes import house_rules, openings, outcome_of, something, well_into, what_is_waited_for

WHILE = 25
"""Commands in one step of the machine."""
CODEC = EventCodec(tuple(EpisodeEvent.__subclasses__()))
CHANCE = st.integers(0, 2**32 - 1).map(Random)
_HARMS = (RoundResolved, HarmShared, PainBegun)
_MENDS = (HealingTried, HarmShaken)


class EpisodeMachine(RuleBasedStateMachine):
    """Plays whatever is open, and looks at every step."""

    seen: ClassVar[set[type[EpisodeEvent]]] = set()
    """What has happened in all episodes of this run."""

    def __init__(self) -> None:
        super().__init__()
        self.state: Episode = engine.initial_state(shipped_config())
        self.log: list[EpisodeEvent] = []
        self.at = 0.0
        self.opens: list[Open] = []

    @initialize(players=st.integers(2, 6), chance=CHANCE, by_the_rules=st.booleans())
    def sit_down(self, players: int, chance: Random, by_the_rules: bool) -> None:
        config = shipped_config() if by_the_rules else house_rules(chance)
        self.start = self.state = well_into(config, players, chance)

    @precondition(lambda self: bool(self.state.players))
    @rule(chance=CHANCE)
    def play_a_while(self, chance: Random) -> None:
        for _ in range(WHILE):
            self.at += chance.choice((1.0, 1.0, 30.0))
            self.let_time_pass(chance)
            self.order(self.something(chance), chance)
            self.look_for_a_way_on()

    def something(self, chance: Random) -> Command:
        """What is open is asked for seldom, for that takes long; what was open before is tried first."""
        command = what_is_waited_for(self.state, chance, self.at) if chance.random() < 0.4 else None
        if command is None and chance.random() < 0.75:
            command = something(self.state, self.opens, chance, self.at)
        if command is None:
            self.opens = openings(self.state)
            command = something(self.state, self.opens, chance, self.at, tries=400)
        assert command is not None, f"I-23: {self.state.moment}"
        return command

    def let_time_pass(self, chance: Random) -> None:
        for command in [each for each in engine.clock(self.state).due if each.at <= self.at]:
            self.order(command, chance)

    def order(self, command: Command, chance: Random) -> None:
        outcome = outcome_of(self.state, command, chance)
        if isinstance(outcome, Refusal | Cue):
            return
        for event in outcome:
            before = self.state
            self.state = engine.evolve(before, event)
            self.log.append(event)
            self.seen.add(type(event))
            assert engine.narrate(self.state, event) is not None
            look_at(before, event, self.state)

    def look_for_a_way_on(self) -> None:
        """Each fighter still in can pass where actions are named, and give up at any time (I-23)."""
        pain, state = self.state.pain, self.state
        for fighter in pain.fighters if pain is not None else ():
            if pain is None or not fighter.still_in:
                continue
            slots = {"character": fighter.character}
            answers = [engine.decide(state, Command("give_up", player.id, slots), ()) for player in state.players]
            assert any(not isinstance(each, Refusal) for each in answers), "I-23"
            if pain.phase in (PainPhase.FREE_AND_CLEAR, PainPhase.WINDOW):
                answers = [engine.decide(state, Command("pass_round", p.id, slots), ()) for p in state.players]
                assert any(not isinstance(each, Refusal) for each in answers), "I-23"

    def teardown(self) -> None:
        """What is read back from the journal is what was played."""
        state = getattr(self, "start", self.state)
        for event in self.log:
            record = CODEC.record(event)
            read = msgspec.json.decode(msgspec.json.encode(record), type=type(record))
            state = engine.evolve(state, CODEC.event(read))
        assert state == self.state, "I-21"


def look_at(before: Episode, event: EpisodeEvent, after: Episode) -> None:
    """Everything that can be said of one event and the states around it."""
    _cards_are_somewhere(after)
    for who in after.characters:
        assert all(0 <= points.now <= points.max for points in who.pools.values()), "I-04"
        _marks_of(before.character(who.id), event, who)
    if not isinstance(event, SessionBegun | PlayerSeated) and after.session is not None and before.session is not None:
        held, was = after.session, before.session
        assert sum(held.gift.values()) + held.gift_used == sum(was.gift.values()) + was.gift_used, "I-09"
    if isinstance(event, StepsRolled) and before.check is not None:
        for place in event.places:
            rolled = after.character(before.check.steps[place].character)
            assert rolled is not None
            assert rolled.pending_bruise == 0, "I-13"
    if isinstance(event, RoundResolved) and before.pain is not None:
        _round_is_right(before, before.pain, event, after)
    if isinstance(event, PainClosed) and before.pain is not None:
        _debts_are_right(before, before.pain)


def _cards_are_somewhere(state: Episode) -> None:
    decks, scene = state.decks, state.scene
    out = (scene.encounter_card,) if scene is not None and scene.encounter_card else ()
    court = [*decks.court, *decks.court_discard, *out]
    pips = [*decks.pips, *decks.pips_discard, *(scene.pip_draw if scene is not None else ())]
    assert sorted(court) == sorted(cards.COURT), "I-01"
    assert sorted(pips) == sorted(cards.PIPS), "I-01"


def _marks_of(before: Character | None, event: EpisodeEvent, after: Character) -> None:
    """Harm comes in the Pain only, goes by healing only, and never leaves the tracker (I-10)."""
    assert set(after.harm) <= set(range(1, 8)), "I-10"
    if before is None:
        return
    more = len(after.harm) - len(before.harm)
    assert more <= 0 or isinstance(event, _HARMS), "I-10: harm outside the Pain"
    assert more >= 0 or isinstance(event, _MENDS), "I-10"
    if isinstance(event, RoundResolved | HarmShared):
        marked = [blow.box for blow in event.blows if blow.target == after.id and blow.box]
        assert sorted(set(after.harm) - set(before.harm)) == sorted(marked), "I-10: one mark a hit"
        hits = [blow for blow in event.blows if blow.target == after.id]
        assert all(blow.box >= blow.harm or not blow.box for blow in hits), "I-10"


def _round_is_right(before: Episode, pain: Pain, event: RoundResolved, after: Episode) -> None:
    struck = {(blow.attacker, blow.target) for blow in event.blows}
    if pain.mode is PainMode.STANDARD:
        for attacker, target in struck:
            fighter = pain.fighter(attacker)
            assert fighter is not None
            assert (fighter.target, fighter.changing, fighter.kind) == (target, False, "attack"), "I-16"
            said = pain.relations.get(pair(attacker, target), Relation(before.settings.pair_default))
            assert said is Relation.PARALLEL or (target, attacker) not in struck, "I-14"
    else:
        sides = [{number for number, side in enumerate(pain.sides) if blow[0] in side} for blow in struck]
        assert len({tuple(side) for side in sides}) <= 1, "I-14: one side at most harms the other"
    idle = not event.levels or event.transcendent or event.sharing is not None
    if not event.blows and not idle and not event.stalemates and not event.held:
        assert _nobody_could_harm(before, pain, event), "I-17"
    assert after.pain is not None
    assert after.pain.phase in (PainPhase.RESOLVE, PainPhase.ENDED)


def _nobody_could_harm(state: Episode, pain: Pain, event: RoundResolved) -> bool:
    """Every attack failed by itself, or was beaten by an action that came to nothing as well."""
    levels = dict(event.levels)
    left = {each.character for each in pain.fighters if each.still_in}
    able = [each for each in pain.fighters if each.still_in and each.kind == "attack" and each.target in left]
    best = max((levels.get(each.character, 0) for each in able), default=0)
    harder = state.check is not None and any(step.difficulty > 1 for step in state.check.steps)
    barred = bool(pain.relations) or any(each.kind == "defend" for each in pain.fighters)
    return best == 0 or harder or barred


def _debts_are_right(state: Episode, pain: Pain) -> None:
    owed = [debt.owner for debt in state.quest.obligations if debt.trial_id == pain.id]
    won = [boon.owner for boon in state.quest.boons if boon.trial_id == pain.id]
    by_the_rules = state.settings == shipped_config()
    for fighter in pain.fighters:
        who = state.character(fighter.character)
        assert who is not None
        bloodied = any(who.id in other.bloodied_by for other in pain.fighters)
        if who.kind is Kind.EC:
            assert who.id not in (*owed, *won), "I-18"
        elif by_the_rules:
            assert owed.count(who.id) == bool(fighter.bloodied_by), "I-18"
            assert won.count(who.id) == (fighter.still_in and bloodied), "I-18"
        assert list(who.harm) == list(range(1, len(who.harm) + 1)), "I-12"


def _episodes(examples: int, steps: int) -> settings:
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],  # making a failing episode shorter would take minutes
        suppress_health_check=quiet,
    )


@pytest.mark.rule("E-086", "E-093", "E-098", "E-109", "E-111", "E-112")
def test_what_must_always_hold_holds_in_short_random_episodes() -> None:
    run_state_machine_as_test(EpisodeMachine, settings=_episodes(4, 4))
    assert {PainBegun, RoundResolved, HarmShaken, PainClosed} <= EpisodeMachine.seen, "what is looked at happens"


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.rule("E-086", "E-093", "E-098", "E-109", "E-111", "E-112")
def test_what_must_always_hold_holds_in_long_random_episodes() -> None:
    run_state_machine_as_test(EpisodeMachine, settings=_episodes(50, 12))
    assert {HarmShared, FightersGaveUp, ObligationGained, BoonGained, CharacterEnded} <= EpisodeMachine.seen
