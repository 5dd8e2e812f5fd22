"""Set-up: who plays, who is the Producer, the early clock, the cards, curtain up."""

from __future__ import annotations

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.names import cards
from assistant.games.repertoire.terms import CAST, Kind, Outcome, Phase, Role, Status
from assistant.table import Ask, Cue, Refusal
from repertoire.play import PLAYERS, A, B, C, D, P, Table


@pytest.mark.rule("R-001")
@pytest.mark.parametrize("count", [4, 8])
def test_four_to_eight_can_play(count: int) -> None:
    table = Table(players=[f"Player {n}" for n in "abcdefgh"[:count]])
    assert len(table.seated().state.seats) == count


@pytest.mark.rule("R-001")
@pytest.mark.parametrize("count", [1, 3, 9])
def test_fewer_than_four_or_more_than_eight_cannot(count: int) -> None:
    assert Table().refused(P, "new_game", players=tuple("abcdefghi"[:count])) == "E_SEATS"


@pytest.mark.rule("R-001")
@pytest.mark.parametrize(("count", "line"), [(6, "GameBegun"), (7, "GameBegun.large"), (8, "GameBegun.large")])
def test_seven_are_told_that_the_troupe_is_large(count: int, line: str) -> None:
    assert Table(players=tuple("abcdefgh"[:count])).seated().lines()[0] == line


def test_max_seats_lets_more_play() -> None:
    table = Table(players=tuple("abcdefghi"), max_seats=9).seated()
    assert len(table.state.seats) == 9


def test_two_players_of_one_name_would_be_one_to_the_ear() -> None:
    assert Table().refused(P, "new_game", players=("Ann", "ann", "Ben", "Cleo")) == "E_DUPLICATE"


def test_a_facilitator_who_does_not_sit_here_is_nobody() -> None:
    assert Table().refused(P, "new_game", players=PLAYERS, facilitator="6") == "E_SEAT_UNKNOWN"
    assert Table().refused(P, "new_game", players=PLAYERS, facilitator="0") == "E_SEAT_UNKNOWN"


@pytest.mark.parametrize("facilitator", ["1", "5"])
def test_the_first_and_the_last_seat_may_hold_the_facilitator(facilitator: str) -> None:
    table = Table()
    table.do(A, "new_game", players=PLAYERS, facilitator=facilitator)
    assert [player.id for player in table.state.seats if player.role is Role.PRODUCER] == [facilitator]


def test_every_player_has_a_name_that_can_be_said() -> None:
    assert Table().refused(P, "new_game", players=("Ann", "?!", "Ben", "Cleo")) == "E_CONTENT"


@pytest.mark.rule("R-001")
def test_new_game_without_names_asks_who_plays() -> None:
    assert Table().try_(P, "new_game") == Cue("new_game.who")


@pytest.mark.rule("R-001")
def test_an_unfinished_game_is_left_only_when_another_seat_agrees() -> None:
    table = Table().begun()
    asked = table.try_(A, "new_game")
    assert isinstance(asked, Ask)
    assert asked.by == frozenset({P, B, C, "5"})
    assert isinstance(table.try_(A, "new_game", confirmed_by=A), Ask)
    table.do(A, "new_game", confirmed_by=B)
    assert table.state.status is Status.SETUP
    assert table.state.cards == ()


@pytest.mark.rule("R-002")
def test_one_seat_says_it_is_the_producer() -> None:
    table = Table()
    table.do(P, "new_game", players=PLAYERS)
    table.do(C, "be_producer")
    assert [player.role for player in table.state.seats].count(Role.PRODUCER) == 1
    assert table.player(C).role is Role.PRODUCER
    assert table.cues == [Cue("ProducerNamed", {"player": "Cleo"})]


@pytest.mark.rule("R-002")
def test_there_is_exactly_one_producer() -> None:
    table = Table().seated()
    assert table.refused(A, "be_producer") == "E_SEATS"
    assert table.refused(P, "be_producer") == "E_DUPLICATE"


@pytest.mark.rule("R-004", "R-005")
def test_the_producer_starts_with_two_of_each_and_actors_with_nothing() -> None:
    table = Table().seated()
    assert table.rancor == (2, 2, 2, 2, 2)
    assert all(not p.steel and not p.held and p.outcome is Outcome.PENDING for p in table.state.seats)


