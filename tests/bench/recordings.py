"""A folder laid out like that of the recordings of people, with a few made voices in it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import soundfile
import yaml

from hardware.actors import actor
from hardware.ports import SAMPLE_RATE
from hardware.sounds import Samples, to_samples

LISTS = {
    "size": ["small", "twelve ounce"],
    "roast": ["dark roast"],
    "shots": ["double shot"],
    "drink": ["latte", "iced coffee"],
    "milk": ["milk", "a bit of milk"],
    "sugar": ["brown sugar"],
}
ORDERS = {
    "one.flac": (
        "flite:slt",
        "can I get a small latte with a bit of milk",
        "latte",
        {"size": "small"},
        " a bit of milk",
    ),
    "two.flac": (
        "flite:rms",
        "I'd like a double shot dark roast iced coffee",
        "iced coffee",
        {"roast": "dark roast"},
        "",
    ),
    "three.flac": ("flite:awb", "brew a latte with milk and brown sugar", "latte", {}, "milk"),
}
NAMES = {"smart_mirror-00.flac": "smart mirror", "jarvis-00.flac": "jarvis", "computer-01.flac": "computer"}
HOME = {"turn_on_Standing_Light.flac": "turn on standing light", "oov_1.flac": "the cat sat", "pause.flac": "pause"}


def make(folder: Path) -> Path:
    """Speak them all into this folder."""
    labels = {}
    for file, (voice, words, drink, slots, milk) in ORDERS.items():
        _speak(folder / "coffee" / file, voice, words)
        more = {"milkAmount": milk} if milk else {}
        labels[file] = {"coffeeDrink": drink, **slots, **more}
    labels["two.flac"]["numberOfShots"] = "double shot"
    labels["three.flac"]["sugarAmount"] = "brown sugar"
    (folder / "coffee" / "labels.json").write_text(json.dumps(labels))
    (folder / "coffee" / "context.yaml").write_text(yaml.safe_dump({"lists": LISTS}))
    for where, files in (("names", NAMES), ("home", HOME)):
        for file, words in files.items():
            _speak(folder / where / file, "flite:slt", words)
    hum = np.random.default_rng(1).normal(0, 0.05, 3 * SAMPLE_RATE).astype(np.float32)
    _write(folder / "kitchen.flac", hum)
    return folder


def _speak(path: Path, voice: str, words: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    quiet = np.zeros(SAMPLE_RATE // 4, np.float32)
    _write(path, np.concatenate((quiet, to_samples(actor(voice).speak(words).pcm), quiet)))


def _write(path: Path, samples: Samples) -> None:
    soundfile.write(path, samples, SAMPLE_RATE)
