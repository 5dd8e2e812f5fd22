"""``prompter install`` and ``uninstall``: from a checkout or a wheel to a box that starts by itself, and back."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from assistant.app import begin_evening, playable
from assistant.evening import MemoryJournal
from assistant.games import find_games
from assistant.install import CONFIG, Box, Command, Leave, Step, plan_install, plan_uninstall
from assistant.install_program import InstallError, Program, running_program
from assistant.settings import Settings, describe, load
from assistant.settings_example import example

F = Callable[..., None]


def _of_a_box(function: F) -> F:
    """``--dry-run`` and ``--root``."""
    folder = click.Path(path_type=Path, exists=True, file_okay=False, resolve_path=True)
    for option in (
        click.option("--dry-run", is_flag=True, help="Print what would be done; change nothing."),
        click.option("--root", type=folder, default="/", help="The files of another box, such as a mounted card."),
    ):
        function = option(function)
    return function


@click.command()
@_of_a_box
@click.option("--answers", type=click.Path(path_type=Path), help="A settings file (TOML) that answers every question.")
def install(dry_run: bool, root: Path, answers: Path | None) -> None:
    """Make this machine a box: user, service, settings. Repeatable: does what is missing, and no more."""
    box = _box(root, dry_run, "install")
    program = running_program(root)
    asks = box.is_this_machine() and not dry_run and sys.stdin.isatty()
    settings = _settings(box, program, answers, _ask_here if asks else dict)
    config = example(describe(settings, playable(settings.table.game).game))
    steps = plan_install(box, program, config)
    if not steps:
        click.echo("All of it is so already.")
    _go_through(box, steps, dry_run)
    if not dry_run and any(isinstance(step, Command) for step in steps):
        click.echo(f"Settings: {CONFIG}. How it is: systemctl status prompter; prompter doctor")


@click.command()
@_of_a_box
def uninstall(dry_run: bool, root: Path) -> None:
    """Undo 'prompter install'. Evenings, speech models and settings stay where they are."""
    box = _box(root, dry_run, "uninstall")
    steps = plan_uninstall(box)
    if all(isinstance(step, Leave) for step in steps):
        click.echo("Nothing is installed here.")
    _go_through(box, steps, dry_run)


def _box(root: Path, dry_run: bool, command: str) -> Box:
    if os.geteuid() != 0 and not dry_run:
        raise InstallError(f"only root may do that: sudo {sys.argv[0]} {command}, or look first with --dry-run")
    return Box(root)


def _go_through(box: Box, steps: Sequence[Step], dry_run: bool) -> None:
    for step in steps:
        click.echo(f"would {step}" if dry_run and not isinstance(step, Leave) else str(step))
        if not dry_run:
            step.carry_out(box)


def _settings(box: Box, program: Program, answers: Path | None, ask: Callable[[], Mapping[str, Any]]) -> Settings:
    """From the file of answers, else from the settings that are there, else from questions. Raises SettingsError."""
    games = [one.id for one in find_games()]
    if answers is not None:
        settings = load(answers, games=games)
    elif box.has(CONFIG):
        settings = load(box.at(CONFIG), games=games)
    else:
        settings = load(program.share / CONFIG.name, ask(), games)
    begin_evening(settings, playable(settings.table.game), MemoryJournal())
    return settings


def ask(microphones: Sequence[str], speakers: Sequence[str], games: Sequence[str]) -> dict[str, Any]:
    """The answers of whoever sits at the terminal, as settings; what is left empty is left at its default.

    Nothing is asked where there is no choice, so these are at most four questions.
    """
    answers = {
        "sound.microphone": _chosen("Microphone", microphones, "the system's choice"),
        "sound.speaker": _chosen("Speaker", speakers, "the system's choice"),
        "table.game": _chosen("Game", games, games[0]),
    }
    players = click.prompt("Players by seat, as Paul,Ann,Ben (Enter: told each evening)", "", show_default=False)
    seats = [name.strip() for name in players.split(",") if name.strip()]
    return {key: answer for key, answer in {**answers, "table.seats": seats}.items() if answer}


def _chosen(kind: str, names: Sequence[str], otherwise: str) -> str:
    """One of ``names`` by its number; empty for ``otherwise``."""
    if len(names) < 2:
        return ""
    for number, name in enumerate(names, 1):
        click.echo(f"  {number}  {name}")
    number = click.prompt(f"{kind} (Enter: {otherwise})", 0, type=click.IntRange(0, len(names)), show_default=False)
    return names[number - 1] if number else ""


def _ask_here() -> dict[str, Any]:
    from hardware.devices import sound_devices
    from hardware.ports import HardwareError
    from hardware.quiet import divert_native_noise

    divert_native_noise()
    try:
        found = sound_devices()
    except HardwareError as error:
        click.echo(f"{error}")
        found = ()
    microphones = _lasting_names(device.name for device in found if device.inputs)
    speakers = _lasting_names(device.name for device in found if device.outputs)
    return ask(microphones, speakers, [one.id for one in find_games() if one.game])


def _lasting_names(names: Iterable[str]) -> list[str]:
    """The part of each device's name that is the same after the next start: the card's number is not."""
    return list(dict.fromkeys(name.split(" (hw:")[0] for name in names))
