"""After time is up: "don't wait" (V-45).

The clock stands then, so no tick can count how long a seat keeps the table waiting (R-150); but what is open is still
played to its end (R-133, R-134). So nobody has to be waited for: whoever says "don't wait" has done at once what the
tick would have done. The roll itself stands in :mod:`ending`.
"""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.repertoire import picking, setting_aside
from assistant.games.repertoire.events_scene import QuestionPassed
from assistant.games.repertoire.orders import Order, Outcome
from assistant.games.repertoire.questions import pending
from assistant.games.repertoire.state import Troupe
from assistant.games.repertoire.terms import QuestionState, SceneState, Step
from assistant.table import Ask, Command, Dice, Open, Refusal


def dont_wait(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Largest first for whoever has to choose; an insisted question passes; a scene whose Actors have fallen silent is
    closed without a roll, if another seat agrees."""
    fight, scene = state.confrontation, state.scene
    if fight is not None:
        return setting_aside.largest_first(state, fight)
    if scene is None:
        return Refusal("E_NO_SCENE")
    if scene.question is not None:
        return (QuestionPassed(),)
    if scene.state is not SceneState.OPEN:
        return picking.largest(state, scene)
    if command.confirmed_by in (None, command.seat):
        others = frozenset(player.id for player in state.seats) - {command.seat}
        return Ask("scene.cut_off", (command,), by=others)
    return (picking.closed(state, scene, diceless=False),)


def _stalls(state: Troupe) -> bool:
    """Is something open that only one seat, or only its Actors, could go on with?"""
    if not state.clock.expired:
        return False
    if state.confrontation is not None:
        return state.confrontation.step is Step.SET_ASIDE
    question = pending(state)
    if question is not None:
        return question.state is QuestionState.INSISTED_WAITING_FOR_PRODUCER
    return state.scene is not None and state.scene.state is not SceneState.DEDICATING


DECIDE = {"roll_anyway": Order(dont_wait, questioned=True, applies=_stalls)}


def _open(state: Troupe) -> Iterable[Open]:
    if _stalls(state):
        yield Open("roll_anyway", frozenset(player.id for player in state.seats))


OPEN = (_open,)
