"""Talk that is no command: what of it the game would act on, a button held at moments of its stories.

What is lost of the commands at the same setting is what ``commands`` measures; the two belong together.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from assistant.bench.hearing.in_room import EarsInRoom, Overheard
from assistant.bench.hearing.moments import Case
from assistant.bench.hearing.plan import Plan, Work
from assistant.bench.hearing.pool import Stretch, stretches_of
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise, Recording
from hardware.measure import read_recording

NOISES: tuple[float | None, ...] = (None, 15.0)
AGAIN = "talk: the same recordings in every noise, each time at other moments"

Piece = tuple[Recording, Case]
"""Something said, and the moment it is said at."""


def talk(plan: Plan) -> Work:
    """A sample of all the talk there is."""
    recordings = plan.sampled(plan.speech.talk())
    return Work(
        [
            Stretch("talk", str(noise), front_end, len(some), partial(_hear, plan, front_end, noise, some))
            for front_end in plan.front_ends
            for noise in plan.noises(NOISES)
            for some in stretches_of(pieces(recordings, plan.cases, noise))
        ],
        [AGAIN],
    )


def pieces(recordings: Sequence[Recording], said: Sequence[Case], noise: Noise, time: int = 0) -> list[Piece]:
    """Each recording at one of the moments, without those that are a sentence of the game there; at other moments each
    ``time``."""
    chance = random.Random(f"{noise.seed} {noise} {time}" if time else f"{noise.seed} {noise}")
    drawn = [(recording, chance.choice(said)) for recording in recordings]
    return [(recording, case) for recording, case in drawn if not recording.words or not case.knows(recording.words)]


def _hear(plan: Plan, front_end: str, noise: Noise, some: Sequence[Piece]) -> list[Outcome]:
    ears = EarsInRoom(plan, front_end)
    outcomes = []
    for recording, case in some:
        sound = noise.over(read_recording(recording.path), recording.name)
        outcomes.append(overheard(recording, case, ears.hold(case.seat, case.network(), sound)))
    ears.close()
    return outcomes


def overheard(recording: Recording, case: Case, heard: Overheard) -> Outcome:
    """What came of a piece of talk: nothing should."""
    texts = [one.heard.text for one in heard.utterances if one.heard.text]
    return Outcome(
        recording.name,
        "",
        "; ".join(texts),
        accepted=any(case.meant(text) is not None for text in texts),
        seconds=heard.seconds,
        cpu_seconds=heard.cpu_seconds,
        alarms=heard.alarms if case.hands_free else None,
    )
