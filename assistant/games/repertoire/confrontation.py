"""The confrontation: rounds of Steel against Rancor (R-106 to R-117, R-123). See :mod:`aftermath` for its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from assistant.games.repertoire import checks, duel, edit, names, opens, pools
from assistant.games.repertoire.duel import ACTOR, PRODUCER
from assistant.games.repertoire.events_game import ArgumentEnded, ConfrontationBegun, PointsStated, RoundRolled
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.scenes import back
from assistant.games.repertoire.setup import ready
from assistant.games.repertoire.state import Confrontation, Rolls, Troupe
from assistant.games.repertoire.terms import Outcome as Fate
from assistant.games.repertoire.terms import Phase, SceneState, Step
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Roll, Seat, Value
from assistant.table.naming import singular
from assistant.table.slots import whole

_MAY_AGAIN = {
    "once": frozenset({Fate.PENDING}),
    "losers": frozenset({Fate.PENDING, Fate.BROKEN}),
    "all": frozenset({Fate.PENDING, Fate.BROKEN, Fate.WON}),
}
"""Who may still confront, by how it went for him (A-084)."""


def confront(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """An Actor, for himself, stands up to the Producer; a second press makes sure."""
    player = state.seat(command.seat)
    fault = checks.expired(state) or _no_time_for_it(state)
    if fault is not None or player is None:
        return fault or Refusal("E_SEAT_UNKNOWN")
    if player.outcome not in _MAY_AGAIN[state.settings.confront_max]:
        return Refusal("E_CONFRONTED")
    steel = pools.flat(duel.steel_of(state, command.seat))
    if not steel and not state.settings.confront_without_steel:
        return Refusal("E_DIE_UNAVAILABLE")
    if not ready(state, player):  # a newcomer, with nothing yet to confront him for
        return Refusal("E_CONTENT", {"who": ""})
    if command.confirmed_by is None:
        return Ask("confront.sure" if steel else "confront.no_steel", (command,))
    begun = ConfrontationBegun(seat=command.seat, steel=steel, rancor=pools.flat(state.rancor))
    return (*back(state, command.seat), begun)


def _no_time_for_it(state: Troupe) -> Refusal | None:
    if state.phase is Phase.PRODUCTION:
        return Refusal("E_PHASE")
    if state.scene is not None and not (state.settings.confront_in_scene and state.scene.state is SceneState.OPEN):
        return Refusal("E_SCENE_OPEN")
    return Refusal("E_CONFRONTATION_OPEN") if state.confrontation is not None else None


def in_step(state: Troupe, step: Step) -> Confrontation | Refusal:
    """The confrontation in this step; E_NO_CONFRONTATION, else whom another step is waiting for.

    E_NOT_ROLLER before the roll, E_NOT_YOUR_PICK before the setting aside, E_PHASE during the argument.
    """
    fight = state.confrontation
    if fight is None:
        return Refusal("E_NO_CONFRONTATION")
    if fight.step is step:
        return fight
    if fight.step is Step.ROLL:
        return Refusal("E_NOT_ROLLER", {"player": names.player_name(state, fight.actor)})
    if fight.step is Step.SET_ASIDE:
        return Refusal("E_NOT_YOUR_PICK", {"player": names.player_name(state, still_to_choose(state, fight))})
    return Refusal("E_PHASE")


def still_to_choose(state: Troupe, fight: Confrontation) -> Seat | None:
    """Who has still to set dice aside."""
    if duel.left_to_choose(state, fight, ACTOR) > 0:
        return fight.actor
    return state.producer.id if state.producer else None


def side_of(state: Troupe, fight: Confrontation, seat: Seat) -> int | None:
    if seat == fight.actor:
        return ACTOR
    return PRODUCER if state.producer is not None and seat == state.producer.id else None


def roll_round(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Both pools at once: the Actor's dice first, then the Producer's, each smallest first (R-110)."""
    fight = in_step(state, Step.ROLL)
    if isinstance(fight, Refusal):
        return fight
    if side_of(state, fight, command.seat) is None:
        return Refusal("E_NOT_ROLLER", {"player": names.player_name(state, fight.actor)})
    sides = tuple(size for side in (ACTOR, PRODUCER) for size in _unrolled(fight, side))
    if not dice:
        return Roll(sides, by=command.seat)
    if len(dice) != len(sides) or not all(1 <= face <= size for size, face in zip(sides, dice, strict=True)):
        return Refusal("E_DIE_VALUE")
    steel = len(_unrolled(fight, ACTOR))
    return (_rolled(fight, dice[:steel], dice[steel:]),)


def _unrolled(fight: Confrontation, side: int) -> tuple[int, ...]:
    """A side's dice, unless it has called out its Points already."""
    return () if _told(fight, side) else pools.flat(duel.own_pool(fight, side))


def _told(fight: Confrontation, side: int) -> bool:
    return fight.step is Step.ROLL and fight.points_made[side] is not None


def _rolled(fight: Confrontation, steel: Dice, rancor: Dice) -> RoundRolled:
    actor = duel.thrown(fight.steel_pool, steel) if steel else ()
    producer = duel.thrown(fight.rancor_pool, rancor) if rancor else ()
    told = fight.points_made
    points = (
        duel.points(fight.steel_pool, actor) if steel else told[ACTOR] or 0,
        duel.points(fight.rancor_pool, producer) if rancor else told[PRODUCER] or 0,
    )
    return RoundRolled(actor=actor, producer=producer, points=points)


