"""The confrontation, its end and its aftermath: EX-10, EX-11."""

from __future__ import annotations

import pytest

from assistant.games.repertoire import GAME, pools
from assistant.games.repertoire.duel import points, thrown
from assistant.games.repertoire.terms import Demeanour, Outcome, Step
from assistant.table import CLOCK, Ask, Command, Roll
from repertoire.fights import facing, fight, left, ready
from repertoire.play import A, B, C, D, P

FOUR_ROUNDS = (
    # Steel (d6, d8, d10), Rancor (d4 to d12), Points, what the Actor and what the Producer sets aside, what is left
    (
        (6, 2, 5, 6, 8, 3, 1, 10, 8),
        (4, 1, 6, 4, 8, 5, 2, 9, 12, 7),
        (5, 5),
        ("2x4", "2x6", "1x8"),
        ("4x8", "1x6"),
        (4, 5),
    ),
    ((6, 1, 10, 8), (8, 6, 10, 4, 3), (2, 2), ("1x8", "1x10"), ("2x10",), (2, 3)),
    ((6, 6), (6, 7, 9), (2, 0), ("1x10", "1x12"), (), (2, 1)),
)
"""The worked rounds of section 3.13, up to the last."""


@pytest.mark.rule("R-107", "R-110", "R-111", "R-114", "R-115", "R-118")
def test_ex_10_a_whole_confrontation() -> None:
    table = ready((6, 6, 6, 8, 8, 8, 8), rivalries=2)
    table.do(C, "confront", confirmed_by=C)
    assert table.lines() == ["ConfrontationBegun"]
    for number, (steel, rancor, made, actors, producers, remain) in enumerate(FOUR_ROUNDS, start=1):
        assert (fight(table).round, fight(table).step) == (number, Step.ROLL)
        table.do(P, "roll", dice=(*steel, *rancor))
        assert fight(table).points_rolled == made
        table.do(C, "end_argument")
        for seat, piles in ((C, actors), (P, producers)):
            if piles and fight(table).step is Step.SET_ASIDE:
                table.do(seat, "set_aside", pile=piles)
        assert left(table) == remain
    table.do(C, "roll", dice=(3, 6, 12))
    table.do(P, "end_argument")
    assert table.state.confrontation is None
    assert table.player(C).outcome is Outcome.WON
    assert table.rancor == (3, 3, 3, 3, 2)
    assert dict(table.player(C).steel) == {6: 3, 8: 4}
    assert [card.owner for card in table.state.rivalries] == [C, C]
    assert table.lines()[-2:] == ["ConfrontationEnded.actor_wins", "RancorRaised.several"]
    assert table.refused(C, "confront") == "E_CONFRONTED"


@pytest.mark.rule("R-116", "R-117", "R-119")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [((6, 12), Outcome.WON), ((2, 12), Outcome.BROKEN), ((6, 5), Outcome.WON), ((2, 5), Outcome.PENDING)],
)
def test_ex_11a_to_d_last_dice(dice: tuple[int, int], outcome: Outcome) -> None:
    table = facing((6,), (12,))
    table.do(C, "roll", dice=dice)
    table.do(C, "end_argument")
    assert table.player(C).outcome is outcome
    if outcome is Outcome.PENDING:
        assert (fight(table).round, left(table)) == (2, (1, 1))


@pytest.mark.rule("R-109", "R-111")
def test_ex_11e_only_a_side_s_own_sizes_make_points() -> None:
    table = facing((6, 8), (4, 4, 4))
    table.do(C, "roll", dice=(4, 6, 4, 1, 2))
    assert fight(table).points_rolled == (1, 1)
    table.do(C, "end_argument")
    table.do(P, "set_aside", pile="1x6")
    assert (dict(fight(table).steel_pool), dict(fight(table).rancor_pool)) == ({8: 1}, {4: 2})
    table.do(C, "roll", dice=(6, 1, 1))
    assert fight(table).points_rolled == (0, 0)


@pytest.mark.rule("R-108", "R-121")
def test_ex_11f_without_steel_he_is_broken_without_a_roll_and_rancor_grows_all_the_same() -> None:
    table = ready()
    asked = table.try_(C, "confront")
    assert isinstance(asked, Ask)
    assert asked.line == "confront.no_steel"
    table.do(C, "confront", confirmed_by=C)
    assert (table.player(C).outcome, table.rancor) == (Outcome.BROKEN, (3, 3, 3, 3, 2))


