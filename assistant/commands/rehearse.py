"""``prompter rehearse``: the main job without hardware. A story is spoken, heard, played and announced."""

from __future__ import annotations

import json
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from assistant.app import Playable, lexicon, playable
from assistant.commands.options import engine_option, load_settings, with_settings
from assistant.mouth import Mouth
from assistant.names_alike import Learner
from assistant.parts import ears_of, engine_of, front_end_of, other_engine, recogniser_of, voice_of
from assistant.rehearsal import Story, StoryError, load_story
from assistant.rehearsal.compared import Compared
from assistant.rehearsal.performance import Passing, Performance, Performed
from assistant.rehearsal.report import Report, line_json, told
from assistant.rehearsal.room import Echo, Room
from assistant.rehearsal.sittings import Sittings
from assistant.settings import Settings
from grammar import spoken_words
from hardware.actors import actor
from hardware.fakes.speaker import FileSpeaker
from hardware.heard import Event
from hardware.ports import SAMPLE_RATE, HardwareError, Recogniser, Sound, Speaker
from hardware.sounds import write_wav

STORY = "evening"
"""The story of a game that is played where none is named."""


@click.command()
@click.argument("story", default="")
@with_settings
@engine_option
@click.option("--aloud", is_flag=True, help="Play it through the speaker as it goes, in the time it takes.")
@click.option("--wav", type=click.Path(path_type=Path, file_okay=False), help="Keep the sounds in this folder.")
@click.option("--json", "as_json", is_flag=True, help="One object for each line, and one with the counts.")
def rehearse(
    story: str,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    engine: str | None,
    aloud: bool,
    wav: Path | None,
    as_json: bool,
) -> None:
    """Play a spoken evening without any hardware: voices say each line of STORY, the box hears and does it.

    STORY is a file, or the name of one that ships with the game. Exit status 0 only if every line was heard and did
    what the story says.
    """
    play = playable(load_settings(config_file, overrides, game).table.game)
    told_story = load_story(_story_file(story, play))
    settings = load_settings(config_file, overrides, told_story.game, told_story.settings, hearing__engine=engine)
    play = playable(told_story.game)
    report = Report(
        engine_of(settings),
        front_end_of(settings).name,
        told_story.seats,
        settings.table.address_word,
        other_engine(settings),
    )
    report.setup_seconds = float(os.environ.get("PROMPTER_SETUP_SECONDS", "0") or 0)
    with _staged(settings, play, told_story, wav, aloud) as performance:
        for performed in _followed(performance, report, as_json):
            if wav:
                _keep_line(wav, performed.number, performed)
    if as_json:
        click.echo(json.dumps({"counts": report.as_json()}, ensure_ascii=False))
    else:
        Console().print(report.table())
    raise click.exceptions.Exit(1 if report.wrong else 0)


def _followed(performance: Performance, report: Report, as_json: bool) -> Iterator[Performed]:
    """The lines as they are played, each shown at once."""
    console = Console()
    lines = performance.story.lines
    began = time.perf_counter()
    with Progress(console=console, transient=True, disable=as_json or not console.is_terminal) as progress:
        task = progress.add_task(performance.story.title, total=len(lines))
        for performed in performance.play():
            report.performed.append(performed)
            if as_json:
                click.echo(json.dumps(line_json(performed), ensure_ascii=False))
            else:
                console.print(told(performed), soft_wrap=True, highlight=False)
            progress.advance(task)
            yield performed
    report.drafted = performance.drafted
    report.story_seconds = time.perf_counter() - began
    report.sound_seconds = performance.room.seconds
    report.memory_megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _story_file(story: str, play: Playable) -> Path:
    path = Path(story)
    if story.endswith((".yaml", ".yml")) or (story and path.is_file()):
        return path
    shipped = sorted(one.stem for one in (play.folder / "stories").glob("*.yaml"))
    if (story or STORY) not in shipped:
        raise StoryError(f"no story {story or STORY!r}: give a file, or one of {', '.join(shipped) or 'none'}")
    return play.folder / "stories" / f"{story or STORY}.yaml"


@contextmanager
def _staged(settings: Settings, play: Playable, story: Story, wav: Path | None, aloud: bool) -> Iterator[Performance]:
    """Everything that a performance needs, on a journal of its own that is gone afterwards."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="prompter-")))
        folder = wav or scratch
        folder.mkdir(parents=True, exist_ok=True)
        sittings = Sittings(settings, play, story, scratch)
        stack.callback(sittings.close)
        recogniser, others = _recogniser(settings)
        stack.callback(recogniser.close)
        events: list[Event] = []
        ears = ears_of(settings, recogniser, front_end_of(settings), events.append)
        speaker = Echo(_speaker(settings, folder, aloud))
        stack.callback(speaker.close)
        voice = voice_of(settings)
        stack.callback(voice.close)
        passing = Passing(sittings)
        room = Room(ears, events, passing, bytearray() if wav else None)
        actors = {player: actor(voice) for player, voice in story.seats.items()}
        yield Performance(
            story,
            sittings,
            ears,
            room,
            recogniser,
            Mouth(voice, speaker, settings.voice),
            actors,
            speaker.take,
            passing.due,
            lexicon(settings),
            Learner(lexicon(settings)),
            (lambda sound: _play_whole(speaker, sound)) if aloud else (lambda sound: None),
            settings.table.address_word,
            others,
        )
        if room.recorded is not None:
            write_wav(folder / "microphone.wav", Sound(bytes(room.recorded), SAMPLE_RATE))


def _recogniser(settings: Settings) -> tuple[Recogniser, Callable[[], list[str]]]:
    """The engine that is believed; where the other one is there too it listens beside, and is counted."""
    believed = recogniser_of(settings, engine_of(settings))
    other = other_engine(settings)
    if not other:
        return believed, list
    try:
        compared = Compared(believed, recogniser_of(settings, other))
    except HardwareError as error:  # nothing hangs on an engine that is only counted
        click.echo(f"prompter: {other} does not listen beside: {error}", err=True)
        return believed, list
    return compared, compared.take


def _speaker(settings: Settings, folder: Path, aloud: bool) -> Speaker:
    if aloud:
        from hardware.quiet import divert_native_noise
        from hardware.speaker import PortAudioSpeaker

        divert_native_noise()

        return PortAudioSpeaker(settings.sound.speaker or None)
    return FileSpeaker(folder / "announcements.wav", gap_seconds=0.3)


def _play_whole(speaker: Speaker, sound: Sound) -> None:
    """A line for people in the room; the box listens to it after they have heard it."""
    speaker.wait()
    speaker.play(sound)
    speaker.wait()


def _keep_line(folder: Path, number: int, performed: Performed) -> None:
    """The sound of a line, named after what it says."""
    if performed.sound is not None:
        words = "_".join(spoken_words(performed.line.spoken))[:60]
        write_wav(folder / f"{number:03}_{performed.line.who}_{words}.wav", performed.sound)