@pytest.mark.rule("R-006")
def test_the_producer_starts_the_clock_before_any_card_is_written() -> None:
    table = Table().seated()
    assert not table.state.clock.running
    assert table.refused(A, "start_clock") == "E_NOT_PRODUCER"
    table.do(P, "start_clock")
    assert table.state.clock.running
    assert table.lines() == ["ClockStarted"]
    assert table.refused(P, "start_clock") == "E_NOT_PAUSED"


@pytest.mark.rule("R-006")
def test_a_clock_that_never_ran_goes_on_by_its_start_for_the_producer_alone() -> None:
    table = Table().seated()
    assert [each.seats for each in GAME.grammar(table.state) if each.intent == "resume"] == [frozenset({P})]
    assert table.refused(A, "resume") == "E_SETUP"
    table.do(P, "resume")
    assert table.lines() == ["ClockStarted"]
    assert table.refused(P, "resume") == "E_NOT_PAUSED"


@pytest.mark.rule("R-007")
def test_eight_hours_is_the_limit_unless_a_shorter_game_is_set() -> None:
    assert Table().state.clock.limit_s == 28_800
    shorter = Table(limit_s=3600).seated()
    shorter.do(P, "start_clock")
    assert shorter.state.clock.limit_s == 3600
    assert shorter.lines() == ["ClockStarted.shorter"]


@pytest.mark.rule("R-008")
def test_an_actor_writes_one_card_with_his_actors_name() -> None:
    table = Table().seated()
    assert table.refused(A, "name_card") == "E_CONTENT"
    table.do(A, "name_card", text="Atwater")
    card = table.card("Atwater")
    assert (card.kind, card.owner, card.lines, card.tokens) == (Kind.ACTOR, A, (), 0)
    assert table.refused(A, "name_card", text="Another") == "E_DUPLICATE"


@pytest.mark.rule("R-008", "R-010")
def test_a_card_whose_name_is_not_known_as_text_yet_goes_by_its_number() -> None:
    table = Table().seated()
    table.do(A, "name_card", text="…")
    table.do(P, "name_card", text="…")
    names = [one.display for one in cards(table.state, CAST)]
    assert names[:2] == ["card 1", "card 2"]
    assert table.cues == [Cue("CardMade", {"name": "card 2"})]
    table.do(P, "draft", text="Grimsby", slots={"intent": "name_card"})
    assert [card.name for card in table.state.cards] == ["", "Grimsby"]
    assert table.refused(A, "draft", text="grimsby", slots={"intent": "name_card"}) == "E_DUPLICATE"


def test_no_card_is_written_while_it_is_open_who_the_producer_is() -> None:
    table = Table()
    table.do(P, "new_game", players=PLAYERS)
    assert table.refused(A, "name_card", text="Atwater") == "E_SETUP"


@pytest.mark.rule("R-009")
def test_a_desire_is_written_and_can_be_worded_later() -> None:
    table = Table().seated()
    assert table.refused(A, "write_desire", text="to leave") == "E_CARD_UNKNOWN"
    table.do(A, "name_card", text="Atwater")
    assert table.refused(A, "write_desire") == "E_CONTENT"
    table.do(A, "write_desire", text="…")
    assert table.card("Atwater").desire == "…"
    table.do(A, "draft", intent="write_desire", text="to leave the Company")
    assert table.card("Atwater").desire == "to leave the Company"


@pytest.mark.rule("R-009")
def test_a_desire_may_stand_on_paper_only() -> None:
    table = Table().seated()
    table.do(A, "name_card", text="Atwater")
    table.do(A, "write_desire", on="paper")
    assert table.card("Atwater").desire == "…"


@pytest.mark.rule("R-010")
def test_the_producers_card_needs_a_name_and_takes_no_desire() -> None:
    table = Table().seated()
    assert table.refused(P, "name_card", text="") == "E_CONTENT"
    table.do(P, "name_card", text="Grimsby")
    assert table.card("Grimsby").kind is Kind.PRODUCER
    assert table.refused(P, "write_desire", text="to be loved") == "E_CONTENT"


