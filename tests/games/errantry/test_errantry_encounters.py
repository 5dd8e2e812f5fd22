"""Whom one meets: drawing, choosing, and making an encounter character."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry.state import Gear, Points
from assistant.games.errantry.terms import (
    EncounterMode,
    Kind,
    Life,
    Moment,
    Pool,
)
from assistant.table import Roll
from tests.games.errantry.acts import again, made, meeting, met
from tests.games.errantry.episode import ANNA, BEN, CARA


@pytest.mark.rule("E-018", "E-019")
def test_a_hidden_draw_takes_any_card_of_the_deck_and_a_new_one_is_a_new_character() -> None:
    table = meeting()
    assert table.try_(BEN, "draw_encounter") == Roll((12,), by=None)
    table.do(BEN, "draw_encounter", dice=(5,))
    assert [cue.line for cue in table.cues] == ["CourtCardSeen", "EncounterDrawn.new"]
    assert table.state.moment is Moment.CREATE
    assert table.state.decks.seen == {"Q.diamonds"}
    assert table.try_(BEN, "draw_number") == Roll((41, 40), by=None)


@pytest.mark.rule("E-018")
def test_a_told_court_card_must_be_one_and_lie_in_the_deck() -> None:
    table = meeting()
    assert table.refused(BEN, "tell_court_card", card="ten of clubs") == "E_CARD_BAD"
    court = tuple(card for card in table.state.decks.court if card != "J.clubs")
    table.state = replace(table.state, decks=replace(table.state.decks, court=court))
    assert table.refused(BEN, "tell_court_card", card="jack of clubs") == "E_CARD_GONE"
    table.do(BEN, "tell_court_card", card="king of clubs")
    assert table.refused(BEN, "draw_encounter") == "E_WRONG_PHASE"


@pytest.mark.rule("E-020", "E-021", "E-022")
def test_a_known_card_waits_for_what_the_tenan_makes_of_it() -> None:
    table = met()
    tenan = again(table)
    assert table.cues[1].line == "EncounterDrawn.alive"
    assert table.refused(tenan, "draw_encounter") == "E_CARD_DRAWN"
    assert table.refused(tenan, "tell_court_card", card="king of clubs") == "E_CARD_DRAWN"
    assert table.refused(tenan, "choose_encounter", character="noble") == "E_CARD_DRAWN"
    assert table.refused(tenan, "set_mode", mode="new") == "E_EC_ALIVE"
    assert table.refused(tenan, "set_mode", mode="twin") == "E_WHICH"
    table.do(tenan, "set_mode", mode="same")
    assert table.state.scene is not None
    assert table.state.scene.ec_ids == ("c7",)
    assert table.state.scene.encounter_mode is EncounterMode.SAME


@pytest.mark.rule("E-021")
def test_a_card_that_is_new_has_no_friends() -> None:
    assert meeting().refused(BEN, "set_mode", mode="associates") == "E_NOT_SEEN"


@pytest.mark.rule("E-021")
def test_associates_are_an_unnamed_copy_with_full_pools_of_their_own() -> None:
    table = met()
    original = table.character("c7")
    table.change("c7", pools={**original.pools, Pool.VALOUR: Points(0, 5)})
    table.do(again(table), "set_mode", mode="associates")
    copy = table.state.characters[-1]
    assert (copy.named, copy.abilities, copy.pools) == (False, original.abilities, original.pools)
    assert copy.spoken == "second " + original.spoken
    assert table.state.card_links == {"Q.hearts": ("c7",)}


@pytest.mark.rule("E-021")
def test_associates_may_be_drawn_for_themselves() -> None:
    table = meeting(associate_sheet="draw")
    made(table)
    tenan = again(table)
    table.do(tenan, "set_mode", mode="associates")
    assert [cue.line for cue in table.cues] == ["EncounterModeSet.new"]
    assert table.state.moment is Moment.CREATE
    table.do(tenan, "draw_number", dice=(1, 1))
    table.do(tenan, "build")
    assert not table.state.characters[-1].named
    assert table.state.card_links == {"Q.hearts": ("c7",)}


@pytest.mark.rule("E-022")
@pytest.mark.parametrize(("mode", "life"), [("escaped", Life.ALIVE), ("ghost", Life.GHOST)])
def test_the_dead_may_have_escaped_or_walk(mode: str, life: Life) -> None:
    table = met()
    table.change("c7", life=Life.DEAD)
    tenan = again(table)
    assert table.cues[1].line == "EncounterDrawn.dead"
    assert table.refused(tenan, "set_mode", mode="same") == "E_EC_DEAD"
    table.do(tenan, "set_mode", mode=mode)
    assert table.character("c7").life is life
    assert table.state.moment is Moment.PLAY


@pytest.mark.rule("E-022")
def test_for_the_dead_a_new_character_may_take_the_card() -> None:
    table = met()
    table.change("c7", life=Life.DEAD)
    tenan = again(table)
    table.do(tenan, "set_mode", mode="new")
    table.do(tenan, "draw_number", dice=(1, 1))
    table.do(tenan, "build")
    assert table.state.card_links == {"Q.hearts": ("c7", "c8")}
    again(table)
    assert table.cues[1].slots == {"character": table.character("c8").name}


@pytest.mark.rule("E-018")
def test_the_tenan_may_choose_somebody_known() -> None:
    table = met()
    table.do(ANNA, "end_scene")
    table.do(ANNA, "next_scene")
    table.do(BEN, "set_stakes", stake="boon")
    assert table.refused(CARA, "choose_encounter", character="mortimer") == "E_NOT_AN_EC"
    assert table.refused(CARA, "choose_encounter", character="zork") == "E_WHO"
    table.do(CARA, "choose_encounter", character="knight")
    assert table.state.scene is not None
    assert table.state.scene.encounter_card == "Q.hearts"
    assert table.state.moment is Moment.PLAY
    table.do(ANNA, "end_scene")
    table.change("c7", life=Life.DEAD)
    table.do(ANNA, "next_scene")
    table.do(CARA, "set_stakes", stake="boon")
    assert table.refused("4", "choose_encounter", character="knight") == "E_EC_DEAD"


@pytest.mark.rule("E-032", "E-027")
def test_the_charts_give_the_character() -> None:
    table = met(card="king of spades", first="three of hearts", second="two of clubs")  # 32: an outlaw
    who = table.character("c7")
    assert (who.name, who.type, who.attitude, who.kind) == ("Black Renard", "outlaw", "hostile", Kind.EC)
    assert {pool: points.now for pool, points in who.pools.items()} == {
        Pool.COURTESIE: 6,  # the tens card is a heart
        Pool.VALOUR: 4,
        Pool.ARTES: 4,
    }
    ranks = {key: ability.rank for key, ability in who.abilities.items()}
    assert ranks == {"bow": 4, "stealth": 3, "woodcraft": 1, "sword": 1, "react": 3, "endure": 1, "resist": 1}
    assert (who.keys, who.secrets) == (("vow",), ("steady_hand",))
    assert (who.weapons, who.armours) == ((Gear("sword", 1),), (Gear("mail", 1),))
    assert who.appearance == "somebody else's good boots"
    assert dict(table.cues[0].slots) == {"character": "Black Renard", "attitude": "hostile", "pool": "Courtesie"}


@pytest.mark.rule("E-032")
def test_the_suit_may_leave_the_lead_to_the_type_and_names_are_not_used_twice() -> None:
    table = met(first="three of clubs", second="two of hearts")
    assert next(iter(table.character("c7").pools)) is Pool.VALOUR
    assert table.character("c7").secrets == ()
    table.do(ANNA, "end_scene")
    table.do(ANNA, "next_scene")
    table.do(BEN, "set_stakes", stake="boon")
    made(table, "jack of clubs", "three of clubs", "two of hearts")
    first, second = table.character("c7"), table.character("c8")
    assert (first.spoken, second.spoken) == ("outlaw", "second outlaw")
    assert first.name != second.name


@pytest.mark.rule("E-032")
def test_a_nameless_type_is_called_by_its_word() -> None:
    table = met(first="four of clubs", second="four of clubs".replace("four", "ace"))  # 41: a boar
    assert (table.character("c7").name, table.character("c7").named) == ("Beast", False)


@pytest.mark.rule("E-029")
def test_the_number_can_be_overruled_before_and_after_the_draw_and_suits_count_all_the_same() -> None:
    table = meeting()
    table.do(BEN, "tell_court_card", card="queen of hearts")
    assert table.refused(BEN, "build") == "E_NO_NUMBER"
    assert table.refused(BEN, "overrule", type="dragon") == "E_TYPE_UNKNOWN"
    table.do(BEN, "overrule", type="knight")
    table.do(BEN, "tell_number", first="ten of clubs", second="seven of spades")
    assert [cue.line for cue in table.cues] == ["NumberSeen"]
    assert table.refused(BEN, "tell_number", first="ten of clubs", second="six of spades") == "E_CARD_DRAWN"
    assert table.refused(BEN, "draw_number") == "E_CARD_DRAWN"
    table.do(BEN, "overrule", type="cleric")
    table.do(BEN, "build")
    assert (table.character("c7").type, table.character("c7").keys) == ("cleric", ("rival",))
    assert table.state.scene is not None
    assert table.state.scene.encounter_mode is EncounterMode.CHOSEN


@pytest.mark.rule("E-032")
def test_a_type_without_chart_is_a_gap() -> None:
    table = meeting(type={})
    table.do(BEN, "tell_court_card", card="queen of hearts")
    table.do(BEN, "tell_number", first="ten of clubs", second="seven of spades")
    assert table.refused(BEN, "build") == "E_CHART_GAP"


@pytest.mark.rule("E-030")
def test_the_cards_give_landscape_and_weather_where_the_table_wants_them() -> None:
    table = meeting(environment=True)
    table.do(BEN, "tell_court_card", card="queen of hearts")
    assert table.refused(ANNA, "environment") == "E_NO_NUMBER"
    table.do(BEN, "tell_number", first="seven of clubs", second="two of spades")
    slots = {"landscape": "deep woods", "weather": "fog or frost", "population": "a village"}
    assert dict(table.cues[-1].slots) == slots
    cue = table.try_(ANNA, "environment")
    assert cue == replace(table.cues[-1], audience=None)
    assert met().refused(ANNA, "environment") == "E_ENV_OFF"
