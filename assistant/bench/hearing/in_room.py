"""The box's own ears in a quiet room, for measures that go through its doors."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from assistant.app import lexicon
from assistant.bench.hearing.plan import Plan
from assistant.parts import ears_of
from assistant.rehearsal.room import Room
from hardware.heard import Addressed, Event, Utterance
from hardware.ports import Network, Sound

SETTLING_SECONDS = 1.0
PAUSE_SECONDS = 0.3


@dataclass(frozen=True)
class Overheard:
    """What the ears made of a piece of sound."""

    utterances: tuple[Utterance, ...]
    seconds: float
    """Length of what was said."""
    cpu_seconds: float
    """Of the ears with all that belongs to them, until they were done with it."""

    alarms: int = 0
    """How often the address word was believed to be heard."""

    @property
    def text(self) -> str:
        """The first sentence that was heard; "" where there was none."""
        return next((one.heard.text for one in self.utterances if one.heard.text), "")


class EarsInRoom:
    """One pair of ears, from the first utterance to the last. Raises HardwareError where a part cannot be had."""

    def __init__(self, plan: Plan, front_end: str) -> None:
        self._events: list[Event] = []
        self._recogniser = plan.recogniser()
        self._ears = ears_of(plan.settings, self._recogniser, plan.front_end(front_end), self._events.append)
        self._room = Room(self._ears, self._events, lambda seconds: None, seed=plan.seed)
        self._room.quiet(SETTLING_SECONDS)
        self._lexicon = lexicon(plan.settings)

    def hold(self, seat: str, network: Network, sound: Sound) -> Overheard:
        """Somebody speaks with the button of this seat held."""
        self._ears.listen_for(button={seat: network}, lexicon=self._lexicon)
        return self._hear(lambda: self._room.hold(seat, sound), sound)

    def speak(self, hands_free: Network, answers: Network | None, sound: Sound) -> Overheard:
        """Somebody speaks and holds no button. ``answers``: what the state waits for, if for anything."""
        self._ears.listen_for(button={}, hands_free=hands_free, answers=answers, lexicon=self._lexicon)
        return self._hear(lambda: self._room.speak(sound), sound)

    def listen(self, hands_free: Network, room: Sound) -> Overheard:
        """Nobody speaks in this sound."""
        self._ears.listen_for(button={}, hands_free=hands_free, lexicon=self._lexicon)
        return self._hear(lambda: self._room.sound(room), room)

    def close(self) -> None:
        self._recogniser.close()

    def _hear(self, say: Callable[[], None], sound: Sound) -> Overheard:
        self._room.quiet(PAUSE_SECONDS)  # the ears take the new networks with the first block
        first, began = len(self._events), time.thread_time()
        say()
        took = time.thread_time() - began
        events = self._events[first:]
        utterances = tuple(one for one in events if isinstance(one, Utterance))
        alarms = sum(isinstance(one, Addressed) for one in events)
        return Overheard(utterances, sound.seconds, took, alarms)
