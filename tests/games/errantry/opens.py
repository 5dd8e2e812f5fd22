"""What is open, situation by situation, as a file tells it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import yaml

from assistant.games.errantry import engine
from tests.games.scripted import written


class Opens:
    """A file of situations, with a line for each thing that is open there: the intent, the seats (``all``: everybody),
    and the slots that tell one seat from another."""

    def __init__(self, file: str, modules: Iterable[Any], same_for_all: Collection[str]) -> None:
        """``modules``: those whose intents the file tells of; ``same_for_all``: slots that it leaves out."""
        self.told = yaml.safe_load(Path(__file__).with_name(file).read_text(encoding="utf-8"))
        self._intents = frozenset(intent for module in modules for intent in module.DECIDE)
        self._same_for_all = same_for_all

    def now(self, state: Any) -> list[str]:
        """What is open in this state, as the file would have it."""
        opens = (one for one in engine.grammar(state) if one.intent in self._intents)
        return sorted(written(one, self._same_for_all) for one in opens)
