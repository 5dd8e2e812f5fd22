"""What becomes of the dice after the roll, and the scene's closing (R-060 to R-065, R-150)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit, names, pools
from assistant.games.repertoire.contribution import credit, picker
from assistant.games.repertoire.events_scene import DiePicked, RancorPicked, SceneClosed
from assistant.games.repertoire.orders import Order, Outcome
from assistant.games.repertoire.scenes import playing
from assistant.games.repertoire.state import Player, Rivalry, RivalryStake, Scene, Troupe
from assistant.games.repertoire.terms import Phase, RivalryStatus, SceneState
from assistant.table import CLOCK, Ask, Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.slots import whole


def rancor_options(state: Troupe, scene: Scene) -> tuple[tuple[int, str], ...]:
    """What the Producer may choose from after a failure: (size, rivalry id or ""), smallest first (R-063, A-045)."""
    which = state.settings.rivalry_d10_pick
    stakes = scene.live_stakes if state.settings.rivalry_rolled and which != "never" else ()
    cards = [(10, stake.rivalry_id) for stake in stakes if stake.new or which == "any"]
    return tuple(sorted([*((size, "") for size in pools.flat(scene.remaining)), *cards]))


def _take_die(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = state.scene
    if scene is None or scene.state not in (SceneState.PICKING, SceneState.RANCOR_PICK):
        return Refusal("E_NO_SCENE")
    if scene.state is SceneState.RANCOR_PICK:
        producer = state.producer
        if producer is None or command.seat != producer.id:
            return Refusal("E_NOT_PRODUCER")
        return _choose_rancor(state, scene, command)
    if command.seat not in _next_pickers(state, scene):
        return Refusal("E_NOT_YOUR_PICK", {"player": names.player_name(state, picker(state.settings, scene))})
    size = _size(command, list(scene.remaining))
    return Refusal("E_DIE_UNAVAILABLE") if size is None else (DiePicked(seat=command.seat, size=size),)


def _size(command: Command, sizes: list[int]) -> int | None:
    """The size named, if it is there; "big" and "small" name one too."""
    named = command.slots.get("size")
    if named in ("big", "small") and sizes:
        return max(sizes) if named == "big" else min(sizes)
    size = whole(command, "size")
    return size if size in sizes else None


def _choose_rancor(state: Troupe, scene: Scene, command: Command) -> Outcome:
    """The Producer's die. Of several d10s each lies on a card of its own: which one goes makes a difference."""
    options = rancor_options(state, scene)
    size = _size(command, [size for size, _ in options])
    named = command.slots.get("rivalry")
    fit = [card for of, card in options if of == size and named in (None, card)]
    if not fit or size is None:
        return Refusal("E_DIE_UNAVAILABLE")
    if len(set(fit)) == 1:
        return (RancorPicked(size=size, rivalry_id=fit[0]),)
    choices = tuple(replace(command, slots={"size": size, "rivalry": card}) for card in fit)
    return Ask("take_die.which", choices, slots={"titles": " / ".join(_title(state, card) for card in fit)})


def _title(state: Troupe, rivalry_id: str) -> str:
    rivalry = state.rivalry(rivalry_id)
    return (rivalry.title or f"{rivalry.number}") if rivalry else ""


def _next_pickers(state: Troupe, scene: Scene) -> frozenset[Seat]:
    """Who may pick now: the next in order; where those tied agree in talk, any of them still to come (A-037)."""
    turn = picker(state.settings, scene)
    if turn is None:
        return frozenset()
    if state.settings.pick_ties != "agree" or scene.next_picker >= len(scene.pick_order):
        return frozenset({turn})
    mine = credit(state.settings, scene, turn)
    waiting = scene.pick_order[scene.next_picker :]
    return frozenset(seat for seat in waiting if credit(state.settings, scene, seat) == mine)


