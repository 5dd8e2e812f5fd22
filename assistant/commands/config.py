"""``prompter config``: what is set, where from, and why one would change it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click

from assistant.app import Playable, playable
from assistant.commands.options import load_settings, with_settings
from assistant.settings import Row, Settings, describe, examine, game_config
from assistant.settings_example import example
from grammar import spoken_form, whole_commands


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
        play = playable(settings.table.game)
        faults, hints = examine(play.game, settings)
        hints = hints if faults else [*hints, *_like_commands(play, settings), *_like_names(settings)]
    except click.UsageError as error:  # of the settings file itself: what the game would say is not known
        faults, hints = error.message.splitlines(), ()
    found = [("fault", line) for line in faults] + [("hint", line) for line in hints]
    for kind, line in found:
        click.echo(json.dumps({"kind": kind, "told": line}, ensure_ascii=False) if as_json else line)
    if not (found or as_json):
        click.echo("faultless")
    raise click.exceptions.Exit(1 if faults else 0)


def _like_commands(play: Playable, settings: Settings) -> Iterator[str]:
    """A line for each word of the table's own that is a command as well: where both can be meant, the shell asks."""
    for key, form in _spoken(game_config(play.game, settings)):
        for _, intent in whole_commands(play.book, [form]):
            yield f"{play.game.id}: {key} = {form}: worth a look; alone it is a command too ({intent})"


def _like_names(settings: Settings) -> Iterator[str]:
    """A line for each name in the settings that will not be heard as is meant, and for each two that sound alike."""
    from assistant.names_alike import too_close

    for name in settings.names:
        if name.phones and len(spoken_form(name.display).split()) > 1:  # the ear learns word by word
            told = "its phones are not listened for, since it is several words: give each of them an entry of its own"
            yield f"{settings.file}: names: {name.display}: {told}"

    for pair in too_close(settings):
        yield f"{settings.file}: names: {pair.name} is close to {pair.told}"


def _spoken(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every form heard that a configuration has, with its key: they stand in lists called ``spoken``."""
    if is_dataclass(value):
        inside = {f"{key}.{item.name}".lstrip("."): getattr(value, item.name) for item in fields(value)}
    elif isinstance(value, Mapping):
        inside = {f"{key}.{name}": each for name, each in value.items()}
    elif isinstance(value, tuple):
        inside = {f"{key}[{number}]": each for number, each in enumerate(value, 1)}
    else:
        return
    for here, each in inside.items():
        if here.endswith(".spoken") and isinstance(each, tuple):
            yield from ((here, form) for form in each)
        else:
            yield from _spoken(each, here)


def _line(row: Row) -> str:
    origin = "" if row.origin == "default" else click.style(f"  [{row.origin}]", fg="yellow")
    return f"{click.style(row.key, bold=True)} = {_value(row.value)}{origin}\n    {click.style(row.reason, dim=True)}"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset | set) else getattr(value, "__dict__", str(value))
