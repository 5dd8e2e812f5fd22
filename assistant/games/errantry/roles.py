"""Roles of a scene and how they go round the table (E-007 to E-015)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from assistant.games.errantry import checks, edit, names, opens
from assistant.games.errantry.events_scene import RoleAssigned, SceneOpened, TenanFixed
from assistant.games.errantry.orders import IN_SCENE, NO_SCENE, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Episode, Player, Scene
from assistant.games.errantry.terms import Moment, Pool, Role, ScenePhase
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat

Roles = Mapping[Role, Seat]
WITH_MARSHAL = 3
"""From so many players on there is a Marshal."""
WITH_HERALD = 4
_CHANGEABLE = frozenset({Moment.ROLES, Moment.STAKES, Moment.ENCOUNTER, Moment.CREATE, Moment.PLAY})


def next_scene(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Opens a scene and fills its roles, as far as the table has agreed how (E-007 to E-014)."""
    if state.session is None:
        return Refusal("E_NO_SESSION")
    named = checks.player_in(state, command) if "player" in command.slots else None
    if isinstance(named, Refusal) or (named is not None and not named.present):
        return Refusal("E_WHO")
    if state.settings.rotation == "manual" and named is None:
        return (SceneOpened(number=state.scenes + 1),)
    venan = named.id if named is not None else _next_venan(state)
    if venan is None:
        return Refusal("E_NO_CHARACTERS")
    return (SceneOpened(number=state.scenes + 1, roles=round_of(state, venan)),)


def rotating(state: Episode) -> tuple[Seat, ...]:
    """The seats among which the Venan goes round; a permanent Tenan is left out (E-014), the absent too (A-54)."""
    return tuple(player.id for player in state.present if not player.permanent_tenan)


def _next_venan(state: Episode) -> Seat | None:
    """One seat clockwise of the last (E-010); at first, whose character has the highest Valour (E-008)."""
    seats = rotating(state)
    last = state.last_roles.get(Role.VENAN)
    if last is None:
        known = {seat: valour for seat in seats if (valour := _valour(state, seat)) is not None}
        return max(known, key=lambda seat: known[seat], default=None)  # of equals the lowest seat
    everyone = [player.id for player in state.players]
    start = everyone.index(last) + 1
    return next((seat for seat in (*everyone[start:], *everyone[:start]) if seat in seats), None)


def _valour(state: Episode, seat: Seat) -> int | None:
    character = state.current(seat)
    return character.pools[Pool.VALOUR].max if character else None


def round_of(state: Episode, venan: Seat) -> Roles:
    """All roles, counted from the Venan (E-009 to E-014, A-53)."""
    fixed = _permanent(state)
    seats = [player.id for player in state.present if player.id != fixed or player.id == venan]
    place = {step: seats[(seats.index(venan) + step) % len(seats)] for step in (-1, 0, 1, 2)}
    if fixed is not None and fixed != venan:
        return _with_fixed(state, place, len(seats), fixed)
    count = len(seats)
    skip = state.settings.rotation == "skip_one" and count >= WITH_HERALD
    roles = {Role.VENAN: venan, Role.TENAN: place[2 if skip else 1]}
    if count >= WITH_MARSHAL:
        roles[Role.MARSHAL] = place[-1]
    if count >= WITH_HERALD and Role.HERALD in state.last_roles:
        roles[Role.HERALD] = place[1 if skip else 2]
    return roles


def _with_fixed(state: Episode, place: Mapping[int, Seat], others: int, fixed: Seat) -> Roles:
    """One holds in every scene; the others share what is left."""
    roles = {Role.VENAN: place[0], Role.TENAN: fixed}
    if others >= WITH_MARSHAL - 1:
        roles[Role.MARSHAL] = place[-1]
    if others >= WITH_HERALD - 1 and Role.HERALD in state.last_roles:
        roles[Role.HERALD] = place[1]
    return roles


def _permanent(state: Episode) -> Seat | None:
    """Who holds in every scene, if present."""
    return next((player.id for player in state.present if player.permanent_tenan), None)


def filled(state: Episode, scene: Scene) -> bool:
    """Whether every role that this table needs has its player."""
    needed = [Role.VENAN, Role.TENAN] + ([Role.MARSHAL] if len(state.present) >= WITH_MARSHAL else [])
    return all(role in scene.roles for role in needed)


