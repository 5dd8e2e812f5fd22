"""Who is away, who is back, who comes late (R-096, R-151)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import checks, edit, names, opens
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import ActorExcused, ActorReturned, SeatAdded
from assistant.games.repertoire.events_scene import SceneJoined
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Player, Troupe
from assistant.games.repertoire.terms import Phase, Role
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.naming import fold
from assistant.table.slots import UNKNOWN_WORDS, words


def excuse(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A seat that shall not hold up a phase."""
    target = _actor(state, command)
    if isinstance(target, Refusal):
        return target
    if not state.settings.excuse_absent:
        actor = names.display(state, target.id)
        return Refusal("E_PHASE_INCOMPLETE", {"actor": actor, "actors": actor})
    if target.active and sum(actor.active for actor in state.actors) == 1:
        return Refusal("E_SEATS", {"most": state.settings.max_seats})
    if target.excused or _busy(state, target.id):
        return Refusal("E_DUPLICATE")
    return (ActorExcused(seat=target.id),)


def welcome_back(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Back at the table; in a Production, straight into its scene."""
    target = _actor(state, command)
    if isinstance(target, Refusal):
        return target
    if target.active:
        return Refusal("E_DUPLICATE")
    back: tuple[TroupeEvent, ...] = (ActorReturned(seat=target.id),)
    scene = state.scene
    joins = scene is not None and scene.phase is Phase.PRODUCTION and target.id not in scene.participants
    return (*back, SceneJoined(seat=target.id)) if joins else back


def _actor(state: Troupe, command: Command) -> Player | Refusal:
    target = checks.seat_in(state, command)
    if isinstance(target, Refusal):
        return target
    return target if target.role is Role.ACTOR else Refusal("E_NOT_ACTOR")


def _busy(state: Troupe, seat: Seat) -> bool:
    """In the open scene or confrontation."""
    playing = state.scene is not None and seat in state.scene.participants
    return playing or (state.confrontation is not None and seat == state.confrontation.actor)


def add_seat(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A newcomer sits down; his card follows."""
    if state.scene is not None:
        return Refusal("E_SCENE_OPEN")
    if len(state.seats) >= state.settings.max_seats:
        return Refusal("E_SEATS", {"most": state.settings.max_seats})
    name = words(command)
    if name == UNKNOWN_WORDS or not fold(name):
        return Refusal("E_CONTENT", {"who": ""})
    if fold(name) in (fold(player.player_name) for player in state.seats):
        return Refusal("E_DUPLICATE")
    return (SeatAdded(seat=str(len(state.seats) + 1), player_name=name),)


DECIDE = {
    "excuse": Order(excuse, by="actor"),
    "welcome_back": Order(welcome_back, by="actor"),
    "add_seat": Order(add_seat, during="game"),
}
EVOLVE: Evolving = {
    ActorExcused: lambda state, event: edit.seat(state, event.seat, lambda player: replace(player, excused=True)),
}


def _open(state: Troupe) -> Iterable[Open]:
    here = [actor for actor in state.actors if not actor.excused and not _busy(state, actor.id)]
    away = [actor for actor in state.actors if not actor.active]
    yield from opens.named(state, "excuse", DECIDE["excuse"], "seat", names.seats(state, here))
    yield from opens.named(state, "welcome_back", DECIDE["welcome_back"], "seat", names.seats(state, away))
    yield from opens.plain(state, "add_seat", DECIDE["add_seat"], text=_NEWCOMER)


_NEWCOMER = "newcomer"
"""Any name will do to find out whether one may come."""


def _tell_excused(state: Troupe, event: ActorExcused) -> Iterable[Cue]:
    yield Cue("ActorExcused", {"actor": names.display(state, event.seat)})
    waits = state.phase in (Phase.DEPARTURE, Phase.ARRIVAL) and event.seat not in state.been_in_scene
    if waits and not state.missing_scene:
        yield Cue("phase.complete")


OPEN = (_open,)
NARRATE: Telling = {ActorExcused: _tell_excused}
