"""Names of characters whose words were worked out after they were spoken, or are put right (F-004, F-144)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.feats import checks, edit, names
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.seating import CharacterNamed
from assistant.games.feats.state import Character, Play
from assistant.games.feats.terms import Kind, Role
from assistant.table import Command, Cue, Dice, Name, Open, Refusal, Seat
from assistant.table.naming import find, fold
from assistant.table.slots import UNKNOWN_WORDS, words


def call(state: Play, command: Command, dice: Dice) -> Outcome:
    """What is ``named`` gets these words; where nothing is, the last one does that goes by its template or player."""
    name, character = words(command), _meant(state, command)
    if character is None:
        return Refusal("E_UNKNOWN_NAME")
    if character.seat != command.seat and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    if not fold(name) or name == UNKNOWN_WORDS:
        return Refusal("E_UNKNOWN_NAME")
    if fold(name) in {fold(one.name) for one in state.characters if one.id != character.id}:
        return Refusal("E_DUPLICATE")
    return (CharacterNamed(who=character.id, name=name),)


def _meant(state: Play, command: Command) -> Character | None:
    if "named" in command.slots:
        return state.character(find(names.characters(state), command.slots["named"]) or "")
    template = find(names.templates(state), command.slots.get("template"))
    stem, kind = (names.said(state.config.npc, template), Kind.NPC) if template else (_player(state, command), Kind.PC)
    nameless = [one for one in state.characters if one.kind is kind and stem and fold(one.name).startswith(fold(stem))]
    return nameless[-1] if nameless else None


def _player(state: Play, command: Command) -> str:
    return names.player(state, command.seat) if command.slots.get("intent") == "add_character" else ""


DECIDE = {"draft_add_npc": Order(call, gm=True), "draft_add_character": Order(call), "spell": Order(call)}
EVOLVE: Evolving = {
    CharacterNamed: lambda state, event: edit.character(
        state, event.who, lambda one: replace(one, name=event.name, spoken=())
    ),
}


def _open(state: Play) -> Iterable[Open]:
    who: dict[tuple[Name, ...], frozenset[Seat]] = {}
    for player in state.seats:
        theirs = state.characters if player.role is Role.GM else state.played_by(player.id)
        named = names.characters(state, theirs)
        who[named] = who.get(named, frozenset()) | {player.id}
    for named, seats in who.items():
        if named:
            yield Open("spell", seats, {"named": named})


OPEN = (_open,)
NARRATE: Telling = {CharacterNamed: lambda state, event: (Cue("CharacterNamed", {"name": event.name}),)}
