"""Checks of several: competitions, chains of helpers, and one ability used together (E-063, E-072, E-073)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import acting, checks, edit, names, offers, steps
from assistant.games.errantry.events_check import StepJoined, StepLeft
from assistant.games.errantry.opening import CHECK_OPEN, DICE_ROLLED, TALK, all_back, opened
from assistant.games.errantry.orders import PLAY, Evolving, Order, Outcome
from assistant.games.errantry.state import Character, Check, CheckStep, Episode
from assistant.games.errantry.terms import CheckKind, Kind, Moment, StepRole
from assistant.table import Command, Dice, Open, Refusal, Seat, Slot
from assistant.table.slots import words

_ONE = 1
"""Nobody competes or helps alone."""


def compete(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Two do the same task, each wants to do it better (E-063)."""
    one, other = acting.actor(state, command), acting.actor(state, command, "rival")
    if isinstance(one, Refusal):
        return one
    if isinstance(other, Refusal):
        return other
    if one.id == other.id:
        return Refusal("E_NEED_TWO")
    pair = tuple(acting.step_of(state, command, who) for who in (one, other))
    competitors = [replace(step, role=StepRole.COMPETITOR) for step in pair if isinstance(step, CheckStep)]
    if len(competitors) < len(pair):
        return next(step for step in pair if isinstance(step, Refusal))
    return opened(state, CheckKind.COMPETITIVE, *competitors, victory_condition=words(command))


