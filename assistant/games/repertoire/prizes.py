"""What becomes of the rivalries at stake when a scene ends (R-066 to R-072)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit, names, pools
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_scene import DieBanked, RivalryDiscarded, RivalryGained, RivalryUnsettled
from assistant.games.repertoire.orders import Evolving, Telling
from assistant.games.repertoire.picking import rancor_options
from assistant.games.repertoire.rivalries import edit_stake
from assistant.games.repertoire.state import Rivalry, RivalryStake, Scene, Troupe
from assistant.games.repertoire.terms import RivalryStatus, SceneOutcome
from assistant.table import Cue, Seat, Value

SAID_WORDS = 4
"""A longer title is said as its number (R-144)."""


def settle(state: Troupe) -> TroupeEvent | None:
    """The next rivalry of a rolled scene whose fate is known: after a success at once, after a failure when the
    Producer has had his die."""
    scene = state.scene
    if scene is None or not _decided(state, scene):
        return None
    stake = next((stake for stake in scene.live_stakes if not stake.settled), None)
    return None if stake is None else _fate(state, scene, stake)


def _decided(state: Troupe, scene: Scene) -> bool:
    return won(scene) or (
        scene.outcome is SceneOutcome.FAILURE and (scene.rancor_taken or not rancor_options(state, scene))
    )


def won(scene: Scene) -> bool:
    """Whether what was at stake in this scene has been won."""
    return scene.outcome is SceneOutcome.SUCCESS


def _fate(state: Troupe, scene: Scene, stake: RivalryStake) -> TroupeEvent:
    rivalry = state.rivalry(stake.rivalry_id)
    gains = _winner(state, scene, stake)
    if gains is not None:
        kept = rivalry is not None and rivalry.owner == gains
        return RivalryGained(seat=gains, rivalry_id=stake.rivalry_id, kept=kept)
    if stake.new and not won(scene) and state.settings.failed_new_rivalry == "discarded":
        return RivalryDiscarded(rivalry_id=stake.rivalry_id)
    return RivalryUnsettled(rivalry_id=stake.rivalry_id)


def _winner(state: Troupe, scene: Scene, stake: RivalryStake) -> Seat | None:
    """Who gets or keeps the card by this scene; None: nothing changes hands."""
    if won(scene) or state.settings.rivalry_award == "always":
        if scene.roller in stake.sides:
            return scene.roller
        return _without_roller(state, scene, stake) if won(scene) else None
    return stake.staked_by if stake.new and state.settings.failed_new_rivalry == "starter" else None


def _without_roller(state: Troupe, scene: Scene, stake: RivalryStake) -> Seat | None:
    """A bystander rolled (R-068, A-051)."""
    way = state.settings.bystander_end
    if way == "sole_side":
        return stake.sides[0] if len(stake.sides) == 1 else None
    if way == "most_tokens" and stake.sides:
        return max(stake.sides, key=lambda side: scene.dedicated.get(side, (0, 0))[0])
    return None


def bonus(state: Troupe) -> TroupeEvent | None:
    """The owner who started the scene with his rivalry at stake, and won it, banks one more d10 (R-067)."""
    scene = state.scene
    if scene is None or not won(scene):
        return None
    due = next((stake for stake in scene.rivalry_stakes if _earns_bonus(state, scene, stake)), None)
    return None if due is None else DieBanked(seat=due.staked_by, rivalry_id=due.rivalry_id)


def _earns_bonus(state: Troupe, scene: Scene, stake: RivalryStake) -> bool:
    opposed = len(stake.sides) > 1 or not state.settings.bonus_needs_opponent
    mine = stake.by_owner_at_start and scene.roller == stake.staked_by
    return mine and opposed and stake.settled and not stake.banked and stake in scene.live_stakes


def _settled(state: Troupe, rivalry_id: str) -> Troupe:
    return edit_stake(state, rivalry_id, lambda stake: replace(stake, settled=True))


def _rivalry_gained(state: Troupe, event: RivalryGained) -> Troupe:
    held = edit.rivalry(
        state, event.rivalry_id, lambda card: replace(card, owner=event.seat, status=RivalryStatus.HELD)
    )
    return _settled(held, event.rivalry_id)


def _rivalry_discarded(state: Troupe, event: RivalryDiscarded) -> Troupe:
    gone = edit.rivalry(state, event.rivalry_id, lambda card: replace(card, owner=None, status=RivalryStatus.DISCARDED))
    return _settled(gone, event.rivalry_id)


def _die_banked(state: Troupe, event: DieBanked) -> Troupe:
    banked = edit.seat(state, event.seat, lambda player: replace(player, steel=pools.plus(player.steel, (10,))))
    return edit_stake(banked, event.rivalry_id, lambda stake: replace(stake, banked=True))


EVOLVE: Evolving = {
    RivalryGained: _rivalry_gained,
    RivalryUnsettled: lambda state, event: _settled(state, event.rivalry_id),
    RivalryDiscarded: _rivalry_discarded,
    DieBanked: _die_banked,
}
FOLLOWS = (bonus, settle)


def said_title(rivalry: Rivalry) -> str:
    """A short title as it is, a longer one as the number on the card; "" stands for "its number" in the lines."""
    return rivalry.title if len(rivalry.title.split()) <= SAID_WORDS else ""


def _tell_gained(state: Troupe, event: RivalryGained) -> Iterable[Cue]:
    rivalry = state.rivalry(event.rivalry_id)
    if rivalry is None:
        return
    line = "RivalryGained.stays" if event.kept else "RivalryGained.goes"
    slots: dict[str, Value] = {
        "actor": names.display(state, event.seat),
        "number": rivalry.number,
        "title": rivalry.title,
    }
    yield Cue(line if said_title(rivalry) else f"{line}_numbered", slots)


NARRATE: Telling = {
    RivalryGained: _tell_gained,
    DieBanked: lambda state, event: (Cue("DieBanked"),),
}
