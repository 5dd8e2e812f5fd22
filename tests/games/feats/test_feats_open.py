"""What is open, to which seat, and what it may name: the moments of ``open.yaml``.

Ann, Ben, Cleo and Dan (seats 2 to 5) play ana, ben, cleo and dev; the game master has seat 1.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from assistant.games.feats import engine
from feats.arena import Arena
from feats.company import A, B, G, Table
from tests.games.scripted import written

ALWAYS = ("new_game", "add_character", "status", "hand_over", "undo", "spell")
"""Open at every moment, and tested where they are decided."""
OPEN = yaml.safe_load(Path(__file__).with_name("open.yaml").read_text(encoding="utf-8"))


def _at_rest() -> Table:
    return Table()


def _set_up() -> Table:
    table = Table()
    table.hurt("ben", "cut")
    table.do(G, "grant_die", name="ben")
    table.do(G, "declare_feat", name="ben", stat="charm")
    return table


def _hard() -> Table:
    table = _set_up()
    table.do(G, "set_difficulty", level="hard")
    return table


def _rolled() -> Table:
    table = Table()
    table.tries("ana", "cunning")
    table.rolls(A, *(6, 4, 1), *(5, 2, 3))
    return table


def _against() -> Table:
    table = Table()
    table.do(A, "oppose", name="ana", target="ben", stat="charm")
    return table


def _half_told() -> Table:
    table = _against()
    table.do(A, "report", n=1)
    return table


def _in_a_fight() -> Arena:
    arena = Arena().begin("ana", "ben")
    arena.hurt("ben", "cut")
    arena.do(A, "attack", name="ana", target="ben")
    return arena


def _otherwise() -> Arena:
    arena = _in_a_fight()
    arena.do(B, "declare_feat", name="ben", stat="cunning")
    return arena


def _fallen() -> Arena:
    arena = Arena().begin("ana", "ben")
    arena.aims("ana", ben=2)
    arena.aims("ben")
    arena.falls(6, 5, 1, 1, 1)  # two attack dice of ana's, her defence, ben's two
    return arena


MOMENTS: dict[str, Callable[[], Table]] = {
    "at rest": _at_rest,
    "a feat without a difficulty": _set_up,
    "a hard feat": _hard,
    "two successes against one": _rolled,
    "one against another": _against,
    "one pool told": _half_told,
    "in a fight": _in_a_fight,
    "somebody does something else": _otherwise,
    "the dice of an exchange lie": _fallen,
}


def found(table: Table) -> list[str]:
    return [written(one) for one in engine.grammar(table.state) if one.intent not in ALWAYS]


@pytest.mark.parametrize("moment", MOMENTS)
def test_only_what_can_do_something_now_is_open(moment: str) -> None:
    assert sorted(found(MOMENTS[moment]())) == sorted(OPEN[moment])


@pytest.mark.rule("F-136")
def test_the_game_master_may_name_another_stat_and_is_asked_whose_where_there_are_two() -> None:
    table = _set_up()
    table.do(G, "set_stat", stat="knowledge")
    assert table.feat.pool.size == table.who("ben").stats["knowledge"]
    asked = _against().asked(G, "set_stat", stat="knowledge")
    assert [choice.slots["name"] for choice in asked.choices] == ["ana", "ben"]
