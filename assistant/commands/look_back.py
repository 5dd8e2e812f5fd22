"""Looking at evenings again: ``prompter evenings``, ``replay`` and ``dice audit``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from assistant.app import evening_path, playable
from assistant.commands.options import load_settings, with_settings
from assistant.commands.show import only_for
from assistant.evening import Journal, JournalError, JournalFile
from assistant.evening.journal_file import is_played
from assistant.evening.replay import Played, played, unproven
from assistant.evening.replay import evenings as list_evenings
from assistant.evening.replay import secrets as secrets_of
from assistant.settings import Settings, SettingsError, evenings_folder
from assistant.table import Seat


@click.command()
@with_settings
@click.option("--json", "as_json", is_flag=True, help="One object for each evening.")
def evenings(config_file: Path | None, overrides: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """List the evenings that are kept."""
    folder = evenings_folder(load_settings(config_file, overrides, game))
    found = list_evenings(folder)
    for one in found:
        if as_json:
            click.echo(json.dumps(one.__dict__, ensure_ascii=False))
        elif one.fault:
            click.echo(f"{click.style(one.name, bold=True)}  {click.style(one.fault, fg='red')}")
        else:
            players = ", ".join(one.players) or "nobody seated"
            name = click.style(one.name, bold=True)
            click.echo(f"{name}  {one.game}, {players}; {one.commands} commands, {_clock(one.elapsed)} played")
    if not found and not as_json:
        click.echo(f"No evenings in {folder} yet. 'prompter type' begins one.")


@click.command()
@click.argument("evening")
@with_settings
@click.option("--secrets", is_flag=True, help="Show also what was for some seats only.")
@click.option("--json", "as_json", is_flag=True, help="One object for each command.")
def replay(
    evening: str,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    secrets: bool,
    as_json: bool,
) -> None:
    """Look at an evening again, command by command, with its dice; what was taken back is marked.

    Of a command of which anything was for some seats only, it says no more than that, unless --secrets asks for it.
    """
    journal = _read(load_settings(config_file, overrides, game), evening)
    try:
        opening = journal.opening()
        hidden = secrets_of(journal, playable(opening.game).game) if opening and not secrets else {}
        for line in replayed(journal, hidden, as_json):
            click.echo(line)
    except (JournalError, SettingsError) as error:
        raise click.ClickException(f"{error} What of it is secret cannot be told: --secrets shows all.") from None
    finally:
        journal.close()


def replayed(journal: Journal, hidden: Mapping[int, frozenset[Seat]], as_json: bool) -> Iterator[str]:
    """One line for each command; those ``hidden`` with the seats they were for, and nothing else of what they were."""
    for one in played(journal):
        meant = hidden.get(one.number)
        yield json.dumps(_record(one, meant), ensure_ascii=False) if as_json else _told(one, meant)


@click.group()
def dice() -> None:
    """Prove that the dice were fair."""


@dice.command()
@click.argument("evening")
@with_settings
def audit(evening: str, config_file: Path | None, overrides: tuple[str, ...], game: str | None) -> None:
    """Reveal the secret of an evening's dice and prove each face from it."""
    settings = load_settings(config_file, overrides, game)
    if is_played(evening_path(evenings_folder(settings), evening)):
        raise click.ClickException(f"{evening} is being played, and its secret tells the faces to come: end it first")
    journal = _read(settings, evening)
    try:
        opening, entries, undone = journal.opening(), journal.entries(), journal.undone()
    finally:
        journal.close()
    if opening is None:
        raise click.ClickException(f"{evening} holds no evening")
    faults = unproven(opening, entries, undone)
    thrown = [die for entry in entries for die in entry.dice]
    by_source = {source: sum(die.source == source for die in thrown) for source in ("chance", "called", "script")}
    click.echo(f"secret {opening.secret}\nseal   {opening.commitment}")
    click.echo("faces: " + ", ".join(f"{count} by {source}" for source, count in by_source.items()))
    for fault in faults:
        click.echo(fault)
    if faults:
        raise click.ClickException("the dice of this evening are not what the secret gives")
    click.echo("Every face that chance gave is proved.")


def _read(settings: Settings, evening: str) -> JournalFile:
    return JournalFile.read(evening_path(evenings_folder(settings), evening))


def _record(one: Played, meant: frozenset[Seat] | None) -> dict[str, Any]:
    command = one.command
    record: dict[str, Any] = {
        "number": one.number,
        "at": command.at,
        "seat": command.seat,
        "intent": command.intent,
        "slots": dict(command.slots),
        "text": command.text,
        "dice": [die.__dict__ for die in one.dice],
        "events": list(one.events),
        "wall": one.wall,
        "undone": one.undone,
        "only_for": None,
    }
    nothing: dict[str, Any] = {"intent": None, "slots": {}, "text": None, "dice": [], "events": []}
    return record if meant is None else {**record, **nothing, "only_for": sorted(meant)}


def _told(one: Played, meant: frozenset[Seat] | None) -> str:
    command = one.command
    if meant is not None:
        line = f"{one.number:4} {_clock(command.at)}  {command.seat:>5}  something {only_for(meant)}"
        return click.style(line, strikethrough=True) if one.undone else line
    slots = " ".join(str(value) for value in command.slots.values())
    words = f"{command.intent.replace('_', ' ')} {slots}".strip() + (f": {command.text}" if command.text else "")
    faces = ", ".join(f"d{die.sides} {die.face}{' (called)' if die.source == 'called' else ''}" for die in one.dice)
    kinds = ", ".join(event["type"] for event in one.events)
    line = f"{one.number:4} {_clock(command.at)}  {command.seat:>5}  {words}" + (f"  [{faces}]" if faces else "")
    line += click.style(f"  → {kinds}", dim=True)
    return click.style(line, strikethrough=True) if one.undone else line


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
