"""Harm: suffering it, going down, death, and the GM's rulings by hand (F-080 to F-085, F-134)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from assistant.games.feats import checks, edit, names, pools, terms
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import (
    CharacterDied,
    CharacterIncapacitated,
    InjuryRemoved,
    InjurySuffered,
    PoolPartRemoved,
)
from assistant.games.feats.modifiers import dice_used
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.state import Character, Injury, Play, Pool
from assistant.games.feats.terms import Cause, PartKind, Phase
from assistant.table import Command, Cue, Dice, Open, Refusal, Value
from assistant.table.slots import UNKNOWN_WORDS, whole, words

MOST_REP = 20
QUIET = frozenset({Phase.IDLE}) | terms.SETUP
"""When the GM may rule by hand (F-134)."""


@dataclass(frozen=True, kw_only=True)
class InjuryLabelled(PlayEvent):
    """Words that became known after they were spoken."""

    who: str
    injury: str
    label: str


@dataclass(frozen=True, kw_only=True)
class RulingMade(PlayEvent):
    """F-134. ``field``: rep, character_dice or incapacitated (0 or 1)."""

    who: str
    field: str
    old: int
    new: int


def suffered(state: Play, character: Character, label: str, cause: Cause, more: int = 0) -> InjurySuffered:
    """One injury (F-080), the ``more``-th after the next where several are suffered at once."""
    exchange = state.combat.exchange if state.combat else 0
    injury = Injury(f"i{state.last_injury + 1 + more}", label, cause, exchange)
    return InjurySuffered(who=character.id, injury=injury)


def _injure(state: Play, command: Command, dice: Dice) -> Outcome:
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.dead:
        return Refusal("E_DEAD", {"name": character.name})
    return (suffered(state, character, words(command), Cause.RULING),)


def _draft_injure(state: Play, command: Command, dice: Dice) -> Outcome:
    """The kind of an injury, worked out after it was spoken: it goes to the last one whose words are unknown."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    unnamed = [one for one in character.injuries if one.label == UNKNOWN_WORDS]
    label = words(command)
    if not unnamed or label in ("", UNKNOWN_WORDS):
        return Refusal("E_NO_INJURY", {"name": character.name})
    return (InjuryLabelled(who=character.id, injury=unnamed[-1].id, label=label),)


