"""The window after the dice: who may still spend, who has accepted, when it shuts (E-050, A-64), policies and ties.

What comes of a check is in :mod:`outcomes`. In a round of the Pain the same window is open over all its steps; what
follows when it is shut (:func:`is_shut`) is the Pain's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import acting, checks, edit, names, opens, outcomes, spending, steps
from assistant.games.errantry.events_check import (
    PolicyChosen,
    ResultAccepted,
    TieSettled,
    Transcended,
    WindowClosed,
)
from assistant.games.errantry.fudge import TRANSCENDENT
from assistant.games.errantry.opening import TALK
from assistant.games.errantry.orders import PLAY, WINDOW, Evolving, Order, Outcome
from assistant.games.errantry.state import Check, CheckStep, Episode, Transcendence
from assistant.games.errantry.terms import CheckKind, CheckPhase, Kind, Life, Moment, Policy, TieChoice
from assistant.table import CLOCK, Command, Dice, Name, Open, Refusal, Seat

LAST_DAY_H = 24.0
"""A story that has been crowned ends within so many hours of the game clock (E-130)."""


def is_shut(state: Episode) -> bool:
    """Whether all dice lie there and nobody who could still spend on them has not accepted (E-050, A-64)."""
    check = state.check
    if check is None or check.phase is not CheckPhase.ROLLED:
        return False
    return all(check.steps[place].accepted or not can_change(state, check, place) for place in outcomes.now(check))


def can_change(state: Episode, check: Check, place: int) -> bool:
    """Whether anybody can spend anything on this step now: its pool, a Secret, a gift die."""
    step = check.steps[place]
    if not step.rolled:
        return False
    who = acting.character_of(state, step)
    if step.pool is not None and steps.pool_dice_left(step, state.settings) and who.pools[step.pool].now:
        return True
    if any(spending.no_gift(state, player.id, who, step) is None for player in state.present):
        return True
    return any(_has_secret(state, check, place, other) for other in check.steps)


def _has_secret(state: Episode, check: Check, place: int, other: CheckStep) -> bool:
    owner = acting.character_of(state, other)
    payable = (key for key in owner.secrets if spending.payable(state, owner, key))
    return any(place in spending.changeable_by(state, check, owner, key) for key in payable)


def accept(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Who plays a step keeps it as it lies (E-050)."""
    check = _rolled_check(state)
    if isinstance(check, Refusal):
        return check
    return _accepted(state, check, command.seat, _voiced(state, check, command.seat))


def let_stand(state: Episode, command: Command, dice: Dice) -> Outcome:
    """ "That stands": from the Marshal for all, from anybody else for his own."""
    check = _rolled_check(state)
    if isinstance(check, Refusal):
        return check
    all_of_them = command.seat in checks.marshals(state)
    places = outcomes.now(check) if all_of_them else _voiced(state, check, command.seat)
    return _accepted(state, check, command.seat, places)


def _rolled_check(state: Episode) -> Check | Refusal:
    """The check whose window is open; in a round of the Pain not before its dice have fallen."""
    check = acting.open_check(state)
    if isinstance(check, Refusal) or check.phase is CheckPhase.ROLLED:
        return check
    return checks.wrong_phase(state)


def _voiced(state: Episode, check: Check, seat: Seat) -> tuple[int, ...]:
    """The steps now that this seat speaks for; all of them where nobody's role is guarded (A-52)."""
    voices = {
        place: checks.voice_of(state, acting.character_of(state, check.steps[place])) for place in outcomes.now(check)
    }
    mine = tuple(place for place, voice in voices.items() if voice == seat)
    return mine or (tuple(voices) if state.settings.role_guard == "trusted" else ())


def _accepted(state: Episode, check: Check, seat: Seat, places: tuple[int, ...]) -> Outcome:
    if not places:
        voices = (
            checks.voice_of(state, acting.character_of(state, check.steps[place])) for place in outcomes.now(check)
        )
        return Refusal("E_NOT_YOURS", {"player": names.player_name(state, next(voices, None))})
    return (ResultAccepted(places=places),)


