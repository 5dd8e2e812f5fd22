"""Invented names on one table, said as they are meant: in no dictionary, and a recogniser has to guess how they sound.

Spoken with the pronunciation of ``invented.yaml``, not with the guess of the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType

import yaml

from assistant.bench.hearing.cards import COMMAND, Cards
from assistant.bench.hearing.plan import CLEAN, FLITE_VOICES, Plan, Work
from assistant.bench.hearing.pool import Stretch, stretches_of
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise
from hardware.actors import actor
from hardware.ports import HardwareError, Pronounced
from hardware.recogniser.enrol import TakeError, phones_said
from hardware.sounds import to_samples

NAMES = Path(__file__).with_name("invented.yaml")
AROUND_SECONDS = (0.3, 0.3)
TEMPOS = (0.9, 1.0, 1.1)
"""Of the takes by which a name is taught: nobody says it the same way three times."""

Phones = Mapping[str, str]
"""ARPAbet without stress by name."""
Lexicon = Callable[[Phones, str], tuple[Pronounced, ...]]
"""What a recogniser is told of the names of a table where this voice speaks."""


def untaught(names: Phones, voice: str) -> tuple[Pronounced, ...]:
    """Nothing: it guesses."""
    return ()


def by_hand(names: Phones, voice: str) -> tuple[Pronounced, ...]:
    """How they are meant, as a player may write it beside a name."""
    return tuple(Pronounced(name, (phones,)) for name, phones in names.items())


def taught(names: Phones, voice: str) -> tuple[Pronounced, ...]:
    """What ``prompter teach`` hears in three takes of each by this voice in a quiet room; 10 s of CPU for all."""
    return tuple(Pronounced(name, tuple(_takes(phones, voice))) for name, phones in names.items())


def _takes(phones: str, voice: str) -> Iterator[str]:
    """One from which nothing can be learnt is left out."""
    usual = actor(voice)
    for tempo in TEMPOS:
        speaker = replace(usual, words_per_minute=round(tempo * usual.words_per_minute))
        try:
            yield phones_said(speaker.speak(f"[[{phones.lower()}]]").pcm)
        except TakeError:
            continue


LEXICONS: Mapping[str, Lexicon] = MappingProxyType({"untaught": untaught, "by hand": by_hand, "taught": taught})
"""What the names are heard with, by the condition that is printed."""


def invented(plan: Plan) -> Work:
    """A sample of the names by every voice, with every lexicon."""
    names: dict[str, str] = yaml.safe_load(NAMES.read_text("utf-8"))["names"]
    cards, voices = Cards(names, COMMAND), plan.actors(FLITE_VOICES)
    if strangers := [voice for voice in voices if not voice.startswith("flite:")]:
        raise HardwareError(
            f"{', '.join(strangers)} cannot be told how a name sounds; invented names need flite's voices."
        )
    todo = plan.sampled(list(product(names, voices)))
    stretches = []
    for front_end, noise, lexicon, voice in product(plan.front_ends, plan.noises(CLEAN), LEXICONS, voices):
        for some in stretches_of([name for name, by in todo if by == voice]):
            hear = partial(_hear, plan, front_end, noise, cards, names, LEXICONS[lexicon], voice, some)
            stretches.append(Stretch("invented", f"{lexicon}, {noise}", front_end, len(some), hear, voice))
    return Work(stretches, [f"invented: {len(names)} on one table"])


def _hear(
    plan: Plan,
    front_end: str,
    noise: Noise,
    cards: Cards,
    names: Phones,
    lexicon: Lexicon,
    voice: str,
    some: Sequence[str],
) -> list[Outcome]:
    recogniser, front = plan.recogniser(), plan.front_end(front_end)
    recogniser.listen_for(cards.network(), lexicon(names, voice))
    outcomes = []
    for name in some:
        said = f"{cards.before()} [[{names[name].lower()}]]"
        sound = noise.over(to_samples(actor(voice).speak(said).pcm), f"{voice} {name}", AROUND_SECONDS)
        outcomes.append(cards.hear(recogniser, front, sound, name, name))
    recogniser.close()
    return outcomes
