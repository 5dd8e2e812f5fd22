"""Opening a scene, getting into it, and putting trials and triumphs at stake (R-013 to R-024, R-090)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit, names
from assistant.games.repertoire.checks import (
    acting,
    expired,
    nothing_open,
    off_stage,
    open_scene,
    participant,
    seat_in,
)
from assistant.games.repertoire.events_game import ActorReturned
from assistant.games.repertoire.events_scene import ActorInvited, EventsStaked, PlayerLent, SceneJoined, SceneOpened
from assistant.games.repertoire.orders import Order, Outcome
from assistant.games.repertoire.state import Player, Scene, StakeEvent, Troupe
from assistant.games.repertoire.terms import EventKind, Phase, Role, SceneState, Status
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.slots import UNKNOWN_WORDS, whole, words

_DIE = {EventKind.TRIAL: 6, EventKind.TRIUMPH: 8}
_MOST_STROKES = 4
"""An earcon sounds at most so often for several dice (R-023)."""


def needs_invitation(state: Troupe, seat: Seat) -> bool:
    """Has this Actor had his scene, in a phase where more come by invitation only (R-090, A-070)?"""
    return _invitation_rule(state) and seat in state.been_in_scene


def _invitation_rule(state: Troupe) -> bool:
    return state.phase is Phase.DEPARTURE or (state.phase is Phase.ARRIVAL and state.settings.arrival_invites)


def _start_scene(state: Troupe, command: Command, dice: Dice) -> Outcome:
    fault = _no_start(state, command.seat)
    if fault is not None:
        return fault
    actor = seat_is_actor(state, command.seat)
    opened = SceneOpened(seat=command.seat, no=state.scenes + 1, participants=(command.seat,) if actor else ())
    return (*back(state, command.seat), opened)


def _no_start(state: Troupe, seat: Seat) -> Refusal | None:
    if not seat_is_actor(state, seat) and not state.settings.producer_starts:
        return Refusal("E_NOT_ACTOR")
    if state.clock.expired:
        return expired(state)
    if state.phase is Phase.PRODUCTION:
        return Refusal("E_PHASE")
    if state.settings.enclave_blocks and state.phase is Phase.ARRIVAL and state.enclave is None:
        return Refusal("E_NO_ENCLAVE")
    barred = needs_invitation(state, seat) and not state.settings.departure_restart
    return nothing_open(state) or (Refusal("E_NEEDS_INVITE") if barred else None)


def seat_is_actor(state: Troupe, seat: Seat) -> bool:
    player = state.seat(seat)
    return player is not None and player.role is Role.ACTOR


def back(state: Troupe, seat: Seat) -> tuple[ActorReturned, ...]:
    """Who plays on is thereby no longer excused or retired (R-096)."""
    player = state.seat(seat)
    return (ActorReturned(seat=seat),) if player is not None and (player.excused or player.retired) else ()


def _join_scene(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if command.seat in scene.participants:
        return Refusal("E_DUPLICATE")
    if needs_invitation(state, command.seat) and command.seat not in scene.invited:
        return Refusal("E_NEEDS_INVITE")
    return (*back(state, command.seat), SceneJoined(seat=command.seat))


def _invite(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if not _invitation_rule(state):
        return Refusal("E_PHASE")
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    target = seat_in(state, command)
    if isinstance(target, Refusal):
        return target
    fault = _no_inviter(state, scene, command.seat)
    if fault is not None:
        return fault
    if target.role is not Role.ACTOR:
        return Refusal("E_NOT_ACTOR")
    if target.id in scene.participants:
        return Refusal("E_DUPLICATE")
    return (ActorInvited(seat=target.id, by=command.seat),)


def _no_inviter(state: Troupe, scene: Scene, seat: Seat) -> Refusal | None:
    inviters = state.settings.inviters
    if inviters == "producer_too" and not seat_is_actor(state, seat):
        return None
    if inviters == "starter" and seat != scene.starter:
        return participant(scene, seat) or Refusal("E_NOT_YOURS")
    return acting(state, scene, seat)


def _lend_player(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    target = seat_in(state, command)
    if isinstance(target, Refusal):
        return target
    if target.role is not Role.ACTOR:
        return Refusal("E_NOT_ACTOR")
    name = words(command)
    if not name:
        return Refusal("E_CONTENT", {"who": ""})
    if target.id in scene.participants:
        return Refusal("E_DUPLICATE")
    return (PlayerLent(seat=target.id, name=name),)


def _draft_lent(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Whom a player was lent to, worked out after it was spoken."""
    lent = state.scene.npc_players if state.scene else {}
    target = seat_in(state, command)
    if isinstance(target, Refusal) or lent.get(target.id) != UNKNOWN_WORDS:
        return Refusal("E_SEAT_UNKNOWN")
    name = words(command)
    if name in ("", UNKNOWN_WORDS):
        return Refusal("E_CONTENT", {"who": ""})
    return (PlayerLent(seat=target.id, name=name),)


def _stake(state: Troupe, command: Command, kind: EventKind) -> Outcome:
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    fault = acting(state, scene, command.seat)
    if fault is not None:
        return fault
    count = whole(command, "n", 1)
    if count is None or not 1 <= count <= state.settings.max_events_per_call:
        return Refusal("E_COUNT")
    ids = tuple(range(scene.last_id + 1, scene.last_id + 1 + count))
    return (EventsStaked(seat=command.seat, kind=kind, ids=ids),)


