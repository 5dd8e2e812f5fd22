"""What is said for what happens, in the words of ``lines.en.yaml``: who, how many, and one die as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.evening import SHELL_LINES, Lines
from assistant.evening.lines import spoken
from assistant.games.feats.config import Purchase
from assistant.games.feats.terms import Kind
from assistant.table import Cue
from feats.arena import Arena
from feats.company import FOLDER, A, B, C, G, Table, configured

LINES = Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml")


def aloud(cue: Cue) -> str:
    line = LINES.line(cue.line)
    return spoken(line.say or line.show, cue.slots, {})


def said(table: Table) -> list[str]:
    """What the last command is announced with; what is only shown, as it would be said."""
    return [aloud(cue) for cue in table.cues]


def hear(table: Table, seat: str, intent: str, /, **how: object) -> list[str]:
    table.do(seat, intent, **how)
    return said(table)


@pytest.mark.rule("F-002", "F-003", "F-004", "F-143")
def test_who_comes_to_the_table() -> None:
    table = Table()
    assert said(table) == [
        "The Play is ready.",
        "Four players, Paul is game master.",
        *(f"{name} joins the table." for name in ("Ana", "Ben", "Cleo", "Dev")),
    ]
    assert hear(table, G, "add_npc", template="fighter", text="Rook") == ["Rook is in play."]
    assert hear(table, A, "add_character", text="Edda") == ["Edda joins the table."]
    assert table.who("edda").kind is Kind.PC
    assert hear(table, G, "hand_over", name="rook", seat=A) == ["Ann plays Rook."]


@pytest.mark.rule("F-010", "F-012", "F-014", "F-020", "F-026")
def test_how_a_pool_grows_and_shrinks() -> None:
    table = Table()
    table.change("ana", stats={**table.who("ana").stats, "charm": 1})
    assert hear(table, A, "declare_feat", name="ana", stat="charm") == ["Ana, charm, one die. How hard?"]
    assert hear(table, A, "set_stat", stat="cunning") == ["Ana, cunning. Three dice."]
    assert hear(table, A, "set_stat", stat="charm") == ["Ana, charm. One die."]
    assert hear(table, G, "set_difficulty", level="hard") == ["Hard. Game master rolls four."]
    assert hear(table, G, "set_needed", n=2) == ["Two successes needed."]
    assert hear(table, A, "use_concept") == ["Concept. Two dice."]
    assert hear(table, A, "take_back", part="concept") == ["Removed. One die."]
    assert hear(table, A, "use_edge", edge="duelist") == ["Duelist adds two. Three dice."]
    assert hear(table, A, "use_agenda") == ["Agenda. Four dice."]
    assert hear(table, A, "take_back", part="edge") == ["Removed. Two dice."]
    assert hear(table, G, "grant_die", name="ana") == ["Ana earns a character die."]
    assert hear(table, A, "use_die") == ["Character die. Three dice."]
    assert hear(table, G, "rule_dice", n=2, way="less", name="ana") == ["Ruled. One die."]
    assert hear(table, G, "rule_dice", n=1, way="more", name="ana") == ["Ruled. Two dice."]
    assert hear(table, A, "buy") == ["One Rep spent, two left."]
    assert hear(table, A, "cancel_feat") == ["Feat cancelled."]


@pytest.mark.rule("F-051", "F-052", "F-053", "F-054")
@pytest.mark.parametrize(
    ("stat", "faces", "told"),
    [
        ("cunning", (6, 6, 1, 6, 1, 1), "Ana two, game master one. Ana first."),
        ("cunning", (6, 1, 1, 6, 6, 1), "Ana one, game master two. Game master first."),
        ("charm", (6, 1, 6, 1, 1), "Tied at one. Game master rolled more."),
        ("cunning", (6, 6, 1, 6, 6, 1), "Dead tie at two. Ana speaks first."),
        ("cunning", (1, 1, 1, 1, 1, 1), "No successes. Ana tells the failure."),
        ("charm", (1, 1, 1, 1, 1), "No successes. Game master tells the failure."),
    ],
)
def test_who_speaks_first(stat: str, faces: tuple[int, ...], told: str) -> None:
    table = Table()
    table.rolled("ana", stat, "tough", *faces)
    assert said(table) == [told]


@pytest.mark.rule("F-055", "F-057", "F-061", "F-062")
def test_how_a_feat_is_told() -> None:
    table = Table()
    table.rolled("ana", "cunning", "hard", 6, 6, 6, 6, 6, 1, 1)
    assert hear(table, A, "success") == ["Success. Game master, two left."]
    assert hear(table, G, "pass", how="one") == ["Game master passes."]
    assert hear(table, A, "next") == ["Game master, one left."]
    assert hear(table, G, "next") == ["Ana, one left."]
    assert hear(table, A, "pass", how="all") == ["Ana passes.", "Done. Success."]
    table.rolled("ana", "cunning", "tough", 6, 1, 1, 1, 1, 1)
    assert hear(table, A, "failure") == ["Failure.", "Done. Failure."]


@pytest.mark.rule("F-070", "F-072", "F-141")
def test_how_a_feat_against_two_is_told() -> None:
    table = Table()
    assert hear(table, A, "oppose", target="ben", stat="charm") == ["Ana against Ben."]
    assert hear(table, C, "resist", stat="knowledge") == ["Cleo, knowledge. Three dice."]
    table.do(A, "report", face=(6, 6))
    assert said(table) == ["Two noted. Waiting for Ben."]
    table.do(B, "report", n=1)
    assert said(table) == ["One noted. Waiting for Cleo."]
    table.do(C, "report", n=3)
    assert said(table) == ["Ana two, Ben one. Ana first.", "Ana two, Cleo three. Cleo first."]
    assert hear(table, A, "failure") == ["Failure. Ben, one left."]
    assert hear(table, B, "state_injury", text="a bruise") == ["Ana, one left.", "Ana: one of three injuries."]
    assert hear(table, A, "next") == ["Now Cleo. Cleo, three left."]


@pytest.mark.rule("F-023", "F-024", "F-031")
def test_what_is_said_of_gremlins_and_second_tries() -> None:
    table = Table()
    table.hurt("ben", "cut")
    table.hurt("ana", "")
    table.do(A, "oppose", target="ben", stat="charm")
    assert hear(table, A, "call_gremlin") == ["Gremlin on Ben. Three dice."]
    assert hear(table, B, "call_gremlin") == ["Gremlin on Ana. Three dice."]
    table.rolls(A, 6, 1, 1, 1, 1, 1)
    assert said(table) == ["Cut is gone.", "One injury of Ana is gone.", "Ana one, Ben zero. Ana first."]
    table.rolls(B, 6, 1, 1, intent="buy")
    assert said(table) == ["Again: one success. Two Rep left.", "Dead tie at one. Ben speaks first."]
    table.rolls(A, 6, 6, intent="buy")
    assert said(table) == ["Again: three successes. Two Rep left.", "Ana three, Ben one. Ana first."]


@pytest.mark.rule("F-082", "F-085", "F-090", "F-132", "F-134")
def test_what_is_said_of_harm() -> None:
    table = Table()
    table.change("ben", health=1)
    assert hear(table, G, "injure", name="ben") == ["Ben: one of one injuries.", "Ben is out."]
    table.sure(G, "back_up", name="ben")
    assert said(table) == ["One injury of Ben is gone.", "Ben: three Rep, zero of one injuries."]
    table.sure(G, "knock_out", name="ben")
    assert said(table) == ["Ben: three Rep, zero of one injuries."]
    table.sure(G, "mark_dead", name="ben")
    assert said(table) == ["Ben is dead."]
    table.sure(G, "safe_place")
    assert said(table) == ["Safe. Rep and injuries reset."]


def _raid(*who: str, **sections: object) -> Arena:
    table = Arena(**sections)
    table.npc("fighter", "Raider")
    return table.begin(*who, "raider")


@pytest.mark.rule("F-100", "F-101", "F-105", "F-108", "F-110", "F-117")
def test_how_an_exchange_is_told() -> None:
    table = _raid("ana")
    assert hear(table, A, "attack", target="raider") == ["Ana attacks Raider. Three dice."]
    assert hear(table, A, "split_pool", attack=2, defend=1) == ["Two attack, one defend."]
    assert hear(table, A, "ready") == ["Waiting for Raider."]
    assert aloud(table.try_(A, "next_exchange")) == "Waiting for Raider."
    table.do(G, "split_pool", name="raider", target="ana", n=3)
    assert said(table) == ["Raider attacks Ana. Three dice.", "Three attack, zero defend."]
    assert hear(table, G, "ready") == ["All are ready."]
    assert aloud(table.try_(A, "next_exchange")) == "All are ready."
    table.falls(6, 6, 4, 6, 6, 1)
    assert said(table) == ["Rolled. Two attacks.", "Raider has no defence. Ana first."]
    assert hear(table, A, "hit") == ["Hit. Ana tells the injury."]
    assert hear(table, A, "extra_injury") == [
        "Another injury.",
        "Raider takes two.",
        "Raider two, Ana one. Raider first.",
    ]
    assert hear(table, G, "miss") == ["Miss. Ana, one left."]
    assert aloud(table.try_(B, "whose_turn")) == "Ana, one left."
    assert hear(table, A, "next") == ["Raider, one left."]
    assert hear(table, G, "next") == [
        "Raider: two of two injuries.",
        "Raider is out.",
        "One side is down. Is the fight over?",
    ]
    assert hear(table, G, "end_combat") == ["Combat over."]


@pytest.mark.rule("F-110", "F-115", "F-116", "F-139")
def test_the_words_for_guards_misses_and_nothing_at_all() -> None:
    table = _raid("ana")
    table.aims("ana", raider=3)
    table.do(G, "ready")
    table.falls(6, 6, 6, 6, 6, 1)
    assert said(table) == ["Rolled. One attack.", "Ana three, Raider two. Ana first."]
    table.do(A, "hit")
    assert hear(table, G, "guard") == ["Guarded. Ana, two left."]
    assert hear(table, A, "extra_injury") == ["Another injury. Raider, one left."]
    assert hear(table, G, "next") == ["Ana, one left."]
    assert hear(table, A, "pass", how="all") == [
        "Ana passes.",
        "Raider takes one.",
        "Raider: one of two injuries.",
        "Next exchange. Declare.",
    ]
    table.aims("ana", raider=3)
    table.do(G, "ready")
    table.falls(1, 1, 1, 1, 1, 1)
    assert said(table) == ["Rolled. One attack.", "No successes. Ana tells the miss."]
    assert hear(table, A, "miss") == ["Miss.", "Next exchange. Declare."]
    table.do(A, "ready")
    table.do(G, "ready")
    table.falls(*[1] * 6)
    assert said(table) == ["No attacks.", "Next exchange. Declare."]


@pytest.mark.rule("F-120", "F-141")
def test_the_words_for_something_else_in_a_fight() -> None:
    table = _raid("ana", "ben")
    assert hear(table, A, "oppose", target="raider", stat="cunning") == ["Ana, cunning. Three dice defend."]
    assert hear(table, B, "change_intent") == ["Changed."]
    for seat in (A, B, G):
        table.do(seat, "ready")
    table.falls(1, 1, 1, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1)
    assert said(table) == ["Rolled. One attack.", "Ana three, Raider two. Ana first."]
    assert hear(table, A, "success") == ["Success. Raider, two left."]
    assert hear(table, G, "next") == ["Ana, two left."]
    assert hear(table, A, "state_injury", text="a fall") == [
        "Another injury. Raider, one left.",
        "Raider is hurt; it lands with the exchange.",
    ]


@pytest.mark.rule("F-118", "F-121")
def test_the_words_for_what_rep_buys_in_a_fight() -> None:
    config = configured()
    stand = Purchase(id="stand", spoken=("stand firm",), effect="refuse_injury", cost=1, per_roll=1)
    table = Arena(replace(config, rep=replace(config.rep, buy=(*config.rep.buy, stand))))
    table.npc("fighter", "Raider")
    table.begin("ana", "raider")
    table.do(A, "ready")
    table.aims("raider", ana=3)
    table.falls(1, 1, 1, 6, 6, 1)
    table.rolls(A, 6, 1, 1, intent="buy")
    assert said(table) == ["Again: one success. Two Rep left.", "Raider two, Ana one. Raider first."]
    table.told("raider", "ana", "hit", "next", "extra_injury")
    assert said(table) == ["Another injury.", "Ana takes two.", "Does Ana buy it off?"]
    assert hear(table, A, "buy") == [
        "One Rep spent, one left.",
        "Ana shakes one off.",
        "Ana: one of three injuries.",
        "Next exchange. Declare.",
    ]
