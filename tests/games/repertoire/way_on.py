"""The way on from wherever an evening is, while one seat says nothing (INV-30)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from assistant.games.repertoire import GAME
from assistant.games.repertoire.state import Confrontation, Scene, Troupe
from assistant.games.repertoire.terms import Phase, SceneState, Status
from assistant.table import CLOCK, Command, Value
from repertoire.evenings import is_events, outcome_of

_FAR = 100
"""Commands; an evening that has got nowhere by then goes nowhere."""
_NEEDED = frozenset({"make_enclave", "return_to_enclave", "never_mind", "resume"})
"""What even a Producer who says nothing else has to say."""


class StuckError(AssertionError):
    """Nobody present, and no tick, leads on."""


def leads_on(state: Troupe, silent: str, at: float) -> list[str]:
    """What it takes to get into another phase, or to the end, though ``silent`` says nothing. Raises StuckError."""
    phase, chance, given = state.phase, Random(1), list[str]()
    for _ in range(_FAR):
        if state.status is Status.OVER or state.phase is not phase:
            return given
        for command in (*_tries(state, silent, at), *_dues(state, at)):
            outcome = outcome_of(state, command, chance, silent)
            if is_events(outcome) and outcome:
                given.append(command.intent)
                at = max(at, command.at)
                for event in outcome:
                    state = GAME.evolve(state, event)
                break
        else:
            raise StuckError(f"{silent} is silent, and after {given} nothing leads on")
    raise StuckError(f"{silent} is silent, and this led nowhere: {given[-20:]}")


def _dues(state: Troupe, at: float) -> Iterator[Command]:
    clock = GAME.clock(state)
    for due in clock.due if clock.runs else ():
        yield Command(due.intent, CLOCK, due.slots, at=max(due.at, at))


def _tries(state: Troupe, silent: str, at: float) -> Iterator[Command]:
    producer = state.producer.id if state.producer else ""
    for seat, intent, slots in _wishes(state, silent, producer):
        if seat != silent or (seat == producer and intent in _NEEDED):
            yield Command(intent, seat, slots, "Somewhere Else", at)


def _wishes(state: Troupe, silent: str, producer: str) -> Iterator[tuple[str, str, dict[str, Value]]]:
    """What somebody would say to get on: who, what, with what; the best first."""
    actors = [actor.id for actor in state.actors]
    everyone = [producer, *actors]
    if state.paused:
        yield from ((seat, "resume", {}) for seat in everyone)
    elif state.confrontation is not None:
        yield from _in_confrontation(state.confrontation, everyone, producer)
    elif state.scene is not None:
        if not state.scene.events and state.settings.diceless_scenes != "count":
            yield from ((seat, "stake_trial", {}) for seat in state.scene.participants)
        yield from _in_scene(state.scene, everyone, actors, producer)
    else:
        yield from _between(state, silent, actors, producer)


def _in_confrontation(
    fight: Confrontation, everyone: list[str], producer: str
) -> Iterator[tuple[str, str, dict[str, Value]]]:
    for seat in (fight.actor, producer):
        yield seat, "roll", {}
        yield seat, "end_argument", {}
        yield seat, "set_aside", {"pile": "big"}
    yield from ((seat, "roll_anyway", {}) for seat in everyone)


def _in_scene(
    scene: Scene, everyone: list[str], actors: list[str], producer: str
) -> Iterator[tuple[str, str, dict[str, Value]]]:
    if scene.question is not None:
        yield producer, "never_mind", {}
    elif scene.state is SceneState.OPEN:
        yield from ((seat, "leave_stage", {}) for seat in scene.participants)
        yield from ((seat, "call_curtain", {}) for seat in actors)
        yield from ((seat, "join_scene", {}) for seat in actors)
    elif scene.state is SceneState.DEDICATING:
        yield from ((seat, "leave_stage", {}) for seat in scene.participants)
        yield from ((seat, "dedicate", {"for": "all"}) for seat in everyone if seat not in scene.dedicated)
        yield from ((seat, "roll", {}) for seat in everyone)
    else:
        yield from ((seat, "take_die", {"size": "big"}) for seat in everyone)
    yield from ((seat, "roll_anyway", {}) for seat in everyone)


def _between(
    state: Troupe, silent: str, actors: list[str], producer: str
) -> Iterator[tuple[str, str, dict[str, Value]]]:
    yield from ((seat, "next_phase", {}) for seat in (*actors, producer))
    if state.phase is Phase.ARRIVAL and state.enclave is None:
        yield producer, "make_enclave", {}
    if state.phase is Phase.ARRIVAL and state.play is None:
        yield from ((seat, "make_play", {}) for seat in (*actors, producer))
        yield from ((actors[0], "choose_play", {"card": card}) for card in state.repertoire)
    waits_for = [actor.id for actor in state.missing_scene]
    if silent in waits_for:
        yield from ((seat, "excuse", {"seat": silent}) for seat in actors)
        if [actor.id for actor in state.actors if actor.active] == [silent]:  # somebody is here, and not active yet
            waits_for = actors
    yield from ((seat, "start_scene", {}) for seat in waits_for)
    yield from ((seat, "excuse", {"seat": silent}) for seat in actors if state.settings.travel_exit == "all")
