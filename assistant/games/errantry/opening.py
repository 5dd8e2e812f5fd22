"""Checks of one or two characters begin: unopposed, complex, resisted, surprise; and are dropped again.

E-034 to E-036, E-060, E-066, E-071, E-140. Competitions and groups: :mod:`company`; healing: :mod:`healing`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import acting, checks, edit, names, offers, opens, outcomes, steps
from assistant.games.errantry.events_check import CheckDropped, CheckOpened, TargetSurprised
from assistant.games.errantry.orders import PLAY, UNROLLED, Evolving, Order, Outcome
from assistant.games.errantry.state import Character, CharacterId, Check, CheckStep, Episode
from assistant.games.errantry.terms import CheckKind, Moment, StepRole
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat, Slot
from assistant.table.slots import words

TALK = UNROLLED
CHECK_OPEN = dict.fromkeys((Moment.FREE_AND_CLEAR, Moment.ROLLED, Moment.BETWEEN), "E_CHECK_OPEN")
DICE_ROLLED = dict.fromkeys((Moment.ROLLED, Moment.BETWEEN), "E_DICE_ROLLED")


def opened(
    state: Episode,
    kind: CheckKind,
    *played: CheckStep,
    together: bool = False,
    patient: CharacterId = "",
    victory_condition: str = "",
) -> tuple[CheckOpened]:
    """A check with these steps, in free and clear talk from now on."""
    number = f"k{state.checks + 1}"
    check = Check(number, kind, played, together=together, patient=patient, victory_condition=victory_condition)
    return (CheckOpened(check=check),)


def use_ability(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One character, one ability, nobody against it (E-036)."""
    who = acting.actor(state, command)
    if isinstance(who, Refusal):
        return who
    step = acting.step_of(state, command, who)
    if isinstance(step, Refusal):
        return step
    if not step.ability:
        return Refusal("E_ABILITY_NEEDED", {"character": who.name})
    intention = words(command) if "ability" in command.slots else ""
    return opened(state, CheckKind.UNOPPOSED, replace(step, intention=intention))


