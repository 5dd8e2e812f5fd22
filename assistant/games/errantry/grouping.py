"""What is said in Zeitgeist: to fight as groups, to pay for one another, to share harm (E-115, E-117, E-118)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import (
    checks,
    edit,
    fighters,
    groups,
    names,
    offers,
    opens,
    resolving,
    spending,
    stage,
    steps,
)
from assistant.games.errantry.events_check import PoolSpent
from assistant.games.errantry.events_pain import HarmShared, PartTaken, SideRolled, SidesFormed
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, CharacterId, CheckStep, Episode, Pain, Sharing
from assistant.games.errantry.terms import Action, Kind, Moment, PainMode
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat, Slot
from assistant.table.slots import whole

_BEFORE_DICE = frozenset({Moment.PAIN_INTENTIONS, Moment.PAIN_FREE_AND_CLEAR})
_SPENDING = frozenset({Moment.PAIN_FREE_AND_CLEAR, Moment.PAIN_ROLL})
_SHARING = frozenset({Moment.PAIN_RESOLVE})


def fight_as_groups(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The targets split all fighters into two sides (E-115)."""
    pain = state.pain
    sides = fighters.two_sides(pain) if pain is not None and pain.mode is PainMode.STANDARD else None
    return (SidesFormed(one=sides[0], other=sides[1]),) if sides is not None else Refusal("E_NOT_TWO_SIDES")


