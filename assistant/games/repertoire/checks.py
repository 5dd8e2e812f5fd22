"""The checks of section 3.17 in their order, written once. Each gives the :class:`Refusal`, or None or what was found.

A rules function asks them in the ledger's order: expired, phase, open or not, seat, participant, turn, object, form.
Setup, over, paused, question and role come before all of these and are asked by the engine (:func:`gate`).
"""

from __future__ import annotations

from assistant.games.repertoire import names
from assistant.games.repertoire.orders import Order
from assistant.games.repertoire.state import Card, Player, Rivalry, Scene, Troupe
from assistant.games.repertoire.terms import Kind, RivalryStatus, Role, SceneState, Status
from assistant.table import CLOCK, Command, Refusal, Seat
from assistant.table.naming import find


def gate(state: Troupe, command: Command, order: Order) -> Refusal | None:
    """E_SETUP, E_OVER, E_PAUSED, E_QUESTION_PENDING, then the role."""
    return _stage(state, order) or _standing(state, order) or _role(state, command.seat, order)


def _stage(state: Troupe, order: Order) -> Refusal | None:
    if order.during == "always":
        return None
    if state.status is Status.OVER:
        return Refusal("E_OVER")
    in_setup = Status.SETUP in (state.status, state.paused_from)
    if not state.seats or (in_setup and order.during == "play"):
        return Refusal("E_SETUP", {"who": ""})
    return Refusal("E_DUPLICATE") if order.during == "setup" and not in_setup else None


def _standing(state: Troupe, order: Order) -> Refusal | None:
    if state.paused and state.settings.block_when_paused and not order.paused:
        return Refusal("E_PAUSED")
    pending = state.scene is not None and state.scene.question is not None
    return Refusal("E_QUESTION_PENDING") if pending and not order.questioned else None


def _role(state: Troupe, seat: Seat, order: Order) -> Refusal | None:
    player = state.seat(seat)
    if order.by == "actor" and (player is None or player.role is not Role.ACTOR):
        return Refusal("E_NOT_ACTOR")
    if order.by == "producer" and (player is None or player.role is not Role.PRODUCER):
        return Refusal("E_NOT_PRODUCER")
    known = seat == CLOCK if order.by == "clock" else player is not None
    return None if known or order.during == "always" else Refusal("E_SEAT_UNKNOWN")


def expired(state: Troupe) -> Refusal | None:
    return Refusal("E_EXPIRED") if state.clock.expired else None


def nothing_open(state: Troupe) -> Refusal | None:
    """E_SCENE_OPEN, E_CONFRONTATION_OPEN."""
    if state.scene is not None:
        return Refusal("E_SCENE_OPEN")
    return Refusal("E_CONFRONTATION_OPEN") if state.confrontation is not None else None


def open_scene(state: Troupe) -> Scene | Refusal:
    """The scene while it is played; E_NO_SCENE, E_SCENE_CLOSING, or E_CONFRONTATION_OPEN while it waits (A-082)."""
    if state.scene is None:
        return Refusal("E_NO_SCENE")
    if state.scene.state is not SceneState.OPEN:
        return Refusal("E_SCENE_CLOSING")
    return Refusal("E_CONFRONTATION_OPEN") if state.confrontation is not None else state.scene


def scene_in(state: Troupe, *wanted: SceneState) -> Scene | Refusal:
    """The scene in one of these states; E_NO_SCENE otherwise."""
    if state.scene is None or state.scene.state not in wanted:
        return Refusal("E_NO_SCENE")
    return state.scene


def participant(scene: Scene, seat: Seat) -> Refusal | None:
    return None if seat in scene.participants else Refusal("E_NOT_IN_SCENE")


def off_stage(state: Troupe, scene: Scene, seat: Seat, *, fact: bool = False) -> Refusal | None:
    """E_ON_STAGE; who is on stage may still make and use facts, unless the setting says otherwise (A-076)."""
    rights = state.settings.on_stage_rights
    if seat not in scene.on_stage or rights == "all" or (fact and rights == "facts"):
        return None
    return Refusal("E_ON_STAGE")


def acting(state: Troupe, scene: Scene, seat: Seat) -> Refusal | None:
    """In the scene and not on stage."""
    return participant(scene, seat) or off_stage(state, scene, seat)


def seat_in(state: Troupe, command: Command, slot: str = "seat") -> Player | Refusal:
    """The seat a slot names; E_SEAT_UNKNOWN."""
    value = command.slots.get(slot)
    found = state.seat(value) or state.seat(find(names.seats(state), value))
    return found or Refusal("E_SEAT_UNKNOWN")


def card_in(state: Troupe, command: Command, slot: str = "card") -> Card | Refusal:
    """The card a slot names ("me", "here" included); E_CARD_UNKNOWN, E_CARD_KIND for a rivalry."""
    value = command.slots.get(slot)
    card = state.card(_pointed(state, command.seat, value))
    if card is None:
        card = state.card(_pointed(state, command.seat, find(names.cards(state), value)))
    if card is not None:
        return card
    rivalry = find(names.rivalries(state), value)
    return Refusal("E_CARD_KIND" if rivalry else "E_CARD_UNKNOWN")


def _pointed(state: Troupe, seat: Seat, found: object) -> object:
    """The id of the card that "me", "boss", "here" or "play" means for this seat; any other id as it is."""
    if found == "me":
        player = state.seat(seat)
        return player.card_id if player else None
    if found == "boss":
        return next((card.id for card in state.cards if card.kind is Kind.PRODUCER), None)
    if found == "here":
        return state.enclave
    return state.play if found == "play" else found


def rivalry_in(state: Troupe, command: Command, slot: str = "rivalry") -> Rivalry | Refusal:
    """The live rivalry a slot names; E_RIVALRY_STATE."""
    value = command.slots.get(slot)
    found = state.rivalry(value) or state.rivalry(find(names.rivalries(state), value))
    if found is None or found.status is RivalryStatus.DISCARDED:
        return Refusal("E_RIVALRY_STATE")
    return found


def face(dice: tuple[int, ...], size: int) -> Refusal | None:
    """E_DIE_VALUE unless this is one face of that die."""
    return None if len(dice) == 1 and 1 <= dice[0] <= size else Refusal("E_DIE_VALUE")
