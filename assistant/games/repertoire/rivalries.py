"""Putting rivalries at stake in a scene (R-025 to R-031). See :mod:`prizes` for what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from assistant.games.repertoire import checks, edit, names, opens
from assistant.games.repertoire.events_scene import (
    RivalryChallenged,
    RivalryContested,
    RivalryStaked,
    RivalryStarted,
)
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.state import Contest, Rivalry, RivalryStake, Scene, Troupe
from assistant.games.repertoire.terms import Phase, RivalryStatus, StakeStatus
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Seat, Value
from assistant.table.naming import fold
from assistant.table.slots import UNKNOWN_WORDS, words

# Putting them at stake


def start_rivalry(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A new card with its d10 (R-025)."""
    scene = _scene_for(state, command)
    if isinstance(scene, Refusal):
        return scene
    title = words(command)
    fault = _full(state, scene) or _title_fault(state, title)
    if fault is not None:
        return fault
    number = len(state.rivalries) + 1
    return (
        RivalryStarted(
            seat=command.seat,
            id=scene.last_id + 1,
            rivalry_id=f"r{number}",
            number=number,
            title="" if title == UNKNOWN_WORDS else title,
        ),
    )


def stake_rivalry(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Its owner's, or one that has no owner (R-027, R-030)."""
    scene = _scene_for(state, command)
    if isinstance(scene, Refusal):
        return scene
    rivalry = checks.rivalry_in(state, command)
    if isinstance(rivalry, Refusal):
        return rivalry
    if rivalry.owner not in (None, command.seat):
        return Refusal("E_NOT_YOURS")
    if scene.stake_of(rivalry.id):
        return Refusal("E_RIVALRY_STATE")
    fault = _full(state, scene)
    if fault is not None:
        return fault
    return (
        RivalryStaked(
            seat=command.seat,
            id=scene.last_id + 1,
            rivalry_id=rivalry.id,
            by_owner_at_start=rivalry.owner == command.seat and _at_start(state, scene, command.seat),
        ),
    )


def challenge_rivalry(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """Another's rivalry is fought for, or a fight that is on is entered (R-028, R-029)."""
    scene = _scene_for(state, command)
    if isinstance(scene, Refusal):
        return scene
    rivalry = checks.rivalry_in(state, command) if "rivalry" in command.slots else _of_seat(state, command)
    if not isinstance(rivalry, Rivalry):
        return rivalry
    stake = scene.stake_of(rivalry.id)
    if stake is None:
        return _challenge(state, scene, command, rivalry)
    if command.seat in stake.sides:
        return Refusal("E_DUPLICATE")
    return (RivalryContested(seat=command.seat, id=scene.last_id + 1, rivalry_id=rivalry.id),)


def _challenge(state: Troupe, scene: Scene, command: Command, rivalry: Rivalry) -> Outcome:
    needs, owner = state.settings.challenge_needs, rivalry.owner
    if owner is None or owner == command.seat:
        return Refusal("E_RIVALRY_STATE")
    if needs != "neither" and not _present(scene, owner):
        return Refusal("E_OWNER_ABSENT")
    fault = _full(state, scene)
    if fault is not None:
        return fault
    if needs == "consent" and command.confirmed_by != owner:
        slots: dict[str, Value] = {"title": rivalry.title, "player": names.player_name(state, owner)}
        return Ask("challenge.consent", (command,), frozenset({owner}), slots)
    return (RivalryChallenged(seat=command.seat, id=scene.last_id + 1, rivalry_id=rivalry.id),)


def _of_seat(state: Troupe, command: Command) -> Rivalry | Refusal | Ask:
    """ "Challenge Ben": the one rivalry that he owns."""
    owner = checks.seat_in(state, command)
    if isinstance(owner, Refusal):
        return owner
    owned = state.owned_by(owner.id)
    if not owned:
        return Refusal("E_RIVALRY_STATE")
    if len(owned) == 1:
        return owned[0]
    choices = (replace(command, slots={"rivalry": rivalry.id}) for rivalry in owned)
    return Ask("challenge.which", tuple(choices), slots={"player": owner.player_name})


def _scene_for(state: Troupe, command: Command) -> Scene | Refusal:
    scene = checks.open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    return checks.acting(state, scene, command.seat) or scene


def _full(state: Troupe, scene: Scene) -> Refusal | None:
    limit = state.settings.max_rivalries
    return Refusal("E_COUNT") if limit and len(scene.live_stakes) >= limit else None


def _title_fault(state: Troupe, title: str) -> Refusal | None:
    if title == UNKNOWN_WORDS:
        return None
    if not fold(title):
        return Refusal("E_CONTENT", {"who": ""})
    live = (r.title for r in state.rivalries if r.status is not RivalryStatus.DISCARDED)
    return Refusal("E_DUPLICATE") if fold(title) in map(fold, live) else None


def _at_start(state: Troupe, scene: Scene, owner: Seat) -> bool:
    """Whether the scene was started *with* the rivalry at stake (A-047, A-054)."""
    if scene.phase is Phase.PRODUCTION:
        return state.settings.production_bonus and scene.last_id == 0
    return scene.starter == owner and (state.settings.owner_stake_window == "any" or scene.last_id == 0)


def _present(scene: Scene, seat: Seat) -> bool:
    return seat in scene.participants and seat not in scene.on_stage


# What the events change


def _rivalry_started(state: Troupe, event: RivalryStarted) -> Troupe:
    card = Rivalry(event.rivalry_id, event.number, event.title)
    stake = RivalryStake(event.id, card.id, True, event.seat, False, (event.seat,), event.at)
    return _at_stake(replace(state, rivalries=(*state.rivalries, card)), stake)


def _rivalry_staked(state: Troupe, event: RivalryStaked) -> Troupe:
    by_owner = event.by_owner_at_start
    stake = RivalryStake(event.id, event.rivalry_id, False, event.seat, by_owner, (event.seat,), event.at)
    return _at_stake(state, stake)


def _rivalry_challenged(state: Troupe, event: RivalryChallenged) -> Troupe:
    rivalry = state.rivalry(event.rivalry_id)
    owner = rivalry.owner if rivalry else None
    defends = owner is not None and state.scene is not None and _present(state.scene, owner)
    sides = (owner, event.seat) if owner is not None and defends else (event.seat,)
    return _at_stake(state, RivalryStake(event.id, event.rivalry_id, False, event.seat, False, sides, event.at))


def _at_stake(state: Troupe, stake: RivalryStake) -> Troupe:
    return edit.scene(
        state, lambda scene: replace(scene, rivalry_stakes=(*scene.rivalry_stakes, stake), last_id=stake.id)
    )


def _rivalry_contested(state: Troupe, event: RivalryContested) -> Troupe:
    contest = Contest(event.id, event.rivalry_id, event.seat, event.at)
    state = edit.scene(state, lambda scene: replace(scene, contests=(*scene.contests, contest), last_id=event.id))
    return edit_stake(state, event.rivalry_id, lambda stake: replace(stake, sides=(*stake.sides, event.seat)))


def edit_stake(state: Troupe, rivalry_id: str, change: Callable[[RivalryStake], RivalryStake]) -> Troupe:
    """The state with the live stake of this rivalry changed."""

    def changed(stake: RivalryStake) -> RivalryStake:
        live = stake.rivalry_id == rivalry_id and stake.status is StakeStatus.LIVE
        return change(stake) if live else stake

    return edit.scene(
        state, lambda scene: replace(scene, rivalry_stakes=tuple(changed(stake) for stake in scene.rivalry_stakes))
    )


EVOLVE: Evolving = {
    RivalryStarted: _rivalry_started,
    RivalryStaked: _rivalry_staked,
    RivalryChallenged: _rivalry_challenged,
    RivalryContested: _rivalry_contested,
}
DECIDE = {
    "start_rivalry": Order(start_rivalry, by="actor"),
    "stake_rivalry": Order(stake_rivalry, by="actor"),
    "challenge_rivalry": Order(challenge_rivalry, by="actor"),
}


def _open(state: Troupe) -> Iterable[Open]:
    if isinstance(checks.open_scene(state), Refusal):
        return
    yield from opens.plain(state, "start_rivalry", DECIDE["start_rivalry"], text=UNKNOWN_WORDS)
    rivalries = names.rivalries(state)
    if not rivalries:
        return
    owners = names.seats(state, [player for player in state.seats if state.owned_by(player.id)])
    yield from opens.named(state, "stake_rivalry", DECIDE["stake_rivalry"], "rivalry", rivalries)
    yield from opens.named(state, "challenge_rivalry", DECIDE["challenge_rivalry"], "rivalry", rivalries)
    yield from opens.named(state, "challenge_rivalry", DECIDE["challenge_rivalry"], "seat", owners)


OPEN = (_open,)


def _tell_stake(state: Troupe, event: RivalryStaked | RivalryChallenged | RivalryContested) -> Iterable[Cue]:
    rivalry = state.rivalry(event.rivalry_id)
    slots: dict[str, Value] = {"actor": names.display(state, event.seat), "title": rivalry.title if rivalry else ""}
    yield Cue(type(event).__name__, slots)


NARRATE: Telling = {
    RivalryStarted: lambda state, event: (
        Cue("RivalryStarted", {"actor": names.display(state, event.seat), "title": event.title}),
    ),
    RivalryStaked: _tell_stake,
    RivalryChallenged: _tell_stake,
    RivalryContested: _tell_stake,
}
