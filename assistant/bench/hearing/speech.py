"""The folder with recordings of real people, and the noise they are heard in.

``coffee/``: orders, ``labels.json`` (file: slots) and ``context.yaml`` (what could be ordered), out of the
speech-to-intent benchmark of Picovoice; ``names/``: single names, ``smart_mirror-07.flac``; ``home/``: commands of a
house, the file's name is what is said, ``oov_*`` and ``background_noise`` are nothing at all; ``kitchen.flac``: noise.
All of it 16 kHz mono. It never ships with the product, and nothing but these measurements asks for it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import assistant
from hardware.measure import as_pcm, mix, read_recording
from hardware.ports import SAMPLE_RATE, HardwareError, Sound
from hardware.sounds import Samples

BESIDE = Path(assistant.__file__).resolve().parents[2] / "shared" / "speech"
"""Where they are looked for, beside the project."""

USUAL_VOICE = 10 ** (-27 / 20)
"""As loud as half of the recordings of people are, pauses and all: from -34 to -20 dB under full scale (5 and 95 %)."""

_NOTHING_SAID = ("oov_", "background_noise")


class SpeechError(HardwareError):
    """A recording that a measure needs is not there; the message says what to do."""


@dataclass(frozen=True)
class Recording:
    """A file and what is said in it; "" where it is nothing that anybody should act on."""

    path: Path
    words: str = ""

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"


@dataclass(frozen=True)
class Order:
    """A recording of an order and its slots."""

    path: Path
    slots: Mapping[str, str]


@dataclass(frozen=True)
class Speech:
    """See the module. Every way in raises SpeechError where something is missing."""

    folder: Path

    def orders(self) -> list[Order]:
        """The coffee orders, by file name; slots are called as in ``context.yaml``."""
        labels = json.loads(self._there("coffee/labels.json").read_text("utf-8"))
        slots = {"coffeeDrink": "drink", "numberOfShots": "shots", "milkAmount": "milk", "sugarAmount": "sugar"}
        return [
            Order(
                self._there(f"coffee/{file}"),
                {slots.get(slot, slot): value.strip().lower() for slot, value in labels[file].items()},
            )
            for file in sorted(labels)
        ]

    def coffee_lists(self) -> Mapping[str, list[str]]:
        """What each slot of an order may be."""
        context: dict[str, Any] = yaml.safe_load(self._there("coffee/context.yaml").read_text("utf-8"))
        return {slot: [value.lower() for value in values] for slot, values in context["lists"].items()}

    def names(self) -> list[Recording]:
        """Single names, each said by many people."""
        return [Recording(path, _words(path)) for path in self._files("names")]

    def talk(self) -> list[Recording]:
        """All there is: orders, names, and what is said in a house."""
        home = [
            Recording(path, "" if path.stem.startswith(_NOTHING_SAID) else _words(path)) for path in self._files("home")
        ]
        return [*(Recording(order.path) for order in self.orders()), *self.names(), *home]

    def kitchen(self) -> Path:
        """The noise of a kitchen."""
        return self._there("kitchen.flac")

    def _files(self, folder: str) -> list[Path]:
        return sorted(self._there(folder).glob("*.flac"))

    def _there(self, name: str) -> Path:
        path = self.folder / name
        if not path.exists():
            raise SpeechError(
                f"{self.folder} has no {name}: name a folder with recordings of people, --speech DIR, with coffee/, "
                "names/, home/ and kitchen.flac; --what commands,invented --noise-levels clean needs none."
            )
        return path


def _words(path: Path) -> str:
    """What is said in a file that is called so: ``smart_mirror-07``."""
    return re.sub(r"-\d+$", "", path.stem).replace("_", " ").lower()


@dataclass(frozen=True)
class Noise:
    """What is mixed in: nothing, or a recording that speech is so many dB above."""

    name: str
    recording: Path | None
    level: float | None
    seed: int

    def __str__(self) -> str:
        return "clean" if self.level is None else f"{self.name} {self.level:g} dB"

    def alone(self, seconds: float, key: str) -> Sound:
        """The room where nobody speaks, its noise as far below a voice that is as loud as most."""
        count = round(seconds * SAMPLE_RATE)
        if self.recording is None or self.level is None:
            return Sound(bytes(2 * count), SAMPLE_RATE)
        voice = np.full(count, USUAL_VOICE, np.float32)
        mixed = mix(voice, _noise(self.recording), self.level, random.Random(f"{self.seed} {key}"))
        return Sound(as_pcm(mixed - voice), SAMPLE_RATE)

    def over(self, samples: Samples, key: str, around: tuple[float, float] = (0.0, 0.0)) -> Sound:
        """The speech in this noise, so many seconds of it before and after. Where in the recording it begins hangs on
        the seed and ``key``."""
        before, after = (round(seconds * SAMPLE_RATE) for seconds in around)
        if self.recording is None or self.level is None:
            return Sound(as_pcm(np.pad(samples, (before, after))), SAMPLE_RATE)
        chance = random.Random(f"{self.seed} {key}")
        return Sound(as_pcm(mix(samples, _noise(self.recording), self.level, chance, (before, after))), SAMPLE_RATE)


@lru_cache(maxsize=1)
def _noise(path: Path) -> Samples:
    return read_recording(path)
