"""Invented names on one table, said as they are meant: in no dictionary, and a recogniser has to guess how they sound.

Spoken with the pronunciation of ``invented.yaml``, not with the guess of the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType

import yaml

from assistant.bench.hearing.cards import COMMAND, NEW, Cards
from assistant.bench.hearing.in_room import EarsInRoom
from assistant.bench.hearing.plan import CLEAN, FLITE_VOICES, Plan, Work
from assistant.bench.hearing.pool import Stretch, stretches_of
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise
from hardware.actors import actor
from hardware.ports import HardwareError, Pronounced, Sound
from hardware.recogniser.enrol import TakeError, phones_said, ways_said
from hardware.sounds import to_samples

NAMES = Path(__file__).with_name("invented.yaml")
AROUND_SECONDS = (0.3, 0.3)
TEMPOS = (0.9, 1.0, 1.1)
"""Of the takes by which a name is taught: nobody says it the same way three times."""

Phones = Mapping[str, str]
"""ARPAbet without stress by name."""


@dataclass(frozen=True)
class Sitting:
    """A table at which these names are used."""

    plan: Plan
    front_end: str
    noise: Noise
    names: Phones
    voices: Sequence[str]

    def says(self, voice: str, before: str, name: str) -> Sound:
        """A sentence that ends with a name, in the noise of the table."""
        said = f"{before} [[{self.names[name].lower()}]]"
        return self.noise.over(to_samples(actor(voice).speak(said).pcm), f"{voice} {name}", AROUND_SECONDS)


Lexicon = Callable[[Sitting, str], tuple[Pronounced, ...]]
"""What a recogniser is told of the names of a table where this voice speaks."""


def untaught(sitting: Sitting, voice: str) -> tuple[Pronounced, ...]:
    """Nothing: it guesses."""
    return ()


def by_hand(sitting: Sitting, voice: str) -> tuple[Pronounced, ...]:
    """How they are meant, as a player may write it beside a name."""
    return tuple(Pronounced(name, (phones,)) for name, phones in sitting.names.items())


def taught(sitting: Sitting, voice: str) -> tuple[Pronounced, ...]:
    """What ``prompter teach`` hears in three takes of each by this voice in a quiet room; 10 s of CPU for all."""
    return tuple(Pronounced(name, tuple(_takes(phones, voice))) for name, phones in sitting.names.items())


def _takes(phones: str, voice: str) -> Iterator[str]:
    """One from which nothing can be learnt is left out."""
    usual = actor(voice)
    for tempo in TEMPOS:
        speaker = replace(usual, words_per_minute=round(tempo * usual.words_per_minute))
        try:
            yield phones_said(speaker.speak(f"[[{phones.lower()}]]").pcm)
        except TakeError:
            continue


def by_voice(sitting: Sitting, voice: str) -> tuple[Pronounced, ...]:
    """What the ears keep of each name when this voice gives it to a new card, once, in the noise of the table; nobody
    has spelled it. One that is not heard then is not heard later."""
    new = Cards(sitting.names, NEW)
    ears = EarsInRoom(sitting.plan, sitting.front_end)
    found = []
    for name in sitting.names:
        heard = ears.hold("1", new.network(), sitting.says(voice, new.before(), name))
        tail = next((one.tail for one in heard.utterances if one.tail), b"")
        with suppress(TakeError):
            found.append(Pronounced(name, ways_said(tail), is_spelled=False))
    ears.close()
    known = {one.word for one in found}
    return (*found, *(Pronounced(name, is_spelled=False) for name in sitting.names if name not in known))


def by_another_voice(sitting: Sitting, voice: str) -> tuple[Pronounced, ...]:
    """The same, the names given by another voice than the one that uses them."""
    return by_voice(sitting, sitting.voices[(sitting.voices.index(voice) + 1) % len(sitting.voices)])


ANOTHER = "given by another voice"
LEXICONS: Mapping[str, Lexicon] = MappingProxyType(
    {
        "untaught": untaught,
        "by hand": by_hand,
        "taught": taught,
        "given by voice": by_voice,
        ANOTHER: by_another_voice,
    }
)
"""What the names are heard with, by the condition that is printed."""


def invented(plan: Plan) -> Work:
    """A sample of the names by every voice, with every lexicon."""
    names: dict[str, str] = yaml.safe_load(NAMES.read_text("utf-8"))["names"]
    voices = plan.actors(FLITE_VOICES)
    if strangers := [voice for voice in voices if not voice.startswith("flite:")]:
        raise HardwareError(
            f"{', '.join(strangers)} cannot be told how a name sounds; invented names need flite's voices."
        )
    todo = plan.sampled(list(product(names, voices)))
    stretches = []
    lexicons = [lexicon for lexicon in LEXICONS if lexicon != ANOTHER or len(voices) > 1]
    for front_end, noise, lexicon, voice in product(plan.front_ends, plan.noises(CLEAN), lexicons, voices):
        sitting = Sitting(plan, front_end, noise, names, voices)
        for some in stretches_of([name for name, by in todo if by == voice]):
            hear = partial(_hear, sitting, LEXICONS[lexicon], voice, some)
            stretches.append(Stretch("invented", f"{lexicon}, {noise}", front_end, len(some), hear, voice))
    return Work(stretches, [f"invented: {len(names)} on one table"])


def _hear(sitting: Sitting, lexicon: Lexicon, voice: str, some: Sequence[str]) -> list[Outcome]:
    cards = Cards(sitting.names, COMMAND)
    recogniser, front = sitting.plan.recogniser(), sitting.plan.front_end(sitting.front_end)
    recogniser.listen_for(cards.network(), lexicon(sitting, voice))
    outcomes = [cards.hear(recogniser, front, sitting.says(voice, cards.before(), name), name, name) for name in some]
    recogniser.close()
    return outcomes
