"""``prompter bench hearing``: how well what can be said is heard."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import Progress

from assistant.commands.options import load_settings, with_settings

if TYPE_CHECKING:
    from assistant.bench.hearing import Measured, Row

WORST = 2
"""A sentence that so many voices were not understood with is named."""


@click.command()
@with_settings
@click.option("--what", type=click.Choice(["commands"]), default="commands", show_default=True, help="What is said.")
@click.option("--each", default=3, show_default=True, type=click.IntRange(1, 50), help="Sentences for each intent.")
@click.option("--voice", "voices", multiple=True, help="Only this one, as flite:slt; may be given several times.")
@click.option("--noise", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="A recording to mix in.")
@click.option("--snr", default=15.0, show_default=True, help="How many dB speech is above that noise.")
@click.option("--sample", type=click.IntRange(1), help="So many utterances of all there are.")
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0), help="Which sample, and where noise begins."
)
@click.option("--json", "as_json", is_flag=True, help="One object for each voice, then one for each utterance.")
def hearing(
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    what: str,
    each: int,
    voices: tuple[str, ...],
    noise: Path | None,
    snr: float,
    sample: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Have voices say every first form of a game's sentences, at moments of its stories, with a button held.

    What is not understood does nothing; what is taken for something else would be done.
    """
    from assistant.app import playable
    from assistant.bench.hearing import VOICES, measure

    settings = load_settings(config_file, overrides, game)
    play = playable(settings.table.game)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=as_json or not console.is_terminal) as progress:
        task = progress.add_task(play.game.title, total=None)
        measured = measure(
            config_file,
            play,
            each=each,
            voices=voices or VOICES,
            noise=(noise, snr) if noise else None,
            sample=sample,
            seed=seed,
            done=lambda at, of: progress.update(task, completed=at, total=of),
        )
    for line in _objects(measured) if as_json else _lines(measured):
        click.echo(line)


def _objects(measured: Measured) -> Iterator[str]:
    about = {"game": measured.game, "engine": measured.engine, "front_end": measured.front_end}
    for row in measured.rows:
        yield json.dumps({**about, **asdict(row), "interval": row.interval})
    for one in measured.heard:
        said = {"voice": one.voice, "intent": one.case.intent, "said": one.case.words, "heard": one.text}
        yield json.dumps({**said, "right": one.is_right, "taken": one.is_taken}, ensure_ascii=False)


def _lines(measured: Measured) -> Iterator[str]:
    intents = len({one.case.intent for one in measured.heard})
    said = f"{measured.sentences} sentences of {intents} intents"
    yield f"{measured.game}: {said}, {measured.engine}, {measured.front_end}"
    if measured.never_open:
        yield f"not measured, for no story has them open: {', '.join(measured.never_open)}"
    yield f"{'':32}{'noise':>8}{'n':>6}{'right':>7}{'%':>7}{'95 % interval':>16}{'taken':>7}{'huh':>6}"
    yield from map(_row_line, measured.rows)
    failed = Counter((one.case.intent, one.case.words) for one in measured.heard if not one.is_right)
    for (intent, words), voices in failed.most_common():
        if voices >= WORST:
            heard = {one.text for one in measured.heard if one.case.words == words and not one.is_right}
            others = ", ".join(f'"{text}"' for text in sorted(heard) if text)
            yield f'  {voices} voices: "{words}" ({intent})' + (f", heard as {others}" if others else "")


def _row_line(row: Row) -> str:
    low, high = (f"{100 * end:.1f}" for end in row.interval)
    noise = "clean" if row.snr_db is None else f"{row.snr_db:g} dB"
    share = 100 * row.right / row.n if row.n else 0.0
    huh = row.n - row.right - row.taken
    return f"{row.voice:32}{noise:>8}{row.n:6}{row.right:7}{share:7.1f}{f'{low} to {high}':>16}{row.taken:7}{huh:6}"
