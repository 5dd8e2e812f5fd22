"""Hours of noise through the box's ears, as fast as they go: whether memory stays where it is.

All is real but the microphone: spotter, front end, recogniser, and an evening that goes on, so that what is listened
for changes all the time. The noise is a kitchen that is made up (:mod:`assistant.bench.kitchen`); voices say what can
be said at the moment, with a button held or behind the address word.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from assistant.app import Playable, Table, begin_evening, evening_path, lexicon
from assistant.bench.kitchen import Kitchen
from assistant.bench.random_table import RandomTable
from assistant.bench.soak import megabytes
from assistant.evening import JournalFile
from assistant.evening.history import NEW_GAME
from assistant.hearing import Wanted, listen_for
from assistant.parts import ears_of, engine_of, front_end_of, recogniser_of
from assistant.settings import Settings
from hardware.actors import actor
from hardware.ears import EarsSettings
from hardware.fakes.ticker import HandTicker
from hardware.heard import Addressed, Event, Utterance
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE
from hardware.sounds import Samples, to_pcm, to_samples

PARTS = 8
"""Memory is looked at so often."""
GOAL_MB = 8.0
"""What grows once has grown by the middle: decoders with the longest utterance, words with the names that come up. More
than that much from there to the end is a leak."""
MOST_MB = 200.0
"""At any time."""

_PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
_VOICES = ("flite:slt", "flite:rms", "flite:kal16", "flite:awb")
_NOTHING_SECONDS = 90.0
"""Of noise alone between one thing that happens and the next, in the mean."""
_COMMANDS = 3
"""Which the evening takes up before each; with each, other things can be said."""
_BETWEEN_SECONDS = 1
"""From one of these to the next: the new networks are made ready."""
_AFTER_SECONDS = 2
_TAP_SECONDS = 0.1
_LOUD = 0.02
"""Noise in which nobody would call the room quiet."""
_TALK_SECONDS = (1.0, 10.0)
_HAPPENS = ("aside", "command", "talk", "talk to the button", "tap", "the box speaks")


@dataclass(frozen=True)
class Measured:
    """All that was seen."""

    hours: float
    """Of sound."""
    seed: int
    engine: str
    front_end: str
    load: float
    cores: int
    cpu_seconds: float
    memory_mb: tuple[float, ...]
    """At the start, and at the end of each part."""
    happened: dict[str, int]
    """What was said and done, how often."""
    heard: dict[str, int]
    """What came of it: sentences by the door they came through, and how often the address word was spotted."""
    changes: int
    """How often other things could be said."""
    goal_mb: float = GOAL_MB
    most_mb: float = MOST_MB

    @property
    def growth_mb(self) -> float:
        """From the middle to the end."""
        return round(self.memory_mb[-1] - self.memory_mb[PARTS // 2], 1)

    @property
    def met(self) -> bool:
        return self.growth_mb <= self.goal_mb and max(self.memory_mb) <= self.most_mb


def measure(
    settings: Settings, play: Playable, hours: float, seed: int, told: Callable[[str], None] = lambda line: None
) -> Measured:
    """Let so many hours go by. ``told`` gets a line at the end of each part. HardwareError where a part is missing."""
    with TemporaryDirectory(prefix="prompter-") as folder, closing(_Bench(settings, play, seed, Path(folder))) as bench:
        bench.warm_up()
        began, memory = time.process_time(), [megabytes()]
        for part in range(1, PARTS + 1):
            bench.go_on(3600 * hours * part / PARTS)
            memory.append(megabytes())
            told(f"{hours * part / PARTS:6.2f} h  {memory[-1]:.1f} MB, {time.process_time() - began:.0f} s of CPU")
        return Measured(
            hours,
            seed,
            engine_of(settings),
            bench.front_end,
            round(os.getloadavg()[0], 2),
            os.cpu_count() or 0,
            round(time.process_time() - began, 1),
            tuple(memory),
            dict(bench.happened),
            dict(bench.heard),
            bench.changes,
        )


class _Bench:
    """Ears in a kitchen, and an evening beside them."""

    def __init__(self, settings: Settings, play: Playable, seed: int, folder: Path) -> None:
        self._chance = random.Random(seed)
        self._kitchen = Kitchen(seed)
        self._play = play
        self._lexicon = lexicon(settings)
        self._word = settings.table.address_word
        self._ticker = HandTicker()
        journal = JournalFile.create(evening_path(folder, "noise"))
        table = Table(_PLAYERS, _PLAYERS[0])
        self._evening = begin_evening(settings, play, journal, table, ticker=self._ticker).evening
        self._seats = [player.id for player in self._evening.players()]
        self._table = RandomTable(play.book, self._seats, seed)
        front_end = front_end_of(settings)
        self.front_end = front_end.name
        self._recogniser = recogniser_of(settings, engine_of(settings))
        self._ears = ears_of(settings, self._recogniser, front_end, self._note)
        self._seconds = 0
        self.happened: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()
        self.changes = 0
        self._retune()

    def close(self) -> None:
        self._evening.close()
        self._recogniser.close()

    def warm_up(self) -> None:
        """Decoders grow with the longest thing that they have heard: a press without an end, in quiet and in noise."""
        self.quiet(_BETWEEN_SECONDS)
        talk = self._kitchen.talk(EarsSettings().longest_press_seconds)
        for loud in (0.0, _LOUD):  # only in noise has the front end work to do
            self._hold(self._seats[0], talk + np.float32(loud) * self._kitchen.hiss(len(talk)))
            self.quiet(_AFTER_SECONDS)
        for what in ("aside", "command"):
            self._happen(what)
            self.quiet(_AFTER_SECONDS)

    def go_on(self, until_seconds: float) -> None:
        """Until so much sound has gone by, or a little more."""
        while self._seconds < until_seconds:
            self.quiet(round(min(self._chance.expovariate(1 / _NOTHING_SECONDS), until_seconds - self._seconds)))
            for _ in range(_COMMANDS):
                self._ask()
                self.quiet(_BETWEEN_SECONDS)
            what = self._chance.choice(_HAPPENS)
            self.happened[what] += 1
            self._happen(what)
            self.quiet(_AFTER_SECONDS)

    def quiet(self, seconds: int) -> None:
        """Nobody speaks."""
        for _ in range(seconds):
            self._sound(np.zeros(SAMPLE_RATE, np.float32))

    def _happen(self, what: str) -> None:
        seat = self._chance.choice(self._seats)
        if what == "aside":
            self._hold(seat, self._said("", seat))
        elif what == "command":
            self._sound(self._said(f"{self._word} ", None))
        elif what == "talk":
            self._sound(self._kitchen.talk(self._chance.uniform(*_TALK_SECONDS)))
        elif what == "talk to the button":
            self._hold(seat, self._kitchen.talk(self._chance.uniform(*_TALK_SECONDS)))
        elif what == "tap":
            self._hold(seat, np.zeros(round(_TAP_SECONDS * SAMPLE_RATE), np.float32))
        else:
            self._ears.speaking(True)
            self._sound(self._said("", seat))
            self._ears.speaking(False)

    def _said(self, before: str, seat: str | None) -> Samples:
        """One of the things that can be said now, by one of the voices."""
        sentence = self._chance.choice(self._evening.listening().examples(seat)).replace("…", "")
        return to_samples(actor(self._chance.choice(_VOICES)).speak(before + sentence).pcm)

    def _hold(self, seat: str, samples: Samples) -> None:
        self._ears.press(seat)
        self._sound(samples)
        self._ears.release(seat)

    def _sound(self, samples: Samples) -> None:
        """This, over the noise of as many whole seconds."""
        whole = -(-len(samples) // SAMPLE_RATE)
        for second in np.split(np.pad(samples, (0, whole * SAMPLE_RATE - len(samples))), whole):
            pcm = to_pcm(second + self._kitchen.second())
            for at in range(0, len(pcm), BLOCK_BYTES):
                self._ears.hear(pcm[at : at + BLOCK_BYTES])
            self._seconds += 1
            self._ticker.advance(1.0)
            self._evening.tick()

    def _ask(self) -> None:
        """The evening goes on by one command, and other things can be said."""
        opens = tuple(self._play.game.grammar(self._evening.state))
        command = self._table.asks(opens, self._evening.clock_seconds())
        if command is not None and command.intent == NEW_GAME:
            self._evening.begin(_PLAYERS, self._seats[0])
        elif command is not None:
            self._evening.order(command)
        self._retune()

    def _retune(self) -> None:
        listen_for(self._ears, Wanted.of(self._evening), self._lexicon)
        self.changes += 1

    def _note(self, event: Event) -> None:
        if isinstance(event, Addressed):
            self.heard["address word"] += 1
        elif isinstance(event, Utterance):
            self.heard[f"{event.door}: {'a sentence' if event.heard.text else event.heard.why_not}"] += 1
