"""How answers look in a terminal; colours only where somebody sees them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click


def answer_lines(answer: dict[str, Any]) -> Iterator[str]:
    """The object of ``type --json`` for people: what is said aloud, what is sounded, what is shown."""
    if "state" in answer:
        yield json.dumps(answer["state"], ensure_ascii=False, indent=2)
        return
    sound = _earcon(answer["earcon"], answer["times"])
    if answer["say"]:
        yield f"  {sound}{click.style(answer['say'], bold=True)}"
    elif answer["show"] or sound:
        yield f"  {sound}{click.style(answer['show'] or '', dim=True)}"
    if answer["ask"]:
        yield from _ask(answer["ask"])


def _earcon(name: str | None, times: int) -> str:
    if not name:
        return ""
    return click.style(f"({name}{f' ×{times}' if times > 1 else ''}) ", fg="cyan")


def _ask(ask: dict[str, Any]) -> Iterator[str]:
    for number, choice in enumerate(ask.get("choices", ()), 1):
        slots = " ".join(str(value) for value in choice["slots"].values())
        yield f"    {number}. {choice['intent'].replace('_', ' ')} {slots}".rstrip()
