"""Fights at random, by the rules and by house rules: invariants 17 to 21 of the ledger; and every fight can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import Phase as HypothesisPhase
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.games.feats import engine, fight, turns
from assistant.games.feats.config import CombatRules, Config, InjuryRules, Purchase, Tie
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_combat import AttackSettled, ExchangeApplied
from assistant.games.feats.events_feat import InjurySuffered
from assistant.games.feats.state import Play
from assistant.games.feats.terms import COMBAT, Phase, Side
from assistant.table import Ask, Command, Cue, Refusal, Roll, Value
from feats.arena import Arena
from feats.company import G, configured

RULES = {
    Tie: {
        "equal_dice": ("player_then_reactor", "gm", "acting", "roll_off"),
        "zero_zero": ("fails_tie_rule_tells", "tie_rule_free", "nobody", "reroll"),
        "count_rerolled": (False, True),
    },
    CombatRules: {
        "defence_reuse": ("keep_faces", "roll_per_attack"),
        "guard_timing": ("any", "before", "after"),
        "guard_first_injury": (False, True),
        "gremlin_defence": ("that_attacker", "all"),
        "injury_narrator": ("spender", "victim", "player"),
        "other_action": ("defend_all", "costs_all", "half"),
        "riposte": (False, True),
    },
    InjuryRules: {
        "cap_at_health": (True, False),
        "gremlin_removed_on": ("roll", "call"),
        "gremlin_revives": (False, True),
        "gremlin_lowers_count": (True, False),
    },
}
STAND = Purchase(id="stand", spoken=("stand firm",), effect="refuse_injury", cost=1, per_roll=1)


def _house_rules(chance: Random) -> Config:
    """The shipped data with every setting of a fight chosen anew."""
    config: Config = configured()
    parts: dict[type, Any] = {Tie: config.tie, CombatRules: config.combat, InjuryRules: config.injury}
    for kind, keys in RULES.items():
        parts[kind] = replace(parts[kind], **{key: chance.choice(values) for key, values in keys.items()})
    rep = replace(config.rep, buy=(*config.rep.buy, STAND)) if chance.random() < 0.3 else config.rep
    return replace(config, tie=parts[Tie], combat=parts[CombatRules], injury=parts[InjuryRules], rep=rep)


def _brawl(config: Config) -> Arena:
    table = Arena(config)
    table.npc("fighter", "Raider")
    table.npc("minion", "Thug")
    table.hurt("raider", "burn")
    table.hurt("ana", "cut", "limp")
    table.change("ben", character_dice=1)
    return table.begin("ana", "ben", "cleo", "raider", "thug")


WHO = ("ana", "ben", "cleo", "raider", "thug")
SLOTS: Mapping[str, tuple[Value, ...]] = {
    "name": WHO,
    "target": WHO,
    "caller": WHO,
    "first": WHO,
    "next": WHO,
    "n": (1, 2, 3),
    "all": ("attack", "defence"),
    "stat": ("charm", "cunning"),
    "level": ("tricky", "hard"),
    "purchase": ("extra_die", "second_try", "stand"),
    "part": ("edge", "gremlin", "die", "attack", "defence", "feat"),
    "how": ("one", "all"),
    "edge": ("duelist", "dirty_fighter"),
    "face": ((4,), (1, 6), (5, 4, 1)),
}
SETTING_UP: tuple[tuple[str, ...], ...] = (
    *(("attack", "name", "target"), ("split_pool", "name", "target", "n"), ("split_pool", "name", "all")) * 2,
    *(("change_intent", "name"), ("declare_feat", "name", "stat"), ("oppose", "name", "target", "stat")),
    *(("set_difficulty", "level"), ("set_needed", "n"), ("set_stat", "stat"), ("use_edge", "edge"), ("use_concept",)),
    *(
        ("call_gremlin", "name"),
        ("call_gremlin", "name", "caller"),
        ("use_die",),
        ("buy", "purchase"),
        ("take_back", "part"),
    ),
    *(("injure", "name"), ("back_up", "name"), ("heal", "name"), ("join_combat", "name"), ("set_order", "first")),
    *(("ready", "name"), ("roll",), ("roll_anyway",), ("report", "face"), ("report", "n"), ("report", "part", "n")),
)
BEING_TOLD: tuple[tuple[str, ...], ...] = (
    *(("hit",), ("miss",), ("extra_injury",), ("guard",), ("next",)) * 2,
    *(("pass", "how"), ("two_ideas",), ("success",), ("failure",), ("state_injury", "name"), ("tell_injury",)),
    *(
        ("buy", "purchase"),
        ("buy", "purchase", "part"),
        ("set_order", "next"),
        ("next_exchange",),
        ("mark_dead", "name"),
    ),
)


def _random_command(state: Play, chance: Random) -> Command:
    """Something that can be said in a fight, by the one who is named, by the game master, or by anybody."""
    intent, *slots = chance.choice(SETTING_UP if state.phase is Phase.COMBAT_SETUP else BEING_TOLD)
    filled = {slot: chance.choice(SLOTS[slot]) for slot in slots}
    if intent == "ready" and chance.random() < 0.5:
        filled["name"] = "all"
    named = state.character(filled.get("name"))
    anybody = chance.choice([one.id for one in state.seats])
    seat = chance.choice((named.seat if named else G, anybody, G))
    return Command(intent, seat, filled, chance.choice((None, "a cut")))


def _decided(state: Play, command: Command, chance: Random) -> list[PlayEvent]:
    """What comes of it, with dice thrown, questions answered and "sure" said; nothing where it is refused."""
    dice: tuple[int, ...] = ()
    for _ in range(60):
        outcome = engine.RULES.decide(state, command, dice)
        if isinstance(outcome, Roll):
            dice += tuple(chance.randint(1, sides) for sides in outcome.sides)
        elif isinstance(outcome, Ask):
            command = replace(chance.choice(outcome.choices), confirmed_by=G)
        elif isinstance(outcome, Cue | Refusal):
            return []
        else:
            return list(outcome)
    raise AssertionError(f"{command} asks without end")


class Watch:
    """Looks at every step of a fight."""

    def __init__(self, state: Play) -> None:
        self.state = state
        self.faces: dict[str, tuple[int, ...]] = {}

    def step(self, event: PlayEvent) -> None:
        before = self.state
        self.state = after = engine.RULES.evolve(before, event)
        if isinstance(event, AttackSettled):
            self._settled(before, event)
        if isinstance(event, ExchangeApplied):
            self._applied(before, event)
        elif not isinstance(event, InjurySuffered):
            self._harm_stays(before, after)
        self._dice_add_up(after)

    def _dice_add_up(self, state: Play) -> None:
        """17: attack dice and defence dice are the pool; an attack of whoever is ready has at least one."""
        on = state.combat
        if on is None or on.rolled:
            return
        for who, intent in on.intents.items():
            attacks = fight.attacks_of(state, who)
            bound = sum(dice for _, dice in fight.defence_gremlins(state, who))
            if intent.other_feat is None and sum(one.dice for one in attacks) <= max(0, fight.free_dice(state, who)):
                attacking = sum(fight.attack_dice(state, one) for one in attacks)
                assert attacking + fight.defence_dice(state, who) + bound == intent.pool.size

    def _settled(self, state: Play, event: AttackSettled) -> None:
        """18, 19, 20."""
        attack = fight.fight(state).attacks[event.attack]
        acting, reacting = turns.fighting(state, attack)
        assert event.net == 0 or acting.successes >= 1
        assert event.net <= acting.successes
        back = [who for who, _ in event.injuries if who == attack.attacker]
        assert len(back) <= max(0, reacting.successes - acting.successes)
        if state.config.combat.defence_reuse == "keep_faces":
            roll = fight.fight(state).defence_rolls.get(attack.target)
            faces = (*(roll.faces or ()),) if roll else ()
            exchange = f"{fight.fight(state).exchange} {attack.target}"
            assert self.faces.setdefault(exchange, faces) == faces

    def _applied(self, state: Play, event: ExchangeApplied) -> None:
        """21: everything that is told lands now, and in any order the same."""
        assert event.injuries == fight.fight(state).pending
        turned = replace(event, injuries=tuple(reversed(event.injuries)))
        ends = [engine.RULES.evolve(state, one) for one in (event, turned)]
        harm = [[(one.id, len(one.injuries), one.incapacitated) for one in end.characters] for end in ends]
        assert harm[0] == harm[1]

    def _harm_stays(self, before: Play, after: Play) -> None:
        """21: nobody is hurt by an attack before all is told."""
        for one in before.characters:
            now = after.character(one.id)
            assert now is not None
            assert {injury.id for injury in now.injuries} <= {injury.id for injury in one.injuries}


def _way_out(state: Play, chance: Random) -> Iterator[Command]:
    """What the game master and the others can always do to bring a fight to its end (27)."""
    while state.phase is Phase.COMBAT_SETUP:
        if not fight.fight(state).locked:
            yield Command("end_combat", G)
            return
        yield Command("roll", G)
    seats: Mapping[str, str] = {one.id: one.seat for one in state.characters}
    for who in (*seats.values(), G):
        for intent in ("miss", "failure", "next"):
            yield Command(intent, who)


@pytest.mark.rule("F-108", "F-109", "F-113", "F-117", "F-118", "F-123")
@settings(max_examples=30, deadline=None, phases=(HypothesisPhase.generate, HypothesisPhase.reuse))
@given(seed=st.integers(0, 2**32 - 1), by_the_rules=st.booleans())
def test_fights_at_random_keep_the_invariants_and_can_end(seed: int, by_the_rules: bool) -> None:
    chance = Random(seed)
    state = _brawl(configured() if by_the_rules else _house_rules(chance)).state
    watch = Watch(state)
    for _ in range(400):
        if watch.state.phase not in COMBAT:
            break
        for event in _decided(watch.state, _random_command(watch.state, chance), chance):
            watch.step(event)
    _end(watch, chance)


def _end(watch: Watch, chance: Random) -> None:
    for _ in range(200):
        if watch.state.phase not in COMBAT:
            return
        before = watch.state
        for command in _way_out(watch.state, chance):
            if events := _decided(watch.state, command, chance):
                for event in events:
                    watch.step(event)
                break
        assert watch.state != before, "a fight that cannot go on"
    raise AssertionError("a fight without end")


def test_the_watch_sees_sides() -> None:
    """The acting side of an attack is the attacker, whatever the first speaker."""
    table = _brawl(configured())
    table.aims("ana", raider=1)
    for who in ("ben", "cleo", "raider", "thug"):
        table.aims(who)
    table.falls(*[6] * 13)
    acting, reacting = turns.fighting(table.state, table.attack("ana", "raider"))
    assert (acting.side, reacting.side) == (Side.ACTING, Side.REACTING)
