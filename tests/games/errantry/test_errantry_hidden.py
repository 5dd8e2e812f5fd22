"""What the Tenan draws, and who may see it (A-74)."""

from __future__ import annotations

import pytest

from assistant.games.errantry.view import view
from assistant.table import Cue
from tests.games.errantry.acts import again, made, meeting, staking
from tests.games.errantry.episode import ANNA, BEN, CARA, Table

HIDDEN_DRAW = {"scene.card", "scene.number"}
SHEET = {"character.pools", "character.abilities", "character.more"}


def shown(table: Table, seat: str | None) -> list[Cue]:
    return [cue for block in view(table.state, seat).cards for cue in block]


def about_the_knight(table: Table, seat: str | None) -> set[str]:
    """The lines of the card of the encounter character that a seat sees."""
    name = table.character("c7").name
    cards = view(table.state, seat).cards
    return {cue.line for block in cards if block[0].slots.get("name") == name for cue in block}


@pytest.mark.rule("E-018", "E-024", "E-032")
@pytest.mark.parametrize("seat", [None, ANNA, CARA])
@pytest.mark.parametrize(
    ("setting", "draw", "sheet"), [("split", True, False), ("tenan", False, False), ("everyone", True, True)]
)
def test_what_the_others_see(setting: str, draw: bool, sheet: bool, seat: str | None) -> None:
    table = made(meeting(draw_audience=setting))
    lines = {cue.line for cue in shown(table, seat)}
    assert (lines & HIDDEN_DRAW == HIDDEN_DRAW, bool(lines & HIDDEN_DRAW)) == (draw, draw)
    assert ("scene.hook" in lines) == sheet
    seen = about_the_knight(table, seat)
    assert (seen & SHEET == SHEET, bool(seen & SHEET)) == (sheet, sheet)
    assert ("character.attitude" in seen) == draw


@pytest.mark.rule("E-018", "E-024", "E-032")
@pytest.mark.parametrize("setting", ["split", "tenan", "everyone"])
def test_the_tenan_sees_everything(setting: str) -> None:
    table = made(meeting(draw_audience=setting))
    assert {cue.line for cue in shown(table, BEN)} >= HIDDEN_DRAW | {"scene.hook"}
    assert about_the_knight(table, BEN) >= SHEET | {"character.attitude"}


@pytest.mark.rule("E-018", "E-032")
def test_where_all_is_the_tenans_no_draw_is_told_to_everybody() -> None:
    table = meeting(draw_audience="tenan")
    table.do(BEN, "draw_encounter", dice=(1,))
    assert [(cue.line, cue.audience) for cue in table.cues] == [
        ("CourtCardSeen", frozenset({BEN})),
        ("EncounterDrawn.new", None),
    ]
    table.do(BEN, "draw_number", dice=(1, 1))
    table.do(BEN, "overrule", type="knight")
    assert {cue.audience for cue in table.cues} == {frozenset({BEN})}
    table.do(BEN, "build")
    assert [(cue.line, cue.slots["attitude"]) for cue in table.cues] == [("EncounterMade.unknown", "")]
    assert table.character("c7").attitude == "friendly"
    tenan = again(table, "jack of hearts")
    assert [cue.audience for cue in table.cues] == [frozenset({tenan})] * 2


@pytest.mark.rule("E-134")
def test_a_companions_sheet_lies_open() -> None:
    table = made(meeting())
    table.do(BEN, "befriend", character="knight")
    assert about_the_knight(table, None) >= SHEET


@pytest.mark.rule("E-137")
def test_a_seat_sees_its_own_character_first_and_lamps_say_who_is_waited_for() -> None:
    table = staking()
    names = [block[0].slots["name"] for block in view(table.state, CARA).cards if block[0].line == "character.pc"]
    assert names[0] == "Jaufre"
    assert view(table.state, None).lamps == {ANNA: "glow", BEN: "on"}
    table.do(ANNA, "set_stakes", stake="boon")
    assert view(table.state, None).lamps == {ANNA: "on", BEN: "glow"}
    made(table)
    assert view(table.state, None).lamps == {ANNA: "on", BEN: "on"}
    table.do(CARA, "use_ability", ability="music")
    assert view(table.state, None).lamps == {ANNA: "on", BEN: "on", CARA: "glow"}
    assert view(Table(()).state, None).lamps == {}


@pytest.mark.rule("E-024", "E-029")
@pytest.mark.parametrize(("setting", "audience"), [("split", None), ("tenan", frozenset({BEN})), ("everyone", None)])
def test_a_number_and_a_type_are_told_to_those_who_may_know_the_draw(
    setting: str, audience: frozenset[str] | None
) -> None:
    table = meeting(draw_audience=setting)
    table.do(BEN, "draw_encounter", dice=(1,))
    table.do(BEN, "draw_number", dice=(1, 1))
    assert {cue.audience for cue in table.cues} == {audience}
    table.do(BEN, "overrule", type="knight")
    assert {cue.audience for cue in table.cues} == {audience}
