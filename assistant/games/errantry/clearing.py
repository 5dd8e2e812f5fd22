"""Free and clear: before the dice everything may be talked about and changed (E-037 to E-040, E-045, E-074)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import acting, checks, edit, healing, names, offers, opens, outcomes, steps
from assistant.games.errantry.events_check import AbilityNamed, DifficultySet, PenaltyGiven, ReminderGiven
from assistant.games.errantry.opening import DICE_ROLLED, TALK, given_back
from assistant.games.errantry.orders import Evolving, Order, Outcome
from assistant.games.errantry.state import Character, Check, CheckStep, Episode
from assistant.games.errantry.terms import CheckKind, CheckPhase, Moment, Role
from assistant.table import CLOCK, Command, Cue, Dice, Open, Refusal, Seat, Slot
from assistant.table.slots import whole, words

RULED = TALK | {Moment.PAIN_FREE_AND_CLEAR}
"""While the Marshal may rule on a step: a round of the Pain is a check too."""
TOO_LATE = {**DICE_ROLLED, Moment.PAIN_ROLL: "E_DICE_ROLLED"}
_DIFFICULTIES = range(1, 3)


def change_ability(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Another ability, or the first one, for a step that has no dice yet (E-037)."""
    found = acting.in_check(state, command)
    if isinstance(found, Refusal):
        return found
    check, who = found
    place = acting.place_for_talk(check, who)
    if isinstance(place, Refusal):
        return place
    named = acting.step_of(state, command, who)
    if isinstance(named, Refusal):
        return named
    if named.pool is None:
        return Refusal("E_ABILITY_NEEDED", {"character": who.name})
    if check.kind is CheckKind.COMPLEX and any(step.ability == named.ability for step in check.steps):
        return Refusal("E_SAME_ABILITY")
    if check.patient and not healing.can_heal(state, named.ability):
        return Refusal("E_NO_HEALER")
    changed = AbilityNamed(
        place=place,
        character=who.id,
        ability=named.ability,
        rank=named.rank,
        pool=named.pool,
        intention=words(command) if "ability" in command.slots else "",
    )
    return (changed,)


