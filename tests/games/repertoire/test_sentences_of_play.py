"""What is heard: every form of V-16 to V-18, V-22, V-30 to V-36, V-50 to V-75, V-84, V-87, and the clashes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.games import repertoire
from assistant.games.repertoire import GAME, names
from assistant.games.repertoire.state import Rivalry
from assistant.games.repertoire.terms import Outcome, Phase, RivalryStatus
from assistant.table import Value
from grammar import Matches, NoMatch, Phrasebook
from repertoire.play import A, B, C, D, P, Table

BOOK = Phrasebook.load(Path(repertoire.__file__).with_name("sentences.en.yaml"))


def heard(table: Table, seat: str, words: str) -> list[tuple[str, Mapping[str, Value], str | None]]:
    """The open readings of these words with that seat's button held: intent, slots, free words."""
    found = BOOK.match(words, GAME.grammar(table.state), seat=seat, seats=names.seats(table.state))
    readings = () if isinstance(found, NoMatch) else found.readings
    return [(reading.intent, dict(reading.slots), reading.text) for reading in readings if reading.open]


def scene() -> Table:
    """A and B are in a scene; A owns "Best Voice", which is not at stake; Atwater has three facts, B has used one."""
    table = Table().in_scene(A, B).mark("Atwater", "TTT", 3)
    card = Rivalry("r1", 1, "Best Voice", A, RivalryStatus.HELD)
    table.state = replace(table.state, rivalries=(card,))
    table.do(B, "reference_fact", card="Atwater", fact=2)
    return table


def events() -> Table:
    table = scene()
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.do(B, "challenge_rivalry", rivalry="r1")
    return table


def asked() -> Table:
    table = scene()
    table.do(P, "question_fact")
    return table


def insisted() -> Table:
    table = asked()
    table.do(B, "insist")
    return table


def departed() -> Table:
    table = Table().begun()
    table.do(A, "start_scene")
    for seat in (B, C, D):
        table.do(seat, "join_scene")
    table.do(A, "call_curtain")
    return table


def travelling() -> Table:
    return Table().begun(Phase.TRAVEL)


def arriving() -> Table:
    """A known enclave and a known play; everyone has had a scene."""
    table = departed()
    table.state = replace(table.state, phase=Phase.ARRIVAL)
    table.do(P, "make_enclave", text="Lanternfold")
    table.do(A, "make_play", text="The Tin Duchess")
    table.do(A, "make_play", text="Gravel")
    return table


def returning() -> Table:
    table = arriving()
    table.state = replace(table.state, enclave=None)
    return table


def producing() -> Table:
    table = arriving()
    table.do(A, "begin_production")
    table.do(C, "take_cue")
    return table


def steeled() -> Table:
    table = travelling()
    table.state = replace(table.state, seats=tuple(replace(p, steel={6: 2, 8: 2}) for p in table.state.seats))
    return table


def confronting() -> Table:
    table = steeled()
    table.do(C, "confront", confirmed_by=C)
    return table


def arguing() -> Table:
    table = confronting()
    table.do(C, "roll", dice=[6, 6, 8, 1, 4, 4, 6, 6, 8, 8, 1, 1, 1, 1])
    return table


def setting_aside() -> Table:
    table = arguing()
    table.do(P, "state_points", n=2)
    table.do(C, "end_argument")
    return table


def settled() -> Table:
    table = travelling()
    seats = tuple(replace(p, outcome=Outcome.BROKEN) if p.id == C else p for p in table.state.seats)
    table.state = replace(table.state, seats=seats)
    table.do(A, "excuse", slots={"seat": D})
    return table


