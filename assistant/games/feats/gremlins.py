"""Calls on an injury: one die more for whoever rolls against the injured, and then it is gone (F-023, F-024)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.games.feats import checks, edit, names, pools, terms
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import GremlinCalled, GremlinDropped, InjuryRemoved
from assistant.games.feats.modifiers import permitted, pool_of
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.pools import Share
from assistant.games.feats.state import DIFFICULTY, Character, Injury, Part, Play, Pool
from assistant.games.feats.terms import Cause, PartKind
from assistant.table import Ask, Command, Cue, Dice, Name, Open, Refusal
from assistant.table.naming import find
from assistant.table.slots import words


@dataclass(frozen=True, kw_only=True)
class SheetGremlinWritten(PlayEvent):
    """A permanent one (A10)."""

    who: str
    gremlin: Injury


@dataclass(frozen=True)
class Call:
    """Somebody's pool, and whom he may call a gremlin on."""

    share: Share
    target: Character


def _call(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-023: on whoever resists the caller or acts against him, is attacked by him or attacks him (F-107)."""
    call = _meant(state, command)
    if not isinstance(call, Call):
        return call
    fault = permitted(state, command, call.share)
    if fault is not None:
        return fault
    injury = injury_in(state, command, call.target, pool_of(state, call.share))
    return injury if isinstance(injury, Refusal) else called(state, call.share, call.target, injury)


def called(state: Play, share: Share, target: Character, injury: Injury) -> Outcome:
    """The gremlin's die joins the pool; E_GREMLIN_LIMIT, E_POOL_LIMIT."""
    rules, pool = state.config.modifiers, pool_of(state, share)
    if len(pool.of(PartKind.GREMLIN)) >= rules.max_gremlins:
        return Refusal("E_GREMLIN_LIMIT", {"n": rules.max_gremlins})
    fault = pools.fits(state, pool, rules.gremlin_dice)
    if fault is not None:
        return fault
    call = GremlinCalled(
        pool=share.pool_id, caller=share.who, target=target.id, injury=injury.id, dice=rules.gremlin_dice
    )
    at_once = state.config.injury.gremlin_removed_on == "call" and injury.cause is not Cause.SHEET
    return (call, InjuryRemoved(who=target.id, injury=injury.id, by_gremlin=True)) if at_once else (call,)


def _meant(state: Play, command: Command) -> Call | Refusal | Ask:
    """The one call that the words can mean; E_NOT_OPPOSED, E_NO_INJURY; several: ask."""
    own = [share for share in pools.shares(state) if pools.owns(state, command.seat, share.who)]
    calls = [
        Call(share, target)
        for share in own
        if command.slots.get("caller") in (None, share.who)
        for target in (state.character(who) for who in share.against)
        if target is not None
    ]
    if not own:
        return Refusal("E_NOT_YOURS")
    if "name" in command.slots:
        target = checks.named(state, command)
        if isinstance(target, Refusal):
            return target
        calls = [call for call in calls if call.target == target]
        if not calls:
            return Refusal("E_NOT_OPPOSED", {"name": target.name})
    return _one(state, command, calls)


def _one(state: Play, command: Command, calls: list[Call]) -> Call | Refusal | Ask:
    if not calls:
        return Refusal("E_NOT_OPPOSED", {"name": names.display(state, DIFFICULTY)})
    free = [call for call in calls if _free(state, call.target, pool_of(state, call.share))]
    if not free:
        return Refusal("E_NO_INJURY", {"name": calls[0].target.name})
    meant = {(call.target.id, call.share.who): call for call in reversed(free)}
    if len(meant) == 1:
        return free[0]
    meaning = ({"name": target, "caller": caller} for target, caller in reversed(meant))
    return Ask("which.gremlin", tuple(replace(command, slots={**command.slots, **one}) for one in meaning))


def _free(state: Play, target: Character, pool: Pool) -> list[Injury]:
    """Injuries that no gremlin has been called on, the oldest first; one of the sheet once in each pool."""
    taken = pools.called(state)
    here = {part.ref for part in pool.of(PartKind.GREMLIN)}
    injuries = [one for one in target.injuries if one.id not in taken]
    return injuries + [one for one in target.gremlins if one.id not in here]


def injury_in(state: Play, command: Command, target: Character, pool: Pool) -> Injury | Refusal:
    """The free injury that is named, else the oldest; E_NO_INJURY."""
    free = _free(state, target, pool)
    if "injury" in command.slots:
        wanted = find(names.injuries(free), command.slots["injury"])
        free = [one for one in free if one.id in (wanted, command.slots["injury"])]
    return free[0] if free else Refusal("E_NO_INJURY", {"name": target.name})


def eaten(state: Play, pool: Pool) -> tuple[InjuryRemoved, ...]:
    """F-024: what goes when a pool is rolled. Gremlins of the sheet stay (A10)."""
    refs = [part.ref for part in pool.of(PartKind.GREMLIN)]
    bearers = ((one.id, injury.id) for one in state.characters for injury in one.injuries if injury.id in refs)
    return tuple(InjuryRemoved(who=who, injury=injury, by_gremlin=True) for who, injury in bearers)


def _write(state: Play, command: Command, dice: Dice) -> Outcome:
    """A permanent gremlin on a sheet, where the table plays with them (A10)."""
    if not state.config.injury.sheet_gremlins:
        return Refusal("E_NOTHING")
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    gremlin = Injury(f"i{state.last_injury + 1}", words(command), Cause.SHEET)
    return (SheetGremlinWritten(who=character.id, gremlin=gremlin),)


DECIDE = {
    "call_gremlin": Order(_call, phases=terms.SETUP),
    "write_gremlin": Order(_write, gm=True),
}


def _called(state: Play, event: GremlinCalled) -> Play:
    part = Part(PartKind.GREMLIN, event.injury, event.dice, against=event.target)
    return edit.pool(state, event.pool, lambda pool: pools.with_part(pool, part))


def _dropped(state: Play, event: GremlinDropped) -> Play:

    def without_die(pool: Pool) -> Pool:
        return replace(pool, parts=tuple(_undone(part, event.injury) for part in pool.parts))

    return edit.pool(state, event.pool, without_die)


def _undone(part: Part, injury: str) -> Part:
    return replace(part, dice=0) if (part.kind, part.ref) == (PartKind.GREMLIN, injury) else part


def _removed(state: Play, event: InjuryRemoved) -> Play:
    rules = state.config.injury

    def without(one: Character) -> Character:
        gone = [injury for injury in one.injuries if injury.id == event.injury]
        left = replace(one, injuries=tuple(injury for injury in one.injuries if injury not in gone))
        if not event.by_gremlin or not gone:
            return left
        still = 0 if rules.gremlin_lowers_count else 1
        left = replace(left, scars=(*left.scars, gone[0].label), eaten=left.eaten + still)
        wakes = rules.gremlin_revives and not left.dead and left.harm < left.health
        return replace(left, incapacitated=False) if wakes else left

    return edit.character(state, event.who, without)


def _written(state: Play, event: SheetGremlinWritten) -> Play:
    state = replace(state, last_injury=state.last_injury + 1)
    return edit.character(state, event.who, lambda one: replace(one, gremlins=(*one.gremlins, event.gremlin)))


EVOLVE: Evolving = {
    GremlinCalled: _called,
    GremlinDropped: _dropped,
    InjuryRemoved: _removed,
    SheetGremlinWritten: _written,
}


def _open(state: Play) -> Iterable[Open]:
    if state.config.injury.sheet_gremlins:
        named = names.characters(state)
        yield from ASKING.named(state, "write_gremlin", DECIDE["write_gremlin"], "name", named)
    if state.phase not in terms.SETUP:
        return
    against = {who for share in pools.shares(state) for who in share.against}
    opposing = [one for one in state.characters if one.id in against]
    order = DECIDE["call_gremlin"]
    yield from ASKING.named(state, "call_gremlin", order, "name", names.characters(state, opposing))
    yield from ASKING.named(state, "call_gremlin", order, "injury", _labels(opposing))
    yield from ASKING.plain(state, "call_gremlin", order)


def _labels(of: Iterable[Character]) -> list[Name]:
    return [name for one in of for name in names.injuries((*one.injuries, *one.gremlins))]


OPEN = (_open,)


def _tell_called(state: Play, event: GremlinCalled) -> Iterable[Cue]:
    n = (edit.find_pool(state, event.pool) or Pool()).size
    yield Cue("GremlinCalled", {"name": names.display(state, event.target), "n": n})


def _tell_removed(state: Play, event: InjuryRemoved) -> Iterable[Cue]:
    """Its label is the youngest scar by now."""
    character = state.character(event.who)
    assert character is not None
    label = character.scars[-1] if event.by_gremlin else ""
    if label:
        yield Cue("InjuryRemoved", {"injury": label})
    else:
        yield Cue("InjuryRemoved.nameless", {"name": names.display(state, event.who)})


NARRATE: Telling = {
    GremlinCalled: _tell_called,
    GremlinDropped: lambda state, event: (Cue("GremlinDropped"),),
    InjuryRemoved: _tell_removed,
    SheetGremlinWritten: lambda state, event: (Cue("SheetGremlinWritten", {"name": names.display(state, event.who)}),),
}
