"""A scene from its stakes to its end: where it is, who is there, and what it came to."""

from __future__ import annotations

import pytest

from assistant.games.errantry.state import Points
from assistant.games.errantry.terms import (
    BoonStatus,
    Land,
    Life,
    Moment,
    ObligationStatus,
    Pool,
    Result,
    Site,
)
from assistant.table import Ask
from tests.games.errantry.acts import again, made, met, owing, staking
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK


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
    for text in ("", "…"):
        assert table.refused(ANNA, "draft", slots={"intent": "set_stakes"}, text=text) == "E_WHICH"
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


@pytest.mark.rule("E-031")
def test_the_tenan_sets_the_place() -> None:
    table = met()
    assert table.state.scene is not None
    table.do(BEN, "set_place", land="forest", site="castle")
    table.do(BEN, "set_place", site="road")
    assert (table.state.scene.land, table.state.scene.site) == (Land.FOREST, Site.ROAD)
    table.do(BEN, "set_place", land="sea")
    assert table.state.scene.site is None
    assert (table.cues[0].line, dict(table.cues[0].slots)) == ("PlaceSet.one", {"land": "the sea", "site": ""})
    assert table.refused(BEN, "set_place", site="castle") == "E_NO_SITE_AT_SEA"
    assert table.refused(BEN, "set_place", land="moon") == "E_WHICH"
    assert table.refused(BEN, "draft", slots={"intent": "set_place"}, text="elsewhere") == "E_WHICH"
    table.do(BEN, "set_place", text="…")
    for text in ("", "…"):
        assert table.refused(BEN, "draft", slots={"intent": "set_place"}, text=text) == "E_WHICH"
    table.do(BEN, "draft", slots={"intent": "set_place"}, text="the glass orchard")
    assert table.state.scene.place_text == "the glass orchard"
    assert table.refused(BEN, "draft", slots={"intent": "set_place"}, text="elsewhere") == "E_WHICH"
    table.do(BEN, "set_place", land="settled lands")
    assert (table.state.scene.land, table.state.scene.place_text) == (Land.SETTLED, "")


@pytest.mark.rule("E-031")
@pytest.mark.parametrize(
    ("where", "line"),
    [({"land": "forest"}, "one"), ({"site": "road"}, "one"), ({"land": "forest", "site": "road"}, "both")],
)
def test_no_place_need_be_set_and_half_of_one_is_enough(where: dict[str, str], line: str) -> None:
    table = met()
    table.do(BEN, "set_place", slots=where)
    assert [cue.line for cue in table.cues] == [f"PlaceSet.{line}"]


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
    assert table.state.here.ec_ids == ("c7",)
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


@pytest.mark.rule("E-136", "E-122")
def test_what_is_booked_by_hand_while_it_is_asked_for_is_not_booked_again() -> None:
    table = owing("Hob")
    table.do(ANNA, "set_stakes", stake="discharge")
    made(table)
    table.do(ANNA, "end_scene")
    table.do(ANNA, "discharge")
    table.do(ANNA, "yes")
    assert [cue.line for cue in table.cues] == ["SceneEnded"]
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


@pytest.mark.rule("E-052")
def test_what_a_success_means_is_for_the_table_to_say() -> None:
    table = met()
    before = table.state
    table.do(ANNA, "use_ability", ability="lance")
    table.do(ANNA, "roll", dice=(3, 3, 2))
    table.do(DIRK, "let_stand")
    after = table.state
    assert after.check is not None
    assert after.check.steps[0].result is Result.SUCCESS
    assert (after.characters, after.quest, after.scene) == (before.characters, before.quest, before.scene)
