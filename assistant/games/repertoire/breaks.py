"""The clock: breaks, time left, warnings, the end of time; and taking a command back (R-124 to R-134, R-148)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire.events_game import (
    BreakAgreed,
    BreakDiscussed,
    ClockStarted,
    PlayResumed,
    PlaySuspended,
    TimeExpired,
    TimeWarned,
)
from assistant.games.repertoire.orders import Order, Outcome, look
from assistant.games.repertoire.scenes import seat_is_actor
from assistant.games.repertoire.state import Player, Troupe
from assistant.games.repertoire.terms import Outcome as Fate
from assistant.games.repertoire.terms import Role, Status
from assistant.table import CLOCK, Command, Cue, Dice, Open, Refusal, Seat, Value
from assistant.table.naming import singular

_UNDO_S = 15.0
"""So long a command may be taken back (R-148)."""


def _pause(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if state.paused:
        return Refusal("E_NOT_RUNNING")
    if state.clock.expired:
        return Refusal("E_EXPIRED")
    return (BreakDiscussed(seat=command.seat),) if state.clock.running else Refusal("E_SETUP", {"who": ""})


def _suspend(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if not state.paused:
        return Refusal("E_NOT_PAUSED")
    if state.status is Status.SUSPENDED:
        return Refusal("E_NOT_RUNNING")
    if not seat_is_actor(state, command.seat):
        return Refusal("E_NOT_ACTOR")
    agreed = state.agreed | {command.seat}
    if state.settings.suspend_vote == "each" and any(a.active and a.id not in agreed for a in state.actors):
        return Refusal("E_DUPLICATE") if command.seat in state.agreed else (BreakAgreed(seat=command.seat),)
    return (PlaySuspended(seat=command.seat),)


def _resume(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if not state.paused:
        return _start(state, command)
    if state.settings.resume_by == "producer" and seat_is_actor(state, command.seat):
        return Refusal("E_NOT_PRODUCER")
    return (PlayResumed(seat=command.seat),)


def _start(state: Troupe, command: Command) -> Outcome:
    """A clock that never ran has its first tap, or is told to go on: that starts it, for the Producer (R-006)."""
    if state.clock.running:
        return Refusal("E_NOT_PAUSED")
    if state.clock.expired:
        return Refusal("E_EXPIRED")
    return (ClockStarted(seat=command.seat),) if command.seat in _starters(state) else Refusal("E_SETUP", {"who": ""})


def _starters(state: Troupe) -> frozenset[Seat]:
    is_due = not (state.clock.running or state.paused or state.clock.expired)
    return frozenset({state.producer.id}) if state.producer and is_due else frozenset()


def _interrupted(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """After a start, or a time in which nobody can have played: a running game, or a break talked about, comes back
    suspended (R-129); any other as it was."""
    if state.clock.running or state.status is Status.DISCUSSING:
        return (PlaySuspended(seat=command.seat),)
    return Refusal("E_NOT_RUNNING")


def _time_left(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if state.clock.expired:
        return Cue("E_EXPIRED")
    now = max(command.at, state.clock.elapsed_s) if state.clock.running else state.clock.elapsed_s
    slots, shape = time_left(state, now)
    return Cue(f"time_left.{shape}", slots)


def time_left(state: Troupe, now: float) -> tuple[dict[str, Value], str]:
    """Hours and minutes left, and which line says them: "two" hours, "one" or "no" minutes, …"""
    hours, minutes = divmod(round(max(state.clock.limit_s - now, 0)) // 60, 60)
    return {"hours": hours, "minutes": minutes}, f"{amount(hours)}.{amount(minutes)}"


def amount(count: int) -> str:
    """Which form of a line fits so many things."""
    return "no" if count == 0 else "one" if count == 1 else "many"


def _undo(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """May the last command go? The shell tells whose it was and when; no events mean yes."""
    given_at = command.slots.get("at", 0.0)
    if command.seat != command.slots.get("seat") and seat_is_actor(state, command.seat):
        return Refusal("E_NOT_YOURS")
    fallen_due = command.slots.get("intent") in ("warn", "expire")
    if fallen_due or not isinstance(given_at, int | float) or command.at - given_at > _UNDO_S:
        return Refusal("E_QUESTION_LATE")
    return ()


def _warn(state: Troupe, command: Command, dice: Dice) -> Outcome:
    marks = [mark for mark, at in _marks(state) if at <= command.at]
    return (TimeWarned(minutes=min(marks)),) if marks else Refusal("E_DUPLICATE")


def _expire(state: Troupe, command: Command, dice: Dice) -> Outcome:
    if state.clock.expired or command.at < state.clock.limit_s:
        return Refusal("E_DUPLICATE")
    counts = state.settings.expire_confrontation == "finish"
    saved = state.confrontation.actor if state.confrontation and counts else None
    late = (actor.id for actor in state.actors if actor.outcome is Fate.PENDING and actor.id != saved)
    return (TimeExpired(chickened=tuple(late)),)


def _marks(state: Troupe) -> list[tuple[int, float]]:
    """The warnings still to come: minutes left, and when that is."""
    limit = state.clock.limit_s
    marks = [(minutes, limit - 60.0 * minutes) for minutes in set(state.settings.warn_minutes)]
    return [(minutes, at) for minutes, at in marks if at > 0 and minutes not in state.clock.warned]


DECIDE = {
    "pause": Order(_pause, during="game", paused=True, questioned=True),
    "suspend": Order(_suspend, during="game", paused=True, questioned=True),
    "resume": Order(_resume, during="game", paused=True, questioned=True),
    "interrupted": Order(_interrupted, by="clock", during="game", paused=True, questioned=True),
    "time_left": look(_time_left),
    "undo": Order(_undo, during="game", questioned=True),
    "warn": Order(_warn, by="clock", during="game", questioned=True),
    "expire": Order(_expire, by="clock", during="game", questioned=True),
}


def _stopped(state: Troupe, status: Status) -> Troupe:
    before = state.paused_from if state.paused else state.status
    return replace(state, status=status, paused_from=before, clock=replace(state.clock, running=False))


def _resumed(state: Troupe, event: PlayResumed) -> Troupe:
    status = state.paused_from or Status.PLAYING
    clock = replace(state.clock, running=True)
    return replace(state, status=status, paused_from=None, clock=clock, agreed=frozenset())


def _warned(state: Troupe, event: TimeWarned) -> Troupe:
    passed = {mark for mark, _ in _marks(state) if mark >= event.minutes}
    return replace(state, clock=replace(state.clock, warned=(*state.clock.warned, *sorted(passed, reverse=True))))


def _time_expired(state: Troupe, event: TimeExpired) -> Troupe:
    clock = replace(state.clock, elapsed_s=float(state.clock.limit_s), running=False, expired=True)
    seats = tuple(_chickened(player) if player.id in event.chickened else player for player in state.seats)
    stops = state.settings.expire_confrontation == "stop"
    return replace(state, clock=clock, seats=seats, confrontation=None if stops else state.confrontation)


def _chickened(player: Player) -> Player:
    return replace(player, outcome=Fate.CHICKENED)


EVOLVE = {
    BreakDiscussed: lambda state, event: replace(_stopped(state, Status.DISCUSSING), agreed=frozenset()),
    BreakAgreed: lambda state, event: replace(state, agreed=state.agreed | {event.seat}),
    PlaySuspended: lambda state, event: replace(_stopped(state, Status.SUSPENDED), agreed=frozenset()),
    PlayResumed: _resumed,
    TimeWarned: _warned,
    TimeExpired: _time_expired,
}


def _open(state: Troupe) -> Iterable[Open]:
    if not state.seats:
        return
    yield Open("time_left")
    if state.status is Status.OVER:
        return
    everyone = frozenset(player.id for player in state.seats)
    if not state.paused:
        yield Open("undo", everyone)
    if state.clock.running:
        yield Open("pause", everyone)
    if resumers := _resumers(state) if state.paused else _starters(state):
        yield Open("resume", resumers)
    if state.status is Status.DISCUSSING:
        yield Open("suspend", frozenset(actor.id for actor in state.actors))


def _resumers(state: Troupe) -> frozenset[Seat]:
    anyone = state.settings.resume_by == "any"
    return frozenset(player.id for player in state.seats if anyone or player.role is Role.PRODUCER)


OPEN = (_open,)


def _due(state: Troupe) -> Iterable[Command]:
    for minutes, at in _marks(state):
        yield Command("warn", CLOCK, {"minutes": minutes}, at=at)
    yield Command("expire", CLOCK, at=float(state.clock.limit_s))


DUE = (_due,)


def _tell_suspended(state: Troupe, event: PlaySuspended) -> Iterable[Cue]:
    slots, shape = time_left(state, state.clock.elapsed_s)
    yield Cue("PlaySuspended")
    yield Cue(f"PlaySuspended.{shape}", slots)


def _tell_expired(state: Troupe, event: TimeExpired) -> Iterable[Cue]:
    yield Cue("TimeExpired" if state.clock.limit_s == 28_800 else "TimeExpired.shorter")


NARRATE = {
    BreakDiscussed: lambda state, event: (Cue("BreakDiscussed"),),
    BreakAgreed: lambda state, event: (Cue("BreakAgreed"),),
    PlaySuspended: _tell_suspended,
    PlayResumed: lambda state, event: (Cue("PlayResumed"),),
    TimeWarned: lambda state, event: (Cue(singular("TimeWarned", event.minutes), {"minutes": event.minutes}),),
    TimeExpired: _tell_expired,
}
