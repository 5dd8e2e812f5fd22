"""Who speaks, for whom, and when: what comes before every order; and what one may ask to see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import checks
from assistant.games.errantry.state import Check, CheckStep, HarmMark, Points
from assistant.games.errantry.terms import CheckKind, Moment, Pool, Role
from assistant.table import Command, Cue, Refusal
from tests.games.errantry.acts import made, meeting, met, staking
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, Table


def who(table: Table, seat: str) -> str:
    """The id of the character that "I" is at a seat; the code where nobody is."""
    found = checks.speaker(table.state, seat)
    return found.code if isinstance(found, Refusal) else found.id


def checking(table: Table, *characters: str) -> Table:
    steps = tuple(CheckStep(each, "lance", pool=Pool.VALOUR) for each in characters)
    table.state = replace(table.state, check=Check("k1", CheckKind.RESISTED, steps))
    return table


@pytest.mark.rule("E-141")
def test_i_is_ones_own_character_and_for_the_tenan_the_encounter_character() -> None:
    table = met()
    assert [who(table, seat) for seat in (ANNA, BEN, CARA, DIRK)] == ["c1", "c7", "c3", "c4"]
    assert who(Table(character=()), ANNA) == "E_WHO"
    table.do(BEN, "bring", type="beast")
    assert who(table, BEN) == "E_WHO"
    table.do(BEN, "leave", character="beast")
    assert who(table, BEN) == "c7"


@pytest.mark.rule("E-141")
def test_with_the_tenans_own_character_in_the_check_it_is_asked_whose() -> None:
    assert who(checking(met(), "c2", "c7"), BEN) == "E_WHO"
    assert who(checking(met(), "c2", "c1"), BEN) == "c2"
    assert who(checking(met(), "c1", "c7"), BEN) == "c7"


@pytest.mark.rule("E-013", "E-141")
def test_a_lone_player_speaks_for_the_own_character_unless_the_encounter_is_in_the_check() -> None:
    table = Table(("Anna",))
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    table.do(ANNA, "set_stakes", stake="boon")
    table.do(ANNA, "draw_encounter", dice=(1,))
    table.do(ANNA, "draw_number", dice=(1, 1))
    table.do(ANNA, "build")
    assert who(table, ANNA) == "c1"
    assert who(checking(table, "c7"), ANNA) == "c7"


@pytest.mark.rule("E-141", "E-033")
def test_what_is_for_one_role_is_refused_to_the_others_by_name() -> None:
    table = staking()
    refusal = table.try_(CARA, "set_stakes", stake="boon")
    assert refusal == Refusal("E_NOT_YOURS", {"player": "Anna"})
    assert meeting().try_(ANNA, "draw_encounter") == Refusal("E_NOT_YOURS", {"player": "Ben"})


@pytest.mark.rule("E-141")
def test_a_table_may_trust_everybody() -> None:
    table = staking(role_guard="trusted")
    table.do(CARA, "set_stakes", stake="boon")
    table.do(DIRK, "draw_encounter", dice=(1,))


@pytest.mark.rule("E-141", "E-012")
@pytest.mark.parametrize(("setting", "seats"), [("tenan", {BEN}), ("table", {ANNA, BEN})])
def test_without_a_marshal_the_tenan_or_the_table_has_the_powers(setting: str, seats: set[str]) -> None:
    table = Table(("Anna", "Ben"), no_marshal=setting)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    assert checks.marshals(table.state) == seats


@pytest.mark.rule("E-040", "E-141")
def test_the_tenan_stands_in_where_the_marshals_own_character_acts() -> None:
    table = met()
    assert checks.marshals(table.state) == {DIRK}
    assert checks.marshals(checking(table, "c4").state) == {DIRK, BEN}


@pytest.mark.rule("E-134", "E-141")
@pytest.mark.parametrize(("setting", "voice"), [("tenan", CARA), ("venan", BEN)])
def test_who_speaks_for_a_companion(setting: str, voice: str) -> None:
    table = made(meeting(companion_voice=setting))
    table.do(BEN, "befriend", character="knight")
    table.do(ANNA, "end_scene")
    table.do(ANNA, "next_scene")
    assert table.state.role(Role.TENAN) == CARA
    assert checks.voice_of(table.state, table.character("c7")) == voice


@pytest.mark.rule("E-033")
def test_an_encounter_character_who_is_not_there_cannot_be_meant() -> None:
    table = met()
    table.do(BEN, "leave", character="knight")
    absent = checks.meant(table.state, Command("x", BEN, {"character": "knight"}))
    assert absent == Refusal("E_EC_ABSENT", {"character": table.character("c7").name})
    table.do(ANNA, "end_scene")
    assert checks.not_yours(table.state, BEN, table.character("c7")) == absent
    assert checks.meant(table.state, Command("x", BEN, {"character": "zork"})) == Refusal("E_WHO")


@pytest.mark.rule("E-141")
def test_an_unknown_seat_is_asked_for() -> None:
    table = staking()
    assert table.refused("9", "where_are_we") == "E_WHO"
    assert table.refused(ANNA, "call_herald") == "E_WHO"


def test_at_the_wrong_time_the_phase_is_named() -> None:
    table = staking()
    refusal = table.try_(BEN, "draw_encounter")
    assert refusal == Refusal("E_WRONG_PHASE", {"phase": "stakes"})


@pytest.mark.rule("E-137")
@pytest.mark.parametrize("setting", ["split", "tenan", "everyone"])
def test_how_somebody_is(setting: str) -> None:
    table = made(meeting(draw_audience=setting))
    own = Cue("how_is", {"character": "Sir Mortimer", "valour": 5, "courtesie": 3, "artes": 3})
    assert table.try_(ANNA, "how_is") == own
    assert table.try_(CARA, "how_is", character="mortimer") == own
    asked = [table.try_(seat, "how_is", character="knight") for seat in (ANNA, BEN)]
    assert [one.line for one in asked if isinstance(one, Cue)] == [
        "how_is" if setting == "everyone" else "harm_of.none",
        "how_is",
    ]
    assert isinstance(asked[1], Cue)
    assert asked[1].audience == (None if setting == "everyone" else frozenset({BEN}))
    assert table.refused(ANNA, "how_is", character="zork") == "E_WHO"
    assert table.refused(ANNA, "harm_of", character="zork") == "E_WHO"


@pytest.mark.rule("E-137", "E-097")
@pytest.mark.parametrize(
    ("boxes", "level"), [((1, 3), "bruised"), ((1, 4), "bloodied"), ((6,), "bloodied"), ((2, 7), "broken")]
)
def test_harm_is_told_by_its_highest_box(boxes: tuple[int, ...], level: str) -> None:
    table = Table()
    table.change("c1", harm={box: HarmMark(Pool.VALOUR) for box in boxes})
    told = table.try_(ANNA, "harm_of")
    slots = {"character": "Sir Mortimer", "n": len(boxes), "level": level, "boxes": " ".join(map(str, boxes))}
    assert told == Cue("harm_of", slots)


@pytest.mark.rule("E-137")
def test_pools_phase_and_roles_can_be_asked_for() -> None:
    table = met()
    table.change("c1", pools={**table.character("c1").pools, Pool.COURTESIE: Points(1, 3)})
    assert table.try_(ANNA, "how_much", pool="courtesy") == Cue("how_much", {"pool": "Courtesie", "n": 1, "max": 3})
    assert table.refused(ANNA, "how_much", pool="fame") == "E_WHICH"
    table.do(BEN, "bring", type="beast")
    assert table.refused(BEN, "how_much", pool="valor") == "E_WHO"
    assert table.try_(ANNA, "where_are_we") == Cue("where_are_we", {"n": 1, "phase": "play"})
    roles = table.try_(ANNA, "who_has_roles")
    assert isinstance(roles, Cue)
    assert (roles.line, roles.slots["tenan"]) == ("who_has_roles.marshal", "Ben")
    table.do(ANNA, "end_scene")
    assert table.refused(ANNA, "who_has_roles") == "E_NO_SCENE"
    assert table.try_(ANNA, "where_are_we") == Cue("where_are_we.between", {"n": 1, "phase": "rest between scenes"})
    assert table.state.moment is Moment.NO_SCENE