@pytest.mark.rule("R-012")
def test_play_begins_in_a_departure_when_all_cards_are_written() -> None:
    table = Table().begun()
    state = table.state
    assert (state.status, state.phase, state.cycle) == (Status.PLAYING, Phase.DEPARTURE, 0)
    assert (state.enclave, state.play, state.been_in_scene) == (None, None, frozenset())
    assert table.lines() == ["PlayBegun"]


@pytest.mark.rule("R-012")
def test_before_that_it_says_whose_card_is_missing() -> None:
    table = Table().seated()
    table.do(P, "start_clock")
    for seat in (P, A, B):
        table.do(seat, "name_card", text=f"Card of {seat}")
    refusal = table.try_(A, "begin_play")
    assert refusal == Refusal("E_SETUP", {"who": "Cleo, Dan"})


@pytest.mark.rule("R-006", "R-012")
def test_play_does_not_begin_before_the_clock() -> None:
    table = Table().seated()
    for seat in (P, A, B, C, "5"):
        table.do(seat, "name_card", text=f"Card of {seat}")
    assert table.refused(A, "begin_play") == "E_SETUP"


def _without_desire(**settings: object) -> Table:
    table = Table(**settings).seated()
    table.do(P, "start_clock")
    for seat in (P, A, B, C, "5"):
        table.do(seat, "name_card", text=f"Card of {seat}")
    return table


@pytest.mark.rule("R-009", "R-012")
def test_a_desire_left_open_holds_play_up_unless_it_may_follow() -> None:
    assert _without_desire().refused(A, "begin_play") == "E_CONTENT"
    later = _without_desire(desire_required=False)
    later.do(A, "begin_play")
    later.do(A, "write_desire", text="to leave")
    assert later.refused(A, "write_desire", text="to stay") == "E_DUPLICATE"


@pytest.mark.rule("R-008")
def test_a_desire_is_no_fact_unless_the_table_counts_it_as_one() -> None:
    assert Table().cast().written("Atwater") == " / 0"
    table = Table(desire_is_fact=True).cast()
    table.do(A, "write_desire", text="to stay after all")
    assert table.written("Atwater") == "T / 1"
    (line,) = table.card("Atwater").lines
    assert (line.no, line.text, line.author) == (1, "to stay after all", A)
    assert (line.scene_no, line.die, line.roll, line.count_at_roll) == (0, 0, 0, 0)  # no scene, no roll


def test_nothing_of_play_goes_before_curtain_up() -> None:
    table = Table().cast()
    assert table.refused(A, "start_scene") == "E_SETUP"
    assert table.refused(A, "establish_fact", card="me") == "E_SETUP"


def test_after_curtain_up_set_up_is_over() -> None:
    assert Table().begun().refused(A, "begin_play") == "E_DUPLICATE"


@pytest.mark.rule("R-008", "R-010")
@pytest.mark.parametrize("again", ["Atwater", "ATWATER.", "Grimsby"])
def test_two_characters_of_one_name_could_not_be_told_apart(again: str) -> None:
    table = Table().seated()
    table.do(P, "name_card", text="Grimsby")
    table.do(A, "name_card", text="Atwater")
    assert table.refused(B, "name_card", text=again) == "E_DUPLICATE"


@pytest.mark.rule("R-008")
@pytest.mark.parametrize("nothing", ["?!", " "])
def test_a_name_that_cannot_be_said_is_none(nothing: str) -> None:
    assert Table().seated().refused(A, "name_card", text=nothing) == "E_CONTENT"


def test_a_desire_that_counts_as_a_fact_and_comes_late_takes_no_other_fact_away() -> None:
    table = Table(desire_is_fact=True, desire_required=False).seated()
    table.do(P, "start_clock")
    for seat, name in ((A, "Atwater"), (B, "Belisar"), (C, "Corvin"), (D, "Delphine"), (P, "Vane")):
        table.do(seat, "name_card", text=name)
    table.do(P, "begin_play")
    table.do(A, "start_scene")
    table.do(A, "establish_fact", card="me", text="she limps", dice=[1])
    table.do(A, "write_desire", text="to go home")
    card = table.state.cards[0]
    assert [(line.no, line.text) for line in card.lines] == [(1, "she limps"), (2, "to go home")]
