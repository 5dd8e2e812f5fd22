"""A scene from its stakes to its end: whom one meets, where, who is there, and what it came to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.errantry.state import Boon, Obligation, Points, Transcendence
from assistant.games.errantry.terms import (
    BoonStatus,
    EncounterMode,
    Kind,
    Land,
    Life,
    Moment,
    ObligationStatus,
    Pool,
    Role,
    Site,
)
from assistant.table import Ask, Roll
from tests.games.errantry.episode import ANNA, BEN, CARA, Table, sheet


def staking(**how: object) -> Table:
    """Anna comes, Ben holds, Dirk is Marshal; the stakes are to be set."""
    table = Table(**how)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    return table


def meeting(**how: object) -> Table:
    """The stakes are set; whom do they meet?"""
    table = staking(**how)
    table.do(ANNA, "set_stakes", stake="other")
    return table


def met(card: str = "queen of hearts", first: str = "two of clubs", second: str = "two of spades") -> Table:
    """A new encounter character is in the scene."""
    table = meeting()
    return made(table, card, first, second)


def made(
    table: Table, card: str = "queen of hearts", first: str = "two of clubs", second: str = "two of spades"
) -> Table:
    tenan = table.state.role(Role.TENAN) or BEN
    table.do(tenan, "tell_court_card", card=card)
    table.do(tenan, "tell_number", first=first, second=second)
    table.do(tenan, "build")
    return table


def again(table: Table, card: str = "queen of hearts") -> str:
    """The next scene, in which the same card comes up; the Tenan's seat."""
    if table.state.scene is not None:
        table.do(ANNA, "end_scene")
    table.do(ANNA, "next_scene")
    assert table.state.scene is not None
    table.do(table.state.scene.roles[Role.VENAN], "set_stakes", stake="other")
    tenan = table.state.scene.roles[Role.TENAN]
    table.do(tenan, "tell_court_card", card=card)
    return tenan


def owing(*names: str) -> Table:
    """Mortimer owes these, who are encounter characters, and has a boon of each."""
    table = staking()
    people = tuple(sheet(f"x{name}", name, {}) for name in names)
    debts = tuple(Obligation(f"o{name}", "c1", f"x{name}") for name in names)
    boons = tuple(Boon(f"b{name}", "c1", f"x{name}") for name in names)
    quest = replace(table.state.quest, obligations=debts, boons=boons)
    table.state = replace(table.state, quest=quest, characters=(*table.state.characters, *people))
    return table


@pytest.mark.rule("E-016")
@pytest.mark.parametrize("stake", ["boon", "other"])
def test_stakes_open_the_encounter(stake: str) -> None:
    table = staking()
    table.do(ANNA, "set_stakes", stake=stake)
    assert table.cues[0].line == "StakesSet"
    assert table.state.moment is Moment.ENCOUNTER
    assert table.refused(ANNA, "set_stakes", stake=stake) == "E_WRONG_PHASE"
    assert staking().refused(ANNA, "set_stakes", stake="fame") == "E_WHICH"


@pytest.mark.rule("E-016")
def test_words_of_stakes_may_be_known_later() -> None:
    table = staking()
    table.do(ANNA, "set_stakes", stake="other", text="…")
    table.do(ANNA, "draft", slots={"intent": "set_stakes"}, text="to cross the ford")
    assert table.state.scene is not None
    assert table.state.scene.stakes is not None
    assert table.state.scene.stakes.text == "to cross the ford"
    assert table.state.moment is Moment.ENCOUNTER
    assert table.refused(ANNA, "draft", slots={"intent": "set_stakes"}, text="again") == "E_WHICH"


@pytest.mark.rule("E-017")
@pytest.mark.parametrize("stake", ["discharge", "use_boon"])
def test_stakes_must_refer_to_something_real(stake: str) -> None:
    assert staking().refused(ANNA, "set_stakes", stake=stake) == "E_NO_TARGET"
    only = owing("Hob")
    assert only.refused(ANNA, "set_stakes", stake=stake, character="mortimer") == "E_NO_TARGET"
    only.do(ANNA, "set_stakes", stake=stake)
    assert only.state.scene is not None
    assert only.state.scene.stakes is not None
    assert only.state.scene.stakes.target in ("oHob", "bHob")
    several = owing("Hob", "Tib")
    which = several.try_(ANNA, "set_stakes", stake=stake)
    assert isinstance(which, Ask)
    assert [choice.slots["character"] for choice in which.choices] == ["xHob", "xTib"]
    several.do(ANNA, "set_stakes", stake=stake, character="tib")


