"""How well the sentences of a game are heard: each first form, said by several voices, through the box's own ears.

The moments are those of the game's stories, so that every sentence stands among all that could be said beside it. A
sentence counts as *right* where the press comes out as the same intent with the same slots, as *taken* where it comes
out as something else that would be done, else as *not understood*. Times of the machine play no part.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.app import Playable, lexicon
from assistant.evening import Listening
from assistant.parts import ears_of, engine_of, front_end_of, recogniser_of
from assistant.rehearsal import load_story
from assistant.rehearsal.room import Room
from assistant.rehearsal.sittings import Sittings
from assistant.settings import Settings, load
from grammar import Matches, Phrasebook, Reading
from hardware.actors import actor
from hardware.heard import Event, Utterance
from hardware.measure import as_pcm, mix, read_recording
from hardware.ports import SAMPLE_RATE, HardwareError, Sound
from hardware.sounds import to_samples
from hardware.speech_programs import is_installed

VOICES = (
    *("flite:slt", "flite:kal16", "flite:rms", "flite:awb"),
    *("festival:ked_diphone", "festival:cmu_us_slt_arctic_hts", "piper:en_US-joe-medium"),
)
"""Seven voices that are not eSpeak's; those whose program is missing are left out."""

FREE_WORDS = ("the long road to the sea", "nobody knows what he wants", "a house with a red door")
"""What is said where a sentence wants words of one's own."""


@dataclass(frozen=True)
class Case:
    """One sentence to be said by a seat at one moment of an evening."""

    listening: Listening
    seat: str
    intent: str
    words: str
    """As it is written; "…" stands for free words."""

    def meant(self, text: str) -> Reading | None:
        """What these words come to at this moment; None for nothing, or nothing that could be done."""
        listening = self.listening
        match = listening.book.match(
            text, listening.opens, seat=self.seat, seats=listening.players, expected=listening.expected
        )
        if not isinstance(match, Matches) or len(match.readings) != 1:
            return None
        (reading,) = match.readings
        return reading if reading.open else None


@dataclass(frozen=True)
class Heard:
    """What came of a case, said by a voice."""

    case: Case
    voice: str
    text: str
    is_right: bool
    is_taken: bool


@dataclass(frozen=True)
class Row:
    """One voice, or all of them, in one noise."""

    voice: str
    snr_db: float | None
    n: int
    right: int
    taken: int

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share that is right, 95 % (Wilson)."""
        if not self.n:
            return 0.0, 1.0
        z, share = 1.96, self.right / self.n
        middle = share + z * z / (2 * self.n)
        spread = z * math.sqrt(share * (1 - share) / self.n + z * z / (4 * self.n * self.n))
        return (middle - spread) / (1 + z * z / self.n), (middle + spread) / (1 + z * z / self.n)


@dataclass(frozen=True)
class Measured:
    """All of it, and which sentences fared worst."""

    game: str
    engine: str
    front_end: str
    sentences: int
    rows: tuple[Row, ...]
    heard: tuple[Heard, ...]
    never_open: tuple[str, ...]
    """Intents of the game that no story opens; they are not measured."""


def cases(config: Path | None, play: Playable, each: int) -> list[Case]:
    """Up to ``each`` sentences for every intent that a seat has open in the game's stories, with different names."""
    found: dict[str, dict[str, Case]] = {}
    for path in sorted((play.folder / "stories").glob("*.yaml")):
        for listening, seat in _moments(config, play, path):
            for opened in listening.opens:
                said = found.setdefault(opened.intent, {})
                seats = [one.id for one in listening.players if opened.seats is None or one.id in opened.seats]
                if len(said) >= each or not seats:
                    continue
                chosen = seat if seat in seats else seats[0]
                for words in play.book.examples((opened,), chosen, len(said)):
                    case = Case(listening, chosen, opened.intent, words)
                    if case.meant(words) is not None:
                        said.setdefault(words, case)
    return [case for said in found.values() for case in said.values()]


def _moments(config: Path | None, play: Playable, path: Path) -> Iterator[tuple[Listening, str]]:
    """What can be said before each line of a story, and whose seat says it; the story is typed, and comes out so."""
    story = load_story(path)
    with tempfile.TemporaryDirectory(prefix="prompter-") as folder:
        sittings = Sittings(load(config, dict(story.settings)), play, story, Path(folder))
        for line in story.lines:
            yield sittings.evening.listening(), str(list(story.seats).index(line.who) + 1) if line.who else ""
            sittings.typed(line)
        sittings.close()


