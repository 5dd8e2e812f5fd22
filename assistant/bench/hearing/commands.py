"""The sentences of a game: each first form, said by several voices, through the box's own ears, a button held.

The moments are those of the game's stories, so that every sentence stands among all that could be said beside it. A
sentence is *right* where the press comes out as the same intent with the same slots; what is *accepted* and not right
is taken for something else that would be done. Times of the machine play no part.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assistant.app import Playable
from assistant.bench.hearing.in_room import EarsInRoom, Overheard
from assistant.bench.hearing.plan import CLEAN, Plan, Work
from assistant.bench.hearing.pool import Stretch
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise
from assistant.evening import Listening
from assistant.rehearsal import load_story
from assistant.rehearsal.sittings import Sittings
from assistant.settings import load
from grammar import Matches, Phrasebook, Reading
from hardware.actors import actor
from hardware.sounds import to_samples

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


def commands(plan: Plan) -> Work:
    """Every case, said by every voice; a sample is one of all that there is to say."""
    said = cases(plan.config, plan.play, plan.each)
    voices = plan.actors(VOICES)
    todo = [(case, voice) for voice in voices for case in said]
    if plan.sample is not None and plan.sample < len(todo):
        todo = plan.sampled(todo)
    stretches = []
    for front_end in plan.front_ends:
        for noise in plan.noises(CLEAN):
            for voice in voices:
                some = [case for case, by in todo if by == voice]
                hear = partial(_hear, plan, front_end, noise, voice, some)
                stretches.append(Stretch("commands", str(noise), front_end, len(some), hear, voice))
    return Work(stretches, _notes(plan.play, said))


def _notes(play: Playable, said: Sequence[Case]) -> tuple[str, ...]:
    opened = {case.intent for case in said}
    closed = sorted(intent for intent in own_intents(play) if intent not in opened)
    about = f"{play.game.id}: {len(said)} sentences of {len(opened)} intents"
    return (about, f"not measured, for no story has them open: {', '.join(closed)}") if closed else (about,)


def own_intents(play: Playable) -> Sequence[str]:
    """The game's own: those of the common sentences are the shell's."""
    common = Phrasebook.load().intents
    return [intent for intent in play.book.intents if intent not in common]


def _hear(plan: Plan, front_end: str, noise: Noise, voice: str, said: Sequence[Case]) -> list[Outcome]:
    """A voice is heard by ears of its own, from the first sentence to the last."""
    ears = EarsInRoom(plan, front_end)
    outcomes = []
    for number, case in enumerate(said):
        free = FREE_WORDS[number % len(FREE_WORDS)]
        sound = actor(voice).speak(case.words.replace("…", free))
        if noise.level is not None:
            sound = noise.over(to_samples(sound.pcm), str(number))
        heard = ears.hold(case.seat, case.listening.network(case.seat), sound)
        outcomes.append(judged(case, heard))
    ears.close()
    return outcomes


def judged(case: Case, heard: Overheard) -> Outcome:
    """What came of a case."""
    meant, found = case.meant(case.words), case.meant(heard.text) if heard.text else None
    return Outcome(
        case.words,
        case.intent,
        heard.text,
        accepted=found is not None,
        right=found is not None and meant is not None and same(found, meant),
        seconds=heard.seconds,
        cpu_seconds=heard.cpu_seconds,
    )


def same(found: Reading, meant: Reading) -> bool:
    """Whether that would do what was meant. Free words are not compared: they are drafted later."""
    return found.intent == meant.intent and found.slots == meant.slots and bool(found.text) == bool(meant.text)
