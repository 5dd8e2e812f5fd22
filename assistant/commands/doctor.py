"""``prompter doctor``: says what is wrong with the box and what to do."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from assistant.commands.options import load_settings, with_settings

_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


@click.command()
@with_settings
@click.option("--json", "as_json", is_flag=True, help="One object for each finding.")
def doctor(config_file: Path | None, overrides: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Look the box over: sound, recogniser, model, voice, disk, games, words. Exit status 1 where something fails."""
    from assistant.doctor import examine
    from hardware.quiet import divert_native_noise

    divert_native_noise()
    failed = False
    for finding in examine(load_settings(config_file, overrides, game)):
        failed |= finding.state == "fail"
        if as_json:
            click.echo(json.dumps(asdict(finding), ensure_ascii=False))
            continue
        click.echo(f"{click.style(f'{finding.state:4}', fg=_COLOURS[finding.state])}  {finding.check}: {finding.found}")
        if finding.do:
            click.echo(f"      → {finding.do}")
    raise click.exceptions.Exit(1 if failed else 0)
