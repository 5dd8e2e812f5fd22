"""The stages of a round: free and clear talk, "ready", the next round (E-081, E-085, E-086, E-096)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.errantry import edit, fighters, groups, names, offers, opening, opens, outcomes, steps, throwing
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_pain import RoundReady, StageOpened, WindowOpened
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, CharacterId, Episode, Fighter, Pain
from assistant.games.errantry.terms import Action, Moment, PainMode, PainPhase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Roll, Seat

TALKING = frozenset({Moment.PAIN_WINDOW, Moment.PAIN_FREE_AND_CLEAR})
ROLLED = {Moment.PAIN_ROLL: "E_DICE_ROLLED"}


def opened(pain: Pain) -> Sequence[EpisodeEvent]:
    """The free and clear stage, if the give-up window stands before it (E-096)."""
    return (StageOpened(round=pain.round),) if pain.phase is PainPhase.WINDOW else ()


def ready(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One speaks for all: everybody has an action or passes (E-085)."""
    pain = state.pain
    fault = next((fault for fighter in _left(pain) if (fault := _waits(state, fighter)) is not None), None)
    if fault is not None or pain is None:
        return fault or Refusal("E_WRONG_PHASE")
    passing = tuple(fighter.character for fighter in _left(pain) if _passes(state, fighter))
    return (*opened(pain), RoundReady(round=pain.round, passing=passing))


def _left(pain: Pain | None) -> tuple[Fighter, ...]:
    return fighters.still_in(pain) if pain is not None else ()


def _passes(state: Episode, fighter: Fighter) -> bool:
    """Passes, or has no point left in any pool to act with (A-31)."""
    who = state.character(fighter.character)
    return fighter.passes or who is None or fighters.cannot_act(who)


def _waits(state: Episode, fighter: Fighter) -> Refusal | None:
    """What a fighter has still to say or to pay; E_INTENTION_MISSING, E_WAITING_FOR, E_BROKEN_OWES."""
    who, step = state.character(fighter.character), fighters.step_of(state, fighter.character)
    if who is None or _passes(state, fighter):
        return None
    if fighter.due or not fighter.stated:
        return Refusal("E_INTENTION_MISSING", {"character": who.name})
    if step is None or not step.ability:
        return Refusal("E_WAITING_FOR", {"character": who.name})
    return throwing.not_ready(state, step)


