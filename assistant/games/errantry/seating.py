"""Who sits at the table and whose characters are theirs (E-003, E-135, A-54)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import cards, checks, edit, names, opens, sheets
from assistant.games.errantry.events_game import CharacterTaken, GameBegun, PlayerLeft, PlayerReturned, PlayerSeated
from assistant.games.errantry.orders import CALM, NO_SCENE, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, Decks, Episode, Player, Quest
from assistant.games.errantry.terms import Kind
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.naming import fold
from assistant.table.slots import UNKNOWN_WORDS, words

SEATS = 8
"""So many buttons a table can have."""


def new_game(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The names given, in seating order; without any, those who sit here already. A game that is on ends: sure?"""
    given = command.slots.get("players")
    chosen = given if isinstance(given, tuple) else tuple(player.name for player in state.players)
    players = tuple(" ".join(str(name).split()) for name in chosen)
    if not players:
        return Cue("new_game.who")
    fault = _faulty(players)
    if fault is not None:
        return fault
    if state.players and command.confirmed_by is None:
        return Ask("new_game.sure", (command,))
    return (GameBegun(players=players),)


def _faulty(players: tuple[str, ...]) -> Refusal | None:
    folded = [fold(name) for name in players]
    if len(players) > SEATS:
        return Refusal("E_TABLE_FULL")
    if not all(folded):
        return Refusal("E_NAME_MISSING")
    return Refusal("E_NAME_TAKEN") if len(set(folded)) < len(folded) else None


def add_player(state: Episode, command: Command, dice: Dice) -> Outcome:
    name = words(command)
    if name == UNKNOWN_WORDS or not fold(name):
        return Refusal("E_NAME_MISSING")
    if len(state.players) >= SEATS:
        return Refusal("E_TABLE_FULL")
    taken = (*(player.name for player in state.players), *(each.name for each in state.characters))
    if fold(name) in map(fold, taken):
        return Refusal("E_NAME_TAKEN")
    return (PlayerSeated(seat=str(len(state.players) + 1), name=name, gift=_newcomers_gift(state)),)


def _newcomers_gift(state: Episode) -> int:
    """As many as now sit at the table, while a session runs (A-65)."""
    counts = state.session is not None and state.settings.newcomer_gifts == "players"
    return len(state.present) + 1 if counts else 0


def player_leaves(state: Episode, command: Command, dice: Dice) -> Outcome:
    player = checks.player_in(state, command)
    if isinstance(player, Refusal):
        return player
    if not player.present or len(state.present) == 1:
        return Refusal("E_WHO")
    return (PlayerLeft(seat=player.id),)


def player_returns(state: Episode, command: Command, dice: Dice) -> Outcome:
    player = checks.player_in(state, command)
    if isinstance(player, Refusal):
        return player
    return Refusal("E_WHO") if player.present else (PlayerReturned(seat=player.id),)


