"""Random checks at a table of four: what holds whatever is said (I-04, I-05, I-08, I-09, I-12, I-13, I-20, I-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.games.errantry import (
    clearing,
    company,
    engine,
    healing,
    opening,
    outcomes,
    refreshing,
    spending,
    steps,
    throwing,
    window,
)
from assistant.games.errantry.state import Check, Episode, HarmMark
from assistant.games.errantry.terms import CheckPhase, Pool
from assistant.table import CLOCK, Ask, Command, Cue, Open, Refusal, Roll, Value
from tests.games.errantry.checking import JAUFRE, KNIGHT, MORTIMER, YSOLDE, Checks

_MODULES = (opening, company, healing, clearing, throwing, spending, window, refreshing)
_INTENTS = frozenset(intent for module in _MODULES for intent in module.DECIDE)
_SEATS = ("1", "2", "3", "4")
_TURNS = st.lists(st.tuples(*(st.integers(0, 9_999) for _ in range(3))), min_size=15, max_size=40)

_TABLES = st.sampled_from(
    [
        {},
        {"post_roll_order": "loser_first", "gift_limit": "one_per_giver", "group_result": "best"},
        {"post_roll_cancel": "recount", "bruise_lasts": "while_marked", "sl_cap": "keep"},
        {"dice_source": "cards", "card_dice": "without_replacement", "ask_difficulty": True},
        {"dice_source": "plain_d6", "heal_limit": "free", "gift_after_roll": False, "role_guard": "trusted"},
    ]
)


def _table(**ways: object) -> Checks:
    table = Checks(gifts=True, **ways)
    table.rank(MORTIMER, first_aid=2)
    table.change(YSOLDE, harm={box: HarmMark(Pool.VALOUR) for box in (2, 4, 7)}, pending_bruise=1)
    table.change(JAUFRE, harm={1: HarmMark(Pool.ARTES), 5: HarmMark(Pool.COURTESIE)})
    table.points(KNIGHT, Pool.VALOUR, 1)
    return table


def _opens(state: Episode, seat: str) -> list[Open]:
    opens = engine.grammar(state)
    return [one for one in opens if one.intent in _INTENTS and (one.seats is None or seat in one.seats)]


def _filled(opened: Open, which: int) -> dict[str, Value]:
    """Some of the slots of an opening, each with one of the things it takes."""
    slots: dict[str, Value] = {}
    for number, (slot, content) in enumerate(opened.slots.items()):
        if (which >> number) % 4 != 3 and slot != "dice":
            value = content[(which // 7 + 3 * number) % len(content)]
            slots[slot] = value if isinstance(value, int) else value.id
    return slots


def _thrown(state: Episode, command: Command, which: int) -> tuple[object, tuple[int, ...]]:
    outcome = engine.decide(state, command, ())
    if not isinstance(outcome, Roll):
        return outcome, ()
    dice = tuple((which // (number + 1) + number) % sides + 1 for number, sides in enumerate(outcome.sides))
    return engine.decide(state, command, dice), dice


def _played(table: Checks, turns: Sequence[tuple[int, int, int]]) -> None:
    for what, who, which in turns:
        seat, before = _SEATS[who % 4], table.state
        opens = _opens(before, seat)
        due = engine.clock(before).due
        if not opens or (due and what % 11 == 0):
            if not due:
                continue
            command = due[0]
        else:
            opened = opens[what % len(opens)]
            command = Command(opened.intent, seat, _filled(opened, which), None, table.at)
        outcome, dice = _thrown(before, command, which)
        table.at += 1.0
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            assert not isinstance(outcome, Roll)
            assert table.state == before
            continue
        for event in outcome:
            after = engine.evolve(table.state, event)
            assert engine.narrate(after, event) is not None
            table.state = after
        _holds(before, table.state, command, dice)


def _holds(before: Episode, after: Episode, command: Command, dice: tuple[int, ...]) -> None:
    for who in after.characters:
        assert all(0 <= points.now <= points.max for points in who.pools.values())
        assert who.pending_bruise >= 0
        had = before.character(who.id)
        assert had is not None
        assert len(had.harm) - len(who.harm) in (0, 1)
        assert len(had.harm) == len(who.harm) or command.intent != "heal"
    assert after.session is not None
    assert before.session is not None
    assert sum(after.session.gift.values()) + after.session.gift_used == 16
    if command.intent not in ("never_mind", "leave_check", "surprise"):
        assert all(after.session.gift[seat] <= before.session.gift[seat] for seat in _SEATS)
    if after.check is not None:
        _check_holds(after, after.check)


def _check_holds(state: Episode, check: Check) -> None:
    for step in check.steps:
        assert steps.circumstance(step) <= steps.MARSHAL_MAX
        more = steps.of_secrets(step, "extra_pool_dice", state.settings)
        assert sum(extra.count for extra in step.bonus if extra.source == "pool") <= 1 + more
        if step.rolled:
            assert len(step.dice) == steps.dice_count(step)
            assert len(step.kept) == 3
            assert not Counter(step.kept) - Counter(step.dice)
            assert step.sl in range(9 if state.settings.sl_cap == "keep" else 8)
            assert step.rank > -1 or step.sl <= 2 or step.secrets
    phases = {CheckPhase.ROLLED: not outcomes.to_roll(check), CheckPhase.FINAL: True}
    assert phases.get(check.phase, True)
    assert check.phase is not CheckPhase.FREE_AND_CLEAR or outcomes.to_roll(check)


@given(turns=_TURNS, ways=_TABLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_said_around_checks(turns: list[tuple[int, int, int]], ways: dict[str, object]) -> None:
    _played(_table(**ways), turns)


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(turns=st.lists(st.tuples(*(st.integers(0, 9_999) for _ in range(3))), min_size=60, max_size=150), ways=_TABLES)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_long_scenes_of_checks(turns: list[tuple[int, int, int]], ways: dict[str, object]) -> None:
    _played(_table(**ways), turns)


@given(turns=_TURNS, ways=_TABLES, which=st.integers(0, 9_999))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_not_open_is_refused_and_some_of_what_is_open_is_taken(
    turns: list[tuple[int, int, int]], ways: dict[str, object], which: int
) -> None:
    table = _table(**ways)
    _played(table, turns)
    state, ids = table.state, [who.id for who in table.state.characters]
    for seat in _SEATS:
        opens = _opens(state, seat)
        for intent in _INTENTS - {one.intent for one in opens}:
            slots: dict[str, Value] = {
                "character": ids[which % 5],
                "target": ids[which // 5 % 5],
                "pool": "valour",
                "n": 1,
            }
            slots |= {
                "ability": "sword",
                "difficulty": 1,
                "policy": "stop",
                "choice": "share",
                "helped": ids[which % 3],
            }
            assert isinstance(engine.decide(state, Command(intent, seat, slots), ()), Refusal), (intent, seat)
    assert any(_is_taken(state, one, seat, n) for seat in _SEATS for one in _opens(state, seat) for n in (0, which))


def _is_taken(state: Episode, opened: Open, seat: str, which: int) -> bool:
    outcome = engine.decide(state, Command(opened.intent, seat, _filled(opened, which)), ())
    return not isinstance(outcome, Refusal | Cue)


def test_the_clock_gives_nothing_for_a_check_that_is_final() -> None:
    table = _table()
    table.spent()
    table.no_gifts()
    table.do("1", "use_ability", ability="lance")
    table.roll("0 0 0")
    assert engine.clock(table.state).due == ()
    assert isinstance(engine.decide(replace(table.state, check=None), Command("window_due", CLOCK), ()), Refusal)
