"""Asking to see: what lies open on the table anyway, and whom the game is waiting for (R-130, R-146)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.games.repertoire import duel, names, pools
from assistant.games.repertoire.breaks import amount
from assistant.games.repertoire.checks import card_in, rivalry_in
from assistant.games.repertoire.contribution import picker
from assistant.games.repertoire.ending import pool, undedicated
from assistant.games.repertoire.orders import Order, Outcome, look
from assistant.games.repertoire.scenes import seat_is_actor
from assistant.games.repertoire.setup import ready
from assistant.games.repertoire.state import Card, Confrontation, Line, Rivalry, Scene, Troupe
from assistant.games.repertoire.terms import LineStatus, Phase, SceneState, Status, Step
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat, Value
from assistant.table.naming import singular

_MARKS = {LineStatus.TRUE: "✓", LineStatus.STRUCK: "✗", LineStatus.WITHDRAWN: "–"}


def shown_dice(sizes: Iterable[int]) -> str:
    """Dice for the display: "3d6 1d8"."""
    return " ".join(f"{count}d{size}" for size, count in pools.of(sizes).items())


def shown_line(line: Line) -> str:
    return f"{line.no} {_MARKS[line.status]} {line.text or ''}".rstrip()


def _my_tokens(state: Troupe, command: Command, dice: Dice) -> Outcome:
    player = state.seat(command.seat)
    return Refusal("E_SEAT_UNKNOWN") if player is None else Cue("my_tokens", {"n": player.held})


def _show_card(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A card; a rivalry's shows whose it is."""
    card = card_in(state, command)
    if isinstance(card, Card):
        return Cue("show_card", card_slots(card))
    rivalry = rivalry_in(state, command, "card")
    return card if isinstance(rivalry, Refusal) else Cue("show_rivalry", {"rivalry": _whose(state, rivalry)})


def _whose(state: Troupe, rivalry: Rivalry) -> str:
    owner = names.display(state, rivalry.owner)
    title = rivalry.title or str(rivalry.number)
    return f"{title} ({owner})" if owner else title


def card_slots(card: Card) -> Mapping[str, Value]:
    lines = " · ".join(shown_line(line) for line in card.lines)
    return {"name": names.called(card), "lines": lines, "tokens": card.tokens}


def _show_stakes(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Pool and rivalries of the scene; between scenes nothing is at stake, and all rivalry cards are shown."""
    if state.scene is None:
        live = [rivalry for rivalry in state.rivalries if rivalry.d10]
        shown = " · ".join(_whose(state, rivalry) for rivalry in live)
        return Cue("show_stakes.between", {"rivalries": shown}) if live else Cue("show_stakes.nothing")
    stakes = (state.rivalry(stake.rivalry_id) for stake in state.scene.live_stakes)
    titles = " · ".join(rivalry.title for rivalry in stakes if rivalry)
    return Cue("show_stakes", {"dice": shown_dice(pool(state, state.scene)), "rivalries": titles})


def _my_steel(state: Troupe, command: Command, dice: Dice) -> Outcome:
    player = state.seat(command.seat)
    if player is None or not seat_is_actor(state, command.seat):
        return Refusal("E_NOT_ACTOR")
    counts = [player.steel.get(size, 0) for size in (6, 8)]
    tens = player.steel.get(10, 0) + len(state.owned_by(player.id))
    shape = ".".join(amount(count) for count in (*counts, tens))
    return Cue(f"my_steel.{shape}", {"sixes": counts[0], "eights": counts[1], "tens": tens})


def _show_rancor(state: Troupe, command: Command, dice: Dice) -> Outcome:
    count = pools.total(state.rancor)
    return Cue(singular("show_rancor", count), {"n": count, "dice": shown_dice(pools.flat(state.rancor))})


def _who_is_left(state: Troupe, command: Command, dice: Dice) -> Outcome:
    waiting = [names.player_name(state, seat) for seat in awaited(state)]
    slots: dict[str, Value] = {f"name{place}": name for place, name in enumerate(waiting, start=1)}
    return Cue(f"who_is_left.{len(waiting)}", slots)


def awaited(state: Troupe) -> tuple[Seat, ...]:
    """Whom the game is waiting for; with nothing open, the Actors who still need a scene in this phase."""
    scene, confrontation = state.scene, state.confrontation
    if state.status is Status.OVER:
        return ()
    if Status.SETUP in (state.status, state.paused_from):
        return tuple(player.id for player in state.seats if not ready(state, player))
    if confrontation is not None:
        return _awaited_fighting(state, confrontation)
    if scene is None or (scene.state is SceneState.OPEN and scene.question is None):
        return () if state.phase is Phase.TRAVEL else tuple(actor.id for actor in state.missing_scene)
    return tuple(seat for seat in _awaited_in(state, scene) if seat)


def _awaited_fighting(state: Troupe, fight: Confrontation) -> tuple[Seat, ...]:
    """Both, but for a side that has set aside all that it takes, or has nothing to take."""
    sides = {duel.ACTOR: fight.actor, duel.PRODUCER: state.producer.id if state.producer else ""}
    if fight.step is Step.SET_ASIDE:
        return tuple(seat for side, seat in sides.items() if duel.left_to_choose(state, fight, side) > 0)
    return tuple(sides.values())


def _awaited_in(state: Troupe, scene: Scene) -> tuple[Seat | None, ...]:
    producer = state.producer.id if state.producer else None
    if scene.question is not None:
        asked = scene.question.state.name == "ASKED"
        return (scene.question.answer_due if asked else producer,)
    if scene.state is SceneState.PICKING:
        return (picker(state.settings, scene),)
    if scene.state is SceneState.RANCOR_PICK:
        return (producer,)
    holding = tuple(p.id for p in state.seats if p.held > sum(scene.dedicated.get(p.id, (0, 0))))
    return holding if undedicated(state, scene) else (scene.roller,)


DECIDE: dict[str, Order] = {
    "my_tokens": look(_my_tokens),
    "show_card": look(_show_card),
    "show_stakes": look(_show_stakes),
    "who_is_left": look(_who_is_left),
    "my_steel": look(_my_steel),
    "show_rancor": look(_show_rancor),
}


def _open(state: Troupe) -> Iterable[Open]:
    if not state.seats:
        return
    everyone = frozenset(player.id for player in state.seats)
    yield Open("my_tokens", everyone)
    yield Open("show_rancor", everyone)
    yield Open("who_is_left", everyone)
    yield Open("my_steel", frozenset(actor.id for actor in state.actors))
    if state.cards:
        yield Open("show_card", everyone, {"card": names.on_the_table(state)})
    yield Open("show_stakes", everyone)


OPEN = (_open,)
