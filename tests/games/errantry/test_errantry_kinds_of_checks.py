"""Unopposed, complex, competitive, resisted and surprise checks (E-059 to E-071)."""

from __future__ import annotations

import pytest

from assistant.games.errantry.terms import CheckKind, CheckPhase, Pool, Result
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, ROSAMUND, YSOLDE, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


@pytest.mark.rule("E-059")
@pytest.mark.parametrize(
    ("faces", "difficulty", "result", "said"),
    [
        ("0 0 0", 2, Result.SUCCESS, "Good. Success."),
        ("0 0 −", 2, Result.FAILURE, "Marginal. Not enough."),
        ("0 0 −", 1, Result.SUCCESS, "Marginal. Success."),
        ("− − 0", 1, Result.FAILURE, "Failure."),
    ],
)
def test_an_unopposed_check_succeeds_at_its_difficulty(faces: str, difficulty: int, result: Result, said: str) -> None:
    table = Checks()
    table.spent()
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "set_difficulty", difficulty=difficulty)
    table.roll(faces)
    assert (table.step().result, table.said()[-1]) == (result, said)


# ---- Complex


def _complex(policy: str = "") -> Checks:
    table = Checks()
    table.rank(MORTIMER, sword=1, stealth=1)
    table.spent()
    table.do(ANNA, "complex_check", ability="sword", then="stealth")
    if policy:
        table.do(DIRK, "choose_policy", policy=policy)
    return table


@pytest.mark.rule("E-060")
def test_two_different_abilities() -> None:
    table = Checks()
    assert table.refused(ANNA, "complex_check", ability="sword", then="sword") == "E_SAME_ABILITY"
    assert table.refused(ANNA, "complex_check", ability="sword") == "E_SAME_ABILITY"
    table.do(ANNA, "complex_check", ability="sword", then="stealth")
    assert table.refused(ANNA, "change_ability", ability="stealth") == "E_SAME_ABILITY"
    table.do(ANNA, "change_ability", ability="lance")
    assert [step.ability for step in table.check.steps] == ["lance", "stealth"]


@pytest.mark.rule("E-061")
def test_the_next_step_is_rolled_by_itself_and_its_roll_shuts_the_window_before_it() -> None:
    table = Checks()
    table.rank(MORTIMER, sword=1, stealth=1)
    table.do(ANNA, "complex_check", ability="sword", then="stealth")
    table.roll("0 0 0")
    assert (table.check.phase, table.step(0).result, table.step(1).rolled) == (CheckPhase.ROLLED, None, False)
    table.roll("0 0 0 +")
    assert (table.step(0).result, table.step(1).sl) == (Result.SUCCESS, 2)
    assert table.said()[0] == "One bonus die for Stealth."


@pytest.mark.rule("E-062")
@pytest.mark.parametrize(("policy", "count"), [("penalty", 4), ("go_on", 3), ("stop", 0)])
@pytest.mark.parametrize("beforehand", [True, False])
def test_when_the_secondary_fails_the_table_stops_takes_a_penalty_die_or_goes_on(
    beforehand: bool, policy: str, count: int
) -> None:
    table = _complex(policy if beforehand else "")
    table.roll("− − 0")
    if not beforehand:
        assert table.said()[-1] == "Failed: stop, penalty, or go on?"
        assert table.check.phase is CheckPhase.BETWEEN
        assert table.refused(ANNA, "roll") == "E_POLICY_NEEDED"
        assert table.refused(ANNA, "rolled") == "E_POLICY_NEEDED"
        table.do(ANNA, "choose_policy", policy=policy)
    said = {"penalty": "One penalty die for Stealth.", "go_on": "On with Stealth.", "stop": "Failure."}
    assert table.said()[-1] == said[policy]
    assert table.check.phase is (CheckPhase.FREE_AND_CLEAR if count else CheckPhase.FINAL)
    if count:
        table.do(ANNA, "roll", dice=(2,) * count)
        assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-062")
def test_a_policy_said_beforehand_is_told_and_needs_a_chain() -> None:
    table = _complex("penalty")
    assert table.said() == ["A failure costs a penalty die."]
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    assert table.refused(ANNA, "choose_policy", policy="stop") == "E_WRONG_PHASE"


