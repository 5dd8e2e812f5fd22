"""Keeps the ears at what can be said now, beside the thread that owns the evening: it takes some 0.02 s."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from threading import Condition, Thread

from assistant.hearing import Wanted, listen_for
from hardware.ears import Ears
from hardware.ports import Pronounced

_log = logging.getLogger(__name__)


class Retuner:
    """Builds networks on a thread of its own; the newest wish counts, and one that changes nothing costs nothing."""

    def __init__(self, ears: Ears, lexicon: Iterable[Pronounced]) -> None:
        self._ears = ears
        self._lexicon = tuple(lexicon)
        self._wanted: Wanted | None = None
        self._tuned: Wanted | None = None
        self._is_closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="networks", daemon=True)
        self._thread.start()

    def want(self, wanted: Wanted) -> None:
        """What can be said now; returns at once."""
        with self._changed:
            self._wanted = wanted
            self._changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Until the ears have what was last wanted; False when the time ran out first."""
        with self._changed:
            return self._changed.wait_for(lambda: self._wanted == self._tuned, timeout)

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted != self._tuned or self._is_closed)
                if self._is_closed:
                    return
                wanted = self._wanted
            if wanted is not None:
                self._tune(wanted)
            with self._changed:
                self._tuned = wanted
                self._changed.notify_all()

    def _tune(self, wanted: Wanted) -> None:
        try:
            listen_for(self._ears, wanted, self._lexicon)
        except Exception:  # the ears go on with what they had
            _log.exception("there are no networks for what can be said now")
