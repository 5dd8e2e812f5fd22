"""Commands and times in a few words, for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.evening.plain import plain
from assistant.table import Command, Open


def clock_face(seconds: float) -> str:
    """Play time: hours, minutes, seconds.

    >>> clock_face(3725.9)
    '1:02:05'
    """
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def describe(command: Command, opens: Sequence[Open]) -> str:
    """A command by its intent and what it is about."""
    names = {
        name.id: name.display
        for each in opens
        for content in each.slots.values()
        if isinstance(content, tuple)
        for name in content
    }
    values = [each for value in command.slots.values() for each in (value if isinstance(value, tuple) else (value,))]
    return " ".join([command.intent.replace("_", " "), *(_shown(value, names) for value in values)])


def _shown(value: str | int | float, names: Mapping[str, str]) -> str:
    return names.get(value, value) if isinstance(value, str) else str(value)


def choices_json(choices: Sequence[Command]) -> list[dict[str, Any]]:
    """The commands of a question, for scripts and the page."""
    return [
        {"intent": each.intent, "slots": plain(each.slots), "seat": each.seat, "text": each.text} for each in choices
    ]
