"""How checks are announced: what begins, what was spent, what the dice say, and what it comes to (section 3 of the
ledger, "Says").

``state`` is the one after the event. Lines with a number in front of a noun have a form ``.one``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assistant.games.errantry import acting, fudge, names, outcomes, pain, resolving, steps, throwing, window
from assistant.games.errantry.events_check import (
    AbilityNamed,
    CheckDropped,
    CheckOpened,
    DifficultySet,
    GiftGiven,
    PenaltyGiven,
    PolicyChosen,
    PoolSpent,
    PricePaid,
    ReminderGiven,
    ResultAccepted,
    SecretUsed,
    StepJoined,
    StepLeft,
    StepsRolled,
    TargetSurprised,
    TieSettled,
    Transcended,
    WindowClosed,
)
from assistant.games.errantry.orders import Telling
from assistant.games.errantry.state import Check, CheckStep, Episode
from assistant.games.errantry.terms import CheckKind, CheckPhase, Kind, Policy, Result, TieChoice
from assistant.table import Cue, Value
from assistant.table.naming import singular

_FEW_DICE = 4
"""So many faces are said one by one, more as counts (E-058)."""
_FACES = {fudge.PLUS: "face_plus", fudge.BLANK: "face_blank", fudge.MINUS: "face_minus"}


def who(state: Episode, step: CheckStep) -> str:
    return names.character_name(state, step.character)


def opened(state: Episode, check: Check) -> Iterable[Cue]:
    """What kind of check begins, with whom."""
    first, last = check.steps[0], check.steps[-1]
    slots: dict[str, Value] = {"character": who(state, first), "ability": names.ability(state, first.ability)}
    counts: dict[str, Value] = {"n": throwing.lot(state, first)[1], "m": throwing.lot(state, last)[1]}
    if check.kind is CheckKind.COMPLEX:
        yield Cue("CheckOpened.complex", {**slots, "then": names.ability(state, last.ability)})
    elif check.kind is CheckKind.RESISTED:
        yield Cue("CheckOpened.resisted", {"a": who(state, first), "b": who(state, last), **counts})
    elif check.kind is CheckKind.SURPRISE:
        yield Cue("TargetSurprised", {"character": who(state, last)})
    elif check.kind is CheckKind.COMPETITIVE:
        yield _competing(state, check)
    elif check.kind is CheckKind.GROUP:
        yield _in_order(state, check)
    else:
        yield Cue("CheckOpened", {**slots, **counts})
    yield from _missing(state, check)


def _missing(state: Episode, check: Check) -> Iterable[Cue]:
    """Of each ability that is not on the sheet (E-035)."""
    for step in check.steps:
        if step.ability and step.ability not in acting.character_of(state, step).abilities:
            yield Cue("ability.missing", {"character": who(state, step), "ability": names.ability(state, step.ability)})


def _competing(state: Episode, check: Check) -> Cue:
    difficulty = check.steps[0].difficulty
    line = "CheckOpened.competitive" if difficulty else "CheckOpened.competitive.open"
    return Cue(line, {"n": len(check.steps), "difficulty": names.level(state, difficulty)})


def _in_order(state: Episode, check: Check) -> Cue:
    everybody = tuple(who(state, step) for step in check.steps)
    if check.together:
        return Cue("CheckOpened.together", {"n": len(everybody), "character": everybody[0]})
    if len(everybody) == 2:
        return Cue("CheckOpened.chain", {"a": everybody[0], "b": everybody[1]})
    return Cue("CheckOpened.chain.more", {"names": everybody})


def joined(state: Episode, event: StepJoined) -> Iterable[Cue]:
    if state.check is not None:
        yield _competing(state, state.check) if event.step.role == "competitor" else _in_order(state, state.check)


def difficulty(state: Episode, event: DifficultySet) -> Iterable[Cue]:
    yield Cue("DifficultySet", {"difficulty": names.level(state, event.difficulty)})


def penalty(state: Episode, event: PenaltyGiven) -> Iterable[Cue]:
    if state.check is not None and state.check.together:
        line = "PenaltyGiven.every"
    elif not event.count:
        line = "PenaltyGiven.none"
    else:
        line = singular(f"PenaltyGiven.{event.source}", event.count)
    yield Cue(line, {"n": event.count})


def spent(state: Episode, event: PoolSpent) -> Iterable[Cue]:
    payer, check = state.character(event.character), state.check
    if payer is None or check is None:
        return
    step, pool = check.steps[event.place], names.word(state, event.pool)
    if event.character != step.character:
        yield Cue("PoolSpent.helped", {"character": payer.name, "other": who(state, step)})
    else:
        yield Cue("PoolSpent", {"pool": pool})
        yield Cue("PoolSpent.left", {"n": payer.pools[event.pool].now})
    yield from _extra(state, step, event.faces)


def price(state: Episode, event: PricePaid) -> Iterable[Cue]:
    yield Cue("PricePaid", {"character": names.character_name(state, event.character)})


def secret(state: Episode, event: SecretUsed) -> Iterable[Cue]:
    known = state.settings.secret[event.secret]
    sign = "" if known.effect.n > 0 else ".less"
    line = singular(f"SecretUsed.{known.effect.kind}{sign}", abs(known.effect.n))
    yield Cue(line, {"secret": known.name, "n": abs(known.effect.n)})
    if state.check is not None:
        yield from _extra(state, state.check.steps[event.place], event.faces, changed=event.late)


def gift(state: Episode, event: GiftGiven) -> Iterable[Cue]:
    yield Cue("GiftGiven", {"giver": names.player_name(state, event.giver)})
    yield Cue("GiftGiven.left", {"n": state.session.gift.get(event.giver, 0) if state.session else 0})
    if state.check is not None:
        yield from _extra(state, state.check.steps[event.place], event.faces)


def _extra(state: Episode, step: CheckStep, faces: Sequence[int], *, changed: bool = False) -> Iterable[Cue]:
    """Dice after the roll, and what the check stands at now (E-049)."""
    if faces:
        yield Cue("extra", {"faces": face_words(state, faces), "level": names.level(state, step.sl)})
    elif changed:
        yield Cue("extra.none", {"level": names.level(state, step.sl)})


def face_words(state: Episode, faces: Sequence[int]) -> tuple[str, ...]:
    return tuple(names.word(state, _FACES[face]) for face in faces)


def rolled(state: Episode, event: StepsRolled) -> Iterable[Cue]:
    """The faces, what harm cost, which dice were kept, and the level (E-041, E-046, E-047, E-053, E-058); in a round of
    the Pain all levels in one line (E-086)."""
    check = state.check
    if check is None:
        return
    several = len(event.places) > 1
    for place in event.places:
        step = check.steps[place]
        yield _faces(state, step, told=event.told, named=several or check.kind is CheckKind.PAIN)
        yield from _harm(step)
        yield Cue("StepsRolled.kept", {"faces": face_words(state, sorted(step.kept, reverse=True))})
        slots: dict[str, Value] = {"n": step.sl, "level": names.level(state, step.sl), "character": who(state, step)}
        if check.kind is not CheckKind.PAIN:
            yield Cue("StepsRolled.named" if several else "StepsRolled", slots)
    if check.kind is CheckKind.PAIN:
        yield from resolving.levels(state, check, event.places)


def _faces(state: Episode, step: CheckStep, *, told: bool, named: bool) -> Cue:
    """What fell: one by one up to four, else counted; of dice that were told only where everything is told."""
    line = "faces.told" if told else "faces.named" if named else "faces"
    slots: dict[str, Value] = {"faces": face_words(state, step.dice), "character": who(state, step)}
    if len(step.dice) > _FEW_DICE:
        fell = Counter(step.dice)
        line = f"{line}.counted"
        slots |= {"plus": fell[fudge.PLUS], "blank": fell[fudge.BLANK], "minus": fell[fudge.MINUS]}
    return Cue(line, slots)


def _harm(step: CheckStep) -> Iterable[Cue]:
    count = sum(extra.count for extra in step.penalty if extra.source in steps.HARM)
    if count:
        yield Cue(singular("harm_dice", count), {"n": count})


def closed(state: Episode, event: WindowClosed) -> Iterable[Cue]:
    """What the check comes to, in the words of its kind (E-059 to E-068)."""
    check = state.check
    if check is None:
        return
    if outcomes.is_chain(check):
        yield from _chain(state, check)
    elif check.kind in (CheckKind.RESISTED, CheckKind.SURPRISE):
        yield from _against(state, check)
    elif check.kind is CheckKind.COMPETITIVE:
        yield from _contest(state, check)
    else:
        yield _result(state, check.steps[-1])


def _result(state: Episode, step: CheckStep) -> Cue:
    reached = "success" if step.result is Result.SUCCESS else "not_enough" if step.sl else "failure"
    return Cue(f"WindowClosed.{reached}", {"level": names.level(state, step.sl)})


def _chain(state: Episode, check: Check) -> Iterable[Cue]:
    if check.phase is CheckPhase.FINAL:
        step = outcomes.result_step(check, state.settings)
        if step is not None and state.pain is None:  # a side's level is told by its name (E-116)
            yield _result(state, step)
    elif check.phase is CheckPhase.BETWEEN:
        yield Cue("WindowClosed.policy")
    else:
        yield from _fed(state, check)


def _fed(state: Episode, check: Check) -> Iterable[Cue]:
    """What the next step has from the one before: bonus dice, a penalty die, or nothing."""
    place = outcomes.now(check)[0]
    step = check.steps[place]
    slots: dict[str, Value] = {"name": _called(state, check, step)}
    sources = ("chain", "group_fail")
    bonus = sum(extra.count for extra in step.bonus if extra.source in sources)
    if bonus:
        yield Cue(singular("chain.bonus", bonus), {**slots, "n": bonus})
    elif any(extra.source in sources for extra in step.penalty):
        yield Cue("chain.penalty", slots)
    else:
        yield Cue("chain.on", slots)


def _called(state: Episode, check: Check, step: CheckStep) -> str:
    """A step of a chain by its ability where one character plays them all, else by who plays it."""
    if check.kind is CheckKind.COMPLEX:
        return names.ability(state, step.ability)
    return who(state, step)


def _against(state: Episode, check: Check) -> Iterable[Cue]:
    instigator, resister = check.steps
    won, lost = (instigator, resister) if instigator.result is Result.WIN else (resister, instigator)
    slots: dict[str, Value] = {
        "character": who(state, won),
        "level": names.level(state, won.sl),
        "other": names.level(state, lost.sl),
    }
    if instigator.sl == resister.sl:
        yield Cue("WindowClosed.tie", slots)
    elif instigator.result is Result.LOSS and instigator.sl > resister.sl:
        yield Cue("WindowClosed.holds", slots)
    else:
        yield Cue("WindowClosed.wins", slots)
    open_end = pain.may_come_down(state, check)
    yield Cue("WindowClosed.abides" if open_end else "WindowClosed.happens", {"character": who(state, lost)})


def _contest(state: Episode, check: Check) -> Iterable[Cue]:
    if check.phase is CheckPhase.BETWEEN:
        tied = [who(state, check.steps[place]) for place in outcomes.tied(check)]
        if len(tied) == 2:
            yield Cue("WindowClosed.tied", {"a": tied[0], "b": tied[1]})
        else:
            yield Cue("WindowClosed.tied.more", {"n": len(tied), "names": tuple(tied)})
    else:
        yield from _places(state, check)


def _places(state: Episode, check: Check) -> Iterable[Cue]:
    """The first by name; the others are on the page (E-064)."""
    done = outcomes.finishers(check)
    if not done:
        yield Cue("WindowClosed.nobody")
    for place in done:
        step = check.steps[place]
        slots: dict[str, Value] = {"n": step.place, "character": who(state, step), "level": names.level(state, step.sl)}
        yield Cue("WindowClosed.first" if step.place == 1 else "WindowClosed.place", slots)


def policy(state: Episode, event: PolicyChosen) -> Iterable[Cue]:
    check = state.check
    if check is None:
        return
    if check.failure_policy is not None:  # said beforehand
        yield Cue(f"PolicyChosen.{event.policy}")
    elif event.policy is Policy.STOP:
        step = outcomes.last_played(check)
        yield from () if step is None else (_result(state, step),)
    else:
        yield from _fed(state, check)


def tie(state: Episode, event: TieSettled) -> Iterable[Cue]:
    if event.choice is TieChoice.AGAIN:
        yield Cue("TieSettled.again")
    elif state.check is not None:
        yield from _places(state, state.check)


def transcended(state: Episode, event: Transcended) -> Iterable[Cue]:
    character = state.character(event.character)
    if character is not None:
        line = "Transcended" if character.kind is Kind.PC else "Transcended.leaves"
        yield Cue(line, {"character": character.name})


def _named(state: Episode, event: AbilityNamed) -> Iterable[Cue]:
    character, ability = state.character(event.character), names.ability(state, event.ability)
    yield Cue("AbilityNamed", {"ability": ability})
    if character is not None and event.ability not in character.abilities:
        yield Cue("ability.missing", {"character": character.name, "ability": ability})


def _left(state: Episode, event: StepLeft) -> Iterable[Cue]:
    yield Cue("StepLeft", {"character": names.character_name(state, event.character)})


NARRATE: Telling = {
    CheckOpened: lambda state, event: opened(state, event.check),
    StepJoined: joined,
    StepLeft: _left,
    TargetSurprised: lambda state, event: (
        Cue("TargetSurprised", {"character": names.character_name(state, event.character)}),
    ),
    AbilityNamed: _named,
    DifficultySet: difficulty,
    PenaltyGiven: penalty,
    ReminderGiven: lambda state, event: (Cue("ReminderGiven"),),
    PoolSpent: spent,
    PricePaid: price,
    SecretUsed: secret,
    GiftGiven: gift,
    StepsRolled: rolled,
    ResultAccepted: lambda state, event: () if window.is_shut(state) else (Cue("ResultAccepted"),),
    WindowClosed: closed,
    PolicyChosen: policy,
    TieSettled: tie,
    CheckDropped: lambda state, event: (Cue("CheckDropped"),),
    Transcended: transcended,
}
