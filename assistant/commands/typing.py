"""``prompter type``: the keyboard as microphone, for people and for scripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click

from assistant.app import Table, open_evening
from assistant.commands.options import FACES, load_settings, with_settings, with_table
from assistant.commands.show import answer_lines
from assistant.evening import Evening, Loop, type_line
from assistant.evening.typed import LONGEST_LINE

PROMPT = "> "


@click.command("type")
@click.argument("evening", default="")
@with_settings
@with_table
@click.option("--dice", type=FACES, help="Fixed faces, in the order they are thrown: 4,7,12.")
@click.option("--json", "as_json", is_flag=True, help="One object for each line, for programs.")
def type_(
    evening: str,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    seats: tuple[str, ...],
    facilitator: str,
    expected: tuple[str, ...],
    dice: tuple[int, ...] | None,
    as_json: bool,
) -> None:
    """Play by keyboard: each line is "seat: words", hands-free "prompter, words"; "?state" shows everything.

    EVENING is gone on with where there is one of that name, else begun; without a name, a new one of today.
    """
    settings = load_settings(config_file, overrides, game)
    played, _ = open_evening(settings, evening, Table(seats, facilitator, expected), dice=dice)
    loop = Loop(played)
    try:
        for line in _lines(sys.stdin, interactive=not as_json and sys.stdin is not None and sys.stdin.isatty()):
            _print(loop.submit(partial(_typed, line)).result(), as_json)
    finally:
        loop.stop()


def _typed(line: str, evening: Evening) -> dict[str, Any]:
    return type_line(evening, line)


def _print(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in answer_lines(answer):
        click.echo(line)


def _lines(stdin: Any, interactive: bool) -> Iterator[str]:
    """The lines of standard input that say something, whatever bytes they are; a line beyond all measure is cut."""
    if stdin is None:
        return
    source: BinaryIO = stdin.buffer
    while True:
        if interactive:
            click.echo(PROMPT, nl=False)
        raw = source.readline(8 * LONGEST_LINE)
        if not raw:
            return
        whole = raw
        while not whole.endswith(b"\n"):  # the rest of a line that is too long is passed over
            whole = source.readline(1 << 20)
            if not whole:
                break
        line = raw.decode("utf-8", errors="replace")
        if line.strip():
            yield line
