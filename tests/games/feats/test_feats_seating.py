"""Seats and characters (F-001 to F-004, F-143, F-144)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.feats import GAME
from assistant.games.feats.config import Sheet
from assistant.games.feats.terms import Kind, Role
from assistant.table import Ask, Cue
from assistant.table.slots import UNKNOWN_WORDS
from feats.company import PLAYERS, A, B, C, D, G, Table, shipped_config


@pytest.mark.rule("F-001", "F-002", "F-144")
def test_a_new_game_seats_one_game_master_and_the_company_of_the_file() -> None:
    table = Table()
    assert [player.role for player in table.state.seats] == [Role.GM] + [Role.PLAYER] * 4
    assert [(one.name, one.seat) for one in table.state.characters] == [("Ana", A), ("Ben", B), ("Cleo", C), ("Dev", D)]
    assert table.cues[:2] == [Cue("ready"), Cue("GameBegun", {"n": 4, "gm": "Paul"})]


@pytest.mark.rule("F-002")
@pytest.mark.parametrize(
    ("players", "facilitator", "code"),
    [
        (("Paul",), "1", "E_SEATS"),
        (tuple(f"P{n}" for n in range(9)), "1", "E_SEATS"),
        (("Paul", "!"), "1", "E_SEATS"),
        (("Paul", "Ann"), "3", "E_SEATS"),
        (("Paul", "Ann"), "0", "E_SEATS"),
        (("Ann", "ann"), "1", "E_DUPLICATE"),
    ],
)
def test_tables_that_cannot_be(players: tuple[str, ...], facilitator: str, code: str) -> None:
    table = Table(players=())
    assert table.refused("", "new_game", slots={"players": players, "facilitator": facilitator}) == code
    assert table.refused(A, "status") == "E_SEATS"


@pytest.mark.rule("F-002")
@pytest.mark.parametrize("seats", [2, 8])
def test_the_smallest_and_the_largest_table_led_from_the_last_seat(seats: int) -> None:
    table = Table(players=())
    table.do("", "new_game", slots={"players": tuple(f"P{n}" for n in range(seats)), "facilitator": str(seats)})
    assert [one.id for one in table.state.seats] == [str(n) for n in range(1, seats + 1)]
    assert table.state.gm is not None
    assert table.state.gm.name == f"P{seats - 1}"


@pytest.mark.rule("F-002")
def test_who_leads_may_sit_anywhere_and_a_game_that_runs_is_left_only_by_two() -> None:
    table = Table(players=())
    assert table.try_("", "new_game") == Cue("new_game.who")
    table.do("", "new_game", slots={"players": PLAYERS[:3], "facilitator": "2"})
    assert table.state.gm is not None
    assert table.state.gm.id == "2"
    ask = table.asked("1", "new_game")
    assert ask.by == frozenset({"2", "3"})
    assert isinstance(table.try_("1", "new_game", confirmed_by="1"), Ask)
    table.do("1", "new_game", confirmed_by="2")
    assert [player.name for player in table.state.seats] == list(PLAYERS[:3])
    assert table.state.gm.id == "2"


@pytest.mark.rule("F-002", "F-144")
def test_a_character_goes_to_the_seat_that_the_file_names() -> None:
    config = shipped_config()
    ana, ben, *others = config.character
    taken = replace(config, character=(replace(ana, seat="dan"), replace(ben, seat="2"), *others))
    table = Table(taken)
    assert {one.name: one.seat for one in table.state.characters} == {"Ana": D, "Ben": A, "Cleo": B, "Dev": C}


@pytest.mark.rule("F-003")
def test_a_character_starts_whole_and_names_are_used_once() -> None:
    table = Table()
    ana = table.who("ana")
    assert (ana.kind, ana.rep, ana.rep_start, ana.health) == (Kind.PC, 3, 3, 3)
    assert (ana.injuries, ana.character_dice, ana.concept) == ((), 0, "retired duelist")
    assert [(edge.id, edge.rating) for edge in ana.edges] == [("silver_tongue", 2), ("duelist", 2)]
    assert table.refused(A, "add_character", text="ANA") == "E_DUPLICATE"


@pytest.mark.rule("F-003")
def test_a_character_whose_name_is_not_known_as_text_yet_goes_by_its_player_s() -> None:
    table = Table()
    table.do(A, "add_character", text=UNKNOWN_WORDS)
    table.do(A, "add_character", text=UNKNOWN_WORDS)
    assert [one.name for one in table.state.characters[-2:]] == ["Ann", "Ann 2"]
    table.do(A, "draft", slots={"intent": "add_character", "named": "ann"}, text="Old Fen")
    assert [one.name for one in table.state.characters[-2:]] == ["Old Fen", "Ann 2"]


def test_a_name_is_put_right_by_whose_character_it_is_and_by_the_game_master() -> None:
    table = Table()
    table.do(A, "spell", text="Anna", named="ana")
    assert table.refused(B, "spell", text="Hannah", named="anna") == "E_NOT_YOURS"
    assert table.refused(A, "spell", text="ben", named="anna") == "E_DUPLICATE"
    table.do(G, "spell", text="Hannah", named="anna")
    assert table.who("ana").name == "Hannah"
    offers = {one.seats: one.slots["named"] for one in GAME.grammar(table.state) if one.intent == "spell"}
    assert [name.display for name in offers[frozenset({A})]] == ["Hannah"]
    assert len(offers[frozenset({G})]) == len(table.state.characters)


@pytest.mark.rule("F-003", "F-144")
def test_characters_come_from_the_file_or_by_name_with_even_stats() -> None:
    table = Table()
    table.do(G, "add_character", sheet="Esme", seat="cleo")
    assert table.who("esme").seat == C
    assert table.refused(G, "add_character", sheet="Esme") == "E_DUPLICATE"
    assert table.refused(G, "add_character", sheet="Zork") == "E_UNKNOWN_NAME"
    assert table.refused(G, "add_character", text="Zork", seat="nobody") == "E_UNKNOWN_NAME"
    table.do(B, "add_character", text="Old Fen")
    fen = table.who("old_fen")
    assert (fen.seat, dict(fen.stats)) == (B, {"prowess": 3, "cunning": 3, "knowledge": 2, "charm": 2})


@pytest.mark.rule("F-003", "F-144")
@pytest.mark.parametrize(
    ("points", "stats"), [(3, [1, 1, 1, 1]), (10, [3, 3, 2, 2]), (13, [4, 3, 3, 3]), (40, [6, 6, 6, 6])]
)
def test_a_new_character_has_even_stats_within_the_range(points: int, stats: list[int]) -> None:
    table = Table(stat_range={"start_points": points})
    table.do(B, "add_character", text="Old Fen")
    assert list(table.who("old_fen").stats.values()) == stats


@pytest.mark.rule("F-004")
def test_gm_characters_come_from_templates() -> None:
    table = Table()
    assert table.refused(A, "add_npc", template="fighter") == "E_GM_ONLY"
    assert table.refused(G, "add_npc", template="dragon") == "E_UNKNOWN_TEMPLATE"
    table.do(G, "add_npc", template="fighter", text="Captain Rook")
    rook = table.who("captain_rook")
    assert (rook.kind, rook.seat, rook.health, rook.rep, rook.rep_start) == (Kind.NPC, G, 2, 0, 0)
    table.do(G, "add_npc", template="fighter")
    table.do(G, "add_npc", template="fighter", text=UNKNOWN_WORDS)
    assert [one.name for one in table.state.characters[-2:]] == ["fighter", "fighter 2"]
    assert table.refused(G, "add_npc", template="minion", text="Fighter") == "E_DUPLICATE"


@pytest.mark.rule("F-004", "F-144")
def test_a_name_that_is_known_later_as_text_goes_to_the_last_of_its_template() -> None:
    table = Table()
    assert table.refused(G, "draft", slots={"template": "minion", "intent": "add_npc"}, text="Mud") == "E_UNKNOWN_NAME"
    table.do(G, "add_npc", template="minion", text=UNKNOWN_WORDS)
    table.do(G, "draft", slots={"template": "minion", "intent": "add_npc"}, text="Mud")
    assert table.who("minion_2").name == "Mud", "a template has that id"
    table.do(G, "add_npc", template="minion")
    assert table.who("minion_3").name == "minion", "an id never comes twice"
    table.do(G, "add_npc", template="minion", text=UNKNOWN_WORDS)
    table.do(G, "draft", slots={"template": "minion", "intent": "add_npc"}, text="Gob")
    assert [one.name for one in table.state.characters[-2:]] == ["minion", "Gob"]
    table.do(G, "add_npc", template="minion", text="Difficulty")
    assert table.who("difficulty_2").seat == G, "nor is it that of the difficulty dice"
    assert table.refused(G, "draft", slots={"template": "minion", "intent": "add_npc"}, text="ana") == "E_DUPLICATE"


@pytest.mark.rule("F-143")
def test_a_character_may_be_handed_over_by_the_game_master_or_its_player() -> None:
    table = Table()
    table.tries("ana", "cunning", "tough")
    assert table.refused(B, "hand_over", name="ana", seat=B) == "E_NOT_YOURS"
    table.do(A, "hand_over", name="ana", seat="ben")
    assert (table.who("ana").seat, table.who("ana").kind) == (B, Kind.PC)
    table.do(B, "use_concept", name="ana")
    table.do(G, "hand_over", name="ana", seat=G)
    assert table.refused(G, "hand_over", name="ana", seat=G) == "E_NOTHING"
    assert table.refused(G, "hand_over", name="ana", seat="nobody") == "E_UNKNOWN_NAME"
    table.rolls(G, 4, 4, 4, 1, 1, 1, 1)
    table.do(G, "success")
    assert table.cues[-1].slots["next"] == "Ana"


@pytest.mark.rule("F-003")
def test_the_record_holds_all_that_the_sheet_says() -> None:
    sheet = Sheet(name="Fay", spoken=("fay", "the fey"), stats=shipped_config().character[0].stats)
    table = Table(replace(shipped_config(), character=(sheet,)))
    assert table.who("fay").spoken == ("fay", "the fey")
    table.do(G, "declare_feat", name="the fey", stat="charm")
    assert table.feat.actor == "fay"


@pytest.mark.rule("F-070", "F-137")
def test_gm_characters_act_against_somebody_or_need_no_roll() -> None:
    table = Table()
    table.npc("fighter", "Captain")
    assert table.refused(G, "declare_feat", name="captain", stat="charm") == "E_NO_OPPONENT"
    table.do(G, "oppose", name="captain", target="ana", stat="charm")
    assert table.cues[0] == Cue("FeatDeclared.opposed", {"a": "Captain", "b": "Ana"})
    assert table.refused(G, "set_difficulty", level="hard") == "E_PHASE"
    table.do(G, "cancel_feat")
    assert table.refused(A, "oppose", target="ana", stat="charm", name="ana") == "E_TARGET"


@pytest.mark.rule("F-071", "F-136")
def test_each_side_of_an_opposed_feat_sets_its_own_pool() -> None:
    table = Table()
    table.do(A, "oppose", target="ben", stat="charm")
    table.do(B, "set_stat", stat="knowledge")
    table.do(B, "use_edge", edge="old maps")
    table.do(B, "buy")
    table.do(A, "use_agenda")
    assert (table.feat.pool.size, table.contest.pool.size) == (3, 8)
    assert table.refused(A, "resist", name="ben", stat="prowess") == "E_NOT_YOURS"
    table.do(B, "resist", stat="prowess")
    assert (table.contest.ref, table.contest.pool.size) == ("prowess", 5)
    assert table.refused(C, "set_stat", stat="charm") == "E_NOT_YOURS"


@pytest.mark.rule("F-132")
def test_status_and_whose_turn_it_is() -> None:
    table = Table()
    assert table.try_(A, "status") == Cue("status", {"name": "Ana", "r": 3, "i": 0, "h": 3, "dice": 0})
    assert table.refused(G, "status") == "E_UNKNOWN_NAME"
    assert table.refused(A, "whose_turn") == "E_NOTHING"
    table.tries("ana", "cunning", "tough")
    assert table.try_(A, "whose_turn") == Cue("whose_turn.setup")
    table.rolls(A, 4, 4, 1, 1, 1, 4)
    assert table.try_(B, "whose_turn") == Cue("whose_turn", {"next": "Ana", "k": 2})
    table.change("ben", dead=True)
    outcome = table.try_(B, "status")
    assert isinstance(outcome, Cue)
    assert outcome.line == "status.dead"
