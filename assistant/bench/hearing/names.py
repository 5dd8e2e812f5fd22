"""Single names, said by real people, as the names of the cards on a table.

None of these people said a command. So each name is heard twice: behind a lead-in that a voice speaks at the same
level, put before it as close as in running speech; and alone, where nothing but a name can be said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

import numpy as np

from assistant.bench.hearing.cards import ALONE, COMMAND, Cards
from assistant.bench.hearing.plan import CLEAN, FLITE_VOICES, Plan, Work
from assistant.bench.hearing.pool import Stretch, stretches_of
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise, Recording
from hardware.actors import actor
from hardware.endpoint import spoken_part
from hardware.measure import read_recording
from hardware.sounds import Samples, to_pcm, to_samples

AROUND_SECONDS = (0.3, 0.3)
"""Of quiet, or of noise, before and after all of it."""


def names(plan: Plan) -> Work:
    """A sample of the recordings, behind a lead-in and alone."""
    recordings = plan.speech.names()
    there = sorted({one.words for one in recordings})
    some, voices = plan.sampled(recordings), plan.actors(FLITE_VOICES)
    stretches = []
    for front_end, noise, intent in product(plan.front_ends, plan.noises(CLEAN), (COMMAND, ALONE)):
        cards = Cards(there, intent)
        words = cards.before()
        before = {voice: spoken(to_samples(actor(voice).speak(words).pcm)) for voice in voices if words}
        condition = f"{f'“{words} …”' if words else 'alone'}, {noise}"
        for part in stretches_of(some):
            hear = partial(_hear, plan, front_end, noise, cards, before, part)
            stretches.append(Stretch("names", condition, front_end, len(part), hear))
    return Work(stretches, [f"names: {len(there)} on the table, {len(recordings)} recordings"])


def _hear(
    plan: Plan, front_end: str, noise: Noise, cards: Cards, before: Mapping[str, Samples], some: Sequence[Recording]
) -> list[Outcome]:
    recogniser, front = plan.recogniser(), plan.front_end(front_end)
    recogniser.listen_for(cards.network())
    outcomes = []
    for number, recording in enumerate(some):
        samples = spoken(read_recording(recording.path))
        if before:
            samples = joined(list(before.values())[number % len(before)], samples)
        sound = noise.over(samples, recording.name, AROUND_SECONDS)
        outcomes.append(cards.hear(recogniser, front, sound, recording.name, recording.words))
    recogniser.close()
    return outcomes


def spoken(samples: Samples) -> Samples:
    """What is said in a sound, the silence around it cut away; all of it where nothing is."""
    part = spoken_part(to_pcm(samples))
    return to_samples(part) if part else samples


def joined(before: Samples, after: Samples) -> Samples:
    """One behind the other, the first as loud as the second."""
    louder = np.sqrt(np.mean(after**2) / np.mean(before**2))
    return np.concatenate((before * np.float32(louder), after))
