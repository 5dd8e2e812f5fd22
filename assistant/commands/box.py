"""What the box has to hear and speak with: ``prompter voices`` and ``devices``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from assistant.commands.options import load_settings, with_settings
from assistant.parts import front_end_told, voice_of


@click.command()
@with_settings
@click.option("--say", metavar="TEXT", help="Say this in the voice of the settings, into a WAV file.")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), default=Path("voice.wav"), help="That file.")
@click.option("--json", "as_json", is_flag=True, help="One object for each voice.")
def voices(
    config_file: Path | None, overrides: tuple[str, ...], game: str | None, say: str | None, to: Path, as_json: bool
) -> None:
    """List the voices the box can speak with, or try the one that is set."""
    voice = voice_of(load_settings(config_file, overrides, game))
    try:
        if say is not None:
            from hardware.sounds import write_wav

            write_wav(to, voice.speak(say))
            click.echo(f"{to}")
            return
        for one in voice.voices():
            click.echo(json.dumps(asdict(one), ensure_ascii=False) if as_json else f"{one.name:28} {one.description}")
    finally:
        voice.close()


@click.command()
@with_settings
@click.option("--json", "as_json", is_flag=True, help="One object for each device.")
def devices(config_file: Path | None, overrides: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """List the sound devices, by the names that the settings use, and the front end behind the microphone."""
    from hardware.devices import sound_devices
    from hardware.quiet import divert_native_noise

    divert_native_noise()
    found = sound_devices()
    for device in found:
        if as_json:
            click.echo(json.dumps(asdict(device), ensure_ascii=False))
        else:
            ways = [f"{device.channels(way)} {way}" for way in ("input", "output") if device.channels(way)]
            click.echo(f"{click.style(device.name, bold=True)}  {', '.join(ways)}")
    if not as_json:
        click.echo(f"front end: {front_end_told(load_settings(config_file, overrides, game))}")
    if not found:
        raise click.ClickException("no sound device is here: plug in a microphone or speaker; 'prompter doctor' helps")
