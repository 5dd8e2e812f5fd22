"""``prompter model``: fetch, choose and list speech models. The one command that may use the network."""

from __future__ import annotations

import json
from pathlib import Path

import click

from assistant.settings import models_folder


@click.group()
def model() -> None:
    """Speech models for Vosk: fetch one, take one from a stick, list those here."""


@model.command()
@click.option("--quiet", is_flag=True, help="Say nothing but what goes wrong.")
@click.option("--timeout", default=5.0, show_default=True, metavar="SECONDS", help="How long to wait for the site.")
def get(quiet: bool, timeout: float) -> None:
    """Fetch the small English model from its makers' site; size and checksum are checked before it is used."""
    from hardware.models import SMALL_ENGLISH, get_model

    if quiet:
        got = get_model(models_folder(), timeout_seconds=timeout)
    else:
        with click.progressbar(length=SMALL_ENGLISH.size, label=SMALL_ENGLISH.name) as bar:
            got = get_model(
                models_folder(), progress=lambda done, size: bar.update(done - bar.pos), timeout_seconds=timeout
            )
        click.echo(f"{got.name} is in use. 'prompter doctor' compares it with the embedded recogniser.")


@model.command()
@click.argument("path", type=click.Path(path_type=Path))
def use(path: Path) -> None:
    """Use the model in PATH, a zip file or a folder, such as one on a stick; it is copied."""
    from hardware.models import use_model

    click.echo(f"{use_model(models_folder(), path).name} is in use.")


@model.command("list")
@click.option("--json", "as_json", is_flag=True, help="One object for each model.")
def list_(as_json: bool) -> None:
    """List the models on this box."""
    from hardware.models import list_models

    found = list_models(models_folder())
    for one in found:
        if as_json:
            record = {"name": one.name, "folder": str(one.folder), "bytes": one.size, "in_use": one.in_use}
            click.echo(json.dumps(record, ensure_ascii=False))
        else:
            click.echo(f"{'*' if one.in_use else ' '} {one.name}  {one.size / 1e6:.0f} MB")
    if not found and not as_json:
        click.echo("No Vosk model here; PocketSphinx hears with its own. Fetch one: prompter model get")
