"""The sentences of a game: each first form, said by several voices, through the box's own ears, a button held.

The moments are those of the game's stories, so that every sentence stands among all that could be said beside it. A
sentence is *right* where the press comes out as the same intent with the same slots; what is *accepted* and not right
is taken for something else that would be done. Times of the machine play no part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from assistant.app import Playable
from assistant.bench.hearing.in_room import EarsInRoom, Overheard
from assistant.bench.hearing.moments import Case, own_intents
from assistant.bench.hearing.plan import CLEAN, VOICES, Plan, Work
from assistant.bench.hearing.pool import Stretch
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise
from grammar import Reading
from hardware.actors import actor
from hardware.sounds import to_samples


def commands(plan: Plan) -> Work:
    """Every case, said by every voice; a sample is one of all that there is to say."""
    said, voices = plan.cases, plan.actors(VOICES)
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


def _hear(plan: Plan, front_end: str, noise: Noise, voice: str, said: Sequence[Case]) -> list[Outcome]:
    """A voice is heard by ears of its own, from the first sentence to the last."""
    ears = EarsInRoom(plan, front_end)
    outcomes = []
    for number, case in enumerate(said):
        sound = actor(voice).speak(case.spoken(number))
        if noise.level is not None:
            sound = noise.over(to_samples(sound.pcm), str(number))
        outcomes.append(judged(case, ears.hold(case.seat, case.network(), sound)))
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
        alarms=heard.alarms if case.hands_free else None,
    )


def same(found: Reading, meant: Reading) -> bool:
    """Whether that would do what was meant. Free words are not compared: they are drafted later."""
    return found.intent == meant.intent and found.slots == meant.slots and bool(found.text) == bool(meant.text)
