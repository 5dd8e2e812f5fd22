"""Two seats speak at the same instant: both are answered, one after the other, and it stays in that order."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Barrier, Event, Thread

import pytest

from assistant.app import Table as Seating
from assistant.app import begin_evening, go_on, playable
from assistant.evening import Answer, Loop, MemoryJournal, Said
from assistant.evening.typed import answer_line
from assistant.settings import Settings
from hardware.fakes.ticker import HandTicker
from tests.contracts.playing import PRELUDES

PLAY = playable("repertoire")
SEATING = Seating(("Paul", "Ann", "Ben", "Cleo", "Dan"), "Paul")


class Table:
    """A scene is open; the clock stands still between any two lines, so both get the same stamp."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.evening = begin_evening(Settings(), PLAY, self.journal, SEATING, ticker=HandTicker()).evening
        for line in (*PRELUDES["repertoire"]["lines"], "2: new scene"):
            answer_line(self.evening, line)
        self.before = len(self.journal.entries())
        self.published: list[str | None] = []
        self.loop = Loop(self.evening, lambda answer: self.published.append(answer.seat))
        self.futures: dict[str, Future[Answer]] = {}

    def post(self, seat: str) -> None:
        self.futures[seat] = self.loop.say(Said("fact on Atwater", seat))

    def answered(self) -> dict[str, Answer]:
        answers = {seat: future.result(timeout=20) for seat, future in self.futures.items()}
        self.loop.stop()
        return answers

    def look(self, order: list[str]) -> None:
        """Both have their fact, in this order everywhere, at one and the same moment; and it reads back so."""
        entries = self.journal.entries()[self.before :]
        assert [entry.command.seat for entry in entries] == order == self.published
        assert len({entry.command.at for entry in entries}) == 1
        assert [line.author for line in self.evening.state.card("c1").lines] == order
        again = go_on(Settings(), PLAY, self.journal, ticker=HandTicker(boot="boot-2")).evening
        assert again.state.cards == self.evening.state.cards


@pytest.mark.parametrize("order", [["2", "3"], ["3", "2"]])
def test_who_reached_the_queue_first_is_answered_first(order: list[str]) -> None:
    table, free = Table(), Event()
    table.loop.submit(lambda evening: free.wait(20))  # the evening is busy while both speak
    for seat in order:
        speaker = Thread(target=table.post, args=(seat,))
        speaker.start()
        speaker.join()
    free.set()
    answers = table.answered()
    assert [len(answers[seat].events) for seat in order] == [1, 1]
    table.look(order)


def test_two_threads_in_a_race_are_both_answered_and_the_journal_has_the_order_of_the_answers() -> None:
    table, start = Table(), Barrier(2)

    def speak(seat: str) -> None:
        start.wait(20)
        table.post(seat)

    speakers = [Thread(target=speak, args=(seat,)) for seat in ("2", "3")]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join()
    answers = table.answered()
    assert [answers[seat].refusal for seat in ("2", "3")] == [None, None]
    order = [seat for seat in table.published if seat is not None]
    assert sorted(order) == ["2", "3"]
    table.look(order)
