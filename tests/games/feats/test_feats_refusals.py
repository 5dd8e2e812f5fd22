"""Refusals that belong to no rule alone: names that nobody has, what is not anyone's, seats that are not there (4)."""

from __future__ import annotations

import pytest

from assistant.evening import SHELL_LINES, Lines
from assistant.evening.lines import spoken
from assistant.games.feats import stating
from assistant.games.feats.checks import gate
from assistant.games.feats.engine import RULES, grammar
from assistant.games.feats.terms import Side
from assistant.table import Command, Refusal
from assistant.table.messages import Value
from feats.company import FOLDER, A, B, D, G, Table


def opposed() -> Table:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    return table


def tried() -> Table:
    table = Table()
    table.tries("ana", "cunning", "tough")
    return table


@pytest.mark.parametrize(
    "intent",
    ["injure", "mark_dead", "set_rep", "set_dice", "back_up", "knock_out", "heal", "hand_over", "grant_die", "status"],
)
def test_a_name_that_nobody_has(intent: str) -> None:
    assert Table().refused(G, intent, name="zork") == "E_UNKNOWN_NAME"


@pytest.mark.parametrize(
    ("seat", "intent", "slots", "code"),
    [
        (A, "oppose", {"target": "zork", "stat": "charm"}, "E_UNKNOWN_NAME"),
        (A, "oppose", {"target": "ben", "name": "zork", "stat": "charm"}, "E_UNKNOWN_NAME"),
        (A, "oppose", {"target": "ben", "stat": "luck"}, "E_UNKNOWN_STAT"),
        (G, "oppose", {"target": "ben", "stat": "charm"}, "E_NOT_YOURS"),
        (G, "draft", {"intent": "injure", "name": "zork"}, "E_UNKNOWN_NAME"),
        (A, "roll", {}, "E_PHASE"),
        (A, "nonsense", {}, "E_INTENT"),
        ("9", "status", {}, "E_UNKNOWN_NAME"),
    ],
)
def test_while_nothing_is_open(seat: str, intent: str, slots: dict[str, Value], code: str) -> None:
    assert Table().refused(seat, intent, slots=slots) == code


@pytest.mark.parametrize(
    ("seat", "intent", "slots", "code"),
    [
        (B, "resist", {"name": "zork"}, "E_UNKNOWN_NAME"),
        (B, "resist", {"stat": "luck"}, "E_UNKNOWN_STAT"),
        (A, "set_stat", {"stat": "luck"}, "E_UNKNOWN_STAT"),
        (A, "call_gremlin", {"name": "zork"}, "E_UNKNOWN_NAME"),
        (A, "use_concept", {"name": "zork"}, "E_UNKNOWN_NAME"),
        (A, "use_concept", {"name": "dev"}, "E_NOT_YOURS"),
        (A, "use_concept", {"name": "ben"}, "E_NOT_YOURS"),
        (A, "use_edge", {"name": "ben", "edge": "old maps"}, "E_NOT_YOURS"),
        (A, "use_edge", {"name": "ana", "edge": "old maps"}, "E_UNKNOWN_EDGE"),
        (A, "use_die", {"name": "ben"}, "E_NOT_YOURS"),
        (D, "use_edge", {"edge": "duelist"}, "E_NOT_YOURS"),
        (G, "rule_dice", {"n": 1, "way": "sideways"}, "E_RANGE"),
        (G, "rule_dice", {"way": "more"}, "E_RANGE"),
        (A, "report", {"name": "ben", "n": 1}, "E_NOT_YOURS"),
        (A, "report", {"face": "four"}, "E_COUNT"),
    ],
)
def test_while_an_opposed_feat_is_set_up(seat: str, intent: str, slots: dict[str, Value], code: str) -> None:
    assert opposed().refused(seat, intent, slots=slots) == code


@pytest.mark.parametrize(
    ("seat", "intent", "slots", "code"),
    [
        (G, "set_stat", {"name": "difficulty", "stat": "charm"}, "E_UNKNOWN_NAME"),
        (A, "rule_dice", {"name": "difficulty", "n": 1, "way": "more"}, "E_GM_ONLY"),
        (A, "take_back", {"name": "difficulty", "part": "ruling"}, "E_NOT_YOURS"),
        (B, "resist", {}, "E_PHASE"),
        (A, "injure", {"name": "ben"}, "E_GM_ONLY"),
    ],
)
def test_while_a_feat_is_set_up(seat: str, intent: str, slots: dict[str, Value], code: str) -> None:
    assert tried().refused(seat, intent, slots=slots) == code


def test_an_injury_by_a_name_that_nobody_has() -> None:
    table = opposed()
    table.rolls(A, 4, 4, 1, 1)
    table.do(A, "success")
    assert table.refused(A, "state_injury", name="zork") == "E_UNKNOWN_NAME"


