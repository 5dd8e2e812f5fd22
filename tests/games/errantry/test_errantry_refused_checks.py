"""What is refused around checks and by which code: names that mean nobody, unknown abilities, wrong moments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from assistant.games.errantry.state import HarmMark
from assistant.games.errantry.terms import Pool
from assistant.table import Value
from tests.games.errantry.checking import KNIGHT, MORTIMER, YSOLDE, Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK

_NOBODY: dict[str, Value] = {"character": "zork"}


@pytest.mark.rule("E-035", "E-036", "E-060", "E-063", "E-066", "E-071")
@pytest.mark.parametrize(
    ("intent", "slots", "code"),
    [
        ("use_ability", _NOBODY, "E_WHO"),
        ("use_ability", {"ability": "zork"}, "E_POOL_NEEDED"),
        ("use_ability", {"pool": "zork"}, "E_ABILITY_NEEDED"),
        ("complex_check", {"ability": "zork", "then": "sword"}, "E_POOL_NEEDED"),
        ("complex_check", {"ability": "sword", "then": "zork"}, "E_POOL_NEEDED"),
        ("resist_check", {"ability": "sword"}, "E_SAME_CHARACTER"),
        ("resist_check", {"target": "zork"}, "E_WHO"),
        ("resist_check", {"target": KNIGHT, "ability": "zork"}, "E_POOL_NEEDED"),
        ("resist_check", {"target": KNIGHT, "defence": "zork"}, "E_POOL_NEEDED"),
        ("surprise", {"target": "zork"}, "E_WHO"),
        ("surprise", {"target": KNIGHT, "ability": "zork"}, "E_POOL_NEEDED"),
        ("surprise", {"target": KNIGHT, "character": YSOLDE}, "E_NOT_YOURS"),
        ("compete", {"rival": KNIGHT, **_NOBODY}, "E_WHO"),
        ("compete", {"rival": "zork"}, "E_WHO"),
        ("compete", {"rival": KNIGHT, "ability": "zork"}, "E_POOL_NEEDED"),
        ("help_together", {"ability": "zork"}, "E_POOL_NEEDED"),
        ("help_together", {}, "E_POOL_NEEDED"),
        ("help_somebody", _NOBODY, "E_WHO"),
        ("help_somebody", {"ability": "zork"}, "E_POOL_NEEDED"),
        ("help_somebody", {}, "E_ABILITY_NEEDED"),
        ("help_somebody", {"ability": "sword", "helped": "zork"}, "E_WHO"),
        ("heal", {"patient": "zork"}, "E_WHO"),
        ("heal", {"patient": YSOLDE, "ability": "zork"}, "E_POOL_NEEDED"),
        ("refresh", {"pool": "valour", "partner": "zork"}, "E_WHO"),
        ("refresh", {"pool": "valour", **_NOBODY}, "E_WHO"),
        ("show_rank", _NOBODY, "E_WHO"),
        ("show_rank", {"ability": "zork"}, "E_POOL_NEEDED"),
        ("show_rank", {}, "E_POOL_NEEDED"),
        ("change_ability", {"ability": "sword"}, "E_WRONG_PHASE"),
        ("set_difficulty", {"difficulty": 1}, "E_WRONG_PHASE"),
        ("how_many_dice", {}, "E_WRONG_PHASE"),
        ("spend", {}, "E_WRONG_PHASE"),
        ("accept", {}, "E_WRONG_PHASE"),
        ("let_stand", {}, "E_WRONG_PHASE"),
        ("roll", {}, "E_WRONG_PHASE"),
        ("use_secret", {"secret": "steady_hand"}, "E_WRONG_PHASE"),
        ("give_gift", {"character": KNIGHT}, "E_WRONG_PHASE"),
        ("settle_tie", {"choice": "share"}, "E_NO_TIE"),
    ],
)
def test_before_a_check(intent: str, slots: Mapping[str, Value], code: str) -> None:
    table = Checks()
    table.change(YSOLDE, harm={1: HarmMark(Pool.VALOUR)})
    table.points(MORTIMER, Pool.VALOUR, 1)
    assert table.refused(ANNA, intent, slots=slots) == code


@pytest.mark.rule("E-037", "E-038", "E-039", "E-042", "E-051", "E-120")
@pytest.mark.parametrize(
    ("seat", "intent", "slots", "code"),
    [
        (ANNA, "change_ability", _NOBODY, "E_WHO"),
        (ANNA, "change_ability", {"ability": "zork"}, "E_POOL_NEEDED"),
        (ANNA, "change_ability", {}, "E_ABILITY_NEEDED"),
        (CARA, "set_difficulty", {"difficulty": 1, **_NOBODY}, "E_WHO"),
        (CARA, "set_difficulty", {"difficulty": 1, "character": YSOLDE}, "E_NOT_IN_CHECK"),
        (CARA, "give_penalty", {"n": 1, **_NOBODY}, "E_WHO"),
        (CARA, "give_penalty", {}, "E_MARSHAL_MAX"),
        (DIRK, "spend", {}, "E_NOT_IN_CHECK"),
        (ANNA, "spend", {"pool": "zork"}, "E_POOL_WRONG"),
        (BEN, "spend", {"character": KNIGHT}, "E_ABILITY_NEEDED"),
        (BEN, "pay_price", {"character": KNIGHT}, "E_ABILITY_NEEDED"),
        (DIRK, "pay_price", {}, "E_NOT_IN_CHECK"),
        (ANNA, "use_secret", _NOBODY, "E_WHO"),
        (ANNA, "use_secret", {"secret": "zork"}, "E_SECRET_NO"),
        (ANNA, "use_secret", {"secret": "steady_hand", "target": "zork"}, "E_WHO"),
        (ANNA, "use_secret", {"secret": "steady_hand", "target": KNIGHT}, "E_SECRET_NO"),
        (CARA, "use_secret", {"secret": "ready_answer"}, "E_SECRET_NO"),
        (DIRK, "give_gift", {"character": YSOLDE}, "E_NOT_IN_CHECK"),
        (DIRK, "give_gift", _NOBODY, "E_WHO"),
        (DIRK, "rolled", {}, "E_NOT_TO_ROLL"),
        (BEN, "rolled", {"character": KNIGHT}, "E_ABILITY_NEEDED"),
        (DIRK, "join_contest", {}, "E_NEED_TWO"),
        (DIRK, "leave_check", {"character": MORTIMER}, "E_NEED_TWO"),
        (DIRK, "leave_check", _NOBODY, "E_WHO"),
        (CARA, "surprise", {"target": "zork"}, "E_WHO"),
        (ANNA, "accept", {}, "E_WRONG_PHASE"),
        (ANNA, "compete", {"rival": KNIGHT}, "E_CHECK_OPEN"),
        (ANNA, "use_ability", {"character": YSOLDE, "ability": "sword"}, "E_NOT_YOURS"),
    ],
)
def test_while_one_against_the_knight_is_talked_about(
    seat: str, intent: str, slots: Mapping[str, Value], code: str
) -> None:
    table = Checks(gifts=True)
    table.do(ANNA, "resist_check", ability="sword", target=KNIGHT)
    assert table.refused(seat, intent, slots=slots) == code


@pytest.mark.rule("E-036", "E-139")
@pytest.mark.parametrize(
    ("intent", "slots"),
    [
        ("complex_check", {"ability": "bow", "then": "stealth"}),
        ("resist_check", {"target": KNIGHT, "ability": "bow"}),
        ("surprise", {"target": KNIGHT, "ability": "bow"}),
        ("help_somebody", {"helped": MORTIMER, "ability": "bow"}),
        ("heal", {"patient": YSOLDE}),
    ],
)
def test_who_is_away_takes_part_in_nothing(intent: str, slots: Mapping[str, Value]) -> None:
    table = Checks()
    table.do(DIRK, "leave", character="c4")
    assert table.refused(DIRK, intent, slots=slots) == "E_NOT_HERE"


@pytest.mark.rule("E-037", "E-042", "E-051", "E-053", "E-106")
@pytest.mark.parametrize("intent", ["change_ability", "spend", "pay_price", "use_secret", "rolled", "join_contest"])
def test_nor_in_a_check_that_is_on(intent: str) -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    assert table.state.scene is not None
    table.state = replace(table.state, scene=replace(table.state.scene, present=frozenset({MORTIMER, KNIGHT})))
    assert table.refused(DIRK, intent, secret="steady_hand", ability="bow") == "E_NOT_HERE"


@pytest.mark.rule("E-063", "E-073")
def test_who_cannot_join_or_leave() -> None:
    table = Checks()
    table.do(ANNA, "compete", character=MORTIMER, rival=YSOLDE, ability="ride")
    assert table.refused(CARA, "join_contest", ability="zork") == "E_POOL_NEEDED"
    table.do(CARA, "join_contest")
    assert table.refused(ANNA, "leave_check", character="c4") == "E_NOT_IN_CHECK"
    table.do(ANNA, "rolled", dice=dice("0 0 0"))
    assert table.refused(ANNA, "leave_check", character=YSOLDE) == "E_NEED_TWO"


@pytest.mark.rule("E-072")
def test_a_helper_needs_somebody_there_to_help() -> None:
    table = Checks()
    table.do(ANNA, "use_ability", ability="sword")
    assert table.refused(DIRK, "help_somebody", ability="bow", helped="zork") == "E_WHO"
    assert table.refused(DIRK, "help_somebody", ability="bow", helped=YSOLDE) == "E_ORDER_NEEDED"


@pytest.mark.rule("E-120")
def test_without_a_session_there_are_no_gift_dice() -> None:
    table = Checks(gifts=True)
    table.do(ANNA, "use_ability", ability="sword")
    table.state = replace(table.state, session=None)
    assert table.refused(DIRK, "give_gift", character=MORTIMER) == "E_GIFT_NONE"
