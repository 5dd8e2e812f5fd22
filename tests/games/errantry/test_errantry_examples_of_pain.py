"""The worked examples of the Pain: X-09 to X-13 of the ledger, word for word."""

from __future__ import annotations

import pytest

from assistant.games.errantry.events_pain import FightersGaveUp
from assistant.games.errantry.terms import Moment, Pool
from tests.games.errantry.checking import dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK
from tests.games.errantry.fighting import CAPTAIN, JAUFRE, KNIGHT, MORTIMER, THIEF, YSOLDE, Fight


@pytest.mark.rule("E-075", "E-076", "E-092", "E-101", "E-102", "E-104")
def test_x_09_weapons_bloodied_twice_giving_up() -> None:
    table = Fight()
    table.ranks(MORTIMER, lance=2)
    table.gear(MORTIMER, weapon=1)
    table.pool(MORTIMER, valour=4)
    table.gear(KNIGHT, armour=1)
    table.check_between(MORTIMER, KNIGHT, ("lance", "sword"), "+0− ++−")
    assert table.refused(BEN, "bring_pain") == "E_TENAN_NO"
    table.do(ANNA, "bring_pain")
    assert table.said() == ["The Pain comes down. State intentions."]
    table.order(MORTIMER, "state_intention", target=KNIGHT, text="win the crossing")
    assert table.said() == ["Mortimer against Ford Knight."]
    table.order(KNIGHT, "state_intention", target=MORTIMER, text="drive him off")
    table.round("++0 00−")
    assert (table.levels(), table.boxes(KNIGHT)) == ({MORTIMER: 4, KNIGHT: 1}, (4,))
    table.round("+−0 ++00")
    assert (table.levels(), table.boxes(MORTIMER)) == ({MORTIMER: 2, KNIGHT: 3}, (3,))
    assert table.character(MORTIMER).pending_bruise == 1
    table.do(ANNA, "next_round")
    table.do(ANNA, "spend", pool="valour")
    assert table.now(MORTIMER)["valour"] == 3
    table.round("+++ −00+")
    assert (table.levels(), table.boxes(KNIGHT)) == ({MORTIMER: 5, KNIGHT: 1}, (4, 5))
    table.order(KNIGHT, "give_up")
    assert "Mortimer gains a boon." in table.said("results")
    assert (table.boons(), table.obligations()) == ([(MORTIMER, KNIGHT)], [])
    assert (table.boxes(KNIGHT), table.boxes(MORTIMER)) == ((1, 2), (1,))
    assert table.state.moment is Moment.PLAY


@pytest.mark.rule("E-083", "E-088", "E-089", "E-090", "E-094", "E-095")
def test_x_10_parallel_changed_intention_defence_bonus_stalemate() -> None:
    table = Fight()
    table.ranks(MORTIMER, persuade=2, courtly_manners=1)
    table.ranks(JAUFRE, cooking=3, resist=1, command=1)
    table.fight(MORTIMER, JAUFRE, ("persuade", "cooking"))
    table.do(CARA, "relate", relation="parallel")
    table.round("00+ −−0")
    assert (table.boxes(JAUFRE), table.boxes(MORTIMER)) == ((3,), (1,))
    assert "Both land." in table.said()
    table.order(JAUFRE, "change_intention")
    assert table.said()[-1] == "Jaufre changes intention and defends."
    table.order(JAUFRE, "defend", ability="resist")
    table.round("+00− ++00")
    assert table.levels() == {MORTIMER: 1, JAUFRE: 2}
    assert "Jaufre holds: two bonus dice next." in table.said("results")
    assert (table.boxes(JAUFRE), table.boxes(MORTIMER)) == ((3,), (1,))
    table.do(CARA, "next_round")
    table.order(JAUFRE, "state_intention", target=MORTIMER, text="make him swear silence")
    table.order(JAUFRE, "use_ability", ability="command")
    table.round("00+ ++0−−")
    assert table.levels() == {MORTIMER: 3, JAUFRE: 3}
    assert "Stalemate. Both may change intention." in table.said("results")
    table.order(MORTIMER, "change_intention")
    assert table.said()[-1] == "Mortimer changes at once."
    table.order(MORTIMER, "state_intention", target=JAUFRE, text="part in honour")
    table.order(MORTIMER, "use_ability", ability="courtly_manners")
    table.round("−00 +++")
    assert (table.levels(), table.boxes(MORTIMER)) == ({MORTIMER: 0, JAUFRE: 4}, (1, 4))
    assert "Mortimer takes four: bloodied in courtesy." in table.said("results")
    table.order(MORTIMER, "give_up")
    assert (table.boons(), table.obligations()) == ([(JAUFRE, MORTIMER)], [(MORTIMER, JAUFRE)])
    assert (table.boxes(MORTIMER), table.boxes(JAUFRE)) == ((1, 2), (1,))