def tell_points(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A side's number of Points, counted on real dice (A-109)."""
    fight = in_step(state, Step.ROLL)
    if isinstance(fight, Refusal):
        return fight
    side, count = side_of(state, fight, command.seat), whole(command, "n")
    if side is None:
        return Refusal("E_NOT_ROLLER", {"player": names.player_name(state, fight.actor)})
    if count is None or not 0 <= count <= pools.total(duel.own_pool(fight, side)):
        return Refusal("E_COUNT")
    stated = PointsStated(seat=command.seat, made=count)
    if not _told(fight, 1 - side):
        return (stated,)
    both = _stated(state, fight, stated).points_made
    return (stated, RoundRolled(actor=(), producer=(), points=(both[ACTOR] or 0, both[PRODUCER] or 0)))


def make_point(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """One more Point made in the argument (V-72)."""
    fight = state.confrontation
    before = _ticked(state, command.seat)
    return _state_made(state, command, before + 1) if fight else Refusal("E_NO_CONFRONTATION")


def _ticked(state: Troupe, seat: Seat) -> int:
    fight = state.confrontation
    side = side_of(state, fight, seat) if fight else None
    return (fight.points_made[side] or 0) if fight and side is not None else 0


def state_points(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """So many of his own Points made; the argument goes on."""
    return _state_made(state, command, whole(command, "n"))


def _state_made(state: Troupe, command: Command, made: int | None) -> Outcome:
    fight = in_step(state, Step.ARGUE)
    if isinstance(fight, Refusal):
        return fight
    side = side_of(state, fight, command.seat)
    if side is None:
        return Refusal("E_NOT_YOURS")
    if made is None or not 0 <= made <= fight.points_rolled[side]:
        return Refusal("E_COUNT")
    return (PointsStated(seat=command.seat, made=made),)


def end_argument(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Either of the two may declare it over, for both (V-73)."""
    fight = in_step(state, Step.ARGUE)
    if isinstance(fight, Refusal):
        return fight
    if side_of(state, fight, command.seat) is None:
        return Refusal("E_NOT_YOURS")
    if not state.settings.points_must_be_argued:
        return (ArgumentEnded(made=fight.points_rolled),)
    return (ArgumentEnded(made=(duel.made(fight, ACTOR), duel.made(fight, PRODUCER))),)


def fighting(state: Troupe) -> bool:
    return state.confrontation is not None


DECIDE = {
    "confront": Order(confront, by="actor"),
    "roll": Order(roll_round, applies=fighting),
    "roll_round": Order(roll_round),
    "tell_points": Order(tell_points),
    "make_point": Order(make_point),
    "state_points": Order(state_points),
    "end_argument": Order(end_argument),
}


def _begun(state: Troupe, event: ConfrontationBegun) -> Troupe:
    fight = Confrontation(event.seat, steel_pool=pools.of(event.steel), rancor_pool=pools.of(event.rancor))
    return replace(state, confrontation=fight)


def _round_rolled(state: Troupe, event: RoundRolled) -> Troupe:
    def roll(fight: Confrontation) -> Confrontation:
        rolls = Rolls(event.actor, event.producer)
        return replace(fight, step=Step.ARGUE, rolls=rolls, points_rolled=event.points, points_made=(None, None))

    return edit.confrontation(state, roll)


def _stated(state: Troupe, fight: Confrontation, event: PointsStated) -> Confrontation:
    actor, producer = fight.points_made
    if side_of(state, fight, event.seat) == ACTOR:
        return replace(fight, points_made=(event.made, producer))
    return replace(fight, points_made=(actor, event.made))


EVOLVE: Evolving = {
    ConfrontationBegun: _begun,
    RoundRolled: _round_rolled,
    PointsStated: lambda state, event: edit.confrontation(state, lambda fight: _stated(state, fight, event)),
    ArgumentEnded: lambda state, event: edit.confrontation(
        state, lambda fight: replace(fight, step=Step.SET_ASIDE, points_made=event.made)
    ),
}


def _open(state: Troupe) -> Iterable[Open]:
    yield from opens.plain(state, "confront", DECIDE["confront"])
    fight = state.confrontation
    if fight is None:
        return
    for intent in ("roll", "roll_round", "make_point", "end_argument"):
        yield from opens.plain(state, intent, DECIDE[intent])
    for side, seat in ((ACTOR, fight.actor), (PRODUCER, state.producer.id if state.producer else "")):
        yield from _open_numbers(state, fight, side, seat)


def _open_numbers(state: Troupe, fight: Confrontation, side: int, seat: Seat) -> Iterable[Open]:
    dice = {"tell_points": pools.total(duel.own_pool(fight, side)), "state_points": fight.points_rolled[side]}
    for intent, most in dice.items():
        zero: Mapping[str, Value] = {"n": 0}
        if opens.allowed(state, DECIDE[intent], Command(intent, seat, zero)):
            yield Open(intent, frozenset({seat}), {"n": range(most + 1)})


def _tell_round(state: Troupe, event: RoundRolled) -> Iterable[Cue]:
    yield Cue(
        singular("RoundRolled", event.points[ACTOR]),
        {"actor": event.points[ACTOR], "producer": event.points[PRODUCER]},
    )


def _tell_argued(state: Troupe, event: ArgumentEnded) -> Iterable[Cue]:
    """Nobody is told to set dice aside who has none to choose (R-114)."""
    fight = state.confrontation
    asked = fight is not None and any(duel.has_choice(state, fight, side) for side in (ACTOR, PRODUCER))
    yield Cue("ArgumentEnded" if asked else "ArgumentEnded.given" if any(event.made) else "ArgumentEnded.nothing")


OPEN = (_open,)
NARRATE: Telling = {
    ConfrontationBegun: lambda state, event: (Cue("ConfrontationBegun", {"actor": names.display(state, event.seat)}),),
    RoundRolled: _tell_round,
    PointsStated: lambda state, event: (Cue(singular("PointsStated", event.made), {"n": event.made}),),
    ArgumentEnded: _tell_argued,
}
