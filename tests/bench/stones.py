"""Stones as a game that the benches can play."""

from __future__ import annotations

from pathlib import Path

from assistant.app import Playable
from assistant.evening import SHELL_LINES, Lines
from grammar import Phrasebook
from tests.contracts import toy

_FOLDER = Path(toy.__file__).parent

STONES = Playable(
    toy.GAME,
    _FOLDER,
    Phrasebook.load(_FOLDER / "sentences.en.yaml"),
    Lines.load(SHELL_LINES, _FOLDER / "lines.en.yaml"),
)
