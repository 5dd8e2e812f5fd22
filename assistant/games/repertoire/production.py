"""The Production: cues, going on stage and coming back, lines of the play (R-098 to R-104)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import checks, edit, names, opens
from assistant.games.repertoire.events_game import CueGiven, PlayLineKept, StageLeft
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Performance, Troupe
from assistant.games.repertoire.terms import Phase, Role
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.slots import UNKNOWN_WORDS, words


def give_cue(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Any player may send any Actor of the scene on stage (R-100)."""
    if state.phase is not Phase.PRODUCTION:
        return Refusal("E_PHASE")
    scene = checks.open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    target = checks.seat_in(state, command)
    if isinstance(target, Refusal):
        return target
    return Refusal("E_NOT_ACTOR") if target.role is not Role.ACTOR else _go_on(state, target.id, command.seat)


def take_cue(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """One's own cue (R-101)."""
    return Refusal("E_PHASE") if state.phase is not Phase.PRODUCTION else _go_on(state, command.seat, command.seat)


def _go_on(state: Troupe, seat: Seat, by: Seat) -> Outcome:
    scene = checks.open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    fault = checks.participant(scene, seat)
    if fault is not None:
        return fault
    return Refusal("E_ON_STAGE") if seat in scene.on_stage else (CueGiven(seat=seat, by=by),)


def leave_stage(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Back into the scene (R-103)."""
    if state.phase is not Phase.PRODUCTION:
        return Refusal("E_PHASE")
    on_stage = state.scene is not None and command.seat in state.scene.on_stage
    return (StageLeft(seat=command.seat),) if on_stage else Refusal("E_NOT_ON_STAGE")


def keep_line(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A line of the Play, to be used again at a later performance (R-104)."""
    if state.phase is not Phase.PRODUCTION:
        return Refusal("E_PHASE")
    return (PlayLineKept(seat=command.seat, text=words(command) or UNKNOWN_WORDS),)


DECIDE = {
    "give_cue": Order(give_cue),
    "take_cue": Order(take_cue, by="actor"),
    "leave_stage": Order(leave_stage, by="actor"),
    "keep_line": Order(keep_line, by="actor"),
}


def _cue_given(state: Troupe, event: CueGiven) -> Troupe:
    return edit.scene(state, lambda scene: replace(scene, on_stage=scene.on_stage | {event.seat}))


def _stage_left(state: Troupe, event: StageLeft) -> Troupe:
    return edit.scene(state, lambda scene: replace(scene, on_stage=scene.on_stage - {event.seat}))


def _line_kept(state: Troupe, event: PlayLineKept) -> Troupe:
    def keep(given: Performance) -> Performance:
        return replace(given, lines=(*given.lines, event.text))

    return replace(state, performances=(*state.performances[:-1], *map(keep, state.performances[-1:])))


EVOLVE: Evolving = {CueGiven: _cue_given, StageLeft: _stage_left, PlayLineKept: _line_kept}


def _open(state: Troupe) -> Iterable[Open]:
    if state.phase is not Phase.PRODUCTION or state.scene is None:
        return
    playing = state.scene.participants
    actors = names.seats(state, [actor for actor in state.actors if actor.id in playing])
    yield from opens.named(state, "give_cue", DECIDE["give_cue"], "seat", actors)
    yield from opens.plain(state, "take_cue", DECIDE["take_cue"])
    yield from opens.plain(state, "leave_stage", DECIDE["leave_stage"])
    yield from opens.plain(state, "keep_line", DECIDE["keep_line"], text=UNKNOWN_WORDS)


OPEN = (_open,)


def _tell_line(event: PlayLineKept) -> Cue:
    unheard = event.text == UNKNOWN_WORDS
    return Cue("PlayLineKept.unheard") if unheard else Cue("PlayLineKept", {"text": event.text})


NARRATE: Telling = {
    CueGiven: lambda state, event: (Cue("CueGiven", {"player": names.player_name(state, event.seat)}),),
    StageLeft: lambda state, event: (Cue("StageLeft", {"player": names.player_name(state, event.seat)}),),
    PlayLineKept: lambda state, event: (_tell_line(event),),
}
