"""Where several errors apply, the one reported is fixed (section 3.17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire.state import Question
from assistant.games.repertoire.terms import Criterion, Phase
from repertoire.play import A, B, C, P, Table


def _with_question(table: Table) -> Table:
    question = Question(target=1, criterion=Criterion.VALIDITY, answer_due=A)
    table.do(A, "stake_trial")
    table.state = replace(table.state, scene=replace(table.scene, question=question))
    return table


def _paused(table: Table) -> Table:
    table.do(A, "pause")
    return table


def _on_stage(table: Table) -> Table:
    table.state = replace(table.state, scene=replace(table.scene, on_stage=frozenset({A})))
    return table


def _expired(table: Table) -> Table:
    table.tick(28_800.0)
    return table


# The state has at least two faults; the first in the ledger's order is told.
CASES = [
    ("set-up before role", lambda: Table().cast(), P, "stake_trial", {}, "E_SETUP"),
    ("set-up before pause", lambda: _paused(Table().cast()), A, "start_scene", {}, "E_SETUP"),
    ("pause before question", lambda: _paused(_with_question(Table().in_scene(A))), B, "join_scene", {}, "E_PAUSED"),
    ("pause before role", lambda: _paused(Table().in_scene(A)), P, "join_scene", {}, "E_PAUSED"),
    ("question before role", lambda: _with_question(Table().in_scene(A)), P, "join_scene", {}, "E_QUESTION_PENDING"),
    ("role before expiry", lambda: _expired(Table().in_scene(A)), P, "start_scene", {}, "E_NOT_ACTOR"),
    ("expiry before open scene", lambda: _expired(Table().in_scene(A)), B, "start_scene", {}, "E_EXPIRED"),
    ("role before no scene", lambda: Table().begun(), P, "stake_trial", {}, "E_NOT_ACTOR"),
    ("phase before no scene", lambda: Table().begun(Phase.TRAVEL), A, "invite", {"seat": "x"}, "E_PHASE"),
    ("no scene before card", lambda: Table().begun(), A, "establish_fact", {"card": "x"}, "E_NO_SCENE"),
    ("no scene before number", lambda: Table().begun(), A, "stake_trial", {"n": 99}, "E_NO_SCENE"),
    ("scene before seat", lambda: Table().begun(), P, "lend_player", {"seat": "x"}, "E_NO_SCENE"),
    ("seat before words", lambda: Table().in_scene(A), P, "lend_player", {"seat": "x"}, "E_SEAT_UNKNOWN"),
    (
        "seat before participant",
        lambda: Table().in_scene(A, phase=Phase.DEPARTURE),
        B,
        "invite",
        {"seat": "x"},
        "E_SEAT_UNKNOWN",
    ),
    ("participant before number", lambda: Table().in_scene(A), C, "stake_trial", {"n": 99}, "E_NOT_IN_SCENE"),
    ("stage before number", lambda: _on_stage(Table().in_scene(A)), A, "stake_trial", {"n": 99}, "E_ON_STAGE"),
    ("card before line", lambda: Table().in_scene(A), A, "reference_fact", {"card": "x", "fact": 9}, "E_CARD_UNKNOWN"),
]


@pytest.mark.parametrize(
    ("where", "seat", "intent", "slots", "code"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_the_first_error_in_order_is_told(where, seat, intent, slots, code) -> None:
    assert where().refused(seat, intent, slots=slots) == code