def pay_for(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Somebody on the same side pays for the bonus die (E-117, A-37)."""
    pain, payer = state.pain, checks.meant(state, command, "payer")
    if isinstance(payer, Refusal) or pain is None:
        return payer if isinstance(payer, Refusal) else checks.wrong_phase(state)
    who = checks.named(state, command)
    if isinstance(who, Refusal):
        return who
    step = _helped(state, pain, payer, who)
    if isinstance(step, Refusal):
        return step
    place, pool = fighters.place_of(state, who.id), step.pool
    if place is None or pool is None:
        return Refusal("E_ABILITY_NEEDED", {"character": who.name})
    if not _one_more(state, step, payer):
        return Refusal("E_POOL_ONCE")
    if payer.pools[pool].now < 1:
        return Refusal("E_POOL_EMPTY", {"pool": names.word(state, pool)})
    return spending.late_or_early(
        state,
        command,
        dice,
        step,
        1,
        lambda late, faces: (PoolSpent(place=place, character=payer.id, pool=pool, late=late, faces=faces),),
    )


def _helped(state: Episode, pain: Pain, payer: Character, who: Character) -> CheckStep | Refusal:
    """The step of another one on the payer's side; E_NOT_IN, E_NOT_TWO_SIDES outside Zeitgeist."""
    if pain.mode is not PainMode.ZEITGEIST:
        return Refusal("E_NOT_TWO_SIDES")
    fighter = fighters.fighting(pain, payer)
    if isinstance(fighter, Refusal):
        return fighter
    step = fighters.step_of(state, who.id)
    if step is None or step.result is not None or who.id not in fighters.side_of(pain, payer.id):
        return Refusal("E_NOT_IN", {"character": who.name})
    return Refusal("E_SAME_CHARACTER") if payer.id == who.id else step


def _one_more(state: Episode, step: CheckStep, payer: Character) -> bool:
    if state.settings.zeitgeist_pool == "each_helper":
        return all(extra.source != f"{steps.POOL}:{payer.id}" for extra in step.bonus)
    return steps.pool_dice_left(step, state.settings) > 0


def share_harm(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The losing side divides its harm as it likes (E-118)."""
    pain, who = state.pain, checks.named(state, command)
    sharing = pain.sharing if pain is not None else None
    if pain is None or sharing is None:
        return checks.wrong_phase(state)
    side = groups.members(pain, sharing.side)
    fault = checks.only(state, command.seat, _voices(state, side))
    if fault is not None:
        return fault
    if isinstance(who, Refusal):
        return who
    if who.id not in side:
        return Refusal("E_NOT_IN", {"character": who.name})
    part = _part(command, sharing, who.id)
    if part is None:
        return Refusal("E_SUM_WRONG", {"n": sharing.harm, "m": sharing.harm})
    return _told(state, sharing, side, who, part)


def _voices(state: Episode, side: Iterable[CharacterId]) -> frozenset[Seat]:
    characters = (state.character(who) for who in side)
    voices = (checks.voice_of(state, who) for who in characters if who is not None)
    return frozenset(voice for voice in voices if voice is not None)


def _part(command: Command, sharing: Sharing, who: CharacterId) -> int | None:
    """So many points, all of them, or what the others have left over."""
    share = command.slots.get("share")
    if share == "rest":
        return sharing.harm - sum(part for other, part in sharing.parts.items() if other != who)
    return sharing.harm if share == "all" else whole(command, "n")


def _told(state: Episode, sharing: Sharing, side: tuple[CharacterId, ...], who: Character, part: int) -> Outcome:
    parts = edit.put(sharing.parts, who.id, part)
    total = sum(parts.values())
    undivided = state.settings.zeitgeist_split == "whole" and part not in (0, sharing.harm)
    short = total < sharing.harm and set(side) <= set(parts)
    if part < 0 or total > sharing.harm or short or undivided:
        return Refusal("E_SUM_WRONG", {"n": total, "m": sharing.harm})
    return (PartTaken(character=who.id, harm=part),)


DECIDE = {
    "fight_as_groups": Order(fight_as_groups, live=_BEFORE_DICE, instead=stage.ROLLED),
    "pay_for": Order(pay_for, by="owner", live=_SPENDING, slot="payer"),
    "share_harm": Order(share_harm, live=_SHARING),
}


def _formed(state: Episode, event: SidesFormed) -> Episode:
    sides = (event.one, event.other)
    state = edit.pain(state, lambda pain: replace(pain, mode=PainMode.ZEITGEIST, sides=sides))
    for side in sides:
        state = _alike(state, side)
    return state


def _alike(state: Episode, side: tuple[CharacterId, ...]) -> Episode:
    """A side defends only as a whole: where some attack, who defends has to say anew what he does (E-116)."""
    everyone = state.pain.fighters if state.pain is not None else ()
    doing = [each for each in everyone if each.character in side and each.kind is not Action.NONE]
    if len({each.kind for each in doing}) < 2:
        return state
    for each in doing:
        if each.kind is Action.DEFEND:
            state = stage.without_action(state, each.character)
    return state


EVOLVE: Evolving = {SidesFormed: _formed}


def _open(state: Episode) -> Iterable[Open]:
    pain = state.pain
    if pain is None:
        return
    yield from opens.plain(state, "fight_as_groups", DECIDE["fight_as_groups"])
    if pain.mode is PainMode.ZEITGEIST and state.moment in _SPENDING:
        yield from offers.by_seat(state, "pay_for", lambda seat: _payable(state, pain, seat))
    if pain.sharing is not None:
        side = [state.character(who) for who in groups.members(pain, pain.sharing.side)]
        called = names.characters(state, (who for who in side if who is not None))
        seats = None if state.settings.role_guard == "trusted" else _voices(state, pain.sides[pain.sharing.side])
        yield Open("share_harm", seats, {"character": called, "n": range(pain.sharing.harm + 1)})


def _payable(state: Episode, pain: Pain, seat: Seat) -> dict[str, Slot] | None:
    left = fighters.characters(state, pain)
    mine = [who for who in offers.engaged(state, seat) if who in left]
    if not mine:
        return None
    return {"payer": names.characters(state, mine), "character": names.characters(state, left)}


def _side_name(state: Episode, side: tuple[CharacterId, ...]) -> str:
    """A side by its name: the party, or its first fighter."""
    known = [state.character(who) for who in side]
    party = all(who is not None and (who.kind is Kind.PC or who.in_party) for who in known)
    return names.word(state, "side_party") if party else names.character_name(state, side[0])


def _tell_formed(state: Episode, event: SidesFormed) -> Iterable[Cue]:
    yield Cue("SidesFormed", {"one": _side_name(state, event.one), "other": _side_name(state, event.other)})


def _tell_side(state: Episode, event: SideRolled) -> Iterable[Cue]:
    if state.pain is not None and event.roll.by:
        side = state.pain.sides[event.side]
        yield Cue("SideRolled", {"side": _side_name(state, side), "level": names.level(state, event.roll.level)})


def _tell_part(state: Episode, event: PartTaken) -> Iterable[Cue]:
    sharing = state.pain.sharing if state.pain is not None else None
    if sharing is not None and (left := sharing.harm - sum(sharing.parts.values())):
        yield Cue("PartTaken", {"n": left})


def _tell_shared(state: Episode, event: HarmShared) -> Iterable[Cue]:
    for blow in event.blows:
        yield from resolving.tell_blow(state, blow)
        fighter = state.pain.fighter(blow.target) if state.pain is not None else None
        if fighter is not None and fighter.out:
            yield Cue("fell_out", {"character": names.character_name(state, blow.target)})


OPEN = (_open,)
NARRATE: Telling = {
    SidesFormed: _tell_formed,
    SideRolled: _tell_side,
    PartTaken: _tell_part,
    HarmShared: _tell_shared,
}
