"""Giving up: at once before a free and clear stage, else after this round (E-108)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from assistant.games.errantry import checks, edit, fighters, names, offers, opens, stage
from assistant.games.errantry.events_pain import FightersGaveUp, GiveUpQueued
from assistant.games.errantry.orders import PAIN, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import CharacterId, Episode, Fighter, Pain
from assistant.games.errantry.terms import PainPhase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.naming import find

_NOW = frozenset({PainPhase.INTENTIONS, PainPhase.WINDOW})
_TAKES_EFFECT = _NOW | {PainPhase.RESOLVE}


def give_up(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A fighter has had enough; the opponents' intentions happen to him, or one opponent's by his choice (A-30)."""
    found = fighters.meant(state, command)
    if isinstance(found, Refusal):
        return found
    pain, who, fighter = found
    winners = fighters.attackers_of(pain, who.id)
    chosen = find(names.characters(state), command.slots.get("to"))
    if state.settings.give_up_many == "chosen" and len(winners) > 1 and chosen not in winners:
        choices = (replace(command, slots={**command.slots, "character": who.id, "to": each}) for each in winners)
        return Ask("give_up.whom", tuple(choices))
    return _given_up(state, pain, fighter, next((each for each in winners if each == chosen), ""))


def _given_up(state: Episode, pain: Pain, fighter: Fighter, to: CharacterId) -> Outcome:
    if _at_once(state, pain) and not _unsaid(state, pain, fighter):
        return (_gave_up(state, pain, (replace(fighter, yields_to=to),)),)
    if fighter.give_up_queued:
        return Cue("GiveUpQueued", {"character": names.character_name(state, fighter.character)})
    return (GiveUpQueued(character=fighter.character, to=to),)


def _at_once(state: Episode, pain: Pain) -> bool:
    until_dice = state.settings.give_up_until == "dice" and pain.phase is PainPhase.FREE_AND_CLEAR
    return pain.phase in _NOW or until_dice


def _unsaid(state: Episode, pain: Pain, fighter: Fighter) -> bool:
    """Whether the winner has first to say what he wants now (A-71, *now*)."""
    if state.settings.open_intention == "last":
        return False
    after = (pain.fighter(who) for who in fighters.attackers_of(pain, fighter.character))
    return any(each is not None and (each.changing or each.due) for each in after)


def _gave_up(state: Episode, pain: Pain, given_up: Sequence[Fighter]) -> FightersGaveUp:
    return FightersGaveUp(given_up=tuple((each.character, _winners(state, pain, each)) for each in given_up))


def _winners(state: Episode, pain: Pain, fighter: Fighter) -> tuple[CharacterId, ...]:
    after = fighters.attackers_of(pain, fighter.character)
    if state.settings.give_up_many == "all":
        return after
    return (fighter.yields_to,) if fighter.yields_to in after else after[:1]


def we_give_up(state: Episode, command: Command, dice: Dice) -> Outcome:
    """All fighters of the speaker's side (E-108)."""
    pain, mine = state.pain, _side_spoken_for(state, command.seat)
    if isinstance(mine, Refusal) or pain is None:
        return mine if isinstance(mine, Refusal) else checks.wrong_phase(state)
    side = [each for each in fighters.still_in(pain) if each.character in mine]
    if _at_once(state, pain) and not any(_unsaid(state, pain, each) for each in side):
        return (_gave_up(state, pain, side),)
    queued = tuple(GiveUpQueued(character=each.character) for each in side if not each.give_up_queued)
    return queued or Cue("GiveUpQueued", {"character": names.character_name(state, mine[0])})


def _side_spoken_for(state: Episode, seat: Seat) -> tuple[CharacterId, ...] | Refusal:
    """The side of the speaker, who may speak for several on it; E_WHO if for both, E_NOT_IN."""
    pain, found = state.pain, fighters.meant(state, Command("we_give_up", seat))
    if not isinstance(found, Refusal):
        return fighters.side_of(found[0], found[1].id)
    left = fighters.characters(state, pain)
    mine = [who.id for who in offers.engaged(state, seat) if who in left]
    sides = {fighters.side_of(pain, who) for who in mine} if pain is not None else set()
    return sides.pop() if len(sides) == 1 else found


DECIDE = {
    "give_up": Order(give_up, by="owner", live=PAIN),
    "we_give_up": Order(we_give_up, live=PAIN),
}


def _queued(state: Episode, event: GiveUpQueued) -> Episode:
    return edit.fighter(state, event.character, lambda each: replace(each, give_up_queued=True, yields_to=event.to))


def _out(state: Episode, event: FightersGaveUp) -> Episode:
    for who, winners in event.given_up:
        state = stage.without_step(edit.fighter(state, who, partial(_done, winners=winners)), who)
    return stage.without_targets(state)


def _done(fighter: Fighter, winners: tuple[CharacterId, ...]) -> Fighter:
    return replace(fighter, gave_up=True, give_up_queued=False, fate=(*fighter.fate, *winners))


EVOLVE: Evolving = {GiveUpQueued: _queued, FightersGaveUp: _out}


def take_effect(state: Episode) -> FightersGaveUp | None:
    """All give-ups that were noted, at the next moment for it (A-29)."""
    pain = state.pain
    if pain is None or pain.phase not in _TAKES_EFFECT or pain.sharing is not None:
        return None
    noted = [each for each in fighters.still_in(pain) if each.give_up_queued and not _unsaid(state, pain, each)]
    return _gave_up(state, pain, noted) if noted else None


def _open(state: Episode) -> Iterable[Open]:
    if state.moment not in PAIN:
        return
    yield from offers.by_seat(state, "give_up", lambda seat: _mine(state, seat))
    yield from opens.plain(state, "we_give_up", DECIDE["we_give_up"])


def _mine(state: Episode, seat: Seat) -> offers.Slots | None:
    left = fighters.characters(state, state.pain)
    mine = [who for who in offers.engaged(state, seat) if who in left]
    return {"character": names.characters(state, mine)} if mine else None


def _tell_gave_up(state: Episode, event: FightersGaveUp) -> Iterable[Cue]:
    for who, _ in event.given_up:
        yield Cue("FightersGaveUp", {"character": names.character_name(state, who)})


def _tell_queued(state: Episode, event: GiveUpQueued) -> Iterable[Cue]:
    yield Cue("GiveUpQueued", {"character": names.character_name(state, event.character)})


OPEN = (_open,)
NARRATE: Telling = {FightersGaveUp: _tell_gave_up, GiveUpQueued: _tell_queued}
