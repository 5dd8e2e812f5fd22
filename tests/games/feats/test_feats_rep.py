"""What Rep buys (F-030 to F-033), with all six effects of the data file but the one that is for fights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.games.feats.config import Config, Purchase
from assistant.games.feats.events_feat import DiceRerolled
from assistant.games.feats.terms import Side
from feats.company import A, B, C, G, Table, configured, shipped_config


def selling(effect: Any, cost: int = 1, per_roll: int = 1, **sections: Any) -> Config:
    """The shipped data with one thing more on sale, called a trick."""
    config = configured(**sections)
    trick = Purchase(id="trick", spoken=("trick",), effect=effect, cost=cost, per_roll=per_roll)
    return replace(config, rep=replace(config.rep, buy=(*config.rep.buy, trick)))


@pytest.mark.rule("F-030")
def test_an_extra_die_before_the_roll() -> None:
    table = Table()
    table.tries("ana", "cunning")
    table.do(A, "buy", purchase="another die")
    assert (table.feat.pool.size, table.who("ana").rep) == (4, 2)
    assert (table.cues[0].line, table.cues[0].slots["r"]) == ("RepSpent", 2)
    assert table.refused(A, "buy", purchase="extra_die") == "E_REP_LIMIT"
    assert table.refused(A, "buy", purchase="second_try") == "E_PHASE"
    assert table.refused(A, "buy", purchase="a castle") == "E_NOTHING"


@pytest.mark.rule("F-030", "F-032")
def test_costs_and_limits_are_the_tables() -> None:
    table = Table(selling("add_die", cost=2, per_roll=2))
    table.tries("ana", "cunning")
    assert len(table.asked(A, "buy").choices) == 2
    table.do(A, "buy", purchase="trick")
    assert table.who("ana").rep == 1
    assert table.refused(A, "buy", purchase="trick") == "E_REP_LIMIT"  # two Rep a roll are the most
    table.do(A, "take_back", part="die")
    assert table.who("ana").rep == 3
    table.change("ana", rep=1)
    assert table.refused(A, "buy", purchase="trick") == "E_NO_REP"


@pytest.mark.rule("F-030")
def test_more_than_once_where_the_table_says_so() -> None:
    table = Table(selling("add_die", per_roll=2, rep={"spend_max_per_roll": 3}))
    table.tries("ana", "cunning")
    for _ in range(2):
        table.do(A, "buy", purchase="trick")
    assert [part.dice for part in table.feat.pool.parts] == [3, 2]
    assert table.refused(A, "buy", purchase="trick") == "E_REP_LIMIT"
    table.do(A, "take_back", part="die")
    assert (table.feat.pool.size, table.who("ana").rep, table.feat.pool.bought) == (3, 3, ())


@pytest.mark.rule("F-033")
def test_nobody_spends_anothers_rep() -> None:
    table = Table()
    table.tries("ana", "cunning")
    assert table.refused(B, "buy", purchase="extra_die") == "E_NOT_YOURS"
    assert table.refused(G, "buy", purchase="extra_die", name="ana") == "E_NOT_YOURS"


@pytest.mark.rule("F-031")
def test_a_second_try_throws_the_blanks_again_and_settles_anew_who_speaks_first() -> None:
    table = Table()
    table.rolled("ana", "cunning", "tough", 6, 1, 2, 5, 4, 1)
    assert table.contest.first is Side.REACTING
    table.rolls(A, 4, 3, intent="buy", purchase="roll again")
    assert table.feat.roll is not None
    assert (table.feat.roll.faces, table.feat.roll.rerolled) == ((6, 4, 3), ((1, 1, 4), (2, 2, 3)))
    (again,) = [one for one in table.events if isinstance(one, DiceRerolled)]
    assert again == DiceRerolled(pool="actor", who="ana", changed=table.feat.roll.rerolled, told=0)
    assert (table.contest.first, table.who("ana").rep) == (Side.ACTING, 2)
    assert table.lines()[0] == "DiceRerolled"
    assert table.refused(A, "buy", purchase="extra_die") == "E_ROLLED"
    table.do(A, "success")
    assert table.refused(A, "buy", purchase="second_try") == "E_STATED"


@pytest.mark.rule("F-031")
def test_where_every_die_is_a_success_there_is_nothing_to_try() -> None:
    table = Table()
    table.rolled("ana", "charm", "tricky", 6, 5, 1, 1)
    assert table.refused(A, "buy") == "E_NO_BLANKS"


@pytest.mark.rule("F-031", "F-042")
def test_after_successes_alone_were_told_the_rest_is_thrown() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    table.do(A, "report", n=1)
    table.do(G, "report", n=2)
    table.rolls(A, 6, 2, intent="buy")
    assert table.feat.roll is not None
    assert (table.feat.roll.told, table.feat.roll.rerolled) == (2, ((0, 0, 6), (1, 0, 2)))
    assert table.contest.first is Side.ACTING


@pytest.mark.rule("F-031")
def test_both_sides_may_try_again() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.rolls(A, 1, 1, 1, 1)
    table.rolls(A, 5, 5, intent="buy")
    table.rolls(B, 6, 1, intent="buy")
    assert (table.who("ana").rep, table.who("ben").rep) == (2, 2)
    assert table.contest.first is Side.ACTING


@pytest.mark.rule("F-052")
@pytest.mark.parametrize(("counted", "first"), [(False, Side.REACTING), (True, Side.ACTING)])
def test_whether_dice_thrown_again_count_in_a_tie(counted: bool, first: Side) -> None:
    table = Table(tie={"count_rerolled": counted})
    table.rolled("ana", "charm", "tough", 1, 1, 4, 1, 1)
    table.rolls(A, 4, 1, intent="buy")
    assert table.contest.first is first


@pytest.mark.rule("F-031")
def test_one_blank_again_where_that_is_on_sale() -> None:
    table = Table(selling("reroll_one"))
    table.rolled("ana", "cunning", "tough", 1, 1, 1, 5, 4, 1)
    table.rolls(A, 6, intent="buy", purchase="trick")
    assert table.feat.roll is not None
    assert table.feat.roll.faces == (6, 1, 1)


@pytest.mark.rule("F-031")
def test_one_blank_turned_where_that_is_on_sale() -> None:
    table = Table(selling("raise_one"))
    table.rolled("ana", "cunning", "tough", 1, 1, 1, 1, 1, 1)
    table.do(A, "buy", purchase="trick")
    assert table.feat.roll is not None
    assert table.feat.roll.faces == (4, 1, 1)
    assert table.contest.first is Side.ACTING


@pytest.mark.rule("F-023", "F-030")
def test_a_gremlin_bought_off_adds_no_die_and_eats_all_the_same() -> None:
    table = Table(selling("cancel_gremlin"))
    table.hurt("ana", "cut")
    table.tries("ana", "cunning", "tough")
    assert table.refused(A, "buy", purchase="trick") == "E_NOT_THERE"
    table.do(G, "call_gremlin")
    table.do(A, "buy", purchase="trick")
    assert (table.contest.pool.size, table.who("ana").rep) == (3, 2)
    assert table.refused(G, "call_gremlin") == "E_NO_INJURY"
    table.rolls(A, 6, 1, 1, 1, 1, 1)
    assert table.who("ana").scars == ("cut",)


@pytest.mark.rule("F-023", "F-030")
def test_a_gremlin_called_on_somebody_else_is_not_bought_off() -> None:
    table = Table(selling("cancel_gremlin"))
    table.hurt("ben", "limp")
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(C, "resist")
    table.do(A, "call_gremlin", name="ben")
    assert table.refused(C, "buy", purchase="trick") == "E_NOT_THERE"
    assert table.refused(A, "buy", purchase="trick") == "E_NOT_THERE"
    table.do(B, "buy", purchase="trick")
    assert table.feat.pool.size == 2


@pytest.mark.rule("F-030")
def test_what_is_for_fights_is_not_sold_in_a_feat() -> None:
    table = Table(selling("refuse_injury"))
    table.tries("ana", "cunning")
    assert table.refused(A, "buy", purchase="trick") == "E_PHASE"
    table.rolls(A, 6, 1, 1, 1, 1, 1)
    assert table.refused(A, "buy", purchase="trick") == "E_PHASE"


@pytest.mark.rule("F-054")
def test_a_second_try_may_come_before_nobody_tells_anything() -> None:
    table = Table(tie={"zero_zero": "nobody"})
    table.rolled("ana", "cunning", "tough", 1, 1, 1, 1, 1, 1)
    assert table.contest.skipped
    assert table.refused(A, "success") == "E_NO_SUCCESS_LEFT"
    table.rolls(A, 6, 1, 1, intent="buy")
    assert not table.contest.skipped
    table.do(A, "success")
    assert table.state.feat is None


def test_the_shipped_purchases_are_the_two_of_the_ledger() -> None:
    bought = shipped_config().rep.buy
    assert [(one.effect, one.cost, one.per_roll) for one in bought] == [("add_die", 1, 1), ("reroll_blanks", 1, 1)]