@pytest.mark.rule("F-084")
def test_the_fallen_do_not_modify_what_is_falling() -> None:
    table = opposed()
    table.do(A, "report", n=1)
    table.change("ben", incapacitated=True)
    for intent in ("use_concept", "use_edge", "call_gremlin", "use_die", "buy"):
        table.hurt("ana", "cut")
        slots = {"edge": "old maps"} if intent == "use_edge" else {}
        assert table.refused(B, intent, slots=slots) in ("E_INCAPACITATED", "E_ROLLED"), intent


@pytest.mark.rule("F-053", "F-072")
@pytest.mark.parametrize(("rule", "order"), [("acting", ["ana", "ben", "cleo"]), ("gm", ["ben", "cleo", "ana"])])
def test_ranking_breaks_ties_by_the_tables_rule(rule: str, order: list[str]) -> None:
    table = Table(opposed={"many": "ranking"}, tie={"equal_dice": rule})
    table.do(A, "oppose", target="ben", stat="charm")
    table.do("4", "resist")
    table.rolls(A, 4, 1, 4, 1, 4, 1)
    told = []
    while table.state.feat is not None:
        for one in ("ana", "ben", "cleo"):
            intent = "failure" if not told else "next"
            if not isinstance(table.try_(table.who(one).seat, intent), tuple):
                continue
            told.append(one)
    assert told == order


@pytest.mark.rule("F-053", "F-072")
@pytest.mark.parametrize(
    ("rule", "order"),
    [
        ("player_then_reactor", ["ben", "ana", "captain"]),
        ("gm", ["captain", "ben", "ana"]),
        ("acting", ["ana", "captain", "ben"]),
    ],
)
def test_ranking_knows_heroes_from_gm_characters(rule: str, order: list[str]) -> None:
    table = Table(opposed={"many": "ranking"}, tie={"equal_dice": rule})
    table.npc("fighter", "Captain")
    table.do(A, "oppose", target="captain", stat="charm")
    table.do(B, "resist")
    table.rolls(A, 4, 1, 4, 1, 4, 1)
    assert [one.who for one in stating.tale(table.state).parties] == order
    assert table.contest.first is (Side.ACTING if order[0] == "ana" else Side.REACTING)


@pytest.mark.rule("F-053", "F-072")
def test_with_a_single_resister_there_is_nothing_to_rank() -> None:
    table = Table(opposed={"many": "ranking"}, tie={"equal_dice": "roll_off"})
    for off, first in (((1, 6), "ben"), ((6, 1), "ana")):
        table.do(A, "oppose", target="ben", stat="charm")
        table.rolls(A, 4, 1, 4, 1, *off)
        assert stating.tale(table.state).parties[0].who == first
        assert table.order() in ("AR", "RA")


def test_the_gate_asks_before_every_order() -> None:
    table = Table(players=())
    (order,) = RULES.orders["safe_place"]
    refusal = gate(table.state, Command("safe_place", G), order)
    assert refusal is not None
    assert refusal.code == "E_SEATS"


def test_dice_are_told_only_when_it_is_known_how_hard_it_is() -> None:
    table = Table()
    table.tries("ana", "cunning", None)
    assert not {"report", "rolled", "roll"} & {one.intent for one in grammar(table.state)}
    table.do(G, "set_difficulty", level="tough")
    assert {"report", "rolled", "roll"} <= {one.intent for one in grammar(table.state)}


def test_it_takes_two_who_can_to_oppose_each_other() -> None:
    table = Table()
    for who in ("ana", "ben", "cleo"):
        table.change(who, incapacitated=True)
    assert "oppose" not in {one.intent for one in grammar(table.state)}
    table.change("ana", incapacitated=False)
    assert "oppose" in {one.intent for one in grammar(table.state)}


@pytest.mark.rule("F-015")
def test_what_comes_at_the_wrong_moment_is_told_what_the_table_is_doing() -> None:
    lines = Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml")
    said = []

    def refused(table: Table, intent: str) -> None:
        refusal = table.try_(G, intent)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "E_PHASE"
        said.append(spoken(lines.line("E_PHASE").say, refusal.slots, {}))

    table = Table()
    refused(table, "roll")
    table = tried()
    refused(table, "open_combat")
    table.rolls(A, 6, 6, 1, 1, 1, 1)
    refused(table, "open_combat")
    table.do(A, "success")
    refused(table, "safe_place")
    table.do(A, "next")
    table.do(G, "open_combat")
    refused(table, "safe_place")
    table.do(A, "split_pool", target="ben", n=3)
    table.rolls(G, *[6] * 10, intent="roll_anyway")
    refused(table, "safe_place")
    table.do(A, "hit")
    refused(table, "safe_place")
    assert said == [
        "Not now. We are between feats.",
        "Not now. We are setting up a feat.",
        "Not now. We are telling a feat.",
        "Not now. We are telling a feat.",
        "Not now. We are setting up an exchange.",
        "Not now. We are telling an exchange.",
        "Not now. We are telling an exchange.",
    ]