def measure(
    config: Path | None,
    play: Playable,
    *,
    each: int = 3,
    voices: Sequence[str] = VOICES,
    noise: tuple[Path, float] | None = None,
    sample: int | None = None,
    seed: int = 1,
    done: Callable[[int, int], None] = lambda at, of: None,
) -> Measured:
    """Have every voice say every case. ``noise``: a recording of 16 kHz and the dB that speech is above it.

    ``sample`` of all that there is to say; ``done`` is told how far it is. Raises HardwareError, StoryError.
    """
    settings = load(config, {"table.game": play.game.id})
    said = cases(config, play, each)
    there = [voice for voice in voices if is_installed(actor(voice).program)]
    if not there:
        raise HardwareError(f"none of these voices is installed: {', '.join(voices)}")
    todo = [(case, voice) for voice in there for case in said]
    if sample is not None and sample < len(todo):
        todo = random.Random(seed).sample(todo, sample)
    chosen = {voice: tuple(case for case, by in todo if by == voice) for voice in there}
    task = _Task(settings, chosen, noise, seed)
    front_end = front_end_of(settings).name  # chosen before the work is shared out: the same for every voice
    heard = []
    for one in task.run():
        heard += one
        done(len(heard), len(todo))
    rows = [_row(voice, noise, [one for one in heard if one.voice == voice]) for voice in there]
    opened = {case.intent for case in said}
    return Measured(
        play.game.id,
        engine_of(settings),
        front_end,
        len(said),
        (*rows, _row("all", noise, heard)),
        tuple(heard),
        tuple(sorted(intent for intent in own_intents(play) if intent not in opened)),
    )


def own_intents(play: Playable) -> Sequence[str]:
    """The game's own: those of the common sentences are the shell's."""
    common = Phrasebook.load().intents
    return [intent for intent in play.book.intents if intent not in common]


def _row(voice: str, noise: tuple[Path, float] | None, heard: Sequence[Heard]) -> Row:
    right, taken = sum(one.is_right for one in heard), sum(one.is_taken for one in heard)
    return Row(voice, noise[1] if noise else None, len(heard), right, taken)


@dataclass(frozen=True)
class _Task:
    """All that is to be said, by voice. A voice is heard by ears of its own, from the first sentence to the last, so
    that the figures do not depend on how many are heard at a time."""

    settings: Settings
    todo: Mapping[str, Sequence[Case]]
    noise: tuple[Path, float] | None
    seed: int

    def run(self) -> Iterator[list[Heard]]:
        """What came of it, voice after voice, as many at a time as there are cores."""
        global _TASK
        _TASK = self  # word networks do not travel between processes; those that are forked find them in place
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            for voice, results in pool.imap(_hear_voice, self.todo):
                cases = self.todo[voice]
                yield [Heard(case, voice, *result) for case, result in zip(cases, results, strict=True)]

    def hear(self, voice: str) -> list[tuple[str, bool, bool]]:
        """In a process of its own: what was heard of each case of this voice, whether it is right, whether taken."""
        events: list[Event] = []
        recogniser = recogniser_of(self.settings, engine_of(self.settings))
        ears = ears_of(self.settings, recogniser, front_end_of(self.settings), events.append)
        room = Room(ears, events, lambda seconds: None, seed=self.seed)
        room.quiet(1.0)
        names = lexicon(self.settings)
        results = []
        for number, case in enumerate(self.todo[voice]):
            ears.listen_for(button={case.seat: case.listening.network(case.seat)}, lexicon=names)
            room.quiet(0.3)
            first = len(events)
            room.hold(case.seat, self._sound(voice, number, case))
            utterance = next((one for one in events[first:] if isinstance(one, Utterance)), None)
            results.append(_judged(case, utterance.heard.text if utterance is not None else ""))
        recogniser.close()
        return results

    def _sound(self, voice: str, number: int, case: Case) -> Sound:
        free = FREE_WORDS[number % len(FREE_WORDS)]
        sound = actor(voice).speak(case.words.replace("…", free))
        if self.noise is None:
            return sound
        recording, snr_db = self.noise
        mixed = mix(to_samples(sound.pcm), read_recording(recording), snr_db, random.Random(f"{self.seed} {number}"))
        return Sound(as_pcm(mixed), SAMPLE_RATE)


def _hear_voice(voice: str) -> tuple[str, list[tuple[str, bool, bool]]]:
    assert _TASK is not None
    return voice, _TASK.hear(voice)


def _judged(case: Case, text: str) -> tuple[str, bool, bool]:
    meant, found = case.meant(case.words), case.meant(text) if text else None
    is_right = found is not None and meant is not None and _same(found, meant)
    return text, is_right, found is not None and not is_right


def _same(found: Reading, meant: Reading) -> bool:
    """Free words are not compared: they are drafted later."""
    return found.intent == meant.intent and found.slots == meant.slots and bool(found.text) == bool(meant.text)


_TASK: _Task | None = None
