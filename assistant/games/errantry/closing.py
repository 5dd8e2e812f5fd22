"""The end of a scene, and what it was played for (E-136, E-023)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import cards, edit, names, opens
from assistant.games.errantry.decks import in_order
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_game import BoonUsed, ObligationDischarged, PoolRefreshed
from assistant.games.errantry.events_scene import OutcomeAsked, SceneEnded
from assistant.games.errantry.orders import ALWAYS, PAIN, Evolving, Order, Outcome, Telling
from assistant.games.errantry.stakes import booked
from assistant.games.errantry.state import Character, Decks, Episode, Scene
from assistant.games.errantry.terms import Moment, Pool, Role, ScenePhase, Stake
from assistant.table import Command, Cue, Dice, Open

_ENDING = frozenset({Moment.PLAY, Moment.OUTCOME})
_CONFLICT = PAIN | {Moment.FREE_AND_CLEAR, Moment.ROLLED, Moment.BETWEEN}


def end_scene(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Asks first whether the stakes were reached, where that is still to be booked."""
    scene = state.here
    if scene.stakes is None or booked(state, scene.stakes, _venan(state)):
        return (SceneEnded(number=scene.number),)
    if scene.phase is ScenePhase.OUTCOME:
        return _question(state, scene)
    return (OutcomeAsked(),)


def reached(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Yes: what the scene was played for is booked, and it ends."""
    scene, character = state.here, _venan(state)
    ended = SceneEnded(number=scene.number)
    if scene.stakes is None or booked(state, scene.stakes, character):
        return (ended,)
    booking = _booking(scene.stakes.kind, scene.stakes.target, character)
    return (booking, ended) if booking is not None else (ended,)


def _booking(kind: Stake, target: str, character: Character | None) -> EpisodeEvent | None:
    if kind is Stake.DISCHARGE:
        return ObligationDischarged(obligation=target)
    if kind is Stake.USE_BOON:
        return BoonUsed(boon=target)
    return PoolRefreshed(character=character.id, pool=Pool(target)) if character is not None else None


def missed(state: Episode, command: Command, dice: Dice) -> Outcome:
    """No: the scene ends as it is."""
    return (SceneEnded(number=state.here.number),)


def _venan(state: Episode) -> Character | None:
    return state.current(state.role(Role.VENAN))


_ASKED = frozenset({Moment.OUTCOME})

DECIDE = {
    "end_scene": Order(end_scene, live=_ENDING, instead=dict.fromkeys(_CONFLICT, "E_BUSY")),
    "yes": Order(reached, live=_ASKED, instead=dict.fromkeys(ALWAYS - _ASKED, "E_NOTHING_ASKED")),
    "no": Order(missed, live=_ASKED, instead=dict.fromkeys(ALWAYS - _ASKED, "E_NOTHING_ASKED")),
}


def _asked(state: Episode, event: OutcomeAsked) -> Episode:
    return edit.scene(state, lambda scene: replace(scene, phase=ScenePhase.OUTCOME))


def _ended(state: Episode, event: SceneEnded) -> Episode:
    """Cards go back (A-09, A-10); a transcended check or a trial is over with the scene."""
    scene = state.here
    state = edit.decks(state, lambda decks: _returned(state, decks, scene))
    return replace(state, scene=None, check=None, pain=None, last_roles=scene.roles or state.last_roles)


def _returned(state: Episode, decks: Decks, scene: Scene) -> Decks:
    court = (scene.encounter_card,) if scene.encounter_card else ()
    if state.settings.court_return == "scene_end":
        decks = replace(decks, court=in_order((*decks.court, *court), cards.COURT))
    else:
        decks = replace(decks, court_discard=in_order((*decks.court_discard, *court), cards.COURT))
    if state.settings.pips_return == "each_character":
        return replace(decks, pips=in_order((*decks.pips, *scene.pip_draw), cards.PIPS))
    return replace(decks, pips_discard=in_order((*decks.pips_discard, *scene.pip_draw), cards.PIPS))


EVOLVE: Evolving = {OutcomeAsked: _asked, SceneEnded: _ended}


def _open(state: Episode) -> Iterable[Open]:
    for intent, order in DECIDE.items():
        yield from opens.plain(state, intent, order)


OPEN = (_open,)


def _question(state: Episode, scene: Scene) -> Cue:
    kind = names.word(state, f"stake_{scene.stakes.kind}") if scene.stakes else ""
    return Cue("OutcomeAsked", {"kind": kind})


NARRATE: Telling = {
    OutcomeAsked: lambda state, event: (_question(state, state.here),),
    SceneEnded: lambda state, event: (Cue("SceneEnded", {"n": event.number}),),
}
