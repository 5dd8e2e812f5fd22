"""The worked examples of the ledger as a script plays them: typed lines, fixed dice, JSON out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands.run import typed

SET_UP = [
    "1: start the clock",
    *("2: I play Atwater", "2: my desire is to leave"),
    *("3: I play Belisar", "3: my desire is a play"),
    *("4: I play Corvin", "4: my desire is to be the queen"),
    *("5: I play Delphine", "5: my desire is the sea"),
    *("1: my name is Vane", "1: curtain up"),
]
OPEN = ["2: new scene", "3: join", "4: join", "5: join"]
CLOSE = ["2: curtain"]
TO_TRAVEL = [*SET_UP, *OPEN, *CLOSE, "2: we travel"]
TXT = [*SET_UP, *OPEN, *["2: fact on me"] * 3, *CLOSE, "2: we travel", *OPEN, "2: me one", *CLOSE]
TXT_DICE = [1, 9, 3]
"""Atwater with the lines true, struck, true, and one token; in the Travel."""


def _card(state: dict[str, Any], name: str) -> tuple[str, int]:
    """A card as the ledger writes it: ``TXT`` and its tokens."""
    card = next(card for card in state["state"]["cards"] if card["name"] == name)
    letters = {"TRUE": "T", "STRUCK": "X", "WITHDRAWN": "W"}
    return "".join(letters[line["status"]] for line in card["lines"]), card["tokens"]


def _held(state: dict[str, Any]) -> list[int]:
    return [seat["held"] for seat in state["state"]["seats"]]


def _rancor(state: dict[str, Any]) -> list[int]:
    return [state["state"]["rancor"].get(size, 0) for size in ("4", "6", "8", "10", "12")]


def _steel(state: dict[str, Any]) -> list[dict[str, int]]:
    return [{size: count for size, count in seat["steel"].items() if count} for seat in state["state"]["seats"]]


def _elapsed(state: dict[str, Any]) -> int:
    """Whole seconds on the play clock, which runs on while a script is read."""
    return round(state["state"]["clock"]["elapsed_s"])


def _code(answer: dict[str, Any]) -> str | None:
    return answer["refusal"]


@pytest.mark.rule("R-034", "R-035", "R-036", "R-038", "R-039")
def test_ex_01_a_fact_at_the_count_is_true(tmp_path: Path) -> None:
    *_, fact, state = typed(tmp_path, [*TXT, *OPEN, "2: fact on me", "?state"], dice=[*TXT_DICE, 4])
    assert (fact["say"], fact["earcon"], fact["channel"]) == ("Four. True.", "rise", "voice")
    assert _card(state, "Atwater") == ("TXTT", 3)
    assert _held(state) == [0, 1, 0, 0, 0]
    card = next(card["id"] for card in state["state"]["cards"] if card["name"] == "Atwater")
    assert [card, 4] in state["state"]["scene"]["mentioned"]


@pytest.mark.rule("R-035")
def test_ex_01_with_only_true_facts_counted_it_is_struck(tmp_path: Path) -> None:
    lines = [*TXT, *OPEN, "2: fact on me", "?state"]
    # The prelude needs other dice here: only true lines and the new one count.
    *_, fact, state = typed(tmp_path, lines, "--set", "fact_count_mode=true_plus_new", dice=[1, 9, 2, 4])
    assert fact["say"] == "Four. Struck."
    assert _card(state, "Atwater") == ("TXTX", 2)
    assert _held(state) == [0, 0, 0, 0, 0]


@pytest.mark.rule("R-037", "R-038")
def test_ex_02_over_is_struck_and_the_card_is_refilled(tmp_path: Path) -> None:
    *_, fact, state = typed(tmp_path, [*TXT, *OPEN, "3: add fact to Atwater", "?state"], dice=[*TXT_DICE, 7])
    assert (fact["say"], fact["earcon"]) == ("Seven. Struck.", "thud")
    assert _card(state, "Atwater") == ("TXTX", 2)
    assert _held(state) == [0, 0, 0, 0, 0]


@pytest.mark.rule("R-034", "R-039", "R-048", "R-093")
def test_ex_03_a_blank_enclave_card(tmp_path: Path) -> None:
    lines = [*TO_TRAVEL, "2: we arrive", "1: new enclave Lanternfold", *OPEN]
    facts = ["4: fact here", "?state", "5: fact here", "?state", "2: fact here", "?state", "3: here two", "?state"]
    again = [*CLOSE, *OPEN, "3: here two", "?state"]
    answers = typed(tmp_path, [*lines, *facts, *again], dice=[2, 2, 3])
    first = len(lines)
    states = answers[first + 1 : first + 8 : 2]
    assert [_card(state, "Lanternfold") for state in states] == [("X", 0), ("XT", 1), ("XTT", 2), ("XTT", 2)]
    assert [_held(state) for state in states[:3]] == [[0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 1, 0, 0, 1]]
    assert _code(answers[first + 6]) == "E_ALREADY_REFERENCED"
    assert _card(answers[-1], "Lanternfold") == ("XTT", 1)
    assert _held(answers[-1]) == [0, 0, 1, 0, 0]


@pytest.mark.rule("R-047", "R-048", "R-049", "R-050", "R-051")
def test_ex_04_references_take_half_of_what_lies_there(tmp_path: Path) -> None:
    five = [*SET_UP, *OPEN, *["4: fact on me"] * 5, *CLOSE, "2: we travel", *OPEN]
    lines = ["2: Corvin one", "3: Corvin two", "5: Corvin two", "5: Corvin three", "1: Corvin four", "?state"]
    answers = typed(tmp_path, [*five, *lines, "4: fact on me", "?state"], dice=[1, 2, 3, 4, 5, 9])
    played = answers[len(five) :]
    sounds = [(answer["earcon"], answer["times"]) for answer in played[:5]]
    assert sounds == [("coin", 3), ("coin", 1), ("buzz", 1), ("coin", 1), ("tick", 1)]
    assert _code(played[2]) == "E_ALREADY_REFERENCED"
    assert all(answer["say"] is None for answer in played[:5])
    assert _held(played[5]) == [0, 3, 1, 0, 1]
    assert _card(played[5], "Corvin") == ("TTTTT", 0)
    assert _card(played[-1], "Corvin") == ("TTTTTX", 5)


POOL = [*TO_TRAVEL, "2: new scene", "3: join", "4: join", "2: two trials", "3: triumph"]


def _tokens(ann: int, ben: int, cleo: int, paul: int) -> list[str]:
    """Facts that are always true: one token each."""
    who = ["2"] * ann + ["3"] * ben + ["4"] * cleo + ["1"] * paul
    return [f"{seat}: fact on Atwater" for seat in who]


@pytest.mark.rule("R-053", "R-055", "R-057", "R-058", "R-059", "R-060")
def test_ex_05_a_scene_won_by_half_a_point(tmp_path: Path) -> None:
    lines = [*POOL, *_tokens(6, 9, 2, 2), "4: curtain", "2: six for", "3: nine for", "4: two for", "1: two against"]
    lines += ["4: roll", "3: take the eight", "?state"]
    *_, roll, pick, state = typed(tmp_path, lines, dice=[*[1] * 19, 2, 1, 4])
    assert roll["say"].startswith("Rolled seven. Won.")
    assert pick["say"] == "Eight for Ben. Six for Ann. Six for Cleo."
    assert _steel(state) == [{}, {"6": 1}, {"8": 1}, {"6": 1}, {}]
    assert _held(state) == [0, 0, 0, 0, 0]
    assert _rancor(state) == [2, 2, 2, 2, 2]
    assert state["state"]["been_in_scene"] == ["2", "3", "4"]


@pytest.mark.rule("R-062", "R-063", "R-064", "R-080", "R-081", "R-084")
def test_ex_06_the_same_scene_lost_and_two_questions_insisted_on(tmp_path: Path) -> None:
    lines = [*POOL, *_tokens(6, 9, 2, 3), "4: curtain", "2: six for", "3: nine for", "4: two for", "1: three against"]
    lines += ["4: roll", "1: the eight", "?state", "2: new scene", "2: trial", "1: question trial", "2: insist"]
    lines += ["1: rancor", "?state", "2: trial", "1: question trial", "2: insist", "1: rancor", "?state"]
    answers = typed(tmp_path, lines, dice=[*[1] * 20, 2, 1, 4])
    roll, eight, lost, *_, first, after, _, _, _, _, last = answers[-14:]
    assert roll["say"] == "Rolled seven. Lost. Producer picks."
    assert eight["say"] == "Rancor takes a d eight."
    assert _rancor(lost) == [2, 2, 3, 2, 2]
    assert _steel(lost) == [{}, {}, {}, {}, {}]
    assert first["say"] == "Rancor takes a d four."
    assert _rancor(after) == [3, 2, 3, 2, 2]
    assert _rancor(last) == [3, 3, 3, 2, 2]


@pytest.mark.rule("R-125", "R-126", "R-128", "R-129", "R-130", "R-132")
def test_ex_12_the_clock(tmp_path: Path) -> None:
    steel = ["4: new scene", "4: trial", *_tokens(0, 0, 3, 0), "4: curtain", "4: three for", "4: roll"]
    until_break = [*TO_TRAVEL, *steel, "at 28740: 2: pause", "at 29040: 2: new scene", "?state", "2: suspend"]
    *_, refused, discussing, _ = typed(tmp_path, until_break, "weeks", dice=[1, 1, 1, 1])
    assert _code(refused) == "E_PAUSED"
    assert (discussing["state"]["status"], _elapsed(discussing)) == ("DISCUSSING", 28740)
    lines = ["?state", "2: time left", "2: resume", "at 28790: 4: confront", "4: yes", "at 28800:", "?state"]
    lines += ["5: confront", "4: roll", "1: argued", "?state", "4: new scene", "2: time left"]
    # Cleo's one die makes no Point, one of the Producer's ten does.
    answers = typed(tmp_path, lines, "weeks", dice=[2, 4, *[1] * 9])
    before, left, _, _, begun, expired, at_end, dan, _, broken, over, scene, looked = answers
    assert (before["state"]["status"], before["state"]["clock"]["running"]) == ("SUSPENDED", False)
    assert _elapsed(before) == 28740
    assert left["say"] == "One minute left."
    assert begun["say"] == "Corvin confronts the Producer."
    assert (expired["refusal"], at_end["state"]["clock"]["expired"]) == (None, True)
    outcomes = [seat["outcome"] for seat in at_end["state"]["seats"][1:]]
    assert outcomes == ["CHICKENED", "CHICKENED", "PENDING", "CHICKENED"]
    assert _code(dan) == "E_EXPIRED"
    assert "Corvin is broken." in broken["say"]
    assert over["state"]["status"] == "OVER"
    assert _code(scene) == "E_OVER"
    assert looked["refusal"] is None