def assign_role(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A role by hand (E-015); a Herald holds no other role (E-011)."""
    player = checks.player_in(state, command)
    if isinstance(player, Refusal):
        return player
    role = command.slots.get("role")
    if not isinstance(role, str) or role not in tuple(Role) or not player.present:
        return Refusal("E_WHO")
    return _misfit(state, state.here, player, Role(role)) or (RoleAssigned(seat=player.id, role=Role(role)),)


def _misfit(state: Episode, scene: Scene, player: Player, role: Role) -> Refusal | None:
    count = len(state.present)
    if role is Role.MARSHAL and count < WITH_MARSHAL:
        return Refusal("E_ROLE_UNUSED", {"n": count})
    if role is Role.HERALD:
        if count < WITH_MARSHAL:
            return Refusal("E_TOO_FEW")
        return Refusal("E_ROLE_TAKEN", {"player": player.name}) if player.id in scene.roles.values() else None
    facing = {Role.VENAN: Role.TENAN, Role.TENAN: Role.VENAN}.get(role)
    if facing is not None and scene.roles.get(facing) == player.id and count > 1:
        return Refusal("E_ROLE_CONFLICT")
    return None


def hold_always(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A permanent Tenan (E-014)."""
    player = checks.player_in(state, command)
    if isinstance(player, Refusal):
        return player
    if len(state.players) < 2:
        return Refusal("E_TOO_FEW")
    fixed = next((each for each in state.players if each.permanent_tenan), None)
    return Refusal("E_HOLDER_FIXED") if fixed is not None else (TenanFixed(seat=player.id),)


def hold_in_turn(state: Episode, command: Command, dice: Dice) -> Outcome:
    """No permanent Tenan any more."""
    if not any(player.permanent_tenan for player in state.players):
        return Refusal("E_HOLDER_FREE")
    return (TenanFixed(seat=None),)


DECIDE = {
    "next_scene": Order(next_scene, live=NO_SCENE, instead=dict.fromkeys(IN_SCENE, "E_SCENE_OPEN")),
    "assign_role": Order(assign_role, live=_CHANGEABLE),
    "hold_always": Order(hold_always, live=NO_SCENE | {Moment.ROLES}),
    "hold_in_turn": Order(hold_in_turn, live=NO_SCENE | {Moment.ROLES}),
}


def _opened(state: Episode, event: SceneOpened) -> Episode:
    """Everybody's character is there until said otherwise (E-139)."""
    here = (state.current(player.id) for player in state.present)
    scene = Scene(event.number, event.roles, present=frozenset(each.id for each in here if each))
    phase = ScenePhase.STAKES if filled(state, scene) else ScenePhase.ROLES
    herald = event.at if Role.HERALD in event.roles else None
    scene = replace(scene, phase=phase, herald_since=herald)
    return replace(state, scene=scene, scenes=event.number, check=None, pain=None)


def _assigned(state: Episode, event: RoleAssigned) -> Episode:
    def changed(scene: Scene) -> Scene:
        roles = {role: seat for role, seat in scene.roles.items() if not (role is Role.HERALD and seat == event.seat)}
        scene = replace(scene, roles={**roles, event.role: event.seat})
        if event.role is Role.HERALD:
            scene = replace(scene, herald_since=event.at)
        done = scene.phase is ScenePhase.ROLES and filled(state, scene)
        return replace(scene, phase=ScenePhase.STAKES) if done else scene

    return edit.scene(state, changed)


def _fixed(state: Episode, event: TenanFixed) -> Episode:
    players = tuple(replace(player, permanent_tenan=player.id == event.seat) for player in state.players)
    return replace(state, players=players)


EVOLVE: Evolving = {SceneOpened: _opened, RoleAssigned: _assigned, TenanFixed: _fixed}


def _open(state: Episode) -> Iterable[Open]:
    players = names.players(state)
    yield from opens.plain(state, "next_scene", DECIDE["next_scene"])
    yield from opens.named(state, "next_scene", DECIDE["next_scene"], "player", players)
    yield from opens.named(state, "hold_always", DECIDE["hold_always"], "player", players)
    yield from opens.plain(state, "hold_in_turn", DECIDE["hold_in_turn"])
    order = DECIDE["assign_role"]
    for role in Role:
        fit = tuple(each for each in players if _may_have(state, order, each.id, role))
        if fit:
            yield Open("assign_role", _everyone(state), {"player": fit, "role": names.constants((role,))})


def _may_have(state: Episode, order: Order, seat: Seat, role: Role) -> bool:
    command = Command("assign_role", seat, {"player": seat, "role": role.value})
    return opens.allowed(state, order, command)


def _everyone(state: Episode) -> frozenset[Seat]:
    return frozenset(player.id for player in state.players)


OPEN = (_open,)


def _tell_opened(state: Episode, event: SceneOpened) -> Iterable[Cue]:
    who = {role.value: names.player_name(state, event.roles.get(role)) for role in Role}
    if not event.roles:
        yield Cue("SceneOpened.roles", {"n": event.number})
    elif len(set(event.roles.values())) == 1:
        yield Cue("SceneOpened.alone", {"n": event.number, **who})
    else:
        shape = "marshal" if Role.MARSHAL in event.roles else "two"
        yield Cue(f"SceneOpened.{shape}", {"n": event.number, **who})
    if Role.HERALD in event.roles:
        yield Cue("RoleAssigned.herald", {"player": who["herald"]})


def _tell_assigned(state: Episode, event: RoleAssigned) -> Iterable[Cue]:
    yield Cue(f"RoleAssigned.{event.role}", {"player": names.player_name(state, event.seat)})


def _tell_fixed(state: Episode, event: TenanFixed) -> Iterable[Cue]:
    if event.seat is None:
        yield Cue("TenanFixed.nobody")
    else:
        yield Cue("TenanFixed", {"player": names.player_name(state, event.seat)})


NARRATE: Telling = {SceneOpened: _tell_opened, RoleAssigned: _tell_assigned, TenanFixed: _tell_fixed}
