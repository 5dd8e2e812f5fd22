"""The end of a scene: curtain, dedication, the roll (R-053 to R-059)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import contribution, edit, names, pools
from assistant.games.repertoire.checks import acting, open_scene, participant, scene_in
from assistant.games.repertoire.events_scene import (
    CurtainCalled,
    CurtainObjected,
    RollOpened,
    SceneRolled,
    TokensDedicated,
)
from assistant.games.repertoire.orders import Order, Outcome
from assistant.games.repertoire.picking import first_asked, rancor_options
from assistant.games.repertoire.scenes import on_the_floor, playing
from assistant.games.repertoire.state import Player, Scene, Thrown, Troupe
from assistant.games.repertoire.terms import SceneOutcome, SceneState
from assistant.table import CLOCK, Command, Cue, Dice, Open, Refusal, Roll, Seat, Value

_PATIENCE_S = 60.0
"""So long after the curtain the roller may go on without the tokens still in hand (A-035)."""
_TIE_DIE = 12
"""What those tied throw to see who picks first, where dice settle it (A-037)."""

_MOST_SAID = 20
"""Numbers are heard up to here, or to what a seat holds: too many tokens are refused with what it does hold."""


def _call_curtain(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    fault = acting(state, scene, command.seat)
    if fault is not None:
        return fault
    if not at_stake(scene) and state.settings.diceless_scenes == "refused":
        return Refusal("E_DIE_UNAVAILABLE")
    return (CurtainCalled(seat=command.seat),)


def at_stake(scene: Scene) -> bool:
    """Is there a live event or a rivalry to roll for?"""
    return bool(scene.live_events or scene.live_stakes)


def _object(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = scene_in(state, SceneState.DEDICATING)
    if isinstance(scene, Refusal):
        return scene
    fault = participant(scene, command.seat)
    if fault is not None:
        return fault
    veto = state.settings.end_veto_s
    if not veto or command.seat == scene.roller or command.at > scene.curtain_at + veto:
        return Refusal("E_QUESTION_LATE")
    if command.seat in scene.objections:
        return Refusal("E_DUPLICATE")
    reopened = 2 * (len(scene.objections) + 1) > len(scene.participants) - 1
    return (CurtainObjected(seat=command.seat, reopened=reopened),)


def _dedicate(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = scene_in(state, SceneState.DEDICATING)
    player = state.seat(command.seat)
    if isinstance(scene, Refusal) or player is None:
        return Refusal("E_NO_SCENE")
    turn = _whose_turn(state, scene)
    if turn is not None and turn.id != player.id:
        return Refusal("E_NOT_YOUR_PICK", {"player": turn.player_name})
    for_, against = _amounts(command, player.held)
    split = for_ > 0 and against > 0 and not state.settings.dedicate_split
    if min(for_, against) < 0 or not 1 <= for_ + against <= player.held or split:
        return Refusal("E_TOKENS", {"n": player.held})
    return (TokensDedicated(seat=player.id, for_=for_, against=against),)


def _whose_turn(state: Troupe, scene: Scene) -> Player | None:
    """Where tokens are dedicated in order: the first in table order who still holds some (A-034)."""
    return undedicated(state, scene) if state.settings.dedicate_mode == "in_order" else None


def undedicated(state: Troupe, scene: Scene) -> Player | None:
    """The first seat that still holds tokens it has not dedicated."""
    return next((p for p in state.seats if p.held > sum(scene.dedicated.get(p.id, (0, 0)))), None)


def _amounts(command: Command, held: int) -> tuple[int, int]:
    """Tokens for and against; "all" of them, or the "rest" of the other side. -1 for what is no number."""
    for_, against = (command.slots.get(slot, 0) for slot in ("for", "against"))
    if for_ == "rest":
        return held - _amount(against, held), _amount(against, held)
    if against == "rest":
        return _amount(for_, held), held - _amount(for_, held)
    return _amount(for_, held), _amount(against, held)


def _amount(value: Value, held: int) -> int:
    if value == "all":
        return held
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _rollers(state: Troupe, scene: Scene, *, anyway: bool = False) -> frozenset[Seat]:
    """The roller; and when he keeps the table waiting, any participant off stage (R-058, R-150).

    Where there is no other participant, anybody (INV-30). Once time is up nobody can wait: then at once, ``anyway``.
    """
    roller = frozenset({scene.roller}) if scene.roller else frozenset()
    if not scene.roll_open and not (anyway and state.clock.expired):
        return roller
    alone = roller == frozenset(scene.participants)
    return frozenset(player.id for player in state.seats) if alone else roller | on_the_floor(state, scene)


def _roll_due(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = scene_in(state, SceneState.DEDICATING)
    wait = state.settings.due_s
    late = not isinstance(scene, Refusal) and not scene.roll_open and command.at - state.idle_since >= wait > 0
    return (RollOpened(),) if late else Refusal("E_NO_SCENE")


def _roll(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _roll_scene(state, command, dice, anyway=False)


def _roll_anyway(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _roll_scene(state, command, dice, anyway=True)


def _roll_scene(state: Troupe, command: Command, dice: Dice, *, anyway: bool) -> Outcome:
    scene = state.scene
    if scene is None or scene.state is SceneState.OPEN:
        return Refusal("E_NO_SCENE")
    if scene.state is not SceneState.DEDICATING:
        return Refusal("E_SCENE_CLOSING")
    if command.seat not in _rollers(state, scene, anyway=anyway):
        return Refusal("E_NOT_ROLLER", {"player": names.player_name(state, scene.roller)})
    waiting = undedicated(state, scene)
    forced = anyway and (state.clock.expired or command.at - scene.curtain_at >= _PATIENCE_S)
    if waiting is not None and state.settings.require_full_dedication and not forced:
        return Refusal("E_UNDEDICATED", {"player": waiting.player_name})
    return _throw(state, scene, dice)


def pool(state: Troupe, scene: Scene) -> tuple[int, ...]:
    """The dice that are rolled, smallest first: live events, and the d10 of each rivalry at stake (R-058, A-044)."""
    stakes = len(scene.live_stakes) if state.settings.rivalry_rolled else 0
    return tuple(sorted([*(event.die for event in scene.live_events), *[10] * stakes]))


def _throw(state: Troupe, scene: Scene, dice: Dice) -> Outcome:
    sizes = pool(state, scene)
    tied = contribution.tied(state.settings, scene) if state.settings.pick_ties == "dice_off" else ()
    sides = (*sizes, *[_TIE_DIE] * len(tied))
    if not dice:
        return Roll(sides, by=scene.roller)
    thrown = _thrown(sides, dice, tied)
    if thrown is None:
        return Refusal("E_DIE_VALUE")
    net = contribution.net(scene)
    order = contribution.picking_order(state.settings, scene, dict(zip(tied, dice[len(sizes) :], strict=False)))
    roll = thrown[: len(sizes)]
    success = contribution.success(state.settings, roll, net)
    return (SceneRolled(seat=scene.roller or "", roll=roll, net=net, success=success, order=order),)


def _thrown(sides: tuple[int, ...], dice: Dice, tied: tuple[Seat, ...]) -> Thrown | None:
    """Each die as it fell, or one sum called out for all of them (A-109); None where the dice cannot show that."""
    if len(dice) == len(sides):
        thrown = tuple(zip(sides, dice, strict=True))
        return thrown if all(1 <= face <= size for size, face in thrown) else None
    told = len(dice) == 1 and not tied and len(sides) <= dice[0] <= sum(sides)
    return ((0, dice[0]),) if told else None


def _in_scene(state: Troupe) -> bool:
    return state.confrontation is None


DECIDE = {
    "call_curtain": Order(_call_curtain, by="actor"),
    "object": Order(_object, by="actor"),
    "dedicate": Order(_dedicate),
    "roll": Order(_roll, applies=_in_scene),
    "roll_anyway": Order(_roll_anyway),
    "roll_due": Order(_roll_due, by="clock"),
}


def _curtain_called(state: Troupe, event: CurtainCalled) -> Troupe:
    def close(scene: Scene) -> Scene:
        closing = SceneState.DEDICATING
        begun = replace(scene, roller=event.seat, state=closing, curtain_at=event.at)
        return replace(begun, objections=frozenset(), roll_open=False)

    return edit.scene(state, close)


def _curtain_objected(state: Troupe, event: CurtainObjected) -> Troupe:
    if event.reopened:
        return edit.scene(state, lambda scene: replace(scene, roller=None, state=SceneState.OPEN, dedicated={}))
    return edit.scene(state, lambda scene: replace(scene, objections=scene.objections | {event.seat}))


def _tokens_dedicated(state: Troupe, event: TokensDedicated) -> Troupe:
    amounts = (event.for_, event.against)
    return edit.scene(state, lambda scene: replace(scene, dedicated={**scene.dedicated, event.seat: amounts}))


def _scene_rolled(state: Troupe, event: SceneRolled) -> Troupe:
    def rolled(scene: Scene) -> Scene:
        return replace(
            scene,
            roll=event.roll,
            outcome=SceneOutcome.SUCCESS if event.success else SceneOutcome.FAILURE,
            state=SceneState.PICKING if event.success else SceneState.RANCOR_PICK,
            pick_order=event.order if event.success else (),
            remaining=pools.of(live.die for live in scene.live_events),
        )

    return edit.scene(edit.scene(state, rolled), lambda scene: _without_options(state, scene))


def _without_options(state: Troupe, scene: Scene) -> Scene:
    """With no die for the Producer to choose, the rest of a failed scene need not wait for him (R-063)."""
    lost = scene.state is SceneState.RANCOR_PICK
    return replace(scene, rancor_taken=True) if lost and not rancor_options(state, scene) else scene


EVOLVE = {
    CurtainCalled: _curtain_called,
    CurtainObjected: _curtain_objected,
    TokensDedicated: _tokens_dedicated,
    RollOpened: lambda state, event: edit.scene(state, lambda scene: replace(scene, roll_open=True)),
    SceneRolled: _scene_rolled,
}


def _settled_unrolled(state: Troupe) -> SceneRolled | None:
    """A scene of rivalry alone needs no roll where its d10 is not rolled (A-044)."""
    scene = state.scene
    if scene is None or scene.state is not SceneState.DEDICATING or scene.question is not None:
        return None
    if pool(state, scene) or not at_stake(scene):
        return None
    return SceneRolled(seat=scene.roller or "", roll=(), net=contribution.net(scene), success=True, order=())


FOLLOWS = (_settled_unrolled,)


def _open(state: Troupe) -> Iterable[Open]:
    scene = state.scene
    if not playing(state) or scene is None:
        return
    if scene.state is SceneState.OPEN:
        yield Open("call_curtain", on_the_floor(state, scene))
    elif scene.state is SceneState.DEDICATING:
        yield from _open_dedication(state, scene)


def _open_dedication(state: Troupe, scene: Scene) -> Iterable[Open]:
    turn = _whose_turn(state, scene)
    holders = [p for p in state.seats if p.held and (turn is None or turn.id == p.id)]
    amounts = range(1, max((_MOST_SAID, *(p.held for p in holders))) + 1)
    yield Open("dedicate", frozenset(p.id for p in holders), {"for": amounts, "against": amounts})
    yield Open("roll", _rollers(state, scene))
    yield Open("roll_anyway", _rollers(state, scene, anyway=True))
    if state.settings.end_veto_s:
        yield Open("object", frozenset(scene.participants) - {scene.roller or ""} - scene.objections)


OPEN = (_open,)


def _due(state: Troupe) -> Iterable[Command]:
    scene = state.scene
    if scene is None or not playing(state) or not state.settings.due_s:
        return
    if scene.state is SceneState.DEDICATING and not scene.roll_open:
        yield Command("roll_due", CLOCK, at=state.idle_since + state.settings.due_s)


DUE = (_due,)


def _tell_curtain(state: Troupe, event: CurtainCalled) -> Iterable[Cue]:
    if state.scene is not None and pool(state, state.scene):
        yield Cue("CurtainCalled" if any(player.held for player in state.seats) else "CurtainCalled.roll")


def _tell_dedicated(state: Troupe, event: TokensDedicated) -> Iterable[Cue]:
    """Said aloud; in secret the table hears a token and only that seat reads how many (A-034)."""
    both = event.for_ and event.against
    line = "split" if both else "for" if event.for_ else "against"
    slots = {"for": event.for_, "against": event.against}
    secret = state.settings.dedicate_mode == "secret"
    yield Cue(f"TokensDedicated.{line}", slots, audience=frozenset({event.seat}) if secret else None)
    if secret:
        yield Cue("TokensDedicated.secret")


def _tell_rolled(state: Troupe, event: SceneRolled) -> Iterable[Cue]:
    slots = {"sum": sum(value for _, value in event.roll)}
    if not event.roll:
        yield Cue("SceneRolled.unrolled")
    elif event.success:
        yield Cue("SceneRolled.won", slots)
        turn = first_asked(state)
        yield from (Cue("pick.first", {"player": names.player_name(state, seat)}) for seat in turn)
    else:
        offered = state.scene is not None and rancor_options(state, state.scene)
        yield Cue("SceneRolled.lost" if offered else "SceneRolled.lost.nothing", slots)


NARRATE = {
    CurtainCalled: _tell_curtain,
    CurtainObjected: lambda state, event: (Cue("CurtainObjected.reopened" if event.reopened else "CurtainObjected"),),
    TokensDedicated: _tell_dedicated,
    RollOpened: lambda state, event: (Cue("RollOpened"),),
    SceneRolled: _tell_rolled,
}
