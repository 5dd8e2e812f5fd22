"""What is told of a check: dice one by one or counted, Secrets in the words of what they do, who is spoken of."""

from __future__ import annotations

import pytest

from assistant.games.errantry.state import HarmMark
from assistant.games.errantry.tables import SecretEffect
from assistant.games.errantry.terms import Pool
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import Fight


def lines(table: Checks) -> list[str]:
    return [cue.line for cue in table.cues]


@pytest.mark.rule("E-058", "E-046", "E-047")
def test_the_dice_of_one_are_told_without_a_name_and_those_of_two_with_it() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("0 0 +")
    assert lines(table) == ["faces", "StepsRolled.kept", "StepsRolled"]
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.roll("0 0 +  0 0 0")
    assert lines(table) == ["faces.named", "StepsRolled.kept", "StepsRolled.named"] * 2
    assert [cue.slots["character"] for cue in table.cues if "character" in cue.slots] == [
        *["Sir Mortimer"] * 2,
        *["Knight"] * 2,
    ]


@pytest.mark.rule("E-086", "E-058")
def test_in_the_pain_even_one_who_rolls_alone_is_named() -> None:
    table = Fight()
    table.fight(MORTIMER, "k1")
    table.order("k1", "pass_round")
    table.do(ANNA, "roll_round", dice=dice("000"))
    assert lines(table)[1:3] == ["faces.named", "StepsRolled.kept"]
    assert not any(line.startswith("StepsRolled.named") or line == "StepsRolled" for line in lines(table))


@pytest.mark.rule("E-058", "E-053")
def test_up_to_four_dice_are_told_one_by_one_and_more_are_counted() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "give_penalty", n=1)
    table.do(ANNA, "rolled", dice=dice("0 0 + −"))
    assert (lines(table)[0], table.cues[0].slots["faces"]) == ("faces.told", ("blank", "blank", "plus", "minus"))
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "give_penalty", n=2)
    table.roll("0 0 + − −")
    assert lines(table)[0] == "faces.counted"
    assert {key: table.cues[0].slots[key] for key in ("plus", "blank", "minus")} == {"plus": 1, "blank": 2, "minus": 2}


@pytest.mark.rule("E-041", "E-101")
@pytest.mark.parametrize(("marks", "told"), [((), []), ((4,), ["harm_dice.one"]), ((4, 5), ["harm_dice"])])
def test_it_is_told_how_many_dice_harm_costs(marks: tuple[int, ...], told: list[str]) -> None:
    table = Checks()
    table.change(MORTIMER, harm={box: HarmMark(Pool.VALOUR) for box in marks})
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "give_penalty", n=1)
    table.roll("0" * (4 + len(marks)))
    assert [line for line in lines(table) if line.startswith("harm_dice")] == told


@pytest.mark.rule("E-051")
@pytest.mark.parametrize(
    ("kind", "n", "line", "told"),
    [
        ("bonus_dice", 1, "SecretUsed.bonus_dice.one", 1),
        ("bonus_dice", 2, "SecretUsed.bonus_dice", 2),
        ("bonus_dice", -1, "SecretUsed.bonus_dice.less.one", 1),
        ("penalty_dice", -2, "SecretUsed.penalty_dice.less", 2),
        ("extra_pool_dice", 1, "SecretUsed.extra_pool_dice.one", 1),
    ],
)
def test_a_secret_is_told_by_what_it_does(kind: str, n: int, line: str, told: int) -> None:
    table = Checks()
    table.secret(MORTIMER, effect=SecretEffect(kind, n))
    table.do(ANNA, "use_ability", ability="sword")
    table.do(ANNA, "use_secret", secret="test")
    assert [(cue.line, cue.slots["n"]) for cue in table.cues] == [(line, told)]


@pytest.mark.rule("E-051", "E-049")
@pytest.mark.parametrize(("n", "line", "level"), [(1, "one", "Great"), (-2, "less", "Failure")])
def test_a_secret_after_the_roll_is_followed_by_what_the_check_stands_at(n: int, line: str, level: str) -> None:
    table = Checks()
    table.rank(MORTIMER, sword=2)
    table.secret(MORTIMER, when="after_roll", effect=SecretEffect("sl", n))
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("0 0 0")
    table.do(ANNA, "use_secret", secret="test")
    assert lines(table)[:2] == [f"SecretUsed.sl.{line}", "extra.none"]
    assert table.cues[1].slots == {"level": level}


@pytest.mark.rule("E-120", "E-121", "E-049")
def test_a_gift_is_told_with_what_is_left_and_after_the_roll_with_its_die() -> None:
    table = Checks(gifts=True)
    table.rank(MORTIMER, sword=2)
    table.do(ANNA, "use_ability", ability="sword")
    table.do(BEN, "give_gift", character=MORTIMER)
    assert [(cue.line, dict(cue.slots)) for cue in table.cues] == [
        ("GiftGiven", {"giver": "Ben"}),
        ("GiftGiven.left", {"n": 3}),
    ]
    assert table.state.session is not None
    assert table.state.session.gift_used == 1
    table.roll("0 0 0 0")
    table.do(DIRK, "give_gift", character=MORTIMER, dice=dice("+"))
    assert lines(table) == ["GiftGiven", "GiftGiven.left", "extra"]
    assert dict(table.cues[2].slots) == {"faces": ("plus",), "level": "Great"}


@pytest.mark.rule("E-035", "E-037")
def test_of_each_ability_that_is_not_on_the_sheet_it_is_told() -> None:
    table = Checks()
    table.do(CARA, "use_ability", ability="sword")
    assert lines(table) == ["CheckOpened", "ability.missing"]
    table.do(CARA, "change_ability", ability="music")
    assert lines(table) == ["AbilityNamed"]
    table.do(CARA, "change_ability", ability="lance")
    assert [dict(cue.slots) for cue in table.cues] == [
        {"ability": "Lance"},
        {"character": "Jaufre", "ability": "Lance"},
    ]
    assert table.character(JAUFRE).abilities.keys().isdisjoint({"sword", "lance"})


@pytest.mark.rule("E-063", "E-072", "E-073")
def test_who_begins_a_check_of_several_is_told_by_its_kind() -> None:
    table = Checks()
    table.do(CARA, "help_somebody", ability="music", helped=MORTIMER)
    assert lines(table)[0] == "CheckOpened.chain"
    assert dict(table.cues[0].slots) == {"a": "Jaufre", "b": "Sir Mortimer"}
    table.do(DIRK, "help_somebody", ability="bow")
    assert dict(table.cues[0].slots) == {"names": ("Jaufre", "Rosamund", "Sir Mortimer")}
    table = Checks()
    table.do(ANNA, "help_together", ability="lore")
    assert lines(table)[0] == "CheckOpened.together"
    assert table.cues[0].slots["n"] == 4
    table = Checks(ask_difficulty=True)
    table.do(ANNA, "compete", character=MORTIMER, rival=KNIGHT, ability="sword")
    assert lines(table)[0] == "CheckOpened.competitive.open"
    table.do(BEN, "join_contest", character="c2")
    assert table.cues[0].slots["n"] == 3
