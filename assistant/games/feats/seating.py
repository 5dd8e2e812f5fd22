"""Who plays, and with whom: seats, characters, GM characters, standing in (F-001 to F-004, F-143, F-144)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count

from assistant.games.feats import checks, edit, names
from assistant.games.feats.config import Config, Sheet
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.state import DIFFICULTY, Character, Edge, Play, Player
from assistant.games.feats.terms import Kind, Role
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.naming import find, fold
from assistant.table.slots import UNKNOWN_WORDS, words

MOST_SEATS = 8


@dataclass(frozen=True, kw_only=True)
class GameBegun(PlayEvent):
    players: tuple[str, ...]
    gm: Seat


@dataclass(frozen=True, kw_only=True)
class CharacterAdded(PlayEvent):
    record: Character


@dataclass(frozen=True, kw_only=True)
class CharacterNamed(PlayEvent):
    """A name that became known after it was spoken."""

    who: str
    name: str


@dataclass(frozen=True, kw_only=True)
class CharacterHandedOver(PlayEvent):
    who: str
    seat: Seat


def _new_game(state: Play, command: Command, dice: Dice) -> Outcome:
    given = command.slots.get("players")
    players = tuple(" ".join(str(one).split()) for one in given) if isinstance(given, tuple) else ()
    players = players or tuple(player.name for player in state.seats)
    if not players:
        return Cue("new_game.who")
    gm = str(command.slots.get("facilitator") or (state.gm.id if state.gm else "1"))
    folded = [fold(name) for name in players]
    if not (2 <= len(players) <= MOST_SEATS and all(folded)) or gm not in map(str, range(1, len(players) + 1)):
        return Refusal("E_SEATS")
    if len(set(folded)) < len(folded):
        return Refusal("E_DUPLICATE")
    if state.seats and command.confirmed_by in (None, command.seat):
        others = frozenset(player.id for player in state.seats) - {command.seat}
        return Ask("new_game.sure", (command,), by=others)
    company = _company(state.config, players, gm)
    return (GameBegun(players=players, gm=gm), *(CharacterAdded(record=one) for one in company))


def _company(config: Config, players: tuple[str, ...], gm: Seat) -> list[Character]:
    """The characters of the file at this table: those with a seat of their own, then one for each who has none."""
    chairs = {str(n): name for n, name in enumerate(players, start=1)}
    placed = {sheet.name: seat for sheet in config.character if (seat := _chair(sheet, chairs))}
    free = [seat for seat in chairs if seat != gm and seat not in placed.values()]
    for sheet in config.character:
        if sheet.name not in placed and not sheet.seat and free:
            placed[sheet.name] = free.pop(0)
    company: list[Character] = []
    for sheet in config.character:
        if sheet.name in placed:
            company.append(from_sheet(config, sheet, placed[sheet.name], [one.id for one in company]))
    return company


def _chair(sheet: Sheet, chairs: Mapping[Seat, str]) -> Seat | None:
    wanted = fold(sheet.seat)
    return next((seat for seat, name in chairs.items() if wanted and wanted in (seat, fold(name))), None)


def from_sheet(config: Config, sheet: Sheet, seat: Seat, taken: Iterable[str] = ()) -> Character:
    """A player character as it starts (F-003)."""
    edges = tuple(Edge(fold(e.name).replace(" ", "_"), e.name, e.spoken, e.rating) for e in sheet.edges)
    rep, health = config.rep.start, config.health.player
    return Character(
        id=_id(sheet.name, taken),
        name=sheet.name,
        spoken=sheet.spoken,
        kind=Kind.PC,
        seat=seat,
        stats=dict(sheet.stats),
        concept=sheet.concept,
        agenda=sheet.agenda,
        edges=edges,
        rep=rep,
        rep_start=rep,
        health=health,
    )


def _id(name: str, taken: Iterable[str]) -> str:
    used = {*taken, DIFFICULTY}
    wanted = fold(name).replace(" ", "_")
    return next(one for one in chain([wanted], (f"{wanted}_{n}" for n in count(2))) if one not in used)


def _add_character(state: Play, command: Command, dice: Dice) -> Outcome:
    """One of the file that is not in play yet; or a new one, by its name, with even stats (F-144). One whose name is
    not known as text yet goes by its player's."""
    seat = _for_whom(state, command)
    if seat is None:
        return Refusal("E_UNKNOWN_NAME")
    if "sheet" in command.slots:
        name = find(names.sheets(state.config.character), command.slots["sheet"])
        sheet = next((one for one in state.config.character if one.name == name), None)
        if sheet is None:
            return Refusal("E_UNKNOWN_NAME")
    else:
        said = words(command)
        name = _numbered(state, names.player(state, seat)) if said == UNKNOWN_WORDS else said
        sheet = Sheet(name=name, stats=_even(state.config))
    if not fold(sheet.name):
        return Refusal("E_UNKNOWN_NAME")
    if _used(state, sheet.name):
        return Refusal("E_DUPLICATE")
    return (CharacterAdded(record=from_sheet(state.config, sheet, seat, _ids(state))),)


