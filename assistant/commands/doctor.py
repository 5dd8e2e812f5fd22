"""``prompter doctor``: says what is wrong with the box and what to do."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from assistant.commands.options import load_settings, with_settings
from assistant.doctor.findings import Finding
from assistant.settings import Settings, SettingsError

_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}
_HERE = Path()
"""Stands for no name."""


@click.command()
@with_settings
@click.option("--sound", "with_sound", is_flag=True, help="Also play a sweep and a sentence, and listen to them.")
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    metavar="[FILE]",
    is_flag=False,
    flag_value=_HERE,
    help="Also write a file to send with a request for help, without names or words of the game.",
)
@click.option("--json", "as_json", is_flag=True, help="One object for each finding.")
def doctor(
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    with_sound: bool,
    bundle: Path | None,
    as_json: bool,
) -> None:
    """Look the box over: sound, recogniser, model, voice, disk, games, words, pins, service, clock, power.

    Exit status 1 where something fails that the box cannot do without; what it can do without is a warning.
    """
    from assistant.doctor import checks_of, examine
    from hardware.quiet import divert_native_noise

    divert_native_noise()
    settings = _settings(config_file, overrides, game)
    findings = []
    for finding in examine(checks_of(settings, with_sound=with_sound)):
        findings.append(finding)
        _show(finding, as_json)
    if bundle is not None:
        from assistant.doctor.bundle import bundle_of, told, write_bundle

        sections = bundle_of(settings, findings)
        file = write_bundle(sections, None if bundle == _HERE else bundle)
        click.echo(f"{file} holds {told(sections)}. No names, no words of the game: read it, send it.", err=as_json)
    raise click.exceptions.Exit(1 if any(finding.state == "fail" for finding in findings) else 0)


def _settings(config_file: Path | None, overrides: tuple[str, ...], game: str | None) -> Settings | SettingsError:
    """The settings, or what is wrong with them: for the doctor that is a finding."""
    try:
        return load_settings(config_file, overrides, game)
    except click.UsageError as error:
        return SettingsError(error.message)


def _show(finding: Finding, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(asdict(finding), ensure_ascii=False))
        return
    click.echo(f"{click.style(f'{finding.state:4}', fg=_COLOURS[finding.state])}  {finding.check}: {finding.found}")
    if finding.do:
        click.echo(f"      → {finding.do}")