@pytest.mark.rule("R-111")
@pytest.mark.parametrize(
    ("pool", "faces", "made"),
    [((6, 8, 10), (6, 8, 10), 3), ((6, 8, 10), (6, 6, 8), 3), ((10, 10), (8, 6), 0), ((4, 12), (4, 4), 2)],
)
def test_a_die_is_a_point_when_it_shows_a_size_its_side_has(
    pool: tuple[int, ...], faces: tuple[int, ...], made: int
) -> None:
    dice = pools.of(pool)
    assert points(dice, thrown(dice, faces)) == made


@pytest.mark.rule("R-106", "R-107")
def test_who_may_confront_and_when() -> None:
    table = ready((6,))
    assert table.refused(P, "confront") == "E_NOT_ACTOR"
    table.do(A, "start_scene")
    assert table.refused(C, "confront") == "E_SCENE_OPEN"
    table.do(A, "call_curtain")
    asked = table.try_(C, "confront")
    assert isinstance(asked, Ask)
    assert (asked.line, asked.choices[0].intent) == ("confront.sure", "confront")
    table.do(C, "confront", confirmed_by=C)
    assert table.refused(A, "confront") == "E_CONFRONTATION_OPEN"
    assert table.refused(A, "start_scene") == "E_CONFRONTATION_OPEN"


@pytest.mark.rule("R-123")
def test_a_confrontation_is_not_a_scene() -> None:
    table = facing((6,))
    assert table.refused(A, "establish_fact", card="me") == "E_NO_SCENE"
    assert table.refused(C, "stake_trial") == "E_NO_SCENE"
    assert table.state.been_in_scene == frozenset()


@pytest.mark.rule("R-110", "R-113", "R-114")
@pytest.mark.parametrize(
    "intent", ["roll_round", "tell_points", "make_point", "state_points", "end_argument", "set_aside"]
)
def test_without_a_confrontation_there_is_nothing_to_do_in_it(intent: str) -> None:
    assert ready((6,)).refused(C, intent) == "E_NO_CONFRONTATION"


@pytest.mark.rule("R-110", "R-113", "R-114")
def test_nobody_else_takes_part_in_it() -> None:
    table = facing((6, 8), (4, 12))
    assert table.refused(A, "roll") == "E_NOT_ROLLER"
    assert table.refused(A, "tell_points", n=1) == "E_NOT_ROLLER"
    table.do(C, "roll", dice=(6, 1, 4, 1))
    assert table.refused(A, "make_point") == "E_NOT_YOURS"
    assert table.refused(A, "end_argument") == "E_NOT_YOURS"
    table.do(P, "end_argument")
    assert table.refused(A, "set_aside", pile="1x4") == "E_NOT_YOUR_PICK"


@pytest.mark.rule("R-110")
def test_both_pools_are_rolled_at_once_the_actor_s_first() -> None:
    table = facing((8, 6), (12, 4))
    asked = table.try_(P, "roll")
    assert asked == Roll((6, 8, 4, 12), by=P)
    assert table.refused(P, "roll", dice=(7, 1, 1, 1)) == "E_DIE_VALUE"
    assert table.refused(P, "roll", dice=(1, 1, 1)) == "E_DIE_VALUE"
    table.do(C, "roll_round", dice=(6, 1, 4, 1))
    assert table.cues[0].slots == {"actor": 1, "producer": 1}
    assert table.refused(C, "roll", dice=(6, 1, 4, 1)) == "E_PHASE"


@pytest.mark.rule("R-110")
def test_with_real_dice_each_side_tells_its_number_of_points() -> None:
    table = facing((6, 8), (4, 12))
    assert table.refused(C, "tell_points", n=3) == "E_COUNT"
    table.do(C, "tell_points", n=2)
    assert fight(table).step is Step.ROLL
    table.do(P, "tell_points", n=1)
    assert (fight(table).step, fight(table).points_rolled) == (Step.ARGUE, (2, 1))


@pytest.mark.rule("R-110")
def test_one_side_may_tell_its_points_and_the_other_roll() -> None:
    table = facing((6, 8), (4, 12))
    table.do(C, "tell_points", n=0)
    assert table.try_(P, "roll") == Roll((4, 12), by=P)
    table.do(P, "roll", dice=(4, 4))
    assert fight(table).points_rolled == (0, 2)


