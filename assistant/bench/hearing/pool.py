"""Shares the utterances out over the cores so that nothing depends on how many there are.

A recogniser remembers the room: its running mean goes on from one utterance to the next. So utterances are heard in
stretches of a fixed order, each by a recogniser and a front end of its own, in a process of its own.
"""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from assistant.bench.hearing.rows import ALL, Outcome, Row, count

LONGEST_STRETCH = 20
"""Utterances. Long enough for a recogniser to get used to the room, as it does in an evening."""

T = TypeVar("T")


@dataclass(frozen=True)
class Stretch:
    """Utterances that are heard one after the other."""

    measure: str
    condition: str
    front_end: str
    n: int
    hear: Callable[[], Sequence[Outcome]]
    """Runs in a process of its own; gives an outcome for each."""
    voice: str = ""

    @property
    def about(self) -> tuple[str, str, str]:
        return self.measure, self.condition, self.front_end


@dataclass(frozen=True)
class Heard:
    """What came of a stretch."""

    stretch: Stretch
    outcomes: Sequence[Outcome]
    peak_mib: int


def stretches_of(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items in stretches of the length that is usual, in their order."""
    for at in range(0, len(items), LONGEST_STRETCH):
        yield items[at : at + LONGEST_STRETCH]


def run(stretches: Sequence[Stretch], jobs: int, done: Callable[[int], None] = lambda heard: None) -> Iterator[Heard]:
    """What came of them, in their order, ``jobs`` at a time; ``done`` is told how many utterances more are heard."""
    global _STRETCHES
    _STRETCHES = stretches  # word networks do not travel between processes; those that are forked find them in place
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        results = pool.imap(_hear, range(len(stretches)), chunksize=1)
        for stretch, (outcomes, peak_mib) in zip(stretches, results, strict=True):
            done(stretch.n)
            yield Heard(stretch, outcomes, peak_mib)


def rows(heard: Sequence[Heard], engine: str) -> Iterator[Row]:
    """A row for each condition and front end; where voices speak, one for each of them and one for all."""
    for about, group in groupby(heard, key=lambda one: one.stretch.about):
        parts = list(group)
        voices = list(dict.fromkeys(part.stretch.voice for part in parts))
        for voice in voices:
            yield _row([part for part in parts if part.stretch.voice == voice], about, voice, engine)
        if len(voices) > 1:
            yield _row(parts, about, ALL, engine)


def _row(parts: Sequence[Heard], about: tuple[str, str, str], voice: str, engine: str) -> Row:
    measure, condition, front_end = about
    return count(
        [outcome for part in parts for outcome in part.outcomes],
        peak_mib=max(part.peak_mib for part in parts),
        measure=measure,
        condition=condition,
        voice=voice,
        engine=engine,
        front_end=front_end,
    )


def _hear(number: int) -> tuple[Sequence[Outcome], int]:
    outcomes = _STRETCHES[number].hear()
    return outcomes, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


_STRETCHES: Sequence[Stretch] = ()
