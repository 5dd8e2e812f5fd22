"""Every form of the voice rows of the Pain, at its moment; and a whole trial as it is typed and spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from assistant.games.errantry import GAME, actions, giving_up, grouping, names, pain, resolving, stage, trial
from assistant.games.errantry import intentions as intending
from grammar import Matches, Phrasebook
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA, FOLDER
from tests.games.errantry.fighting import CAPTAIN, KNIGHT, MORTIMER, ROSAMUND, THIEF, Fight

BOOK = Phrasebook.load(FOLDER / "sentences.en.yaml")
ROWS: Mapping[str, Mapping[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("words_of_pain.yaml").read_text(encoding="utf-8")
)


def table_of() -> Fight:
    """Called by words that are heard: the knight of the checks' tables is away."""
    table = Fight(gifts=True)
    spoken = {MORTIMER: "mortimer", ROSAMUND: "rosamund", KNIGHT: "knight", CAPTAIN: "captain", THIEF: "thief"}
    for who, word in spoken.items():
        table.change(who, spoken=word)
    table.change("knight", name="Hob", spoken="hob")
    return table


def conflict() -> Fight:
    table = table_of()
    table.check_between(MORTIMER, KNIGHT, ("sword", "sword"))
    return table


def intentions() -> Fight:
    table = conflict()
    table.do(ANNA, "bring_pain")
    return table


def free() -> Fight:
    table = intentions()
    table.do(ANNA, "close_intentions")
    return table


def broken() -> Fight:
    table = free()
    table.marks(MORTIMER, 7)
    return table


def rolling() -> Fight:
    table = free()
    table.do(ANNA, "ready")
    return table


def rolled() -> Fight:
    table = free()
    table.do(ANNA, "roll_round", dice=dice("+++ 000"))
    return table


def window() -> Fight:
    table = rolled()
    table.stands()
    return table


def groups() -> Fight:
    table = intentions()
    for who, target in ((ROSAMUND, KNIGHT), (CAPTAIN, MORTIMER), (THIEF, MORTIMER)):
        table.order(who, "join_pain")
        table.order(who, "state_intention", target=target)
    table.do(ANNA, "close_intentions")
    for who in (ROSAMUND, CAPTAIN, THIEF):
        table.order(who, "use_ability", ability="sword")
    table.do(ANNA, "fight_as_groups")
    return table


def sharing() -> Fight:
    table = groups()
    for who in (KNIGHT, CAPTAIN, THIEF):
        table.order(who, "pass_round")
    table.do(ANNA, "roll_round", dice=dice("+++"))
    table.stands()
    table.next_roll("+++00000")
    table.stands()
    return table


MOMENTS: Mapping[str, Callable[[], Fight]] = {
    each.__name__: cache(each)
    for each in (conflict, intentions, free, broken, rolling, rolled, window, groups, sharing)
}
FORMS = [(moment, words) for moment, rows in ROWS.items() for words in rows]


@pytest.mark.parametrize(("moment", "line"), FORMS)
def test_a_form_is_understood_and_open_to_who_says_it(moment: str, line: str) -> None:
    wanted = {key: tuple(value) if isinstance(value, list) else value for key, value in ROWS[moment][line].items()}
    state = MOMENTS[moment]().state
    seat, _, words = line.partition(": ")
    found = BOOK.match(words, GAME.grammar(state), seat=seat, seats=names.players(state))
    assert isinstance(found, Matches), found
    assert len(found.readings) == 1, found
    reading = found.readings[0]
    assert reading.open
    text = {"text": reading.text} if reading.text else {}
    assert {"intent": reading.intent, **reading.slots, **text} == wanted


def test_every_intent_of_the_pain_has_its_row() -> None:
    own = {
        intent
        for module in (pain, intending, actions, giving_up, grouping, resolving, stage, trial)
        for intent in module.DECIDE
    }
    spoken = {row["intent"] for rows in ROWS.values() for row in rows.values()}
    assert {intent for intent in own if not intent.startswith("draft_")} <= spoken
