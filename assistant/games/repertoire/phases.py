"""The circle of phases, and what ends each (R-086 to R-095, R-097, R-105, R-151)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import checks, names, opens
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import PhaseAgreed, PhaseBegun
from assistant.games.repertoire.events_scene import SceneOpened
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Performance, Troupe
from assistant.games.repertoire.terms import Phase, Role, Status
from assistant.table import CLOCK, Command, Cue, Dice, Open, Refusal

NEXT = {
    Phase.DEPARTURE: Phase.TRAVEL,
    Phase.TRAVEL: Phase.ARRIVAL,
    Phase.ARRIVAL: Phase.PRODUCTION,
    Phase.PRODUCTION: Phase.DEPARTURE,
}
"""The circle."""

_LEAVING = {
    Phase.DEPARTURE: "travel",
    Phase.TRAVEL: "arrive",
    Phase.ARRIVAL: "begin_production",
    Phase.PRODUCTION: "next_phase",
}
"""The command that leaves just this phase."""


def next_phase(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """On to whatever comes next (V-50)."""
    return _leave(state, command, state.phase)


def travel(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _leave(state, command, Phase.DEPARTURE)


def arrive(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _leave(state, command, Phase.TRAVEL)


def begin_production(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _leave(state, command, Phase.ARRIVAL)


def _leave(state: Troupe, command: Command, phase: Phase) -> Outcome:
    """Leave this phase, if it is the one that is on and may end."""
    if phase is Phase.TRAVEL and not _may_arrive(state, command):
        return Refusal("E_NOT_ACTOR")
    if state.phase is not phase:
        return Refusal("E_PHASE")
    fault = checks.nothing_open(state) or _unfinished(state)
    if fault is not None:
        return fault
    if phase is Phase.TRAVEL and state.settings.travel_exit == "all":
        return _agree_to_arrive(state, command)
    return _begin(state, NEXT[phase])


def _may_arrive(state: Troupe, command: Command) -> bool:
    """The Actors set the length of the Travel (R-091, A-067)."""
    player = state.seat(command.seat)
    return player is None or player.role is Role.ACTOR or state.settings.travel_exit == "producer_too"


def _agree_to_arrive(state: Troupe, command: Command) -> Outcome:
    agreed = state.agreed | {command.seat}
    if all(actor.id in agreed for actor in state.actors if actor.active):  # who has not yet may be excused by now
        return _begin(state, Phase.ARRIVAL)
    return Refusal("E_DUPLICATE") if command.seat in state.agreed else (PhaseAgreed(seat=command.seat),)


def _unfinished(state: Troupe) -> Refusal | None:
    """What the phase still lacks: E_PHASE_INCOMPLETE, E_NO_ENCLAVE, E_NO_PLAY."""
    if state.phase is Phase.TRAVEL:
        return None
    missing = [names.display(state, actor.id) for actor in state.missing_scene]
    if state.phase is Phase.ARRIVAL and not any(actor.active for actor in state.actors):  # nobody could end it
        missing = [names.display(state, actor.id) for actor in state.actors]
    if missing:
        return Refusal("E_PHASE_INCOMPLETE", {"actor": missing[0], "actors": ", ".join(missing)})
    if state.phase is Phase.ARRIVAL and state.enclave is None:
        return Refusal("E_NO_ENCLAVE")
    return Refusal("E_NO_PLAY") if state.phase is Phase.ARRIVAL and state.play is None else None


def _begin(state: Troupe, phase: Phase) -> tuple[TroupeEvent, ...]:
    """The phase; the Production's one scene, with everyone, opens by itself (R-097)."""
    begun = PhaseBegun(phase=phase)
    if phase is not Phase.PRODUCTION:
        return (begun,)
    everyone = tuple(actor.id for actor in state.actors if actor.active)
    return (begun, SceneOpened(seat=None, no=state.scenes + 1, participants=everyone))


DECIDE = {
    "next_phase": Order(next_phase),
    "travel": Order(travel),
    "arrive": Order(arrive),
    "begin_production": Order(begin_production),
    "phase_due": Order(next_phase, by="clock"),
}


def _phase_begun(state: Troupe, event: PhaseBegun) -> Troupe:
    state = replace(state, phase=event.phase, been_in_scene=frozenset(), agreed=frozenset())
    if event.phase is Phase.TRAVEL:
        return replace(state, enclave=None, play=None)
    if event.phase is Phase.ARRIVAL:
        return replace(state, cycle=state.cycle + 1)
    if event.phase is Phase.PRODUCTION:
        given = Performance(state.cycle, state.enclave or "", state.play or "")
        return replace(state, performances=(*state.performances, given))
    return state


EVOLVE: Evolving = {
    PhaseBegun: _phase_begun,
    PhaseAgreed: lambda state, event: replace(state, agreed=state.agreed | {event.seat}),
}


def _production_over(state: Troupe) -> PhaseBegun | None:
    """When its scene is closed, so is the Production (R-105); it began together with that scene."""
    over = state.phase is Phase.PRODUCTION and state.scene is None and state.status is Status.PLAYING
    return PhaseBegun(phase=Phase.DEPARTURE) if over else None


FOLLOWS = (_production_over,)


def _open(state: Troupe) -> Iterable[Open]:
    if checks.nothing_open(state) is None:
        for intent in ("next_phase", _LEAVING[state.phase]):
            yield from opens.plain(state, intent, DECIDE[intent])


def _due(state: Troupe) -> Iterable[Command]:
    """A phase that ends by itself when everyone has had a scene (A-066)."""
    waits = state.phase in (Phase.DEPARTURE, Phase.ARRIVAL) and state.status is Status.PLAYING
    if state.settings.auto_phase and waits and not checks.nothing_open(state) and not _unfinished(state):
        yield Command("phase_due", CLOCK)


OPEN = (_open,)
DUE = (_due,)
NARRATE: Telling = {
    PhaseBegun: lambda state, event: (Cue(f"PhaseBegun.{event.phase.lower()}"),),
    PhaseAgreed: lambda state, event: (Cue("PhaseAgreed", {"actor": names.display(state, event.seat)}),),
}