def _for_whom(state: Play, command: Command) -> Seat | None:
    """The seat named, else the speaker's own."""
    return find(names.seats(state), command.slots["seat"]) if "seat" in command.slots else command.seat


def _even(config: Config) -> dict[str, int]:
    """Start points spread over the stats of the file, the first ones better."""
    limits, count = config.stat_range, len(config.stats)
    each, more = divmod(limits.start_points, count)
    return {stat: min(max(each + (n < more), limits.min), limits.max) for n, stat in enumerate(config.stats)}


def _used(state: Play, name: str) -> bool:
    return fold(name) in {fold(one.name) for one in state.characters}


def _ids(state: Play) -> tuple[str, ...]:
    return tuple(one.id for one in state.characters)


def _add_npc(state: Play, command: Command, dice: Dice) -> Outcome:
    template = find(names.templates(state), command.slots.get("template"))
    if template is None:
        return Refusal("E_UNKNOWN_TEMPLATE")
    name = words(command)
    if not fold(name):  # no name, or one that is not known as text yet: it goes by what it is
        name = _numbered(state, names.said(state.config.npc, template))
    if _used(state, name):
        return Refusal("E_DUPLICATE")
    made = state.config.npc[template]
    npc = Character(
        id=_id(name, (*_ids(state), *state.config.npc)),  # an id names one thing, by whatever slot
        name=name,
        spoken=(),
        kind=Kind.NPC,
        seat=command.seat,
        stats=dict(made.stats),
        health=made.health,
    )
    return (CharacterAdded(record=npc),)


def _numbered(state: Play, name: str) -> str:
    """Fighter, fighter 2, fighter 3."""
    return next(one for one in chain([name], (f"{name} {n}" for n in count(2))) if not _used(state, one))


def _hand_over(state: Play, command: Command, dice: Dice) -> Outcome:
    character = checks.meant(state, command)
    if not isinstance(character, Character):
        return character
    seat = find(names.seats(state), command.slots.get("seat"))
    if seat is None:
        return Refusal("E_UNKNOWN_NAME")
    if character.seat != command.seat and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    if character.seat == seat:
        return Refusal("E_NOTHING")
    return (CharacterHandedOver(who=character.id, seat=seat),)


def _undo(state: Play, command: Command, dice: Dice) -> Outcome:
    """Anybody may take the last command back (F-130); the shell replays the evening without it."""
    return ()


DECIDE = {
    "new_game": Order(_new_game, always=True),
    "add_character": Order(_add_character),
    "add_npc": Order(_add_npc, gm=True),
    "hand_over": Order(_hand_over),
    "undo": Order(_undo, always=True),
}


def _begun(state: Play, event: GameBegun) -> Play:
    roles = {True: Role.GM, False: Role.PLAYER}
    seats = (Player(str(n), name, roles[str(n) == event.gm]) for n, name in enumerate(event.players, start=1))
    return Play(state.config, tuple(seats))


EVOLVE: Evolving = {
    GameBegun: _begun,
    CharacterAdded: lambda state, event: replace(state, characters=(*state.characters, event.record)),
    CharacterHandedOver: lambda state, event: edit.character(
        state, event.who, lambda one: replace(one, seat=event.seat)
    ),
}


def _open(state: Play) -> Iterable[Open]:
    yield Open("new_game")
    unplayed = [sheet for sheet in state.config.character if not _used(state, sheet.name)]
    if state.seats and unplayed:
        yield Open("add_character", slots={"sheet": names.sheets(unplayed)})
        yield Open("add_character", slots={"sheet": names.sheets(unplayed), "seat": names.seats(state)})
    if state.seats:
        yield Open("add_character")
    for player in state.seats:
        others = tuple(name for name in names.seats(state) if name.id != player.id)
        gm = player.role is Role.GM
        given = state.characters if gm else state.played_by(player.id)
        if given:
            to = names.seats(state) if gm else others
            yield Open("hand_over", frozenset({player.id}), {"name": names.characters(state, given), "seat": to})
    yield from ASKING.named(state, "add_npc", DECIDE["add_npc"], "template", names.templates(state))


OPEN = (_open,)


def _tell_begun(state: Play, event: GameBegun) -> Iterable[Cue]:
    yield Cue("ready")
    yield Cue("GameBegun", {"n": len(event.players) - 1, "gm": names.player(state, event.gm)})


NARRATE: Telling = {
    GameBegun: _tell_begun,
    CharacterAdded: lambda state, event: (
        Cue("CharacterAdded" if event.record.kind is Kind.PC else "CharacterAdded.npc", {"name": event.record.name}),
    ),
    CharacterHandedOver: lambda state, event: (
        Cue(
            "CharacterHandedOver",
            {"player": names.player(state, event.seat), "name": names.display(state, event.who)},
        ),
    ),
}
