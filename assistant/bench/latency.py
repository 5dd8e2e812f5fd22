"""From the end of speech to the first sound of the answer, through real streams on a sound server of its own.

Both moments are read off recordings: of what went into the microphone, and of what came out of the loudspeaker.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from assistant.app import playable
from assistant.bench.changes import changes
from assistant.bench.loopback import Aside, Loopback, Moments, loopback
from assistant.bench.rules import Spread
from assistant.parts import engine_of, front_end_of
from assistant.settings import Settings
from hardware.fakes.sound_server import Recording, until

LET_GO_SECONDS = 0.1
"""So soon after the last word a player lets the button go."""
ANSWER_SECONDS = 15.0
"""An answer that does not sound by then is none."""
QUIET_SECONDS = 1.5
"""Between an answer and the next aside."""

STAGES = (
    "end of speech to button up",
    "button up to words",
    "words to answer",
    "answer to speaker",
    "speaker to sound",
)
TOTAL = "end of speech to sound"
CPU_TEXT = "CPU, end of speech to text"
CPU_TEXT_UP = "of it from button up"
"""The ears alone, until they give the sentence on."""
CPU = "CPU, button up to speaker"
CPU_PARTS = {
    "microphone": "of it ears",
    "evening": "of it evening",
    "networks": "of it networks",
    "aloud": "of it mouth",
    "voice": "of it voice",
}
"""What each thread of the box, and the voice's process, has its part of the CPU time for."""
CHANGES = "changes"
CPU_ALL = "CPU, with the bench's own"
GOALS_MS: dict[str, tuple[float, float]] = {TOTAL: (400.0, 800.0), CPU_TEXT: (60.0, 60.0), CPU: (150.0, 150.0)}
"""Median and 95 %."""


@dataclass(frozen=True)
class Row:
    """One stage, measured ``n`` times, in milliseconds."""

    where: str
    """``between`` scenes, where the answer begins with a word, or ``within`` one, where it begins with an earcon;
    ``changes``: the CPU time of new networks, see :mod:`assistant.bench.changes`."""
    measure: str
    n: int
    ms: Spread
    goal_ms: tuple[float, float] | None = None

    @property
    def met(self) -> bool | None:
        return None if self.goal_ms is None else self.ms.median <= self.goal_ms[0] and self.ms.p95 <= self.goal_ms[1]


@dataclass(frozen=True)
class Measured:
    """All stages, and how busy the machine was meanwhile."""

    engine: str
    front_end: str
    load: float
    """Of the last minute, at the end."""
    cores: int
    asides: int
    unanswered: int
    """Asides that were misheard, or brought no sound."""
    rows: tuple[Row, ...]


@dataclass
class _Ear:
    """Recordings of both ends."""

    loop: Loopback
    microphone: Recording
    loudspeaker: Recording

    def ask(self, aside: Aside) -> dict[str, float] | None:
        """Say it; the milliseconds of each stage, None where no answer sounds."""
        seat, sound = self.loop.cast.seat(aside.who), self.loop.cast.sound(aside)
        said, answered = self.microphone.seconds, self.loudspeaker.seconds
        moments = self.loop.watch()
        self.loop.buttons.down(seat)
        feeder = self.loop.server.begin_to_say(sound)
        if not until(lambda: self.microphone.first_loud(said) is not None, ANSWER_SECONDS):
            return None
        end = (self.microphone.first_loud(said) or 0.0) + sound.seconds
        until(lambda: time.monotonic() >= end, ANSWER_SECONDS)
        spoken = self.loop.cpu_seconds()["microphone"]
        until(lambda: time.monotonic() >= end + LET_GO_SECONDS, ANSWER_SECONDS)
        up, cpu = time.monotonic(), self.loop.cpu_seconds()
        self.loop.buttons.up(seat)
        until(lambda: self.loudspeaker.first_loud(answered) is not None, ANSWER_SECONDS)
        feeder.wait()
        until(lambda: self.loudspeaker.quiet_at_end(QUIET_SECONDS), ANSWER_SECONDS)
        first = self.loudspeaker.first_loud(answered)
        if first is None or not moments.given or not moments.decided:
            return None
        text = {CPU_TEXT: spoken, CPU_TEXT_UP: cpu["microphone"]}
        ears = {part: 1000 * (moments.cpu_heard - before) for part, before in text.items()}
        return {**_stages(end, up, cpu, moments, first), **ears}


def _stages(end: float, up: float, cpu: Mapping[str, float], moments: Moments, first: float) -> dict[str, float]:
    times = (end, up, moments.heard, moments.decided, moments.given, first)
    stages = {stage: 1000 * (b - a) for stage, (a, b) in zip(STAGES, pairwise(times), strict=True)}
    spent = {who: 1000 * (seconds - cpu[who]) for who, seconds in moments.cpu_given.items()}
    parts = {part: spent[who] for who, part in CPU_PARTS.items()}
    return {**stages, TOTAL: 1000 * (first - end), CPU: sum(parts.values()), **parts, CPU_ALL: spent["all"]}


def measure(config: Path | None, settings: Settings, asides: int) -> Measured:
    """So many asides between scenes, and as many in one; and what changes of the networks take.

    HardwareError where no sound server can be had.
    """
    rows: list[Row] = []
    unanswered = 0
    with _listening(settings) as ear:
        cast = ear.loop.cast
        for where, spoken, lines in (("between", cast.between, []), ("within", cast.within, cast.scene)):
            ear.loop.type(lines)
            ear.loop.box.wait(ANSWER_SECONDS)
            until(lambda: ear.loudspeaker.quiet_at_end(QUIET_SECONDS), ANSWER_SECONDS)
            asked = [ear.ask(spoken[number % len(spoken)]) for number in range(asides)]
            answered = [one for one in asked if one is not None]
            unanswered += len(asked) - len(answered)
            rows += _rows(where, answered)
    rows += [
        Row(CHANGES, row.measure, row.n, row.cpu_ms, None if row.goal_ms is None else (row.goal_ms, row.goal_ms))
        for row in changes(config, settings, playable(cast.game))
    ]
    return Measured(
        engine_of(settings),
        front_end_of(settings).name,
        round(os.getloadavg()[0], 2),
        os.cpu_count() or 0,
        2 * asides,
        unanswered,
        tuple(rows),
    )


@contextmanager
def _listening(settings: Settings) -> Iterator[_Ear]:
    with (
        loopback(settings) as loop,
        loop.server.recording("micfeed", keep=False) as microphone,
        loop.server.recording(keep=False) as loudspeaker,
    ):
        yield _Ear(loop, microphone, loudspeaker)


def _rows(where: str, answered: Sequence[dict[str, float]]) -> list[Row]:
    if not answered:
        return []
    names = (*STAGES, TOTAL, CPU_TEXT, CPU_TEXT_UP, CPU, *CPU_PARTS.values(), CPU_ALL)
    return [
        Row(where, name, len(answered), Spread.of([one[name] for one in answered]), GOALS_MS.get(name))
        for name in names
    ]
