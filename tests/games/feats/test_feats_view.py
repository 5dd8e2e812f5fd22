"""What the table and each seat see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.evening import SHELL_LINES, Lines
from assistant.evening.lines import shown
from assistant.games.feats.view import view
from assistant.table import Cue
from feats.company import FOLDER, A, B, G, Table, configured

LINES = Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml")


def page(table: Table, seat: str | None = None) -> list[list[str]]:
    """The cards as they are read on the page."""
    return [
        [shown(LINES.line(cue.line).show or LINES.line(cue.line).say, cue.slots) for cue in card]
        for card in view(table.state, seat).cards
    ]


def test_a_seat_sees_its_own_character_before_the_others() -> None:
    table = Table()
    assert [card[0] for card in page(table, B)][:2] == ["Ben (Ben)", "Ana (Ann)"]
    assert page(table)[0] == [
        *("Ana (Ann)", "Concept: retired duelist", "Agenda: clear her name"),
        *("Prowess 3", "Cunning 3", "Knowledge 2", "Charm 2", "Edge: silver tongue 2", "Edge: duelist 2"),
        "Rep 3, injuries 0 of 3, character dice 0",
    ]


@pytest.mark.rule("F-030")
def test_what_rep_buys_stands_last_where_it_buys_anything_and_somebody_plays() -> None:
    assert page(Table())[-1] == ["What Rep buys", "Extra die: 1", "Second try: 1"]
    assert page(Table(players=())) == []
    unsold = replace(configured(), rep=replace(configured().rep, buy=()))
    assert ["What Rep buys"] not in page(Table(unsold))


@pytest.mark.rule("F-081")
def test_injuries_are_shown_by_label_or_number_and_scars_after_them() -> None:
    table = Table()
    table.do(G, "injure", name="ben", text="cut")
    table.do(G, "injure", name="ben")
    table.change("ben", scars=("old burn",), incapacitated=True)
    assert page(table, B)[0][-4:] == ["Injury: cut", "Injury 2", "Scar: old burn", "Incapacitated"]
    table.change("ben", dead=True)
    assert page(table, B)[0][-1] == "Dead"


def test_a_feat_is_shown_with_its_pools_faces_and_statements() -> None:
    table = Table()
    table.hurt("ana", "cut")
    table.tries("ana", "cunning", "tough")
    assert page(table)[0] == ["Ana tries cunning"], "one success is what is always needed"
    table.do(G, "set_needed", n=2)
    table.do(G, "call_gremlin")
    table.do(A, "use_edge", edge="duelist")
    table.do(A, "use_concept")
    assert page(table)[:3] == [
        ["Ana tries cunning", "Needs 2 successes"],
        ["Ana: 6 dice", "3 cunning", "2 edge: duelist", "1 concept"],
        ["Game master: 4 dice", "3 tough", "1 gremlin on Ana"],
    ]
    table.do(A, "report", n=3)
    table.rolls(G, 4, 1, 2, 3)
    table.do(A, "success", text="over the wall")
    cards = page(table)
    assert (cards[1][-1], cards[2][-1]) == ("Successes 3", "4, 1, 2, 3: successes 1")
    assert cards[3] == ["Ana: success. Over the wall"]


@pytest.mark.rule("F-023")
def test_a_gremlin_is_shown_with_whom_it_was_called_on() -> None:
    table = Table()
    table.npc("fighter", "Captain")
    table.hurt("captain", "burn")
    table.do(A, "oppose", target="captain", stat="charm")
    table.do(A, "call_gremlin")
    assert page(table)[1] == ["Ana: 3 dice", "2 charm", "1 gremlin on Captain"]


def test_a_fight_is_shown_with_pools_attacks_and_defences() -> None:
    table = Table()
    table.npc("minion", "Thug")
    table.do(G, "open_combat")
    table.do(A, "attack", target="thug")
    table.do(A, "split_pool", attack=2, defend=1)
    first = page(table)
    assert ["Ana: 3 dice", "3 prowess"] in first
    assert ["Ana attacks Thug: 2 dice"] in first
    table.rolls(G, *[4, 1, 6] + [1] * 9, intent="roll_anyway")
    told = page(table)
    assert ["Ana attacks Thug: 2 dice", "4, 1: successes 1"] in told
    assert ["Ana defends", "6: successes 1"] in told


def test_lamps_show_who_has_a_part_and_whose_statement_is_next() -> None:
    table = Table()
    assert view(table.state, None).lamps == {}
    table.tries("ana", "cunning", "tough")
    assert view(table.state, None).lamps == {A: "on", G: "on"}
    table.rolls(A, 4, 4, 1, 1, 1, 4)
    assert view(table.state, None).lamps == {A: "glow", G: "on"}
    table.do(A, "success")
    assert view(table.state, None).lamps == {A: "on", G: "glow"}


def test_the_headline_says_where_the_play_stands() -> None:
    table = Table()
    assert view(table.state, None).headline == Cue("headline.idle", {"name": "", "n": 0})
    table.tries("ana", "cunning", "tough")
    assert view(table.state, None).headline == Cue("headline.feat_setup", {"name": "Ana", "n": 0})
    table.do(A, "cancel_feat")
    table.do(G, "open_combat")
    headline = view(table.state, None).headline
    assert (headline.line, headline.slots["n"]) == ("headline.combat_setup", 1)
