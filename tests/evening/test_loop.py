"""One thread owns the evening; others post."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, wait

import pytest

from assistant.evening import Answer, Evening, Loop, Said
from tests.evening.stones import Table, kinds


def test_what_is_posted_from_many_threads_is_done_one_after_the_other() -> None:
    table = Table()
    table.type("1: new pile Bell")
    loop = Loop(table.evening)
    posted = [loop.submit(lambda evening: evening.handle(Said("put one on bell", "2", line="x"))) for _ in range(50)]
    wait(posted)
    loop.stop()
    assert table.state.pile("p1").stones == 50


def test_every_answer_is_published_in_order() -> None:
    table = Table([4, 2])
    published: list[Answer] = []
    loop = Loop(table.evening, published.append)
    loop.say(Said("new pile Bell", "1"))
    loop.say(Said("throw on bell", "2"))
    loop.say(Said("throw on bell", "3")).result()
    loop.stop()
    assert [kinds(answer) for answer in published] == [["PileMade"], ["Thrown"], ["Thrown"]]


def test_everything_runs_on_the_one_thread_of_the_loop() -> None:
    loop = Loop(Table().evening)
    names = {loop.submit(lambda evening: threading.current_thread().name).result() for _ in range(3)}
    loop.stop()
    assert names == {"evening"}


def test_time_passes_by_itself() -> None:
    table = Table()
    rang = threading.Event()
    loop = Loop(table.evening, lambda answer: rang.set() if "BellRang" in kinds(answer) else None)
    loop.say(Said("ring", "2")).result()
    for _ in range(4):
        loop.submit(lambda evening: table.ticker.advance(9)).result()
        loop.submit(lambda evening: evening.clock_seconds()).result()
    assert rang.wait(20)
    loop.stop()


def test_a_bug_in_what_was_posted_is_the_business_of_who_posted_it() -> None:
    def broken(evening: Evening) -> Answer:
        raise ZeroDivisionError

    loop = Loop(Table().evening)
    with pytest.raises(ZeroDivisionError):
        loop.submit(broken).result()
    assert kinds(loop.say(Said("ring", "2")).result()) == ["BellSet"]
    loop.stop()


def test_a_listener_that_breaks_does_not_stop_the_evening(caplog: pytest.LogCaptureFixture) -> None:
    def broken(answer: Answer) -> None:
        raise ZeroDivisionError

    loop = Loop(Table().evening, broken)
    assert kinds(loop.say(Said("ring", "2")).result()) == ["BellSet"]
    loop.stop()
    assert ["passed on" in record.getMessage() for record in caplog.records] == [True]


def test_stopping_finishes_what_was_posted_before_and_refuses_the_rest() -> None:
    table = Table()
    loop = Loop(table.evening)
    before = loop.say(Said("ring", "2"))
    loop.stop()
    assert kinds(before.result(timeout=1)) == ["BellSet"]
    with pytest.raises(CancelledError):
        loop.say(Said("draw", "2")).result(timeout=5)
