"""What the table and each seat see, and how loud the box may be: the rule of character (R-141 to R-147)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.repertoire import names, pools
from assistant.games.repertoire.looks import awaited, shown_dice, shown_line
from assistant.games.repertoire.state import Card, Player, Scene, Troupe
from assistant.games.repertoire.terms import LineStatus, Phase, RivalryStatus, Role, SceneState, Status, Step
from assistant.table import Cue, Lamp, Seat, Value, View, Window

Block = tuple[Cue, ...]


def view(state: Troupe, seat: Seat | None) -> View:
    """Everything lies open on the table; a seat sees its own things first."""
    table = [*_scene_blocks(state), *_fight_blocks(state)]
    blocks = [*table, *_seat_blocks(state, seat), *_card_blocks(state), *_rivalry_blocks(state)]
    return View(headline(state), window(state), tuple(blocks), lamps(state))


def window(state: Troupe) -> Window:
    """The speaking windows of R-143."""
    scene, confrontation = state.scene, state.confrontation
    played = scene is not None and scene.state is SceneState.OPEN and confrontation is None
    if played and state.phase is Phase.PRODUCTION:  # never a word before the curtain, not even of a break (INV-27)
        return _production(state)
    if state.paused:
        return "open"
    if played:
        return "quiet" if scene is not None and scene.question is None else "open"
    if confrontation is not None and confrontation.step is Step.ARGUE:
        return "quiet"
    return "open"


def _production(state: Troupe) -> Window:
    volumes: dict[str, Window] = {"soft": "hushed", "silent": "silent", "normal": "quiet"}
    return volumes[state.settings.production_volume]


def headline(state: Troupe) -> Cue:
    """Where the game stands."""
    if state.status is not Status.PLAYING:
        return Cue(f"headline.{state.status.lower()}")
    if state.confrontation is not None:
        return Cue("headline.confrontation", {"actor": names.display(state, state.confrontation.actor)})
    step = "between" if state.scene is None else state.scene.state.lower()
    return Cue(f"headline.{state.phase.lower()}", {"cycle": state.cycle, "step": step})


def lamps(state: Troupe) -> dict[Seat, Lamp]:
    """On: in the scene. Blink: on stage. Glow: the game waits for this seat."""
    scene = state.scene
    shown: dict[Seat, Lamp] = {}
    if scene is not None:
        shown.update(dict.fromkeys(scene.participants, "on"))
        shown.update(dict.fromkeys(scene.on_stage, "blink"))
    waits = state.confrontation is not None or (scene is not None and _waiting(scene))
    shown.update({seat: "glow" for seat in awaited(state) if waits})
    return shown


def _waiting(scene: Scene) -> bool:
    return scene.state is not SceneState.OPEN or scene.question is not None


def _scene_blocks(state: Troupe) -> Iterable[Block]:
    yield (Cue("table.rancor", {"dice": shown_dice(pools.flat(state.rancor)), "n": pools.total(state.rancor)}),)
    scene = state.scene
    if scene is None:
        return
    lines = [Cue("table.scene", {"n": scene.no})]
    lines += [
        Cue("table.die", {"die": event.die, "actor": names.display(state, event.seat)}) for event in scene.live_events
    ]
    for stake in scene.live_stakes:
        rivalry = state.rivalry(stake.rivalry_id)
        lines.append(Cue("table.rivalry", {"title": rivalry.title if rivalry else ""}))
    lines += [
        Cue("table.lent", {"player": names.player_name(state, s), "name": n}) for s, n in scene.npc_players.items()
    ]
    lines += _dedications(state, scene)
    yield tuple(lines)


def _dedications(state: Troupe, scene: Scene) -> list[Cue]:
    """Tokens dedicated in secret are shown to nobody before the roll (A-034)."""
    if state.settings.dedicate_mode == "secret" and not scene.rolled:
        return []
    return [
        Cue("table.dedicated", {"player": names.player_name(state, seat), "for": for_, "against": against})
        for seat, (for_, against) in scene.dedicated.items()
    ]


def _fight_blocks(state: Troupe) -> Iterable[Block]:
    """Both pools of the confrontation, and the Points of this round."""
    fight = state.confrontation
    if fight is None:
        return
    pools_now: dict[str, Value] = {
        "round": fight.round,
        "steel": shown_dice(pools.flat(fight.steel_pool)),
        "rancor": shown_dice(pools.flat(fight.rancor_pool)),
    }
    actor, producer = fight.points_rolled
    points = Cue("fight.points", {"actor": actor, "producer": producer})
    yield (Cue("fight.pools", pools_now), *(() if fight.step is Step.ROLL else (points,)))


def _seat_blocks(state: Troupe, seat: Seat | None) -> Iterable[Block]:
    for player in sorted(state.seats, key=lambda player: player.id != seat):
        yield _seat_block(state, player)


def _seat_block(state: Troupe, player: Player) -> Block:
    role = "seat.producer" if player.role is Role.PRODUCER else "seat.actor"
    lines = [Cue(role, {"player": player.player_name, "actor": names.display(state, player.id)})]
    lines.append(Cue("seat.tokens", {"n": player.held}))
    if player.role is Role.ACTOR:
        lines.append(Cue("seat.steel", {"dice": shown_dice(pools.flat(player.steel))}))
        lines.append(Cue(f"seat.{player.outcome.lower()}"))
    return tuple(lines)


def _card_blocks(state: Troupe) -> Iterable[Block]:
    return (_card_block(card) for card in state.cards)


def _card_block(card: Card) -> Block:
    lines = [Cue("card.title", {"number": card.number, "name": card.name})]
    if card.desire is not None:
        lines.append(Cue("card.desire", {"text": card.desire}))
    for line in card.lines:
        key = "card.true" if line.status is LineStatus.TRUE else f"card.{line.status.lower()}"
        lines.append(Cue(key, {"line": shown_line(line)}))
    lines.append(Cue("card.tokens", {"n": card.tokens}))
    return tuple(lines)


def _rivalry_blocks(state: Troupe) -> Iterable[Block]:
    for rivalry in state.rivalries:
        if rivalry.status is not RivalryStatus.DISCARDED:
            slots: dict[str, Value] = {
                "number": rivalry.number,
                "title": rivalry.title,
                "owner": names.display(state, rivalry.owner),
            }
            yield (Cue("rivalry.title", slots),)