@pytest.mark.rule("E-041", "E-098", "E-106", "E-107", "E-111", "E-113")
def test_x_11_broken_and_past_broken() -> None:
    table = Fight()
    table.change(MORTIMER, name="Caradoc")
    table.ranks(MORTIMER, sword=4)
    table.ranks(YSOLDE, sword=3, resist=2)
    table.pool(YSOLDE, valour=1, artes=3)
    table.fight(MORTIMER, YSOLDE)
    table.round("++0 00−")
    assert table.boxes(YSOLDE) == (6,)
    table.round("++0 +0−0")
    assert table.levels() == {MORTIMER: 6, YSOLDE: 2}
    assert table.boxes(YSOLDE) == (6, 7)
    assert "Ysolde takes six: broken." in table.said("results")
    table.do(BEN, "next_round")
    assert "Ysolde is broken. Pay one valor." in table.said("results")
    assert table.refused(ANNA, "ready") == "E_BROKEN_OWES"
    table.order(YSOLDE, "pay_price")
    assert table.now(YSOLDE)["valour"] == 0
    table.round("0−+ +00−−")
    assert (table.levels(), table.boxes(YSOLDE)) == ({MORTIMER: 4, YSOLDE: 1}, (4, 6, 7))
    assert table.no(YSOLDE, "use_ability", ability="sword") == "E_BROKEN_UNPAID"
    table.order(YSOLDE, "defend", ability="resist")
    table.do(BEN, "next_round")
    table.order(YSOLDE, "pay_price")
    table.round("000 −−00")
    assert (table.levels(), table.boxes(YSOLDE)) == ({MORTIMER: 4, YSOLDE: 0}, (4, 5, 6, 7))
    table.do(BEN, "next_round")
    table.order(YSOLDE, "pay_price")
    assert table.now(YSOLDE)["artes"] == 1
    table.round("++0 −−−0")
    assert "Caradoc's intention happens now." in table.said("results")
    assert table.boxes(YSOLDE) == (1, 2, 3, 4)
    assert table.character(YSOLDE).harm[4].pool is Pool.VALOUR
    assert (table.obligations(), table.boons()) == ([(YSOLDE, MORTIMER)], [(MORTIMER, YSOLDE)])


@pytest.mark.rule("E-115", "E-116", "E-118", "E-073")
def test_x_12_zeitgeist() -> None:
    table = Fight()
    table.ranks(MORTIMER, sword=3)
    table.ranks(YSOLDE, sword=1)
    table.rank(CAPTAIN, sword=2)
    table.rank(THIEF, sword=0)
    table.pain_between(MORTIMER, CAPTAIN)
    table.order(YSOLDE, "join_pain")
    table.order(YSOLDE, "state_intention", target=CAPTAIN)
    table.order(THIEF, "join_pain")
    table.order(THIEF, "state_intention", target=MORTIMER)
    table.do(ANNA, "close_intentions")
    table.do(ANNA, "fight_as_groups")
    assert table.said() == ["Zeitgeist: party against Captain."]
    table.order(YSOLDE, "use_ability", ability="sword")
    table.order(THIEF, "use_ability", ability="sword")
    table.do(ANNA, "roll_round", dice=dice("00−"))
    for faces in ("++0−0", "−−0", "++0−"):
        table.stands()
        table.next_roll(faces)
    table.stands()
    assert table.levels() == {YSOLDE: 3, THIEF: 0}
    assert "Share three harm." in table.said("results")
    table.do(BEN, "share_harm", character=CAPTAIN, n=1)
    assert table.said() == ["Two harm left to share."]
    assert table.refused(BEN, "share_harm", character=THIEF, n=1) == "E_SUM_WRONG"
    table.do(BEN, "share_harm", character=THIEF, n=2)
    assert (table.boxes(CAPTAIN), table.boxes(THIEF)) == ((1,), (2,))
    assert {table.character(CAPTAIN).harm[1].by, table.character(THIEF).harm[2].by} == {YSOLDE}


@pytest.mark.rule("E-131", "E-130", "E-112", "E-120")
@pytest.mark.parametrize("bloodied_before", [False, True])
def test_x_13_transcendence_in_the_pain(bloodied_before: bool) -> None:
    table = Fight(gifts=True)
    assert table.state.session is not None
    table.ranks(YSOLDE, lance=4)
    table.rank(KNIGHT, sword=3)
    table.pool(YSOLDE, valour=1)
    table.fight(YSOLDE, KNIGHT, ("lance", "sword"))
    if bloodied_before:
        table.round("000 000")
    table.do(BEN, "next_round") if bloodied_before else None
    table.order(YSOLDE, "spend")
    table.do(DIRK, "give_gift", character=YSOLDE)
    table.round("+++0− " + ("++00" if bloodied_before else "++0"))
    assert "Transcendent! The Pain is over." in table.said("results")
    assert table.boxes(KNIGHT) == ((1,) if bloodied_before else ())
    story = table.character(YSOLDE).transcendence
    assert story is not None
    assert story.deadline_h == table.state.game_clock_h + 24
    assert table.boons() == ([(YSOLDE, KNIGHT)] if bloodied_before else [])
    assert not any(isinstance(event, FightersGaveUp) for event in table.events)


@pytest.mark.rule("E-103", "E-131")
def test_x_13_a_weapon_lifts_no_harm_to_seven_and_no_story_either() -> None:
    table = Fight()
    table.ranks(YSOLDE, lance=4)
    table.gear(YSOLDE, weapon=1)
    table.fight(YSOLDE, KNIGHT, ("lance", "sword"))
    table.round("++0 000")
    assert table.boxes(KNIGHT) == (6,)
    assert table.character(YSOLDE).transcendence is None
