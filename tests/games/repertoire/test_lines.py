"""What is said, in the ledger's words, and that nothing the rules announce is without its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import assistant.games.repertoire as repertoire
from assistant.evening.lines import Lines, spoken
from assistant.table import Refusal
from assistant.table.naming import singular
from repertoire.play import A, B, C, P, Table

LINES = Lines.load(Path(repertoire.__file__).with_name("lines.en.yaml"))


def said(table: Table) -> list[str]:
    """What the last command is announced with, spoken."""
    texts = (spoken(LINES.line(cue.line).say, cue.slots, {}) for cue in table.cues)
    return [text for text in texts if text]


def heard(table: Table) -> list[str]:
    return [LINES.line(cue.line).earcon for cue in table.cues if LINES.line(cue.line).earcon]


def _closing(trials: int = 1, triumphs: int = 0, **tokens: int) -> Table:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial", n=trials)
    if triumphs:
        table.do(A, "stake_triumph", n=triumphs)
    table.hold(**tokens).do(A, "call_curtain")
    return table


@pytest.mark.rule("R-144")
def test_nothing_said_is_longer_than_eight_words() -> None:
    assert LINES.limit == 8


@pytest.mark.rule("R-002", "R-006", "R-012")
def test_set_up_is_said() -> None:
    table = Table().seated()
    assert said(table) == ["Producer: Paul."]
    table.do(P, "start_clock")
    assert said(table) == ["Eight hours. Running."]
    table = Table().cast()
    table.do(A, "begin_play")
    assert (said(table), heard(table)) == (["Departure. Curtain up."], ["gong"])


@pytest.mark.rule("R-036", "R-037", "R-143")
def test_a_fact_is_said_in_two_words_that_a_quiet_scene_allows() -> None:
    table = Table().in_scene(A).mark("Atwater", "TXT", 1)
    table.do(A, "establish_fact", card="me", dice=[4])
    assert (said(table), heard(table)) == (["Four. True."], ["rise"])
    table.do(B, "establish_fact", card="atwater", dice=[7])
    assert (said(table), heard(table)) == (["Seven. Struck."], ["thud"])
    assert LINES.line("FactEstablished.true").level == "result"
    assert LINES.line("FactEstablished.struck").level == "result"


@pytest.mark.rule("R-141", "R-143")
def test_everything_else_in_a_scene_is_an_earcon() -> None:
    table = Table().in_scene(A, phase=Table().state.phase).mark("Corvin", "TTTT", 4)
    for seat, intent, slots, earcon in (
        (A, "stake_trial", {}, "tick"),
        (A, "stake_triumph", {}, "clink"),
        (B, "reference_fact", {"card": "corvin", "fact": 1}, "coin"),
        (A, "invite", {"seat": B}, "tick"),
        (B, "join_scene", {}, "tick"),
    ):
        table.do(seat, intent, slots=slots)
        assert (said(table), heard(table)) == ([], [earcon])


@pytest.mark.rule("R-053", "R-054", "R-055")
def test_the_curtain_and_the_tokens_are_said() -> None:
    table = _closing(A=5)
    assert said(table) == ["Curtain. Dedicate tokens."]
    for slots, words in (
        ({"for": 3}, "Three for."),
        ({"against": 2}, "Two against."),
        ({"for": 3, "against": 2}, "Three for, two against."),
    ):
        table.do(A, "dedicate", slots=slots)
        assert (said(table), heard(table)) == ([words], ["coin"])
    assert said(_closing()) == ["Curtain. Roll."]
    bare = Table().in_scene(A)
    bare.do(A, "call_curtain")
    assert said(bare) == ["Scene over."]


@pytest.mark.rule("R-059", "R-060", "R-062", "R-063")
def test_the_roll_and_the_dice_are_said() -> None:
    won = _closing(trials=2, triumphs=1, B=15)
    won.do(B, "dedicate", slots={"for": "all"})
    won.do(A, "roll", dice=[2, 1, 4])
    assert said(won) == ["Rolled seven. Won.", "Ben, pick."]
    won.do(B, "take_die", size=6)
    assert said(won) == ["Six for Ben. Ann, pick."]
    lost = _closing(trials=2, triumphs=1)
    lost.do(A, "roll", dice=[2, 1, 4])
    assert said(lost) == ["Rolled seven. Lost. Producer picks."]
    lost.do(P, "take_die", size=8)
    assert (said(lost), heard(lost)) == (["Rancor takes a d eight."], ["growl", "curtain"])


@pytest.mark.rule("R-125", "R-126", "R-127", "R-132")
def test_breaks_and_the_end_of_time_are_said() -> None:
    table = Table().begun()
    table.at = 28_800.0 - (5 * 3600 + 10 * 60)
    table.do(A, "pause")
    assert said(table) == ["Clock paused."]
    table.do(A, "suspend")
    assert said(table) == ["Suspended.", "Five hours ten left."]
    table.do(A, "resume")
    assert said(table) == ["Clock running."]
    table = Table().in_scene(A)
    table.tick(28_800.0)
    assert (said(table), heard(table)) == (["Eight hours. Time is up."], ["last"])


@pytest.mark.rule("R-130", "R-146")
def test_what_is_asked_is_answered() -> None:
    table = Table().in_scene(A).hold(A=5)
    table.at = 28_800.0 - (2 * 3600 + 5 * 60)
    for seat, intent, words in (
        (A, "time_left", "Two hours five minutes left."),
        (A, "my_tokens", "You hold five."),
        (A, "show_rancor", "Ten Rancor dice."),
        (A, "my_steel", "No Steel."),
    ):
        cue = table.look(seat, intent)
        assert spoken(LINES.line(cue.line).say, cue.slots, {}) == words


@pytest.mark.rule("R-110", "R-131")
@pytest.mark.parametrize(
    ("line", "slots", "words"),
    [
        ("RoundRolled", {"actor": 1, "producer": 5}, "One Point against five."),
        ("RoundRolled", {"actor": 2, "producer": 1}, "Two Points against one."),
        ("TimeWarned", {"minutes": 1}, "One minute left."),
        ("show_rancor", {"n": 1}, "One Rancor die."),
    ],
)
def test_one_of_a_thing_is_not_told_as_many(line: str, slots: dict[str, int], words: str) -> None:
    key = singular(line, next(iter(slots.values())))
    assert spoken(LINES.line(key).say, slots, {}) == words


@pytest.mark.rule("R-146")
def test_names_are_strung_together() -> None:
    slots = {"name1": "Ann", "name2": "Ben", "name3": "Cleo"}
    assert spoken(LINES.line("who_is_left.1").say, slots, {}) == "Ann."
    assert spoken(LINES.line("who_is_left.2").say, slots, {}) == "Ann and Ben."
    assert spoken(LINES.line("who_is_left.3").say, slots, {}) == "Ann, Ben and Cleo."


@pytest.mark.rule("R-147")
def test_a_refusal_is_at_most_six_words_and_names_who_is_meant() -> None:
    for key, line in LINES.by_key.items():
        assert not key.startswith("E_") or len(line.say.split()) <= 6
    table = _closing(A=1)
    refusal = table.try_(A, "roll")
    assert isinstance(refusal, Refusal)
    assert spoken(LINES.line(refusal.code).say, refusal.slots, {}) == "Ann still holds tokens."
    refusal = table.try_(C, "roll")
    assert isinstance(refusal, Refusal)
    assert spoken(LINES.line(refusal.code).say, refusal.slots, {}) == "Ann rolls."
