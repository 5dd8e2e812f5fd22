"""Rivalries at stake and what becomes of them: EX-07, EX-08, EX-15, every setting of 4.3."""

from __future__ import annotations

import pytest

from assistant.games.repertoire.duel import steel_of
from assistant.games.repertoire.state import Rivalry
from assistant.games.repertoire.terms import RivalryStatus, SceneState
from assistant.table import Ask
from repertoire.play import A, B, C, D, P, Table


def _card(table: Table) -> Rivalry:
    return table.state.rivalries[0]


def _race(**settings: object) -> Table:
    """EX-07 up to the curtain: a triumph and a new rivalry of A, which B contests."""
    table = Table(**settings).in_scene(A, B)
    table.do(A, "stake_triumph")
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(B, "challenge_rivalry", rivalry="Best Voice")
    return table.hold(A=14, B=3)


def _roll(table: Table, roller: str, *dice: int, against: str = B) -> list[str]:
    """Curtain by the roller, all tokens dedicated, the dice thrown; every line announced from the roll on."""
    table.do(roller, "call_curtain")
    for player in table.state.seats:
        if player.held:
            table.do(player.id, "dedicate", slots={"against" if player.id == against else "for": "all"})
    table.do(roller, "roll", dice=dice)
    return table.lines()


def _owned(owner: str = A, **settings: object) -> Table:
    """A owns "Best Voice" and has a d8 of Steel (the outcome of EX-07 a)."""
    table = _race(**settings)
    _roll(table, owner, 2, 3)
    return table


def _defence(*, contested: bool = True, **settings: object) -> Table:
    """EX-08 up to the curtain: the owner starts a scene with her rivalry at stake; B may contest it."""
    table = _owned(**settings)
    table.do(A, "start_scene")
    table.do(A, "stake_rivalry", rivalry="voice")
    table.do(B, "join_scene")
    if contested:
        table.do(B, "challenge_rivalry", rivalry="rivalry one")
    return table.hold(A=7, P=2)


@pytest.mark.rule("R-025", "R-029", "R-066", "R-071", "R-072")
def test_ex_07a_the_side_that_ends_the_scene_and_wins_gets_the_card() -> None:
    table = _race()
    lines = _roll(table, A, 2, 3)
    assert (_card(table).owner, _card(table).status) == (A, RivalryStatus.HELD)
    assert dict(table.player(A).steel) == {8: 1}
    assert dict(steel_of(table.state, A)) == {8: 1, 10: 1}
    assert lines.index("RivalryGained.goes") < lines.index("DiePicked")
    goes = next(cue for cue in table.cues if cue.line == "RivalryGained.goes")
    assert (goes.slots["title"], goes.slots["actor"]) == ("Best Voice", "Atwater")


@pytest.mark.rule("R-066", "R-072")
def test_ex_07b_with_the_other_roller_the_card_is_his_and_the_die_stays_with_the_giver() -> None:
    table = _race()
    _roll(table, B, 2, 3)
    assert _card(table).owner == B
    assert (dict(table.player(A).steel), dict(steel_of(table.state, B))) == ({8: 1}, {10: 1})


@pytest.mark.rule("R-063", "R-070", "R-026")
def test_ex_07c_a_lost_new_rivalry_feeds_rancor_with_its_d10_and_is_discarded() -> None:
    table = _race()
    _roll(table, A, 2, 4)
    assert table.scene.state is SceneState.RANCOR_PICK
    table.do(P, "take_die", size=10)
    assert table.rancor == (2, 2, 2, 3, 2)
    assert (_card(table).status, _card(table).d10) == (RivalryStatus.DISCARDED, 0)
    assert table.state.scene is None


@pytest.mark.rule("R-070")
def test_ex_07c_or_the_producer_takes_the_other_die_and_the_card_lies_unowned() -> None:
    table = _race()
    _roll(table, A, 2, 4)
    table.do(P, "take_die", size=8)
    assert table.rancor == (2, 2, 3, 2, 2)
    assert (_card(table).status, _card(table).owner, _card(table).d10) == (RivalryStatus.UNOWNED, None, 1)


@pytest.mark.rule("R-027", "R-067")
def test_ex_08a_the_owner_who_started_with_it_at_stake_banks_one_more_d10() -> None:
    table = _defence()
    lines = _roll(table, A, 2, against=P)
    assert dict(table.player(A).steel) == {8: 1, 10: 1}
    assert dict(steel_of(table.state, A)) == {8: 1, 10: 2}
    assert [line for line in lines if line in ("RivalryGained.stays", "DieBanked")] == [
        "RivalryGained.stays",
        "DieBanked",
    ]


