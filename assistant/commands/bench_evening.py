"""``prompter bench clock`` and ``journal``: what an evening on this box can be trusted with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.commands.options import load_settings, with_settings

if TYPE_CHECKING:
    from assistant.bench import clock as clock_bench
    from assistant.bench import journal as journal_bench


@click.command()
@click.option("--hours", default=8.0, show_default=True, type=click.FloatRange(0.1, 8), help="How long is played.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Which evening.")
@click.option("--json", "as_json", is_flag=True, help="One object for the evening, then one for each thing tried.")
@with_settings
def clock(
    hours: float, seed: int, as_json: bool, config_file: Path | None, overrides: tuple[str, ...], game: str | None
) -> None:
    """Play an evening in compressed time, paused, killed, rebooted, suspended and cut off: how true the clock stays.

    Eight hours have 200 pauses, 20 kills, 5 boots, 10 suspends and 5 power cuts; fewer hours have fewer.
    """
    from assistant.app import playable
    from assistant.bench.clock import TIMES, measure
    from assistant.settings import game_config

    settings = load_settings(config_file, overrides, game)
    play = playable(settings.table.game)
    times = {what: max(1, round(n * hours / 8)) for what, n in TIMES.items()}
    # A second less than the limit, so that the end of the game does not stop the clock first.
    measured = measure(play, game_config(play.game, settings), seed, 3600 * hours - 1, times)
    for line in _objects(measured) if as_json else _clock_lines(measured):
        click.echo(line)


def _objects(measured: clock_bench.Measured | journal_bench.Measured) -> Iterator[str]:
    """One for the whole, then one for each row."""
    whole = asdict(measured)
    rows = whole.pop("rows", ())
    yield json.dumps({**whole, "met": measured.met})
    yield from map(json.dumps, rows)


def _clock_lines(measured: clock_bench.Measured) -> Iterator[str]:
    days = measured.off_s / 86_400
    yield (
        f"{measured.game}: {measured.played_s:.1f} s played, {measured.shown_s:.3f} s on the clock, "
        f"seed {measured.seed}; {days:.0f} days off, {measured.charged_off_s:g} s of them charged"
    )
    yield ""
    yield f"{'':12}{'n':>5}{'error s':>11}{'worst s':>11}"
    for row in measured.rows:
        yield f"{row.what:12}{row.n:5}{row.error_s:11.3f}{row.worst_s:11.3f}"
    yield ""
    yield (
        f"error without the power cuts {measured.error_s:.3f} s (goal: under 1 s in sum; a power cut costs 1 s at most)"
        f" {'met' if measured.met else 'MISSED'}"
    )


@click.command()
@click.option("--appends", default=2000, show_default=True, type=click.IntRange(1, 1_000_000), help="How many.")
@click.option("--kills", default=500, show_default=True, type=click.IntRange(0, 100_000), help="How many.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Which moments to kill at.")
@click.option("--json", "as_json", is_flag=True, help="One object.")
def journal(appends: int, kills: int, seed: int, as_json: bool) -> None:
    """Write commands to a journal on this disk, and kill processes that do so without warning.

    How long until a command is safe, in ms, and whether anything acknowledged is lost. TMPDIR says which disk.
    """
    from assistant.bench.journal import measure

    measured = measure(appends, kills, seed)
    for line in _objects(measured) if as_json else _journal_lines(measured):
        click.echo(line)


def _journal_lines(measured: journal_bench.Measured) -> Iterator[str]:
    ms, kills = measured.append_ms, measured.kills
    yield f"append, on the disk in {measured.folder}: n {measured.appends}"
    yield f"  median {ms.median:.2f} ms (goal: under 10), 95 % {ms.p95:.2f} ms, max {ms.max:.2f} ms"
    yield f"kill -9: n {kills.n}; {kills.acknowledged} commands acknowledged, {kills.lost} of them lost"
    yield f"  evenings that did not open again: {kills.unopened}"
    yield f"{'met' if measured.met else 'MISSED'}"
