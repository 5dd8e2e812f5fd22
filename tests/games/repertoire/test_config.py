"""The settings: defaults are sound, every fault is named."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from assistant.games.repertoire.config import Config, check


def test_the_defaults_are_faultless() -> None:
    assert check(Config()) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"fact_count_mode": "true_before"},
        {"limit_s": 599},
        {"limit_s": 28_801},
        {"max_seats": 3},
        {"due_s": -1},
        {"max_events_per_call": 0},
        {"warn_minutes": (10, 0)},
        {"contribution": "against"},
        {"desire_effects": "seats"},
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, Any]) -> None:
    faults = check(replace(Config(), **change))
    assert [fault.slots["key"] for fault in faults] == list(change)


def test_all_faults_are_told_at_once() -> None:
    wrong = replace(Config(), limit_s=1, max_seats=99, fact_count_mode="true_before")
    assert {fault.slots["key"] for fault in check(wrong)} == {"limit_s", "max_seats", "fact_count_mode"}


def test_every_option_but_those_that_cannot_be_played_is_accepted() -> None:
    hints = get_type_hints(Config)
    for field in fields(Config):
        options = get_args(hints[field.name]) if get_origin(hints[field.name]) is not tuple else ()
        for option in options:
            faults = check(replace(Config(), **{field.name: option}))
            assert bool(faults) == (option in ("true_before", "seats"))


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("max_events_per_call", 1, 20),
        ("end_veto_s", 0, 60),
        ("max_rivalries", 0, 20),
        ("limit_s", 600, 28_800),
        ("max_seats", 4, 12),
        ("due_s", 0, 600),
    ],
)
def test_a_number_may_be_as_low_and_as_high_as_the_ledger_says(key: str, low: int, high: int) -> None:
    taken = [value for value in (low - 1, low, high, high + 1) if not check(replace(Config(), **{key: value}))]
    assert taken == [low, high]


def test_a_warning_may_come_in_the_last_minute_but_not_later() -> None:
    assert check(replace(Config(), warn_minutes=(1,))) == ()
    assert check(replace(Config(), warn_minutes=())) == ()