@pytest.mark.rule("R-069", "R-063")
def test_ex_08b_a_lost_defence_costs_the_owner_nothing_and_gives_the_producer_nothing() -> None:
    table = _defence()
    lines = _roll(table, A, 3, against=P)
    assert (_card(table).owner, dict(table.player(A).steel)) == (A, {8: 1})
    assert (table.rancor, table.state.scene) == ((2, 2, 2, 2, 2), None)
    assert lines[0] == "SceneRolled.lost.nothing"


@pytest.mark.rule("R-066", "R-067")
def test_ex_08c_a_challenger_who_rolls_gets_the_card_and_nobody_a_bonus() -> None:
    table = _defence()
    _roll(table, B, 2, against=P)
    assert (dict(steel_of(table.state, A)), dict(steel_of(table.state, B))) == ({8: 1}, {10: 1})


@pytest.mark.rule("R-067")
def test_ex_08d_staked_after_the_first_fact_it_earns_no_bonus() -> None:
    table = _owned()
    table.do(A, "start_scene")
    table.do(A, "establish_fact", card="me", dice=[12])
    table.do(A, "stake_rivalry", rivalry="voice")
    table.hold(A=7, P=2)
    _roll(table, A, 2, against=P)
    assert (_card(table).owner, dict(table.player(A).steel)) == (A, {8: 1})


@pytest.mark.rule("R-068")
@pytest.mark.parametrize("contested", [False, True])
def test_ex_15ab_when_a_bystander_ends_it_a_sole_side_keeps_the_card_and_else_nothing_changes_hands(
    contested: bool,
) -> None:
    table = _defence(contested=False)
    if contested:
        table.do(C, "join_scene")
        table.do(C, "challenge_rivalry", rivalry="voice")
    lines = _roll(table.hold(A=3, P=0), B, 1)
    assert (_card(table).owner, dict(table.player(A).steel)) == (A, {8: 1})
    assert ("RivalryGained.stays" in lines) is not contested


@pytest.mark.rule("R-068", "R-070")
def test_a_new_rivalry_of_two_that_a_bystander_ends_lies_unowned() -> None:
    table = _race()
    table.do(C, "join_scene")
    _roll(table, C, 2, 3)
    assert (_card(table).status, _card(table).owner) == (RivalryStatus.UNOWNED, None)


@pytest.mark.rule("R-025")
def test_a_rivalry_needs_a_title_and_one_of_its_own() -> None:
    table = Table().in_scene(A)
    assert table.refused(A, "start_rivalry", text="…!") == "E_CONTENT"
    assert table.refused(A, "start_rivalry") == "E_CONTENT"
    table.do(A, "start_rivalry", text="Best Voice")
    assert table.refused(A, "start_rivalry", text="best  VOICE") == "E_DUPLICATE"


@pytest.mark.rule("R-025")
@pytest.mark.parametrize(("seat", "code"), [(P, "E_NOT_ACTOR"), (D, "E_NOT_IN_SCENE"), (A, "E_SCENE_CLOSING")])
def test_only_who_is_in_the_scene_starts_a_rivalry_and_only_before_the_curtain(seat: str, code: str) -> None:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    if seat == A:
        table.do(A, "call_curtain")
    assert table.refused(seat, "start_rivalry", text="Best Voice") == code


@pytest.mark.rule("R-027")
def test_another_s_rivalry_cannot_be_staked_nor_one_that_is_at_stake_already() -> None:
    table = _owned()
    table.do(A, "start_scene")
    table.do(B, "join_scene")
    assert table.refused(B, "stake_rivalry", rivalry="voice") == "E_NOT_YOURS"
    table.do(A, "stake_rivalry", rivalry="voice")
    assert table.refused(A, "stake_rivalry", rivalry="voice") == "E_RIVALRY_STATE"


@pytest.mark.rule("R-028")
def test_a_challenge_needs_the_owner_in_the_scene() -> None:
    table = _owned()
    table.do(B, "start_scene")
    assert table.refused(B, "challenge_rivalry", rivalry="voice") == "E_OWNER_ABSENT"
    table.do(A, "join_scene")
    table.do(B, "challenge_rivalry", rivalry="voice")
    assert table.scene.live_stakes[0].sides == (A, B)


