"""One step of a check: dice for and against, what was paid, the roll, and dice that come later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import steps
from assistant.games.errantry.config import Config
from assistant.games.errantry.state import Character, CheckStep, HarmMark
from assistant.games.errantry.terms import Kind, Pool
from tests.games.errantry.episode import sheet, shipped_config

_SETTINGS = shipped_config()
_SWORD = CheckStep("m", "sword", 2, Pool.VALOUR)


def _who(*boxes: int, pool: Pool = Pool.VALOUR, pending: int = 0) -> Character:
    marks = {box: HarmMark(pool) for box in boxes}
    return replace(sheet("m", "Mortimer", {"sword": 2}, kind=Kind.PC), harm=marks, pending_bruise=pending)


def _settings(**changes: object) -> Config:
    return replace(_SETTINGS, **changes)


@pytest.mark.rule("E-041", "E-100", "E-101", "E-106")
def test_harm_puts_one_die_for_each_pending_bruise_each_mark_of_the_pool_and_being_broken() -> None:
    hurt = _who(1, 4, 5, 7, pending=2)
    frozen = steps.frozen(_SWORD, hurt, _SETTINGS)
    assert [(extra.source, extra.count) for extra in frozen.penalty] == [("bruise", 2), ("bloodied", 2), ("broken", 1)]
    assert steps.harm_dice(hurt, Pool.VALOUR, _SETTINGS) == 5
    assert steps.harm_dice(hurt, Pool.ARTES, _SETTINGS) == 3
    assert steps.frozen(frozen, _who(), _SETTINGS).penalty == ()


@pytest.mark.rule("E-100", "E-101")
def test_bruises_may_last_as_long_as_their_marks_and_one_bloodied_die_may_be_all() -> None:
    hurt = _who(1, 2, 3, 4, 5, pending=1)
    assert steps.bruises(hurt, _SETTINGS) == 1
    assert steps.bruises(hurt, _settings(bruise_lasts="while_marked")) == 3
    assert steps.bloodied(hurt, Pool.VALOUR, _SETTINGS) == 2
    assert steps.bloodied(hurt, Pool.VALOUR, _settings(bloodied_per_mark=False)) == 1


@pytest.mark.rule("E-044", "E-045", "E-046", "E-047")
def test_x_03_two_bonus_dice_and_one_penalty_die_leave_one_bonus_die() -> None:
    step = steps.with_bonus(steps.with_pool_die(_SWORD), "gift:2")
    step = steps.with_circumstance(step, "marshal", 1)
    assert steps.dice_count(step) == 4
    step = steps.rolled(step, (1, 0, -1, -1), _SETTINGS)
    assert step.kept == (-1, 0, 1)
    assert (step.total, step.sl, step.natural_sl) == (2, 2, 2)


@pytest.mark.rule("E-049")
def test_x_04_a_point_after_the_roll_does_not_cancel_the_penalty_die() -> None:
    step = steps.with_circumstance(replace(_SWORD, rank=1), "marshal", 1)
    assert steps.dice_to_come(step) == 0
    step = steps.rolled(step, (1, 1, 0, -1), _SETTINGS)
    assert step.sl == 1
    step = steps.with_pool_die(step, late=True)
    assert steps.dice_to_come(step) == 1
    step = steps.with_die(step, (1,), _SETTINGS)
    assert (steps.dice_to_come(step), step.kept, step.sl) == (0, (0, 1, 1), 3)


@pytest.mark.rule("E-049")
def test_with_recounting_the_late_point_cancels_the_penalty_die() -> None:
    recount = _settings(post_roll_cancel="recount")
    step = steps.rolled(steps.with_circumstance(replace(_SWORD, rank=1), "marshal", 1), (-1, 0, 1, 1), recount)
    assert (step.kept, step.sl) == ((-1, 0, 1), 1)
    step = steps.with_die(steps.with_pool_die(step, late=True), (1,), recount)
    assert (step.kept, step.sl) == ((-1, 0, 1), 1)
    dropped = steps.with_die(steps.with_pool_die(step, late=True), (1,), _SETTINGS)
    assert dropped.kept == (1, 1, 1)


@pytest.mark.rule("E-039", "E-040")
def test_circumstance_dice_replace_those_of_the_same_source_and_add_to_the_other() -> None:
    step = steps.with_circumstance(steps.with_circumstance(_SWORD, "marshal", 2), "tenan", 1)
    step = steps.with_circumstance(step, "marshal", 1)
    assert steps.circumstance(step) == 2
    assert steps.circumstance(step, but="marshal") == 1
    assert steps.with_circumstance(steps.with_circumstance(step, "tenan", 0), "marshal", 0).penalty == ()


@pytest.mark.rule("E-043")
def test_one_pool_die_a_check_unless_a_secret_lets_more_in() -> None:
    assert not _SWORD.pool_bonus_used
    more = _secret("extra_pool_dice", 2)
    step = steps.with_pool_die(_SWORD)
    assert steps.pool_dice_left(_SWORD, _SETTINGS) == 1
    assert steps.pool_dice_left(step, _SETTINGS) == 0
    assert steps.pool_dice_left(steps.with_secret(step, "m", "test", more), more) == 2
    less = _secret("extra_pool_dice", -1)
    assert steps.pool_dice_left(steps.with_secret(step, "m", "test", less), less) == 0


@pytest.mark.rule("E-106")
def test_the_price_of_a_broken_character_buys_no_die_unless_the_table_says_so() -> None:
    assert steps.owes_price(_SWORD, _who(7))
    assert not steps.owes_price(_SWORD, _who(6))
    step = steps.with_price(_SWORD, _SETTINGS)
    assert not steps.owes_price(step, _who(7))
    assert steps.dice_count(step) == 3
    assert steps.pool_dice_left(step, _SETTINGS) == 1
    assert steps.dice_count(steps.with_price(_SWORD, _settings(broken_point_bonus=True))) == 4


@pytest.mark.rule("E-037", "E-140")
def test_what_was_paid_is_known_and_comes_off_while_gifts_and_circumstances_stay() -> None:
    step = steps.with_price(steps.with_pool_die(_SWORD, "y"), _settings(broken_point_bonus=True))
    step = steps.with_secret(step, "j", "ready_answer", _SETTINGS)
    step = steps.with_secret(steps.with_pool_die(step), "m", "steady_hand", _SETTINGS)
    step = steps.with_circumstance(steps.with_bonus(step, "gift:2"), "marshal", 1)
    assert steps.paid(step, _SETTINGS) == (
        ("y", Pool.VALOUR, 1),
        ("m", Pool.VALOUR, 1),
        ("m", Pool.VALOUR, 1),
        ("j", Pool.COURTESIE, 1),
        ("m", Pool.VALOUR, 1),
    )
    left = steps.unpaid(step)
    assert steps.paid(left, _SETTINGS) == ()
    assert [extra.source for extra in (*left.bonus, *left.penalty)] == ["gift:2", "marshal"]
    assert steps.gifts(left) == {"2": 1}
    assert not left.pool_bonus_used


@pytest.mark.rule("E-051", "E-130")
@pytest.mark.parametrize(
    ("rank", "n", "level", "natural"), [(2, 2, 4, 2), (4, 3, 6, 4), (7, 1, 7, 7), (7, -2, 5, 7), (1, -3, 0, 1)]
)
def test_a_secret_lifts_a_level_but_never_to_seven(rank: int, n: int, level: int, natural: int) -> None:
    table = _secret("sl", n)
    step = steps.rolled(replace(_SWORD, rank=rank), (0, 0, 0), table)
    step = steps.with_secret(step, "m", "test", table, late=True)
    assert (step.sl, step.natural_sl) == (level, natural)


@pytest.mark.rule("E-130")
def test_secrets_count_for_transcendence_only_where_the_table_says_so() -> None:
    table = replace(_secret("sl", 3), transcend_natural=False)
    lifted = steps.with_secret(steps.rolled(replace(_SWORD, rank=4), (0, 0, 0), table), "m", "test", table)
    assert lifted.sl == 7
    assert steps.transcends(lifted, _who(), table)
    assert not steps.transcends(lifted, _who(), _SETTINGS)
    seven = steps.rolled(replace(_SWORD, rank=4), (1, 1, 1), _SETTINGS)
    assert steps.transcends(seven, _who(), _SETTINGS)
    assert not steps.transcends(seven, replace(_who(), kind=Kind.EC), _SETTINGS)


@pytest.mark.rule("E-051")
@pytest.mark.parametrize(("kind", "n", "dice"), [("bonus_dice", 2, 5), ("penalty_dice", 1, 4), ("bonus_dice", -1, 4)])
def test_dice_of_secrets_count_like_any_others(kind: str, n: int, dice: int) -> None:
    table = _secret(kind, n)
    step = steps.with_secret(_SWORD, "m", "test", table)
    assert steps.dice_count(step) == dice
    assert bool(step.bonus) == (kind == "bonus_dice" and n > 0)


@pytest.mark.rule("E-049", "E-051")
@pytest.mark.parametrize(("cancel", "kept"), [("drop_both", (0, 0, 1)), ("recount", (-1, 0, 1))])
def test_a_penalty_die_may_come_after_the_roll_too(cancel: str, kept: tuple[int, ...]) -> None:
    table = replace(_secret("penalty_dice", 1), post_roll_cancel=cancel)
    step = steps.rolled(steps.with_pool_die(_SWORD), (0, -1, 1, 0), table)
    step = steps.with_secret(step, "j", "test", table, late=True)
    assert steps.dice_to_come(step) == 1
    assert steps.with_die(step, (1,), table).kept == kept


@pytest.mark.rule("E-051")
def test_a_secret_fits_by_ability_pool_and_time() -> None:
    steady = _SETTINGS.secret["steady_hand"]
    rolled = steps.rolled(_SWORD, (0, 0, 0), _SETTINGS)
    assert steps.secret_fits(steady, _SWORD)
    assert not steps.secret_fits(steady, replace(_SWORD, pool=Pool.ARTES))
    assert not steps.secret_fits(steady, rolled)
    assert not steps.secret_fits(replace(steady, ability="bow"), _SWORD)
    assert steps.secret_fits(replace(steady, when="after_roll"), rolled)
    assert not steps.secret_fits(replace(steady, when="after_roll"), _SWORD)
    assert steps.secret_fits(replace(steady, when="on_harm"), rolled)


def _secret(kind: str, n: int) -> Config:
    """The shipped tables with one more Secret, called ``test``, of this effect."""
    known = _SETTINGS.secret["steady_hand"]
    effect = replace(known.effect, kind=kind, n=n)
    return replace(_SETTINGS, secret={**_SETTINGS.secret, "test": replace(known, effect=effect)})