def roll_round(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Ready, and with dice of the device rolled in one (E-085)."""
    outcome = ready(state, command, dice)
    if isinstance(outcome, Cue | Refusal | Ask | Roll) or state.settings.dice_source != "device":
        return outcome
    then = state
    for event in outcome:
        then = EVOLVE[type(event)](then, event)
    if then.check is None:
        return outcome
    rolled = throwing.roll(then, replace(command, intent="roll", slots={}), dice)
    return rolled if isinstance(rolled, Cue | Refusal | Ask | Roll) else (*outcome, *rolled)


def next_round(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Nobody else gives up (E-096)."""
    return opened(state.pain) if state.pain is not None else Refusal("E_WRONG_PHASE")


def _in_pain(state: Episode) -> bool:
    return state.pain is not None


_ROLLING = frozenset({Moment.PAIN_ROLL})
DECIDE = {
    "roll": Order(throwing.roll, live=_ROLLING, applies=_in_pain),
    "rolled": Order(throwing.tell_dice, by="owner", live=_ROLLING, applies=_in_pain),
    "ready": Order(ready, live=TALKING, instead=ROLLED),
    "roll_round": Order(roll_round, live=TALKING, instead=ROLLED),
    "next_round": Order(next_round, live=frozenset({Moment.PAIN_WINDOW})),
}


def without_action(state: Episode, who: CharacterId) -> Episode:
    """A fighter has to say anew what he does; what was paid for the old action comes back (E-081)."""
    place = fighters.place_of(state, who)
    if place is not None:
        state = opening.given_back(state, place)
        state = edit.step(state, place, lambda step: replace(step, ability="", pool=None, difficulty=1))
    return edit.fighter(state, who, lambda each: replace(each, ability="", kind=Action.NONE, passes=False))


def without_step(state: Episode, who: CharacterId) -> Episode:
    """A character rolls no dice in the open check; what was paid and given for it comes back."""
    place = fighters.place_of(state, who)
    if place is None or state.check is None:
        return state
    step = state.check.steps[place]
    state = opening.gifts_back(opening.given_back(state, place), step)
    rest = (each for n, each in enumerate(state.check.steps if state.check else ()) if n != place)
    return edit.check(state, lambda check: replace(check, steps=tuple(rest)))


def without_targets(state: Episode) -> Episode:
    """Who is after somebody who is in no more has to name what he does now (A-72)."""
    pain = state.pain
    if pain is None or pain.mode is PainMode.ZEITGEIST:
        return state
    for fighter in fighters.still_in(pain):
        if fighter.kind is Action.ATTACK and _target_lost(pain, fighter):
            state = without_action(state, fighter.character)
    return state


def _target_lost(pain: Pain, fighter: Fighter) -> bool:
    return fighter.target is not None and fighter.target not in fighters.ids(fighters.still_in(pain))


def _stage(state: Episode, event: StageOpened) -> Episode:
    state = edit.pain(state, lambda pain: replace(pain, phase=PainPhase.FREE_AND_CLEAR))
    if state.check is None and state.pain is not None:
        state = replace(state, check=fighters.round_check(state, state.pain, None))
    return edit.check(state, lambda check: replace(check, opened_at=event.at))


def _ready(state: Episode, event: RoundReady) -> Episode:
    for who in event.passing:
        state = without_step(state, who)
        state = edit.fighter(state, who, lambda each: replace(each, due=False))  # he leaves it at the old one (E-109)
    state = edit.pain(state, _at_dice)
    if state.pain is not None and state.pain.mode is PainMode.ZEITGEIST:
        return groups.split(state, state.pain)
    return replace(state, check=None) if state.check is not None and not state.check.steps else state


def _at_dice(pain: Pain) -> Pain:
    """What was won or open for this round only is used up now (E-086, E-095, E-099)."""
    fresh = (replace(each, defence_bonus=0, free_change=False, newest_box=0) for each in pain.fighters)
    return replace(pain, phase=PainPhase.ROLL, fighters=tuple(fresh), rolled=())


def _window(state: Episode, event: WindowOpened) -> Episode:
    """The next round's check is there already: actions may be named while it is asked who gives up (E-096)."""
    before = state.check
    state = without_targets(edit.pain(replace(state, check=None), lambda pain: _next(state, pain, event)))
    if state.pain is None:
        return state
    return replace(state, check=fighters.round_check(state, state.pain, before))


def _next(state: Episode, pain: Pain, event: WindowOpened) -> Pain:
    fresh = (_fresh(state, each) for each in pain.fighters)
    return replace(pain, round=event.round, phase=PainPhase.WINDOW, fighters=tuple(fresh))


def _fresh(state: Episode, fighter: Fighter) -> Fighter:
    """A change of intention is due now (E-094). An action not restated is repeated; after a changed intention it has to
    be named, and where the table wants that always (A-72)."""
    fighter = replace(fighter, due=fighter.due or fighter.changing, changing=False, passes=False)
    if fighter.due or not state.settings.repeat_action:
        return replace(fighter, ability="", kind=Action.NONE)
    return fighter


EVOLVE: Evolving = {StageOpened: _stage, RoundReady: _ready, WindowOpened: _window}


def offered(state: Episode, intent: str, order: Order, some: Iterable[Character]) -> Iterable[Open]:
    """An order about one character by whoever speaks for it: to each seat those for whom it would be taken."""
    candidates = tuple(some)

    def mine(seat: Seat) -> offers.Slots | None:
        fit = [who for who in candidates if opens.allowed(state, order, Command(intent, seat, {"character": who.id}))]
        return {"character": names.characters(state, fit)} if fit else None

    yield from offers.by_seat(state, intent, mine)


def _open(state: Episode) -> Iterable[Open]:
    if state.pain is None:
        return
    for intent in ("ready", "roll_round", "next_round", "roll"):
        yield from opens.plain(state, intent, DECIDE[intent])
    check = state.check
    if state.moment in _ROLLING and check is not None:
        due = {check.steps[place].character for place in outcomes.to_roll(check)}
        yield from offers.by_seat(state, "rolled", lambda seat: _tellable(state, due, seat))


def _tellable(state: Episode, due: set[CharacterId], seat: Seat) -> offers.Slots | None:
    mine = [who for who in offers.engaged(state, seat) if who.id in due]
    return {"character": names.characters(state, mine), "dice": throwing.faces_told(state)} if mine else None


def price_due(state: Episode, fighter: Fighter) -> Iterable[Cue]:
    """A broken fighter with an action has a point to pay for it (E-106)."""
    who, step = state.character(fighter.character), fighters.step_of(state, fighter.character)
    if who is not None and step is not None and step.pool is not None and steps.owes_price(step, who):
        line = "broken.unpaid" if fighters.cannot_pay(who, step.pool) else "broken.pay"
        yield Cue(line, {"character": who.name, "pool": names.word(state, step.pool)})


def _tell_stage(state: Episode, event: StageOpened) -> Iterable[Cue]:
    yield Cue("StageOpened", {"n": event.round})
    for fighter in _left(state.pain):
        yield from price_due(state, fighter)


OPEN = (_open,)
NARRATE: Telling = {
    StageOpened: _tell_stage,
    RoundReady: lambda state, event: (Cue("RoundReady", {"n": event.round}),),
    WindowOpened: lambda state, event: (Cue("WindowOpened", {"n": event.round}),),
}