@pytest.mark.rule("E-041", "E-060")
def test_bruises_count_for_the_first_of_two_steps() -> None:
    table = _complex("go_on")
    table.change(MORTIMER, pending_bruise=1)
    table.roll("0 0 0 +")
    table.roll("0 0 0 0")
    assert [sum(extra.count for extra in step.penalty) for step in table.check.steps] == [1, 0]


# ---- Competitions


def _contest(*ranks: int, **settings: object) -> Checks:
    table = Checks(**settings)
    seats = ((MORTIMER, ANNA), (YSOLDE, BEN), (JAUFRE, CARA), (ROSAMUND, DIRK))
    for (character, _), rank in zip(seats, ranks, strict=False):
        table.rank(character, athletics=rank)
    table.spent()
    table.do(DIRK, "compete", character=MORTIMER, rival=YSOLDE, ability="athletics", text="who is first at the oak")
    for character, seat in seats[2 : len(ranks)]:
        table.do(seat, "join_contest", character=character)
    return table


@pytest.mark.rule("E-063")
def test_a_contest_takes_two_and_more_at_one_difficulty() -> None:
    table = Checks()
    assert table.refused(ANNA, "compete", character=MORTIMER, rival=MORTIMER, ability="ride") == "E_NEED_TWO"
    table = _contest(1, 2, 3)
    assert table.said() == ["Three compete. Difficulty Marginal."]
    assert table.check.victory_condition == "who is first at the oak"
    table.do(CARA, "set_difficulty", difficulty=2, character=MORTIMER)
    assert [step.difficulty for step in table.check.steps] == [2, 2, 2]
    assert table.refused(CARA, "join_contest") == "E_ALREADY_HELPS"
    table.do(DIRK, "join_contest")
    assert (table.step(3).ability, table.step(3).difficulty, table.step(3).rank) == ("athletics", 2, -1)
    table.do(ANNA, "leave_check", character=ROSAMUND)
    table.do(ANNA, "leave_check", character=JAUFRE)
    assert table.refused(ANNA, "leave_check", character=YSOLDE) == "E_NEED_TWO"


@pytest.mark.rule("E-064")
def test_ranking_is_by_level_and_nobody_wins_who_did_not_do_it() -> None:
    table = _contest(1, 3, 2)
    table.do(CARA, "set_difficulty", difficulty=2)
    table.roll("0 0 0  0 0 0  0 0 0")
    assert [(step.place, step.result) for step in table.check.steps] == [
        (0, Result.FAILURE),
        (1, Result.SUCCESS),
        (2, Result.SUCCESS),
    ]
    table = _contest(1, 1)
    table.roll("− − 0  − − −")
    assert table.said()[-1] == "Nobody does it."
    assert [step.place for step in table.check.steps] == [0, 0]


@pytest.mark.rule("E-065")
def test_who_is_level_may_share_the_place() -> None:
    table = _contest(2, 2, 1)
    assert table.refused(ANNA, "settle_tie", choice="share") == "E_NO_TIE"
    table.roll("0 0 0  0 0 0  0 0 0")
    assert table.check.phase is CheckPhase.BETWEEN
    assert table.refused(ANNA, "roll") == "E_WRONG_PHASE"
    table.do(ANNA, "settle_tie", choice="share")
    assert [step.place for step in table.check.steps] == [1, 1, 3]
    assert table.refused(ANNA, "settle_tie", choice="again") == "E_NO_TIE"


@pytest.mark.rule("E-065")
def test_who_ties_once_more_is_asked_once_more() -> None:
    table = _contest(2, 2, 2)
    table.roll("0 0 0  0 0 0  0 0 0")
    assert table.said()[-1] == "Three tie. Roll again?"
    table.do(ANNA, "settle_tie", choice="again")
    assert table.refused(DIRK, "join_contest") == "E_DICE_ROLLED"
    table.roll("0 0 0  0 0 0  + 0 0")
    assert table.check.phase is CheckPhase.BETWEEN
    table.do(ANNA, "settle_tie", choice="again")
    assert len(table.check.steps) == 8
    table.roll("0 0 +  0 0 0")
    assert [step.place for step in table.check.steps[:3]] == [2, 3, 1]


# ---- Resisted, surprise