def help_together(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Every player's character who is here, with the same ability (E-073)."""
    helping = [who for who in offers.here(state) if who.kind is Kind.PC]
    if len(helping) <= _ONE:
        return Refusal("E_NEED_TWO")
    together = [acting.step_of(state, command, who) for who in helping]
    fault = next((step for step in together if isinstance(step, Refusal)), None)
    if fault is not None:
        return fault
    played = [step for step in together if isinstance(step, CheckStep) and step.ability]
    if not played:
        return Refusal("E_POOL_NEEDED")
    return opened(state, CheckKind.GROUP, *acting.rolling_order(state, played), together=True)


def help_somebody(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One more in a check: a helper in a chain, one more of those together, or one who competes too."""
    helper = acting.actor(state, command)
    if isinstance(helper, Refusal):
        return helper
    step = acting.step_of(state, command, helper)
    if isinstance(step, Refusal):
        return step
    if not step.ability:
        return Refusal("E_ABILITY_NEEDED", {"character": helper.name})
    if state.moment in TALK and state.check is not None:
        return _join(state, state.check, helper, step, command)
    return _begin_chain(state, helper, step, command)


def _begin_chain(state: Episode, helper: Character, step: CheckStep, command: Command) -> Outcome:
    """A chain of two, the helped one last, who names an ability yet (E-072)."""
    if "helped" not in command.slots:
        return Refusal("E_ORDER_NEEDED")
    helped = acting.actor(state, command, "helped")
    if isinstance(helped, Refusal):
        return helped
    if helped.id == helper.id:
        return Refusal("E_SAME_CHARACTER")
    return opened(state, CheckKind.GROUP, step, CheckStep(helped.id, difficulty=step.difficulty))


def _join(state: Episode, check: Check, helper: Character, step: CheckStep, command: Command) -> Outcome:
    """Into the check that is talked about: with its own ability together, with another one as a chain."""
    if helper.id in checks.involved(state):
        return Refusal("E_ALREADY_HELPS", {"character": helper.name})
    if check.kind not in (CheckKind.UNOPPOSED, CheckKind.GROUP) or check.patient:
        return Refusal("E_CHECK_OPEN")
    if any(each.rolled for each in check.steps):
        return Refusal("E_DICE_ROLLED")
    helped = acting.actor(state, command, "helped") if "helped" in command.slots else None
    if isinstance(helped, Refusal):
        return helped
    if helped is not None and helped.id != check.steps[-1].character and not check.together:
        return Refusal("E_ORDER_NEEDED")
    same = check.together or (check.kind is CheckKind.UNOPPOSED and step.ability == check.steps[0].ability)
    return (StepJoined(step=replace(step, difficulty=check.steps[-1].difficulty), together=same),)


def join_contest(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One more who competes, at the same difficulty and, unless it is named, with the same ability (E-063)."""
    found = acting.in_check(state, command)
    if isinstance(found, Refusal):
        return found
    check, who = found
    if check.kind is not CheckKind.COMPETITIVE:
        return Refusal("E_NEED_TWO")
    if who.id in checks.involved(state):
        return Refusal("E_ALREADY_HELPS", {"character": who.name})
    step = acting.step_of(state, command, who)
    if isinstance(step, Refusal):
        return step
    if not step.ability:
        step = acting.with_ability(state, step, who, check.steps[0].ability)
    joined = replace(step, role=StepRole.COMPETITOR, difficulty=check.steps[0].difficulty)
    return Refusal("E_DICE_ROLLED") if _is_tie_break(check) else (StepJoined(step=joined),)


def _is_tie_break(check: Check) -> bool:
    return check.tie_choice is not None


def leave_check(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Without this one after all; two have to be left."""
    found = acting.in_check(state, command)
    if isinstance(found, Refusal):
        return found
    check, who = found
    if not _may_shrink(check):
        return Refusal("E_NEED_TWO")
    place = acting.place_for_talk(check, who)
    return place if isinstance(place, Refusal) else (StepLeft(place=place, character=who.id),)


def _may_shrink(check: Check) -> bool:
    several = check.kind in (CheckKind.GROUP, CheckKind.COMPETITIVE) and len(check.steps) > _ONE + 1
    return several and not any(step.rolled for step in check.steps)


_LATE = {**CHECK_OPEN, **DICE_ROLLED}
COMPETE = Order(compete, live=PLAY, instead=CHECK_OPEN)
TOGETHER = Order(help_together, live=PLAY, instead=CHECK_OPEN)
HELP = Order(help_somebody, by="owner", live=PLAY | TALK, instead=_LATE)
JOIN = Order(join_contest, by="owner", live=TALK, instead=DICE_ROLLED)
LEAVE = Order(leave_check, live=TALK, instead=DICE_ROLLED)

DECIDE = {
    "compete": COMPETE,
    "help_together": TOGETHER,
    "help_somebody": HELP,
    "join_contest": JOIN,
    "leave_check": LEAVE,
}


def _step_joined(state: Episode, event: StepJoined) -> Episode:
    return edit.check(state, lambda check: _with_one_more(state, check, event))


def _with_one_more(state: Episode, check: Check, event: StepJoined) -> Check:
    if check.kind is CheckKind.COMPETITIVE:
        return replace(check, steps=(*check.steps, event.step))
    if not event.together:
        return replace(check, kind=CheckKind.GROUP, steps=(*check.steps[:-1], event.step, check.steps[-1]))
    alike = tuple(extra for extra in check.steps[0].penalty if extra.source in steps.CIRCUMSTANCE)
    in_order = acting.rolling_order(state, (*check.steps, replace(event.step, penalty=alike)))
    return replace(check, kind=CheckKind.GROUP, together=True, steps=in_order)


def _step_left(state: Episode, event: StepLeft) -> Episode:
    def shorter(check: Check) -> Check:
        return replace(check, steps=tuple(step for place, step in enumerate(check.steps) if place != event.place))

    return edit.check(all_back(state, event.place), shorter)


EVOLVE: Evolving = {StepJoined: _step_joined, StepLeft: _step_left}


def _open(state: Episode) -> Iterable[Open]:
    here = offers.here(state)
    everybody, abilities = names.characters(state, here), names.abilities(state)

    def mine(seat: Seat, **more: Slot) -> dict[str, Slot] | None:
        involved = checks.involved(state) if state.moment in TALK else ()
        free = [who for who in offers.mine(state, seat) if who.id not in involved]
        return {"character": names.characters(state, free), "ability": abilities, **more} if free else None

    if state.moment in PLAY and len(here) > 1:
        yield Open("compete", None, {"character": everybody, "rival": everybody, "ability": abilities})
        yield from offers.by_seat(state, "help_somebody", lambda seat: mine(seat, helped=everybody))
        if sum(who.kind is Kind.PC for who in here) > _ONE:
            yield Open("help_together", None, {"ability": abilities})
    check = state.check
    if state.moment is not Moment.FREE_AND_CLEAR or check is None:
        return
    fresh = not any(step.rolled for step in check.steps)
    if check.kind is CheckKind.COMPETITIVE and not _is_tie_break(check):
        yield from offers.by_seat(state, "join_contest", mine)
    elif fresh and check.kind in (CheckKind.UNOPPOSED, CheckKind.GROUP) and not check.patient:
        yield from offers.by_seat(state, "help_somebody", lambda seat: mine(seat, helped=everybody))
    if _may_shrink(check):
        some = [each for each in here if each.id in checks.involved(state)]
        yield Open("leave_check", None, {"character": names.characters(state, some)})


OPEN = (_open,)
