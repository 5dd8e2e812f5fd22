"""``prompter bench``: the measurements. Times are CPU time where the machine is shared, and told with their number."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click


@click.group()
def bench() -> None:
    """Measure how well and how quickly the box does its work."""


@bench.command("front-ends")
@click.argument("speech", type=click.Path(path_type=Path, file_okay=False))
@click.option("--sample", default=60, show_default=True, help="How many recordings.")
@click.option("--seed", default=1, show_default=True, help="Which recordings, and where the noise begins.")
@click.option("--front-end", "names", multiple=True, help="Only this one; may be given several times.")
@click.option("--json", "as_json", is_flag=True, help="One object for each row.")
def front_ends(speech: Path, sample: int, seed: int, names: tuple[str, ...], as_json: bool) -> None:
    """Hear orders of real people in kitchen noise through each front end.

    SPEECH is a folder with coffee/ and kitchen.flac, as the speech-to-intent benchmark has them.
    """
    from hardware import measure
    from hardware.front_end import FRONT_ENDS

    if not as_json:
        click.echo(f"{'front end':12}{'noise':>8}{'n':>6}{'right %':>9}{'exact %':>9}{'front':>8}{'decode':>8}")
    for row in measure.front_ends(speech, sample, seed, names or tuple(FRONT_ENDS)):
        click.echo(json.dumps(asdict(row)) if as_json else _front_end_line(asdict(row)))


def _front_end_line(row: dict[str, Any]) -> str:
    noise = "clean" if row["snr_db"] is None else f"{row['snr_db']:g} dB"
    shares = f"{100 * row['right'] / row['n']:9.1f}{100 * row['exact'] / row['n']:9.1f}"
    return f"{row['front_end']:12}{noise:>8}{row['n']:6}{shares}{row['front_rtf']:8.3f}{row['decode_rtf']:8.3f}"
