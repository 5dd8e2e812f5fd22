"""The window after the dice: points, gift dice and Secrets that come late, and when a result is final."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import engine
from assistant.games.errantry.tables import SecretCost, SecretEffect
from assistant.games.errantry.terms import CheckPhase, Kind, Life, Pool, Result
from assistant.table import Command, Cue, Roll
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, YSOLDE, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


def _rolled(faces: str = "0 0 0", *, gifts: bool = False, **settings: object) -> Checks:
    table = Checks(gifts=gifts, **settings)
    table.rank(MORTIMER, sword=2)
    table.do(ANNA, "use_ability", ability="sword")
    table.roll(faces)
    return table


def _fight(*, gifts: bool = False, **settings: object) -> Checks:
    """Mortimer against the knight: three against four, both with points."""
    table = Checks(gifts=gifts, **settings)
    table.rank(MORTIMER, sword=3)
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.roll("0 0 0  + 0 0")
    return table


@pytest.mark.rule("E-049")
def test_a_point_after_the_roll_asks_for_one_die_and_reads_all_of_them_again() -> None:
    table = _rolled("− 0 0")
    assert table.try_(ANNA, "spend") == Roll((3,), by=ANNA, faces="fudge")
    table.do(ANNA, "spend", dice=dice("+"))
    assert (table.step().dice, table.step().kept, table.step().sl) == ((-1, 0, 0, 1), (0, 0, 1), 3)
    assert table.character(MORTIMER).pools[Pool.VALOUR].now == 4


@pytest.mark.rule("E-042", "E-049")
def test_points_of_the_right_pool_only_as_long_as_there_are_any() -> None:
    table = _rolled()
    assert table.refused(ANNA, "spend", pool="courtesie") == "E_POOL_WRONG"
    table.points(MORTIMER, Pool.VALOUR, 0)
    assert table.refused(ANNA, "spend", pool="valor") == "E_POOL_EMPTY"
    table.points(MORTIMER, Pool.VALOUR, 1)
    assert table.refused(ANNA, "spend", pool="valor", dice=(1, 2)) == "E_DICE_COUNT"
    table.do(ANNA, "spend", pool="valor", dice=dice("0"))
    assert table.said("results") == ["Extra die blank. Now Good.", "Good. Success."]


@pytest.mark.rule("E-049", "E-050")
def test_a_final_check_takes_nothing_more() -> None:
    table = _rolled()
    table.do(ANNA, "accept")
    assert table.check.phase is CheckPhase.FINAL
    assert table.refused(ANNA, "spend") == "E_WINDOW_SHUT"
    assert table.refused(ANNA, "accept") == "E_WINDOW_SHUT"
    table.do(ANNA, "use_ability", ability="sword")
    assert table.check.phase is CheckPhase.FREE_AND_CLEAR


@pytest.mark.rule("E-050")
def test_a_result_is_final_at_once_if_nobody_can_spend_anything() -> None:
    table = Checks()
    table.spent()
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("0 0 0")
    assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-050", "E-120")
def test_a_gift_die_of_anybody_keeps_the_window_open() -> None:
    table = Checks(gifts=True)
    table.spent()
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("0 0 0")
    assert table.check.phase is CheckPhase.ROLLED
    assert table.refused(BEN, "accept") == "E_NOT_YOURS"
    table.do(ANNA, "accept")
    assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-050", "E-051")
def test_a_secret_keeps_the_window_open_for_whose_step_it_can_change() -> None:
    table = Checks()
    table.spent()
    table.secret(MORTIMER, when="after_roll", effect=SecretEffect("sl", 1), cost=SecretCost(Pool.ARTES, 0))
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT, defence="sword")
    table.roll("0 0 0  0 0 0")
    assert table.check.phase is CheckPhase.ROLLED
    assert table.refused(CARA, "accept") == "E_NOT_YOURS"
    table.do(ANNA, "accept")
    assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-050")
@pytest.mark.parametrize("seconds", [20, 0])
def test_the_clock_shuts_the_window_so_long_after_the_last_spend(seconds: int) -> None:
    table = Checks(post_roll_window_s=seconds)
    table.at = 100.0
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("0 0 0")
    assert list(table.due()) == ([Command("window_due", "clock", at=120.0)] if seconds else [])
    if not seconds:
        return
    table.at = 110.0
    table.do(ANNA, "use_secret", **_late(table, "sl", 1))
    assert list(table.due()) == [Command("window_due", "clock", at=130.0)]
    table.do("clock", "window_due")
    assert (table.check.phase, list(table.due())) == (CheckPhase.FINAL, [])


def _late(table: Checks, kind: str, n: int, **fields: object) -> dict[str, object]:
    table.secret(MORTIMER, when="after_roll", effect=SecretEffect(kind, n), **fields)
    return {"secret": "test"}


@pytest.mark.rule("E-050", "E-067")
def test_one_window_over_both_of_a_resisted_check_each_spend_reopens_it() -> None:
    table = _fight()
    table.do(ANNA, "accept")
    assert table.check.phase is CheckPhase.ROLLED
    table.do(BEN, "spend", dice=dice("+"))
    assert not table.step().accepted
    table.do(BEN, "accept")
    assert table.check.phase is CheckPhase.ROLLED
    table.do(ANNA, "accept")
    assert table.step(1).result is Result.WIN


@pytest.mark.rule("E-050")
def test_that_stands_is_for_all_from_the_marshal_and_for_his_own_from_anybody_else() -> None:
    table = _fight()
    table.do(ANNA, "let_stand")
    assert [step.accepted for step in table.check.steps] == [True, False]
    table.do(CARA, "let_stand")
    assert table.check.phase is CheckPhase.FINAL
    assert _fight().refused(DIRK, "let_stand") == "E_NOT_YOURS"


@pytest.mark.rule("E-050")
def test_where_the_loser_goes_first_each_spends_once() -> None:
    table = _fight(post_roll_order="loser_first")
    assert table.refused(BEN, "spend") == "E_WINDOW_SHUT"
    table.do(ANNA, "spend", dice=dice("+"))
    assert table.refused(ANNA, "use_secret", secret="steady_hand") == "E_SECRET_NO"
    assert table.check.phase is CheckPhase.ROLLED
    table.do(BEN, "spend", dice=dice("+"))
    assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-120", "E-121")
def test_gift_dice_go_to_somebody_else_before_the_roll_and_after_it() -> None:
    table = Checks(gifts=True)
    table.do(ANNA, "use_ability", ability="sword")
    assert table.refused(ANNA, "give_gift", character=MORTIMER) == "E_GIFT_SELF"
    assert table.refused(BEN, "give_gift") == "E_WHO"
    table.do(BEN, "give_gift", character=MORTIMER)
    table.roll("0 0 0 0")
    assert table.try_(DIRK, "give_gift", character=MORTIMER) == Roll((3,), by=DIRK, faces="fudge")
    table.do(DIRK, "give_gift", character=MORTIMER, dice=dice("+"))
    assert table.state.session is not None
    assert (table.state.session.gift, table.state.session.gift_used) == ({ANNA: 4, BEN: 3, CARA: 4, DIRK: 3}, 2)
    table.state = replace(table.state, session=replace(table.state.session, gift={**table.state.session.gift, DIRK: 0}))
    assert table.refused(DIRK, "give_gift", character=MORTIMER) == "E_GIFT_NONE"


@pytest.mark.rule("E-120")
@pytest.mark.parametrize("allowed", [True, False])
def test_gift_dice_help_an_encounter_character_if_the_table_lets_them(allowed: bool) -> None:
    table = Checks(gifts=True, gift_to_ec=allowed)
    table.do(BEN, "use_ability", ability="sword")
    assert table.refused(BEN, "give_gift", character=KNIGHT) == "E_GIFT_SELF"
    if allowed:
        table.do(ANNA, "give_gift", character=KNIGHT)
    else:
        assert table.refused(ANNA, "give_gift", character=KNIGHT) == "E_GIFT_EC"


@pytest.mark.rule("E-120")
@pytest.mark.parametrize(("limit", "codes"), [("unlimited", []), ("one_per_giver", ["3"]), ("one", ["3", "4"])])
def test_how_many_gift_dice_one_check_takes(limit: str, codes: list[str]) -> None:
    table = Checks(gifts=True, gift_limit=limit)
    table.do(ANNA, "use_ability", ability="sword")
    table.do(CARA, "give_gift", character=MORTIMER)
    refused = [seat for seat in (CARA, DIRK) if _is_refused(table, seat)]
    assert refused == codes


def _is_refused(table: Checks, seat: str) -> bool:
    outcome = engine.decide(table.state, Command("give_gift", seat, {"character": MORTIMER}), ())
    return getattr(outcome, "code", "") == "E_GIFT_LIMIT"


@pytest.mark.rule("E-120")
@pytest.mark.parametrize("after", [True, False])
def test_gift_dice_after_the_roll_if_the_table_wants_them(after: bool) -> None:
    table = _rolled(gifts=True, gift_after_roll=after)
    if after:
        table.do(BEN, "give_gift", character=MORTIMER, dice=(1,))
    else:
        assert table.refused(BEN, "give_gift", character=MORTIMER) == "E_DICE_ROLLED"
        table.points(MORTIMER, Pool.VALOUR, 1)
        table.do(ANNA, "spend", dice=(1,))
        assert table.check.phase is CheckPhase.FINAL


@pytest.mark.rule("E-121")
def test_counting_gift_dice() -> None:
    table = Checks(gifts=True)
    cue = table.try_(ANNA, "count_gifts")
    assert isinstance(cue, Cue)
    assert cue.line == "gifts.4"
    assert (cue.slots["p2"], cue.slots["n2"], cue.slots["player"], cue.slots["n"]) == ("Ben", 4, "Anna", 4)
    table.state = replace(table.state, session=None)
    assert table.refused(ANNA, "count_gifts") == "E_NO_SESSION"


@pytest.mark.rule("E-051")
def test_a_secret_puts_a_penalty_die_on_an_opponent_at_its_cost() -> None:
    table = Checks()
    table.do(ANNA, "resist_check", ability="persuade", target=JAUFRE, defence="persuade")
    table.do(CARA, "use_secret", secret="ready_answer")
    assert table.said() == ["Secret of the Ready Answer: one penalty die."]
    assert [(extra.source, extra.count) for extra in table.step().penalty] == [("secret:ready_answer", 1)]
    assert table.character(JAUFRE).pools[Pool.COURTESIE].now == 4
    assert table.refused(CARA, "use_secret", secret="ready_answer") == "E_SECRET_NO"


@pytest.mark.rule("E-051")
@pytest.mark.parametrize("why", ["not on the sheet", "another pool", "no point", "no opponent", "no harm here"])
def test_a_secret_does_not_apply(why: str) -> None:
    table = Checks()
    secret = {"no opponent": "ready_answer", "no harm here": "heavy_blow"}.get(why, "steady_hand")
    owner = {"no opponent": JAUFRE, "no harm here": YSOLDE, "not on the sheet": YSOLDE}.get(why, MORTIMER)
    seat = {JAUFRE: CARA, YSOLDE: BEN, MORTIMER: ANNA}[owner]
    table.do(
        seat,
        "use_ability",
        character=owner,
        ability="persuade" if owner == JAUFRE or why == "another pool" else "sword",
    )
    if why == "no point":
        table.points(MORTIMER, Pool.VALOUR, 0)
    assert table.refused(seat, "use_secret", character=owner, secret=secret) == "E_SECRET_NO"


@pytest.mark.rule("E-051")
def test_the_last_point_pays_for_a_secret() -> None:
    table = Checks()
    table.points(MORTIMER, Pool.VALOUR, 1)
    table.do(ANNA, "use_ability", ability="sword")
    table.do(ANNA, "use_secret", secret="steady_hand")
    assert table.character(MORTIMER).pools[Pool.VALOUR].now == 0
    assert table.check.id == "k1"
    table.do(ANNA, "never_mind")
    table.do(ANNA, "use_ability", ability="sword")
    assert table.check.id == "k2"


@pytest.mark.rule("E-051")
def test_who_is_not_in_the_check_is_nobodys_opponent() -> None:
    table = Checks()
    table.secret(JAUFRE, who="opponent", effect=SecretEffect("penalty_dice", 1))
    table.do(ANNA, "use_ability", ability="sword")
    assert table.refused(CARA, "use_secret", secret="test") == "E_SECRET_NO"
    table.do(ANNA, "never_mind")
    table.do(ANNA, "resist_check", ability="sword", target=JAUFRE, defence="sword")
    table.do(CARA, "use_secret", secret="test")
    assert [extra.source for extra in table.step().penalty] == ["secret:test"]


@pytest.mark.rule("E-051")
def test_with_several_opponents_one_has_to_be_named() -> None:
    table = Checks()
    table.do(ANNA, "compete", character=MORTIMER, rival=JAUFRE, ability="persuade")
    table.do(DIRK, "join_contest")
    assert table.refused(CARA, "use_secret", secret="ready_answer") == "E_WHO"
    table.do(CARA, "use_secret", secret="ready_answer", target="c4")
    assert [len(step.penalty) for step in table.check.steps] == [0, 0, 1]


@pytest.mark.rule("E-051")
@pytest.mark.parametrize(
    ("kind", "n", "dice_", "faces", "level"),
    [("sl", 2, (), (0, 0, 0), 4), ("sl", -1, (), (0, 0, 0), 1), ("bonus_dice", 2, (3, 1), (0, 0, 0, 1, -1), 3)],
)
def test_a_secret_after_the_roll(kind: str, n: int, dice_: tuple[int, ...], faces: tuple[int, ...], level: int) -> None:
    table = _rolled()
    table.do(ANNA, "use_secret", dice=dice_, **_late(table, kind, n))
    assert (table.step().dice, table.step().sl, table.step().natural_sl) == (faces, level, 3 if dice_ else 2)
    assert table.character(MORTIMER).pools[Pool.ARTES].now == 2


@pytest.mark.rule("E-043", "E-051")
def test_a_secret_may_let_more_points_in() -> None:
    table = Checks()
    table.secret(MORTIMER, effect=SecretEffect("extra_pool_dice", 1))
    table.do(ANNA, "use_ability", ability="sword")
    table.do(ANNA, "spend")
    assert table.refused(ANNA, "spend") == "E_POOL_ONCE"
    table.do(ANNA, "use_secret", secret="test")
    table.do(ANNA, "spend")
    assert table.refused(ANNA, "spend") == "E_POOL_ONCE"
    table.roll("0 0 0 0 0")


@pytest.mark.rule("E-130")
def test_a_seven_crowns_the_story_of_a_players_character() -> None:
    table = Checks()
    table.rank(MORTIMER, sword=4)
    table.state = replace(table.state, game_clock_h=10.0)
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("+ + +")
    assert table.character(MORTIMER).transcendence is None
    table.do(ANNA, "accept")
    assert table.said()[-1] == "Transcendent! Sir Mortimer's story ends within a day."
    day = table.character(MORTIMER).transcendence
    assert day is not None
    assert (day.since_h, day.deadline_h) == (10.0, 34.0)


@pytest.mark.rule("E-130")
@pytest.mark.parametrize("ec", ["plain", "leaves"])
def test_a_seven_of_an_encounter_character(ec: str) -> None:
    table = Checks(transcend_ec=ec)
    table.rank(KNIGHT, sword=4)
    table.do(BEN, "use_ability", ability="sword")
    table.roll("+ + +")
    table.do(BEN, "accept")
    assert table.character(KNIGHT).kind is Kind.EC
    assert table.character(KNIGHT).life is (Life.ALIVE if ec == "plain" else Life.RETIRED)
    assert table.character(KNIGHT).transcendence is None


@pytest.mark.rule("E-051", "E-130")
@pytest.mark.parametrize("natural", [True, False])
def test_secrets_crown_a_story_only_where_the_table_says_so(natural: bool) -> None:
    table = Checks(transcend_natural=natural)
    table.rank(MORTIMER, sword=5)
    table.do(ANNA, "use_ability", ability="sword")
    table.roll("+ 0 0")
    table.do(ANNA, "use_secret", **_late(table, "sl", 1))
    table.do(ANNA, "accept")
    assert table.step().sl == (6 if natural else 7)
    assert (table.character(MORTIMER).transcendence is None) is natural
