"""``prompter say``: what can be said."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.app import evening_path, look_at, playable
from assistant.commands.options import load_settings, with_settings
from assistant.evening import JournalFile
from assistant.settings import evenings_folder
from grammar import Phrasebook


@click.command()
@click.argument("evening", default="")
@click.option("--seat", help="Only what this seat may say now, by its number.")
@with_settings
def say(
    evening: str, seat: str | None, config_file: Path | None, overrides: tuple[str, ...], game: str | None
) -> None:
    """Print a card of all that can be said in the game; with EVENING, what can be said there now."""
    settings = load_settings(config_file, overrides, game)
    if not evening:
        click.echo(_card(playable(settings.table.game).book))
        return
    journal = JournalFile.read(evening_path(evenings_folder(settings), evening))
    try:
        listening = look_at(settings, journal).listening()
    finally:
        journal.close()
    seats = [player for player in listening.players if seat in (None, player.id)]
    if not seats:
        raise click.UsageError(f"there is no seat {seat}; there are {', '.join(p.id for p in listening.players)}")
    for player in seats:
        click.echo(click.style(f"{player.id} {player.display}", bold=True))
        for example in listening.examples(player.id):
            click.echo(f"  {example}")


def _card(book: Phrasebook) -> str:
    """Intent by intent: the first form, then the others. Names and numbers are in braces."""
    lines = []
    for name, intent in book.intents.items():
        forms = [template.text for template in intent.templates if not template.third_person]
        if forms:
            lines.append(f"{click.style(name.replace('_', ' '), bold=True)}\n    {' · '.join(forms)}")
    return "\n".join(lines)
