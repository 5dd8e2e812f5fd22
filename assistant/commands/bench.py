"""``prompter bench``: the measurements. Times are CPU time where the machine is shared, and told with their number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.commands.bench_box import latency, noise, soak
from assistant.commands.bench_evening import clock, journal
from assistant.commands.bench_hearing import hearing
from assistant.commands.bench_neighbours import neighbours
from assistant.commands.options import load_settings, with_settings

if TYPE_CHECKING:
    from assistant.bench.rules import Measured


@click.group()
def bench() -> None:
    """Measure how well and how quickly the box does its work."""


bench.add_command(clock)
bench.add_command(hearing)
bench.add_command(journal)
bench.add_command(latency)
bench.add_command(neighbours)
bench.add_command(noise)
bench.add_command(soak)


@bench.command()
@click.option("--events", default=5000, show_default=True, type=click.IntRange(1, 100_000), help="How many happen.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Which evening.")
@click.option("--json", "as_json", is_flag=True, help="One object for the evening, then one for each thing measured.")
@with_settings
def rules(
    events: int, seed: int, as_json: bool, config_file: Path | None, overrides: tuple[str, ...], game: str | None
) -> None:
    """Play a random evening of a game in memory, and open it again from a journal.

    How long the rules decide and remember, and how long what can be said takes to find, in ms.
    """
    from assistant.app import playable
    from assistant.bench.rules import measure
    from assistant.settings import game_config

    settings = load_settings(config_file, overrides, game)
    play = playable(settings.table.game)
    measured = measure(play, game_config(play.game, settings), seed, events)
    for line in _rules_objects(measured) if as_json else _rules_lines(measured):
        click.echo(line)


def _rules_objects(measured: Measured) -> Iterator[str]:
    evening = asdict(measured)
    rows = evening.pop("rows")
    yield json.dumps(evening)
    for row, told in zip(measured.rows, rows, strict=True):
        yield json.dumps({**told, "met": row.met})


def _rules_lines(measured: Measured) -> Iterator[str]:
    minutes = round(measured.play_seconds / 60)
    yield (
        f"{measured.game}: {measured.events} events of {measured.commands} commands, {measured.seats} seats, "
        f"{minutes} min of play, games begun: {measured.games}, seed {measured.seed}"
    )
    yield f"{measured.events_per_second:g} events a second of CPU; state at the end {measured.state_bytes} bytes"
    yield ""
    yield f"{'':26}{'':7}{'CPU ms':>9}{'':18}{'wall ms':>9}"
    yield f"{'':26}{'n':>7}{'median':>9}{'95 %':>9}{'max':>9}{'median':>9}{'95 %':>9}{'max':>9}  goal (CPU, 95 %)"
    for row in measured.rows:
        times = (getattr(spread, of) for spread in (row.cpu_ms, row.wall_ms) for of in ("median", "p95", "max"))
        goal = "" if row.goal_ms is None else f"  < {row.goal_ms:g} {'met' if row.met else 'MISSED'}"
        yield f"{row.measure:26}{row.n:7}{''.join(f'{each:9.2f}' for each in times)}{goal}"
