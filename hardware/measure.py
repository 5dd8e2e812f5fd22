"""Measures hearing on recordings of real people: which front end is worth its time.

The folder holds ``coffee/`` (orders, ``labels.json``, ``context.yaml``) and ``kitchen.flac``: the speech-to-intent
benchmark of Picovoice, Apache-2.0. It never ships with the product. Noise is scaled so that speech power to noise power
over the whole file is the ratio wanted, from a random but seeded start. A press is decoded as the ears do it, in blocks
of 0.1 s, on one decoder for each kind of noise and front end.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from hardware.front_end import FRONT_ENDS, make_front_end
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, FrontEnd, HardwareError, Heard, Recogniser
from hardware.recogniser.pocketsphinx import PocketSphinx

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

NOISES: tuple[float | None, ...] = (None, 24.0, 15.0, 9.0, 6.0)
"""Signal to noise in dB; None is the recording as it is."""

_SLOTS = {
    "coffeeDrink": "drink",
    "numberOfShots": "shots",
    "milkAmount": "milk",
    "sugarAmount": "sugar",
    "size": "size",
    "roast": "roast",
}


@dataclass(frozen=True)
class Row:
    """What came of one front end in one noise."""

    front_end: str
    snr_db: float | None
    n: int
    right: int
    """All slots that were said."""
    exact: int
    """The same, and none that was not said."""
    rejected: int
    front_rtf: float
    """CPU time of the front end by length of sound."""
    decode_rtf: float


class OrderNetwork:
    """What can be ordered, as a word network made from ``context.yaml``."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self._lists: dict[str, list[str]] = {
            slot: [value.lower() for value in values] for slot, values in context["lists"].items()
        }
        self._arcs: list[tuple[int, int, str]] = []
        self._nodes = 1
        self.final = self._node()
        opened, article = self._node(), self._node()
        openers = re.match(r"\((.*?)\)", context["sentences"][0])
        assert openers, "the sentence begins with its openers in brackets"
        self._choice(0, opened, openers[1].lower().split("|"))
        self._choice(opened, article, ["a", "an"])
        self._order(article)

    @property
    def arcs(self) -> Sequence[tuple[int, int, str]]:
        return self._arcs

    def phrases(self, limit: int) -> Sequence[str]:
        raise HardwareError(f"The orders are far more than {limit} phrases; measure with a recogniser of networks.")

    def accepts(self, text: str) -> bool:
        at = self._closed({0})
        for word in text.split():
            at = self._closed({end for start, end, said in self._arcs if start in at and said == word})
        return self.final in at

    def slots(self, text: str) -> dict[str, str]:
        """The slots of an order, longest value first."""
        found = {}
        rest = f" {text} "
        for slot, value in sorted(
            ((slot, value) for slot, values in self._lists.items() for value in values), key=lambda pair: -len(pair[1])
        ):
            if f" {value} " in rest and slot not in found:
                found[slot] = value
                rest = rest.replace(f" {value} ", " | ", 1)
        return found

    def _order(self, start: int) -> None:
        """Any subset of size, roast and shots in any order, the drink, and milk and sugar in any order."""
        free = ("size", "roast", "shots")
        taken = {frozenset[str](): start}
        drunk, with_ = self._node(), self._node()
        for slots in _subsets(free):
            taken.setdefault(slots, self._node())
        for slots, node in taken.items():
            for slot in set(free) - slots:
                self._choice(node, taken[slots | {slot}], self._lists[slot])
            self._choice(node, drunk, self._lists["drink"])
        self._arcs.append((drunk, self.final, ""))
        self._arcs.append((drunk, with_, "with"))
        for first, second in (("milk", "sugar"), ("sugar", "milk")):
            added, and_ = self._node(), self._node()
            self._choice(with_, added, self._lists[first])
            self._arcs.append((added, self.final, ""))
            self._arcs.append((added, and_, "and"))
            self._choice(and_, self.final, self._lists[second])

    def _choice(self, start: int, end: int, phrases: Sequence[str]) -> None:
        for phrase in phrases:
            *before, last = phrase.split()
            at = start
            for word in before:
                to = self._node()
                self._arcs.append((at, to, word))
                at = to
            self._arcs.append((at, end, last))

    def _node(self) -> int:
        self._nodes += 1
        return self._nodes - 1

    def _closed(self, nodes: set[int]) -> set[int]:
        while more := {end for start, end, word in self._arcs if not word and start in nodes} - nodes:
            nodes |= more
        return nodes


