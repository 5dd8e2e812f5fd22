"""What stands in a command, read with care: no slot is trusted."""

from __future__ import annotations

from assistant.table.messages import Command

UNKNOWN_WORDS = "…"
"""Stands for free words that were spoken but are not known as text yet; a ``draft`` brings them later."""


def whole(command: Command, slot: str, default: int | None = None) -> int | None:
    """A number in a slot, also one that came as a word of digits; None if it is none."""
    value = command.slots.get(slot, default)
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value.lstrip("0")[:9] or "0")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def words(command: Command) -> str:
    """The free words, trimmed; "" if there are none."""
    return " ".join(command.text.split()) if isinstance(command.text, str) else ""