@pytest.mark.rule("R-028")
def test_challenging_a_player_means_the_one_rivalry_that_he_owns() -> None:
    table = _owned()
    table.do(B, "start_scene")
    table.do(A, "join_scene")
    assert table.refused(B, "challenge_rivalry", slots={"seat": C}) == "E_RIVALRY_STATE"
    table.do(B, "challenge_rivalry", slots={"seat": "Ann"})
    assert table.scene.live_stakes[0].rivalry_id == _card(table).id


@pytest.mark.rule("R-029")
def test_a_side_cannot_enter_its_own_fight_again() -> None:
    table = _race()
    assert table.refused(B, "challenge_rivalry", rivalry="voice") == "E_DUPLICATE"


@pytest.mark.rule("R-030")
def test_a_rivalry_without_owner_may_be_staked_by_any_participant() -> None:
    table = _race()
    _roll(table, A, 2, 4)
    table.do(P, "take_die", size=8)
    table.do(C, "start_scene")
    table.do(C, "stake_rivalry", rivalry="voice")
    assert (table.scene.live_stakes[0].sides, table.scene.live_stakes[0].by_owner_at_start) == ((C,), False)


@pytest.mark.rule("R-069")
def test_a_rivalry_without_owner_that_is_lost_anew_is_not_for_the_producer() -> None:
    table = _race()
    _roll(table, A, 2, 4)
    table.do(P, "take_die", size=8)
    table.do(C, "start_scene")
    table.do(C, "stake_rivalry", rivalry="voice")
    _roll(table, C, 5)
    assert (table.rancor, _card(table).status) == ((2, 2, 3, 2, 2), RivalryStatus.UNOWNED)


@pytest.mark.rule("R-031")
def test_several_rivalries_are_settled_each_by_itself_by_one_roll() -> None:
    table = _race()
    table.do(B, "start_rivalry", text="Longest Death Scene")
    _roll(table.hold(A=40, B=0), A, 2, 3, 4)
    owners = {card.title: card.owner for card in table.state.rivalries}
    assert owners == {"Best Voice": A, "Longest Death Scene": B}


@pytest.mark.rule("R-066", "R-144")
def test_a_long_title_is_said_as_its_number() -> None:
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="Who Dies the Longest on Stage")
    assert "RivalryGained.goes_numbered" in _roll(table.hold(A=9), A, 1)


@pytest.mark.rule("R-025")
def test_words_not_known_as_text_yet_still_make_a_rivalry_that_has_its_number() -> None:
    table = Table().in_scene(A, B)
    table.do(A, "start_rivalry", text="…")
    table.do(B, "challenge_rivalry", rivalry="rivalry one")
    assert table.scene.live_stakes[0].sides == (A, B)


# Settings (4.3)


@pytest.mark.rule("R-066", "R-069")
@pytest.mark.parametrize(("award", "owner"), [("success", A), ("always", B)])
def test_a_043_a_lost_rivalry_stays_or_goes_to_the_roller(award: str, owner: str) -> None:
    table = _defence(rivalry_award=award)
    _roll(table, B, 9, against=P)
    assert _card(table).owner == owner


@pytest.mark.rule("R-058")
@pytest.mark.parametrize("rolled", [True, False])
def test_a_044_its_d10_is_rolled_or_a_scene_of_rivalry_alone_is_settled_for_the_roller(rolled: bool) -> None:
    table = Table(rivalry_rolled=rolled).in_scene(A)
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(A, "call_curtain")
    assert (table.state.scene is not None) is rolled
    assert (_card(table).owner == A) is not rolled


@pytest.mark.rule("R-063")
@pytest.mark.parametrize(("pick", "new", "old"), [("new", True, False), ("never", False, False), ("any", True, True)])
def test_a_045_which_d10_the_producer_may_choose(pick: str, new: bool, old: bool) -> None:
    table = _race(rivalry_d10_pick=pick)
    _roll(table, A, 2, 4)
    if new:
        table.do(P, "take_die", size=10)
    assert (_card(table).status is RivalryStatus.DISCARDED) is new
    held = _defence(rivalry_d10_pick=pick)
    _roll(held, A, 3, against=P)
    assert (_card(held).status is RivalryStatus.DISCARDED) is old


