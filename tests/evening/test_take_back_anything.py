"""Every command of Repertoire that changes something can be taken back, and given again.

Given again it does what it did, with the same faces: that is how something taken back is done once more, and taking
back is never a reroll (R-148).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from assistant.app import playable
from assistant.evening import Answer, ChanceDice, Evening, Journal, Manner, MemoryJournal, begin_journal
from assistant.evening.history import History
from assistant.evening.typed import answer_line
from assistant.games.repertoire import GAME
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.engine import ORDERS
from hardware.fakes.ticker import HandTicker
from tests.contracts.playing import PRELUDES

PLAY = playable("repertoire")
PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
BEGUN = tuple(PRELUDES["repertoire"]["lines"])
ALL_IN = ("3: join", "4: join", "5: join")
TRAVEL = (*BEGUN, "2: new scene", *ALL_IN, "2: curtain", "2: we travel")
SCENE = (*TRAVEL, "2: new scene", "3: join")
ARRIVAL = (*TRAVEL, "2: we arrive", "2: new scene", *ALL_IN, "2: curtain")
SHOW = (*ARRIVAL, "1: new enclave Lanternfold", "2: new play The Tin Duchess", "2: production")
STAKED = (*SCENE, "2: two trials", "2: triumph", *("2: fact on Atwater",) * 14)
CURTAIN = (*STAKED, "2: curtain")
FIGHT = (*SCENE, "2: trial", *STAKED[-15:], *("2: curtain", "2: all for", "2: roll", "2: the eight"), "2: confront")
"""An Actor with one eight in his Steel, asked whether he is sure."""
ROUND = (*FIGHT, "2: yes", "2: next round")
"""One Point against two, with these dice."""
BROKEN = (*ROUND, "2: argued", "2: the biggest")
ASKED = (*SCENE, "2: trial", "1: question trial")


@dataclass(frozen=True)
class Case:
    """What is typed before, and the line that is taken back."""

    before: tuple[str, ...]
    line: str
    rules: Config = field(default_factory=Config)
    again: tuple[str, ...] = ()
    """What gives the command once more, where that takes more than the line."""


CASES = {
    "be_producer": Case((), "1: I am the producer"),
    "start_clock": Case(("1: I am the producer",), "1: start the clock"),
    "name_card": Case(BEGUN[:1], "2: I play Atwater"),
    "write_desire": Case(BEGUN[:2], "2: my desire is to be loved"),
    "begin_play": Case(BEGUN[:-1], "1: curtain up"),
    "add_seat": Case(BEGUN, "2: newcomer Eve"),
    "excuse": Case(BEGUN, "2: excuse Dan"),
    "welcome_back": Case((*BEGUN, "2: excuse Dan"), "2: Dan is here again"),
    "start_scene": Case(BEGUN, "2: new scene"),
    "join_scene": Case((*BEGUN, "2: new scene"), "3: join"),
    "invite": Case((*BEGUN, "2: new scene"), "2: invite Ben"),
    "lend_player": Case((*BEGUN, "2: new scene"), "1: Ben plays the mayor"),
    "stake_trial": Case(SCENE, "2: two trials"),
    "stake_triumph": Case(SCENE, "2: triumph"),
    "establish_fact": Case(SCENE, "2: fact on Atwater: he once drank a lake"),
    "reference_fact": Case((*STAKED, "2: curtain", "2: all for", "2: roll", "at 90:", "2: new scene"), "3: Atwater 14"),
    "reword": Case((*SCENE, "2: fact on Atwater"), "2: line 1 of Atwater reads he once drank a lake"),
    "spell": Case(BEGUN, "2: Atwater is spelled Attwater"),
    "start_rivalry": Case(SCENE, "2: new rivalry Best Voice"),
    "stake_rivalry": Case(
        (*SCENE, "2: new rivalry Best Voice", "2: trial", "2: curtain", "2: roll", "1: d six", "2: new scene"),
        "2: stake Best Voice",
    ),
    "challenge_rivalry": Case((*SCENE, "2: new rivalry Best Voice"), "3: contest Best Voice"),
    "question_fact": Case((*SCENE, "2: fact on Atwater"), "1: utility"),
    "question_event": Case((*SCENE, "2: trial"), "1: question trial"),
    "relent": Case(ASKED, "2: relent"),
    "insist": Case(ASKED, "2: insist"),
    "take_rancor": Case((*ASKED, "2: insist"), "1: rancor"),
    "let_go": Case((*ASKED, "2: insist"), "1: let it go"),
    "never_mind": Case(ASKED, "1: never mind"),
    "call_curtain": Case((*SCENE, "2: trial"), "3: curtain"),
    "dedicate": Case(CURTAIN, "2: one for"),
    "roll": Case((*CURTAIN, "2: all for"), "2: roll"),
    "roll_anyway": Case((*SCENE, *("2: trial", "2: fact on Atwater") * 9, "2: curtain", "at 70:"), "2: roll anyway"),
    "take_die": Case((*SCENE, "2: trial", "2: triumph", "2: curtain", "2: roll"), "1: the eight"),
    "travel": Case((*BEGUN, "2: new scene", *ALL_IN, "2: curtain"), "3: we travel"),
    "next_phase": Case((*BEGUN, "2: new scene", *ALL_IN, "2: curtain"), "3: next phase"),
    "arrive": Case(TRAVEL, "2: we arrive"),
    "make_enclave": Case(ARRIVAL, "1: new enclave Lanternfold"),
    "return_to_enclave": Case(
        (*SHOW, "2: curtain", "2: new scene", *ALL_IN, "2: curtain", "2: we travel", "2: we arrive"),
        "1: back to Lanternfold",
    ),
    "make_play": Case(ARRIVAL, "2: new play The Tin Duchess"),
    "choose_play": Case((*ARRIVAL, "2: new play Gravel", "2: new play Brine"), "3: we play Gravel"),
    "begin_production": Case(SHOW[:-1], "2: production"),
    "give_cue": Case(SHOW, "1: cue Ben"),
    "take_cue": Case(SHOW, "3: my cue"),
    "leave_stage": Case((*SHOW, "3: my cue"), "3: I'm back"),
    "keep_line": Case(SHOW, "3: my line is this a dagger"),
    "object": Case((*SCENE, "2: trial", "2: curtain"), "3: I object", Config(end_veto_s=30)),
    "confront": Case(FIGHT, "2: yes", again=("2: confront", "2: yes")),
    "roll_round": Case((*FIGHT, "2: yes"), "1: next round"),
    "tell_points": Case((*FIGHT, "2: yes"), "1: two points"),
    "make_point": Case(ROUND, "2: point"),
    "state_points": Case(ROUND, "1: made two"),
    "end_argument": Case(ROUND, "2: argued"),
    "set_aside": Case((*ROUND, "2: argued"), "2: set aside one twelve"),
    "take_mood": Case(BROKEN, "2: now depressive"),
    "play_on": Case(BROKEN, "2: I play on"),
    "stop_here": Case(BROKEN, "2: I stop here"),
    "resume": Case((*BEGUN, "2: pause"), "3: resume"),
}
LEFT = {
    "pause": Case((*BEGUN, "2: new scene"), "2: pause"),
    "suspend": Case((*BEGUN, "2: pause"), "2: suspend"),
    "end_game": Case((*BEGUN, "2: end the game"), "3: yes"),
    "new_game": Case((*BEGUN, "2: new game"), "3: yes"),
}
"""What is not taken back: while the clock stands one goes on instead (R-128), and another game, or none, has begun."""


class Table:
    """An evening with the same dice whenever it is played."""

    def __init__(self, case: Case) -> None:
        self.journal: Journal = MemoryJournal()
        begin_journal(self.journal, GAME, case.rules)
        self.evening = Evening(
            GAME,
            book=PLAY.book,
            lines=PLAY.lines,
            journal=self.journal,
            ticker=HandTicker(),
            manner=Manner(),
            dice=ChanceDice(bytes([93] * 32)),
        )
        unled = "producer" in (*case.before, case.line)[0].lower()
        self.evening.begin(PLAYERS, "" if unled else "1")
        for line in case.before:
            assert self.type(line).refusal is None, line

    def type(self, line: str) -> Answer:
        return answer_line(self.evening, line)


def test_every_command_that_changes_something_is_among_these() -> None:
    by_seats = {intent for intent, (order, *_) in ORDERS.items() if order.by != "clock" and order.during != "always"}
    drafts = {intent for intent in by_seats if intent.startswith("draft_")}  # tests/evening/test_undo.py
    assert by_seats - drafts - {"undo"} == (CASES.keys() | LEFT.keys()) - {"new_game"}


@pytest.mark.rule("R-148")
@pytest.mark.case("C-049", "C-050")
@pytest.mark.parametrize("intent", CASES)
def test_taken_back_it_is_as_before_and_given_again_it_is_as_after(intent: str) -> None:
    case = CASES[intent]
    table = Table(case)
    before = table.evening.state
    first = table.type(case.line)
    assert (first.intent, first.refusal, bool(first.events)) == (intent, None, True)
    after = table.evening.state
    assert table.type("1: undo").refusal is None
    assert table.evening.state == before
    again = [table.type(line) for line in case.again or (case.line,)][-1]
    assert (again.events, table.evening.state) == (first.events, after)
    opened = History(GAME, case.rules, table.journal, ChanceDice(bytes(32)))
    assert opened.state == after


@pytest.mark.rule("R-128", "R-148")
@pytest.mark.parametrize(
    ("intent", "refusal"), [("pause", "E_PAUSED"), ("suspend", "E_PAUSED"), ("end_game", "E_OVER"), ("new_game", None)]
)
def test_a_break_and_the_end_are_not_taken_back(intent: str, refusal: str | None) -> None:
    table = Table(LEFT[intent])
    assert table.type(LEFT[intent].line).events
    after = table.evening.state
    assert (table.type("1: undo").refusal, table.evening.state) == (refusal, after)