@pytest.mark.rule("E-017")
def test_stakes_of_a_pool_or_a_key() -> None:
    table = staking()
    assert table.refused(ANNA, "set_stakes", stake="refresh") == "E_NO_TARGET"
    assert table.refused(ANNA, "set_stakes", stake="key", key="guardian") == "E_NO_TARGET"
    table.change("c1", pools={**table.character("c1").pools, Pool.VALOUR: Points(1, 5)})
    assert table.refused(ANNA, "set_stakes", stake="refresh", pool="arts") == "E_NO_TARGET"
    table.do(ANNA, "set_stakes", stake="refresh")
    keyed = staking()
    keyed.do(ANNA, "set_stakes", stake="key")
    assert keyed.state.scene is not None
    assert keyed.state.scene.stakes is not None
    assert keyed.state.scene.stakes.target == "vow"
    two = staking()
    two.change("c1", keys=("vow", "rival"))
    assert isinstance(two.try_(ANNA, "set_stakes", stake="key"), Ask)


@pytest.mark.rule("E-016")
def test_without_a_character_only_open_stakes_can_be_set() -> None:
    table = staking()
    table.change("c1", life=Life.DEAD)
    assert table.refused(ANNA, "set_stakes", stake="refresh") == "E_NO_TARGET"


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
    assert ([item.bonus for item in who.weapons], [item.bonus for item in who.armours]) == ([1], [1])
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


@pytest.mark.rule("E-031")
def test_the_tenan_sets_the_place() -> None:
    table = met()
    assert table.state.scene is not None
    table.do(BEN, "set_place", land="forest", site="castle")
    table.do(BEN, "set_place", site="road")
    assert (table.state.scene.land, table.state.scene.site) == (Land.FOREST, Site.ROAD)
    table.do(BEN, "set_place", land="sea")
    assert table.state.scene.site is None
    assert table.refused(BEN, "set_place", site="castle") == "E_NO_SITE_AT_SEA"
    assert table.refused(BEN, "set_place", land="moon") == "E_WHICH"
    table.do(BEN, "set_place", text="…")
    table.do(BEN, "draft", slots={"intent": "set_place"}, text="the glass orchard")
    assert table.state.scene.place_text == "the glass orchard"
    assert table.refused(BEN, "draft", slots={"intent": "set_place"}, text="elsewhere") == "E_WHICH"
    table.do(BEN, "set_place", land="settled lands")
    assert (table.state.scene.land, table.state.scene.place_text) == (Land.SETTLED, "")


@pytest.mark.rule("E-139")
def test_players_characters_are_there_until_said_otherwise() -> None:
    table = met()
    assert table.state.scene is not None
    assert table.state.scene.present == {"c1", "c2", "c3", "c4", "c7"}
    assert table.refused(ANNA, "leave", character="geoffrey") == "E_NOT_YOURS"
    table.do(CARA, "leave", character="geoffrey")
    assert table.refused(CARA, "leave", character="geoffrey") == "E_NOT_HERE"
    assert table.refused(CARA, "come", character="fulk") == "E_NOT_HERE"  # nobody plays him
    table.do(CARA, "come", character="geoffrey")
    assert table.refused(CARA, "come", character="geoffrey") == "E_ALREADY_HERE"
    assert table.refused(CARA, "come", character="zork") == "E_WHO"
    assert table.refused(CARA, "leave", character="zork") == "E_WHO"


@pytest.mark.rule("E-139", "E-033")
def test_the_tenan_brings_in_others() -> None:
    table = met()
    assert table.refused(ANNA, "bring", type="knight") == "E_NOT_YOURS"
    assert table.refused(BEN, "bring", type="dragon") == "E_TYPE_UNKNOWN"
    table.do(BEN, "bring", type="knight")
    extra = table.character("c8")
    assert (extra.name, extra.named, extra.abilities["lance"].rank) == ("Second knight", False, 2)
    assert table.state.scene is not None
    assert table.state.scene.ec_ids == ("c7", "c8")
    table.do(BEN, "leave", character="knight")
    assert table.refused(BEN, "befriend", character="mortimer") == "E_NOT_AN_EC"
    table.do(BEN, "come", character="knight")
    assert table.state.scene.ec_ids == ("c7", "c8")
    known = again(table, "king of clubs")
    table.do(known, "draw_number", dice=(1, 1))
    table.do(known, "build")
    table.do(known, "come", character="second knight")
    assert table.state.scene.ec_ids[-1] == "c8"


@pytest.mark.rule("E-136")
@pytest.mark.parametrize("stake", ["boon", "other", "key"])
def test_a_scene_without_anything_to_book_ends_at_once(stake: str) -> None:
    table = staking()
    table.do(ANNA, "set_stakes", stake=stake)
    made(table)
    table.do(ANNA, "end_scene")
    assert table.cues[0].line == "SceneEnded"
    assert table.state.moment is Moment.NO_SCENE


@pytest.mark.rule("E-136", "E-122", "E-123")
def test_stakes_that_are_not_booked_are_asked_for() -> None:
    for stake, answer in (("discharge", "yes"), ("use_boon", "yes"), ("discharge", "no")):
        table = owing("Hob")
        table.do(ANNA, "set_stakes", stake=stake)
        made(table)
        table.do(ANNA, "end_scene")
        assert (table.cues[0].line, table.state.moment) == ("OutcomeAsked", Moment.OUTCOME)
        assert table.try_(ANNA, "end_scene") == table.cues[0]
        table.do(ANNA, answer)
        reached = (
            table.state.quest.obligations[0].status is ObligationStatus.DISCHARGED,
            table.state.quest.boons[0].status is BoonStatus.USED,
        )
        assert reached == (stake == "discharge" and answer == "yes", stake == "use_boon")
        assert table.state.scene is None


