"""What is asked before and in the rules, written once. Each gives a Refusal or Ask, or None, or what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from assistant.games.feats import names, terms
from assistant.games.feats.orders import Order
from assistant.games.feats.state import Character, Play
from assistant.games.feats.terms import Role
from assistant.table import Ask, Command, Refusal, Seat
from assistant.table.naming import find


def gate(state: Play, command: Command, order: Order) -> Refusal | None:
    """E_SEATS, E_UNKNOWN_NAME for a seat that nobody has, E_GM_ONLY, then the phase."""
    if order.always:
        return None
    if not state.seats:
        return Refusal("E_SEATS")
    if state.seat(command.seat) is None:
        return Refusal("E_UNKNOWN_NAME")
    if order.gm and not is_gm(state, command.seat):
        return Refusal("E_GM_ONLY")
    return _phase(state, order)


def _phase(state: Play, order: Order) -> Refusal | None:
    """E_PHASE; E_ROLLED where only the faces stand in the way."""
    if order.phases is None or state.phase in order.phases:
        return None
    late = state.phase in terms.TELLING and order.phases & terms.SETUP
    return Refusal("E_ROLLED") if late else out_of_phase(state)


def out_of_phase(state: Play) -> Refusal:
    return Refusal("E_PHASE", {"phase": names.phase(state)})


def is_gm(state: Play, seat: Seat) -> bool:
    player = state.seat(seat)
    return player is not None and player.role is Role.GM


def able(character: Character) -> Refusal | None:
    """F-016, F-084: E_DEAD, E_INCAPACITATED."""
    if character.dead:
        return Refusal("E_DEAD", {"name": character.name})
    return Refusal("E_INCAPACITATED", {"name": character.name}) if character.incapacitated else None


def named(state: Play, command: Command, slot: str = "name") -> Character | Refusal:
    """The character that a slot names, by id or as heard; E_UNKNOWN_NAME."""
    value = command.slots.get(slot)
    found = state.character(value) or state.character(find(names.characters(state), value))
    return found or Refusal("E_UNKNOWN_NAME")


def meant(
    state: Play,
    command: Command,
    fit: Callable[[Character], bool] = lambda _: True,
    *,
    otherwise: str = "E_NOT_YOURS",
    slot: str = "name",
) -> Character | Refusal | Ask:
    """Who is meant: the character named; without a name the speaker's own that fits. Several fit: ask which.

    ``otherwise`` is the refusal where the speaker has none that fits. Whether a character that was *named* fits is
    asked by the rule itself.
    """
    if slot in command.slots:
        return named(state, command, slot)
    own = [one for one in state.played_by(command.seat) if fit(one)]
    if len(own) == 1:
        return own[0]
    return which(command, slot, own) if own else Refusal(otherwise)


def which(command: Command, slot: str, of: Iterable[Character]) -> Ask:
    """Which character? The choices are the same command with the slot filled."""
    return Ask("which.name", tuple(replace(command, slots={**command.slots, slot: one.id}) for one in of))


def sure(command: Command, line: str, **slots: str) -> Ask | None:
    """‡ of section 7: ask first; None once it was confirmed."""
    return None if command.confirmed_by is not None else Ask(line, (command,), slots=slots)