def _subsets(items: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(item for bit, item in enumerate(items) if mask & 1 << bit) for mask in range(1, 2 ** len(items))]


def front_ends(folder: Path, sample: int, seed: int = 1, names: Sequence[str] = tuple(FRONT_ENDS)) -> Iterator[Row]:
    """A row for each front end and noise, over the same ``sample`` of orders; those not installed are left out."""
    orders = Orders(folder, sample, seed)
    for name in names:
        try:
            make_front_end(name)
        except HardwareError:
            continue
        for snr_db in NOISES:
            yield orders.measure(name, snr_db)


class Orders:
    """A sample of the recordings and what was said in them."""

    def __init__(self, folder: Path, sample: int, seed: int) -> None:
        if not (folder / "coffee" / "labels.json").is_file():
            raise HardwareError(f"{folder} has no coffee/labels.json; name a folder with the coffee recordings.")
        self._folder = folder / "coffee"
        self._labels: dict[str, dict[str, str]] = json.loads((self._folder / "labels.json").read_text())
        self.network = OrderNetwork(yaml.safe_load((self._folder / "context.yaml").read_text()))
        files = sorted(self._labels)
        self.files = random.Random(seed).sample(files, min(sample, len(files)))
        self._kitchen = read_recording(folder / "kitchen.flac")
        self._seed = seed

    def said(self, file: str) -> dict[str, str]:
        return {_SLOTS[slot]: value.strip() for slot, value in self._labels[file].items()}

    def pcm(self, file: str, snr_db: float | None) -> bytes:
        speech = read_recording(self._folder / file)
        if snr_db is not None:
            speech = mix(speech, self._kitchen, snr_db, random.Random(f"{self._seed} {file}"))
        return as_pcm(speech)

    def measure(self, name: str, snr_db: float | None, recogniser: Recogniser | None = None) -> Row:
        recogniser = recogniser or PocketSphinx()
        front_end = make_front_end(name)
        recogniser.listen_for(self.network)
        right = exact = rejected = 0
        seconds = front_cpu = decode_cpu = 0.0
        for file in self.files:
            heard, cpu = press(recogniser, front_end, self.pcm(file, snr_db))
            said, slots = self.said(file), self.network.slots(heard.text)
            right += said.items() <= slots.items()
            exact += said == slots
            rejected += not heard.text
            seconds += heard.seconds
            front_cpu += cpu
            decode_cpu += heard.cpu_seconds
        recogniser.close()
        n = len(self.files)
        return Row(name, snr_db, n, right, exact, rejected, front_cpu / seconds, decode_cpu / seconds)


def press(recogniser: Recogniser, front_end: FrontEnd, pcm: bytes) -> tuple[Heard, float]:
    """One utterance through front end and recogniser in blocks, and the CPU time of the front end."""
    cpu = 0.0
    front_end.start()
    recogniser.start()
    for at in range(0, len(pcm), BLOCK_BYTES):
        began = time.thread_time()
        clean = front_end.feed(pcm[at : at + BLOCK_BYTES])
        cpu += time.thread_time() - began
        recogniser.feed(clean)
    recogniser.feed(front_end.finish())
    return recogniser.finish(), cpu


def read_recording(path: Path) -> Samples:
    """A recording of 16 kHz mono, full scale 1.0."""
    try:
        import soundfile  # type: ignore[import-untyped]  # it has no stubs
    except (ImportError, OSError) as error:
        raise HardwareError(f"Reading recordings needs soundfile ({error}): pip install soundfile") from error
    samples, rate = soundfile.read(path, dtype="float32")
    if rate != SAMPLE_RATE or samples.ndim != 1:
        raise HardwareError(f"{path} is not 16 kHz mono; convert it first.")
    return samples  # type: ignore[no-any-return]  # nor types


def mix(speech: Samples, noise: Samples, snr_db: float, chance: random.Random) -> Samples:
    """``speech`` in ``noise``, looped from a random start."""
    import numpy as np

    start = chance.randrange(len(noise))
    around = np.take(noise, range(start, start + len(speech)), mode="wrap")
    ratio = np.mean(speech**2) / np.mean(around**2) / 10 ** (snr_db / 10)
    mixed: Samples = speech + around * np.float32(np.sqrt(ratio))
    return mixed


def as_pcm(samples: Samples) -> bytes:
    """16-bit PCM, scaled down where it would clip."""
    import numpy as np

    top = max(1.0, float(np.abs(samples).max(initial=0.0)))
    return (samples / top * 32767).astype("<i2").tobytes()
