"""Where dice come from: the device, Fudge dice, coloured, marked and plain ones, and court cards (E-053 to E-058)."""

from __future__ import annotations

import pytest

from assistant.games.errantry import engine
from assistant.games.errantry.terms import CheckPhase
from assistant.table import Name, Roll
from tests.games.errantry.checking import KNIGHT, MORTIMER, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA


def _open_check(**settings: object) -> Checks:
    table = Checks(**settings)
    table.rank(MORTIMER, sword=2)
    table.spent()
    table.do(ANNA, "use_ability", ability="sword")
    return table


@pytest.mark.rule("E-053", "E-054", "E-055", "E-056", "E-057", "E-058")
@pytest.mark.parametrize(
    ("source", "sides", "words", "told", "faces"),
    [
        ("device", 3, "fudge", (1, 2, 3), (-1, 0, 1)),
        ("fudge", 3, "fudge", (1, 2, 3), (-1, 0, 1)),
        ("colour", 3, "colour", (1, 2, 3), (-1, 0, 1)),
        ("marked_d6", 6, "number", (1, 2, 4), (1, -1, 0)),
        ("plain_d6", 6, "number", (1, 3, 6), (-1, 0, 1)),
        ("cards", 3, "court", (1, 2, 3), (-1, 0, 1)),
    ],
)
@pytest.mark.parametrize("intent", ["roll", "rolled"])
def test_dice_of_each_source_are_asked_for_and_read(
    intent: str, source: str, sides: int, words: str, told: tuple[int, ...], faces: tuple[int, ...]
) -> None:
    table = _open_check(dice_source=source)
    assert table.try_(ANNA, intent) == Roll((sides,) * 3, by=ANNA, faces=words)
    table.do(ANNA, intent, dice=told)
    assert table.step().dice == faces


@pytest.mark.rule("E-053", "E-054", "E-055", "E-057")
@pytest.mark.parametrize(
    ("source", "blue", "heard"),
    [
        ("device", "plus", {"minus": "1", "blank": "2", "zero": "2", "plus": "3"}),
        ("colour", "plus", {"red": "1", "white": "2", "green": "3", "blue": "3"}),
        ("colour", "minus", {"red": "1", "white": "2", "green": "3", "blue": "1"}),
        ("cards", "plus", {"jack": "1", "queen": "2", "king": "3"}),
    ],
)
def test_faces_are_told_in_the_words_of_the_source_and_blue_means_what_the_table_says(
    source: str, blue: str, heard: dict[str, str]
) -> None:
    table = _open_check(dice_source=source, blue_means=blue)
    told = next(each for each in engine.grammar(table.state) if each.intent == "rolled").slots["dice"]
    assert not isinstance(told, range)
    assert {name.heard[0]: name.id for name in told if isinstance(name, Name)} == heard


@pytest.mark.rule("E-055", "E-056")
def test_six_siders_are_told_as_numbers() -> None:
    table = _open_check(dice_source="plain_d6")
    assert next(each for each in engine.grammar(table.state) if each.intent == "rolled").slots["dice"] == range(1, 7)
    assert table.refused(ANNA, "rolled", dice=(7, 1, 1)) == "E_FACE_BAD"


@pytest.mark.rule("E-057")
def test_cards_that_are_not_put_back_are_drawn_from_twelve_and_shuffled_for_the_next_roller() -> None:
    table = Checks(dice_source="cards", card_dice="without_replacement")
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    assert table.try_(ANNA, "roll") == Roll((12, 11, 10) * 2, by=None, faces="court")
    table.do(ANNA, "roll", dice=(1, 1, 1, 12, 11, 10))
    assert [step.dice for step in table.check.steps] == [(-1, -1, -1), (1, 1, 1)]
    assert table.try_(ANNA, "spend") == Roll((9,), by=None, faces="court")
    table.do(ANNA, "spend", dice=(1,))
    assert table.step().dice == (-1, -1, -1, -1)


@pytest.mark.rule("E-057")
def test_cards_that_are_not_put_back_may_be_told_too() -> None:
    table = _open_check(dice_source="cards", card_dice="without_replacement")
    assert table.try_(ANNA, "rolled") == Roll((3, 3, 3), by=ANNA, faces="court")
    table.do(ANNA, "rolled", dice=(1, 2, 3))
    assert table.step().dice == (-1, 0, 1)


@pytest.mark.rule("E-057")
def test_the_encounter_deck_itself_may_be_what_is_drawn_from() -> None:
    table = _open_check(dice_source="cards", card_dice="encounter_deck")
    court = len(table.state.decks.court)
    assert table.try_(ANNA, "roll") == Roll((court, court - 1, court - 2), by=None, faces="court")


@pytest.mark.rule("E-058")
def test_the_device_throws_for_several_seats_at_once_and_each_may_tell_its_own() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    assert table.try_(ANNA, "roll") == Roll((3,) * 6, by=None, faces="fudge")
    table.do(BEN, "rolled", dice=dice("+ + +"))
    assert table.try_(CARA, "roll") == Roll((3,) * 3, by=None, faces="fudge")
    assert table.refused(BEN, "rolled") == "E_NOT_TO_ROLL"
    assert table.refused(CARA, "rolled", character=MORTIMER) == "E_NOT_YOURS"
    table.do(ANNA, "rolled", dice=dice("0 0 0"))
    assert table.check.phase is CheckPhase.ROLLED
    assert table.refused(ANNA, "rolled") == "E_DICE_ROLLED"


@pytest.mark.rule("E-046", "E-058")
def test_more_than_four_dice_are_said_as_counts() -> None:
    table = Checks()
    table.rank(MORTIMER, sword=2)
    table.spent()
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "give_penalty", n=2)
    table.roll("+ 0 0 − +")
    assert table.said() == [
        "Two plus, two blank, one minus.",
        "Kept blank, blank, minus.",
        "One: Marginal.",
        "Marginal. Success.",
    ]
    assert table.said("results") == ["Two plus, two blank, one minus.", "One: Marginal.", "Marginal. Success."]


@pytest.mark.rule("E-045", "E-053")
def test_exactly_as_many_faces_as_dice() -> None:
    table = _open_check()
    assert table.refused(ANNA, "rolled", dice=(1, 1)) == "E_DICE_COUNT"
    assert table.refused(ANNA, "rolled", dice=(1, 1, 4)) == "E_FACE_BAD"


@pytest.mark.rule("E-046", "E-047")
@pytest.mark.parametrize(("cap", "level"), [("seven", 7), ("keep", 8)])
def test_a_grand_master_may_total_eight(cap: str, level: int) -> None:
    table = _open_check(sl_cap=cap)
    table.rank(MORTIMER, lance=5)
    table.do(ANNA, "change_ability", ability="lance")
    table.roll("+ + +")
    assert (table.step().total, table.step().sl) == (8, level)
