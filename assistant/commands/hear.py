"""``prompter hear``: sound files through recogniser and grammar; nothing is rolled, nothing is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from assistant.app import Table, begin_evening, evening_path, lexicon, look_at, playable
from assistant.commands.options import engine_option, load_settings, with_settings, with_table
from assistant.evening import JournalFile, Listening, MemoryJournal
from assistant.hearing import by_sound
from assistant.parts import engine_of, front_end_of, recogniser_of
from assistant.settings import Settings, evenings_folder
from grammar import Matches
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, FrontEnd, HardwareError, Heard, Recogniser
from hardware.resample import resample
from hardware.sounds import read_wav


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@with_settings
@with_table
@click.option("--evening", default="", help="Hear what can be said in this evening now; else all that is in the book.")
@click.option("--seat", default="2", show_default=True, help="The seat whose button is held.")
@engine_option
@click.option("--json", "as_json", is_flag=True, help="One object for each file.")
def hear(
    files: tuple[Path, ...],
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    seats: tuple[str, ...],
    facilitator: str,
    expected: tuple[str, ...],
    evening: str,
    seat: str,
    engine: str | None,
    as_json: bool,
) -> None:
    """Hear sound FILEs (WAV) as if each were an aside with a button held, and say what they mean.

    What can be heard is what can be said now: in the evening given, else at the very beginning of a game.
    """
    settings = load_settings(config_file, overrides, game, hearing__engine=engine)
    listening = _listening(settings, evening, Table(seats, facilitator, expected))
    if seat not in [player.id for player in listening.players]:
        seats_there = ", ".join(player.id for player in listening.players) or "none: give --seats or --evening"
        raise click.UsageError(f"there is no seat {seat}; there are {seats_there}")
    recogniser, front_end = recogniser_of(settings, engine_of(settings)), front_end_of(settings)
    recogniser.listen_for(listening.network(seat), (*lexicon(settings), *by_sound(listening)))
    failed = 0
    for path in files:
        try:
            record = _record(path, _heard(path, recogniser, front_end), listening, seat)
        except HardwareError as error:
            failed += 1
            click.echo(f"prompter: {error}", err=True)
            continue
        click.echo(json.dumps(record, ensure_ascii=False) if as_json else _told(record))
    recogniser.close()
    raise click.exceptions.Exit(1 if failed else 0)


def _listening(settings: Settings, evening: str, table: Table) -> Listening:
    if not evening:
        return begin_evening(settings, playable(settings.table.game), MemoryJournal(), table).evening.listening()
    journal = JournalFile.read(evening_path(evenings_folder(settings), evening))
    try:
        return look_at(settings, journal).listening()
    finally:
        journal.close()


def _heard(path: Path, recogniser: Recogniser, front_end: FrontEnd) -> Heard:
    pcm = resample(read_wav(path), SAMPLE_RATE).pcm
    front_end.start()
    recogniser.start()
    for start in range(0, len(pcm), BLOCK_BYTES):
        recogniser.feed(front_end.feed(pcm[start : start + BLOCK_BYTES]))
    recogniser.feed(front_end.finish())
    return recogniser.finish()


def _record(path: Path, heard: Heard, listening: Listening, seat: str) -> dict[str, Any]:
    match = listening.book.match(
        heard.text, listening.opens, seat=seat, seats=listening.players, expected=listening.expected
    )
    reading = match.readings[0] if isinstance(match, Matches) and len(match.readings) == 1 else None
    return {
        "file": str(path),
        "heard": heard.text,
        "confidence": round(heard.confidence, 3),
        "intent": reading.intent if reading else None,
        "slots": dict(reading.slots) if reading else {},
        "engine": heard.engine,
        "seconds": round(heard.seconds, 3),
        "why_not": heard.why_not,
    }


def _told(record: dict[str, Any]) -> str:
    meaning = record["intent"] or record["why_not"] or "no sentence"
    slots = " ".join(f"{slot}={value}" for slot, value in record["slots"].items())
    return f"{record['file']}: {record['heard'] or '-'}  → {meaning} {slots}".rstrip()
