"""INV-27 and INV-28: when the box may speak, and that talk moves nothing, on random evenings typed line by line."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from assistant.app import playable
from assistant.evening import Answer, ChanceDice, Evening, Level, Manner, MemoryJournal, begin_journal
from assistant.evening.typed import answer_line
from assistant.games.repertoire import GAME
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import Phase, SceneState, Status
from assistant.table import Open
from grammar.numbers import words_of
from hardware.fakes.ticker import HandTicker
from tests.contracts.playing import PRELUDES

PLAY = playable("repertoire")
PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
PRELUDE = PRELUDES["repertoire"]["lines"]
TO_A_PRODUCTION = (
    *("2: new scene", "3: join", "4: join", "5: join", "2: curtain", "2: we travel", "2: we arrive"),
    *("1: new enclave Lanternfold", "2: new play The Tin Duchess"),
    *("2: new scene", "3: join", "4: join", "5: join", "2: curtain", "2: production"),
)
SELDOM = frozenset(
    ("new_game", "end_game", "confront", "call_curtain", "suspend", "stop_here", "excuse", "add_seat", "next_phase")
)
OFTEN = frozenset(("establish_fact", "question_fact", "insist", "relent"))
"""What speech is about in a scene."""
TALK = ("roll", "fact on Atwater", "curtain", "I'm in", "trial", "pass the salt, Ann", "relent", "the eight", "yes")
A_FACT = re.compile(r"(?P<full>.+: )?\w+\. (True|Struck)\.", re.IGNORECASE)
_SLOT = re.compile(r"\{(\w+)\+?\}('s)?")


class Table(RuleBasedStateMachine):
    """An evening at one level of speech; every line typed is looked at."""

    level: Level = "results"

    def __init__(self) -> None:
        super().__init__()
        journal = MemoryJournal()
        begin_journal(journal, GAME, GAME.config())
        self.evening = Evening(
            GAME,
            book=PLAY.book,
            lines=PLAY.lines,
            journal=journal,
            ticker=HandTicker(),
            manner=Manner(self.level),
            dice=ChanceDice(bytes(32)),  # the same evening for the same choices
        )
        self.evening.begin(PLAYERS, "1")

    @initialize(lines=st.sampled_from([("2: new scene",), TO_A_PRODUCTION]))
    def sit_down(self, lines: tuple[str, ...]) -> None:
        for line in (*PRELUDE, *lines):
            self.type(line)

    @precondition(lambda self: self.evening.state.status is not Status.OVER)
    @rule(chance=st.integers(0, 2**32 - 1).map(Random))
    def play_a_while(self, chance: Random) -> None:
        for _ in range(12):
            if self.evening.waits_for_answer() and chance.random() < 0.2:
                self.type(f"{chance.randint(1, 5)}: {chance.choice(('yes', 'no', 'first'))}")
            line = self.something(chance)
            if line is not None:
                self.type(line)
        self.type(
            f"{chance.randint(1, 5)}: {chance.choice(('help', 'say again', 'undo', 'time left', 'zork', 'resume'))}"
        )
        self.talk(chance.choice(TALK))
        self.type(f"at {self.evening.clock_seconds() + chance.choice((1, 25, 70)):.0f}:")

    def something(self, chance: Random) -> str | None:
        """A sentence that a seat may say now."""
        seat = chance.randint(1, 5)
        opens = [each for each in self.evening.listening().opens if each.seats is None or str(seat) in each.seats]
        opens = [each for each in opens if each.intent not in SELDOM or chance.random() < 0.1]
        facts = [each for each in opens if each.intent in OFTEN]
        chosen = chance.choice(facts if facts and chance.random() < 0.3 else opens)
        sentences = [*PLAY.book.sentences_of(chosen)]
        return f"{seat}: {_filled(chance.choice(sentences).canonical, chosen, chance)}" if sentences else None

    def talk(self, words: str) -> None:
        """Nothing heard outside the two doors changes the state, but for an answer that is waited for."""
        before, waits = self.evening.state, self.evening.waits_for_answer()
        answer = answer_line(self.evening, words)
        assert waits or self.evening.state is before, f"INV-28: {words}"
        assert waits or answer.channel == "none", f"INV-28: {words}"

    def type(self, line: str) -> Answer:
        before = self.evening.state
        answer = answer_line(self.evening, line)
        self.look(line, before, answer, self.evening.state)
        return answer

    def look(self, line: str, before: Troupe, answer: Answer, after: Troupe) -> None:
        spoken = [one for one in answer.announcements if one.say]
        for one in spoken:
            assert len((one.say or "").split()) <= 8, f"INV-27: {line}: {one.say}"
        if _hushed(before) and _hushed(after):
            assert not spoken, f"INV-27: {line}: {answer.say}"
            assert all(one.hushed for one in answer.announcements if one.earcon), f"R-098: {line}"
        elif _quiet(before) and _quiet(after):
            for one in spoken:
                self.look_at_a_fact(line, one.say or "", one.low)

    def look_at_a_fact(self, line: str, say: str, low: bool) -> None:
        fact = A_FACT.fullmatch(say)
        assert fact is not None, f"INV-27: {line}: {say}"
        assert low, f"R-143: {line}: {say}"
        assert self.level != "earcon", f"INV-27: {line}: {say}"
        assert self.level == "full" or not fact["full"], f"INV-27: {line}: {say}"


def _filled(sentence: str, opened: Open, chance: Random) -> str:
    def content(slot: re.Match[str]) -> str:
        offered: Any = opened.slots.get(slot[1], range(1, 7))
        if slot[1] == "text":
            return f"the {chance.choice(('tin', 'gold', 'last'))} {chance.choice(('crown', 'letter'))}"
        if not offered:
            return "two"
        chosen = chance.choice(offered)
        said = " ".join(words_of(chosen)) if isinstance(chosen, int) else chance.choice((chosen.display, *chosen.heard))
        return f"{said}{slot[2] or ''}"

    return _SLOT.sub(content, sentence)


def _open_scene(state: Troupe) -> bool:
    return state.scene is not None and state.scene.state is SceneState.OPEN


def _hushed(state: Troupe) -> bool:
    """A Production before its curtain, question, break or not."""
    return state.phase is Phase.PRODUCTION and _open_scene(state)


def _quiet(state: Troupe) -> bool:
    """A scene that is played, with no question open; while the clock stands for a break the box may speak (R-143)."""
    return _open_scene(state) and state.scene is not None and state.scene.question is None and not state.paused


def _evenings(examples: int, steps: int) -> settings:
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Stage.generate],  # a failing evening says what was typed; making it shorter would take minutes
        suppress_health_check=checks,
    )


LEVELS: list[Level] = ["earcon", "results", "full"]


@pytest.mark.rule("R-098", "R-143", "R-144", "R-145", "A-081", "A-111")
@pytest.mark.parametrize("level", LEVELS)
def test_the_box_keeps_the_rule_of_character(level: Level) -> None:
    machine = type("Table", (Table,), {"level": level})
    run_state_machine_as_test(machine, settings=_evenings(4, 4))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.rule("R-098", "R-143", "R-144", "R-145", "A-081", "A-111")
@pytest.mark.parametrize("level", LEVELS)
def test_the_box_keeps_the_rule_of_character_all_evening(level: Level) -> None:
    machine = type("Table", (Table,), {"level": level})
    run_state_machine_as_test(machine, settings=_evenings(20, 15))
