"""A hit becomes a mark: how much harm it does, which box it takes, and what that means in the Pain (E-092, E-097 to
E-107, E-119)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.games.errantry import edit, harm
from assistant.games.errantry.config import Config
from assistant.games.errantry.events_pain import Blow
from assistant.games.errantry.state import Character, CharacterId, CheckStep, Episode, Fighter, HarmMark
from assistant.games.errantry.terms import Harm, PainMode


def harm_of(state: Episode, step: CheckStep, target: CharacterId) -> int:
    """What a successful action does to its target, gear and Secrets included (E-092, E-102 to E-105)."""
    attacker, defender = state.character(step.character), state.character(target)
    weapons = [gear.bonus for gear in attacker.weapons] if attacker else []
    armours = [gear.bonus for gear in defender.armours] if defender else []
    return harm.amount(step.sl, weapons, armours, secrets_of(step, state.settings), state.settings.gear_mix)


def secrets_of(step: CheckStep, settings: Config) -> list[int]:
    """What the Secrets used on this step do to its harm."""
    effects = (settings.secret[key].effect for _, key in step.secrets)
    return [effect.n for effect in effects if effect.kind == "harm"]


def landed(attacker: CheckStep, target: CharacterId, done: int, marked: Mapping[int, object]) -> Blow | None:
    """So much harm as a blow on a tracker; None for none."""
    if done < 1 or attacker.pool is None:
        return None
    return Blow(attacker.character, target, done, harm.box_for(marked, done) or 0, attacker.pool)


def tracker(state: Episode, who: CharacterId) -> Mapping[int, HarmMark]:
    character = state.character(who)
    return character.harm if character else {}


def mark(state: Episode, blow: Blow) -> Episode:
    """The state with one blow on the tracker, and what it means for the fighter who is hit."""
    pain = state.pain
    trial = pain.id if pain else ""

    def take(who: Character) -> Character:
        marked = edit.put(who.harm, blow.box, HarmMark(blow.pool, blow.attacker, trial))
        bruised = blow.box < harm.BLOODIED
        return replace(who, harm=dict(sorted(marked.items())), pending_bruise=who.pending_bruise + bruised)

    grouped = pain is not None and pain.mode is PainMode.ZEITGEIST
    state = edit.character(state, blow.target, take) if blow.box else state
    return edit.fighter(state, blow.target, lambda fighter: _hit(fighter, blow, grouped=grouped))


def _hit(fighter: Fighter, blow: Blow, *, grouped: bool) -> Fighter:
    """Past broken the attacker's intention happens at once (E-107); in a group the broken one falls out, and the
    intention waits for the end (E-119, A-38)."""
    if blow.box == 0 or blow.box >= harm.BLOODIED:
        fighter = replace(fighter, bloodied_by=(*fighter.bloodied_by, blow.attacker))
    if blow.box == 0 and not grouped:
        return replace(fighter, out=True, fate=(*fighter.fate, blow.attacker))
    out = fighter.out or (grouped and blow.box in (0, harm.BROKEN))
    return replace(fighter, out=out, newest_box=blow.box or fighter.newest_box)


def level_of(box: int) -> Harm:
    """The level that a mark in this box means."""
    if box == harm.BROKEN:
        return Harm.BROKEN
    return Harm.BLOODIED if box >= harm.BLOODIED else Harm.BRUISED


def shaken(who: Character, settings: Config) -> Character:
    """The character with all marks slid down (E-113)."""
    return _slid(who, harm.shaken_out(who.harm), settings)


def healed(who: Character, level: int, settings: Config) -> Character:
    """The character after a healing check of this level (E-114)."""
    gone = harm.healed_box(who.harm, level, settings.heal_gap)
    rest = replace(who, harm={box: mark for box, mark in who.harm.items() if box != gone})
    return _slid(rest, harm.healed(who.harm, level, settings.heal_gap), settings)


def _slid(who: Character, after: Mapping[int, HarmMark], settings: Config) -> Character:
    """Marks that have slid into the lowest boxes bruise only where the table says so (A-76)."""
    came = sum(box < harm.BLOODIED for box in after) - sum(box < harm.BLOODIED for box in who.harm)
    bruised = came if settings.slide_bruises else 0
    return replace(who, harm=dict(after), pending_bruise=who.pending_bruise + bruised)
