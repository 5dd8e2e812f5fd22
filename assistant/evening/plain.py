"""States, events and slots as plain JSON values for people and scripts (the journal has its own form); and errors."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Mapping, Sequence, Set
from enum import Enum
from pathlib import Path
from typing import Any


def plain(value: Any) -> Any:
    """Fields by name, enums by name, sets sorted, keys as text, tuples as lists.

    >>> plain({4: frozenset({"b", "a"}), 6: (1, None)})
    {'4': ['a', 'b'], '6': [1, None]}
    """
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, str | int | float):
        return value
    if dataclasses.is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, Set):
        return sorted((plain(each) for each in value), key=_sort_key)
    if isinstance(value, Sequence):
        return [plain(each) for each in value]
    return str(value)


def whence(error: BaseException) -> str:
    """What kind of error, and the way to it, for a log: not its message, which may name what is some seat's secret."""
    way = (f"{Path(each.filename).name}:{each.lineno}" for each in traceback.extract_tb(error.__traceback__))
    return " > ".join((*way, type(error).__name__))


def _sort_key(value: Any) -> tuple[str, Any]:
    return type(value).__name__, value if isinstance(value, str | int | float) else str(value)
