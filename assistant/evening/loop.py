"""The one thread that owns an evening. Everyone else posts to its queue and gets a future."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from assistant.evening.answer import Answer, Said
from assistant.evening.session import Evening

TICK_SECONDS = 0.04
"""How often what falls due is looked for while nobody says anything, and the running clock noted.

So much a kill costs at most: of twenty in an evening less than a second is felt. A look takes about 0.05 ms.
"""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Loop:
    """Runs an evening: what is posted, in order, and the passing of time in between.

    The order is fixed even for two seats at the same instant: who reached the queue first is decided, kept in the
    journal and answered first. Both may have the same stamp of the play clock; their rows stand in that order.

    >>> loop = Loop(evening, publish=speaker.tell)         # doctest: +SKIP
    >>> loop.say(Said("fact on atwater", "2")).result()    # doctest: +SKIP
    """

    def __init__(self, evening: Evening, publish: Callable[[Answer], None] = lambda answer: None) -> None:
        """``publish`` gets every answer, on the thread of the loop: keep it short, or hand it on."""
        self._evening = evening
        self._publish = publish
        self._queue: queue.SimpleQueue[_Posted[Any] | None] = queue.SimpleQueue()
        self._lock = Lock()
        self._is_stopped = False
        self.rounds = 0
        """How often the thread has come round: the evidence of its work for a watchdog."""
        self._thread = Thread(target=self._run, name="evening", daemon=True)
        self._thread.start()

    def say(self, said: Said) -> Future[Answer]:
        """Post an utterance."""
        return self.submit(lambda evening: evening.handle(said))

    def tap(self, seat: str) -> Future[Answer]:
        """Post a short press."""
        return self.submit(lambda evening: evening.tap(seat))

    def submit(self, work: Callable[[Evening], T]) -> Future[T]:
        """Post anything to be done with the evening; an Answer that comes of it is published first.

        After :meth:`stop` the future is cancelled.
        """
        posted = _Posted(work)
        with self._lock:
            if self._is_stopped:
                posted.future.cancel()
            else:
                self._queue.put(posted)
        return posted.future

    def stop(self) -> None:
        """After what was posted before: note the clock, close the journal, and end. Safe to call twice."""
        with self._lock:
            if not self._is_stopped:
                self._is_stopped = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            self.rounds += 1
            try:
                posted = self._queue.get(timeout=TICK_SECONDS)
            except queue.Empty:
                self._tell(self._evening.tick())
                continue
            if posted is None:
                break
            posted.run(self._evening, self._tell)
        self._evening.close()

    def _tell(self, answer: Answer | None) -> None:
        if answer is None:
            return
        try:
            self._publish(answer)
        except Exception:
            _log.exception("an answer could not be passed on")


class _Posted(Generic[T]):
    """Work for the evening, and where its result goes."""

    def __init__(self, work: Callable[[Evening], T]) -> None:
        self.future: Future[T] = Future()
        self._work = work

    def run(self, evening: Evening, tell: Callable[[Answer | None], None]) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self._work(evening)
        except Exception as error:
            self.future.set_exception(error)
            return
        if isinstance(result, Answer):
            tell(result)
        self.future.set_result(result)
