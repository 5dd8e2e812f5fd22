"""Evenings at random, feats and fights, by the rules and by house rules: invariants 1 to 16, 22, 23, 26, 27."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from assistant.evening.journal import EventCodec
from assistant.games.feats import GAME, edit, pools, turns
from assistant.games.feats.config import Config, Purchase
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import (
    FeatDeclared,
    InjuryRemoved,
    OutcomeEstablished,
    RepSpent,
    StatementMade,
)
from assistant.games.feats.faults import check
from assistant.games.feats.injuries import RulingMade
from assistant.games.feats.safe_place import SafePlaceReached
from assistant.games.feats.state import Contest, Play, Pool
from assistant.games.feats.terms import FEAT, PartKind, StatementKind
from assistant.games.feats.terms import Phase as Moment
from assistant.table import Ask, Command, Cue, Open, Refusal, Roll, Value
from feats.company import G, Table, configured

WHILE = 25
"""Commands in one step of the machine."""
CODEC = EventCodec(GAME.events)
CHANCE = st.integers(0, 2**32 - 1).map(Random)
HOUSE = 0.3
"""The share of settings that a table with house rules has changed."""
NUMBERS: dict[str, tuple[int, ...]] = {
    "max_edges": (0, 1, 2),
    "max_gremlins": (0, 1, 2),
    "gremlin_dice": (0, 1, 2),
    "character_dice_held": (0, 1, 2),
    "success_from": (2, 4, 6),
    "max_pool": (8, 20),
    "spend_max_per_roll": (0, 2, 4),
}
ON_SALE = ("add_die", "reroll_blanks", "reroll_one", "raise_one", "cancel_gremlin", "refuse_injury")
LEFT_OUT = frozenset({"new_game", "undo"})
SELDOM = frozenset(
    {"cancel_feat", "never_mind", "end_combat", "add_npc", "add_character", "status", "whose_turn", "odds"}
)


def house_rules(chance: Random) -> Config:
    """The shipped data with about a third of all settings otherwise, and everything on sale."""
    config: Any = configured()
    for name, hint in get_type_hints(Config).items():
        if isinstance(hint, type) and is_dataclass(hint):
            config = replace(config, **{name: _changed(getattr(config, name), hint, chance)})
    buy = tuple(Purchase(id=one, spoken=(one,), effect=one, cost=1, per_roll=2) for one in ON_SALE)
    made: Config = replace(config, rep=replace(config.rep, buy=buy))
    assert check(made) == ()
    return made


def _changed(section: Any, kind: Any, chance: Random) -> Any:
    hints = get_type_hints(kind)
    changes: dict[str, Any] = {}
    for field in fields(kind):
        hint = hints[field.name]
        options = NUMBERS.get(field.name) or ((False, True) if hint is bool else ())
        options = get_args(hint) if get_origin(hint) is Literal else options
        if options and chance.random() < HOUSE:
            changes[field.name] = chance.choice(options)
    return replace(section, **changes)


class Evening(RuleBasedStateMachine):
    """Plays whatever is open, and looks at every step."""

    @initialize(chance=CHANCE, by_the_rules=st.booleans())
    def sit_down(self, chance: Random, by_the_rules: bool) -> None:
        table = Table(configured() if by_the_rules else house_rules(chance))
        table.npc("fighter", "Rook")
        table.npc("minion", "Mud")
        table.hurt("rook", "burn")
        table.hurt("ana", "cut", "limp")
        self.start = self.state = table.state
        self.log: list[PlayEvent] = []
        self.ruled: set[str] = set()

    @rule(chance=CHANCE)
    def play_a_while(self, chance: Random) -> None:
        for _ in range(WHILE):
            command = something_open(self.state, chance)
            self.order(command, chance)
        self.look_for_a_way_out(chance)

    def order(self, command: Command, chance: Random) -> bool:
        before = deepcopy(self.state)
        outcome = outcome_of(self.state, command, chance)
        assert self.state == before, "22: deciding changes nothing"
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            return False
        for event in outcome:
            self.see(event)
        self.look()
        return bool(outcome)

    # From one event to the next

    def see(self, event: PlayEvent) -> None:
        was, self.state = self.state, GAME.evolve(self.state, event)
        self.log.append(event)
        if isinstance(event, RulingMade) and event.field == "rep":
            self.ruled.add(event.who)
        if isinstance(event, SafePlaceReached):
            self.ruled -= {who for who, _ in event.rep}
        if isinstance(event, FeatDeclared | RepSpent):
            who = was.character(event.actor if isinstance(event, FeatDeclared) else event.who)
            assert who is not None, "5"
            assert who.able, "5"
        if isinstance(event, OutcomeEstablished):
            contest = edit.find_contest(was, event.contest)
            assert contest is not None, "12"
            assert contest.outcome is None, "12"
        if isinstance(event, StatementMade):
            self.stated(was, event)
        if isinstance(event, InjuryRemoved) and event.by_gremlin:
            one, now = was.character(event.who), self.state.character(event.who)
            assert one is not None, "16"
            assert now is not None, "16"
            assert (len(now.injuries), len(now.scars)) == (len(one.injuries) - 1, len(one.scars) + 1), "16"
        self.locked_pools_stay(was)

    def stated(self, was: Play, event: StatementMade) -> None:
        before, now = edit.find_contest(was, event.contest), edit.find_contest(self.state, event.contest)
        assert before is not None, "13"
        assert now is not None, "13"
        assert now.statements[:-1] == before.statements, "13"
        establishing = (StatementKind.ESTABLISH_SUCCESS, StatementKind.ESTABLISH_FAILURE)
        assert (event.kind in establishing) == (event.n == 1), "11"
        assert event.n == len(now.statements), "11"
        last = before.statements[-1] if before.statements else None
        tale = turns.tale_of(was, event.contest)
        if last is not None and last.who == event.who and StatementKind.FORGONE not in (last.kind, event.kind):
            assert tale is not None, "14"
            assert all(tale.left(one) <= 0 for one in tale.parties if one.who != event.who), "14"

    def locked_pools_stay(self, was: Play) -> None:
        for share in pools.shares(was):
            before, now = edit.find_pool(was, share.pool_id), edit.find_pool(self.state, share.pool_id)
            same = bool(was.feat and self.state.feat) or bool(
                was.combat and self.state.combat and was.combat.exchange == self.state.combat.exchange
            )
            if same and before is not None and now is not None and before.locked:
                assert now.parts == before.parts, "8"

    # After each command

    def look(self) -> None:
        state, rules = self.state, self.state.config
        assert state.feat is None or state.combat is None, "26"
        assert (state.phase is Moment.IDLE) == (state.feat is None and state.combat is None), "26"
        for one in state.characters:
            assert one.rep >= 0, "1"
            assert one.id in self.ruled or one.rep <= one.rep_start, "1"
            assert not rules.injury.cap_at_health or len(one.injuries) <= one.health, "2"
            assert one.harm < one.health or one.incapacitated, "3"
            assert not one.dead or one.incapacitated, "4"
            unrolled = [pool for pool in self.pools_of(one.id) if not pool.locked]
            used = sum(len(pool.of(PartKind.CHARACTER)) for pool in unrolled)
            assert one.character_dice >= 0, "6"
            assert one.character_dice + used <= max(1, rules.modifiers.character_dice_held), "6"
        for share in pools.shares(state):
            self.look_at_pool(edit.find_pool(state, share.pool_id) or Pool())
        if state.feat is not None and state.feat.rolled:
            for contest in state.feat.contests:
                self.look_at_contest(contest)

    def pools_of(self, who: str) -> list[Pool]:
        mine = (one for one in pools.all_shares(self.state) if one.who == who)
        return [edit.find_pool(self.state, one.pool_id) or Pool() for one in mine]

    def look_at_pool(self, pool: Pool) -> None:
        rules = self.state.config
        assert 0 <= sum(part.dice for part in pool.parts) <= max(pool.size, rules.dice.max_pool), "7"
        for kind in PartKind:
            most = {PartKind.EDGE: rules.modifiers.max_edges, PartKind.GREMLIN: rules.modifiers.max_gremlins}
            found = pool.of(kind)
            assert len(found) <= most.get(kind, len(rules.rep.buy) if kind is PartKind.REP else 1), "7"
        assert pools.spent(self.state, pool) <= rules.rep.spend_max_per_roll, "7"

    def look_at_contest(self, contest: Contest) -> None:
        feat = self.state.feat
        assert feat is not None
        for party in turns.sides(self.state, feat, contest):
            assert 0 <= party.successes <= party.dice, "9"
        tale = turns.told(self.state, feat, contest)
        assert bool(tale.parties) != contest.skipped, "15"
        for party in tale.parties:
            spent = sum(one.who == party.who for one in tale.statements) + tale.charged.count(party.who)
            free = int(tale.blank and party == tale.parties[0])
            assert spent + tale.left(party) == party.successes + free, "10"
            assert tale.left(party) >= 0, "10"

    def look_for_a_way_out(self, chance: Random) -> None:
        """27: the game master, who may take over every character, can always bring things to an end."""
        state, log = self.state, len(self.log)
        for one in self.state.characters:
            if one.seat != G:
                self.order(Command("hand_over", G, {"name": one.id, "seat": G}), chance)
        for _ in range(300):
            if self.state.phase is Moment.IDLE:
                break
            ways = ("end_combat", "roll", "roll_anyway", "failure", "miss", "next")
            ways = ("cancel_feat", "roll", "failure", "next") if self.state.phase in FEAT else ways
            assert any(self.order(Command(way, G), chance) for way in ways), "27"
        assert self.state.phase is Moment.IDLE, "27"
        self.state, self.log = state, self.log[:log]

    def teardown(self) -> None:
        if not hasattr(self, "log"):
            return
        state = self.start
        for event in self.log:
            record = CODEC.record(event)
            again = CODEC.event(msgspec.json.decode(msgspec.json.encode(record), type=type(record)))
            assert again == event, "23"
            state = GAME.evolve(state, event)
        assert state == self.state, "23"


def something_open(state: Play, chance: Random) -> Command:
    """Something that may be asked for now, with something in each slot; now and then what ends things."""
    opens = [one for one in GAME.grammar(state) if one.intent not in LEFT_OUT]
    often = [one for one in opens if one.intent not in SELDOM]
    chosen: Open = chance.choice(opens if chance.random() < 0.05 or not often else often)
    seats = sorted(chosen.seats) if chosen.seats is not None else [player.id for player in state.seats]
    slots: dict[str, Value] = {}
    for slot, content in chosen.slots.items():
        value = chance.choice(content)
        slots[slot] = value if isinstance(value, int) else value.id
    if "face" in slots:
        slots["face"] = tuple(chance.choices(range(1, 7), k=chance.randint(1, 4)))
    way = {"way": chance.choice(("more", "less"))} if chosen.intent == "rule_dice" else {}
    return Command(chosen.intent, chance.choice(seats), slots | way, chance.choice((None, "a word")))


def outcome_of(state: Play, command: Command, chance: Random) -> Any:
    """What comes of it, with dice thrown and questions answered."""
    dice: tuple[int, ...] = ()
    for _ in range(60):
        outcome = GAME.decide(state, command, dice)
        if isinstance(outcome, Roll):
            dice += tuple(chance.randint(1, sides) for sides in outcome.sides)
        elif isinstance(outcome, Ask):
            command = replace(chance.choice(outcome.choices), confirmed_by=command.seat)
        else:
            return outcome
    raise AssertionError(f"{command} asks without end")


SHORT = settings(
    max_examples=4,
    stateful_step_count=4,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.rule("F-016", "F-029", "F-032", "F-050", "F-060", "F-084")
def test_evenings_at_random_keep_the_invariants_and_can_end() -> None:
    run_state_machine_as_test(Evening, settings=SHORT)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_long_evenings_at_random_keep_the_invariants_too() -> None:
    run_state_machine_as_test(Evening, settings=settings(SHORT, max_examples=20, stateful_step_count=8))


def test_the_house_rules_reach_every_kind_of_first_speaker() -> None:
    """The evenings above would not be worth much if house rules changed nothing."""
    made = [house_rules(Random(seed)) for seed in range(40)]
    assert {one.tie.equal_dice for one in made} == set(get_args(get_type_hints(type(made[0].tie))["equal_dice"]))
