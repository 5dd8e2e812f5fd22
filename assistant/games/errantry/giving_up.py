"""Giving up: at once before a free and clear stage, else after this round (E-108)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import checks, edit, fighters, names, offers, opens, stage
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_pain import FighterGaveUp, GiveUpQueued
from assistant.games.errantry.orders import PAIN, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import CharacterId, Episode, Fighter, Pain
from assistant.games.errantry.terms import PainPhase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.naming import find

_NOW = frozenset({PainPhase.INTENTIONS, PainPhase.WINDOW})
_TAKES_EFFECT = _NOW | {PainPhase.RESOLVE}


def give_up(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A fighter has had enough; the opponents' intentions happen to him, or one opponent's by his choice (A-30)."""
    pain, who = state.pain, checks.meant(state, command)
    if isinstance(who, Refusal) or pain is None:
        return who if isinstance(who, Refusal) else checks.wrong_phase(state)
    fighter = fighters.fighting(pain, who)
    if isinstance(fighter, Refusal):
        return fighter
    winners = fighters.attackers_of(pain, who.id)
    chosen = find(names.characters(state), command.slots.get("to"))
    if state.settings.give_up_many == "chosen" and len(winners) > 1 and chosen not in winners:
        choices = (replace(command, slots={**command.slots, "character": who.id, "to": each}) for each in winners)
        return Ask("give_up.whom", tuple(choices))
    return _given_up(state, pain, fighter, (chosen,) if chosen in winners and chosen else ())


def _given_up(state: Episode, pain: Pain, fighter: Fighter, chosen: tuple[CharacterId, ...]) -> Outcome:
    if _at_once(state, pain) and not _unsaid(state, pain, fighter):
        return (_gave_up(state, pain, replace(fighter, yields_to=next(iter(chosen), ""))),)
    if fighter.give_up_queued:
        return Cue("GiveUpQueued", {"character": names.character_name(state, fighter.character)})
    return (GiveUpQueued(character=fighter.character, to=next(iter(chosen), "")),)


def _at_once(state: Episode, pain: Pain) -> bool:
    until_dice = state.settings.give_up_until == "dice" and pain.phase is PainPhase.FREE_AND_CLEAR
    return pain.phase in _NOW or until_dice


def _unsaid(state: Episode, pain: Pain, fighter: Fighter) -> bool:
    """Whether the winner has first to say what he wants now (A-71, *now*)."""
    if state.settings.open_intention == "last":
        return False
    after = (pain.fighter(who) for who in fighters.attackers_of(pain, fighter.character))
    return any(each is not None and (each.changing or each.due) for each in after)


def _gave_up(state: Episode, pain: Pain, fighter: Fighter) -> FighterGaveUp:
    winners = fighters.attackers_of(pain, fighter.character)
    if state.settings.give_up_many == "chosen":
        winners = (fighter.yields_to,) if fighter.yields_to in winners else winners[:1]
    return FighterGaveUp(character=fighter.character, to=winners)


def we_give_up(state: Episode, command: Command, dice: Dice) -> Outcome:
    """All fighters of the speaker's side (E-108)."""
    pain, who = state.pain, checks.speaker(state, command.seat)
    if isinstance(who, Refusal) or pain is None:
        return who if isinstance(who, Refusal) else checks.wrong_phase(state)
    fighter = fighters.fighting(pain, who)
    if isinstance(fighter, Refusal):
        return fighter
    side = [each for each in fighters.still_in(pain) if each.character in fighters.side_of(pain, who.id)]
    outcomes = [_given_up(state, pain, each, ()) for each in side]
    events: list[EpisodeEvent] = [event for outcome in outcomes if isinstance(outcome, tuple) for event in outcome]
    return tuple(events) or Cue("GiveUpQueued", {"character": who.name})


DECIDE = {
    "give_up": Order(give_up, by="owner", live=PAIN),
    "we_give_up": Order(we_give_up, live=PAIN),
}


def _queued(state: Episode, event: GiveUpQueued) -> Episode:
    return edit.fighter(state, event.character, lambda each: replace(each, give_up_queued=True, yields_to=event.to))


def _out(state: Episode, event: FighterGaveUp) -> Episode:
    state = edit.fighter(
        state,
        event.character,
        lambda each: replace(each, gave_up=True, give_up_queued=False, fate=(*each.fate, *event.to)),
    )
    state = stage.without_step(state, event.character)
    return stage.without_targets(state)


EVOLVE: Evolving = {GiveUpQueued: _queued, FighterGaveUp: _out}


def take_effect(state: Episode) -> FighterGaveUp | None:
    """A give-up that was noted, at the next moment for it (A-29)."""
    pain = state.pain
    if pain is None or pain.phase not in _TAKES_EFFECT or pain.sharing is not None:
        return None
    noted = (each for each in fighters.still_in(pain) if each.give_up_queued and not _unsaid(state, pain, each))
    return next((_gave_up(state, pain, each) for each in noted), None)


def _open(state: Episode) -> Iterable[Open]:
    if state.pain is None or state.moment not in PAIN:
        return
    yield from offers.by_seat(state, "give_up", lambda seat: _mine(state, seat))
    yield from opens.plain(state, "we_give_up", DECIDE["we_give_up"])


def _mine(state: Episode, seat: Seat) -> offers.Slots | None:
    left = fighters.characters(state, state.pain)
    mine = [who for who in offers.engaged(state, seat) if who in left]
    return {"character": names.characters(state, mine)} if mine else None


def _tell_gave_up(state: Episode, event: FighterGaveUp) -> Iterable[Cue]:
    yield Cue("FighterGaveUp", {"character": names.character_name(state, event.character)})


def _tell_queued(state: Episode, event: GiveUpQueued) -> Iterable[Cue]:
    yield Cue("GiveUpQueued", {"character": names.character_name(state, event.character)})


OPEN = (_open,)
NARRATE: Telling = {FighterGaveUp: _tell_gave_up, GiveUpQueued: _tell_queued}
