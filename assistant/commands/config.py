"""``prompter config``: what is set, where from, and why one would change it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from assistant.app import playable
from assistant.commands.options import load_settings, with_settings
from assistant.settings import Row, describe, examine
from assistant.settings_example import example


@click.command()
@with_settings
@click.option("--json", "as_json", is_flag=True, help="One object for each setting.")
@click.option("--example", "as_file", is_flag=True, help="The same as a settings file to edit.")
@click.option("--check", "is_check", is_flag=True, help="Only what is wrong or odd in the game's data and settings.")
def config(
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    as_json: bool,
    as_file: bool,
    is_check: bool,
) -> None:
    """Every setting in force with its origin and reason; with --game those of that game and of its table alone.

    With --check a line for each fault and each hint, and exit status 1 where there is a fault.
    """
    if is_check:
        _check(config_file, overrides, game, as_json)
        return
    settings = load_settings(config_file, overrides, game)
    rows = describe(settings, playable(settings.table.game).game)
    if as_file:
        click.echo(example(rows), nl=False)
        return
    if game is not None:
        rows = tuple(row for row in rows if row.key.startswith((f"games.{game}.", "table.")))
    if as_json:
        for row in rows:
            record = {"key": row.key, "value": row.value, "origin": row.origin, "reason": row.reason}
            click.echo(json.dumps(record, ensure_ascii=False, default=_plain))
        return
    click.echo(f"# {settings.file}{'' if settings.file.exists() else ' (not there: all defaults)'}")
    for row in rows:
        click.echo(_line(row))


def _check(config_file: Path | None, overrides: tuple[str, ...], game: str | None, as_json: bool) -> None:
    try:
        settings = load_settings(config_file, overrides, game)
        faults, hints = examine(playable(settings.table.game).game, settings)
    except click.UsageError as error:  # of the settings file itself: what the game would say is not known
        faults, hints = error.message.splitlines(), ()
    found = [("fault", line) for line in faults] + [("hint", line) for line in hints]
    for kind, line in found:
        click.echo(json.dumps({"kind": kind, "told": line}, ensure_ascii=False) if as_json else line)
    if not (found or as_json):
        click.echo("faultless")
    raise click.exceptions.Exit(1 if faults else 0)


def _line(row: Row) -> str:
    origin = "" if row.origin == "default" else click.style(f"  [{row.origin}]", fg="yellow")
    return f"{click.style(row.key, bold=True)} = {_value(row.value)}{origin}\n    {click.style(row.reason, dim=True)}"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset | set) else getattr(value, "__dict__", str(value))
