"""Random episodes of Errantry: a table that does whatever is open, by the rules as written or by house rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from assistant.games.errantry import engine
from assistant.games.errantry.config import Config
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_pain import (
    ActionNamed,
    FighterJoined,
    IntentionStated,
    PainBegun,
    SidesFormed,
    StageOpened,
)
from assistant.games.errantry.faults import check
from assistant.games.errantry.state import Ability, Episode, HarmMark
from assistant.games.errantry.terms import Action, Pool, Role
from assistant.table import Ask, Command, Cue, Open, Refusal, Roll, Value
from tests.games.errantry.episode import ANNA, BEN, CARA, Table, sheet, shipped_config

PLAYERS = ("Anna", "Ben", "Cara", "Dirk", "Edda", "Finn")
LOOKING = frozenset(
    {"show_rank", "how_many_dice", "count_gifts", "who_is_in", "how_is", "harm_of", "how_much", "where_are_we"}
    | {"who_has_roles", "how_many_boons", "reload_tables"}
)
LEFT_OUT = LOOKING | {
    "undo",
    "set_quest",
    "new_game",
    "set_up_decks",
    "end_session",
    "player_leaves",
    "add_player",
    "take_character",
}
"""Left out of random play: they change nothing, or would soon leave nobody to play with."""
WEIGHTS = {
    **dict.fromkeys(("bring_pain", "resist_check", "roll", "roll_round", "let_stand", "share_harm"), 8.0),
    **dict.fromkeys(("close_intentions", "ready", "next_round", "pay_price", "change_intention"), 4.0),
    **dict.fromkeys(("surprise", "fight_as_groups", "defend"), 2.0),
    **dict.fromkeys(("set_quest", "set_place", "assign_role", "set_difficulty", "give_penalty", "give_gift"), 0.3),
    **dict.fromkeys(("change_ability", "accept", "leave_check", "refuse_intention"), 0.3),
    **dict.fromkeys(("give_up", "we_give_up", "pass_round", "join_pain"), 0.3),
    **dict.fromkeys(("end_scene", "die", "retire", "leave", "never_mind", "discharge"), 0.2),
}
"""How often something is played, where not as often as anything."""
_CONSTANTS: dict[str, tuple[str, ...]] = {
    "relation": ("parallel", "perpendicular"),
    "share": ("all", "rest"),
    "permanent": ("yes",),
}
"""Constants of sentences."""
_WITH = {"relate": "relation", "share_harm": "share", "state_intention": "permanent"}
_HOUSE = 0.3
"""The share of settings that a table with house rules has changed."""


def house_rules(chance: Random) -> Config:
    """A faultless configuration, about a third of its choices not the default."""
    hints = get_type_hints(Config)
    while True:
        changed: dict[str, Any] = {}
        for field in fields(Config):
            hint = hints[field.name]
            options = (False, True) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()
            if options and chance.random() < _HOUSE:
                changed[field.name] = chance.choice(options)
        config = replace(shipped_config(), post_roll_window_s=chance.choice((0, 20)), **changed)
        if not check(config):
            return config


def well_into(config: Config, players: int, chance: Random) -> Episode:
    """A scene is being played; often two have fallen out already, or two groups, and some are wounded."""
    table = Table(PLAYERS[:players])
    table.state = replace(table.state, settings=config)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene", player=ANNA)
    for player, role in ((ANNA, "venan"), (BEN, "tenan"), (CARA, "marshal"))[:players]:
        if table.state.role(Role(role)) != player:
            table.do(ANNA, "assign_role", player=player, role=role)
    table.do(ANNA, "set_stakes", stake="other")
    ranks = {"sword": 4, "persuade": 1, "endure": 1, "react": 0, "resist": 0}
    table.meet(*(sheet(f"e{n}", name, ranks, weapon=n % 2) for n, name in enumerate(("Knight", "Captain", "Thief"))))
    for who in table.state.characters:
        boxes = [box for box in range(1, 8) if chance.random() < 0.15]
        pools = list(who.pools)
        table.change(who.id, abilities={**who.abilities, "sword": Ability(chance.randint(0, 5), Pool.VALOUR)})
        table.change(who.id, harm={box: HarmMark(chance.choice(pools)) for box in boxes})
    start = chance.random()
    if start < 0.2:
        return _side_against_side(table.state, ("c1", "c2"), ("e0", "e1", "e2")[: chance.randint(1, 3)])
    if start < 0.8:
        table.try_(ANNA, "resist_check", character="c1", target="e0", ability="sword", defence="sword")
    return table.state


def _side_against_side(state: Episode, one: tuple[str, ...], other: tuple[str, ...]) -> Episode:
    """Two groups fight already, and everybody has drawn a sword."""
    begun = PainBegun(trial_id="trial1", one=one[0], other=other[0])
    events: list[EpisodeEvent] = [begun, *(FighterJoined(character=each) for each in (*one[1:], *other[1:]))]
    for side, target in ((one, other[0]), (other, one[0])):
        events += (IntentionStated(characters=(each,), target=target, permanent=False) for each in side)
    events += (StageOpened(round=1), SidesFormed(one=one, other=other))
    for each in (*one, *other):
        who = state.character(each)
        assert who is not None
        sword = who.abilities["sword"]
        events.append(
            ActionNamed(character=each, ability="sword", rank=sword.rank, pool=sword.pool, action=Action.ATTACK)
        )
    for event in events:
        state = engine.evolve(state, event)
    return state


def openings(state: Episode) -> list[Open]:
    return [each for each in engine.grammar(state) if each.intent not in LEFT_OUT]


def something(state: Episode, opens: Sequence[Open], chance: Random, at: float, tries: int = 12) -> Command | None:
    """One of these commands that is taken now, if so many tries find one."""
    weights = [WEIGHTS.get(each.intent, 1.0) for each in opens]
    for _ in range(tries if opens else 0):
        command = _said(state, chance.choices(opens, weights)[0], chance, at)
        if not isinstance(engine.decide(state, command, ()), Refusal | Cue):
            return command
    return None


def what_is_waited_for(state: Episode, chance: Random, at: float) -> Command | None:
    """What brings the Pain about, and on: said for the first fighter who is waited for."""
    pain = state.pain
    if pain is None:
        return _quarrel(state, chance, at)
    tries = [Command("ready", "1", at=at), Command("roll_round", "1", at=at), Command("roll", "1", at=at)]
    tries += [Command("let_stand", player.id, at=at) for player in state.players]
    for fighter in (each for each in pain.fighters if each.still_in):
        others = [each.character for each in pain.fighters if each.still_in and each is not fighter]
        for_good = {"permanent": "yes"} if chance.random() < 0.3 else {}
        target, ability = chance.choice(others or [""]), chance.choice(("sword", "sword", "persuade", "endure"))
        tries += [
            Command(intent, player.id, {"character": fighter.character, **slots}, at=at)
            for player in state.players
            for intent, slots in (
                *([] if fighter.stated and not fighter.due else [("state_intention", {"target": target, **for_good})]),
                ("use_ability" if not fighter.ability else "pay_price", {"ability": ability}),
                ("defend", {"ability": "endure"} if fighter.changing and not fighter.ability else {}),
                ("share_harm", {"share": "rest"}),
            )
        ]
    return _taken(state, tries)


def _taken(state: Episode, tries: Sequence[Command]) -> Command | None:
    return next((each for each in tries if not isinstance(engine.decide(state, each, ()), Refusal | Cue)), None)


def _quarrel(state: Episode, chance: Random, at: float) -> Command | None:
    """A resisted check, its dice, and then the Pain."""
    here = [who.id for who in state.characters if state.scene is not None and who.id in state.scene.present]
    one, other = chance.choice(here or [""]), chance.choice(here or [""])
    slots = {"character": one, "target": other, "ability": "sword", "defence": chance.choice(("sword", "endure"))}
    tries = [Command("bring_pain", player.id, at=at) for player in state.players]
    tries += [Command("resist_check", player.id, slots, at=at) for player in state.players]
    tries += [Command("roll", "1", at=at), *(Command("let_stand", player.id, at=at) for player in state.players)]
    return _taken(state, tries)


def _said(state: Episode, opened: Open, chance: Random, at: float) -> Command:
    """One of the openings, said by one of those who may, with some of its slots."""
    seats = [player.id for player in state.players if opened.seats is None or player.id in opened.seats]
    return Command(opened.intent, chance.choice(seats), filled(opened, chance), _text(chance), at)


def _text(chance: Random) -> str | None:
    return chance.choice((None, "to win the crossing", "…"))


def filled(opened: Open, chance: Random) -> dict[str, Value]:
    slots: dict[str, Value] = {}
    for slot, content in opened.slots.items():
        if slot == "dice" or chance.random() < 0.15:
            continue
        value = chance.choice(content)
        slots[slot] = value if isinstance(value, int) else value.id
    constant = _WITH.get(opened.intent)
    if constant is not None and (constant == "relation" or chance.random() < 0.3):
        slots[constant] = chance.choice(_CONSTANTS[constant])
    return slots


def outcome_of(state: Episode, command: Command, chance: Random) -> Sequence[EpisodeEvent] | Refusal | Cue:
    """What becomes of a command, dice thrown and questions answered."""
    outcome = engine.decide(state, command, ())
    if isinstance(outcome, Ask):
        choice = chance.choice(outcome.choices)
        command = choice if len(outcome.choices) > 1 else replace(choice, confirmed_by=command.seat)
        outcome = engine.decide(state, command, ())
        if isinstance(outcome, Ask):  # which one, and then: sure?
            command = replace(outcome.choices[0], confirmed_by=command.seat)
            outcome = engine.decide(state, command, ())
    if isinstance(outcome, Roll):
        outcome = engine.decide(state, command, tuple(chance.randint(1, sides) for sides in outcome.sides))
    assert not isinstance(outcome, Ask | Roll), (command, outcome)
    return outcome