def _pick_due(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The largest die, for a seat that keeps the table waiting (R-150)."""
    scene = state.scene
    wait = state.settings.due_s
    if scene is None or not wait or command.at - state.idle_since < wait:
        return Refusal("E_NO_SCENE")
    return largest(state, scene)


def largest(state: Troupe, scene: Scene) -> Outcome:
    """The largest die for whoever has to pick."""
    turn = picker(state.settings, scene) if scene.state is SceneState.PICKING else None
    if turn is not None:
        return (DiePicked(seat=turn, size=max(scene.remaining), asked=False),)
    options = rancor_options(state, scene) if scene.state is SceneState.RANCOR_PICK else ()
    if not options:
        return Refusal("E_NO_SCENE")
    most = max(size for size, _ in options)
    card = next(card for size, card in options if size == most)
    return (RancorPicked(size=most, rivalry_id=card),)


DECIDE = {
    "take_die": Order(_take_die),
    "pick_due": Order(_pick_due, by="clock"),
}


def _die_picked(state: Troupe, event: DiePicked) -> Troupe:
    def pick(scene: Scene) -> Scene:
        order = _moved_up(scene, event.seat)
        left = pools.minus(scene.remaining, (event.size,))
        return replace(scene, remaining=left, next_picker=scene.next_picker + 1, pick_order=order)

    state = edit.scene(state, pick)
    return edit.seat(state, event.seat, lambda p: replace(p, steel=pools.plus(p.steel, (event.size,))))


def _moved_up(scene: Scene, seat: Seat) -> tuple[Seat, ...]:
    """The order, with a seat that was let go first at its new place."""
    done, waiting = scene.pick_order[: scene.next_picker], scene.pick_order[scene.next_picker :]
    if seat not in waiting:
        return scene.pick_order
    return (*done, seat, *(other for other in waiting if other != seat))


def _rancor_picked(state: Troupe, event: RancorPicked) -> Troupe:
    def discard(rivalry: Rivalry) -> Rivalry:
        return replace(rivalry, status=RivalryStatus.DISCARDED, owner=None)

    def settle(stake: RivalryStake) -> RivalryStake:
        return replace(stake, settled=True) if stake.rivalry_id == event.rivalry_id else stake

    state = replace(state, rancor=pools.plus(state.rancor, (event.size,)))
    state = edit.rivalry(state, event.rivalry_id, discard)
    return edit.scene(
        state,
        lambda scene: replace(
            scene,
            rancor_taken=True,
            remaining={},
            rivalry_stakes=tuple(settle(stake) for stake in scene.rivalry_stakes),
        ),
    )


def _scene_closed(state: Troupe, event: SceneClosed) -> Troupe:
    scene = state.scene
    if scene is None:
        return state
    been = state.been_in_scene | set(scene.participants) if event.counts else state.been_in_scene
    return edit.every_seat(replace(state, scene=None, been_in_scene=been), lambda p: _emptied(state, scene, p))


def _emptied(state: Troupe, scene: Scene, player: Player) -> Player:
    """Tokens are of this scene, unless the setting lets those not dedicated carry over (R-052, A-016)."""
    kept = player.held - sum(scene.dedicated.get(player.id, (0, 0))) if state.settings.token_carry else 0
    return replace(player, held=kept)


EVOLVE = {DiePicked: _die_picked, RancorPicked: _rancor_picked, SceneClosed: _scene_closed}


def _given_out(state: Troupe) -> DiePicked | None:
    """A die nobody needs to be asked about: one size is left, or one Actor takes all (R-060)."""
    scene = state.scene
    if scene is None or scene.state is not SceneState.PICKING or not scene.remaining:
        return None
    turn = picker(state.settings, scene)
    if turn is None or (len(scene.remaining) > 1 and len(scene.pick_order) > 1):
        return None
    return DiePicked(seat=turn, size=max(scene.remaining), asked=False)


def first_asked(state: Troupe) -> tuple[Seat, ...]:
    """The seat that has to choose a die now, if any has."""
    turn = picker(state.settings, state.scene) if state.scene else None
    return () if turn is None or _given_out(state) is not None else (turn,)


def _only_rancor(state: Troupe) -> RancorPicked | None:
    """The Producer is not asked where one size is offered, all from the pool or of one card (R-063)."""
    scene = state.scene
    if scene is None or scene.state is not SceneState.RANCOR_PICK or scene.rancor_taken:
        return None
    options = rancor_options(state, scene)
    if len(set(options)) != 1:
        return None
    return RancorPicked(size=options[0][0], rivalry_id=options[0][1])


def _closing(state: Troupe) -> SceneClosed | None:
    """Nothing is left to roll, to pick or to settle; or time is up and that cuts a scene off (A-102)."""
    scene = state.scene
    if scene is None or scene.question is not None:
        return None
    if state.clock.expired and state.settings.expire_scene == "cut":
        return closed(state, scene, diceless=False)
    if scene.state is SceneState.DEDICATING:
        empty = not scene.live_events and not scene.live_stakes
        return closed(state, scene, diceless=True) if empty else None
    if scene.state is SceneState.OPEN or not all(stake.settled for stake in scene.live_stakes):
        return None
    left = scene.remaining if scene.state is SceneState.PICKING else not scene.rancor_taken
    return None if left else closed(state, scene, diceless=False)


def closed(state: Troupe, scene: Scene, *, diceless: bool) -> SceneClosed:
    counts = not diceless or state.settings.diceless_scenes == "count"
    missing = {actor.id for actor in state.missing_scene}
    waits = state.phase in (Phase.DEPARTURE, Phase.ARRIVAL)
    complete = waits and counts and bool(missing) and missing <= set(scene.participants)
    return SceneClosed(diceless=diceless, counts=counts, complete=complete)


FOLLOWS = (_given_out, _only_rancor, _closing)


def _open(state: Troupe) -> Iterable[Open]:
    scene = state.scene
    if not playing(state) or scene is None:
        return
    if scene.state is SceneState.PICKING and scene.remaining:
        yield _open_pick(_next_pickers(state, scene), list(scene.remaining))
    options = rancor_options(state, scene) if scene.state is SceneState.RANCOR_PICK else ()
    if options and state.producer is not None:
        yield _open_pick(frozenset({state.producer.id}), [size for size, _ in options])


def _open_pick(seats: frozenset[Seat], sizes: list[int]) -> Open:
    return Open("take_die", seats, {"size": range(min(sizes), max(sizes) + 1, 2)})


OPEN = (_open,)


def _due(state: Troupe) -> Iterable[Command]:
    scene = state.scene
    if scene is None or not playing(state) or not state.settings.due_s:
        return
    waits = scene.state is SceneState.PICKING and scene.remaining
    if waits or (scene.state is SceneState.RANCOR_PICK and rancor_options(state, scene)):
        yield Command("pick_due", CLOCK, at=state.idle_since + state.settings.due_s)


DUE = (_due,)


def _tell_picked(state: Troupe, event: DiePicked) -> Iterable[Cue]:
    player = names.player_name(state, event.seat)
    asked = first_asked(state)
    following = names.player_name(state, asked[0]) if asked else ""
    yield Cue("DiePicked.next" if asked else "DiePicked", {"size": event.size, "player": player, "next": following})


def _tell_closed(state: Troupe, event: SceneClosed) -> Iterable[Cue]:
    yield Cue("SceneClosed.diceless" if event.diceless else "SceneClosed")
    if event.complete:
        yield Cue("phase.complete")


NARRATE = {
    DiePicked: _tell_picked,
    RancorPicked: lambda state, event: (Cue("RancorPicked", {"size": event.size}),),
    SceneClosed: _tell_closed,
}
