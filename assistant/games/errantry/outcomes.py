"""What becomes of a check when the window after its dice is shut: values in, values out (E-059 to E-073).

A *chain* (complex checks, several helping, several together) plays its steps one after the other, each feeding the
next; all other checks play theirs at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from assistant.games.errantry import steps
from assistant.games.errantry.config import Config
from assistant.games.errantry.state import Check, CheckStep
from assistant.games.errantry.terms import CheckKind, CheckPhase, Policy, Result, StepRole, TieChoice

_CHAINS = (CheckKind.COMPLEX, CheckKind.GROUP)


def is_chain(check: Check) -> bool:
    return check.kind in _CHAINS


def now(check: Check) -> tuple[int, ...]:
    """The places of the steps that are being played: in a chain the first that is not final."""
    unsettled = tuple(place for place, step in enumerate(check.steps) if step.result is None)
    return unsettled[:1] if is_chain(check) else unsettled


def rolls(check: Check, step: CheckStep) -> bool:
    """Whether this step has dice at all: who is surprised has none (E-071)."""
    return check.kind is not CheckKind.SURPRISE or step.role is not StepRole.RESISTER


def to_roll(check: Check) -> tuple[int, ...]:
    """The places of the steps whose dice are to fall now."""
    return tuple(place for place in now(check) if not check.steps[place].rolled and rolls(check, check.steps[place]))


def unrolled(check: Check) -> tuple[int, ...]:
    """The places of all steps that can still be talked about."""
    return tuple(place for place, step in enumerate(check.steps) if not step.rolled and rolls(check, step))


def thrown(check: Check, changed: Sequence[CheckStep], at: float) -> Check:
    """The check with dice on the table; the window opens when all of now are there (E-049)."""
    check = replace(check, steps=tuple(changed), spent_at=at)
    return check if to_roll(check) else replace(check, phase=CheckPhase.ROLLED)


def settled(check: Check, settings: Config) -> Check:
    """The check after its window has shut: its results, or the next step of a chain, or a question to the table."""
    if is_chain(check):
        return _link_settled(check)
    if check.kind in (CheckKind.RESISTED, CheckKind.SURPRISE):
        return replace(check, steps=_resisted(check, settings), phase=CheckPhase.FINAL)
    if check.kind is CheckKind.COMPETITIVE:
        return _competed(check)
    finished = tuple(replace(step, result=_by_difficulty(step)) for step in check.steps)
    return replace(check, steps=finished, phase=CheckPhase.FINAL)


def _by_difficulty(step: CheckStep) -> Result:
    return Result.SUCCESS if steps.succeeds(step) else Result.FAILURE


def _resisted(check: Check, settings: Config) -> tuple[CheckStep, ...]:
    """Higher wins, a tie is the resister's; the instigator must reach the difficulty too (E-067, E-068, A-43)."""
    instigator, resister = check.steps
    enough = steps.succeeds(instigator) or settings.resisted_difficulty == "comparison"
    won = instigator.sl > resister.sl and enough
    results = (Result.WIN, Result.LOSS) if won else (Result.LOSS, Result.WIN)
    return replace(instigator, result=results[0]), replace(resister, result=results[1])


def _link_settled(check: Check) -> Check:
    place = now(check)[0]
    step = check.steps[place]
    check = with_step(check, place, replace(step, result=_by_difficulty(step)))
    if place == len(check.steps) - 1:
        return replace(check, phase=CheckPhase.FINAL)
    if steps.succeeds(step):
        return _fed(check, place + 1, bonus=step.sl)
    if check.together:
        return _fed(check, place + 1, penalty=1, source="group_fail")
    if check.failure_policy is None:
        return replace(check, phase=CheckPhase.BETWEEN)
    return after_failure(check, check.failure_policy)


def after_failure(check: Check, policy: Policy) -> Check:
    """A chain in which the last step played has failed, going on or not as the table decided (E-062, E-072)."""
    if policy is Policy.STOP:
        return replace(check, phase=CheckPhase.FINAL)
    return _fed(check, now(check)[0], penalty=int(policy is Policy.PENALTY))


def _fed(check: Check, place: int, *, bonus: int = 0, penalty: int = 0, source: str = "chain") -> Check:
    """What one step does for the next (E-061, E-073)."""
    step = steps.with_penalty(steps.with_bonus(check.steps[place], source, bonus), source, penalty)
    return replace(with_step(check, place, step), phase=CheckPhase.FREE_AND_CLEAR)


