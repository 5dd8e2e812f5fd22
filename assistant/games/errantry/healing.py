"""Healing: a check with First Aid, Counsel or the like that takes a mark of harm away (E-114, A-34, A-35)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import acting, edit, marking, names, offers
from assistant.games.errantry.events_check import HealingTried
from assistant.games.errantry.opening import CHECK_OPEN, opened
from assistant.games.errantry.orders import PLAY, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, Episode, Scene
from assistant.games.errantry.terms import CheckKind, CheckPhase, Result
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat, Slot


def heal(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One character sees to another's harm, with the best ability that heals or the one that is named."""
    healer, patient = acting.actor(state, command), acting.actor(state, command, "patient")
    if isinstance(healer, Refusal):
        return healer
    if isinstance(patient, Refusal):
        return patient
    fault = _not_now(state, healer, patient)
    if fault is not None:
        return fault
    key = acting.ability_in(state, command)
    if isinstance(key, Refusal):
        return key
    key = key or best(state, healer)
    if not can_heal(state, key):
        return Refusal("E_NO_HEALER")
    step = acting.with_ability(state, acting.blank(state, healer), healer, key)
    return opened(state, CheckKind.UNOPPOSED, step, patient=patient.id)


def _not_now(state: Episode, healer: Character, patient: Character) -> Refusal | None:
    if healer.id == patient.id:
        return Refusal("E_SAME_CHARACTER")
    if not patient.harm:
        return Refusal("E_NOTHING_TO_HEAL", {"character": patient.name})
    tried = state.scene is not None and (healer.id, patient.id) in state.scene.healed
    return Refusal("E_HEAL_LIMIT", {"character": healer.name}) if tried else None


def can_heal(state: Episode, key: str) -> bool:
    known = state.settings.ability.get(key)
    return known is not None and known.heals


def best(state: Episode, healer: Character) -> str:
    """The healing ability that stands highest on the sheet; "" if there is none."""
    able = [key for key in state.settings.ability if can_heal(state, key) and key in healer.abilities]
    return max(able, key=lambda key: healer.abilities[key].rank, default="")


HEAL = Order(heal, by="owner", live=PLAY, instead=CHECK_OPEN)

DECIDE = {"heal": HEAL}


def _healing_tried(state: Episode, event: HealingTried) -> Episode:
    def noted(scene: Scene) -> Scene:
        return replace(scene, healed=scene.healed | {(event.healer, event.patient)})

    state = edit.check(state, lambda check: replace(check, patient=""))
    if state.settings.heal_limit == "scene":
        state = edit.scene(state, noted)
    if not event.level:
        return state
    return edit.character(state, event.patient, lambda who: marking.healed(who, event.level, state.settings))


EVOLVE: Evolving = {HealingTried: _healing_tried}


def _healed(state: Episode) -> HealingTried | None:
    check = state.check
    if check is None or not check.patient or check.phase is not CheckPhase.FINAL:
        return None
    step = check.steps[0]
    level = step.sl if step.result is Result.SUCCESS else 0
    return HealingTried(healer=step.character, patient=check.patient, level=level)


FOLLOWS = (_healed,)


def _open(state: Episode) -> Iterable[Open]:
    patients = names.characters(state, [who for who in offers.here(state) if who.harm])
    if state.moment not in PLAY or not patients:
        return
    healing = names.abilities(state, [key for key in state.settings.ability if can_heal(state, key)])

    def mine(seat: Seat) -> dict[str, Slot] | None:
        healers = names.characters(state, offers.mine(state, seat))
        return {"character": healers, "patient": patients, "ability": healing} if healers else None

    yield from offers.by_seat(state, "heal", mine)


OPEN = (_open,)


def _tell(state: Episode, event: HealingTried) -> Iterable[Cue]:
    who = state.character(event.patient)
    if who is not None and event.level:
        yield Cue("HealingTried", {"character": who.name})
        yield Cue("HealingTried.left", {"n": len(who.harm)})


NARRATE: Telling = {HealingTried: _tell}
