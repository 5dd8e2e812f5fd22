"""Every form of the voice rows V-01 to V-15, V-20 to V-27, V-40 to V-47, V-80 to V-83, V-85, V-86 and V-90."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import assistant.games.repertoire as repertoire
from assistant.games.repertoire import GAME, names
from assistant.games.repertoire.state import Card
from assistant.games.repertoire.terms import Kind, Phase
from grammar import Matches, Phrasebook, Reading
from repertoire.play import PLAYERS, A, B, C, D, P, Table

BOOK = Phrasebook.load(Path(repertoire.__file__).with_name("sentences.en.yaml"))


def understood(table: Table, seat: str, words: str) -> Reading:
    """The one thing these words mean now; it has to be open to the seat."""
    found = BOOK.match(words, GAME.grammar(table.state), seat=seat, seats=names.seats(table.state))
    assert isinstance(found, Matches), found
    assert len(found.readings) == 1, found
    assert found.readings[0].open, found
    return found.readings[0]


def _seated() -> Table:
    table = Table()
    table.do(P, "new_game", players=PLAYERS)
    return table


def _carded() -> Table:
    table = Table().seated()
    table.do(P, "start_clock")
    table.do(A, "name_card", text="Atwater")
    return table


def _scene() -> Table:
    table = Table().in_scene(A, phase=Phase.DEPARTURE).mark("Atwater", "TTT", 3).mark("Corvin", "TTTT", 4)
    card = Card("c9", 9, Kind.ENCLAVE, "Lanternfold")
    table.state = replace(table.state, cards=(*table.state.cards, card), enclave="c9")
    return table


def _curtain() -> Table:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial", n=2)
    table.do(A, "stake_triumph")
    table.hold(A=9, B=7).do(A, "call_curtain")
    return table


def _rolled(dice: list[int]) -> Table:
    table = _curtain()
    for seat in (A, B):
        table.do(seat, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=dice)
    return table


def _paused() -> Table:
    table = Table().begun()
    table.do(A, "pause")
    return table


# where, who, intent, slots, forms
ROWS = {
    "V-01": (_seated, A, "new_game", {}, ["new game", "new troupe", "set up a game"]),
    "V-02": (_seated, P, "be_producer", {}, ["I am the Producer", "I'll produce", "Producer here"]),
    "V-03": (
        lambda: Table().seated(),
        P,
        "start_clock",
        {},
        ["start the clock", "clock starts", "start the timer", "eight hours"],
    ),
    "V-06": (
        lambda: Table().cast(),
        B,
        "begin_play",
        {},
        ["curtain up", "we're ready", "begin play", "let's begin"],
    ),
    "V-10": (
        lambda: Table().begun(),
        A,
        "start_scene",
        {},
        ["new scene", "start scene", "scene", "my scene", "open a scene"],
    ),
    "V-11": (_scene, B, "join_scene", {}, ["I'm in", "join", "I enter", "count me in"]),
    "V-12": (
        _scene,
        A,
        "invite",
        {"seat": B},
        ["invite Ben", "come in Ben", "Ben is invited", "bring in Ben", "invite Belisar"],
    ),
    "V-14": (_scene, A, "stake_trial", {}, ["trial", "a trial", "another trial", "d six", "hardship"]),
    "V-14 n": (_scene, A, "stake_trial", {"n": 2}, ["two trials", "add two trials"]),
    "V-15": (_scene, A, "stake_triumph", {}, ["triumph", "another triumph", "d eight", "glory"]),
    "V-15 n": (_scene, A, "stake_triumph", {"n": 3}, ["three triumphs", "add three triumphs"]),
    "V-20": (
        _scene,
        P,
        "establish_fact",
        {"card": "c2"},
        [
            "fact on Atwater",
            "add fact to Atwater",
            "add a fact to Atwater",
            "fact Atwater",
            "new fact Atwater",
            "write on Atwater",
            "fact on card two",
        ],
    ),
    "V-20 me": (_scene, A, "establish_fact", {"card": "me"}, ["fact on me", "fact on myself"]),
    "V-20 here": (_scene, A, "establish_fact", {"card": "here"}, ["fact here", "fact on here"]),
    "V-20 boss": (_scene, A, "establish_fact", {"card": "boss"}, ["fact on the boss", "fact on boss"]),
    "V-23": (
        _scene,
        D,
        "reference_fact",
        {"card": "c4", "fact": 2},
        ["point Corvin two", "Corvin two", "use Corvin two", "tokens from Corvin two", "Corvin to"],
    ),
    "V-24": (_scene, A, "my_tokens", {}, ["my tokens", "how many tokens", "what do I hold", "tokens"]),
    "V-25": (
        _scene,
        A,
        "show_card",
        {"card": "c4"},
        ["what's on Corvin", "show Corvin", "facts of Corvin", "read Corvin"],
    ),
    "V-26": (_scene, A, "show_stakes", {}, ["what's at stake", "show dice", "the pool", "show rivalries"]),
    "V-27": (_scene, A, "who_is_left", {}, ["who's left", "who needs a scene", "whose turn", "what now"]),
    "V-40": (
        _scene,
        A,
        "call_curtain",
        {},
        ["end scene", "curtain", "scene over", "I take up the dice", "that's the scene"],
    ),
    "V-41": (
        _curtain,
        A,
        "dedicate",
        {"for": 4},
        ["four for", "for for", "four tokens for", "four in favour"],
    ),
    "V-41 all": (_curtain, A, "dedicate", {"for": "all"}, ["all for", "for it", "I'm for"]),
    "V-42": (_curtain, A, "dedicate", {"against": 2}, ["two against", "to against", "two tokens against"]),
    "V-42 all": (_curtain, A, "dedicate", {"against": "all"}, ["all against", "against"]),
    "V-43": (
        _curtain,
        A,
        "dedicate",
        {"for": 3, "against": 2},
        ["three for two against", "three for, two against", "split three two"],
    ),
    "V-43 rest": (_curtain, A, "dedicate", {"for": 3, "against": "rest"}, ["three for, rest against"]),
    "V-43 for": (_curtain, A, "dedicate", {"for": "rest", "against": 2}, ["two against, rest for"]),
    "V-44": (_curtain, A, "roll", {}, ["roll", "roll the dice", "roll them", "here goes"]),
    "V-45": (_curtain, A, "roll_anyway", {}, ["roll anyway", "don't wait", "roll now"]),
    "V-46": (
        lambda: _rolled([1, 1, 1]),
        A,
        "take_die",
        {"size": 8},
        ["take the eight", "the eight", "an eight", "d eight", "eight"],
    ),
    "V-46 big": (lambda: _rolled([1, 1, 1]), A, "take_die", {"size": "big"}, ["the big one"]),
    "V-46 small": (lambda: _rolled([1, 1, 1]), A, "take_die", {"size": "small"}, ["the small one"]),
    "V-47": (
        lambda: _rolled([6, 6, 8]),
        P,
        "take_die",
        {"size": 6},
        ["the six", "take the six", "rancor six", "d six"],
    ),
    "V-80": (_scene, P, "pause", {}, ["pause", "time out", "stop the clock", "can we break"]),
    "V-81": (_paused, B, "suspend", {}, ["suspend", "we break", "we're agreed", "good night"]),
    "V-82": (_paused, P, "resume", {}, ["resume", "play on", "go on", "start again"]),
    "V-83": (_scene, P, "time_left", {}, ["time left", "how long", "how much time", "clock"]),
    "V-85": (_scene, A, "my_steel", {}, ["my steel", "show my steel", "how much steel"]),
    "V-86": (_scene, P, "show_rancor", {}, ["show rancor", "how much rancor", "my rancor"]),
    "V-90": (_scene, A, "undo", {}, ["undo", "scratch that", "wrong", "not that"]),
}


@pytest.mark.rule("R-145")
@pytest.mark.parametrize("row", ROWS)
def test_every_form_of_the_row_is_understood(row: str) -> None:
    where, seat, intent, slots, forms = ROWS[row]
    table = where()
    for form in forms:
        reading = understood(table, seat, form)
        assert (reading.intent, dict(reading.slots), reading.text) == (intent, slots, None), form


WORDED = {
    "V-04": (
        lambda: Table().seated(),
        A,
        "name_card",
        {},
        ["I play O'Hara", "my Actor is O'Hara", "call me O'Hara", "actor card O'Hara"],
        "O'Hara",
    ),
    "V-04 P": (lambda: Table().seated(), P, "name_card", {}, ["my name is Grimsby"], "Grimsby"),
    "V-05": (
        _carded,
        A,
        "write_desire",
        {},
        ["my desire is to leave", "I want to leave", "desire to leave"],
        "to leave",
    ),
    "V-13": (
        _scene,
        P,
        "lend_player",
        {"seat": C},
        ["Cleo plays the baker", "Cleo as the baker", "you play the baker, Cleo"],
        "the baker",
    ),
    "V-21": (
        _scene,
        P,
        "establish_fact",
        {"card": "c2"},
        ["fact on Atwater: snores in verse", "add to Atwater: snores in verse", "Atwater fact: snores in verse"],
        "snores in verse",
    ),
    "A-112": (
        _scene,
        P,
        "reword",
        {"card": "c4", "fact": 2},
        ["line two of Corvin reads Cannot swim."],
        "Cannot swim.",
    ),
}


@pytest.mark.rule("R-145")
@pytest.mark.parametrize("row", WORDED)
def test_the_words_after_the_sentence_are_kept(row: str) -> None:
    where, seat, intent, slots, forms, text = WORDED[row]
    table = where()
    for form in forms:
        reading = understood(table, seat, form)
        assert (reading.intent, dict(reading.slots), reading.text) == (intent, slots, text), form


def test_a_desire_may_be_said_to_be_written() -> None:
    assert dict(understood(_carded(), A, "desire written").slots) == {"on": "paper"}


@pytest.mark.parametrize("words", ["four", "for"])
def test_a_number_or_for_alone_dedicates_nothing(words: str) -> None:
    table = _curtain()
    found = BOOK.match(words, GAME.grammar(table.state), seat=A, seats=names.seats(table.state))
    assert not isinstance(found, Matches) or not any(reading.open for reading in found.readings)


def test_d_eight_is_a_triumph_in_a_scene_and_a_die_after_the_roll() -> None:
    assert understood(_scene(), A, "d eight").intent == "stake_triumph"
    assert understood(_rolled([1, 1, 1]), A, "d eight").intent == "take_die"


def test_curtain_and_curtain_up_are_two_things() -> None:
    assert understood(_scene(), A, "curtain").intent == "call_curtain"
    assert understood(Table().cast(), A, "curtain up").intent == "begin_play"


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Ben joins", "join_scene"),
        ("Ann adds a fact to Corvin", "establish_fact"),
        ("Ann adds two trials", "stake_trial"),
        ("fact on Corvin by Ann", "establish_fact"),
        ("Ann: fact on Corvin", "establish_fact"),
    ],
)
def test_hands_free_a_sentence_names_its_speaker(words: str, intent: str) -> None:
    table = _scene()
    found = BOOK.match(words, GAME.grammar(table.state), seat=None, seats=names.seats(table.state))
    assert isinstance(found, Matches)
    assert {(reading.intent, reading.who is not None) for reading in found.readings} == {(intent, True)}