@pytest.mark.rule("R-112", "R-113")
def test_made_points_are_ticked_off_one_by_one_or_stated_each_side_its_own() -> None:
    table = facing((6, 6, 6), (4, 4, 4))
    table.do(C, "roll", dice=(6, 6, 1, 4, 4, 1))
    table.do(C, "make_point")
    assert table.lines() == ["PointsStated.one"]
    table.do(P, "state_points", n=2)
    assert table.refused(P, "make_point") == "E_COUNT"
    assert table.refused(C, "state_points", n=3) == "E_COUNT"
    table.do(C, "end_argument")
    assert fight(table).points_made == (None, None)  # one size each: nobody had a choice, the round is over
    assert left(table) == (1, 2)


@pytest.mark.rule("R-113")
def test_a_side_that_stated_none_of_its_points_has_made_all_it_rolled() -> None:
    table = facing((6, 8, 10), (4, 6, 8))
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.do(C, "state_points", n=0)
    table.do(P, "end_argument")
    assert fight(table).points_made == (0, 1)
    assert table.lines() == ["ArgumentEnded"]


@pytest.mark.rule("R-114")
def test_what_cannot_be_set_aside() -> None:
    table = facing((6, 8, 10), (4, 6, 12))
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.do(C, "end_argument")
    for pile in ("1x8", "2x4", "queen", "x", ("1x4", "1x8")):
        assert table.refused(C, "set_aside", pile=pile) == "E_DIE_UNAVAILABLE"
    assert table.refused(C, "set_aside") == "E_DIE_UNAVAILABLE"
    assert table.refused(C, "set_aside", pile=("1x4", "1x6", "1x12")) == "E_COUNT"
    assert table.refused(C, "set_aside", pile="0x4") == "E_COUNT"
    table.do(C, "set_aside", pile=("1x4", "1x12"))
    assert table.refused(C, "set_aside", pile="1x6") == "E_NOT_YOUR_PICK"


@pytest.mark.rule("R-114")
def test_both_choices_take_effect_together_and_may_be_named_a_few_at_a_time() -> None:
    table = facing((6, 8, 10), (4, 6, 12))
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.do(C, "end_argument")
    table.do(C, "set_aside", pile="1x4")
    table.do(C, "set_aside", pile="1x12")
    assert left(table) == (3, 3)
    table.do(P, "set_aside", pile="big")
    assert (dict(fight(table).steel_pool), dict(fight(table).rancor_pool)) == ({6: 1, 8: 1}, {6: 1})
    assert table.lines() == ["DiceChosen", "DiceSetAside"]
    assert table.cues[-1].slots == {"steel": 2, "rancor": 1}


@pytest.mark.rule("R-150")
def test_a_side_that_keeps_the_table_waiting_loses_its_choice_to_largest_first() -> None:
    table = facing((6, 8, 10), (4, 6, 12))
    table.do(C, "roll", dice=(6, 8, 1, 4, 1, 1))
    table.at = 100.0
    table.do(C, "end_argument")
    assert table.tick(159.0) == []
    assert table.tick(160.0) == ["set_aside_due"]
    assert (dict(fight(table).steel_pool), dict(fight(table).rancor_pool)) == ({6: 1, 8: 1}, {4: 1})


@pytest.mark.rule("R-121", "R-122")
def test_the_producer_s_anger_and_the_dice_that_come_back() -> None:
    table = facing((6,), (4, 6, 6, 8, 8, 10, 10, 12, 12, 4, 6))
    before = pools.total(table.state.rancor)
    table.do(C, "roll", dice=(1, 4, 4, *[1] * 9))
    table.do(C, "end_argument")
    assert (table.player(C).outcome, dict(table.player(C).steel)) == (Outcome.BROKEN, {6: 1})
    assert (pools.total(table.state.rancor), table.rancor) == (before + 4, (3, 3, 3, 3, 3))


@pytest.mark.rule("R-120")
def test_what_becomes_of_an_actor_afterwards_is_his_player_s_choice() -> None:
    table = facing()
    assert table.refused(A, "take_mood", mood="depressive") == "E_NO_CONFRONTATION"
    table.do(C, "take_mood", mood="insufferable")
    assert table.player(C).demeanour is Demeanour.INSUFFERABLE
    table.do(C, "stop_here")
    assert (table.player(C).retired, table.player(C).demeanour) == (True, Demeanour.INSUFFERABLE)
    assert table.refused(C, "stop_here") == "E_DUPLICATE"
    table.do(C, "play_on")
    assert table.player(C).active


