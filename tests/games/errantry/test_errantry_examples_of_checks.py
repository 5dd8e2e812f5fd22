"""The worked examples of ability checks: X-02 to X-08, X-14 and X-15 of the ledger, word for word."""

from __future__ import annotations

import pytest

from assistant.games.errantry.state import HarmMark
from assistant.games.errantry.terms import CheckPhase, Pool, Result
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


@pytest.mark.rule("E-036", "E-046", "E-047", "E-048", "E-053", "E-059")
def test_x_02_unopposed() -> None:
    table = Checks()
    table.rank(MORTIMER, athletics=1)
    table.spent()
    table.do(ANNA, "use_ability", ability="athletics")
    assert table.said() == ["Sir Mortimer uses Athletics. Roll three dice."]
    table.roll("+ + −", intent="rolled")
    assert table.said("results") == ["Two: Good.", "Good. Success."]
    assert (table.step().sl, table.step().result, table.check.phase) == (2, Result.SUCCESS, CheckPhase.FINAL)


@pytest.mark.rule("E-039", "E-042", "E-044", "E-045", "E-120")
def test_x_03_cancelling() -> None:
    table = Checks(gifts=True)
    table.rank(MORTIMER, sword=2)
    table.do(ANNA, "use_ability", ability="sword")
    table.do(ANNA, "spend")
    table.do(BEN, "give_gift", character=MORTIMER)
    table.do(CARA, "give_penalty", n=1)
    table.roll("+ 0 − −")
    assert table.step().kept == (-1, 0, 1)
    assert table.said()[-1] == "Two: Good."


@pytest.mark.rule("E-038", "E-042", "E-043", "E-049")
def test_x_04_a_point_after_the_roll_under_a_penalty() -> None:
    table = Checks(gifts=True)
    table.rank(MORTIMER, sword=1)
    table.points(MORTIMER, Pool.VALOUR, 3)
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "set_difficulty", difficulty=2)
    table.do(CARA, "give_penalty", n=1)
    table.roll("+ + 0 −")
    assert (table.step().sl, table.check.phase) == (1, CheckPhase.ROLLED)
    table.do(ANNA, "spend", dice=dice("+"))
    assert "Extra die plus. Now Great." in table.said("results")
    assert (table.step().kept, table.step().sl) == ((0, 1, 1), 3)
    assert table.character(MORTIMER).pools[Pool.VALOUR].now == 2
    assert table.refused(ANNA, "spend") == "E_POOL_ONCE"
    table.stands()
    assert table.said() == ["Great. Success."]


@pytest.mark.rule("E-060", "E-061", "E-062")
def test_x_05_complex() -> None:
    table = Checks()
    table.rank(MORTIMER, sword=2, stealth=1)
    table.spent()
    table.do(ANNA, "complex_check", ability="sword", then="stealth")
    assert table.said() == ["First Sword, then Stealth."]
    table.do(ANNA, "choose_policy", policy="stop")
    table.roll("+ 0 0")
    assert table.said()[-1] == "Three bonus dice for Stealth."
    table.roll("+ + 0 − − 0")
    assert (table.step(1).kept, table.step(1).sl) == ((0, 1, 1), 3)
    assert table.said()[-1] == "Great. Success."


@pytest.mark.rule("E-061", "E-062")
def test_x_05_had_the_sword_failed_stealth_is_not_rolled() -> None:
    table = Checks()
    table.rank(MORTIMER, sword=2, stealth=1)
    table.spent()
    table.do(ANNA, "complex_check", ability="sword", then="stealth")
    table.do(ANNA, "choose_policy", policy="stop")
    table.roll("− − 0")
    assert (table.check.phase, table.step(1).rolled) == (CheckPhase.FINAL, False)
    assert table.said()[-1] == "Failure."


@pytest.mark.rule("E-063", "E-064", "E-065")
def test_x_06_competitive_with_a_tie() -> None:
    table = Checks()
    table.rank(MORTIMER, athletics=2)
    table.rank(YSOLDE, athletics=3)
    table.rank(JAUFRE, athletics=1)
    table.change(MORTIMER, name="Aubrin")
    table.spent()
    table.do(ANNA, "compete", character=MORTIMER, rival=YSOLDE, ability="athletics")
    assert table.said() == ["Two compete. Difficulty Marginal."]
    table.do(CARA, "join_contest", ability="athletics")
    table.roll("+ 0 0  0 + −  − − 0")
    assert table.said()[-1] == "Aubrin and Dame Ysolde tie. Roll again?"
    table.do(ANNA, "settle_tie", choice="again")
    assert table.said() == ["They roll again."]
    table.roll("+ − 0  − 0 −")
    assert table.said()[-1] == "First Aubrin, Great."
    assert [(step.sl, step.place, step.result) for step in table.check.steps[:3]] == [
        (3, 1, Result.SUCCESS),
        (3, 2, Result.SUCCESS),
        (0, 0, Result.FAILURE),
    ]