def take_character(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A free sheet or a companion; before the first scene also a sheet that another player has been given."""
    player, character = checks.player_in(state, command), checks.named(state, command)
    if isinstance(player, Refusal):
        return player
    if isinstance(character, Refusal):
        return character
    first = state.scenes == 0
    if character.player_id == player.id or (character.player_id is not None and not first) or not character.in_play:
        return Refusal("E_TAKEN", {"character": character.name})
    if character.kind is Kind.EC and not character.in_party:
        return Refusal("E_TAKEN", {"character": character.name})
    if state.current(player.id) is not None and not first:
        return Refusal("E_STILL_PLAYING", {"character": names.character_name(state, _current_id(state, player.id))})
    return (CharacterTaken(seat=player.id, character=character.id, swapped=character.player_id),)


def _current_id(state: Episode, seat: Seat) -> str:
    current = state.current(seat)
    return current.id if current else ""


DECIDE = {
    "new_game": Order(new_game, by="shell"),
    "add_player": Order(add_player, live=CALM),
    "player_leaves": Order(player_leaves, live=CALM),
    "player_returns": Order(player_returns),
    "take_character": Order(take_character, live=NO_SCENE),
}


def _begun(state: Episode, event: GameBegun) -> Episode:
    """Everybody gets the sheet written for them, else the next free one."""
    settings = state.settings
    company = sheets.company(settings)
    own = {fold(sheet.player): each.id for sheet, each in zip(settings.character, company, strict=True) if sheet.player}
    free = [each.id for sheet, each in zip(settings.character, company, strict=True) if not sheet.player]
    players = []
    for number, name in enumerate(event.players, start=1):
        sheet = own.get(fold(name)) or (free.pop(0) if free else None)
        players.append(Player(str(number), name, character_ids=(sheet,) if sheet else ()))
    owners = {sheet: player.id for player in players for sheet in player.character_ids}
    return Episode(
        settings=settings,
        players=tuple(players),
        characters=tuple(replace(each, player_id=owners.get(each.id)) for each in company),
        quest=Quest(boons_required=settings.boons_required),
        decks=Decks(court=cards.COURT, pips=cards.PIPS),
    )


def _seated(state: Episode, event: PlayerSeated) -> Episode:
    state = replace(state, players=(*state.players, Player(event.seat, event.name)))
    if state.session is None:
        return state
    return replace(state, session=replace(state.session, gift=edit.put(state.session.gift, event.seat, event.gift)))


def _present(state: Episode, seat: Seat, present: bool) -> Episode:
    return edit.player(state, seat, lambda player: replace(player, present=present))


def _taken(state: Episode, event: CharacterTaken) -> Episode:
    """Before the first scene a sheet is exchanged, later it comes in addition to those whose stories have ended."""
    old = state.current(event.seat)
    if event.swapped is not None:
        state = edit.player(state, event.swapped, lambda player: replace(player, character_ids=()))
    if old is not None:
        state = edit.player(state, event.seat, lambda player: replace(player, character_ids=()))
        state = edit.character(state, old.id, lambda who: replace(who, player_id=event.swapped))
        if event.swapped is not None:
            state = edit.player(state, event.swapped, lambda player: replace(player, character_ids=(old.id,)))
    return plays(state, event.seat, event.character)


def plays(state: Episode, seat: Seat, character_id: str) -> Episode:
    """The state with one more character of this player."""
    state = edit.player(state, seat, lambda who: replace(who, character_ids=(*who.character_ids, character_id)))
    return edit.character(state, character_id, lambda who: replace(who, player_id=seat, kind=Kind.PC))


EVOLVE: Evolving = {
    GameBegun: _begun,
    PlayerSeated: _seated,
    PlayerLeft: lambda state, event: _present(state, event.seat, False),
    PlayerReturned: lambda state, event: _present(state, event.seat, True),
    CharacterTaken: _taken,
}


def _open(state: Episode) -> Iterable[Open]:
    if not state.players:
        yield Open("new_game")
        return
    yield Open("new_game", frozenset(player.id for player in state.players))
    yield from opens.plain(state, "add_player", DECIDE["add_player"], text=_NEWCOMER)
    here, away = names.players(state, state.present), names.players(state, (p for p in state.players if not p.present))
    yield from opens.named(state, "player_leaves", DECIDE["player_leaves"], "player", here)
    yield from opens.named(state, "player_returns", DECIDE["player_returns"], "player", away)
    yield from _takers(state)


_NEWCOMER = "newcomer"
"""Any name will do to find out whether one may come."""


def _takers(state: Episode) -> Iterable[Open]:
    everyone = frozenset(player.id for player in state.players)
    for player in state.players:
        fit = tuple(each for each in names.characters(state, _free(state)) if _may_take(state, player, each.id))
        if fit:
            yield Open("take_character", everyone, {"player": names.players(state, (player,)), "character": fit})


def _free(state: Episode) -> Iterable[Character]:
    return (each for each in state.characters if each.in_play and (each.kind is Kind.PC or each.in_party))


def _may_take(state: Episode, player: Player, character_id: str) -> bool:
    slots = {"player": player.id, "character": character_id}
    return opens.allowed(state, DECIDE["take_character"], Command("take_character", player.id, slots))


OPEN = (_open,)


def _tell_taken(state: Episode, event: CharacterTaken) -> Iterable[Cue]:
    slots = {"player": names.player_name(state, event.seat), "character": names.character_name(state, event.character)}
    yield Cue("CharacterTaken", slots)


NARRATE: Telling = {
    GameBegun: lambda state, event: (Cue("GameBegun"),),
    PlayerSeated: lambda state, event: (Cue("PlayerSeated", {"player": event.name, "n": int(event.seat)}),),
    PlayerLeft: lambda state, event: (Cue("PlayerLeft", {"player": names.player_name(state, event.seat)}),),
    PlayerReturned: lambda state, event: (Cue("PlayerReturned", {"player": names.player_name(state, event.seat)}),),
    CharacterTaken: _tell_taken,
}
