"""``prompter bench neighbours``: sentences that sound alike."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from assistant.commands.options import load_settings, with_settings


@click.command()
@with_settings
@click.option("--nearest", default=20, show_default=True, type=click.IntRange(1), help="So many pairs.")
@click.option("--json", "as_json", is_flag=True, help="One object for each pair.")
def neighbours(
    config_file: Path | None, overrides: tuple[str, ...], game: str | None, nearest: int, as_json: bool
) -> None:
    """List the sentences of a game that sound alike, mean different things and can be said at the same moment.

    The moments are those of the game's stories. How far apart two sentences are: 0 sounds the same, 0.75 has nothing
    in common.
    """
    from assistant.app import playable
    from assistant.bench.neighbours import neighbours as found

    settings = load_settings(config_file, overrides, game)
    for pair in found(config_file, playable(settings.table.game))[:nearest]:
        if as_json:
            click.echo(json.dumps(asdict(pair), ensure_ascii=False))
        else:
            one, other = pair.one, pair.other
            click.echo(f"{pair.distance:.3f}  {one.words} ({one.intent}) / {other.words} ({other.intent})")