@pytest.mark.rule("R-120")
def test_who_plays_on_without_a_word_takes_the_mood_suggested() -> None:
    table = facing()
    table.do(C, "play_on")
    assert table.player(C).demeanour is Demeanour.DEPRESSIVE


@pytest.mark.rule("R-112", "R-143")
def test_the_box_is_silent_while_they_argue() -> None:
    table = facing((6,), (12,))
    assert GAME.view(table.state, None).window == "open"
    table.do(C, "roll", dice=(6, 12))
    assert GAME.view(table.state, None).window == "quiet"


@pytest.mark.rule("R-109", "R-146")
def test_both_pools_and_the_points_lie_open() -> None:
    table = facing((6, 8), (12,))
    shown = [cue for block in GAME.view(table.state, None).cards for cue in block if cue.line.startswith("fight")]
    assert [cue.slots for cue in shown] == [{"round": 1, "steel": "1d6 1d8", "rancor": "1d12"}]
    table.do(C, "roll", dice=(6, 1, 12))
    shown = [cue for block in GAME.view(table.state, None).cards for cue in block if cue.line == "fight.points"]
    assert [cue.slots for cue in shown] == [{"actor": 1, "producer": 1}]


@pytest.mark.rule("R-134")
def test_one_begun_in_time_is_finished_and_counts() -> None:
    table = facing((6,), (12,))
    table.tick(28_800.0)
    assert [table.player(seat).outcome for seat in (A, B, C, D)] == [
        *[Outcome.CHICKENED] * 2,
        Outcome.PENDING,
        Outcome.CHICKENED,
    ]
    assert table.refused(D, "confront") == "E_EXPIRED"
    table.do(C, "roll", dice=(6, 1))
    table.do(C, "end_argument")
    assert table.player(C).outcome is Outcome.WON
    assert table.refused(A, "start_scene") == "E_OVER"


@pytest.mark.rule("R-114")
def test_what_falls_due_is_the_clock_s_alone() -> None:
    table = facing((6, 8), (4, 12))
    table.do(C, "roll", dice=(6, 1, 4, 1))
    table.do(C, "end_argument")
    assert table.refused(C, "set_aside_due") == "E_SEAT_UNKNOWN"
    early = GAME.decide(table.state, Command("set_aside_due", CLOCK, at=1.0), ())
    assert getattr(early, "code", "") == "E_NOT_YOUR_PICK"


@pytest.mark.rule("R-110", "R-113", "R-114")
def test_what_belongs_to_another_step_is_told_whom_that_one_waits_for() -> None:
    table = facing((6, 8, 8), (4, 12, 12))
    for intent in ("make_point", "end_argument", "set_aside"):
        assert table.refused(P, intent, pile="1x6") == "E_NOT_ROLLER"
    table.do(P, "roll", dice=(6, 1, 1, 4, 1, 1))
    for intent in ("roll", "roll_round", "set_aside"):
        assert table.refused(P, intent, pile="1x6") == "E_PHASE"
    table.do(P, "end_argument")
    for intent in ("make_point", "end_argument", "roll"):
        assert table.refused(P, intent) == "E_NOT_YOUR_PICK"


@pytest.mark.rule("R-114")
@pytest.mark.parametrize(
    ("steel", "rolled", "line"),
    [
        ((6, 8), (6, 1, 4, 1), "ArgumentEnded"),
        ((8, 8), (8, 1, 1, 1), "ArgumentEnded"),
        ((8, 8), (1, 1, 4, 1), "ArgumentEnded.given"),
        ((8, 8), (1, 1, 1, 1), "ArgumentEnded.nothing"),
    ],
)
def test_nobody_is_told_to_set_dice_aside_who_has_none_to_choose(
    steel: tuple[int, ...], rolled: tuple[int, ...], line: str
) -> None:
    table = facing(steel, (4, 12))
    table.do(P, "roll", dice=rolled)
    table.do(P, "end_argument")
    assert table.lines()[0] == line


@pytest.mark.rule("R-096", "R-107")
def test_a_newcomer_confronts_nobody_before_he_has_written_what_for() -> None:
    table = ready((6,))
    table.do(A, "add_seat", text="Eve")
    assert table.refused("6", "confront") == "E_CONTENT"
    table.do("6", "name_card", text="Ermengard")
    assert table.refused("6", "confront") == "E_CONTENT"
    table.do("6", "write_desire", text="to be the Producer")
    assert isinstance(table.try_("6", "confront"), Ask)
