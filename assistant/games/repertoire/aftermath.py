"""How a confrontation ends, and what it does to both (R-116 to R-122)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import checks, edit, names, opens, pools
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import ActorChanged, ConfrontationEnded
from assistant.games.repertoire.events_scene import RancorRaised
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Confrontation, Player, Rivalry, Troupe
from assistant.games.repertoire.terms import Demeanour, Result, RivalryStatus, Step
from assistant.games.repertoire.terms import Outcome as Fate
from assistant.table import Command, Cue, Dice, Name, Open, Refusal, Seat

_ANGER = 4
"""So often does Rancor increase after each confrontation (R-121)."""
_FATES = {Result.ACTOR_WINS: Fate.WON, Result.PRODUCER_WINS: Fate.BROKEN}
_SUGGESTED = {Fate.WON: Demeanour.INSUFFERABLE, Fate.BROKEN: Demeanour.DEPRESSIVE}
"""What a confrontation makes of an Actor, unless his player likes it otherwise (A-095)."""


def _over(state: Troupe) -> TroupeEvent | None:
    """A pool is empty; both at once is the Actor's (R-116, R-117)."""
    fight = state.confrontation
    if fight is None or fight.result is not None or fight.step is not Step.ROLL:
        return None
    if fight.steel_pool and fight.rancor_pool:
        return None
    result = Result.PRODUCER_WINS if fight.rancor_pool else Result.ACTOR_WINS
    return ConfrontationEnded(seat=fight.actor, result=result)


def _anger(state: Troupe) -> TroupeEvent | None:
    """However it ended, and on the Rancor there was before (R-121)."""
    fight = state.confrontation
    over = fight is not None and fight.result is not None
    return RancorRaised(sizes=pools.increases(state.rancor, _ANGER)) if over else None


FOLLOWS = (_over, _anger)


def play_on(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """His player goes on; without a word about his mood, he takes the one suggested (R-120)."""
    player = _changed_actor(state, command.seat)
    if isinstance(player, Refusal):
        return player
    if player.demeanour is not None and not player.retired:
        return Refusal("E_DUPLICATE")
    return (ActorChanged(seat=player.id, demeanour=player.demeanour or _SUGGESTED[player.outcome]),)


def stop_here(state: Troupe, command: Command, dice: Dice) -> Outcome:
    player = _changed_actor(state, command.seat)
    if isinstance(player, Refusal):
        return player
    fault = checks.nothing_open(state)
    if fault is not None:
        return fault
    return Refusal("E_DUPLICATE") if player.retired else (ActorChanged(seat=player.id, retired=True),)


def take_mood(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Depressive or insufferable, as his player likes."""
    player = _changed_actor(state, command.seat)
    if isinstance(player, Refusal):
        return player
    mood = str(command.slots.get("mood", "")).upper()
    fixed = state.settings.demeanour == "fixed"
    if mood not in Demeanour.__members__ or (fixed and mood != _SUGGESTED[player.outcome]):
        return Refusal("E_CONTENT", {"who": ""})
    if player.demeanour == mood:
        return Refusal("E_DUPLICATE")
    return (ActorChanged(seat=player.id, demeanour=Demeanour(mood), retired=player.retired),)


def _changed_actor(state: Troupe, seat: Seat) -> Player | Refusal:
    """Who has been through his confrontation."""
    player = state.seat(seat)
    return player if player and player.outcome in _SUGGESTED else Refusal("E_NO_CONFRONTATION")


DECIDE = {
    "play_on": Order(play_on, by="actor"),
    "stop_here": Order(stop_here, by="actor"),
    "take_mood": Order(take_mood, by="actor"),
}


def _ended(state: Troupe, event: ConfrontationEnded) -> Troupe:
    fight = state.confrontation
    fate = _FATES[event.result]
    mood = _SUGGESTED[fate] if state.settings.demeanour == "fixed" else None
    state = edit.seat(state, event.seat, lambda player: replace(player, outcome=fate, demeanour=mood))
    if fight is not None:
        state = _dice_back(state, fight)
    return edit.confrontation(state, lambda fight: replace(fight, result=event.result))


def _dice_back(state: Troupe, fight: Confrontation) -> Troupe:
    """Both fought with copies, so all dice are back of themselves, unless the setting keeps some away (A-092)."""
    returns = state.settings.aside_returns
    if returns == "none":
        state = replace(state, rancor=pools.minus(state.rancor, pools.flat(fight.rancor_aside)))
    if returns != "all":
        lost = pools.flat(fight.steel_aside)
        state = edit.seat(state, fight.actor, lambda p: replace(p, steel=pools.minus(p.steel, lost)))
    return state


def _actor_changed(state: Troupe, event: ActorChanged) -> Troupe:
    def change(player: Player) -> Player:
        return replace(player, demeanour=event.demeanour or player.demeanour, retired=event.retired)

    state = edit.seat(state, event.seat, change)
    return _left_behind(state, event.seat) if event.retired else state


def _left_behind(state: Troupe, seat: Seat) -> Troupe:
    """The rivalries of a player who stops can be fought over again, or are gone (A-055)."""
    gone = state.settings.retired_rivalries == "gone"

    def leave(card: Rivalry) -> Rivalry:
        return replace(card, owner=None, status=RivalryStatus.DISCARDED if gone else RivalryStatus.UNOWNED)

    for owned in state.owned_by(seat):
        state = edit.rivalry(state, owned.id, leave)
    return state


EVOLVE: Evolving = {ConfrontationEnded: _ended, ActorChanged: _actor_changed}


def _open(state: Troupe) -> Iterable[Open]:
    if not any(actor.outcome in _SUGGESTED for actor in state.actors):
        return
    yield from opens.plain(state, "play_on", DECIDE["play_on"])
    yield from opens.plain(state, "stop_here", DECIDE["stop_here"])
    moods = (Name(mood.lower(), mood.lower(), (), mood.lower()) for mood in Demeanour)
    yield from opens.named(state, "take_mood", DECIDE["take_mood"], "mood", moods)


def _tell_ended(state: Troupe, event: ConfrontationEnded) -> Iterable[Cue]:
    yield Cue(f"ConfrontationEnded.{event.result.lower()}", {"actor": names.display(state, event.seat)})


def _tell_changed(state: Troupe, event: ActorChanged) -> Iterable[Cue]:
    line = "stops" if event.retired else event.demeanour.lower() if event.demeanour else "stops"
    yield Cue(f"ActorChanged.{line}", {"actor": names.display(state, event.seat)})


OPEN = (_open,)
NARRATE: Telling = {ConfrontationEnded: _tell_ended, ActorChanged: _tell_changed}