Case = tuple[Callable[[], Table], str, str, Sequence[str], Mapping[str, Value]]
ROWS: dict[str, Sequence[Case]] = {
    "V-17": [
        (
            scene,
            A,
            "stake_rivalry",
            ("stake best voice", "voice at stake", "defend rivalry one", "put up best voice"),
            {"rivalry": "r1"},
        )
    ],
    "V-18": [
        (
            scene,
            B,
            "challenge_rivalry",
            ("challenge best voice", "contest voice", "I want best voice"),
            {"rivalry": "r1"},
        ),
        (scene, B, "challenge_rivalry", ("challenge Ann", "challenge Atwater"), {"seat": A}),
    ],
    "V-30": [
        (scene, P, "question_fact", ("question Ben",), {"seat": B}),
        (scene, P, "question_fact", ("validity", "question validity", "does that belong"), {"criterion": "validity"}),
        (scene, P, "question_fact", ("utility", "question utility", "does that matter"), {"criterion": "utility"}),
        (scene, P, "question_fact", ("Ben, validity",), {"seat": B, "criterion": "validity"}),
        (scene, P, "question_fact", ("Ben, utility",), {"seat": B, "criterion": "utility"}),
        (scene, P, "question_fact", ("question Atwater two",), {"card": "c2", "fact": 2}),
    ],
    "V-31": [
        (events, P, "question_event", ("question trial", "that's no trial"), {"kind": "trial"}),
        (events, P, "question_event", ("question triumph", "no triumph"), {"kind": "triumph"}),
        (events, P, "question_event", ("question rivalry",), {"kind": "rivalry"}),
        (events, P, "question_event", ("question Ann's trial",), {"kind": "trial", "seat": A}),
        (events, P, "question_event", ("question Ann's triumph",), {"kind": "triumph", "seat": A}),
        (events, P, "question_event", ("question Ben's rivalry",), {"kind": "rivalry", "seat": B}),
    ],
    "V-32": [(asked, B, "relent", ("relent", "I relent", "take it back", "fair enough", "withdrawn"), {})],
    "V-33": [(asked, B, "insist", ("insist", "I insist", "it stands", "I stand by it"), {})],
    "V-34": [(insisted, P, "take_rancor", ("rancor", "take rancor", "increase", "yes, rancor"), {})],
    "V-35": [(insisted, P, "let_go", ("let it go", "no rancor", "pass", "very well"), {})],
    "V-36": [(asked, P, "never_mind", ("never mind", "drop it", "no matter"), {})],
    "V-50": [(departed, P, "next_phase", ("next phase", "phase over", "on we go", "move on"), {})],
    "V-51": [(departed, P, "travel", ("we travel", "to the road", "travel"), {})],
    "V-52": [(travelling, A, "arrive", ("we arrive", "arrival", "we're there", "end of the road"), {})],
    "V-54": [
        (
            returning,
            P,
            "return_to_enclave",
            ("back to Lanternfold", "return to Lanternfold", "we know Lanternfold"),
            {"card": "c6"},
        )
    ],
    "V-56": [
        (
            arriving,
            C,
            "choose_play",
            ("we play The Tin Duchess", "tonight tin", "choose card seven", "perform Duchess"),
            {"card": "c7"},
        )
    ],
    "V-57": [
        (arriving, P, "begin_production", ("house lights down", "begin the show", "places please", "production"), {})
    ],
    "V-60": [(producing, P, "give_cue", ("your cue Ben", "cue Belisar", "Ben, you're on"), {"seat": B})],
    "V-61": [(producing, A, "take_cue", ("my cue", "that's my cue", "I'm on", "going on"), {})],
    "V-62": [(producing, C, "leave_stage", ("I'm back", "off stage", "backstage", "coming off"), {})],
    "V-70": [(steeled, C, "confront", ("I confront the Producer", "confront", "confrontation", "face the boss"), {})],
    "V-71": [
        (confronting, P, "roll_round", ("next round", "roll the round", "again"), {}),
        (confronting, C, "roll", ("roll",), {}),
    ],
    "V-72": [(arguing, C, "make_point", ("point", "point made", "that's one"), {})],
    "V-73": [
        (arguing, P, "end_argument", ("argued", "points made", "all made", "done arguing"), {}),
        (arguing, P, "state_points", ("made two",), {"n": 2}),
    ],
    "V-74": [
        (setting_aside, P, "set_aside", ("set aside two eights",), {"pile": ("2x8",)}),
        (setting_aside, C, "set_aside", ("aside two fours",), {"pile": ("2x4",)}),
        (setting_aside, C, "set_aside", ("take two sixes, one eight",), {"pile": ("2x6", "1x8")}),
        (setting_aside, P, "set_aside", ("the biggest",), {"pile": "big"}),
    ],
    "V-75": [
        (settled, C, "play_on", ("I play on",), {}),
        (settled, C, "stop_here", ("I stop here",), {}),
        (settled, C, "take_mood", ("now depressive",), {"mood": "depressive"}),
        (settled, C, "take_mood", ("now insufferable",), {"mood": "insufferable"}),
    ],
    "V-22": [(confronting, C, "tell_points", ("two points",), {"n": 2})],
    "V-84": [(travelling, P, "end_game", ("end the game", "game over", "final curtain", "tally up"), {})],
    "V-87": [
        (settled, A, "excuse", ("excuse Ben", "Ben is away", "without Ben"), {"seat": B}),
        (settled, A, "welcome_back", ("Dan is here again",), {"seat": D}),
    ],
}
WORDED: dict[str, tuple[Callable[[], Table], str, str, Sequence[str], str]] = {
    "V-16": (
        scene,
        A,
        "start_rivalry",
        ("new rivalry {}", "rivalry over {}", "start rivalry {}", "rivalry: {}"),
        "Longest Death",
    ),
    "V-53": (returning, P, "make_enclave", ("new enclave {}", "enclave {}", "this place is {}"), "Saltmarsh"),
    "V-55": (arriving, C, "make_play", ("new play {}", "add play {}", "write play {}"), "Ashes"),
    "V-63": (producing, A, "keep_line", ("my line {}", "line: {}"), "I rust"),
}


