"""Pebbles as a game that the benches can play: it has a story, and so moments."""

from __future__ import annotations

from pathlib import Path

from assistant.app import Playable
from assistant.evening import SHELL_LINES, Lines
from grammar import Phrasebook
from tests.rehearsal import pebbles

_FOLDER = Path(pebbles.__file__).parent

PEBBLES = Playable(
    pebbles.GAME,
    _FOLDER,
    Phrasebook.load(_FOLDER / "sentences.en.yaml"),
    Lines.load(SHELL_LINES, _FOLDER / "lines.en.yaml"),
)
