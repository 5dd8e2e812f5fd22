"""Every form of the voice rows of section 7 that belong to a fight: understood where it is open, and taken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.table import Value
from feats.arena import Arena
from feats.company import A, B, G, Table
from feats.test_feats_sentences import understood


def _idle() -> Arena:
    table = Arena()
    table.npc("fighter", "Rook")
    return table


def _declaring() -> Arena:
    table = _idle()
    table.hurt("rook", "burn")
    return table.begin("ana", "ben", "rook")


def _aimed() -> Arena:
    """Ana and Rook attack each other; no die is divided."""
    table = _declaring()
    table.do(A, "attack", target="rook")
    table.do(G, "attack", name="rook", target="ana")
    return table


def _ready() -> Arena:
    table = _declaring()
    table.aims("ana", rook=2)
    table.aims("rook", ana=1)
    table.do(B, "ready")
    return table


def _rolled() -> Arena:
    table = _ready()
    table.falls(6, 6, 1, 1, 1, 4, 6, 1)
    return table


def _guardable() -> Arena:
    table = _rolled()
    table.do(A, "hit")
    return table


def _another() -> Arena:
    table = _guardable()
    table.do(G, "guard")
    return table


ROWS: list[tuple[Callable[[], Table], str, str, dict[str, Value], list[str]]] = [
    (_idle, G, "open_combat", {}, ["combat starts", "start the fight", "we are fighting"]),
    (_declaring, B, "attack", {"name": "ben", "target": "rook"}, ["Ben attacks Rook", "Ben goes for Rook"]),
    (_declaring, B, "attack", {"target": "rook"}, ["I attack Rook", "strike Rook"]),
    (_declaring, G, "attack", {"name": "rook", "target": "ben"}, ["Rook attacks Ben"]),
    (_aimed, A, "split_pool", {"attack": 1, "defend": 2}, ["one attack two defend"]),
    (_aimed, A, "split_pool", {"n": 2, "target": "rook"}, ["two on Rook"]),
    (_aimed, A, "split_pool", {"all": "attack"}, ["all on attack"]),
    (_aimed, A, "split_pool", {"all": "defence"}, ["all on defence"]),
    (_aimed, G, "split_pool", {"name": "rook", "n": 2, "target": "ana"}, ["Rook two on Ana", "Rook puts two on Ana"]),
    (_aimed, G, "split_pool", {"name": "rook", "all": "attack"}, ["Rook all on attack"]),
    (_aimed, G, "split_pool", {"name": "rook", "attack": 1, "defend": 2}, ["Rook one attack two defend"]),
    (_aimed, A, "change_intent", {}, ["I change my mind"]),
    (_aimed, A, "change_intent", {"name": "ana"}, ["Ana does something else", "new action for Ana"]),
    (_aimed, A, "call_gremlin", {"name": "rook"}, ["gremlin on Rook", "call a gremlin on Rook"]),
    (_aimed, A, "call_gremlin", {}, ["gremlin"]),
    (_declaring, B, "declare_feat", {"name": "ben", "stat": "cunning"}, ["Ben tries cunning"]),
    (_declaring, B, "oppose", {"target": "rook", "stat": "charm"}, ["oppose Rook with charm"]),
    (_declaring, B, "ready", {}, ["ready"]),
    (_declaring, B, "ready", {"name": "ben"}, ["Ben is ready"]),
    (_declaring, G, "ready", {"name": "all"}, ["everyone is ready"]),
    (_declaring, G, "roll_anyway", {}, ["roll without waiting", "roll anyway"]),
    (_declaring, G, "join_combat", {"name": "cleo"}, ["Cleo joins the fight"]),
    (_declaring, G, "leave_combat", {"name": "ben"}, ["Ben leaves the fight"]),
    (_aimed, G, "set_order", {"first": "rook"}, ["Rook goes first"]),
    (_aimed, G, "set_order", {"first": "rook", "before": "ana"}, ["Rook before Ana"]),
    (_aimed, G, "set_order", {"next": "rook"}, ["then Rook"]),
    (_declaring, B, "next_exchange", {}, ["next exchange", "next round", "who is missing"]),
    (_declaring, G, "end_combat", {}, ["combat over", "end the fight", "the fight is over"]),
    (_aimed, A, "odds", {}, ["what are the odds", "what are my odds", "my chances", "how likely"]),
    (_ready, A, "roll", {}, ["roll the dice", "roll", "let us roll"]),
    (_ready, A, "report", {"target": "rook", "face": (6, 5)}, ["on Rook six five"]),
    (_ready, A, "report", {"target": "rook", "n": 2}, ["on Rook two successes"]),
    (_ready, A, "report", {"part": "defence", "face": (6,)}, ["defence six"]),
    (_ready, G, "report", {"name": "rook", "target": "ana", "face": (6,)}, ["Rook on Ana six"]),
    (_ready, G, "report", {"name": "rook", "part": "defence", "face": (6, 1)}, ["Rook defence six one"]),
    (_ready, B, "report", {"face": (6, 1)}, ["my dice are six one"]),
    (_ready, B, "rolled", {"dice": (6, 1)}, ["I rolled six one"]),
    (_rolled, A, "buy", {"purchase": "second_try"}, ["second try", "spend Rep and roll again"]),
    (_rolled, A, "hit", {}, ["hit"]),
    (_rolled, A, "success", {}, ["it works", "success"]),
    (_rolled, A, "miss", {}, ["miss"]),
    (_rolled, A, "failure", {}, ["it fails", "failure"]),
    (_guardable, G, "guard", {}, ["I defend", "guard that", "block the extra", "not that one"]),
    (_guardable, G, "pass", {"how": "one"}, ["I pass"]),
    (_another, A, "extra_injury", {}, ["another injury", "extra injury", "one more wound"]),
    (_another, A, "state_injury", {"name": "rook"}, ["that injures Rook"]),
    (_another, A, "next", {}, ["next", "statement done", "your turn"]),
    (_another, B, "whose_turn", {}, ["whose turn", "who speaks"]),
]


@pytest.mark.parametrize(
    ("start", "seat", "intent", "slots", "words"),
    [(start, seat, intent, slots, words) for start, seat, intent, slots, forms in ROWS for words in forms],
)
def test_every_form_of_a_row_of_a_fight_is_understood_and_taken(
    start: Callable[[], Table], seat: str, intent: str, slots: dict[str, Value], words: str
) -> None:
    table = start()
    reading = understood(table, seat, words)
    assert (reading.intent, dict(reading.slots)) == (intent, slots)
    given = {slot: value for slot, value in slots.items() if slot != "dice"}
    assert "Refusal" not in repr(table.try_(seat, intent, slots=given))


@pytest.mark.rule("F-081", "F-101", "F-114", "F-115")
@pytest.mark.parametrize(
    ("start", "words", "intent", "text"),
    [
        (_rolled, "hit a torn ear", "hit", "a torn ear"),
        (_another, "another injury a split lip", "extra_injury", "a split lip"),
        (_another, "the injury is a torn ear", "tell_injury", "a torn ear"),
        (_declaring, "my plan is over the table", "tell_plan", "over the table"),
    ],
)
def test_words_of_a_fight_come_after_the_sentence(
    start: Callable[[], Table], words: str, intent: str, text: str
) -> None:
    reading = understood(start(), A, words)
    assert (reading.intent, reading.text) == (intent, text)