@pytest.mark.rule("R-145")
@pytest.mark.parametrize("row", ROWS)
def test_every_form_of_a_row_is_understood_and_nothing_else_is(row: str) -> None:
    for start, seat, intent, forms, slots in ROWS[row]:
        table = start()
        for form in forms:
            assert heard(table, seat, form) == [(intent, slots, None)], form


@pytest.mark.rule("R-145")
@pytest.mark.parametrize("row", WORDED)
def test_every_form_with_free_words_is_understood(row: str) -> None:
    start, seat, intent, forms, words = WORDED[row]
    table = start()
    for form in forms:
        assert heard(table, seat, form.format(words)) == [(intent, {}, words)], form


@pytest.mark.rule("R-093", "R-104")
def test_a_name_or_a_line_may_be_left_to_paper() -> None:
    assert heard(returning(), P, "new enclave") == [("make_enclave", {}, None)]
    assert heard(producing(), A, "note that line") == [("keep_line", {}, None)]


# Clashes (after the table of 5.2)


@pytest.mark.rule("R-110")
def test_roll_means_the_scene_s_dice_or_the_round_s() -> None:
    table = confronting()
    assert heard(table, P, "roll") == [("roll", {}, None)]
    table.do(P, "roll", dice=[1] * 14)
    assert heard(table, P, "roll") == []


@pytest.mark.rule("R-112", "R-047")
def test_point_is_made_in_a_confrontation_and_points_at_a_fact_in_a_scene() -> None:
    assert heard(arguing(), C, "point") == [("make_point", {}, None)]
    assert heard(scene(), C, "point") == []
    assert heard(scene(), C, "point Atwater one") == [("reference_fact", {"card": "c2", "fact": 1}, None)]


@pytest.mark.rule("R-081", "R-120")
def test_pass_and_play_on_depend_on_the_state() -> None:
    assert heard(scene(), P, "pass") == []
    assert [intent for intent, *_ in heard(settled(), C, "I play on")] == ["play_on"]
    assert heard(settled(), C, "play on") == []


@pytest.mark.rule("R-101", "R-015")
def test_im_in_and_im_on_are_never_legal_together() -> None:
    assert heard(scene(), C, "I'm in") == [("join_scene", {}, None)]
    assert heard(scene(), A, "I'm on") == []
    assert heard(producing(), A, "I'm in") == []


@pytest.mark.rule("R-100")
def test_a_name_and_on_is_no_cue() -> None:
    assert heard(producing(), P, "Corvin on") == []


@pytest.mark.rule("R-025", "R-009")
def test_wanting_a_rivalry_is_no_desire() -> None:
    assert [intent for intent, *_ in heard(scene(), B, "I want best voice")] == ["challenge_rivalry"]


@pytest.mark.rule("R-145")
def test_what_is_not_open_now_is_still_understood_so_that_it_can_be_refused() -> None:
    table = scene()
    found = BOOK.match("question trial", GAME.grammar(table.state), seat=A, seats=names.seats(table.state))
    assert isinstance(found, Matches)
    assert [(reading.intent, reading.open) for reading in found.readings] == [("question_event", False)]
