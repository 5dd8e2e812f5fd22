"""What each fighter does this round: an attack, a defence, nothing; and who is in whose way (E-081 to E-084, E-106)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from assistant.games.errantry import acting, checks, edit, fighters, names, offers, opening, rounds, stage
from assistant.games.errantry.events_pain import ActionNamed, RelationStated, RoundPassed
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, CharacterId, Episode, Fighter, Pain
from assistant.games.errantry.terms import Action, Moment, PainMode, Relation
from assistant.table import Command, Cue, Dice, Name, Open, Refusal, Seat

_FREE = frozenset({Moment.PAIN_FREE_AND_CLEAR})
_INNATE = ("endure", "react", "resist")


def name_action(state: Episode, command: Command, dice: Dice) -> Outcome:
    """An ability for this round, openly said (E-081); an innate one only withstands (E-084)."""
    return _named(state, command, defends=False)


def defend(state: Episode, command: Command, dice: Dice) -> Outcome:
    """With an innate ability a fighter only withstands (E-084)."""
    return _named(state, command, defends=True)


def _named(state: Episode, command: Command, *, defends: bool) -> Outcome:
    found, key = fighters.meant(state, command), acting.ability_in(state, command)
    if isinstance(found, Refusal):
        return found
    if isinstance(key, Refusal):
        return key
    _, who, fighter = found
    return _with(state, who, fighter, key, defends=defends)


def _with(state: Episode, who: Character, fighter: Fighter, key: str, *, defends: bool) -> Outcome:
    ability = acting.on_sheet(state, who, key)
    if ability is None:
        return Refusal("E_ABILITY_NEEDED", {"character": who.name})
    if not ability.innate and (defends or fighter.changing):
        return Refusal("E_MUST_DEFEND" if fighter.changing else "E_NOT_INNATE")
    if fighter.due or not fighter.stated:
        return Refusal("E_INTENTION_MISSING", {"character": who.name})
    if fighters.cannot_pay(who, ability.pool):
        return Refusal("E_BROKEN_UNPAID", {"character": who.name, "pool": names.word(state, ability.pool)})
    kind = fighters.kind_of(ability)
    return (ActionNamed(character=who.id, ability=key, rank=ability.rank, pool=ability.pool, action=kind),)


def pass_round(state: Episode, command: Command, dice: Dice) -> Outcome:
    """No action this round; also what a fighter does who cannot pay for one (E-085)."""
    found = fighters.meant(state, command)
    return found if isinstance(found, Refusal) else (RoundPassed(character=found[1].id),)


def relate(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Whether two actions are in each other's way; unnamed, the speaker's and his target's (E-082, E-083)."""
    pain, pair = state.pain, _pair(state, command)
    if isinstance(pair, Refusal) or pain is None:
        return pair if isinstance(pair, Refusal) else checks.wrong_phase(state)
    both = [fighters.fighting(pain, who) for who in pair]
    outside = next((each for each in both if isinstance(each, Refusal)), None)
    if outside is not None:
        return outside
    if any(isinstance(each, Fighter) and each.kind is Action.DEFEND for each in both):
        return Refusal("E_DEFENCE_IS_PERP")
    relation = next((each for each in Relation if each == command.slots.get("relation")), None)
    if relation is None or pair[0].id == pair[1].id:
        return Refusal("E_WHO")
    return (RelationStated(one=pair[0].id, other=pair[1].id, relation=relation),)


def _pair(state: Episode, command: Command) -> tuple[Character, Character] | Refusal:
    """The two who are named, else the speaker's fighter and his target, else the only two."""
    if "character" in command.slots:
        one, other = checks.named(state, command), checks.named(state, command, "other")
    else:
        one = checks.speaker(state, command.seat)
        fighter = state.pain.fighter(one.id) if state.pain and isinstance(one, Character) else None
        if fighter is None:
            return _only_two(state) or Refusal("E_WHO")
        other = state.character(fighter.target) or Refusal("E_WHO")
    if isinstance(one, Refusal):
        return one
    return other if isinstance(other, Refusal) else (one, other)


def _only_two(state: Episode) -> tuple[Character, Character] | None:
    left = [state.character(who) for who in fighters.ids(fighters.still_in(state.pain))] if state.pain else []
    both = [who for who in left if who is not None]
    return (both[0], both[1]) if len(both) == 2 else None


