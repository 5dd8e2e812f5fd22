"""``prompter bench latency`` and ``soak``: the whole box on a sound server of its own; ``noise``: hours without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.commands.logs import log_to_stderr
from assistant.commands.options import engine_option, load_settings, with_settings

if TYPE_CHECKING:
    from assistant.bench import noise as noise_bench
    from assistant.bench import soak as soak_bench
    from assistant.bench.latency import Measured


@click.command()
@click.option("--asides", default=20, show_default=True, type=click.IntRange(1, 1000), help="How many, twice.")
@click.option("--json", "as_json", is_flag=True, help="One object for the whole, then one for each stage.")
@engine_option
@with_settings
def latency(
    asides: int,
    as_json: bool,
    engine: str | None,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
) -> None:
    """Speak into the box's microphone, and time how soon its answer sounds, in ms; and how long it takes until other
    words can be heard.

    On a PulseAudio of its own, which has to be installed; the devices of this machine are left alone.
    """
    from assistant.bench.latency import measure
    from hardware.quiet import divert_native_noise

    divert_native_noise()
    log_to_stderr()
    settings = load_settings(config_file, overrides, game, hearing__engine=engine)
    measured = measure(config_file, settings, asides)
    for line in _latency_objects(measured) if as_json else _latency_lines(measured):
        click.echo(line)
    raise click.exceptions.Exit(0 if measured.rows else 1)


def _latency_objects(measured: Measured) -> Iterator[str]:
    whole = asdict(measured)
    rows = whole.pop("rows")
    yield json.dumps(whole)
    for row, told in zip(measured.rows, rows, strict=True):
        yield json.dumps({**told, "met": row.met})


def _latency_lines(measured: Measured) -> Iterator[str]:
    yield (
        f"{measured.engine}, front end {measured.front_end}; {measured.asides} asides, {measured.unanswered} of them "
        f"without an answer; load {measured.load} on {measured.cores} cores"
    )
    yield ""
    yield f"{'':10}{'ms':34}{'n':>5}{'median':>9}{'95 %':>9}{'max':>9}  goal"
    for row in measured.rows:
        goal = ""
        if row.goal_ms is not None:
            goal = f"  {row.goal_ms[0]:g} / {row.goal_ms[1]:g} {'met' if row.met else 'MISSED'}"
        yield f"{row.where:10}{row.measure:34}{row.n:5}{row.ms.median:9.0f}{row.ms.p95:9.0f}{row.ms.max:9.0f}{goal}"


@click.command()
@click.option("--minutes", default=10.0, show_default=True, type=click.FloatRange(0.1, 1440), help="How long.")
@click.option("--json", "as_json", is_flag=True, help="One object.")
@engine_option
@with_settings
def soak(
    minutes: float,
    as_json: bool,
    engine: str | None,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
) -> None:
    """Run the box while its sound server, its devices, its recogniser and its voice fail, one every 20 s.

    Whether anything acknowledged is lost, whether anything hangs, and whether memory grows. On a PulseAudio of its own.
    """
    from assistant.bench.soak import measure
    from hardware.quiet import divert_native_noise

    divert_native_noise()
    log_to_stderr()
    settings = load_settings(config_file, overrides, game, hearing__engine=engine)
    measured = measure(settings, minutes, (lambda line: None) if as_json else click.echo)
    for line in [json.dumps({**asdict(measured), "met": measured.met})] if as_json else _soak_lines(measured):
        click.echo(line)
    raise click.exceptions.Exit(0 if measured.met else 1)


def _soak_lines(measured: soak_bench.Measured) -> Iterator[str]:
    yield ""
    yield f"{measured.minutes:g} minutes; load {measured.load} on {measured.cores} cores"
    yield f"events acknowledged {measured.acknowledged}, of these not in the journal {measured.lost} (goal: 0)"
    yield f"{measured.taps} taps of the clock button, the slowest {measured.longest_hang_s:g} s (goal: under 5)"
    yield f"{measured.asides} asides, answered {measured.answered}"
    yield "memory at the start, in the middle, at the end: {:.0f}, {:.0f}, {:.0f} MB".format(*measured.memory_mb)
    yield ""
    yield f"{'':26}{'n':>4}{'median s':>10}{'longest s':>11}{'never':>7}"
    for fault in measured.faults:
        times = "".join(f"{one:{width}.1f}" for one, width in zip(fault.heard_again_s or (), (10, 11), strict=False))
        yield f"{fault.what:26}{fault.n:4}{times:21}{fault.never:7}"
    yield "met" if measured.met else "MISSED"


@click.command()
@click.option("--hours", default=8.0, show_default=True, type=click.FloatRange(0.01, 24), help="How much sound.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Which noise, and which evening.")
@click.option("--json", "as_json", is_flag=True, help="One object.")
@engine_option
@with_settings
def noise(
    hours: float,
    seed: int,
    as_json: bool,
    engine: str | None,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
) -> None:
    """Let hours of a kitchen's noise through the ears, as fast as they go, and see whether memory grows.

    Noise and talk are made up; voices say what can be said, with a button held or behind the address word, while an
    evening goes on. Eight hours take a quarter of one.
    """
    from assistant.app import playable
    from assistant.bench.noise import measure

    log_to_stderr()
    settings = load_settings(config_file, overrides, game, hearing__engine=engine)
    told = (lambda line: None) if as_json else click.echo
    measured = measure(settings, playable(settings.table.game), hours, seed, told)
    for line in [_noise_object(measured)] if as_json else _noise_lines(measured):
        click.echo(line)
    raise click.exceptions.Exit(0 if measured.met else 1)


def _noise_object(measured: noise_bench.Measured) -> str:
    return json.dumps({**asdict(measured), "growth_mb": measured.growth_mb, "met": measured.met})


def _noise_lines(measured: noise_bench.Measured) -> Iterator[str]:
    yield ""
    yield (
        f"{measured.hours:g} hours in {measured.cpu_seconds:.0f} s of CPU; {measured.engine}, front end "
        f"{measured.front_end}, seed {measured.seed}; load {measured.load} on {measured.cores} cores"
    )
    for what, counts in (("happened", measured.happened), ("heard", measured.heard)):
        yield f"{what}: " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))
    yield f"other things could be said {measured.changes} times"
    yield f"memory at the start and after each eighth: {', '.join(f'{one:.0f}' for one in measured.memory_mb)} MB"
    goals = f"{measured.goal_mb:g}, never over {measured.most_mb:g}"
    yield f"grown in the second half {measured.growth_mb:g} MB (goal: {goals})"
    yield "met" if measured.met else "MISSED"