DECIDE = {
    "start_scene": Order(_start_scene),
    "join_scene": Order(_join_scene, by="actor"),
    "invite": Order(_invite),
    "lend_player": Order(_lend_player, by="producer"),
    "draft_lend_player": Order(_draft_lent, during="game", paused=True, questioned=True),
    "stake_trial": Order(lambda state, command, dice: _stake(state, command, EventKind.TRIAL), by="actor"),
    "stake_triumph": Order(lambda state, command, dice: _stake(state, command, EventKind.TRIUMPH), by="actor"),
}


def _scene_opened(state: Troupe, event: SceneOpened) -> Troupe:
    scene = Scene(event.no, state.phase, event.seat, participants=event.participants)
    carried = state if state.settings.token_carry else edit.every_seat(state, lambda p: replace(p, held=0))
    return replace(carried, scene=scene, scenes=event.no)


def _scene_joined(state: Troupe, event: SceneJoined) -> Troupe:
    def join(scene: Scene) -> Scene:
        lent = {seat: name for seat, name in scene.npc_players.items() if seat != event.seat}
        return replace(scene, participants=(*scene.participants, event.seat), npc_players=lent)

    return edit.scene(state, join)


def _actor_invited(state: Troupe, event: ActorInvited) -> Troupe:
    return edit.scene(state, lambda scene: replace(scene, invited=scene.invited | {event.seat}))


def _player_lent(state: Troupe, event: PlayerLent) -> Troupe:
    return edit.scene(state, lambda scene: replace(scene, npc_players={**scene.npc_players, event.seat: event.name}))


def _events_staked(state: Troupe, event: EventsStaked) -> Troupe:
    new = tuple(StakeEvent(id_, event.kind, event.seat, _DIE[event.kind], event.at) for id_ in event.ids)
    return edit.scene(state, lambda scene: replace(scene, events=(*scene.events, *new), last_id=max(event.ids)))


def _actor_returned(state: Troupe, event: ActorReturned) -> Troupe:
    return edit.seat(state, event.seat, lambda player: replace(player, excused=False, retired=False))


EVOLVE = {
    SceneOpened: _scene_opened,
    SceneJoined: _scene_joined,
    ActorInvited: _actor_invited,
    PlayerLent: _player_lent,
    EventsStaked: _events_staked,
    ActorReturned: _actor_returned,
}


def playing(state: Troupe) -> bool:
    """Is play going on: not set-up, break, question or end? A table may let it go on in a break (A-100)."""
    asked = state.scene is not None and state.scene.question is not None
    in_break = state.paused_from is Status.PLAYING and not state.settings.block_when_paused
    return (state.status is Status.PLAYING or in_break) and not asked


def on_the_floor(state: Troupe, scene: Scene) -> frozenset[Seat]:
    """Who is in the scene and may act in it (S)."""
    return frozenset(seat for seat in scene.participants if off_stage(state, scene, seat) is None)


def _open(state: Troupe) -> Iterable[Open]:
    if not playing(state):
        return
    scene = state.scene
    if scene is None:
        yield Open("start_scene", frozenset(p.id for p in state.seats if _no_start(state, p.id) is None))
    elif scene.state is SceneState.OPEN:
        yield from _open_in(state, scene)


def _open_in(state: Troupe, scene: Scene) -> Iterable[Open]:
    floor = on_the_floor(state, scene)
    most = range(1, state.settings.max_events_per_call + 1)
    outside = [actor for actor in state.actors if actor.id not in scene.participants]
    actors = names.seats(state, state.actors)
    yield Open("stake_trial", floor, {"n": most})
    yield Open("stake_triumph", floor, {"n": most})
    yield Open("join_scene", frozenset(actor.id for actor in outside if _may_join(state, scene, actor)))
    if outside and _invitation_rule(state):
        inviters = frozenset(p.id for p in state.seats if _no_inviter(state, scene, p.id) is None)
        yield Open("invite", inviters, {"seat": actors})
    if outside and state.producer is not None:
        yield Open("lend_player", frozenset({state.producer.id}), {"seat": actors})


def _may_join(state: Troupe, scene: Scene, actor: Player) -> bool:
    return actor.id in scene.invited or not needs_invitation(state, actor.id)


OPEN = (_open,)


def _tell_staked(state: Troupe, event: EventsStaked) -> Iterable[Cue]:
    yield Cue(f"EventsStaked.{event.kind.lower()}", {"n": len(event.ids)}, times=min(len(event.ids), _MOST_STROKES))


def _tell_opened(state: Troupe, event: SceneOpened) -> Iterable[Cue]:
    if event.seat is not None:  # the Production opens its own, with its gong
        yield Cue("SceneOpened", {"actor": names.display(state, event.seat)})


NARRATE = {
    SceneOpened: _tell_opened,
    SceneJoined: lambda state, event: (Cue("SceneJoined", {"actor": names.display(state, event.seat)}),),
    ActorInvited: lambda state, event: (Cue("ActorInvited", {"actor": names.display(state, event.seat)}),),
    PlayerLent: lambda state, event: (
        Cue("PlayerLent", {"player": names.player_name(state, event.seat), "name": event.name}),
    ),
    EventsStaked: _tell_staked,
    ActorReturned: lambda state, event: (Cue("ActorReturned", {"actor": names.display(state, event.seat)}),),
}
