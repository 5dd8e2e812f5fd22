"""Reading the Pain: who is still in, who is after whom, on whose side one is, what each rolls with this round.

While the Pain is on, the round's dice are an ordinary check (:class:`state.Check` of kind ``pain``): it opens with the
free and clear stage, or with the give-up window before it, and has a step for each fighter still in, in the order of
joining; one without an ability has not said what he does. "Ready" takes out who passes. When it is final the round is
resolved (:mod:`resolving`). In Zeitgeist the dice are two group checks, one a side (:mod:`zeitgeist`).
"""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.errantry import acting, checks, steps
from assistant.games.errantry.state import (
    Ability,
    Character,
    CharacterId,
    Check,
    CheckStep,
    Episode,
    Extra,
    Fighter,
    Pain,
)
from assistant.games.errantry.terms import Action, CheckKind, Kind, PainMode, Pool
from assistant.table import Command, Refusal


def still_in(pain: Pain) -> tuple[Fighter, ...]:
    return tuple(fighter for fighter in pain.fighters if fighter.still_in)


def ids(fighters: Iterable[Fighter]) -> tuple[CharacterId, ...]:
    return tuple(fighter.character for fighter in fighters)


def characters(state: Episode, pain: Pain | None) -> tuple[Character, ...]:
    """The characters of the fighters still in, in the order of joining."""
    found = (state.character(who) for who in ids(still_in(pain))) if pain is not None else ()
    return tuple(who for who in found if who is not None)


def fighting(pain: Pain, character: Character) -> Fighter | Refusal:
    """The character as a fighter still in; E_NOT_IN."""
    fighter = pain.fighter(character.id)
    if fighter is None or not fighter.still_in:
        return Refusal("E_NOT_IN", {"character": character.name})
    return fighter


def meant(state: Episode, command: Command) -> tuple[Pain, Character, Fighter] | Refusal:
    """The fighter still in whom a command names, else the speaker's; E_WHO, E_NOT_IN."""
    pain, who = state.pain, checks.meant(state, command)
    if isinstance(who, Refusal) or pain is None:
        return who if isinstance(who, Refusal) else checks.wrong_phase(state)
    fighter = fighting(pain, who)
    return fighter if isinstance(fighter, Refusal) else (pain, who, fighter)


def attackers_of(pain: Pain, character: CharacterId) -> tuple[CharacterId, ...]:
    """Fighters still in who are after him, in the order of joining."""
    return tuple(fighter.character for fighter in still_in(pain) if fighter.target == character)


def owes(fighter: Fighter) -> bool:
    """Whether he may still name somebody he is after (E-109): he changes his intention, or never had one."""
    return fighter.due or fighter.changing or (not fighter.stated and fighter.target is None)


def is_over(state: Episode, pain: Pain) -> bool:
    """Whether one side alone is left (E-109, A-66)."""
    left = still_in(pain)
    if len(left) < 2:
        return True
    if pain.mode is PainMode.ZEITGEIST:
        return any(not set(side) & set(ids(left)) for side in pain.sides)
    if any(owes(fighter) for fighter in left):
        return False
    kinds = _kinds(state, pain.fighters)
    if state.settings.default_sides == "alone":
        return False
    if state.settings.default_sides == "kinds" and len(kinds) > 1:
        return len(_kinds(state, left)) == 1
    return not any(fighter.target in ids(left) for fighter in left)


def _kinds(state: Episode, fighters: Iterable[Fighter]) -> set[Kind]:
    found = (state.character(fighter.character) for fighter in fighters)
    return {character.kind for character in found if character is not None}


def two_sides(pain: Pain) -> tuple[tuple[CharacterId, ...], tuple[CharacterId, ...]] | None:
    """The fighters still in as two sides, if their targets split all of them so (E-115); the first joined is in the
    first."""
    left = still_in(pain)
    side = {left[0].character: 0} if left else {}
    grown = True
    while grown:
        grown = False
        for one, other in _against(left):
            for known, new in ((one, other), (other, one)):
                if known in side and new not in side:
                    side[new] = 1 - side[known]
                    grown = True
    split = all(side.get(one) != side.get(other) for one, other in _against(left))
    if not split or len(side) < len(left) or len(side) < 2:
        return None
    first, second = (tuple(who for who in ids(left) if side[who] == number) for number in (0, 1))
    return first, second


def _against(left: tuple[Fighter, ...]) -> list[tuple[CharacterId, CharacterId]]:
    """Who is after whom, of those still in."""
    known = ids(left)
    return [(each.character, each.target) for each in left if each.target is not None and each.target in known]


def side_of(pain: Pain, character: CharacterId) -> tuple[CharacterId, ...]:
    """Everybody still in on his side, himself among them: the sides of Zeitgeist, or those that the targets make; he
    alone where they make none."""
    sides = pain.sides if pain.mode is PainMode.ZEITGEIST else two_sides(pain) or ()
    known = ids(still_in(pain))
    mine = next((side for side in sides if character in side), (character,))
    return tuple(who for who in mine if who in known)


def as_one(pain: Pain, character: CharacterId) -> tuple[CharacterId, ...]:
    """Who changes intention together with him: in Zeitgeist his side (E-116)."""
    return side_of(pain, character) if pain.mode is PainMode.ZEITGEIST else (character,)


def place_of(state: Episode, character: CharacterId) -> int | None:
    """Where a character's step is in the open check."""
    found = state.check.steps if state.check is not None else ()
    return next((place for place, step in enumerate(found) if step.character == character), None)


def step_of(state: Episode, character: CharacterId) -> CheckStep | None:
    """What a character rolls with in the open check."""
    place = place_of(state, character)
    return state.check.steps[place] if state.check is not None and place is not None else None


def round_check(state: Episode, pain: Pain, before: Check | None) -> Check:
    """The check of the next round, before anybody says anything: what is not restated is repeated (A-72), with the
    difficulty it had; who won bonus dice by defending has them (E-090)."""
    harder = {(step.character, step.ability): step.difficulty for step in before.steps} if before else {}
    opened = (_step(state, fighter, harder) for fighter in still_in(pain))
    return Check(f"{pain.id}-{pain.round}", CheckKind.PAIN, tuple(opened))


def _step(state: Episode, fighter: Fighter, harder: dict[tuple[CharacterId, str], int]) -> CheckStep:
    key = fighter.ability
    bonus = (Extra("defence", fighter.defence_bonus),) if fighter.defence_bonus else ()
    step = CheckStep(
        fighter.character,
        intention=fighter.intention,
        bonus=bonus,
        difficulty=harder.get((fighter.character, key), 1),
    )
    return acting.with_ability(state, step, acting.character_of(state, step), key)


def kind_of(ability: Ability) -> Action:
    """An innate ability only withstands (E-084)."""
    return Action.DEFEND if ability.innate else Action.ATTACK


def cannot_pay(who: Character, pool: Pool) -> bool:
    """A broken character without a point in the ability's pool cannot use it (E-106)."""
    return steps.is_broken(who) and who.pools[pool].now < 1


def cannot_act(who: Character) -> bool:
    """A broken character without a point in any pool (A-31)."""
    return steps.is_broken(who) and all(points.now < 1 for points in who.pools.values())
