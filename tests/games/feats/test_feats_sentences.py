"""Every form of the voice rows of section 7 that do not belong to a fight, and what is said for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.games.feats import engine, names
from assistant.table import Ask, Value
from feats.company import FOLDER, A, B, D, G, Table
from grammar import Matches, Phrasebook, Reading

BOOK = Phrasebook.load(FOLDER / "sentences.en.yaml")


def understood(table: Table, seat: str, words: str) -> Reading:
    """The one thing these words mean now; it has to be open to the seat."""
    found = BOOK.match(words, engine.grammar(table.state), seat=seat, seats=names.seats(table.state))
    assert isinstance(found, Matches), found
    assert len(found.readings) == 1, found
    assert found.readings[0].open, found
    return found.readings[0]


def _idle() -> Table:
    table = Table()
    table.npc("fighter", "Rook")
    table.hurt("rook", "burn")
    table.change("dev", incapacitated=True)
    return table


def _setup() -> Table:
    table = _idle()
    table.do(G, "grant_die", name="ana")
    table.tries("ana", "cunning", "tough")
    return table


def _dressed() -> Table:
    """Everything in the pool that can be taken back."""
    table = _setup()
    table.hurt("ana", "cut")
    for intent, slots in (("use_concept", {}), ("use_edge", {"edge": "duelist"}), ("use_die", {})):
        table.do(A, intent, slots=slots)
    table.do(G, "call_gremlin")
    return table


def _opposed() -> Table:
    table = _idle()
    table.do(A, "oppose", target="rook", stat="charm")
    return table


def _rolled() -> Table:
    table = _setup()
    table.rolls(A, 4, 4, 1, 4, 4, 1)
    return table


def _told() -> Table:
    table = _opposed()
    table.rolls(A, 4, 4, 4, 4)
    table.do(A, "success")
    return table


ROWS: list[tuple[Callable[[], Table], str, str, dict[str, Value], list[str]]] = [
    (
        _idle,
        B,
        "declare_feat",
        {"name": "ana", "stat": "charm"},
        ["Ana tries charm", "feat for Ana with charm", "Ana rolls talking", "Ana wants to use charm"],
    ),
    (_setup, G, "set_difficulty", {"level": "hard"}, ["that is hard", "make it hard", "hard feat", "call it hard"]),
    (_setup, G, "set_needed", {"n": 2}, ["needs two successes", "two to succeed", "you need two"]),
    (_setup, A, "use_concept", {}, ["my concept helps", "add concept", "concept die", "use my concept"]),
    (
        _setup,
        A,
        "use_edge",
        {"edge": "silver_tongue"},
        ["use silver tongue", "silver tongue helps", "add my silver tongue edge", "with silver tongue"],
    ),
    (_setup, A, "use_agenda", {}, ["it is my agenda", "add agenda", "agenda die", "for my agenda"]),
    (
        _opposed,
        A,
        "call_gremlin",
        {"name": "rook"},
        ["gremlin on Rook", "call a gremlin on Rook", "use the injury of Rook"],
    ),
    (_opposed, A, "call_gremlin", {"injury": "i1"}, ["gremlin on burn"]),
    (_opposed, A, "call_gremlin", {}, ["gremlin"]),
    (_idle, G, "grant_die", {"name": "ana"}, ["character die for Ana", "give Ana a die", "Ana earns a die"]),
    (_setup, A, "use_die", {}, ["use my character die", "add my character die", "spend the character die"]),
    (
        _setup,
        A,
        "buy",
        {"purchase": "extra_die"},
        ["extra die", "buy an extra die", "another die with Rep", "spend Rep for an extra die"],
    ),
    (_setup, A, "buy", {"effect": "add_die"}, ["spend Rep for a die"]),
    (
        _rolled,
        A,
        "buy",
        {"purchase": "second_try"},
        ["spend Rep and roll again", "second try", "buy a second try", "roll again"],
    ),
    (_dressed, A, "take_back", {"part": "edge"}, ["no edge"]),
    (_dressed, A, "take_back", {"part": "concept"}, ["drop the concept", "without the concept"]),
    (_dressed, G, "take_back", {"part": "gremlin"}, ["without the gremlin"]),
    (_dressed, A, "take_back", {"part": "die"}, ["take back the die"]),
    (_dressed, G, "take_back", {"part": "edge", "name": "ana"}, ["no edge for Ana"]),
    (_setup, G, "rule_dice", {"n": 2, "way": "more"}, ["two dice more"]),
    (_setup, G, "rule_dice", {"n": 1, "way": "less", "name": "ana"}, ["one dice less for Ana"]),
    (_setup, A, "roll", {}, ["roll", "roll the dice", "roll it", "let us roll"]),
    (_setup, A, "report", {"face": (4, 5, 2)}, ["my dice are four five two", "my dice show 4 5 2"]),
    (_setup, A, "report", {"n": 2}, ["two successes"]),
    (_setup, A, "rolled", {"dice": (4, 5, 2)}, ["I rolled four five two"]),
    (
        _idle,
        G,
        "oppose",
        {"name": "ana", "target": "rook", "stat": "charm"},
        ["Ana against Rook with charm"],
    ),
    (_idle, A, "oppose", {"target": "rook", "stat": "charm"}, ["oppose Rook with charm"]),
    (_opposed, B, "resist", {"name": "ben"}, ["Ben resists too"]),
    (_opposed, B, "resist", {"name": "ben", "stat": "cunning"}, ["Ben resists with cunning"]),
    (_opposed, G, "set_stat", {"stat": "cunning"}, ["cunning instead"]),
    (_rolled, A, "success", {}, ["it works", "success", "it succeeds", "I do it"]),
    (_rolled, A, "failure", {}, ["it fails", "failure", "it does not work"]),
    (_told, G, "next", {}, ["next", "that is my statement", "statement done", "your turn"]),
    (_told, G, "pass", {"how": "one"}, ["I pass"]),
    (_told, G, "pass", {"how": "all"}, ["no more statements", "leave the rest"]),
    (_told, G, "two_ideas", {}, ["two ideas", "that is two"]),
    (_told, G, "state_injury", {"name": "ana"}, ["that injures Ana", "Ana is hurt by it"]),
    (_idle, G, "injure", {"name": "ana"}, ["Ana is injured", "injury for Ana", "Ana takes an injury"]),
    (_idle, G, "mark_dead", {"name": "dev"}, ["Dev is dead", "Dev dies", "Dev does not survive"]),
    (
        _idle,
        G,
        "safe_place",
        {},
        ["safe place", "the group is safe", "we are in a safe place", "you are safe here"],
    ),
    (_idle, G, "add_npc", {"template": "minion"}, ["add a minion"]),
    (_idle, A, "hand_over", {"name": "ana", "seat": "3"}, ["Ben takes Ana", "hand Ana to Ben"]),
    (_idle, G, "add_character", {"sheet": "Esme"}, ["bring in Esme"]),
    (_idle, G, "add_character", {"sheet": "Esme", "seat": "2"}, ["Ann brings in Esme"]),
    (
        _idle,
        B,
        "status",
        {"name": "rook"},
        ["how is Rook", "status of Rook", "how much Rep has Rook", "injuries of Rook"],
    ),
    (_idle, B, "status", {}, ["how am I"]),
    (_rolled, D, "whose_turn", {}, ["whose turn", "who speaks", "how many statements"]),
    (_setup, A, "cancel_feat", {}, ["cancel the feat", "forget the feat", "drop the feat"]),
    (_setup, A, "never_mind", {}, ["never mind"]),
    (_idle, G, "set_rep", {"name": "ana", "n": 4}, ["set Rep of Ana to four"]),
    (_idle, G, "set_dice", {"name": "ana", "n": 1}, ["set dice of Ana to one"]),
    (_idle, G, "back_up", {"name": "dev"}, ["Dev is back up"]),
    (_idle, G, "knock_out", {"name": "ana"}, ["Ana is knocked out", "Ana is out cold"]),
    (_idle, G, "heal", {"name": "rook"}, ["heal one injury of Rook"]),
]


@pytest.mark.parametrize(
    ("start", "seat", "intent", "slots", "words"),
    [(start, seat, intent, slots, words) for start, seat, intent, slots, forms in ROWS for words in forms],
)
def test_every_form_of_a_voice_row_is_understood_and_taken(
    start: Callable[[], Table], seat: str, intent: str, slots: dict[str, Value], words: str
) -> None:
    table = start()
    reading = understood(table, seat, words)
    assert (reading.intent, dict(reading.slots)) == (intent, slots)
    given = {slot: value for slot, value in slots.items() if slot != "dice"}
    assert "Refusal" not in repr(table.try_(seat, intent, slots=given))


@pytest.mark.parametrize(
    ("seat", "words", "intent", "text"),
    [
        (G, "a fighter called Captain Rook", "add_npc", "Captain Rook"),
        (G, "Ana is injured a twisted knee", "injure", "a twisted knee"),
        (A, "new character Old Fen", "add_character", "Old Fen"),
    ],
)
def test_words_of_ones_own_come_after_the_sentence(seat: str, words: str, intent: str, text: str) -> None:
    reading = understood(Table(), seat, words)
    assert (reading.intent, reading.text) == (intent, text)


@pytest.mark.rule("F-085", "F-090", "F-134")
@pytest.mark.parametrize("words", ["Dev is dead", "safe place", "set Rep of Ana to four", "Dev is back up"])
def test_what_cannot_be_mended_is_asked_about_first(words: str) -> None:
    table = _idle()
    reading = understood(table, G, words)
    ask = table.asked(G, reading.intent, slots=reading.slots)
    assert isinstance(ask, Ask)
    assert len(ask.choices) == 1