def complex_check(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Two abilities of one character, the secondary first (E-060)."""
    who = acting.actor(state, command)
    if isinstance(who, Refusal):
        return who
    secondary, primary = acting.step_of(state, command, who), acting.step_of(state, command, who, "then")
    if isinstance(secondary, Refusal):
        return secondary
    if isinstance(primary, Refusal):
        return primary
    if not secondary.ability or not primary.ability or secondary.ability == primary.ability:
        return Refusal("E_SAME_ABILITY")
    return opened(state, CheckKind.COMPLEX, secondary, primary)


def resist(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Two whose tasks cancel each other out; who is named first is the instigator (E-066, A-62)."""
    pair = _pair(state, command)
    if isinstance(pair, Refusal):
        return pair
    instigator = acting.step_of(state, command, pair[0])
    resister = acting.step_of(state, command, pair[1], "defence")
    if isinstance(instigator, Refusal):
        return instigator
    if isinstance(resister, Refusal):
        return resister
    return opened(state, CheckKind.RESISTED, _as(instigator, StepRole.INSTIGATOR), _as(resister, StepRole.RESISTER))


def _pair(state: Episode, command: Command) -> tuple[Character, Character] | Refusal:
    """Who acts against whom; E_SAME_CHARACTER."""
    who, target = acting.actor(state, command), acting.actor(state, command, "target")
    if isinstance(who, Refusal):
        return who
    if isinstance(target, Refusal):
        return target
    return Refusal("E_SAME_CHARACTER") if who.id == target.id else (who, target)


def _as(step: CheckStep, role: StepRole) -> CheckStep:
    return replace(step, role=role)


def surprise(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A target with no clue gets no check; said at once or while a resisted check is talked about (E-071)."""
    if state.moment in TALK:
        return _surprised_after_all(state, command)
    pair = _pair(state, command)
    if isinstance(pair, Refusal):
        return pair
    fault = checks.not_yours(state, command.seat, pair[0])
    if fault is not None:
        return fault
    step = acting.step_of(state, command, pair[0])
    if isinstance(step, Refusal):
        return step
    target = CheckStep(pair[1].id, role=StepRole.RESISTER, difficulty=step.difficulty)
    return opened(state, CheckKind.SURPRISE, _as(step, StepRole.INSTIGATOR), target)


def _surprised_after_all(state: Episode, command: Command) -> Outcome:
    target = acting.actor(state, command, "target")
    if isinstance(target, Refusal):
        return target
    check = state.check
    resister = next((step for step in check.steps if step.role is StepRole.RESISTER), None) if check else None
    if check is None or check.kind is not CheckKind.RESISTED or resister is None or resister.character != target.id:
        return Refusal("E_CHECK_OPEN")
    return Refusal("E_DICE_ROLLED") if resister.rolled else (TargetSurprised(character=target.id),)


def drop(state: Episode, command: Command, dice: Dice) -> Outcome:
    """No check after all (E-140): by who is in it, or by the Marshal."""
    check = state.check
    if check is None or any(step.rolled for step in check.steps):
        return Refusal("E_DICE_ROLLED")
    voices = (checks.voice_of(state, acting.character_of(state, step)) for step in check.steps)
    concerned = frozenset(voice for voice in voices if voice is not None)
    return checks.only(state, command.seat, concerned | checks.marshals(state)) or (CheckDropped(),)


def show_rank(state: Episode, command: Command, dice: Dice) -> Outcome:
    """How good somebody is at something (E-034)."""
    who = checks.named(state, command) if "character" in command.slots else checks.speaker(state, command.seat)
    if isinstance(who, Refusal):
        return who
    key = acting.ability_in(state, command)
    if isinstance(key, Refusal):
        return key
    ability = acting.on_sheet(state, who, key)
    if ability is None:
        return Refusal("E_POOL_NEEDED")
    return Cue(
        "rank", {"character": who.name, "ability": names.ability(state, key), "rank": names.rank(state, ability.rank)}
    )


USE = Order(
    use_ability,
    by="owner",
    live=PLAY,
    instead=CHECK_OPEN,
    applies=lambda state: state.moment not in TALK and not state.pain,
)
COMPLEX = Order(complex_check, by="owner", live=PLAY, instead=CHECK_OPEN)
RESIST = Order(resist, by="owner", live=PLAY, instead=CHECK_OPEN)
SURPRISE = Order(surprise, live=PLAY | TALK, instead=DICE_ROLLED)
DROP = Order(drop, live=TALK, instead=DICE_ROLLED)
RANK = Order(show_rank)

DECIDE = {
    "use_ability": USE,
    "complex_check": COMPLEX,
    "resist_check": RESIST,
    "surprise": SURPRISE,
    "never_mind": DROP,
    "show_rank": RANK,
}


def _check_opened(state: Episode, event: CheckOpened) -> Episode:
    check = replace(event.check, opened_at=event.at)
    return replace(state, check=check, checks=state.checks + 1)


def _target_surprised(state: Episode, event: TargetSurprised) -> Episode:
    played = state.check.steps if state.check else ()
    place = next(place for place, step in enumerate(played) if step.character == event.character)

    def one_sided(check: Check) -> Check:
        plain = replace(CheckStep(event.character, role=StepRole.RESISTER), difficulty=check.steps[place].difficulty)
        check = replace(outcomes.with_step(check, place, plain), kind=CheckKind.SURPRISE)
        return outcomes.thrown(check, check.steps, event.at)

    return edit.check(all_back(state, place), one_sided)


def given_back(state: Episode, place: int) -> Episode:
    """The state with everything that points and Secrets did for a step taken off it and back in the pools (E-037)."""
    costs = steps.paid(state.check.steps[place], state.settings) if state.check else ()
    for character, pool, points in costs:
        state = edit.pool(state, character, pool, points)
    return edit.step(state, place, steps.unpaid)


def gifts_back(state: Episode, step: CheckStep) -> Episode:
    """The state with the gift dice of a step back with those who gave them (E-140)."""
    given, session = steps.gifts(step), state.session
    if session is None or not given:
        return state
    gift = {seat: count + given.get(seat, 0) for seat, count in session.gift.items()}
    return replace(state, session=replace(session, gift=gift, gift_used=session.gift_used - sum(given.values())))


def all_back(state: Episode, place: int) -> Episode:
    """The state with everything that was paid and given for a step back where it came from."""
    before = state.check.steps[place : place + 1] if state.check else ()
    for step in before:
        state = gifts_back(given_back(state, place), step)
    return state


def _check_dropped(state: Episode, event: CheckDropped) -> Episode:
    for place in range(len(state.check.steps) if state.check else 0):
        state = all_back(state, place)
    return replace(state, check=None)


EVOLVE: Evolving = {
    CheckOpened: _check_opened,
    TargetSurprised: _target_surprised,
    CheckDropped: _check_dropped,
}


def _open(state: Episode) -> Iterable[Open]:
    if state.moment in PLAY:
        yield from _to_begin(state)
    elif state.moment in TALK:
        yield from opens.named(state, "surprise", SURPRISE, "target", names.characters(state, offers.here(state)))
    if state.check is not None and state.moment in CHECK_OPEN:
        yield Open("never_mind")  # once dice have fallen it is refused: by the game, for the shell would just say yes
    if state.players and state.characters:
        everybody = names.characters(state)
        yield Open("show_rank", None, {"character": everybody, "ability": names.abilities(state)})


def _to_begin(state: Episode) -> Iterable[Open]:
    abilities, everybody = names.abilities(state), names.characters(state, offers.here(state))

    def mine(seat: Seat, **more: Slot) -> dict[str, Slot] | None:
        characters = offers.mine(state, seat)
        return {"character": names.characters(state, characters), **more} if characters else None

    yield from offers.by_seat(state, "use_ability", lambda seat: mine(seat, ability=abilities, pool=names.pools(state)))
    yield from offers.by_seat(state, "complex_check", lambda seat: mine(seat, ability=abilities, then=abilities))
    if len(everybody) > 1:
        against = {"ability": abilities, "target": everybody}
        yield from offers.by_seat(state, "resist_check", lambda seat: mine(seat, defence=abilities, **against))
        yield from offers.by_seat(state, "surprise", lambda seat: mine(seat, **against))


OPEN = (_open,)