def _mark_dead(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-085. Who may say so is the table's choice (A24)."""
    rule = state.config.combat.death
    if rule != "statement" and not checks.is_gm(state, command.seat):
        return Refusal("E_GM_ONLY")
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.dead:
        return Refusal("E_DEAD", {"name": character.name})
    if not character.incapacitated:
        return Refusal("E_NOT_DOWN", {"name": character.name})
    if rule == "never":
        return Refusal("E_NOTHING")
    ask = checks.sure(command, "mark_dead.sure", name=character.name) if rule == "gm_confirms" else None
    return ask or (CharacterDied(who=character.id),)


def _set_rep(state: Play, command: Command, dice: Dice) -> Outcome:
    return _set(state, command, "rep", MOST_REP)


def _set_dice(state: Play, command: Command, dice: Dice) -> Outcome:
    """Dice held; those in a pool count towards the limit."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    held = max(1, state.config.modifiers.character_dice_held)
    return _set(state, command, "character_dice", held - dice_used(state, character))


def _set(state: Play, command: Command, field: str, most: int) -> Outcome:
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    n = whole(command, "n")
    if n is None or not 0 <= n <= most:
        return Refusal("E_RANGE", {"n": most})
    ask = checks.sure(command, "adjust.sure", name=character.name)
    return ask or (RulingMade(who=character.id, field=field, old=int(getattr(character, field)), new=n),)


def _back_up(state: Play, command: Command, dice: Dice) -> Outcome:
    """The flag is cleared; with injuries equal to health one of them goes too, or it would come back (F-082)."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.dead:
        return Refusal("E_DEAD", {"name": character.name})
    if not character.incapacitated:
        return Refusal("E_NOT_DOWN", {"name": character.name})
    ask = checks.sure(command, "adjust.sure", name=character.name)
    if ask is not None:
        return ask
    up = RulingMade(who=character.id, field="incapacitated", old=1, new=0)
    return (*_healed(state, character, character.harm - character.health + 1), up)


def _knock_out(state: Play, command: Command, dice: Dice) -> Outcome:
    """The flag is set, whatever the injuries."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    fault = checks.able(character)
    ask = fault or checks.sure(command, "adjust.sure", name=character.name)
    return ask or (RulingMade(who=character.id, field="incapacitated", old=0, new=1),)


def _heal(state: Play, command: Command, dice: Dice) -> Outcome:
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if not character.injuries:
        return Refusal("E_NO_INJURY", {"name": character.name})
    ask = checks.sure(command, "adjust.sure", name=character.name)
    return ask or _healed(state, character, 1)


def _healed(state: Play, character: Character, count: int) -> tuple[PlayEvent, ...]:
    """So many injuries gone by ruling: uncalled ones first; with a called one its gremlin is taken back (F-134)."""
    called = pools.called(state)
    first = sorted(character.injuries, key=lambda one: one.id in called)[: max(0, count)]
    events: list[PlayEvent] = []
    for injury in first:
        events += _uncalled(state, injury) if injury.id in called else ()
        events.append(InjuryRemoved(who=character.id, injury=injury.id, by_gremlin=False))
    return tuple(events)


def _uncalled(state: Play, injury: Injury) -> Iterable[PlayEvent]:
    """The gremlin goes from the pool, unless the dice of that pool are falling already."""
    for share in pools.all_shares(state):
        pool = edit.find_pool(state, share.pool_id) or Pool()
        if not pool.locked and any(part.ref == injury.id for part in pool.of(PartKind.GREMLIN)):
            yield PoolPartRemoved(pool=share.pool_id, who=share.who, kind=PartKind.GREMLIN, ref=injury.id)


def _takes_out(state: Play) -> PlayEvent | None:
    """F-082: at injuries equal to health."""
    fallen = (one for one in state.characters if one.harm >= one.health and not one.incapacitated)
    return next((CharacterIncapacitated(who=one.id) for one in fallen), None)


FOLLOWS = (_takes_out,)
DECIDE = {
    "injure": Order(_injure, gm=True, phases=frozenset(Phase) - (terms.TELLING & terms.COMBAT)),
    "draft_injure": Order(_draft_injure),
    "mark_dead": Order(_mark_dead),
    "set_rep": Order(_set_rep, gm=True, phases=QUIET),
    "set_dice": Order(_set_dice, gm=True, phases=QUIET),
    "back_up": Order(_back_up, gm=True, phases=QUIET),
    "knock_out": Order(_knock_out, gm=True, phases=QUIET),
    "heal": Order(_heal, gm=True, phases=QUIET),
}


def _suffered(state: Play, event: InjurySuffered) -> Play:
    """Up to health, where the table caps it (A13)."""
    number = int(event.injury.id[1:])
    state = replace(state, last_injury=max(state.last_injury, number))
    capped = state.config.injury.cap_at_health

    def hurt(one: Character) -> Character:
        full = capped and one.harm >= one.health
        return one if full else replace(one, injuries=(*one.injuries, event.injury))

    return edit.character(state, event.who, hurt)


def _labelled(state: Play, event: InjuryLabelled) -> Play:
    def renamed(one: Character) -> Character:
        told = (replace(i, label=event.label) if i.id == event.injury else i for i in one.injuries)
        return replace(one, injuries=tuple(told))

    return edit.character(state, event.who, renamed)


def _ruled(state: Play, event: RulingMade) -> Play:
    new = bool(event.new) if event.field == "incapacitated" else event.new
    changes: dict[str, Any] = {event.field: new}  # one of the fields that RulingMade allows (F-134)
    return edit.character(state, event.who, lambda one: replace(one, **changes))


EVOLVE: Evolving = {
    InjurySuffered: _suffered,
    InjuryLabelled: _labelled,
    CharacterIncapacitated: lambda state, event: edit.character(
        state, event.who, lambda one: replace(one, incapacitated=True)
    ),
    CharacterDied: lambda state, event: edit.character(
        state, event.who, lambda one: replace(one, dead=True, incapacitated=True)
    ),
    RulingMade: _ruled,
}


def _open(state: Play) -> Iterable[Open]:
    everybody = names.characters(state)
    for intent in ("injure", "mark_dead", "back_up", "knock_out", "heal"):
        yield from ASKING.named(state, intent, DECIDE[intent], "name", everybody)
    gm = frozenset({state.gm.id}) if state.gm else frozenset[str]()
    if state.phase in QUIET and everybody:
        yield Open("set_rep", gm, {"name": everybody, "n": range(MOST_REP + 1)})
        held = max(1, state.config.modifiers.character_dice_held)
        yield Open("set_dice", gm, {"name": everybody, "n": range(held + 1)})


OPEN = (_open,)


def standing(state: Play, who: str) -> dict[str, Value]:
    """The slots of a character's status."""
    one = state.character(who)
    assert one is not None
    return {"name": one.name, "r": one.rep, "i": one.harm, "h": one.health}


def _tell_ruling(state: Play, event: RulingMade) -> Iterable[Cue]:
    yield Cue("status", standing(state, event.who))


NARRATE: Telling = {
    InjurySuffered: lambda state, event: (Cue("InjurySuffered", standing(state, event.who)),),
    CharacterIncapacitated: lambda state, event: (
        Cue("CharacterIncapacitated", {"name": names.display(state, event.who)}),
    ),
    CharacterDied: lambda state, event: (Cue("CharacterDied", {"name": names.display(state, event.who)}),),
    InjuryLabelled: lambda state, event: (Cue("InjuryLabelled", {"injury": event.label}),),
    RulingMade: _tell_ruling,
}