@pytest.mark.rule("E-066")
def test_two_different_characters() -> None:
    table = Checks()
    assert table.refused(ANNA, "resist_check", ability="sword", target=MORTIMER) == "E_SAME_CHARACTER"
    assert table.refused(CARA, "resist_check", character=MORTIMER, ability="sword", target=KNIGHT) == "E_NOT_YOURS"
    table.do(ANNA, "resist_check", target=KNIGHT)
    assert [step.role for step in table.check.steps] == ["instigator", "resister"]


@pytest.mark.rule("E-067")
@pytest.mark.parametrize(("setting", "winner"), [("both", 1), ("comparison", 0)])
def test_the_instigator_has_to_reach_the_difficulty_too(setting: str, winner: int) -> None:
    table = Checks(resisted_difficulty=setting)
    table.rank(MORTIMER, sword=1)
    table.spent()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.do(CARA, "set_difficulty", difficulty=2)
    table.roll("0 0 0  − − −")
    assert table.step(winner).result is Result.WIN
    said = "Mortimer wins, Marginal over Failure." if winner == 0 else "Not enough. Knight holds."
    assert table.said()[-1].endswith(said)


@pytest.mark.rule("E-068")
def test_nothing_against_nothing_is_the_resisters() -> None:
    table = Checks()
    table.rank(MORTIMER, sword=0)
    table.rank(KNIGHT, sword=0)
    table.spent()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.roll("0 0 0  0 0 0")
    assert [step.result for step in table.check.steps] == [Result.LOSS, Result.WIN]
    assert table.said()[-1] == "A tie. Knight holds."


@pytest.mark.rule("E-067")
def test_the_resister_may_simply_be_better() -> None:
    table = Checks()
    table.spent()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.roll("0 0 0  0 0 0")
    assert table.said()[-1] == "Knight wins, Great over Good."


@pytest.mark.rule("E-071")
@pytest.mark.parametrize("difficulty", ["both", "comparison"])
@pytest.mark.parametrize(("faces", "result"), [("− 0 0", Result.WIN), ("− − 0", Result.LOSS)])
def test_who_is_surprised_has_no_check(faces: str, result: Result, difficulty: str) -> None:
    table = Checks(resisted_difficulty=difficulty)
    table.spent()
    table.do(ANNA, "surprise", target=KNIGHT, ability="sword")
    assert table.said() == ["Knight is surprised: no roll."]
    assert table.check.kind is CheckKind.SURPRISE
    table.roll(faces)
    assert table.step().result is result
    assert (table.step(1).sl, table.step(1).rolled) == (0, False)


@pytest.mark.rule("E-071")
def test_surprise_with_a_good_difficulty_wants_a_good_level() -> None:
    table = Checks()
    table.spent()
    table.do(ANNA, "surprise", target=KNIGHT, ability="sword")
    table.do(CARA, "set_difficulty", difficulty=2)
    table.roll("− 0 0")
    assert table.said()[-1] == "Not enough. Knight holds."


@pytest.mark.rule("E-071")
def test_surprise_may_come_out_while_a_resisted_check_is_talked_about() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.do(BEN, "spend", character=KNIGHT)
    assert table.refused(CARA, "surprise", target=MORTIMER) == "E_CHECK_OPEN"
    table.do(CARA, "surprise", target=KNIGHT)
    assert (table.check.kind, table.step(1).pool, table.step(1).bonus) == (CheckKind.SURPRISE, None, ())
    assert table.character(KNIGHT).pools[Pool.VALOUR].now == 4
    table.roll("0 0 0")
    assert table.refused(BEN, "spend", character=KNIGHT) == "E_WINDOW_SHUT"


@pytest.mark.rule("E-071")
def test_where_the_attacker_has_rolled_already_the_surprise_leaves_nothing_to_roll() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.do(ANNA, "rolled", dice=dice("0 0 0"))
    table.do(CARA, "surprise", target=KNIGHT)
    assert table.check.phase is CheckPhase.ROLLED
    table.stands()
    assert table.step().result is Result.WIN


@pytest.mark.rule("E-071")
def test_only_for_its_own_character_a_seat_attacks_by_surprise() -> None:
    table = Checks()
    assert table.refused(ANNA, "surprise", target=MORTIMER, ability="sword") == "E_SAME_CHARACTER"
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.do(BEN, "rolled", dice=dice("0 0 0"))
    assert table.refused(ANNA, "surprise", target=KNIGHT) == "E_DICE_ROLLED"