def with_step(check: Check, place: int, step: CheckStep) -> Check:
    return replace(check, steps=(*check.steps[:place], step, *check.steps[place + 1 :]))


def last_played(check: Check) -> CheckStep | None:
    """The last step of a chain that is final."""
    return next((step for step in reversed(check.steps) if step.result is not None), None)


def result_step(check: Check, settings: Config) -> CheckStep | None:
    """The step whose result is that of the whole check: the last one, or the best of a group (A-49)."""
    last = last_played(check)
    if check.kind is CheckKind.GROUP and check.together and settings.group_result == "best":
        return max((step for step in check.steps if step.result is not None), key=lambda step: step.sl, default=last)
    return last


# ---- Competitions (E-063 to E-065). Who rolls again to break a tie has one more step.


def firsts(check: Check) -> tuple[int, ...]:
    """The places of the steps of the competition itself, without those that only break ties."""
    seen: set[str] = set()
    places = []
    for place, step in enumerate(check.steps):
        if step.character not in seen:
            places.append(place)
        seen.add(step.character)
    return tuple(places)


def _levels(check: Check, character: str) -> tuple[int, ...]:
    """The levels of a competitor: of the competition, then of each tie it rolled again for."""
    return tuple(step.sl for step in check.steps if step.character == character)


def finishers(check: Check) -> tuple[int, ...]:
    """Who did the task at all, best first (E-064, A-46, A-47)."""
    did = (place for place in firsts(check) if steps.succeeds(check.steps[place]))
    return tuple(sorted(did, key=lambda place: _levels(check, check.steps[place].character), reverse=True))


def tied(check: Check) -> tuple[int, ...]:
    """The finishers who are level with another one, best first."""
    done = finishers(check)
    levels = {place: _levels(check, check.steps[place].character) for place in done}
    level_with = {place for pair in combinations(done, 2) if levels[pair[0]] == levels[pair[1]] for place in pair}
    return tuple(place for place in done if place in level_with)


def _competed(check: Check) -> Check:
    steps_now = tuple(replace(step, result=step.result or _by_difficulty(step)) for step in check.steps)
    check = replace(check, steps=steps_now)
    if tied(check):
        return replace(check, phase=CheckPhase.BETWEEN)
    return placed(check)


def placed(check: Check) -> Check:
    """Everybody's place; who is level shares it, and who did not do the task has none (E-064, E-065)."""
    ranks = [_levels(check, check.steps[place].character) for place in finishers(check)]
    for place in finishers(check):
        step = check.steps[place]
        check = with_step(check, place, replace(step, place=ranks.index(_levels(check, step.character)) + 1))
    return replace(check, phase=CheckPhase.FINAL)


def tie_settled(check: Check, choice: TieChoice) -> Check:
    """The tied share, or have another step each, without anything but their rank and difficulty (E-065)."""
    check = replace(check, tie_choice=choice)
    if choice is TieChoice.SHARE:
        return placed(check)
    again = tuple(_afresh(check.steps[place]) for place in sorted(tied(check)))
    return replace(check, steps=(*check.steps, *again), phase=CheckPhase.FREE_AND_CLEAR)


def _afresh(step: CheckStep) -> CheckStep:
    return CheckStep(
        step.character, step.ability, step.rank, step.pool, step.intention, step.role, difficulty=step.difficulty
    )


def won(check: Check, character: str, partner: str) -> bool | None:
    """Whether a character won against this partner; None if it was no contest of these two (E-126)."""
    mine = next((check.steps[place] for place in firsts(check) if check.steps[place].character == character), None)
    both = {character, partner} <= {step.character for step in check.steps}
    if mine is None or not both or check.phase is not CheckPhase.FINAL:
        return None
    if check.kind is CheckKind.COMPETITIVE:
        return mine.place == 1 and sum(step.place == 1 for step in check.steps) == 1
    if check.kind is CheckKind.PAIN and {step.result for step in check.steps if step.character == partner} == {
        mine.result
    }:
        return None  # they have won or lost it together
    against = (CheckKind.RESISTED, CheckKind.SURPRISE, CheckKind.PAIN)
    return mine.result is Result.WIN if check.kind in against else None
