"""The plain box without buttons: the address word and a command, and talk without the word, through the box's ears.

A command is right where it is done: the word was spotted, and what follows came out as what was said. Talk is counted
by the hour of its recordings: whatever of it would be done is one false command; an alarm is an address word that
nobody said. Where nobody speaks, the CPU time is that of idle listening.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np

from assistant.bench.hearing.commands import judged
from assistant.bench.hearing.in_room import EarsInRoom
from assistant.bench.hearing.moments import Case, hands_free
from assistant.bench.hearing.plan import VOICES, Plan, Work
from assistant.bench.hearing.pool import Stretch, stretches_of
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise, Recording
from assistant.bench.hearing.talk import Piece, overheard, pieces
from hardware.actors import Actor, actor
from hardware.measure import read_recording
from hardware.ports import SAMPLE_RATE
from hardware.sounds import Samples, to_samples

COMMAND_NOISES: tuple[float | None, ...] = (None, 20.0)
TALK_NOISES: tuple[float | None, ...] = (None, 24.0, 15.0)
NOBODY_NOISES: tuple[float | None, ...] = (None, 20.0)
NOBODY_SECONDS = 60.0
BREATH_SECONDS = 0.7
"""Between the word and a command that is said in a second breath."""
AROUND_SECONDS = (1.0, 1.5)
"""Of the room before and after: without a button, its noise goes on."""


def address(plan: Plan) -> Work:
    """A sample of the commands by every voice, in one breath and in two; then a sample of all the talk there is."""
    said = hands_free(plan.cases)
    stretches = [*_commands(plan, said), *_talk(plan, said), *_nobody(plan, said)]
    hours = sum(len(read_recording(one.path)) for one in plan.speech.talk()) / SAMPLE_RATE / 3600
    looped = f"once as it is, {plan.times} times in every noise; each time at other moments and in another part of it"
    return Work(stretches, [f"address: the same {hours:.2f} h of talk, {looped}"])


def _commands(plan: Plan, said: Sequence[Case]) -> list[Stretch]:
    voices = plan.actors(VOICES)
    todo = plan.sampled(list(product(said, voices)))
    stretches = []
    for front_end, noise, breaths in product(plan.front_ends, plan.noises(COMMAND_NOISES), (1, 2)):
        condition = f"in {'one breath' if breaths == 1 else 'two'}, {noise}"
        for voice in voices:
            for some in stretches_of([case for case, by in todo if by == voice]):
                hear = partial(_hear_commands, plan, front_end, noise, breaths, voice, some)
                stretches.append(Stretch("address", condition, front_end, len(some), hear, voice))
    return stretches


def _hear_commands(
    plan: Plan, front_end: str, noise: Noise, breaths: int, voice: str, some: Sequence[Case]
) -> list[Outcome]:
    ears = EarsInRoom(plan, front_end)
    word, outcomes = plan.settings.table.address_word, []
    for number, case in enumerate(some):
        samples = addressed(actor(voice), word, case.spoken(number), breaths)
        sound = noise.over(samples, f"{voice} {number}", AROUND_SECONDS)
        outcomes.append(judged(case, ears.speak(case.network(), case.answers(), sound)))
    ears.close()
    return outcomes


def addressed(voice: Actor, word: str, command: str, breaths: int) -> Samples:
    """The word and the command behind it."""
    if breaths == 1:
        return to_samples(voice.speak(f"{word} {command}").pcm)
    pause = np.zeros(round(BREATH_SECONDS * SAMPLE_RATE), np.float32)
    return np.concatenate((to_samples(voice.speak(word).pcm), pause, to_samples(voice.speak(command).pcm)))


def _talk(plan: Plan, said: Sequence[Case]) -> list[Stretch]:
    recordings = plan.sampled(plan.speech.talk())
    stretches = []
    for front_end, noise, time in product(plan.front_ends, plan.noises(TALK_NOISES), range(plan.times)):
        if time and noise.level is None:
            continue
        drawn = pieces(recordings, said, noise, time)
        for name, waits in (("talk", False), ("talk, answer awaited", True)):
            for some in stretches_of([(recording, case) for recording, case in drawn if case.wanted.answers is waits]):
                hear = partial(_hear_talk, plan, front_end, noise, time, some)
                stretches.append(Stretch("address", f"{name}, {noise}", front_end, len(some), hear))
    return stretches


def _hear_talk(plan: Plan, front_end: str, noise: Noise, time: int, some: Sequence[Piece]) -> list[Outcome]:
    ears = EarsInRoom(plan, front_end)
    outcomes = []
    for recording, case in some:
        sound = noise.over(read_recording(recording.path), f"{recording.name} {time}" if time else recording.name)
        outcomes.append(overheard(recording, case, ears.speak(case.network(), case.answers(), sound)))
    ears.close()
    return outcomes


def _nobody(plan: Plan, said: Sequence[Case]) -> list[Stretch]:
    """What listening costs while nobody speaks."""
    stretches = []
    for front_end, noise in product(plan.front_ends, plan.noises(NOBODY_NOISES)):
        hear = partial(_hear_nobody, plan, front_end, noise, said[0])
        stretches.append(Stretch("address", f"nobody speaks, {noise}", front_end, 1, hear))
    return stretches


def _hear_nobody(plan: Plan, front_end: str, noise: Noise, case: Case) -> list[Outcome]:
    ears = EarsInRoom(plan, front_end)
    recording = Recording(Path(str(noise)))
    outcome = overheard(recording, case, ears.listen(case.network(), noise.alone(NOBODY_SECONDS, "nobody")))
    ears.close()
    return [outcome]
