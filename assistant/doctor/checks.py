"""What the doctor asks of the program itself: settings, packages, hearing, voice, disk, games, words, pins."""

from __future__ import annotations

import errno
import importlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from assistant.app import Table, begin_evening, playable
from assistant.doctor import sound
from assistant.doctor.findings import Finding, State
from assistant.evening import MemoryJournal
from assistant.games import find_games
from assistant.parts import VOSK, buttons_of, engine_of, front_end_told, lamps_of, recogniser_of, voice_of, vosk_model
from assistant.settings import Settings, evenings_folder
from assistant.settings import examine as faults_and_hints
from hardware.pins import is_raspberry_pi, library

ENOUGH_BYTES = 50_000_000
"""An evening takes about one; below this the disk is as good as full."""

_PACKAGES = {
    "vosk": "hearing with Vosk",
    "pocketsphinx": "hearing",
    "sounddevice": "microphone and speaker",
    "gpiozero": "buttons and lamps",
    "pyttsx3": "the voice",
}
_NEEDED = ("pocketsphinx", "pyttsx3")
"""Without these nothing is heard or said; without another one, something else stands in."""


def _settings(settings: Settings) -> Iterator[Finding]:
    """Whether an evening could begin with them."""
    begin_evening(settings, playable(settings.table.game), MemoryJournal(), Table())
    yield Finding("settings", "ok", f"{settings.file}{'' if settings.file.exists() else ' is not there: all defaults'}")


def _packages() -> Iterator[Finding]:
    for package, purpose in _PACKAGES.items():
        try:
            importlib.import_module(package)
        except (ImportError, OSError) as error:
            reason = " ".join(str(error).split())
            state: State = "fail" if package in _NEEDED else "warn"
            yield Finding(package, state, f"{reason}; without it: no {purpose}", "run ./prompter again to set it up")
        else:
            yield Finding(package, "ok", f"there, for {purpose}")


def _engine(settings: Settings) -> Iterator[Finding]:
    engine = engine_of(settings)
    recogniser_of(settings, engine).close()
    yield Finding("engine", "ok", f"{engine} is believed")
    yield Finding("front end", "ok", f"before it: {front_end_told(settings)}")


def _model(settings: Settings) -> Iterator[Finding]:
    from hardware.models import check_kind

    folder = vosk_model(settings)
    if folder is None:
        yield Finding("model", "warn", "no Vosk model; PocketSphinx hears with its own", "prompter model get")
        return
    check_kind(folder)
    yield Finding("model", "ok", folder.name)


def _voice(settings: Settings) -> Iterator[Finding]:
    voice = voice_of(settings)
    try:
        sound = voice.speak("ready")
        yield Finding("voice", "ok", f"{voice.engine}, voice {settings.voice.name}, {sound.rate} Hz")
        name = settings.voice.name.partition("+")[0].casefold()
        if not any(name in (one.name.casefold(), one.language.casefold()) for one in voice.voices()):
            yield Finding("voice", "warn", f"there may be no voice {settings.voice.name!r}", "see: prompter voices")
    finally:
        voice.close()


def _disk(settings: Settings) -> Iterator[Finding]:
    folder = evenings_folder(settings)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"prompter")
    except OSError as error:
        yield unwritable(folder, error)
        return
    free = shutil.disk_usage(folder).free
    found = f"{free / 1e6:.0f} MB free for evenings in {folder}"
    yield Finding("disk", "ok", found) if free >= ENOUGH_BYTES else Finding("disk", "fail", found, "make room")


def unwritable(folder: Path, error: OSError) -> Finding:
    """Why no evening can be kept, and what to do."""
    do = "choose another evenings.folder, or let this user write there"
    if error.errno == errno.EROFS:
        do = "copy your evenings off this disk; a card that has gone read-only by itself is at its end"
    elif error.errno == errno.ENOSPC:
        do = "make room"
    return Finding("disk", "fail", f"{folder} cannot be written: {error.strerror}", do)


def _games() -> Iterator[Finding]:
    for one in find_games():
        if one.game is None:
            yield Finding(f"game {one.id}", "warn", one.fault, "the other games can be played")
        else:
            yield Finding(f"game {one.id}", "ok", one.game.title)


def _data(settings: Settings) -> Iterator[Finding]:
    """What is wrong or odd in the data and settings of each game."""
    for one in find_games():
        if one.game is not None:
            yield judge_data(one.id, *faults_and_hints(one.game, settings))


def judge_data(game: str, faults: Sequence[str], hints: Sequence[str]) -> Finding:
    """One line, and the command that shows the others; a hint may be meant so."""
    check, do = f"data of {game}", f"see: prompter config --game {game} --check"
    if faults:
        return Finding(check, "warn", f"{len(faults)} × wrong, so that it cannot be played", do)
    if hints:
        return Finding(check, "ok", f"{len(hints)} × worth a look", do)
    return Finding(check, "ok", "faultless")


def _words(settings: Settings) -> Iterator[Finding]:
    """Words of the game's sentences that the engine cannot hear."""
    knows = _knowing(settings)
    book = playable(settings.table.game).book
    unheard = sorted(word for word in book.words() if not knows(word))
    if unheard:
        yield Finding("words", "warn", f"cannot be heard: {', '.join(unheard)}", "say it another way; prompter say")
    else:
        yield Finding("words", "ok", f"all {len(book.words())} words of the sentences can be heard")


def _knowing(settings: Settings) -> Callable[[str], bool]:
    if engine_of(settings) == VOSK:
        from hardware.recogniser.vosk_model import VoskModel

        return VoskModel(vosk_model(settings) or Path()).knows
    from hardware.recogniser.pronounce import bundled

    return lambda word: bool(bundled()(word))


def _pins(settings: Settings) -> Iterator[Finding]:
    """Whether each pin can be had, and whether a button is down that nobody holds."""
    buttons, lamps = buttons_of(settings), lamps_of(settings)
    try:
        buttons.open(lambda press: None)
        troubles = dict.fromkeys(filter(None, (buttons.trouble, lamps.trouble)))
        do = "see: prompter wiring; while Prompter plays, it has them itself" if is_raspberry_pi() else ""
        yield from (Finding("pins", "warn", trouble, do) for trouble in troubles)
        if not troubles:
            count = len(settings.pins.by_name())
            yield Finding("pins", "ok", f"{count} by {library()}, no button is down" if count else "nothing is wired")
    finally:
        buttons.close()
        lamps.close()


CHECKS: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {
    "settings": _settings,
    **sound.CHECKS,
    "engine": _engine,
    "model": _model,
    "voice": _voice,
    "disk": _disk,
    "data": _data,
    "words": _words,
    "pins": _pins,
}

WITHOUT_SETTINGS: Mapping[str, Callable[[], Iterator[Finding]]] = {"packages": _packages, "games": _games}
