"""Where the scene is, and who is there (E-031, E-033, E-139)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import checks, edit, making, names, opens
from assistant.games.errantry.events_scene import CharacterCame, CharacterLeft, PlaceSet
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, Episode, Scene
from assistant.games.errantry.terms import Kind, Land, Moment, Site
from assistant.table import Command, Cue, Dice, Open, Refusal
from assistant.table.naming import find
from assistant.table.slots import UNKNOWN_WORDS, words

_PLACES = frozenset({Moment.ENCOUNTER, Moment.CREATE, Moment.PLAY})
_COMING = frozenset({Moment.PLAY, Moment.PAIN_INTENTIONS})


def set_place(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Land, site, or both; at sea there is no site. Words are for any other place."""
    text = words(command)
    if text:
        return (PlaceSet(land=state.here.land, site=None, text=text),)
    land = find(names.terms(state, Land), command.slots.get("land"))
    site = find(names.terms(state, Site), command.slots.get("site"))
    if land is None and site is None:
        return Refusal("E_WHICH")
    there = Land(land) if land else state.here.land
    if there is Land.SEA and site is not None:
        return Refusal("E_NO_SITE_AT_SEA")
    if there is Land.SEA:
        return (PlaceSet(land=there),)
    return (PlaceSet(land=there, site=Site(site) if site else state.here.site),)


def word_place(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The words of a place, worked out after they were spoken."""
    text = words(command)
    if state.here.place_text != UNKNOWN_WORDS or text in ("", UNKNOWN_WORDS):
        return Refusal("E_WHICH")
    return (PlaceSet(land=state.here.land, text=text),)


def come(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A player character by its player, an encounter character by the Tenan."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if not character.in_play or (character.kind is Kind.PC and character.player_id is None):
        return Refusal("E_NOT_HERE", {"character": character.name})
    if character.id in state.here.present:
        return Refusal("E_ALREADY_HERE", {"character": character.name})
    return checks.not_yours(state, command.seat, character) or (CharacterCame(character=character.id),)


def leave(state: Episode, command: Command, dice: Dice) -> Outcome:
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.id not in state.here.present:
        return Refusal("E_NOT_HERE", {"character": character.name})
    if state.pain is not None and state.pain.fighter(character.id) is not None:
        return Refusal("E_BUSY")
    return checks.not_yours(state, command.seat, character) or (CharacterLeft(character=character.id),)


def bring(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Somebody of this type, without a name (A-68)."""
    found = find(names.types(state), command.slots.get("type"))
    if found is None:
        return Refusal("E_TYPE_UNKNOWN")
    return making.extra(state, found)


DECIDE = {
    "set_place": Order(set_place, by="tenan", live=_PLACES),
    "draft_set_place": Order(word_place),
    "come": Order(come, live=_COMING),
    "leave": Order(leave, live=_COMING),
    "bring": Order(bring, by="tenan", live=_COMING),
}


def _placed(state: Episode, event: PlaceSet) -> Episode:
    return edit.scene(state, lambda s: replace(s, land=event.land, site=event.site, place_text=event.text))


def _came(state: Episode, event: CharacterCame) -> Episode:
    who = state.character(event.character)
    played = who is not None and who.kind is Kind.EC

    def changed(scene: Scene) -> Scene:
        new = played and event.character not in scene.ec_ids
        ec_ids = (*scene.ec_ids, event.character) if new else scene.ec_ids
        return replace(scene, ec_ids=ec_ids, present=scene.present | {event.character})

    return edit.scene(state, changed)


def _left(state: Episode, event: CharacterLeft) -> Episode:
    return edit.scene(state, lambda scene: replace(scene, present=scene.present - {event.character}))


EVOLVE: Evolving = {PlaceSet: _placed, CharacterCame: _came, CharacterLeft: _left}


def _open(state: Episode) -> Iterable[Open]:
    yield from _place_opens(state)
    if state.moment not in _COMING:
        return
    here = state.here.present
    away = (each for each in state.characters if each.id not in here and _may_come(each))
    yield from opens.named(state, "come", DECIDE["come"], "character", names.characters(state, away))
    there = (each for each in state.characters if each.id in here)
    yield from opens.named(state, "leave", DECIDE["leave"], "character", names.characters(state, there))
    yield from opens.named(state, "bring", DECIDE["bring"], "type", names.types(state))


def _place_opens(state: Episode) -> Iterable[Open]:
    if state.moment not in _PLACES:
        return
    order = DECIDE["set_place"]
    lands, sites = names.terms(state, Land), names.terms(state, Site)
    yield from opens.named(state, "set_place", order, "land", lands)
    yield from opens.named(state, "set_place", order, "site", sites)
    yield Open("set_place", checks.tenan(state))
    dry = tuple(land for land in lands if land.id != Land.SEA)
    yield Open("set_place", checks.tenan(state), {"land": dry, "site": sites})


def _may_come(character: Character) -> bool:
    return character.in_play and (character.kind is Kind.EC or character.player_id is not None)


OPEN = (_open,)


def _tell_placed(state: Episode, event: PlaceSet) -> Iterable[Cue]:
    if event.text:
        yield Cue("PlaceSet.text", {"text": event.text})
        return
    land = names.word(state, event.land) if event.land else ""
    site = names.word(state, event.site) if event.site else ""
    shape = "both" if land and site else "one"
    yield Cue(f"PlaceSet.{shape}", {"land": land, "site": site})


NARRATE: Telling = {
    PlaceSet: _tell_placed,
    CharacterCame: lambda state, event: (
        Cue("CharacterCame", {"character": names.character_name(state, event.character)}),
    ),
    CharacterLeft: lambda state, event: (
        Cue("CharacterLeft", {"character": names.character_name(state, event.character)}),
    ),
}
