"""What is to be measured, and with what; the same for every measure of hearing."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from assistant.app import Playable
from assistant.bench.hearing.moments import Case, cases
from assistant.bench.hearing.speech import Noise, Speech
from assistant.parts import engine_of, recogniser_of
from assistant.settings import Settings
from hardware.front_end import make_front_end
from hardware.ports import FrontEnd, HardwareError, Recogniser
from hardware.speech_programs import is_installed

if TYPE_CHECKING:
    from assistant.bench.hearing.pool import Stretch

T = TypeVar("T")

CLEAN: tuple[float | None, ...] = (None,)

FLITE_VOICES = ("flite:slt", "flite:kal16", "flite:rms", "flite:awb")
VOICES = (
    *FLITE_VOICES,
    *("festival:ked_diphone", "festival:cmu_us_slt_arctic_hts", "piper:en_US-joe-medium"),
)
"""Seven voices that are not eSpeak's; those whose program is missing are left out."""


@dataclass(frozen=True)
class Plan:
    """See the module. What is None is left to each measure."""

    settings: Settings
    config: Path | None
    play: Playable
    speech: Speech
    front_ends: Sequence[str]
    levels: tuple[float | None, ...] | None = None
    """dB that speech is above the noise; None in it is the recording as it is."""
    noise: Path | None = None
    """A recording to mix in, in place of the kitchen of the recordings."""
    voices: Sequence[str] | None = None
    each: int = 3
    """Sentences for each intent."""
    times: int = 1
    """How often all talk is heard that is overheard without a button: in other noise, at other moments."""
    sample: int | None = None
    seed: int = 1

    @property
    def engine(self) -> str:
        return engine_of(self.settings)

    @cached_property
    def cases(self) -> Sequence[Case]:
        """What can be said at the moments of the game's stories. Raises HardwareError where there are none."""
        found = cases(self.config, self.play, self.each)
        if not found:
            raise HardwareError(f"{self.play.game.id} has no story, and so no moment at which to say something.")
        return found

    def recogniser(self) -> Recogniser:
        """A fresh one. Raises HardwareError where it cannot be had."""
        return recogniser_of(self.settings, self.engine)

    def front_end(self, name: str) -> FrontEnd:
        """A fresh one. Raises HardwareError where it cannot be had."""
        return make_front_end(name)

    def noises(self, usual: tuple[float | None, ...]) -> tuple[Noise, ...]:
        """The noises to hear in: those asked for, or the usual ones of a measure. Raises SpeechError."""
        levels = usual if self.levels is None else self.levels
        named = self.noise.stem if self.noise is not None else "kitchen"
        loud = any(level is not None for level in levels)
        recording = (self.noise or self.speech.kitchen()) if loud else None
        return tuple(Noise(named, recording if level is not None else None, level, self.seed) for level in levels)

    def sampled(self, items: Sequence[T]) -> list[T]:
        """So many of the items as are wanted, all of them where nothing is said, in an order that the seed gives."""
        wanted = len(items) if self.sample is None else min(self.sample, len(items))
        return random.Random(self.seed).sample(items, wanted)

    def actors(self, usual: Sequence[str]) -> list[str]:
        """The voices to speak with, those asked for or the usual ones, as far as their programs are installed."""
        from hardware.actors import actor

        voices = self.voices or usual
        there = [voice for voice in voices if is_installed(actor(voice).program)]
        if not there:
            raise HardwareError(f"none of these voices is installed: {', '.join(voices)}")
        return there


@dataclass(frozen=True)
class Work:
    """What a measure has to hear, and what is to be known of it besides its rows."""

    stretches: Sequence[Stretch]
    notes: Sequence[str] = ()


Measure = Callable[[Plan], Work]
