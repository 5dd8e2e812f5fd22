"""What each game makes of a name that is given by voice alone: the very thing is known whose name it is."""

from __future__ import annotations

import pytest

from assistant.app import Table, begin_evening, playable
from assistant.evening import Answer, Learnt, MemoryJournal
from assistant.evening.typed import answer_line
from assistant.settings import Settings
from hardware.fakes.ticker import HandTicker
from tests.contracts.playing import PRELUDES

BEGUN = tuple(PRELUDES["repertoire"]["lines"])
ALL_IN = ("2: new scene", "3: join", "4: join", "5: join")
ARRIVAL = (*BEGUN, *ALL_IN, "2: curtain", "2: we travel", "2: we arrive")
REPERTOIRE, FEATS = ("repertoire", ("Paul", "Ann", "Ben", "Cleo", "Dan")), ("feats", ("Gus", "Ann"))

CASES = [
    (REPERTOIRE, BEGUN[:1], "2: I play …"),
    (REPERTOIRE, BEGUN[:1], "1: my name is …"),
    (REPERTOIRE, (*ARRIVAL, *ALL_IN), "2: new rivalry …"),
    (REPERTOIRE, ARRIVAL, "1: new enclave …"),
    (REPERTOIRE, ARRIVAL, "2: new play …"),
    (FEATS, (), "1: a minion called …"),
    (FEATS, (), "2: new character …"),
]


@pytest.mark.parametrize(("table", "before", "line"), CASES, ids=[case[2] for case in CASES])
def test_it_is_there_at_once_heard_by_its_sound_and_spelled_later(
    table: tuple[str, tuple[str, ...]], before: tuple[str, ...], line: str
) -> None:
    game, players = table
    opened = begin_evening(
        Settings(), playable(game), MemoryJournal(), Table(players, players[0]), ticker=HandTicker()
    ).evening

    def typed(words: str) -> Answer:
        answer = answer_line(opened, words)
        assert answer.refusal is None, words
        return answer

    for each in before:
        typed(each)
    answer = typed(line)
    assert answer.named is not None
    opened.learn(answer, Learnt("ZH AO R B"))
    assert opened.draft(answer.ref or 0, "jaws of", answer.named).refusal is None
    (sound,) = opened.listening().sounds
    assert sound.word == "name'jaws'of"
    assert typed(f"{line[0]}: jaws of is spelled Zhorb").refusal is None
    (again,) = opened.listening().sounds
    assert (again.word, again.sound) == ("name'zhorb", sound.sound)


def test_the_text_of_a_fact_is_no_name() -> None:
    play = playable("repertoire")
    opened = begin_evening(Settings(), play, MemoryJournal(), Table(REPERTOIRE[1], "Paul"), ticker=HandTicker()).evening
    for line in (*BEGUN, "2: new scene"):
        answer_line(opened, line)
    answer = answer_line(opened, "2: fact on Atwater …")
    assert (answer.ref is None, answer.named) == (False, None)
