"""Random evenings of Repertoire: a table that does whatever is open, by the rules as written or by house rules."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

from assistant.games.repertoire import GAME
from assistant.games.repertoire.config import Config, check
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import Role
from assistant.table import Ask, Command, Cue, Open, Refusal, Roll, Value
from repertoire.play import Table

PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
LEFT_OUT = frozenset({"new_game", "end_game", "undo", "add_seat"})
"""Left out of random play: they would soon leave nothing to play."""
WEIGHTS = {
    **dict.fromkeys(("establish_fact", "reference_fact", "dedicate", "roll", "set_aside", "end_argument"), 4.0),
    **dict.fromkeys(("question_fact", "question_event", "reword", "choose_play", "make_play", "confront"), 0.2),
    **dict.fromkeys(
        ("suspend", "pause", "excuse", "stop_here", "play_on", "take_mood", "lend_player", "never_mind"), 0.1
    ),
}
"""How often something is played, where not as often as anything."""
_NUMBERS = {
    "max_events_per_call": (1, 6, 20),
    "end_veto_s": (0, 20),
    "max_rivalries": (0, 1),
    "limit_s": (600, 3600, 28_800),
    "due_s": (0, 10, 60),
}
_HOUSE = 0.3
"""The share of settings that a table with house rules has changed."""


def house_rules(chance: Random) -> Config:
    """A faultless configuration, about a third of it not the default."""
    hints = get_type_hints(Config)
    while True:
        changed: dict[str, Any] = {}
        for field in fields(Config):
            hint = hints[field.name]
            options = _NUMBERS.get(field.name) or ((False, True) if hint is bool else get_args(hint))
            if (field.name in _NUMBERS or hint is bool or get_origin(hint) is not tuple) and options:
                changed[field.name] = chance.choice(options)
        kept = {name: value for name, value in changed.items() if chance.random() < _HOUSE}
        config = replace(Config(), **kept)
        if not check(config):
            return config


def well_into(config: Config, players: int) -> Troupe:
    """Play has begun some time ago: some facts are known, some Steel is won."""
    table = Table(PLAYERS[:players], **{field.name: getattr(config, field.name) for field in fields(Config)}).begun()
    for card in table.state.cards:
        table.mark(card.name, "TTXTTT", 5)
    steeled = (replace(p, steel={6: 2, 8: 1} if p.role is Role.ACTOR else {}) for p in table.state.seats)
    return replace(table.state, seats=tuple(steeled))


def something_open(state: Troupe, chance: Random, at: float) -> Command | None:
    """Anything that can be asked for now, by a seat that may."""
    opens: dict[str, list[Open]] = {}
    for one in GAME.grammar(state):
        opens.setdefault(one.intent, []).append(one)
    kept = [intent for intent in opens if intent not in LEFT_OUT]
    if not kept:
        return None
    (intent,) = chance.choices(kept, [WEIGHTS.get(intent, 1.0) for intent in kept])
    return _command(state, chance.choice(opens[intent]), chance, at)


def _command(state: Troupe, one: Open, chance: Random, at: float) -> Command:
    """Tokens mostly go for the roll and dice are few, or no scene would ever be won."""
    seats = sorted(one.seats) if one.seats is not None else [player.id for player in state.seats]
    slots: dict[str, Value] = {}
    for name, fill in one.slots.items():
        if fill:
            value = chance.choice(fill)
            slots[name] = value if isinstance(value, int) else value.id
    if one.intent == "dedicate" and chance.random() < 0.8:
        slots = {"for": "all"}
    if one.intent in ("stake_trial", "stake_triumph"):
        slots = {"n": 1}
    return Command(one.intent, chance.choice(seats), slots, f"words {chance.randrange(1000)}", at)


def outcome_of(state: Troupe, command: Command, chance: Random, silent: str = "") -> Any:
    """What becomes of a command: questions are answered, by whoever is not ``silent``, and dice thrown."""
    outcome = GAME.decide(state, command, ())
    if isinstance(outcome, Ask):
        seat = min((outcome.by or {command.seat}) - {silent}, default="")
        chosen = chance.choice(outcome.choices)
        return outcome_of(state, replace(chosen, at=command.at, confirmed_by=seat), chance, silent) if seat else outcome
    if isinstance(outcome, Roll):
        return GAME.decide(state, command, tuple(chance.randint(1, size) for size in outcome.sides))
    return outcome


def is_events(outcome: Any) -> bool:
    return not isinstance(outcome, Cue | Refusal | Ask | Roll)