def set_difficulty(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Marginal or Good, for every step without dice or for the named character's (E-038)."""
    check, difficulty = state.check, whole(command, "difficulty")
    if check is None or difficulty is None or difficulty not in _DIFFICULTIES:
        return Refusal("E_DIFF_UNSET")
    places = _ruled(state, check, command)
    if isinstance(places, Refusal):
        return places
    if check.kind is CheckKind.COMPETITIVE:
        places = outcomes.unrolled(check)
    return (DifficultySet(places=places, difficulty=difficulty),) if places else Refusal("E_DICE_ROLLED")


def _ruled(state: Episode, check: Check, command: Command) -> tuple[int, ...] | Refusal:
    """The steps that a ruling is about: the named character's, else all that have no dice."""
    if "character" not in command.slots:
        return outcomes.unrolled(check)
    who = acting.actor(state, command)
    place = who if isinstance(who, Refusal) else acting.place_for_talk(check, who)
    return place if isinstance(place, Refusal) else (place,)


def give_penalty(state: Episode, command: Command, dice: Dice) -> Outcome:
    """None, one or two penalty dice by circumstances (E-039); on a check together for everybody in it (E-074)."""
    check, count = state.check, whole(command, "n")
    if check is None or count is None or not 0 <= count <= steps.MARSHAL_MAX:
        return Refusal("E_MARSHAL_MAX")
    places = _punished(state, check, command)
    if isinstance(places, Refusal):
        return places
    source = _source(state, command.seat)
    if source == "tenan" and not all(_is_marshals(state, check.steps[place]) for place in places):
        return Refusal("E_NOT_YOURS", {"player": names.player_name(state, state.role(Role.MARSHAL))})
    if any(steps.circumstance(check.steps[place], but=source) + count > steps.MARSHAL_MAX for place in places):
        return Refusal("E_MARSHAL_MAX")
    return (PenaltyGiven(places=places, source=source, count=count),)


def _punished(state: Episode, check: Check, command: Command) -> tuple[int, ...] | Refusal:
    """One step: the named character's, or the only one left. On a check together: all of them."""
    places = _ruled(state, check, command)
    if isinstance(places, Refusal):
        return places
    if check.together:
        return outcomes.unrolled(check)
    if len({check.steps[place].character for place in places}) != 1:
        return Refusal("E_WHO" if places else "E_DICE_ROLLED")
    return places[:1]


def _source(state: Episode, seat: Seat) -> str:
    """The Tenan steps in only where the Marshal's own character acts; without a Marshal the powers are whole (A-51)."""
    marshal = state.role(Role.MARSHAL)
    return "marshal" if marshal in (None, seat) or state.settings.role_guard == "trusted" else "tenan"


def _is_marshals(state: Episode, step: CheckStep) -> bool:
    return acting.character_of(state, step).player_id == state.role(Role.MARSHAL)


def how_many_dice(state: Episode, command: Command, dice: Dice) -> Outcome:
    """What to roll, and what is kept of it (E-045)."""
    check = state.check
    places = outcomes.to_roll(check) if check is not None else ()
    if check is None or not places:
        return checks.wrong_phase(state)
    mine = {each.id for each in offers.engaged(state, command.seat)}
    place = next((place for place in places if check.steps[place].character in mine), places[0])
    return dice_cue(state, check.steps[place])


def dice_cue(state: Episode, step: CheckStep) -> Cue:
    """How many dice this step rolls as it stands, with the dice that harm puts on it."""
    step = steps.frozen(step, acting.character_of(state, step), state.settings)
    bonus, penalty = steps.net(step)
    line = "dice.best" if bonus > penalty else "dice.worst" if penalty > bonus else "dice"
    harm = sum(extra.count for extra in step.penalty if extra.source in steps.HARM)
    return Cue(line, {"n": steps.dice_count(step), "harm": harm})


def remind(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The table has talked for a while (``free_and_clear_reminder_s``)."""
    return (ReminderGiven(),)


USE = Order(change_ability, by="owner", live=TALK, applies=lambda state: state.moment in TALK)
"""Said like the opening of a check, and then meant so where none is talked about."""
CHANGE = Order(change_ability, by="owner", live=TALK, instead=DICE_ROLLED, applies=lambda state: state.pain is None)
DIFFICULTY = Order(set_difficulty, by="marshal", live=RULED, instead=TOO_LATE)
PENALTY = Order(give_penalty, by="marshal", live=RULED, instead=TOO_LATE)
DICE = Order(how_many_dice)

DECIDE = {
    "use_ability": USE,
    "change_ability": CHANGE,
    "set_difficulty": DIFFICULTY,
    "give_penalty": PENALTY,
    "how_many_dice": DICE,
    "talk_due": Order(remind, by="clock"),
}


def _ability_named(state: Episode, event: AbilityNamed) -> Episode:
    def named(step: CheckStep) -> CheckStep:
        intention = event.intention or step.intention
        return replace(step, ability=event.ability, rank=event.rank, pool=event.pool, intention=intention)

    state = edit.step(given_back(state, event.place), event.place, named)
    if state.check is None or not state.check.together or any(step.rolled for step in state.check.steps):
        return state
    return edit.check(state, lambda check: replace(check, steps=acting.rolling_order(state, check.steps)))


def _difficulty_set(state: Episode, event: DifficultySet) -> Episode:
    for place in event.places:
        state = edit.step(state, place, lambda step: replace(step, difficulty=event.difficulty))
    return state


def _penalty_given(state: Episode, event: PenaltyGiven) -> Episode:
    for place in event.places:
        state = edit.step(state, place, lambda step: steps.with_circumstance(step, event.source, event.count))
    return state


EVOLVE: Evolving = {
    AbilityNamed: _ability_named,
    DifficultySet: _difficulty_set,
    PenaltyGiven: _penalty_given,
    ReminderGiven: lambda state, event: edit.check(state, lambda check: replace(check, reminded=True)),
}


def _open(state: Episode) -> Iterable[Open]:
    check = state.check
    if check is None:
        return
    if state.moment in TALK:
        for intent in ("use_ability", "change_ability"):
            yield from offers.by_seat(state, intent, lambda seat: _changeable(state, seat))
    if state.moment in RULED and outcomes.unrolled(check):
        everybody = names.characters(state, _talked_about(state, check))
        ruled: dict[str, Slot] = {"character": everybody}
        seats = opens.seats(state, "set_difficulty", DIFFICULTY, {"difficulty": 1})
        yield Open("set_difficulty", seats, {**ruled, "difficulty": _DIFFICULTIES})
        yield from offers.by_seat(state, "give_penalty", lambda seat: _punishable(state, check, seat))
    if outcomes.to_roll(check):
        yield from opens.plain(state, "how_many_dice", DICE)


def _changeable(state: Episode, seat: Seat) -> dict[str, Slot] | None:
    check = state.check
    mine = offers.engaged(state, seat)
    free = [who for who in mine if check and not isinstance(acting.place_for_talk(check, who), Refusal)]
    if not free:
        return None
    named = names.characters(state, free)
    return {"character": named, "ability": names.abilities(state), "pool": names.pools(state)}


def _talked_about(state: Episode, check: Check) -> list[Character]:
    ids = {check.steps[place].character for place in outcomes.unrolled(check)}
    return [each for each in state.characters if each.id in ids]


def _punishable(state: Episode, check: Check, seat: Seat) -> dict[str, Slot] | None:
    some = _talked_about(state, check)
    may = [who for who in some if opens.allowed(state, PENALTY, _penalty(seat, who.id))]
    return {"character": names.characters(state, may), "n": range(steps.MARSHAL_MAX + 1)} if may else None


def _penalty(seat: Seat, character: str) -> Command:
    return Command("give_penalty", seat, {"character": character, "n": 0})


OPEN = (_open,)


def _due(state: Episode) -> Iterable[Command]:
    check, wait = state.check, state.settings.free_and_clear_reminder_s
    if (
        check is not None
        and wait
        and check.phase is CheckPhase.FREE_AND_CLEAR
        and not check.reminded
        and not state.pain
    ):
        yield Command("talk_due", CLOCK, at=check.opened_at + wait)


DUE = (_due,)