def _in_pain(state: Episode) -> bool:
    return state.pain is not None


NAME = Order(name_action, by="owner", live=stage.TALKING, instead=stage.ROLLED, applies=_in_pain)

DECIDE = {
    "use_ability": NAME,
    "change_ability": NAME,
    "defend": Order(defend, by="owner", live=stage.TALKING, instead=stage.ROLLED),
    "pass_round": Order(pass_round, by="owner", live=stage.TALKING, instead=stage.ROLLED),
    "relate": Order(relate, live=_FREE, instead=stage.ROLLED),
}


def _action_named(state: Episode, event: ActionNamed) -> Episode:
    pain = state.pain
    if pain is None:
        return state
    if pain.mode is PainMode.ZEITGEIST:
        state = _as_a_side(state, pain, event)
    state = stage.without_action(state, event.character)
    place = fighters.place_of(state, event.character)
    if place is not None:
        state = edit.step(
            state, place, lambda step: replace(step, ability=event.ability, rank=event.rank, pool=event.pool)
        )
    state = edit.fighter(
        state, event.character, lambda each: replace(each, ability=event.ability, kind=event.action, passes=False)
    )
    return edit.pain(state, lambda pain: _default_again(pain, event.character))


def _as_a_side(state: Episode, pain: Pain, event: ActionNamed) -> Episode:
    """A side defends or attacks as a whole: who did the other has to say anew (E-116)."""
    for other in fighters.side_of(pain, event.character):
        fighter = pain.fighter(other)
        if fighter is not None and fighter.ability and fighter.kind is not event.action:
            state = stage.without_action(state, other)
    return state


def _default_again(pain: Pain, changed: CharacterId) -> Pain:
    """What was said of a pair no longer holds when either does something else (E-082)."""
    return replace(pain, relations={pair: said for pair, said in pain.relations.items() if changed not in pair})


def _passed(state: Episode, event: RoundPassed) -> Episode:
    place = fighters.place_of(state, event.character)
    state = opening.given_back(state, place) if place is not None else state
    return edit.fighter(state, event.character, lambda each: replace(each, passes=True))


def _related(state: Episode, event: RelationStated) -> Episode:
    pair = rounds.pair(event.one, event.other)
    return edit.pain(state, lambda pain: replace(pain, relations=edit.put(pain.relations, pair, event.relation)))


EVOLVE: Evolving = {ActionNamed: _action_named, RoundPassed: _passed, RelationStated: _related}


def _open(state: Episode) -> Iterable[Open]:
    if state.moment in stage.TALKING:
        abilities, innate = names.abilities(state), names.abilities(state, _INNATE)
        for intent, some in (("use_ability", abilities), ("change_ability", abilities), ("defend", innate)):
            yield from offers.by_seat(state, intent, partial(_able, state, abilities=some))
        yield from offers.by_seat(state, "pass_round", lambda seat: _able(state, seat, ()))
    if state.moment in _FREE:
        everyone = names.characters(state, fighters.characters(state, state.pain))
        yield Open("relate", None, {"character": everyone, "other": everyone})


def _able(state: Episode, seat: Seat, abilities: tuple[Name, ...]) -> offers.Slots | None:
    mine = [who for who in offers.engaged(state, seat) if who in fighters.characters(state, state.pain)]
    return {"character": names.characters(state, mine), "ability": abilities} if mine else None


def _tell_action(state: Episode, event: ActionNamed) -> Iterable[Cue]:
    who, ability = names.character_name(state, event.character), names.ability(state, event.ability)
    line = "ActionNamed.defend" if event.action is Action.DEFEND else "ActionNamed"
    yield Cue(line, {"character": who, "ability": ability})
    fighter = state.pain.fighter(event.character) if state.pain else None
    if fighter is not None:
        yield from stage.price_due(state, fighter)


def _tell_passed(state: Episode, event: RoundPassed) -> Iterable[Cue]:
    yield Cue("RoundPassed", {"character": names.character_name(state, event.character)})


def _tell_related(state: Episode, event: RelationStated) -> Iterable[Cue]:
    one, other = names.character_name(state, event.one), names.character_name(state, event.other)
    yield Cue(f"RelationStated.{event.relation}", {"one": one, "other": other})


OPEN = (_open,)
NARRATE: Telling = {ActionNamed: _tell_action, RoundPassed: _tell_passed, RelationStated: _tell_related}
