"""Who sits at the table, sessions and gift dice, the shared quest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry import names
from assistant.games.errantry.state import Boon, Obligation
from assistant.games.errantry.terms import BoonStatus, Moment, QuestStatus
from assistant.table import Ask, Cue
from tests.games.errantry.acts import met, owing
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, PLAYERS, Table, shipped_config


@pytest.mark.rule("E-003")
def test_players_sit_in_their_order_and_get_a_sheet_each() -> None:
    table = Table()
    assert [(player.id, player.name) for player in table.state.players] == list(zip("1234", PLAYERS, strict=True))
    assert [player.character_ids for player in table.state.players] == [("c1",), ("c2",), ("c3",), ("c4",)]
    assert table.refused(ANNA, "new_game", players=("Anna", "anna")) == "E_NAME_TAKEN"
    assert table.refused(ANNA, "new_game", players=("Anna", "…")) == "E_NAME_MISSING"
    assert table.refused(ANNA, "new_game", players=tuple("abcdefghi")) == "E_TABLE_FULL"
    assert isinstance(table.try_(ANNA, "new_game"), Ask)
    assert Table(()).try_("", "new_game") == Cue("new_game.who")


@pytest.mark.rule("E-003")
def test_a_sheet_written_for_a_player_goes_to_that_player() -> None:
    sheets = shipped_config().character
    table = Table(character=(sheets[0], replace(sheets[1], player="anna"), *sheets[2:]))
    assert [player.character_ids for player in table.state.players] == [("c2",), ("c1",), ("c3",), ("c4",)]


@pytest.mark.rule("E-003", "E-135")
@pytest.mark.parametrize(("setting", "gift"), [("players", 5), ("none", 0)])
def test_a_newcomer_sits_down(setting: str, gift: int) -> None:
    table = Table(newcomer_gifts=setting)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "add_player", text="Eve")
    assert table.cues[0].slots == {"player": "Eve", "n": 5}
    assert table.state.session is not None
    assert table.state.session.gift == {"1": 4, "2": 4, "3": 4, "4": 4, "5": gift}
    assert table.refused(ANNA, "add_player", text="eve") == "E_NAME_TAKEN"
    assert table.refused(ANNA, "add_player", text="…") == "E_NAME_MISSING"
    for name in ("Finn", "Gus", "Hal"):
        table.do(ANNA, "add_player", text=name)
    assert table.refused(ANNA, "add_player", text="Ivy") == "E_TABLE_FULL"


@pytest.mark.rule("E-135")
def test_before_the_first_scene_sheets_are_exchanged_freely() -> None:
    table = Table()
    table.do(ANNA, "take_character", player="anna", character="fulk")
    table.do(ANNA, "take_character", player="ben", character="geoffrey")
    assert [player.character_ids for player in table.state.players] == [("c5",), ("c3",), ("c2",), ("c4",)]
    owners = {each.id: each.player_id for each in table.state.characters}
    assert owners == {"c1": None, "c2": CARA, "c3": BEN, "c4": DIRK, "c5": ANNA, "c6": None}
    assert table.refused(ANNA, "take_character", player="anna", character="fulk") == "E_TAKEN"
    assert table.refused(ANNA, "take_character", player="zork", character="fulk") == "E_WHO"
    assert table.refused(ANNA, "take_character", player="anna", character="zork") == "E_WHO"
    table.do(ANNA, "add_player", text="Eve")
    table.do(ANNA, "take_character", player="eve", character="mortimer")
    assert table.state.players[4].character_ids == ("c1",)


@pytest.mark.rule("E-135")
def test_an_encounter_character_is_taken_only_from_the_party() -> None:
    table = met()
    table.do(ANNA, "end_scene")
    assert table.refused(ANNA, "take_character", player="anna", character="knight") == "E_TAKEN"


@pytest.mark.rule("E-005", "E-006")
def test_every_player_present_gets_as_many_gift_dice_as_there_are_players_present() -> None:
    table = Table()
    assert table.refused(ANNA, "end_session") == "E_NO_SESSION"
    table.do(ANNA, "player_leaves", player="dirk")
    table.do(ANNA, "begin_session")
    assert table.state.session is not None
    assert table.state.session.gift == {ANNA: 3, BEN: 3, CARA: 3}
    assert table.cues[0].slots == {"n": 1, "gift": 3}
    assert table.refused(ANNA, "begin_session") == "E_SESSION_OPEN"
    assert isinstance(table.try_(ANNA, "end_session"), Ask)
    table.do(ANNA, "end_session", confirmed_by=ANNA)
    assert table.state.session is None
    table.do(ANNA, "begin_session")
    assert table.cues[0].slots == {"n": 2, "gift": 3}


@pytest.mark.rule("E-006")
def test_a_session_does_not_end_in_a_conflict() -> None:
    table = met()
    table.do(ANNA, "use_ability", ability="lance")
    assert table.state.moment is Moment.FREE_AND_CLEAR
    assert table.refused(ANNA, "end_session") == "E_BUSY"
    assert table.refused(ANNA, "end_scene") == "E_BUSY"


@pytest.mark.rule("E-003")
def test_the_last_player_stays() -> None:
    table = Table(("Anna", "Ben"))
    table.do(ANNA, "player_leaves", player="ben")
    assert table.refused(ANNA, "player_leaves", player="ben") == "E_WHO"
    assert table.refused(ANNA, "player_leaves", player="anna") == "E_WHO"
    assert table.refused(ANNA, "player_leaves", player="zork") == "E_WHO"
    assert table.refused(ANNA, "player_returns", player="zork") == "E_WHO"


@pytest.mark.rule("E-004")
def test_the_table_says_how_many_boons_the_quest_needs() -> None:
    assert Table(boons_required=7).state.quest.boons_required == 7
    table = Table()
    table.do(ANNA, "set_quest", n=5)
    assert (table.state.quest.boons_required, table.cues[0].line) == (5, "QuestSet")
    for n in (0, 100):
        assert table.refused(ANNA, "set_quest", n=n) == "E_HOW_MANY"
    for n in (1, 99):
        table.do(ANNA, "set_quest", n=n)
        assert table.state.quest.boons_required == n
    assert table.refused(ANNA, "set_quest") == "E_HOW_MANY"


def _quest(table: Table, boons: int, used: int = 0, owed: int = 0) -> None:
    held = tuple(Boon(f"b{n}", "c1", "c2") for n in range(boons))
    gone = tuple(Boon(f"u{n}", "c2", "c3", status=BoonStatus.USED) for n in range(used))
    debts = tuple(Obligation(f"o{n}", "c1", "c2") for n in range(owed))
    table.state = replace(table.state, quest=replace(table.state.quest, boons=held + gone, obligations=debts))


@pytest.mark.rule("E-125", "E-122")
def test_the_quest_is_complete_with_boons_enough_and_no_obligation() -> None:
    table = Table()
    _quest(table, boons=3, owed=1)
    assert table.try_(BEN, "how_many_boons") == Cue("quest", {"n": 0, "m": 1, "held": 3, "required": 3})
    assert table.refused(BEN, "discharge") == "E_NO_OBLIGATION"
    table.do(ANNA, "discharge")
    assert [cue.line for cue in table.cues] == ["ObligationDischarged.last", "QuestCompleted"]
    assert table.state.quest.status is QuestStatus.COMPLETE
    assert table.refused(ANNA, "set_quest", n=5) == "E_QUEST_DONE"
    cue = table.try_(BEN, "how_many_boons")
    assert isinstance(cue, Cue)
    assert cue.line == "quest.complete"


@pytest.mark.rule("E-123", "E-125")
@pytest.mark.parametrize(("counts", "missing"), [(True, 0), (False, 1)])
def test_used_boons_count_for_the_quest_or_do_not(counts: bool, missing: int) -> None:
    table = Table(used_boon_counts=counts)
    _quest(table, boons=2, used=1, owed=1)
    cue = table.try_(ANNA, "how_many_boons")
    assert isinstance(cue, Cue)
    assert cue.slots["n"] == missing


@pytest.mark.rule("E-125")
def test_each_may_have_a_quest_alone() -> None:
    table = Table(quest_shared=False)
    _quest(table, boons=3, owed=1)
    cue = table.try_(ANNA, "how_many_boons")
    assert isinstance(cue, Cue)
    assert cue.slots["n"] == 9  # Ben, Cara and Dirk have none


@pytest.mark.rule("E-122", "E-123")
def test_debts_are_named_by_the_other_party() -> None:
    table = owing("Hob", "Tib")
    table.do(ANNA, "set_stakes", stake="boon")
    table.do(BEN, "choose_encounter", character="hob")
    for intent, code in (("discharge", "E_NO_OBLIGATION"), ("use_boon", "E_NO_BOON")):
        assert isinstance(table.try_(ANNA, intent), Ask)
        assert table.refused(ANNA, intent, character="isolde") == code
        table.do(ANNA, intent, character="hob")
        table.do(ANNA, intent)
        assert table.refused(ANNA, intent) == code


@pytest.mark.rule("E-138")
def test_taking_back() -> None:
    table = Table()
    assert table.refused(ANNA, "undo") == "E_NO_UNDO"
    assert table.refused(ANNA, "undo", intent="end_session", seat=ANNA, at=0.0) == "E_NO_UNDO"
    assert table.do(ANNA, "undo", intent="set_quest", seat=BEN, at=0.0) == ()
    assert isinstance(table.try_(ANNA, "undo", intent="roll", seat=BEN, at=0.0), Ask)
    assert table.do(ANNA, "undo", intent="roll", seat=BEN, at=0.0, confirmed_by=ANNA) == ()


def test_tables_stay_as_they_are_until_the_evening_ends() -> None:
    assert Table().try_(ANNA, "reload_tables") == Cue("reload_tables")


@pytest.mark.rule("E-135")
def test_who_has_no_sheet_takes_another_players_and_that_one_has_none() -> None:
    table = Table((*PLAYERS, "Eve", "Finn", "Gus"))
    assert table.state.players[6].character_ids == ()
    table.do(ANNA, "take_character", player="gus", character="mortimer")
    assert (table.state.players[6].character_ids, table.state.players[0].character_ids) == (("c1",), ())
    assert table.character("c1").player_id == "7"


def test_a_character_is_called_by_name_or_by_the_word_for_it() -> None:
    table = Table()
    heard = {name.id: name.heard for name in names.characters(table.state)}
    assert {"mortimer", "sir mortimer"} <= set(heard["c1"])
    table.change("c2", name="Dame Mortimer", spoken="dame")
    heard = {name.id: name.heard for name in names.characters(table.state)}
    assert "mortimer" in heard["c1"], "his own word, though it is in her name too"
    assert "mortimer" not in heard["c2"]
    assert "dame mortimer" in heard["c2"]
