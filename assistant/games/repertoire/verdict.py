"""When the game is over, and who has won (R-135 to R-140)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from assistant.games.repertoire import checks, edit, names, opens
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import GameEnded
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import Outcome as Fate
from assistant.games.repertoire.terms import Status
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal


def producer_degree(winners: int, actors: int, way: str = "linear") -> Fraction:
    """How far the Producer has won: 1 with one winner, less with each more, 0 with none and with all (R-140)."""
    if winners == 0 or winners == actors:
        return Fraction(0)
    return Fraction(1, 2 ** (winners - 1)) if way == "halving" else Fraction(actors - winners, actors - 1)


def winners(state: Troupe) -> int:
    return sum(actor.outcome is Fate.WON for actor in state.actors)


def contenders(state: Troupe) -> int:
    """All Actors who ever had a card (A-106)."""
    return sum(actor.card_id is not None for actor in state.actors)


def all_settled(state: Troupe) -> bool:
    """No Actor has his confrontation still before him."""
    return not any(actor.outcome is Fate.PENDING for actor in state.actors)


def is_offered(state: Troupe) -> bool:
    """Nobody can win any more, but stories may go on (A-104)."""
    return all_settled(state) and not state.clock.expired and state.settings.early_end == "offered"


def end_game(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """At once where nobody can win any more; else two seats must agree (A-104)."""
    if state.settings.early_end == "clock":
        return Refusal("E_PHASE")
    fault = checks.nothing_open(state)
    if fault is not None:
        return fault
    if not all_settled(state) and command.confirmed_by in (None, command.seat):
        others = frozenset(player.id for player in state.seats) - {command.seat}
        return Ask("end_game.sure", (command,), by=others)
    return (_ended(state),)


def _ended(state: Troupe) -> GameEnded:
    chickened = {Fate.PENDING: Fate.CHICKENED}
    return GameEnded(outcomes=tuple((a.id, chickened.get(a.outcome, a.outcome)) for a in state.actors))


def _time_is_up(state: Troupe) -> TroupeEvent | None:
    """After expiry, as soon as nothing is open any more (R-135)."""
    over = state.clock.expired and state.status is Status.PLAYING and not checks.nothing_open(state)
    return _ended(state) if over else None


def _game_ended(state: Troupe, event: GameEnded) -> Troupe:
    fates = dict(event.outcomes)
    state = edit.every_seat(state, lambda player: replace(player, outcome=fates.get(player.id, player.outcome)))
    return replace(state, status=Status.OVER, clock=replace(state.clock, running=False))


DECIDE = {"end_game": Order(end_game)}
EVOLVE: Evolving = {GameEnded: _game_ended}
FOLLOWS = (_time_is_up,)


def _open(state: Troupe) -> Iterable[Open]:
    yield from opens.plain(state, "end_game", DECIDE["end_game"])


def _tell_ended(state: Troupe, event: GameEnded) -> Iterable[Cue]:
    """Each Actor's outcome, then the Producer's."""
    yield Cue("GameEnded")
    for seat, fate in event.outcomes:
        yield Cue(f"GameEnded.{fate.lower()}", {"actor": names.display(state, seat)})
    yield _producers(state)


def _producers(state: Troupe) -> Cue:
    won, actors = winners(state), contenders(state)
    degree = producer_degree(won, actors, state.settings.producer_degree)
    if won and won == actors:
        return Cue("GameEnded.producer.total_loss")
    if not won:
        return Cue("GameEnded.producer.loss")
    if degree == 1 or state.settings.producer_degree == "words":
        return Cue("GameEnded.producer.win" if degree == 1 else "GameEnded.producer.lesser")
    return Cue("GameEnded.producer.part", {"of": degree.denominator, "part": degree.numerator})


OPEN = (_open,)
NARRATE: Telling = {GameEnded: _tell_ended}
