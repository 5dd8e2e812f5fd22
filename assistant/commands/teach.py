"""``prompter teach``: how a name is said, from a few takes of it into the settings file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from assistant.app import evening_path, look_at
from assistant.commands.options import load_settings, with_settings
from assistant.evening import JournalFile
from assistant.names_alike import Near, nearest
from assistant.parts import front_end_of
from assistant.settings import Settings, evenings_folder
from assistant.settings_names import write_phones
from grammar import spoken_form
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, FrontEnd, HardwareError, Microphone

TAKES = 3
MOST_TAKES = 6
"""More pronunciations of a word are not listened for."""


@click.command()
@click.argument("name")
@with_settings
@click.option(
    "--take",
    "files",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"A WAV file in which the name is said, alone; up to {MOST_TAKES} times. Without any the microphone is used.",
)
@click.option("--evening", default="", help="Compare the name with those of this evening too.")
@click.option("--dry-run", is_flag=True, help="Only print what would be written.")
@click.option("--json", "as_json", is_flag=True, help="One object instead of lines.")
def teach(
    name: str,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    files: tuple[Path, ...],
    evening: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Teach the box how NAME, one word, is said: three times, by those who will say it.

    What is heard is written into the settings file as the phones of NAME under [[names]], in place of all phones that
    are there, those written by hand too; the rest of the file stays as it is.
    """
    settings = load_settings(config_file, overrides, game)
    _check(name, files)
    written = _names_of(settings, evening)
    heard = _of_files(files, front_end_of(settings)) if files else _spoken(settings, name)
    phones = tuple(dict.fromkeys(heard))
    near = nearest(settings, name, phones, written)
    if not dry_run:
        write_phones(settings.file, name, phones)
    if as_json:
        click.echo(json.dumps(_record(name, heard, near, settings.file, not dry_run), ensure_ascii=False))
    else:
        for line in _lines(heard, near):
            click.echo(line)
        click.echo(f"{'would be written' if dry_run else 'written'}: {settings.file}")


def _check(name: str, files: Sequence[Path]) -> None:
    words = spoken_form(name).split()
    if not any(map(str.isalpha, name)):
        raise click.UsageError(f"{name!r} cannot be said: give a name with letters")
    if len(words) > 1:
        raise click.UsageError(f"{name!r} is {len(words)} words: teach those that are no English ones, each by itself")
    if len(files) > MOST_TAKES:
        raise click.UsageError(f"{len(files)} takes are too many: give the {MOST_TAKES} that differ most")


def _names_of(settings: Settings, evening: str) -> tuple[str, ...]:
    """Who sits in an evening, and all names that can be said there now."""
    if not evening:
        return ()
    journal = JournalFile.read(evening_path(evenings_folder(settings), evening))
    try:
        listening = look_at(settings, journal).listening()
        slots = [names for each in listening.opens for names in each.slots.values() if not isinstance(names, range)]
        return tuple(name.display for names in (listening.players, listening.expected, *slots) for name in names)
    finally:
        journal.close()


def _learnt(pcm: bytes, front_end: FrontEnd) -> str:
    """The phones of a take as the box will hear the name, behind the same front end. Raises TakeError."""
    from hardware.recogniser.enrol import phones_said

    front_end.start()
    blocks = [front_end.feed(pcm[at : at + BLOCK_BYTES]) for at in range(0, len(pcm), BLOCK_BYTES)]
    return phones_said(b"".join([*blocks, front_end.finish()]))


def _of_files(files: Sequence[Path], front_end: FrontEnd) -> list[str]:
    from hardware.recogniser.enrol import TakeError
    from hardware.resample import resample
    from hardware.sounds import read_wav

    heard = []
    for file in files:
        try:
            sound = resample(read_wav(file), SAMPLE_RATE)
        except HardwareError as error:
            raise click.UsageError(str(error)) from None
        try:
            heard.append(_learnt(sound.pcm, front_end))
        except TakeError as error:
            raise click.UsageError(f"{file}: {error}") from None
    return heard


def _spoken(settings: Settings, name: str) -> list[str]:
    """Three takes by the microphone; one that is unlike the others is asked for once more."""
    from hardware.microphone import PortAudioMicrophone
    from hardware.quiet import divert_native_noise
    from hardware.recogniser.enrol import unlike

    divert_native_noise()
    front_end = front_end_of(settings)
    microphone = PortAudioMicrophone(settings.sound.microphone or None)
    try:
        heard = [_take(microphone, front_end, f"{number} of {TAKES}", name) for number in range(1, TAKES + 1)]
        odd = unlike(heard)
        if odd is not None:
            heard[odd] = _take(microphone, front_end, f"take {odd + 1} is unlike the others, once more", name)
    except HardwareError as error:
        raise HardwareError(f"{error}; or give sound files: --take FILE") from error
    return heard


def _take(microphone: Microphone, front_end: FrontEnd, which: str, name: str) -> str:
    """Asked for until something can be learnt from it."""
    from hardware.recogniser.enrol import TakeError
    from hardware.takes import record_take

    while True:
        asked = f"{which}: press Enter, then say {name} at the word now"
        click.prompt(asked, "", show_default=False, prompt_suffix=" ", err=True)
        try:
            return _learnt(record_take(microphone, lambda: click.echo("now", err=True)), front_end)
        except TakeError as error:
            which = f"{error}; once more"


def _lines(heard: Sequence[str], near: Near | None) -> Iterator[str]:
    from hardware.recogniser.enrol import unlike

    for number, phones in enumerate(heard, 1):
        yield f"{number}: {phones}"
    odd = unlike(heard)
    if odd is not None:
        yield f"take {odd + 1} is unlike the others: say it again, unless the name is meant to be said in two ways"
    if near is not None:
        yield f"closest: {near.told}"


def _record(name: str, heard: Sequence[str], near: Near | None, file: Path, is_written: bool) -> dict[str, object]:
    from hardware.recogniser.enrol import unlike

    odd = unlike(heard)
    return {
        "name": name,
        "takes": list(heard),
        "unlike": None if odd is None else odd + 1,
        "closest": None
        if near is None
        else {"name": near.other, "distance": round(near.distance, 2), "too_close": near.is_too_close},
        "file": str(file),
        "written": is_written,
    }
