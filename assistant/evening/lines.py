"""The lines spoken and shown: ``lines.en.yaml`` of a game and of the shell, and how a line becomes words."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml

from assistant.table import Value
from grammar.numbers import words_of

# fmt: off
# fmt: off
EARCONS = frozenset((
    "ok", "tick", "rise", "thud", "coin", "clink", "bell", "growl", "fall", "drum", "curtain", "gong", "ping", "pause",
    "resume", "last", "buzz", "huh",
))
# fmt: on
DEFAULT_LIMIT = 10
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C is nine times as fast
SHELL_LINES = Path(__file__).with_name("common.lines.en.yaml")


class LineError(Exception):
    """A file of lines cannot be used, or a line misses a slot; one line of the message per fault."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line. Numbers in ``say`` and ``full`` are spoken as words, in ``show`` they are digits."""

    say: str = ""
    full: str = ""
    """Spoken instead of ``say`` where the table wants it in full."""
    show: str = ""
    """The caption; ``full`` or ``say`` where there is none."""
    earcon: str = ""
    level: Literal["result", "talk"] = "talk"
    """``result``: what the dice said; heard in a quiet scene too."""


@dataclass(frozen=True)
class Lines:
    """All lines of an evening by their keys: cues, refusal codes, questions."""

    by_key: Mapping[str, Line]
    limit: int = DEFAULT_LIMIT
    """The most words that may be spoken at once (the key ``limit`` of a game's file)."""

    @classmethod
    def load(cls, *paths: Path) -> Lines:
        """Merge files; a later one overrides line by line. Raises LineError with all faults."""
        lines: dict[str, Line] = {}
        limit = DEFAULT_LIMIT
        faults: list[str] = []
        for path in paths:
            for key, value in _table(path).items():
                try:
                    if key == "limit":
                        limit = msgspec.convert(value, int)
                    else:
                        lines[str(key)] = msgspec.convert(value, Line)
                except msgspec.ValidationError as error:
                    faults.append(f"{path.name}: {key}: {error}")
        faults += [f"{key}: {fault}" for key, line in lines.items() for fault in _faults(line, limit)]
        if faults:
            raise LineError("\n".join(faults))
        return cls(lines, limit)

    def __contains__(self, key: str) -> bool:
        return key in self.by_key

    def line(self, key: str) -> Line:
        """The line of this key. Raises LineError where there is none."""
        if key not in self.by_key:
            raise LineError(f"There is no line {key}.")
        return self.by_key[key]

    def fits(self, words: str) -> bool:
        """Whether this may be spoken at once."""
        return len(words.split()) <= self.limit


def spoken(template: str, slots: Mapping[str, Value], said: Mapping[str, str]) -> str:
    """What a voice says: numbers as words, names as they are said (``said``: display form to said form).

    >>> spoken("{card}: {roll}. {truth}.", {"card": "Atwater", "roll": 4, "truth": "true"}, {})
    'Atwater: four. True.'
    """
    return _filled(template, {key: _as_words(value, said) for key, value in slots.items()})


def shown(template: str, slots: Mapping[str, Value]) -> str:
    """What the page shows: numbers as digits, names as they are written.

    >>> shown("d{size}: {faces}", {"size": 6, "faces": (5, 2)})
    'D6: 5, 2'
    """
    return _filled(template, {key: _as_digits(value) for key, value in slots.items()})


_GAP = re.compile(r" ([.,!?])")
_SENTENCE = re.compile(r"^\w|(?<=[.!?] )\w")
"""The first letter of a sentence, which a slot may have brought."""


def slots_of(template: str) -> frozenset[str]:
    """The slots that a template wants."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)


def _filled(template: str, slots: Mapping[str, str]) -> str:
    try:
        text = template.format_map(slots)
    except KeyError as error:
        raise LineError(f"The line “{template}” misses its slot {error}.") from error
    text = _GAP.sub(r"\1", " ".join(text.split()))  # an empty slot leaves no gap
    return _SENTENCE.sub(lambda first: first[0].upper(), text)


def _as_words(value: Value, said: Mapping[str, str]) -> str:
    if isinstance(value, tuple):
        return ", ".join(_as_words(each, said) for each in value)
    if isinstance(value, int):
        return " ".join(words_of(value))
    return said.get(value, value) if isinstance(value, str) else str(value)


def _as_digits(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _table(path: Path) -> Mapping[str, Any]:
    try:
        table = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
    except (OSError, yaml.YAMLError) as error:
        raise LineError(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(table, Mapping):
        raise LineError(f"{path}: a table of lines is wanted.")
    return table


def _faults(line: Line, limit: int) -> Iterable[str]:
    if line.earcon and line.earcon not in EARCONS:
        yield f"there is no earcon {line.earcon}"
    for template in (line.say, line.full, line.show):
        try:
            slots_of(template)
        except ValueError as error:
            yield f"“{template}”: {error}"
    for template in (line.say, line.full):
        if len(template.split()) > limit:
            yield f"“{template}” has more than {limit} words"