@pytest.mark.rule("E-136", "E-126")
def test_a_pool_played_for_is_full_again() -> None:
    table = staking()
    table.change("c1", pools={**table.character("c1").pools, Pool.VALOUR: Points(1, 5)})
    table.do(ANNA, "set_stakes", stake="refresh")
    made(table)
    table.do(ANNA, "end_scene")
    table.do(ANNA, "yes")
    assert table.character("c1").pools[Pool.VALOUR] == Points(5, 5)


@pytest.mark.rule("E-136")
def test_what_was_booked_by_hand_is_not_asked_for() -> None:
    table = owing("Hob")
    table.do(ANNA, "set_stakes", stake="discharge")
    made(table)
    table.do(ANNA, "discharge")
    table.do(ANNA, "end_scene")
    assert table.state.scene is None
    assert table.refused(ANNA, "yes") == "E_NOTHING_ASKED"
    assert table.refused(ANNA, "end_scene") == "E_WRONG_PHASE"


@pytest.mark.rule("E-132", "E-070")
def test_a_named_encounter_character_dies_in_the_pain_only() -> None:
    table = met()
    table.do(BEN, "bring", type="beast")
    assert table.refused(BEN, "die", character="knight") == "E_PAIN_ONLY"
    assert table.refused(ANNA, "die", character="beast") == "E_NOT_YOURS"
    assert isinstance(table.try_(BEN, "die", character="beast"), Ask)
    table.do(BEN, "die", character="beast", confirmed_by=BEN)
    assert table.character("c8").life is Life.DEAD
    assert table.state.scene is not None
    assert "c8" not in table.state.scene.present
    assert table.refused(BEN, "die", character="beast") == "E_GONE"


@pytest.mark.rule("E-132", "E-133")
def test_a_transcendent_story_ends_and_a_successor_comes() -> None:
    table = met()
    assert table.refused(ANNA, "retire") == "E_NOT_YET"
    assert table.refused(ANNA, "succeed", character="fulk") == "E_STILL_PLAYING"
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    assert table.refused(ANNA, "succeed", character="isolde") == "E_TAKEN"
    table.do(ANNA, "succeed", character="fulk")
    current = table.state.current(ANNA)
    assert current is not None
    assert current.id == "c1"  # until the last day is over
    assert table.state.scene is not None
    assert "c5" not in table.state.scene.present
    table.do(ANNA, "retire", confirmed_by=ANNA)
    current = table.state.current(ANNA)
    assert current is not None
    assert (current.id, table.character("c1").life) == ("c5", Life.RETIRED)


@pytest.mark.rule("E-124", "E-132")
def test_the_last_day_ends_by_the_game_clock() -> None:
    table = met()
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(ANNA, "pass_time", n=23)
    assert table.character("c1").in_play
    table.do(ANNA, "pass_time", n=1)
    assert table.character("c1").life is Life.RETIRED
    assert table.state.game_clock_h == 24
    assert table.refused(ANNA, "pass_time", n=0) == "E_TIME_BACK"


@pytest.mark.rule("E-132")
def test_the_last_day_may_end_with_the_session() -> None:
    table = Table(last_day="session_end")
    table.do(ANNA, "begin_session")
    table.change("c1", transcendence=Transcendence(0.0, 24.0))
    table.do(ANNA, "pass_time", n=30)
    assert table.character("c1").in_play
    table.do(ANNA, "end_session", confirmed_by=ANNA)
    assert table.character("c1").life is Life.RETIRED


@pytest.mark.rule("E-134", "E-135")
def test_a_companion_can_be_taken_by_a_newcomer() -> None:
    table = met()
    assert table.refused(ANNA, "befriend", character="knight") == "E_NOT_YOURS"
    table.do(BEN, "befriend", character="knight")
    assert table.refused(BEN, "befriend", character="knight") == "E_ALREADY_HERE"
    table.do(ANNA, "end_scene")
    table.do(ANNA, "add_player", text="Eve")
    assert table.state.session is not None
    assert table.state.session.gift["5"] == 5
    assert table.refused(ANNA, "take_character", player="eve", character="mortimer") == "E_TAKEN"
    assert table.refused(ANNA, "take_character", player="anna", character="fulk") == "E_STILL_PLAYING"
    table.do(ANNA, "take_character", player="eve", character="knight")
    current = table.state.current("5")
    assert current is not None
    assert (current.id, current.kind) == ("c7", Kind.PC)


@pytest.mark.rule("E-134")
def test_the_dead_do_not_join_the_party() -> None:
    table = met()
    table.change("c7", life=Life.GHOST)
    assert table.refused(BEN, "befriend", character="knight") == "E_EC_DEAD"
