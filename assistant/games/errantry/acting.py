"""Who acts in a check and with what: the characters, abilities and steps that a command means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import checks, names, outcomes
from assistant.games.errantry.conflict import NO_ABILITY
from assistant.games.errantry.state import Ability, Character, Check, CheckStep, Episode
from assistant.games.errantry.terms import CheckPhase
from assistant.table import Command, Refusal
from assistant.table.naming import find
from assistant.table.slots import words


def here(state: Episode, character: Character) -> Refusal | None:
    """E_NOT_HERE for somebody who is not in the scene (E-139)."""
    there = state.scene is not None and character.id in state.scene.present and character.in_play
    return None if there else Refusal("E_NOT_HERE", {"character": character.name})


def actor(state: Episode, command: Command, slot: str = "character") -> Character | Refusal:
    """The character that a slot names, or the speaker's; in the scene. E_WHO, E_EC_ABSENT, E_NOT_HERE."""
    found = checks.meant(state, command, slot)
    if isinstance(found, Refusal):
        return found
    return here(state, found) or found


def on_sheet(state: Episode, character: Character, key: str) -> Ability | None:
    """The ability as this character has it; rank minus one with the list's pool if it has it not (E-035)."""
    known = state.settings.ability.get(key)
    missing = None if known is None else Ability(NO_ABILITY, known.pool, known.innate)
    return character.abilities.get(key, missing)


def ability_in(state: Episode, command: Command, slot: str = "ability") -> str | Refusal:
    """The key of the ability that a slot names; "" if it names none; E_POOL_NEEDED for one that nobody lists."""
    value = command.slots.get(slot)
    if value is None:
        return ""
    return find(names.abilities(state), value) or Refusal("E_POOL_NEEDED")


def step_of(state: Episode, command: Command, character: Character, slot: str = "ability") -> CheckStep | Refusal:
    """A step of this character with the ability that a slot names, or with none yet; "with arts" for one that no list
    has (E-035)."""
    step = blank(state, character)
    pool = find(names.pools(state), command.slots["pool"]) if "pool" in command.slots else None
    if pool is not None and slot not in command.slots:
        named = next(each for each in character.pools if each == pool)
        return replace(step, ability=words(command) or names.word(state, pool), rank=NO_ABILITY, pool=named)
    key = ability_in(state, command, slot)
    if isinstance(key, Refusal):
        return key
    return with_ability(state, step, character, key)


def blank(state: Episode, character: Character) -> CheckStep:
    """A step of this character without an ability; its difficulty is Marginal unless the table asks for it (E-038)."""
    return CheckStep(character.id, difficulty=0 if state.settings.ask_difficulty else 1)


def with_ability(state: Episode, step: CheckStep, character: Character, key: str) -> CheckStep:
    """The step with this ability; "" leaves it without one."""
    ability = on_sheet(state, character, key)
    return step if ability is None else replace(step, ability=key, rank=ability.rank, pool=ability.pool)


def open_check(state: Episode) -> Check | Refusal:
    """The check that is on; E_WINDOW_SHUT once it is final, E_WRONG_PHASE if there is none."""
    if state.check is None:
        return checks.wrong_phase(state)
    return Refusal("E_WINDOW_SHUT") if state.check.phase is CheckPhase.FINAL else state.check


def in_check(state: Episode, command: Command) -> tuple[Check, Character] | Refusal:
    """The check that is on and the character that a command means in it; as :func:`actor` and :func:`open_check`."""
    who, check = actor(state, command), open_check(state)
    if isinstance(who, Refusal):
        return who
    return check if isinstance(check, Refusal) else (check, who)


def place_for_talk(check: Check, character: Character) -> int | Refusal:
    """Where this character's next unrolled step is; E_DICE_ROLLED if all have fallen, E_NOT_IN_CHECK if it has none."""
    mine = [place for place, step in enumerate(check.steps) if step.character == character.id]
    if not mine:
        return Refusal("E_NOT_IN_CHECK", {"character": character.name})
    return next((place for place in mine if place in outcomes.unrolled(check)), Refusal("E_DICE_ROLLED"))


def place_for_dice(check: Check, character: Character) -> int | Refusal:
    """The step of this character that dice can still come to: played now, or else unrolled; E_WINDOW_SHUT."""
    mine = [place for place, step in enumerate(check.steps) if step.character == character.id]
    if not mine:
        return Refusal("E_NOT_IN_CHECK", {"character": character.name})
    left = [place for place in mine if check.steps[place].result is None and outcomes.rolls(check, check.steps[place])]
    played = outcomes.now(check)
    return min(left, key=lambda place: place not in played, default=Refusal("E_WINDOW_SHUT"))


def character_of(state: Episode, step: CheckStep) -> Character:
    """Whose step it is."""
    found = state.character(step.character)
    if found is None:
        raise LookupError(step.character)
    return found


def opponents(check: Check, character: Character) -> tuple[int, ...]:
    """The steps of everybody else that are being played."""
    others = (place for place in outcomes.now(check) if check.steps[place].character != character.id)
    return tuple(place for place in others if outcomes.rolls(check, check.steps[place]))


def rolling_order(state: Episode, together: Iterable[CheckStep]) -> tuple[CheckStep, ...]:
    """Several with the same ability: from the highest rank to the lowest, equals as they sit (E-073, A-50)."""
    seats = [player.id for player in state.players]

    def place(step: CheckStep) -> tuple[int, int]:
        player = character_of(state, step).player_id
        return -step.rank, seats.index(player) if player in seats else len(seats)

    return tuple(sorted(together, key=place))
