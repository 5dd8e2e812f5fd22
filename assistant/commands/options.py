"""Words of the command line that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from assistant import settings as settings_module
from assistant.parts import ENGINES
from assistant.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


class _Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between."""

    name = "NAMES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        names = value if isinstance(value, tuple) else tuple(name.strip() for name in str(value).split(","))
        if not all(names):
            self.fail(f"{value!r} has an empty name; names are given as Paul,Ann,Ben", param, ctx)
        if len({name.casefold() for name in names}) < len(names):
            self.fail(f"{value!r} has a name twice; each seat needs its own", param, ctx)
        return names


class _Faces(click.ParamType[tuple[int, ...]]):
    """Faces of dice with commas between."""

    name = "FACES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        words = [word.strip() for word in str(value).split(",")] if str(value).strip() else []
        if not all(word.isascii() and word.isdigit() and 1 <= len(word) <= 3 and int(word) for word in words):
            self.fail(f"{value!r} is no row of faces; give them as 4,7,12", param, ctx)
        return tuple(map(int, words))


NAMES = _Names()
FACES = _Faces()


engine_option = click.option(
    "--engine", type=click.Choice(["auto", *ENGINES]), help="Which recogniser is believed; else the settings'."
)


def with_settings(function: F) -> F:
    """``--config``, ``--set``, ``--game``: the command gets ``settings``; see :func:`load_settings`."""
    for option in (
        click.option("--config", "config_file", type=click.Path(path_type=Path), help="Settings file (TOML)."),
        click.option(
            "--set",
            "overrides",
            multiple=True,
            metavar="KEY=VALUE",
            help="One setting for this run: a rule of the game, or section.key; see 'prompter config'.",
        ),
        click.option("--game", help="The game to play; 'prompter config' names the one in force."),
    ):
        function = option(function)
    return function


def with_table(function: F) -> F:
    """``--seats``, ``--facilitator``, ``--names``."""
    for option in (
        click.option("--seats", type=NAMES, default=(), help="The players in the order of their seats: Paul,Ann,Ben."),
        click.option("--facilitator", default="", metavar="NAME", help="Who of them is Producer or game master."),
        click.option("--names", "expected", type=NAMES, default=(), help="Names that will be given, written down now."),
    ):
        function = option(function)
    return function


def load_settings(
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    beneath: Mapping[str, Any] | None = None,
    **more: str | None,
) -> Settings:
    """The settings in force for this run.

    ``more`` are further keys as ``section__key``, None where not given; ``beneath``, such as those of a story, yield to
    the command line. Faults are a usage error: they are told with file and key, all at once.
    """
    from assistant.games import GameIds

    try:
        given = {**(beneath or {}), **settings_module.parse_overrides(overrides)}
        given |= {key.replace("__", "."): value for key, value in more.items() if value is not None}
        if game is not None:
            given["table.game"] = game
        return settings_module.load(config_file, given, GameIds())
    except settings_module.SettingsError as error:
        raise click.UsageError(str(error)) from None
