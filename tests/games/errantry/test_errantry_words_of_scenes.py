"""Every form of the voice rows of the table and of a scene, at its moment; and what is said in return."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from assistant.evening import SHELL_LINES, Lines
from assistant.evening.lines import shown, spoken
from assistant.games.errantry import GAME, names
from assistant.games.errantry.state import Points, Transcendence
from assistant.games.errantry.terms import Life, Pool
from assistant.table import Refusal
from grammar import Matches, Phrasebook
from tests.games.errantry.acts import again, drawing, drawn, ended, made, met, owing
from tests.games.errantry.episode import ANNA, BEN, FOLDER, Table

BOOK = Phrasebook.load(FOLDER / "sentences.en.yaml")
LINES = Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml")
ROWS: Mapping[str, Mapping[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("words_of_scenes.yaml").read_text(encoding="utf-8")
)


def between() -> Table:
    table = Table()
    table.do(ANNA, "begin_session")
    return table


def dismissed() -> Table:
    table = Table()
    table.do(ANNA, "player_leaves", player="dirk")
    table.do(ANNA, "hold_always", player="ben")
    return table


def stakes() -> Table:
    table = owing("Hob", "Tib")
    table.change("c1", pools={**table.character("c1").pools, Pool.VALOUR: Points(1, 5)})
    return table


def encounter() -> Table:
    table = owing("Hob")
    table.do(ANNA, "set_stakes", stake="boon")
    return table


def known() -> Table:
    table = met()
    again(table)
    return table


def dead() -> Table:
    table = met()
    table.change("c7", life=Life.DEAD)
    again(table)
    return table


def play() -> Table:
    table = owing("Hob", "Tib")
    table.do(ANNA, "set_stakes", stake="boon")
    made(table)
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    return table


MOMENTS: Mapping[str, Callable[[], Table]] = {
    each.__name__: cache(each)
    for each in (between, dismissed, stakes, encounter, known, dead, drawing, drawn, play, ended)
}
FORMS = [(moment, words) for moment, rows in ROWS.items() for words in rows]


@pytest.mark.parametrize(("moment", "line"), FORMS)
def test_a_form_is_understood_and_open_to_who_says_it(moment: str, line: str) -> None:
    wanted = dict(ROWS[moment][line])
    state = MOMENTS[moment]().state
    seat, _, words = line.partition(": ")
    found = BOOK.match(words, GAME.grammar(state), seat=seat, seats=names.players(state))
    assert isinstance(found, Matches), found
    assert len(found.readings) == 1, found
    reading = found.readings[0]
    assert reading.open
    text = {"text": reading.text} if reading.text else {}
    assert {"intent": reading.intent, **reading.slots, **text} == wanted


def said(table: Table) -> list[str]:
    """What the last command is answered with, as spoken."""
    opens = (name for one in GAME.grammar(table.state) for slot in one.slots.values() for name in slot)
    forms = {name.display: name.said for name in opens if not isinstance(name, int)}
    return [spoken(LINES.line(cue.line).say, cue.slots, forms) for cue in table.cues]


@pytest.mark.rule("E-005", "E-007", "E-016", "E-018", "E-028", "E-032")
def test_what_is_said_on_the_way_into_a_scene() -> None:
    table = Table()
    table.do(ANNA, "begin_session")
    assert said(table) == ["Session one. Each player has four gift dice."]
    table.do(ANNA, "next_scene")
    assert said(table) == ["Anna comes, Ben holds, Dirk is Marshal."]
    assert shown(LINES.line(table.cues[0].line).show, table.cues[0].slots).startswith("Scene 1. Anna is Venan")
    table.do(ANNA, "set_stakes", stake="boon")
    assert said(table) == ["Stakes: boon."]
    table.do(BEN, "tell_court_card", card="queen of hearts")
    assert said(table) == ["Encounter card: queen of hearts.", "New card. Draw for the character."]
    table.do(BEN, "tell_number", first="ten of clubs", second="seven of diamonds")
    assert said(table) == ["Encounter number seven.", "A lady with an empty saddle."]
    table.do(BEN, "build")
    assert said(table) == ["Lady Merewyn, friendly. Courtesy leads."]


@pytest.mark.rule("E-024", "E-026")
@pytest.mark.parametrize(
    ("dice", "heard"),
    [
        ((27, 20), "Seven of clubs, then ten of diamonds. Number seventy."),
        ((41, 30), "Joker doubles ten of clubs: number one hundred."),
    ],
)
def test_drawn_numbers_are_told_with_their_cards(dice: tuple[int, int], heard: str) -> None:
    table = drawing()
    table.do(BEN, "draw_number", dice=dice)
    assert said(table)[0] == heard


@pytest.mark.rule("E-141")
def test_refusals_are_said_with_names_and_phases() -> None:
    table = MOMENTS["stakes"]()
    assert refused(table, BEN, "draw_encounter") == "Not now. We are at stakes."
    assert refused(table, BEN, "set_stakes", stake="boon") == "That is for Anna."


def refused(table: Table, seat: str, intent: str, **slots: str) -> str:
    """With which words a command is refused."""
    refusal = table.try_(seat, intent, slots=slots)
    assert isinstance(refusal, Refusal)
    return spoken(LINES.line(refusal.code).say, refusal.slots, {})


@pytest.mark.rule("E-020")
def test_names_of_one_sound_are_told_apart() -> None:
    table = met()
    table.do(BEN, "bring", type="knight")
    table.do(BEN, "bring", type="knight")
    heard = {name.id: name.heard for name in names.characters(table.state)}
    assert [heard[who][0] for who in ("c7", "c8", "c9")] == ["knight", "second knight", "third knight"]
    forms = [form for each in heard.values() for form in each]
    assert len(set(forms)) == len(forms)
    table.state = replace(table.state, characters=(*table.state.characters, replace(table.character("c7"), id="c10")))
    assert "c10" not in {name.id for name in names.characters(table.state) if name.heard}