@pytest.mark.rule("E-066", "E-067", "E-069")
def test_x_07_resisted() -> None:
    table = _swords()
    table.roll("+ + −  + 0 0")
    assert [step.sl for step in table.check.steps] == [4, 3]
    assert table.said()[-1] == "Mortimer wins, Amazing over Great."
    assert [step.result for step in table.check.steps] == [Result.WIN, Result.LOSS]


@pytest.mark.rule("E-068")
def test_x_07_a_tie_is_the_resisters() -> None:
    table = _swords()
    table.roll("+ + −  + + 0")
    assert table.said()[-1] == "A tie. Jaufre holds."
    assert [step.result for step in table.check.steps] == [Result.LOSS, Result.WIN]


def _swords() -> Checks:
    table = Checks()
    table.rank(MORTIMER, sword=3)
    table.rank(JAUFRE, sword=2)
    table.change(MORTIMER, name="Mortimer")
    table.spent()
    table.do(ANNA, "resist_check", ability="sword", target=JAUFRE, defence="sword")
    assert table.said() == ["Mortimer against Jaufre. Roll three and three."]
    return table


@pytest.mark.rule("E-073", "E-074")
def test_x_08_together_the_weakest_fails_the_group() -> None:
    table = Checks()
    table.do(DIRK, "leave", character=ROSAMUND)
    for character, rank in ((MORTIMER, 2), (YSOLDE, 4), (JAUFRE, 0)):
        table.rank(character, athletics=rank)
    table.spent()
    table.do(ANNA, "help_together", ability="athletics")
    assert table.said() == ["Three together. Dame Ysolde rolls first."]
    table.do(CARA, "give_penalty", n=1)
    assert table.said() == ["Penalty one on every roll."]
    table.roll("+ 0 0 −")
    assert table.said()[-1] == "Three bonus dice for Sir Mortimer."
    table.roll("− − 0 0 0")
    assert table.said()[-1] == "Two bonus dice for Jaufre."
    table.roll("+ − − 0")
    assert [step.sl for step in table.check.steps] == [3, 2, 0]
    assert table.said()[-1] == "Failure."


@pytest.mark.rule("E-114")
def test_x_14_healing() -> None:
    table = Checks()
    table.rank(MORTIMER, first_aid=2)
    table.rank(JAUFRE, first_aid=2)
    table.change(YSOLDE, harm={box: HarmMark(Pool.VALOUR) for box in (1, 2, 3, 4)})
    table.change(YSOLDE, name="Ysolde")
    table.spent()
    table.do(ANNA, "heal", patient=YSOLDE)
    table.roll("0 0 +")
    assert table.said()[-2:] == ["Ysolde heals.", "Three harm left."]
    assert sorted(table.character(YSOLDE).harm) == [1, 2, 3]
    table.do(CARA, "heal", patient=YSOLDE)
    table.roll("+ + +")
    assert sorted(table.character(YSOLDE).harm) == [1, 2]
    assert table.refused(ANNA, "heal", patient=YSOLDE) == "E_HEAL_LIMIT"


@pytest.mark.rule("E-120", "E-121")
def test_x_15_gifts() -> None:
    table = Checks(gifts=True)
    assert table.state.session is not None
    assert dict(table.state.session.gift) == {ANNA: 4, BEN: 4, CARA: 4, DIRK: 4}
    table.rank(YSOLDE, lance=1)
    table.do(BEN, "use_ability", character=YSOLDE, ability="lance")
    table.roll("− 0 +", seat=BEN)
    table.do(ANNA, "give_gift", character=YSOLDE, dice=dice("+"))
    assert table.said()[:3] == ["Anna gives a die.", "Three left.", "Extra die plus. Now Great."]
    assert (table.step().kept, table.step().sl) == ((0, 1, 1), 3)
    assert table.refused(BEN, "give_gift", character=YSOLDE) == "E_GIFT_SELF"


@pytest.mark.rule("E-126", "E-127")
def test_x_15_refreshment_after_a_drinking_match() -> None:
    table = Checks()
    table.points(MORTIMER, Pool.VALOUR, 2)
    table.rank(MORTIMER, endure=3)
    table.rank(KNIGHT, endure=0)
    table.do(ANNA, "compete", character=MORTIMER, rival=KNIGHT, ability="endure")
    table.roll("0 0 0  + 0 0")
    table.stands()
    table.do(ANNA, "refresh", pool="valour")
    assert table.said() == ["Valor is full: five."]
    assert table.character(MORTIMER).pools[Pool.VALOUR].now == 5
    assert table.refused(ANNA, "refresh", pool="valour") == "E_POOL_FULL"
