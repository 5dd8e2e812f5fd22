"""A safe place: Rep and injuries reset (F-090 to F-093)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.games.feats import checks
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.state import Character, Play
from assistant.games.feats.terms import Kind, Phase
from assistant.table import Command, Cue, Dice, Open, Refusal


@dataclass(frozen=True, kw_only=True)
class SafePlaceReached(PlayEvent):
    rep: tuple[tuple[str, int], ...]
    """What each one's Rep is from now on."""
    healed: tuple[str, ...]
    cleared: tuple[str, ...] = ()
    """Whose character dice are gone (A23)."""


def _declare(state: Play, command: Command, dice: Dice) -> Outcome:
    rules = state.config.safe_place
    if rules.who == "gm" and not checks.is_gm(state, command.seat):
        return Refusal("E_GM_ONLY")
    if state.phase is not Phase.IDLE:
        return checks.out_of_phase(state)
    living = [one for one in state.characters if not one.dead]
    healed = [one.id for one in living if one.kind is Kind.PC or rules.heals == "all_living"]
    cleared = [one.id for one in living if rules.character_dice == "clear"]
    reached = SafePlaceReached(
        rep=tuple((one.id, one.rep_start) for one in living), healed=tuple(healed), cleared=tuple(cleared)
    )
    return checks.sure(command, "safe_place.sure") or (reached,)


DECIDE = {"safe_place": Order(_declare)}


def _reached(state: Play, event: SafePlaceReached) -> Play:
    rep = dict(event.rep)

    def reset(one: Character) -> Character:
        one = replace(one, rep=rep.get(one.id, one.rep))
        if one.id in event.healed:
            one = replace(one, injuries=(), eaten=0, incapacitated=False)
        return replace(one, character_dice=0) if one.id in event.cleared else one

    return replace(state, characters=tuple(reset(one) for one in state.characters))


EVOLVE: Evolving = {SafePlaceReached: _reached}


def _open(state: Play) -> Iterable[Open]:
    yield from ASKING.plain(state, "safe_place", DECIDE["safe_place"])


OPEN = (_open,)
NARRATE: Telling = {SafePlaceReached: lambda state, event: (Cue("SafePlaceReached"),)}