def time_is_up(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Nobody has spent anything for a while (E-050)."""
    check = state.check
    return (ResultAccepted(places=outcomes.now(check)),) if check is not None else checks.wrong_phase(state)


def choose_policy(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Stop, a penalty die, or go on: beforehand, or when a step of a chain has failed (E-062, E-072)."""
    check, policy = state.check, command.slots.get("policy")
    if check is None or not outcomes.is_chain(check) or check.together or policy not in list(Policy):
        return checks.wrong_phase(state)
    return (PolicyChosen(policy=Policy(str(policy))),)


def settle_tie(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The tied share the place, or roll again among themselves (E-065)."""
    check, choice = state.check, command.slots.get("choice")
    if check is None or check.phase is not CheckPhase.BETWEEN or outcomes.is_chain(check):
        return Refusal("E_NO_TIE")
    return (TieSettled(choice=TieChoice(str(choice))),) if choice in list(TieChoice) else checks.wrong_phase(state)


ACCEPT = Order(accept, live=WINDOW | {Moment.PAIN_ROLL} | PLAY)
STANDS = Order(let_stand, live=WINDOW | {Moment.PAIN_ROLL} | PLAY)
POLICY = Order(choose_policy, live=TALK | {Moment.BETWEEN})
TIE = Order(settle_tie, live=frozenset(Moment))

DECIDE = {
    "accept": ACCEPT,
    "let_stand": STANDS,
    "choose_policy": POLICY,
    "settle_tie": TIE,
    "window_due": Order(time_is_up, by="clock"),
}


def _result_accepted(state: Episode, event: ResultAccepted) -> Episode:
    for place in event.places:
        state = edit.step(state, place, lambda step: replace(step, accepted=True))
    return state


def _transcended(state: Episode, event: Transcended) -> Episode:
    since = state.game_clock_h
    day = Transcendence(since, since + LAST_DAY_H)
    who = state.character(event.character)
    if who is not None and who.kind is Kind.EC:
        return edit.character(state, event.character, lambda each: replace(each, life=Life.RETIRED))
    return edit.character(state, event.character, lambda each: replace(each, transcendence=day))


def _policy_chosen(state: Episode, event: PolicyChosen) -> Episode:
    def decided(check: Check) -> Check:
        if check.phase is CheckPhase.BETWEEN:
            return outcomes.after_failure(check, event.policy)
        return replace(check, failure_policy=event.policy)

    return edit.check(state, decided)


EVOLVE: Evolving = {
    ResultAccepted: _result_accepted,
    WindowClosed: lambda state, event: edit.check(state, lambda check: outcomes.settled(check, state.settings)),
    PolicyChosen: _policy_chosen,
    TieSettled: lambda state, event: edit.check(state, lambda check: outcomes.tie_settled(check, event.choice)),
    Transcended: _transcended,
}


def _shuts(state: Episode) -> WindowClosed | None:
    check = state.check
    if check is None or check.kind is CheckKind.PAIN or not is_shut(state):
        return None
    return WindowClosed()


def _crowned(state: Episode) -> Transcended | None:
    """A final seven, outside the Pain: there it ends the round at once (E-131)."""
    check = state.check
    if check is None or state.pain is not None:
        return None
    final = (step for step in check.steps if step.result is not None)
    crowned = (step.character for step in final if _is_crowned(state, step))
    return next((Transcended(character=character) for character in crowned), None)


def _is_crowned(state: Episode, step: CheckStep) -> bool:
    """A player's character at a seven; by A-40 an encounter character too, who leaves the story."""
    who, level = acting.character_of(state, step), step.natural_sl if state.settings.transcend_natural else step.sl
    if not step.rolled or level < TRANSCENDENT or not who.in_play:
        return False
    if who.kind is Kind.EC:
        return state.settings.transcend_ec == "leaves"
    return who.transcendence is None


FOLLOWS = (_shuts, _crowned)


def _open(state: Episode) -> Iterable[Open]:
    check = state.check
    if check is None:
        return
    if state.moment in WINDOW | {Moment.PAIN_ROLL} and check.phase is CheckPhase.ROLLED:
        yield from opens.plain(state, "accept", ACCEPT)
        yield from opens.plain(state, "let_stand", STANDS)
    if state.moment in TALK | {Moment.BETWEEN} and outcomes.is_chain(check) and not check.together:
        yield Open("choose_policy", None, {"policy": _words(state, Policy)})
    if check.phase is CheckPhase.BETWEEN and not outcomes.is_chain(check):
        yield Open("settle_tie", None, {"choice": _words(state, TieChoice)})


def _words(state: Episode, choices: Iterable[str]) -> tuple[Name, ...]:
    """Constants of sentences as names: nobody says them by themselves."""
    return tuple(Name(str(each), str(each), (), str(each)) for each in choices)


OPEN = (_open,)


def _due(state: Episode) -> Iterable[Command]:
    check, wait = state.check, state.settings.post_roll_window_s
    if check is not None and wait and check.phase is CheckPhase.ROLLED:
        yield Command("window_due", CLOCK, at=check.spent_at + wait)


DUE = (_due,)
