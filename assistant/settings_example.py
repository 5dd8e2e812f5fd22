"""The settings as a file to edit: every key with its reason; what has its default is commented out."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from itertools import groupby
from typing import Any

from assistant.settings import InventedName, Row, reasons

HEAD = """\
# Settings of Prompter. A line that begins with "#" and a key shows the default: to change it, take the "#" away.
# Faults are told by file and key, all at once. 'prompter config' shows what is in force.
"""

SAMPLE = InventedName("Ysolde", "Ee sold", ("is old",), ("IH Z OW L D",))
"""Shows how a name is written down, where none is yet."""

_WIDTH = 118


def example(rows: Sequence[Row]) -> str:
    """The text of a settings file that says what ``rows`` say; see :func:`assistant.settings.describe`.

    >>> print(example([Row("table.level", "full", "--set", "How much is said.")]))  # doctest: +ELLIPSIS
    # Settings of Prompter. ...
    [table]
    # How much is said.
    level = "full"
    <BLANKLINE>
    """
    parts = [HEAD]
    for above, group in groupby(rows, key=lambda row: row.key.rpartition(".")[0]):
        if above:
            parts.append("\n".join([f"[{above}]", *(line for row in group for line in _setting(row))]) + "\n")
        else:
            parts += [_names(row) for row in group]
    return "\n".join(parts)


def _setting(row: Row) -> Iterator[str]:
    yield from _comment(row.reason)
    mark = "#" if row.origin == "default" else ""
    yield f"{mark}{row.key.rpartition('.')[2]} = {_toml(row.value)}"


def _names(row: Row) -> str:
    """``[[names]]``, the one setting that is a list of tables."""
    texts = reasons(InventedName)
    mark = "" if row.value else "#"
    lines = list(_comment(row.reason))
    for name in row.value or (SAMPLE,):
        lines.append(f"{mark}[[{row.key}]]")
        for item in fields(name):
            if not row.value:
                lines += _comment(texts[item.name])
            lines.append(f"{mark}{item.name} = {_toml(getattr(name, item.name))}")
    return "\n".join(lines) + "\n"


def _comment(reason: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(reason, _WIDTH)]


def _toml(value: Any) -> str:
    if is_dataclass(value) and not isinstance(value, type):
        return _toml(asdict(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple | set | frozenset):
        items = sorted(value) if isinstance(value, set | frozenset) else value
        return "[" + ", ".join(_toml(item) for item in items) + "]"
    return json.dumps(value, ensure_ascii=False)
