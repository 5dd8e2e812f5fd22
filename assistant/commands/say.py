"""``prompter say``: what can be said."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from assistant.app import evening_path, look_at, playable
from assistant.commands.card import Card, card_of, card_of_now, text_lines
from assistant.commands.card_html import page_of
from assistant.commands.options import load_settings, with_settings
from assistant.evening import JournalFile
from assistant.settings import Settings, evenings_folder


@click.command()
@click.argument("evening", default="")
@click.option("--seat", help="Only what this seat may say now, by its number.")
@click.option(
    "--html", "page", type=click.File("w", encoding="utf-8", lazy=True), help="Write a page to print into this file."
)
@with_settings
def say(
    evening: str,
    seat: str | None,
    page: IO[str] | None,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
) -> None:
    """Print a card of all that can be said in the game; with EVENING, what can be said there now.

    With --html it is a page that prints on one sheet of A4 or US Letter ('-': to standard output).
    """
    settings = load_settings(config_file, overrides, game)
    if evening:
        card = _now(settings, evening, seat)
    elif seat is not None:
        raise click.UsageError("--seat needs an EVENING: who may say what depends on where it stands")
    else:
        play = playable(settings.table.game)
        card = card_of(play.book, play.game.title, settings.table.address_word)
    if page is not None:
        page.write(page_of(card))
        return
    for line in text_lines(card):
        click.echo(line)


def _now(settings: Settings, evening: str, seat: str | None) -> Card:
    journal = JournalFile.read(evening_path(evenings_folder(settings), evening))
    try:
        listening = look_at(settings, journal).listening()
    finally:
        journal.close()
    seats = [player for player in listening.players if seat in (None, player.id)]
    if not seats:
        raise click.UsageError(f"there is no seat {seat}; there are {', '.join(p.id for p in listening.players)}")
    return card_of_now(listening, seats, evening)
