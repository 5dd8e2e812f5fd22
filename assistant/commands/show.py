"""How answers look in a terminal; colours only where somebody sees them.

A terminal is read by the whole table: what is for some seats only stands there as a notice that there was something,
unless their secrets are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from assistant.evening import Answer


def only_for(seats: Iterable[str]) -> str:
    """Whom something is meant for, in words.

    >>> only_for({"3", "1"})
    'for seats 1, 3 only'
    """
    some = sorted(seats)
    return f"for seat{'s' if len(some) > 1 else ''} {', '.join(some)} only"


def answer_lines(answer: Answer, hint: str, secrets: bool = False, pressed: bool = False) -> Iterator[str]:
    """What is said aloud, what is sounded, what is shown.

    ``hint``: where that can be read which is for some seats only; with ``secrets`` it stands here. ``pressed``: asked
    on the page, so that nobody else has heard it; where nothing came of it, only what all have heard of it stands here.
    """
    in_vain = pressed and not answer.events and not answer.ask
    sound = _earcon(answer.earcon, answer.times)
    shown = "" if in_vain and not secrets else answer.show
    if answer.say:
        yield f"  {sound}{click.style(answer.say, bold=True)}"
    elif shown or sound:
        yield f"  {sound}{click.style(shown, dim=True)}"
    yield from _private(answer, hint, secrets)
    if answer.ask and (secrets or answer.ask.get("audience") is None):
        yield from _choices(answer.ask)


def heard_line(answer: Answer, pressed: bool) -> str:
    """Who said what; empty where nobody but some seats may know, or nothing was said."""
    in_vain = pressed and not answer.events and not answer.ask
    if not answer.heard or in_vain or answer.is_secret:
        return ""
    return f"{answer.seat or '-'}: {answer.heard}"


def state_text(state: Any) -> str:
    """The whole state, for people."""
    return json.dumps(state, ensure_ascii=False, indent=2)


def _private(answer: Answer, hint: str, secrets: bool) -> Iterator[str]:
    if secrets:
        for one in answer.private:
            yield f"  ({only_for(one.audience or ())}) {click.style(one.show, dim=True)}"
        return
    for audience in dict.fromkeys(one.audience for one in answer.private):
        yield click.style(f"  (something {only_for(audience or ())}: {hint})", dim=True)


def _earcon(name: str | None, times: int) -> str:
    if not name:
        return ""
    return click.style(f"({name}{f' ×{times}' if times > 1 else ''}) ", fg="cyan")


def _choices(ask: Any) -> Iterator[str]:
    for number, choice in enumerate(ask.get("choices", ()), 1):
        slots = " ".join(str(value) for value in choice["slots"].values())
        yield f"    {number}. {choice['intent'].replace('_', ' ')} {slots}".rstrip()
