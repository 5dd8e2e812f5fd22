"""What must hold before an order is decided: the moment, whose it is, and whose character is meant (E-141).

Each gives the :class:`Refusal`, or None or what was found.
"""

from __future__ import annotations

from assistant.games.errantry import names
from assistant.games.errantry.orders import Order
from assistant.games.errantry.state import Character, Episode, Player
from assistant.games.errantry.terms import Kind, Role
from assistant.table import CLOCK, Audience, Command, Refusal, Seat
from assistant.table.naming import find


def gate(state: Episode, command: Command, order: Order) -> Refusal | None:
    """Who is known, when it may be, whose it is."""
    return _known(state, command.seat, order) or _moment(state, order) or _whose(state, command, order)


def _known(state: Episode, seat: Seat, order: Order) -> Refusal | None:
    if order.by == "shell":
        return None
    known = seat == CLOCK if order.by == "clock" else state.player(seat) is not None
    return None if known else Refusal("E_WHO")


def _moment(state: Episode, order: Order) -> Refusal | None:
    return None if state.moment in order.live else wrong_phase(state, order)


def wrong_phase(state: Episode, order: Order | None = None) -> Refusal:
    """The rule's own code for this moment, or E_WRONG_PHASE with where the table is now."""
    code = order.instead.get(state.moment) if order else None
    if code is not None:
        return Refusal(code)
    return Refusal("E_WRONG_PHASE", {"phase": names.word(state, f"phase_{state.moment.lower()}")})


def _whose(state: Episode, command: Command, order: Order) -> Refusal | None:
    if order.by == "owner":
        return _owner(state, command, order)
    allowed = {"venan": venan, "tenan": tenan, "marshal": marshals}.get(order.by)
    return None if allowed is None else only(state, command.seat, allowed(state))


def _owner(state: Episode, command: Command, order: Order) -> Refusal | None:
    character = meant(state, command, order.slot)
    if isinstance(character, Refusal):
        return character
    return not_yours(state, command.seat, character)


def only(state: Episode, seat: Seat, seats: frozenset[Seat]) -> Refusal | None:
    """E_NOT_YOURS with the name of whose it is, unless the speaker is one of these (A-52)."""
    if seat in seats or not seats or state.settings.role_guard == "trusted":
        return None
    return Refusal("E_NOT_YOURS", {"player": names.player_name(state, min(seats))})


def venan(state: Episode) -> frozenset[Seat]:
    return _holding(state, Role.VENAN)


def tenan(state: Episode) -> frozenset[Seat]:
    return _holding(state, Role.TENAN)


def marshals(state: Episode) -> frozenset[Seat]:
    """Who has the Marshal's powers now: A-51 where there is none, E-040 where the Marshal's own character acts."""
    marshal = state.role(Role.MARSHAL)
    if marshal is None:
        everyone = frozenset(player.id for player in state.present)
        return everyone if state.settings.no_marshal == "table" else tenan(state)
    return frozenset({marshal}) | (tenan(state) if marshal in _acting(state) else frozenset())


def shown_to(state: Episode, *, secret: bool) -> Audience:
    """Who may see what the Tenan draws (A-74); ``secret``: what stands on a sheet. None: everybody."""
    setting = state.settings.draw_audience
    if setting == "everyone" or (setting == "split" and not secret):
        return None
    return tenan(state) or None


def _holding(state: Episode, role: Role) -> frozenset[Seat]:
    seat = state.role(role)
    return frozenset() if seat is None else frozenset({seat})


def _acting(state: Episode) -> frozenset[Seat | None]:
    """The players whose own characters are in the open check or in the Pain."""
    acting = (state.character(each) for each in involved(state))
    return frozenset(each.player_id for each in acting if each is not None)


def involved(state: Episode) -> tuple[str, ...]:
    """The characters in the Pain, else those in the open check."""
    if state.pain is not None:
        return tuple(fighter.character for fighter in state.pain.fighters)
    return tuple(step.character for step in state.check.steps) if state.check is not None else ()


def voice_of(state: Episode, character: Character) -> Seat | None:
    """Who speaks for a character: its player; for an encounter character the Tenan (A-68)."""
    if character.kind is Kind.PC:
        return character.player_id
    scene = state.scene
    follower = character.in_party and scene is not None and character.id not in scene.ec_ids
    if follower and state.settings.companion_voice == "venan":
        return state.role(Role.VENAN)
    return state.role(Role.TENAN)


def not_yours(state: Episode, seat: Seat, character: Character) -> Refusal | None:
    """E_NOT_YOURS unless this seat speaks for the character; E_EC_ABSENT for one whom nobody plays now."""
    voice = voice_of(state, character)
    if voice is None:
        return Refusal("E_EC_ABSENT", {"character": character.name})
    return only(state, seat, frozenset({voice}))


def meant(state: Episode, command: Command, slot: str = "character") -> Character | Refusal:
    """The character that a slot names, or the speaker's own where it names none; E_WHO, E_EC_ABSENT."""
    if slot not in command.slots:
        return speaker(state, command.seat)
    found = named(state, command, slot)
    if isinstance(found, Refusal):
        return found
    absent = found.kind is Kind.EC and state.scene is not None and found.id not in state.scene.present
    return Refusal("E_EC_ABSENT", {"character": found.name}) if absent else found


def named(state: Episode, command: Command, slot: str = "character") -> Character | Refusal:
    """The character that a slot names, in the scene or not; E_WHO."""
    value = command.slots.get(slot)
    found = state.character(value) or state.character(find(names.characters(state), value))
    return found or Refusal("E_WHO")


def speaker(state: Episode, seat: Seat) -> Character | Refusal:
    """Who "I" is at a seat (E-141): its own character; at the Tenan's the scene's encounter character.

    Where some of them are in the open check or the Pain, those alone are meant; two who could be: E_WHO.
    """
    mine = _voiced(state, seat)
    engaged = [each for each in mine if each.id in involved(state)]
    own = state.current(seat)
    if engaged:
        return engaged[0] if len(engaged) == 1 else Refusal("E_WHO")
    plays = [each for each in mine if each.kind is Kind.EC]
    if plays and seat != state.role(Role.VENAN):
        return plays[0] if len(plays) == 1 else Refusal("E_WHO")
    return own or Refusal("E_WHO")


def _voiced(state: Episode, seat: Seat) -> list[Character]:
    """All in the scene that a seat speaks for: its own character, and as Tenan the encounter characters."""
    own = state.current(seat)
    scene = state.scene
    here = [each for each in scene.ec_ids if each in scene.present] if scene else []
    played = (state.character(each) for each in here)
    ecs = [each for each in played if each is not None and each.in_play and voice_of(state, each) == seat]
    return ([own] if own else []) + ecs


def player_in(state: Episode, command: Command, slot: str = "player") -> Player | Refusal:
    """The player that a slot names; E_WHO."""
    value = command.slots.get(slot)
    return state.player(value) or state.player(find(names.players(state), value)) or Refusal("E_WHO")
