"""Roles of a scene and how they go round the table."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from assistant.games.errantry import engine
from assistant.games.errantry.state import Points
from assistant.games.errantry.terms import Moment, Pool, Role
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, Table

NAMES = ("Anna", "Ben", "Cara", "Dirk", "Eve", "Finn")


def seated(count: int, **how: object) -> Table:
    table = Table(NAMES[:count], **how)
    table.do(ANNA, "begin_session")
    return table


def play_scene(table: Table) -> dict[Role, str]:
    """Open a scene and end it at once; who had which role."""
    table.do(ANNA, "next_scene")
    assert table.state.scene is not None
    roles = dict(table.state.scene.roles)
    table.do(roles[Role.VENAN], "set_stakes", stake="other")
    table.do(roles[Role.TENAN], "draw_encounter", dice=(1,))
    if table.state.moment is Moment.ENCOUNTER:
        table.do(roles[Role.TENAN], "set_mode", mode="same")
    else:
        table.do(roles[Role.TENAN], "draw_number", dice=(1, 1))
        table.do(roles[Role.TENAN], "build")
    table.do(ANNA, "end_scene")
    return roles


@pytest.mark.rule("E-007", "E-008", "E-009")
def test_the_first_venan_has_the_highest_valour_and_the_others_sit_beside() -> None:
    table = seated(4)
    assert play_scene(table) == {Role.VENAN: ANNA, Role.TENAN: BEN, Role.MARSHAL: DIRK}
    tied = seated(4)
    tied.change("c1", pools={**tied.character("c1").pools, Pool.VALOUR: Points(1, 1)})
    assert play_scene(tied)[Role.VENAN] == BEN  # Dirk has as much: the lowest seat


@pytest.mark.rule("E-010")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_in_as_many_scenes_as_players_everybody_has_each_role_once(count: int) -> None:
    table = seated(count)
    scenes = [play_scene(table) for _ in range(count)]
    for role in (Role.VENAN, Role.TENAN, *((Role.MARSHAL,) if count >= 3 else ())):
        assert sorted(roles[role] for roles in scenes) == [str(number + 1) for number in range(count)]
    assert all(before[Role.TENAN] == after[Role.VENAN] for before, after in pairwise(scenes))
    assert all(roles[Role.VENAN] != roles[Role.TENAN] for roles in scenes)


@pytest.mark.rule("E-012", "E-013")
def test_two_players_alternate_without_a_marshal_and_one_does_both() -> None:
    assert play_scene(seated(2)) == {Role.VENAN: ANNA, Role.TENAN: BEN}
    alone = seated(1)
    assert play_scene(alone) == {Role.VENAN: ANNA, Role.TENAN: ANNA}
    for table in (seated(1), seated(2)):
        table.do(ANNA, "next_scene")
        assert table.refused(ANNA, "assign_role", player=ANNA, role="marshal") == "E_ROLE_UNUSED"
        assert table.refused(ANNA, "assign_role", player=ANNA, role="herald") == "E_TOO_FEW"


@pytest.mark.rule("E-014")
def test_a_permanent_tenan_is_left_out_of_the_other_rotations() -> None:
    table = seated(4)
    table.do(ANNA, "hold_always", player="dirk")
    scenes = [play_scene(table) for _ in range(4)]
    assert [roles[Role.VENAN] for roles in scenes] == [ANNA, BEN, CARA, ANNA]
    assert {roles[Role.TENAN] for roles in scenes} == {DIRK}
    assert [roles[Role.MARSHAL] for roles in scenes] == [CARA, ANNA, BEN, CARA]
    assert table.refused(ANNA, "hold_always", player="ben") == "E_HOLDER_FIXED"
    table.do(ANNA, "hold_in_turn")
    assert play_scene(table)[Role.TENAN] == CARA
    assert table.refused(ANNA, "hold_in_turn") == "E_HOLDER_FREE"


@pytest.mark.rule("E-014")
def test_two_players_with_a_permanent_tenan_have_no_marshal() -> None:
    table = seated(2)
    table.do(ANNA, "hold_always", player=BEN)
    assert [play_scene(table) for _ in range(2)] == [{Role.VENAN: ANNA, Role.TENAN: BEN}] * 2
    assert seated(1).refused(ANNA, "hold_always", player=ANNA) == "E_TOO_FEW"
    assert seated(2).refused(ANNA, "hold_always", player="zork") == "E_WHO"


@pytest.mark.rule("E-014", "E-011")
def test_beside_a_permanent_tenan_there_may_be_a_herald_too() -> None:
    table = seated(4)
    table.do(ANNA, "hold_always", player=DIRK)
    table.state = replace(table.state, last_roles={Role.VENAN: CARA, Role.HERALD: BEN})
    assert play_scene(table) == {Role.VENAN: ANNA, Role.TENAN: DIRK, Role.MARSHAL: CARA, Role.HERALD: BEN}


@pytest.mark.rule("E-011", "E-015")
def test_a_herald_who_gets_another_role_is_herald_no_more() -> None:
    table = seated(4)
    table.do(ANNA, "next_scene")
    table.do(ANNA, "assign_role", player=CARA, role="herald")
    table.do(ANNA, "assign_role", player=CARA, role="marshal")
    assert table.state.role(Role.HERALD) is None
    assert not table.due()


@pytest.mark.rule("E-010")
def test_absent_players_are_skipped() -> None:
    table = seated(4)
    play_scene(table)
    table.do(ANNA, "player_leaves", player="ben")
    assert play_scene(table) == {Role.VENAN: CARA, Role.TENAN: DIRK, Role.MARSHAL: ANNA}
    table.do(ANNA, "player_returns", player="ben")
    assert play_scene(table)[Role.VENAN] == DIRK
    assert table.refused(ANNA, "player_returns", player="ben") == "E_WHO"


@pytest.mark.rule("E-011")
def test_a_herald_once_named_goes_round_with_four_players_and_more() -> None:
    table = seated(4)
    table.do(ANNA, "next_scene")
    assert table.refused(ANNA, "assign_role", player=ANNA, role="herald") == "E_ROLE_TAKEN"
    table.do(ANNA, "assign_role", player="cara", role="herald")
    assert table.cues[0].line == "RoleAssigned.herald"
    scene = table.state.scene
    assert scene is not None
    table.do(ANNA, "set_stakes", stake="other")
    table.do(BEN, "draw_encounter", dice=(1,))
    table.do(BEN, "draw_number", dice=(1, 1))
    table.do(BEN, "build")
    table.do(ANNA, "end_scene")
    assert play_scene(table)[Role.HERALD] == DIRK


@pytest.mark.rule("E-011")
@pytest.mark.parametrize(("limit", "due"), [(180, [190.0]), (0, [])])
def test_the_herald_has_so_long_for_the_land(limit: int, due: list[float]) -> None:
    table = seated(4, herald_window_s=limit)
    table.do(ANNA, "next_scene")
    table.at = 10.0
    table.do(ANNA, "assign_role", player="cara", role="herald")
    assert [command.at for command in table.due()] == due
    for command in table.due():
        table.at = command.at
        table.do(command.seat, command.intent)
        assert table.cues[0].slots == {"player": "Cara"}
    assert not table.due()
    assert table.refused("clock", "call_herald") == "E_NOTHING_DUE"


@pytest.mark.rule("E-015")
def test_roles_can_be_set_by_hand_but_comer_and_holder_must_differ() -> None:
    table = seated(4)
    table.do(ANNA, "next_scene")
    assert table.refused(ANNA, "assign_role", player=ANNA, role="tenan") == "E_ROLE_CONFLICT"
    assert table.refused(ANNA, "assign_role", player=BEN, role="venan") == "E_ROLE_CONFLICT"
    assert table.refused(ANNA, "assign_role", player="zork", role="tenan") == "E_WHO"
    assert table.refused(ANNA, "assign_role", player=BEN, role="king") == "E_WHO"
    table.do(ANNA, "assign_role", player=CARA, role="tenan")
    assert table.state.role(Role.TENAN) == CARA


@pytest.mark.rule("E-010", "E-007")
def test_a_scene_needs_a_session_and_the_end_of_the_one_before() -> None:
    table = Table()
    assert table.refused(ANNA, "next_scene") == "E_NO_SESSION"
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    assert table.refused(ANNA, "next_scene") == "E_SCENE_OPEN"


@pytest.mark.rule("E-008")
def test_without_characters_the_comer_is_named() -> None:
    table = Table(character=())
    table.do(ANNA, "begin_session")
    assert table.refused(ANNA, "next_scene") == "E_NO_CHARACTERS"
    assert table.refused(ANNA, "next_scene", player="zork") == "E_WHO"
    table.do(ANNA, "next_scene", player="cara")
    assert table.state.role(Role.VENAN) == CARA


@pytest.mark.rule("E-010")
@pytest.mark.parametrize(("count", "tenan"), [(4, CARA), (3, BEN)])
def test_skip_one_leaves_a_seat_between_comer_and_holder_from_four_players_on(count: int, tenan: str) -> None:
    table = seated(count, rotation="skip_one")
    roles = play_scene(table)
    assert (roles[Role.VENAN], roles[Role.TENAN]) == (ANNA, tenan)
    assert len(set(roles.values())) == 3


@pytest.mark.rule("E-010", "E-011")
def test_with_a_seat_between_the_herald_sits_there() -> None:
    table = seated(4, rotation="skip_one")
    table.state = replace(table.state, last_roles={Role.VENAN: DIRK, Role.HERALD: CARA})
    assert play_scene(table) == {Role.VENAN: ANNA, Role.TENAN: CARA, Role.MARSHAL: DIRK, Role.HERALD: BEN}


@pytest.mark.rule("E-011", "E-014")
@pytest.mark.parametrize(("fixed", "marshal"), [("", CARA), (CARA, BEN)])
def test_three_players_have_a_marshal_but_no_herald_of_themselves(fixed: str, marshal: str) -> None:
    table = seated(3)
    if fixed:
        table.do(ANNA, "hold_always", player=fixed)
    table.state = replace(table.state, last_roles={Role.VENAN: CARA, Role.HERALD: BEN})
    assert play_scene(table) == {Role.VENAN: ANNA, Role.TENAN: fixed or BEN, Role.MARSHAL: marshal}


@pytest.mark.rule("E-008", "E-014")
def test_who_always_holds_may_be_named_to_come() -> None:
    table = seated(4)
    table.do(ANNA, "hold_always", player=DIRK)
    table.do(ANNA, "next_scene", player=DIRK)
    assert table.state.here.roles == {Role.VENAN: DIRK, Role.TENAN: ANNA, Role.MARSHAL: CARA}


@pytest.mark.rule("E-008")
def test_nobody_comes_who_has_left_the_table() -> None:
    table = seated(3)
    table.do(ANNA, "player_leaves", player=BEN)
    assert table.refused(ANNA, "next_scene", player=BEN) == "E_WHO"
    table.do(ANNA, "next_scene")
    assert table.refused(ANNA, "assign_role", player=BEN, role="tenan") == "E_WHO"


@pytest.mark.rule("E-007", "E-011", "E-012", "E-013")
@pytest.mark.parametrize(("count", "line"), [(1, "alone"), (2, "two"), (3, "marshal"), (4, "marshal")])
def test_it_is_said_who_has_which_role(count: int, line: str) -> None:
    table = seated(count)
    table.state = replace(table.state, last_roles={Role.HERALD: ANNA})
    table.do(ANNA, "next_scene")
    opened, *more = table.cues
    names = {role.value: NAMES[int(seat) - 1] for role, seat in table.state.here.roles.items()}
    assert opened.line == f"SceneOpened.{line}"
    assert {key: value for key, value in opened.slots.items() if value} == {"n": 1, **names}
    assert [cue.line for cue in more] == ["RoleAssigned.herald"] * (count == 4)
    assert [command.intent for command in table.due()] == ["call_herald"] * (count == 4)


@pytest.mark.rule("E-015", "E-013", "E-011")
def test_only_a_lone_player_has_two_roles() -> None:
    alone = seated(1)
    alone.do(ANNA, "next_scene")
    alone.do(ANNA, "assign_role", player=ANNA, role="tenan")
    assert alone.state.here.roles == {Role.VENAN: ANNA, Role.TENAN: ANNA}
    three = seated(3)
    three.do(ANNA, "next_scene")
    assert three.refused(ANNA, "assign_role", player=CARA, role="herald") == "E_ROLE_TAKEN"


@pytest.mark.rule("E-011", "E-015")
def test_a_role_is_offered_to_those_who_may_have_it() -> None:
    table = seated(5)
    table.do(ANNA, "next_scene")
    offered = {
        str(each.slots["role"][0].id): [name.id for name in each.slots["player"]]
        for each in engine.grammar(table.state)
        if each.intent == "assign_role"
    }
    assert offered == {
        "venan": [ANNA, CARA, DIRK, "5"],
        "tenan": [BEN, CARA, DIRK, "5"],
        "marshal": [ANNA, BEN, CARA, DIRK, "5"],
        "herald": [CARA, DIRK],
    }


@pytest.mark.rule("E-007", "E-012")
def test_two_players_who_name_their_roles_by_hand_need_no_marshal() -> None:
    table = seated(2, rotation="manual")
    table.do(ANNA, "next_scene")
    table.do(ANNA, "assign_role", player=BEN, role="venan")
    assert table.state.moment is Moment.ROLES
    table.do(ANNA, "assign_role", player=ANNA, role="tenan")
    assert table.state.moment is Moment.STAKES
    named = seated(2, rotation="manual")
    named.do(ANNA, "next_scene", player=BEN)
    assert named.state.here.roles == {Role.VENAN: BEN, Role.TENAN: ANNA}


@pytest.mark.rule("E-007", "E-015")
def test_with_roles_by_hand_a_scene_waits_until_each_has_its_player() -> None:
    table = seated(3, rotation="manual")
    table.do(ANNA, "next_scene")
    assert (table.cues[0].line, table.cues[0].slots["n"]) == ("SceneOpened.roles", 1)
    for seat, role in ((ANNA, "venan"), (BEN, "tenan")):
        table.do(ANNA, "assign_role", player=seat, role=role)
        assert table.state.moment is Moment.ROLES
    table.do(ANNA, "assign_role", player=CARA, role="marshal")
    assert table.state.moment is Moment.STAKES