@pytest.mark.rule("R-070")
@pytest.mark.parametrize(
    ("failed", "status", "owner"),
    [
        ("unowned", RivalryStatus.UNOWNED, None),
        ("starter", RivalryStatus.HELD, A),
        ("discarded", RivalryStatus.DISCARDED, None),
    ],
)
def test_a_046_a_new_rivalry_after_a_failure(failed: str, status: RivalryStatus, owner: str | None) -> None:
    table = _race(failed_new_rivalry=failed)
    _roll(table, B, 2, 4)
    table.do(P, "take_die", size=8)
    assert (_card(table).status, _card(table).owner) == (status, owner)


@pytest.mark.rule("R-067")
@pytest.mark.parametrize(("window", "tens"), [("first", 0), ("any", 1)])
def test_a_047_when_the_owner_must_stake_it_for_the_bonus(window: str, tens: int) -> None:
    table = _owned(owner_stake_window=window)
    table.do(A, "start_scene")
    table.do(A, "establish_fact", card="me", dice=[12])
    table.do(A, "stake_rivalry", rivalry="voice")
    _roll(table.hold(A=7), A, 2)
    assert table.player(A).steel.get(10, 0) == tens


@pytest.mark.rule("R-067")
@pytest.mark.parametrize(("needs", "tens"), [(False, 1), (True, 0)])
def test_a_048_whether_the_bonus_needs_an_opponent(needs: bool, tens: int) -> None:
    table = _defence(contested=False, bonus_needs_opponent=needs)
    _roll(table, A, 2, against=P)
    assert table.player(A).steel.get(10, 0) == tens


@pytest.mark.rule("R-028")
def test_a_050_a_challenge_may_need_the_owner_s_consent() -> None:
    table = _owned(challenge_needs="consent")
    table.do(B, "start_scene")
    assert table.refused(B, "challenge_rivalry", rivalry="voice") == "E_OWNER_ABSENT"
    table.do(A, "join_scene")
    asked = table.try_(B, "challenge_rivalry", rivalry="voice")
    assert isinstance(asked, Ask)
    assert asked.by == {A}
    assert isinstance(table.try_(B, "challenge_rivalry", rivalry="voice", confirmed_by=B), Ask)
    table.do(B, "challenge_rivalry", rivalry="voice", confirmed_by=A)


@pytest.mark.rule("R-028")
def test_a_050_or_not_even_his_presence() -> None:
    table = _owned(challenge_needs="neither")
    table.do(B, "start_scene")
    table.do(B, "challenge_rivalry", rivalry="voice")
    assert table.scene.live_stakes[0].sides == (B,)


@pytest.mark.rule("R-068")
@pytest.mark.parametrize(("way", "owner"), [("sole_side", A), ("most_tokens", B), ("unchanged", A)])
def test_a_051_a_bystander_s_roll_may_give_it_to_the_side_with_most_tokens(way: str, owner: str) -> None:
    table = _defence(bystander_end=way)
    table.do(C, "join_scene")
    _roll(table.hold(A=1, B=9, P=0), C, 2, against=P)
    assert _card(table).owner == owner


@pytest.mark.rule("R-068")
@pytest.mark.parametrize(("way", "owner"), [("sole_side", A), ("unchanged", None)])
def test_a_051_a_sole_side_gets_a_new_card_or_nobody_does(way: str, owner: str | None) -> None:
    table = Table(bystander_end=way).in_scene(A, B)
    table.do(A, "start_rivalry", text="Best Voice")
    _roll(table.hold(A=9), B, 1)
    assert _card(table).owner == owner


@pytest.mark.rule("R-031")
def test_a_053_only_so_many_rivalries_may_be_at_stake() -> None:
    table = Table(max_rivalries=1).in_scene(A, B)
    table.do(A, "start_rivalry", text="Best Voice")
    assert table.refused(B, "start_rivalry", text="Longest Death") == "E_COUNT"


@pytest.mark.rule("R-120")
@pytest.mark.parametrize(("left", "status"), [("unowned", RivalryStatus.UNOWNED), ("gone", RivalryStatus.DISCARDED)])
def test_a_055_the_rivalries_of_a_player_who_stops(left: str, status: RivalryStatus) -> None:
    table = _owned(retired_rivalries=left)
    table.do(A, "confront", confirmed_by=A)
    table.do(A, "roll", dice=[1, 1, 4, 4, *[1] * 8])  # both her dice are due for the Producer's two Points
    table.do(P, "end_argument")
    table.do(A, "stop_here")
    assert (_card(table).status, _card(table).owner) == (status, None)
