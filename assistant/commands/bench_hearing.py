"""``prompter bench hearing``: how well what is said is heard, on recordings of people and in made voices."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import Progress

from assistant.commands.options import engine_option, load_settings, with_settings

if TYPE_CHECKING:
    from assistant.bench.hearing.plan import Plan
    from assistant.bench.hearing.pool import Heard
    from assistant.bench.hearing.rows import Outcome, Row
    from assistant.settings import Settings

WHAT = ("coffee", "talk", "names", "commands", "invented", "address")
CLEAN = "clean"
WORST = 2
"""What failed so often is named."""
MOST_NAMED = 20


class _What(click.ParamType[tuple[str, ...]]):
    """Measures with commas between."""

    name = "WHAT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        names = value if isinstance(value, tuple) else tuple(name.strip() for name in str(value).split(","))
        for name in names:
            if name not in WHAT:
                self.fail(f"{name!r} is not measured; choose from {', '.join(WHAT)}", param, ctx)
        return tuple(dict.fromkeys(names))


class _Levels(click.ParamType[tuple[float | None, ...]]):
    """Decibels with commas between."""

    name = "LEVELS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float | None, ...]:
        if isinstance(value, tuple):
            return value
        words = [word.strip() for word in str(value).split(",")]
        try:
            return tuple(dict.fromkeys(None if word == CLEAN else float(word) for word in words))
        except ValueError:
            self.fail(f"{value!r} are no levels of noise; give them in dB, as {CLEAN},15,9", param, ctx)


@click.command()
@with_settings
@engine_option
@click.option(
    "--what", type=_What(), default="commands", show_default=True, help=f"Of {', '.join(WHAT)}, commas between."
)
@click.option(
    "--speech",
    type=click.Path(path_type=Path, file_okay=False),
    help="Recordings of people; else shared/speech beside the project.",
)
@click.option(
    "--front-end", "front_ends", multiple=True, help="Only this one; may be given several times. Else the settings'."
)
@click.option(
    "--noise-levels",
    type=_Levels(),
    help="dB that speech is above the noise, as clean,15,9; else what suits the measure.",
)
@click.option(
    "--noise",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="What to mix in; else the kitchen of the recordings.",
)
@click.option("--each", default=3, show_default=True, type=click.IntRange(1, 50), help="Sentences for each intent.")
@click.option(
    "--times",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="address: how often all talk is heard, in other noise and at other moments; as it is only once.",
)
@click.option("--voice", "voices", multiple=True, help="Only this one, as flite:slt; may be given several times.")
@click.option("--sample", type=click.IntRange(1), help="So many utterances of all there are, in each condition.")
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0), help="Which sample, and where noise begins."
)
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    type=click.IntRange(1, 256),
    help="How many are heard at a time; else as many as there are cores. The figures do not depend on it.",
)
@click.option("--json", "as_json", is_flag=True, help="One object for each row, then one for each utterance.")
def hearing(
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    engine: str | None,
    what: tuple[str, ...],
    jobs: int,
    as_json: bool,
    **more: Any,
) -> None:
    """Measure how well what is said is heard.

    \b
    coffee    orders by real people, in kitchen noise
    talk      real people's talk that is no command, a button held at moments of the game's stories
    names     real people's names, as cards on a table
    commands  every first form of the game's sentences, said by voices at those moments, a button held
    invented  invented names, said by voices, as cards on a table
    address   commands behind the address word, said by voices, no button held; and talk without it

    What is right came out as it was meant; what was accepted and is not right would be done all the same.
    """
    from assistant.bench.hearing import pool
    from assistant.bench.hearing.measures import MEASURES
    from assistant.bench.hearing.speech import SpeechError

    plan = _plan(config_file, load_settings(config_file, overrides, game, hearing__engine=engine), **more)
    try:
        works = [MEASURES[name](plan) for name in what]
    except SpeechError as error:
        raise click.UsageError(str(error)) from None
    stretches = [stretch for work in works for stretch in work.stretches]
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=as_json or not console.is_terminal) as progress:
        task = progress.add_task(", ".join(what), total=sum(stretch.n for stretch in stretches))
        heard = list(pool.run(stretches, jobs, lambda n: progress.advance(task, n)))
    rows = list(pool.rows(heard, plan.engine))
    notes = [note for work in works for note in work.notes]
    for line in _objects(plan, rows, heard) if as_json else _lines(plan, rows, heard, notes):
        click.echo(line)


def _plan(
    config_file: Path | None,
    settings: Settings,
    *,
    speech: Path | None,
    front_ends: tuple[str, ...],
    noise_levels: tuple[float | None, ...] | None,
    noise: Path | None,
    each: int,
    times: int,
    voices: tuple[str, ...],
    sample: int | None,
    seed: int,
) -> Plan:
    from assistant.app import playable
    from assistant.bench.hearing.plan import Plan
    from assistant.bench.hearing.speech import BESIDE, Speech
    from assistant.parts import front_end_of

    return Plan(
        settings,
        config_file,
        playable(settings.table.game),
        Speech(speech or BESIDE),
        front_ends or (front_end_of(settings).name,),  # chosen once: the same for all, however busy the machine gets
        noise_levels,
        noise,
        voices or None,
        each,
        times,
        sample,
        seed,
    )


def _about(plan: Plan) -> dict[str, Any]:
    """What is the same for every row."""
    return {"reject_nats": plan.settings.hearing.reject_nats, "seed": plan.seed, "sample": plan.sample}


def _objects(plan: Plan, rows: Sequence[Row], heard: Sequence[Heard]) -> Iterator[str]:
    for row in rows:
        more = {"interval": row.interval, "rtf": row.rtf, "hours": row.hours, "per_hour": row.per_hour}
        yield json.dumps({**asdict(row), **more, **_about(plan)})
    for part in heard:
        stretch = part.stretch
        about = {"measure": stretch.measure, "condition": stretch.condition, "voice": stretch.voice}
        for one in part.outcomes:
            yield json.dumps({**about, "front_end": stretch.front_end, **asdict(one)}, ensure_ascii=False)


def _lines(plan: Plan, rows: Sequence[Row], heard: Sequence[Heard], notes: Sequence[str]) -> Iterator[str]:
    told = [f"{name} {value}" for name, value in _about(plan).items() if value is not None]
    yield ", ".join([plan.engine, *told, f"load {os.getloadavg()[0]:.1f}"])
    yield from notes
    yield (
        f"{'measure':10}{'condition':26}{'voice':32}{'front end':20}{'n':>6}{'right':>7}{'exact':>7}"
        f"{'accepted':>9}{'alarms':>7}{'%':>7}{'95 % interval':>16}{'RTF':>7}{'MiB':>6}{'per hour':>18}"
    )
    yield from map(_row_line, rows)
    yield from _failures([one for part in heard for one in part.outcomes])


def _row_line(row: Row) -> str:
    low, high = (f"{100 * end:.1f}" for end in row.interval)
    hits = row.accepted if row.right is None else row.right
    share = 100 * hits / row.n if row.n else 0.0
    counts = "".join(f"{'–' if one is None else one:>7}" for one in (row.right, row.exact))
    alarms = "–" if row.alarms is None else row.alarms
    per_hour = "" if row.per_hour is None else f"{row.per_hour:.2f} in {row.hours:.2f} h"
    return (
        f"{row.measure:10}{row.condition:26}{row.voice:32}{row.front_end:20}{row.n:6}{counts}{row.accepted:9}{alarms:>7}{share:7.1f}"
        f"{f'{low} to {high}':>16}{row.rtf:7.3f}{row.peak_mib:6}{per_hour:>18}"
    )


def _failures(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """What failed more than once, the worst first, and all that should have come to nothing and did not."""
    failed = Counter((one.said, one.meant) for one in outcomes if one.right is False)
    for (said, meant), times in failed.most_common(MOST_NAMED):
        if times >= WORST:
            heard = {one.heard for one in outcomes if (one.said, one.meant) == (said, meant) and not one.right}
            others = ", ".join(f'"{text}"' for text in sorted(heard) if text)
            yield f'  {times} times: "{said}" ({meant})' + (f", heard as {others}" if others else "")
    taken = Counter((one.said, one.heard) for one in outcomes if one.right is None and one.accepted)
    for (said, heard_as), times in taken.most_common(MOST_NAMED):
        yield f'  {times} times: {said} taken for "{heard_as}"'
