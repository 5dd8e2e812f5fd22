"""One fault at a time, and the code of section 3.17 that it is answered with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import assistant.games.repertoire
from assistant.evening import SHELL_LINES, Lines
from assistant.evening.lines import shown
from assistant.games.repertoire.terms import Phase
from assistant.table import CLOCK
from repertoire.acts import production
from repertoire.play import A, B, P, Table

LINES = Lines.load(SHELL_LINES, Path(assistant.games.repertoire.__file__).with_name("lines.en.yaml"))


def _owned(*titles: str, by: str = A) -> Table:
    """In a scene of A and B; these rivalries are owned and none is at stake."""
    table = Table().in_scene(by)
    for title in titles:
        table.do(by, "start_rivalry", text=title)
    table.do(by, "call_curtain")
    table.hold(**{"ABCD"[int(by) - 2]: 99}).do(by, "dedicate", slots={"for": "all"})
    table.do(by, "roll", dice=[1] * len(titles))
    table.do(A, "start_scene")
    table.do(B, "join_scene")
    return table


def _seated() -> Table:
    return Table().seated()


def _cast() -> Table:
    return Table().cast()


def _begun() -> Table:
    return Table().begun()


def _arriving() -> Table:
    return Table().begun(Phase.ARRIVAL)


def _scene() -> Table:
    return Table().in_scene(A)


def _curtain() -> Table:
    table = Table().in_scene(A)
    table.do(A, "stake_trial")
    table.do(A, "call_curtain")
    return table


CASES: list[tuple[str, Callable[[], Table], str, str, dict[str, object], str]] = [
    ("the clock runs", _begun, A, "resume", {}, "E_NOT_PAUSED"),
    ("time is not up yet", _begun, CLOCK, "expire", {}, "E_DUPLICATE"),
    ("no warning is due", _begun, CLOCK, "warn", {}, "E_DUPLICATE"),
    ("nothing was running", _seated, CLOCK, "interrupted", {}, "E_NOT_RUNNING"),
    ("a rivalry without a scene", _begun, A, "start_rivalry", {"text": "x"}, "E_NO_SCENE"),
    ("staked without a scene", _begun, A, "stake_rivalry", {"rivalry": "r1"}, "E_NO_SCENE"),
    ("challenged without a scene", _begun, A, "challenge_rivalry", {"seat": B}, "E_NO_SCENE"),
    ("no such rivalry", _scene, A, "stake_rivalry", {"rivalry": "x"}, "E_RIVALRY_STATE"),
    ("no such challenge", _scene, A, "challenge_rivalry", {"rivalry": "x"}, "E_RIVALRY_STATE"),
    ("nobody to challenge", _scene, A, "challenge_rivalry", {"seat": "x"}, "E_SEAT_UNKNOWN"),
    ("he owns none", _scene, A, "challenge_rivalry", {"seat": B}, "E_RIVALRY_STATE"),
    ("her own", lambda: _owned("Best Voice"), A, "challenge_rivalry", {"rivalry": "voice"}, "E_RIVALRY_STATE"),
    ("a nameless enclave", _arriving, P, "make_enclave", {"text": "?!"}, "E_CONTENT"),
    ("a nameless play", _arriving, A, "make_play", {"text": "?!"}, "E_CONTENT"),
    ("a play on the road", _begun, A, "choose_play", {"card": "x"}, "E_PHASE"),
    ("no such play", _arriving, A, "choose_play", {"card": "x"}, "E_CARD_UNKNOWN"),
    ("no such enclave", _arriving, P, "return_to_enclave", {"card": "x"}, "E_CARD_UNKNOWN"),
    ("an Actor is no enclave", _arriving, P, "return_to_enclave", {"card": "c2"}, "E_CARD_KIND"),
    ("a cue on the road", _scene, B, "give_cue", {"seat": A}, "E_PHASE"),
    ("one's own on the road", _scene, A, "take_cue", {}, "E_PHASE"),
    ("no stage on the road", _scene, A, "leave_stage", {}, "E_PHASE"),
    ("no play on the road", _scene, A, "keep_line", {"text": "Alas"}, "E_PHASE"),
    ("a cue for nobody", production, B, "give_cue", {"seat": "x"}, "E_SEAT_UNKNOWN"),
    ("the Producer never plays", production, B, "give_cue", {"seat": P}, "E_NOT_ACTOR"),
    ("not on stage", production, A, "leave_stage", {}, "E_NOT_ON_STAGE"),
    ("no scene to question", _begun, P, "question_fact", {}, "E_NO_SCENE"),
    ("no event to question", _begun, P, "question_event", {"kind": "trial"}, "E_NO_SCENE"),
    ("nobody's fact", _scene, P, "question_fact", {"seat": "x"}, "E_SEAT_UNKNOWN"),
    ("nobody's event", _scene, P, "question_event", {"kind": "trial", "seat": "x"}, "E_SEAT_UNKNOWN"),
    ("no card's fact", _scene, P, "question_fact", {"card": "x", "fact": 1}, "E_CARD_UNKNOWN"),
    ("a line that is not there", _scene, P, "question_fact", {"card": "me", "fact": 1}, "E_FACT_UNKNOWN"),
    ("nothing made yet", _scene, P, "question_fact", {}, "E_QUESTION_LATE"),
    ("nobody was asked", _scene, A, "relent", {}, "E_NO_QUESTION"),
    ("nobody insisted", _scene, P, "take_rancor", {}, "E_NO_QUESTION"),
    ("no question to drop", _scene, P, "never_mind", {}, "E_NO_QUESTION"),
    ("no scene to join", _begun, A, "join_scene", {}, "E_NO_SCENE"),
    ("no scene to invite to", _begun, A, "invite", {"seat": B}, "E_NO_SCENE"),
    ("lent after the curtain", _curtain, P, "lend_player", {"seat": B}, "E_SCENE_CLOSING"),
    ("lent to nobody", _scene, P, "lend_player", {"seat": "x"}, "E_SEAT_UNKNOWN"),
    ("he stands in his own way", _cast, P, "write_desire", {"text": "gold"}, "E_CONTENT"),
    ("no card for a Desire", _seated, A, "write_desire", {"text": "gold"}, "E_CARD_UNKNOWN"),
    ("a name that no one said", _seated, A, "name_card", {}, "E_CONTENT"),
    ("a Desire without words", _cast, A, "write_desire", {}, "E_CONTENT"),
    ("no wordless Desire", _cast, A, "draft", {"intent": "write_desire", "text": "x"}, "E_CARD_UNKNOWN"),
    ("a title without a card", _begun, A, "draft", {"intent": "make_play", "text": "x"}, "E_CARD_UNKNOWN"),
    (
        "words without a line",
        _begun,
        A,
        "draft",
        {"intent": "establish_fact", "card": "me", "text": "x"},
        "E_FACT_UNKNOWN",
    ),
    ("words without a card", _begun, A, "draft", {"intent": "establish_fact", "card": "x"}, "E_CARD_UNKNOWN"),
    ("an intent of no game", _begun, A, "levitate", {}, "E_INTENT"),
    ("nobody sits there", _begun, "9", "pause", {}, "E_SEAT_UNKNOWN"),
]


@pytest.mark.parametrize(
    ("where", "seat", "intent", "slots", "code"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_one_fault_is_told_by_its_code_and_can_be_shown(where, seat, intent, slots, code) -> None:
    text = slots.get("text")
    rest = {name: value for name, value in slots.items() if name != "text"}
    table = where()
    assert table.refused(seat, intent, text=text, slots=rest) == code
    line = LINES.line(code)
    assert shown(line.show or line.say, table.try_(seat, intent, text=text, slots=rest).slots)
