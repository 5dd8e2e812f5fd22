"""Taking back, tables read anew, the Herald's time (E-138, D-08, E-011)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import edit, names, opens
from assistant.games.errantry.events_scene import HeraldCalled
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling, look
from assistant.games.errantry.state import Episode
from assistant.games.errantry.terms import Role
from assistant.table import CLOCK, Ask, Command, Cue, Dice, Open, Refusal

_OF_DICE = frozenset({"roll", "roll_round", "rolled", "ready"})
"""Commands whose dice lie on the table: taking them back is asked about."""


def undo(state: Episode, command: Command, dice: Dice) -> Outcome:
    """May the last command go? No events mean yes. Of a session that is over nothing is taken back."""
    intent = command.slots.get("intent")
    if not intent or intent in ("end_session", "new_game"):
        return Refusal("E_NO_UNDO")
    if intent in _OF_DICE and command.confirmed_by is None:
        return Ask("undo.sure", (command,))
    return ()


def _reload(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Tables are read when an evening opens, and stay as they are until it ends."""
    return Cue("reload_tables")


def call_herald(state: Episode, command: Command, dice: Dice) -> Outcome:
    due = _due_herald(state)
    if not due or command.at < due[0].at:
        return Refusal("E_NOTHING_DUE")
    return (HeraldCalled(number=state.here.number),)


DECIDE = {
    "undo": Order(undo),
    "reload_tables": look(_reload),
    "call_herald": Order(call_herald, by="clock"),
}


def _called(state: Episode, event: HeraldCalled) -> Episode:
    return edit.scene(state, lambda scene: replace(scene, herald_since=None))


EVOLVE: Evolving = {HeraldCalled: _called}


def _due_herald(state: Episode) -> tuple[Command, ...]:
    """The Herald has so long for the land, from the opening of the scene or from being named (E-011)."""
    scene, limit = state.here, state.settings.herald_window_s
    if scene.herald_since is None or not limit or Role.HERALD not in scene.roles:
        return ()
    return (Command("call_herald", CLOCK, at=scene.herald_since + limit),)


DUE = (_due_herald,)


def _open(state: Episode) -> Iterable[Open]:
    if not state.players:
        return
    everyone = frozenset(player.id for player in state.players)
    yield Open("undo", everyone)
    yield from opens.plain(state, "reload_tables", DECIDE["reload_tables"])


OPEN = (_open,)


def _tell_called(state: Episode, event: HeraldCalled) -> Iterable[Cue]:
    yield Cue("HeraldCalled", {"player": names.player_name(state, state.role(Role.HERALD))})


NARRATE: Telling = {HeraldCalled: _tell_called}
