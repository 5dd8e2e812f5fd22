"""What is said aloud, one thing after the other, by a thread of its own (C-091)."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread

from assistant.box.courtesy import Courtesy
from assistant.evening import Announcement, Answer
from assistant.mouth import Mouth
from hardware.ports import HardwareError, Sound, Speaker, Ticker

STALE_SECONDS = 4.0
"""In a scene, what could not be said by then is only shown (R-144)."""
PATIENT_SECONDS = 20.0
"""Elsewhere it is said as soon as nobody speaks to the box; no aside is longer."""
LATE_SECONDS = 2.0
"""So much longer than its length a sound may take to leave the device before it is given up."""
CLOSE_SECONDS = 0.5
"""What has left for the device when all is put away is heard by then, or a sound server hangs."""
CLOCK_INTENTS = frozenset({"pause", "resume"})
"""When the clock stands or goes on, what still waits to be said is old news (C-095)."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Item:
    announcement: Announcement
    generation: int
    at: float
    """By the ticker."""
    until: float
    """As the courtesy counts: later it is not said any more."""


class Aloud:
    """A queue of announcements. What a scene had no quiet for and what a press cut off stays on page and terminal.

    ``on_speaking`` is told before the first sound and, with False, after the last one has left the device: the ears
    are deaf in between (C-032). ``on_words`` gets each piece of speech that is played. ``on_trouble`` gets why
    something could not be said, and ``""`` when it can again.
    """

    def __init__(
        self,
        mouth: Mouth,
        speaker: Speaker,
        courtesy: Courtesy,
        ticker: Ticker,
        on_speaking: Callable[[bool], None],
        on_trouble: Callable[[str], None],
        on_words: Callable[[Sound], None] = lambda sound: None,
    ) -> None:
        self._mouth = mouth
        self._speaker = speaker
        self._courtesy = courtesy
        self._ticker = ticker
        self._on_speaking = on_speaking
        self._on_trouble = on_trouble
        self._on_words = on_words
        self._items: deque[_Item] = deque()
        self._generation = 0
        self._playing_seconds = 0.0
        self._is_speaking = False
        self._is_idle = True
        self._is_closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="aloud", daemon=True)
        self._thread.start()

    def say(self, answer: Answer) -> None:
        """Queue what there is to be heard of it; returns at once."""
        with self._changed:
            if answer.intent in CLOCK_INTENTS and not answer.refusal:
                self._forget()
            self._items.extend(self._item(one) for one in answer.announcements if one.say or one.earcon)
            self._changed.notify_all()

    def hush(self) -> None:
        """Silence now, and forget what waits (C-034)."""
        with self._changed:
            self._forget()
            self._speaker.stop()
            self._changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Until all is said; False when the time ran out first."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_idle and not self._items, timeout)

    def close(self) -> None:
        """Silence, and no more after it."""
        with self._changed:
            self._is_closed = True
        self.hush()
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        while (item := self._next()) is not None:
            try:
                self._sound(item)
            except HardwareError as error:
                self._on_trouble(str(error))
            except Exception:
                _log.exception("an announcement could not be made")
            self._until_played()
            if not self._items:
                self._rest()

    def _next(self) -> _Item | None:
        with self._changed:
            self._is_idle = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._items or self._is_closed)
            if self._is_closed:
                return None
            self._is_idle = False
            return self._items.popleft()

    def _sound(self, item: _Item) -> None:
        announcement = item.announcement
        if self._is_stale(item) or not self._courtesy.wait_for_turn(item.until, lambda: self._is_forgotten(item)):
            return
        ahead = sum(self._play(item, chime) for chime in self._mouth.chimes(announcement))
        words = self._mouth.words(announcement)
        if words:
            self._on_trouble("")
        if words and announcement.low and not self._courtesy.will_be_quiet(ahead):
            self._rest()
            if not self._courtesy.wait_for_quiet(item.until, lambda: self._is_forgotten(item)):
                return
        for sound in words:
            if self._play(item, sound):
                self._on_words(sound)

    def _item(self, announcement: Announcement) -> _Item:
        patience = STALE_SECONDS if announcement.low else PATIENT_SECONDS
        return _Item(announcement, self._generation, self._ticker.seconds(), self._courtesy.now() + patience)

    def _is_stale(self, item: _Item) -> bool:
        return item.announcement.low and self._ticker.seconds() - item.at > STALE_SECONDS

    def _play(self, item: _Item, sound: Sound) -> float:
        """Unless it has been cut off meanwhile; how long it lasts."""
        with self._changed:
            if self._is_forgotten(item):
                return 0.0
            if not self._is_speaking:
                self._is_speaking = True
                self._on_speaking(True)
            self._playing_seconds += sound.seconds
            self._speaker.play(sound, self._mouth.volume(item.announcement))
        return sound.seconds

    def _forget(self) -> None:
        self._generation += 1
        self._items.clear()
        self._courtesy.nudge()

    def _is_forgotten(self, item: _Item) -> bool:
        return item.generation != self._generation

    def _until_played(self) -> None:
        """What comes next is kept back until then, so that it can still be found to be old news."""
        self._speaker.wait(self._playing_seconds + LATE_SECONDS)
        self._playing_seconds = 0.0

    def _rest(self) -> None:
        """The ears open when the last sound has left the device."""
        self._until_played()
        if self._is_speaking:
            self._is_speaking = False
            self._on_speaking(False)
