"""``prompter type``: the keyboard as microphone, for people and for scripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TextIO

import click

from assistant.app import Table, open_evening
from assistant.commands.options import FACES, load_settings, with_settings, with_table
from assistant.commands.show import answer_lines, state_text
from assistant.evening import Answer, Evening, Loop, type_line
from assistant.evening.typed import LONGEST_LINE, answer_line, is_look

PROMPT = "> "
NOT_SAVED = "E_NOT_SAVED"
"""The evening's refusal of a command that could not be written down."""
TOO_LONG = "E_LINE"
"""And of a line that nobody typed."""
HINT = "--secrets shows it"

Told = Answer | dict[str, Any]
"""What came of a line, or the state."""


@click.command("type")
@click.argument("evening", default="")
@with_settings
@with_table
@click.option("--dice", type=FACES, help="Fixed faces, in the order they are thrown: 4,7,12.")
@click.option("--secrets", is_flag=True, help="Show also what is for some seats only; else it says that there is some.")
@click.option("--json", "as_json", is_flag=True, help="One object for each line, for programs; it has all secrets.")
def type_(
    evening: str,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    seats: tuple[str, ...],
    facilitator: str,
    expected: tuple[str, ...],
    dice: tuple[int, ...] | None,
    secrets: bool,
    as_json: bool,
) -> None:
    """Play by keyboard: each line is "seat: words", hands-free "prompter, words"; "?state" shows everything.

    EVENING is gone on with where there is one of that name, else begun; without a name, a new one of today.
    """
    if sys.stdin is None:
        raise click.UsageError("standard input is closed: there is nothing to type on")
    settings = load_settings(config_file, overrides, game)
    opened = open_evening(settings, evening, Table(seats, facilitator, expected), dice=dice)
    fallen_due: list[Answer] = []
    tell = partial(_print, as_json=as_json, secrets=secrets)
    loop = Loop(opened.evening, publish=fallen_due.append if as_json else tell)
    refusals: set[str | None] = set()
    if not as_json:
        tell(opened.answer)
    try:
        for line in read_lines(sys.stdin, interactive=sys.stdin.isatty()):
            (answer,) = loop.submit(partial(_typed, line, fallen_due)).result()
            refusals.add(answer.refusal if isinstance(answer, Answer) else None)
            tell(answer)
    finally:
        loop.stop()
    if TOO_LONG in refusals:
        raise click.UsageError(f"there were lines of more than {LONGEST_LINE} characters; nobody types those")
    raise click.exceptions.Exit(1 if NOT_SAVED in refusals else 0)


def _typed(line: str, fallen_due: list[Answer], evening: Evening) -> tuple[Told]:
    """What comes of a line. What fell due since the line before belongs to it: a script gets one answer for each.

    In a tuple, as the loop would publish an answer by itself once more.
    """
    if is_look(line):
        return (type_line(evening, line),)
    answer = answer_line(evening, line)
    while fallen_due:
        answer = fallen_due.pop().followed_by(answer)
    return (answer,)


def _print(told: Told, as_json: bool, secrets: bool) -> None:
    if as_json:
        click.echo(json.dumps(told.as_json() if isinstance(told, Answer) else told, ensure_ascii=False))
    elif isinstance(told, Answer):
        for line in answer_lines(told, HINT, secrets):
            click.echo(line)
    else:
        click.echo(state_text(told["state"]))


def read_lines(stdin: TextIO, interactive: bool) -> Iterator[str]:
    """The lines, however long: of an endless one only the beginning. A pipe that gives no text is not read on."""
    for number in count(1):
        if interactive:
            click.echo(PROMPT, nl=False)
        raw = stdin.buffer.readline(4 * LONGEST_LINE)
        if not raw:
            return
        if not interactive and not _is_text(raw):
            raise click.UsageError(f"standard input is no text (line {number}); what came before is kept")
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = stdin.buffer.readline(1 << 20)
        yield raw.decode("utf-8", errors="replace")


def _is_text(raw: bytes) -> bool:
    try:
        return "\0" not in raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
