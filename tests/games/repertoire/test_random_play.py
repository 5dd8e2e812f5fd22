"""INV-29: whatever is asked for in whatever state, the answer is a rule's change or one of the ledger's errors."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from assistant.games import repertoire
from assistant.games.repertoire import GAME
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.engine import ORDERS
from assistant.games.repertoire.state import Troupe
from assistant.table import CLOCK, Command, Refusal
from repertoire.evenings import house_rules, is_events, outcome_of, something_open, well_into
from repertoire.play import Table

LEDGER = Path(repertoire.__file__).with_name("RULES.md").read_text(encoding="utf-8")
CODES = frozenset(re.findall(r"E_[A-Z_]+[A-Z]", LEDGER[LEDGER.index("### 3.17") : LEDGER.index("## 4.")]))
"""The errors of section 3.17."""
SEATS = ("1", "2", "3", "4", "5")
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
    "nobody": lambda: Table().state,
    "seated": lambda: Table().seated().state,
    "cast": lambda: Table().cast().state,
    "between": lambda: Table().begun().state,
    "scene": lambda: Table().in_scene("2", "3").mark("Atwater", "TXW", 1).state,
}
_GENERATE = settings(deadline=None, derandomize=True, database=None, phases=[Phase.generate])
QUICK = settings(_GENERATE, max_examples=12)
LONG = settings(_GENERATE, max_examples=300)


def try_all(state: Troupe, commands: list[Command], dice: list[int]) -> None:
    for command in commands:
        outcome = GAME.decide(state, command, tuple(dice))
        if isinstance(outcome, Refusal):
            known = command.intent in ORDERS or command.intent == "draft"
            assert outcome.code in CODES or (outcome.code == "E_INTENT" and not known) or command.intent == "draft"
        for event in outcome if is_events(outcome) else ():
            state = GAME.evolve(state, event)
            GAME.narrate(state, event)
    GAME.grammar(state)
    GAME.clock(state)
    GAME.view(state, "2")


def test_the_errors_of_the_ledger_were_found() -> None:
    assert {"E_SETUP", "E_DUPLICATE", "E_NO_PLAY"} <= CODES
    assert len(CODES) == 46


@pytest.mark.rule("R-147")
@pytest.mark.parametrize("where", STATES)
@given(commands=st.lists(NONSENSE, min_size=5, max_size=15), dice=st.lists(st.integers(1, 12), max_size=4))
@QUICK
def test_whatever_is_asked_for_is_answered(where: str, commands: list[Command], dice: list[int]) -> None:
    try_all(STATES[where](), commands, dice)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.rule("R-147")
@given(seed=st.integers(0, 2**32 - 1), commands=st.lists(NONSENSE, min_size=5, max_size=30))
@LONG
def test_whatever_is_asked_for_anywhere_in_an_evening_is_answered(seed: int, commands: list[Command]) -> None:
    chance = Random(seed)
    state = well_into(house_rules(chance) if chance.random() < 0.5 else Config(), chance.randint(4, 8))
    for step in range(chance.randrange(120)):
        command = something_open(state, chance, 3.0 * step)
        outcome = outcome_of(state, command, chance) if command else ()
        for event in outcome if is_events(outcome) else ():
            state = GAME.evolve(state, event)
    try_all(state, commands, [chance.randint(1, 12)])
