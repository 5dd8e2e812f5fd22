"""Setting up a feat: who tries what, how hard, who resists (F-010 to F-017, F-070 to F-072, F-136, F-137, F-140)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.feats import checks, edit, names, pools
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import (
    DifficultySet,
    FeatCancelled,
    FeatDeclared,
    NeededSet,
    Refund,
    ResisterAdded,
    ResisterDropped,
    StatSet,
)
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.state import ACTOR, DIFFICULTY, Character, Contest, Feat, Part, Play, Pool
from assistant.games.feats.terms import FeatKind, Kind, PartKind, Phase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal
from assistant.table.naming import find, singular
from assistant.table.slots import whole

IDLE = frozenset({Phase.IDLE})
FEAT_SETUP = frozenset({Phase.FEAT_SETUP})


def _declare(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-010. A GM character acts against somebody, or needs no roll (F-137)."""
    actor = checks.meant(state, command, lambda one: one.kind is Kind.PC and one.able)
    if not isinstance(actor, Character):
        return actor
    if actor.kind is Kind.NPC:
        return Refusal("E_NO_OPPONENT")
    stat = stat_in(state, command)
    if isinstance(stat, Refusal):
        return stat
    fault = checks.able(actor) or _too_many(state, actor.stats[stat])
    return fault or (FeatDeclared(kind=FeatKind.FEAT, actor=actor.id, stat=stat, dice=actor.stats[stat]),)


def stat_in(state: Play, command: Command) -> str | Refusal:
    """The stat that is named; E_UNKNOWN_STAT (F-011)."""
    return find(names.stats(state), command.slots.get("stat")) or Refusal("E_UNKNOWN_STAT")


def _too_many(state: Play, dice: int) -> Refusal | None:
    most = state.config.dice.max_pool
    return Refusal("E_POOL_LIMIT", {"n": most}) if dice > most else None


def _oppose(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-070: one character acts, another resists; both on the stat named."""
    target = checks.named(state, command, "target")
    if isinstance(target, Refusal):
        return target
    actor = checks.meant(state, command, lambda one: one.able and one != target)
    if not isinstance(actor, Character):
        return actor
    stat = stat_in(state, command)
    if isinstance(stat, Refusal):
        return stat
    if actor == target:
        return Refusal("E_TARGET")
    fault = checks.able(actor) or checks.able(target) or _too_many(state, max(actor.stats[stat], target.stats[stat]))
    opponents = ((target.id, stat, target.stats[stat]),)
    declared = FeatDeclared(
        kind=FeatKind.OPPOSED, actor=actor.id, stat=stat, dice=actor.stats[stat], opponents=opponents
    )
    return fault or (declared,)


def _resist(state: Play, command: Command, dice: Dice) -> Outcome:
    """One more who resists (F-072), or, of one who does already, another stat (F-136)."""
    feat = state.feat
    assert feat is not None  # the gate has seen to it
    if feat.kind is not FeatKind.OPPOSED:
        return checks.out_of_phase(state)
    if feat.locked:
        return Refusal("E_ROLLED")
    resister = checks.meant(state, command, lambda one: one.able and one.id != feat.actor)
    if not isinstance(resister, Character):
        return resister
    stat = stat_in(state, command) if "stat" in command.slots else feat.stat
    if isinstance(stat, Refusal):
        return stat
    contest = next((one for one in feat.contests if one.reactor == resister.id), None)
    if contest is not None:
        return _with_stat(state, command, resister, contest.id, stat)
    if resister.id == feat.actor:
        return Refusal("E_ONE_ACTOR")
    fault = checks.able(resister) or _too_many(state, resister.stats[stat])
    number = 1 + max(int(one.id[1:]) for one in feat.contests)
    added = ResisterAdded(contest=f"c{number}", who=resister.id, stat=stat, dice=resister.stats[stat])
    return fault or (added,)


def _set_stat(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-013, F-136: another stat, up to the roll."""
    share = pools.meant(state, command, lambda one: one.who != DIFFICULTY, any_for_gm=True)
    if isinstance(share, Refusal | Ask):
        return share
    stat = stat_in(state, command)
    if isinstance(stat, Refusal):
        return stat
    character = state.character(share.who)
    if character is None:
        return Refusal("E_UNKNOWN_NAME")
    return _with_stat(state, command, character, share.pool_id, stat)


def _with_stat(state: Play, command: Command, character: Character, pool_id: str, stat: str) -> Outcome:
    if character.seat != command.seat and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    pool = edit.find_pool(state, pool_id) or Pool()
    rating = character.stats[stat]
    base = sum(part.dice for part in pool.of(PartKind.STAT))
    return pools.fits(state, pool, rating - base) or (StatSet(pool=pool_id, stat=stat, dice=rating),)


def _set_difficulty(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-012: how hard it is, in the GM's words."""
    feat = state.feat
    if feat is None or feat.kind is not FeatKind.FEAT:
        return checks.out_of_phase(state)
    level = find(names.difficulties(state), command.slots.get("level"))
    if level is None:
        return Refusal("E_UNKNOWN_DIFFICULTY")
    contest, rated = feat.contest, state.config.difficulty[level].dice
    base = sum(part.dice for part in contest.pool.of(PartKind.DIFFICULTY))
    fault = pools.fits(state, contest.pool, rated - base)
    return fault or (DifficultySet(pool=contest.id, difficulty=level, dice=rated),)


def _set_needed(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-014."""
    n, most = whole(command, "n"), state.config.statements.needed_max
    if n is None or not 1 <= n <= most:
        return Refusal("E_RANGE", {"n": most})
    if state.feat is not None and state.feat.locked:
        return Refusal("E_ROLLED")
    return (NeededSet(n=n),)


def _cancel(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-017: by anybody who has a part in it; nothing spent is lost."""
    feat = state.feat
    assert feat is not None  # the gate has seen to it
    if feat.locked:
        return Refusal("E_ROLLED")
    mine = any(pools.owns(state, command.seat, share.who) for share in pools.shares(state))
    if not mine and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    return (cancelled(state),)


def cancelled(state: Play) -> FeatCancelled:
    return FeatCancelled(refunds=_refunds(state, pools.shares(state)))


def _refunds(state: Play, shares: Iterable[pools.Share]) -> tuple[Refund, ...]:
    found = (pools.refund(state, one.who, edit.find_pool(state, one.pool_id) or Pool()) for one in shares)
    return tuple(one for one in found if one is not None)


def _down(state: Play) -> PlayEvent | None:
    """F-140: who goes down before the roll neither acts nor resists."""
    feat = state.feat
    if feat is None or feat.locked:
        return None
    fallen = {one.id for one in state.characters if not one.able}
    standing = [one for one in feat.contests if one.reactor not in fallen]
    if feat.actor in fallen or not standing:
        return cancelled(state)
    gone = next((one for one in feat.contests if one.reactor in fallen), None)
    if gone is None:
        return None
    mine = (share for share in pools.shares(state) if share.pool_id == gone.id)
    return ResisterDropped(contest=gone.id, refunds=_refunds(state, mine))


FOLLOWS = (_down,)
DECIDE = {
    "declare_feat": Order(_declare, phases=IDLE, applies=lambda state: not in_combat(state)),
    "oppose": Order(_oppose, phases=IDLE, applies=lambda state: not in_combat(state)),
    "resist": Order(_resist, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "set_stat": Order(_set_stat, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "set_difficulty": Order(_set_difficulty, gm=True, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "set_needed": Order(_set_needed, gm=True, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "never_mind": Order(_cancel, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "cancel_feat": Order(_cancel, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
}


def opened(event: FeatDeclared) -> Feat:
    """The feat as it is declared."""
    resisting = [
        Contest(f"c{n}", who, stat, Pool((Part(PartKind.STAT, stat, dice),)))
        for n, (who, stat, dice) in enumerate(event.opponents, start=1)
    ]
    base = Pool((Part(PartKind.STAT, event.stat, event.dice),))
    contests = tuple(resisting) or (Contest("c1", DIFFICULTY),)
    return Feat(event.kind, event.actor, event.stat, pool=base, contests=contests)


def with_base(pool: Pool, part: Part) -> Pool:
    """The pool with its first part, the stat or the difficulty, replaced."""
    modifiers = tuple(one for one in pool.parts if one.kind not in (PartKind.STAT, PartKind.DIFFICULTY))
    return replace(pool, parts=(part, *modifiers))


def _stat_set(state: Play, event: StatSet) -> Play:
    part = Part(PartKind.STAT, event.stat, event.dice)
    state = edit.pool(state, event.pool, lambda pool: with_base(pool, part))
    if edit.find_feat(state, event.pool)[1] == ACTOR:
        return edit.with_feat(state, event.pool, lambda feat: replace(feat, stat=event.stat))
    return edit.contest(state, event.pool, {"ref": event.stat})


def _difficulty_set(state: Play, event: DifficultySet) -> Play:
    part = Part(PartKind.DIFFICULTY, event.difficulty, event.dice)
    state = edit.pool(state, event.pool, lambda pool: with_base(pool, part))
    return edit.contest(state, event.pool, {"ref": event.difficulty})


def _resister_added(state: Play, event: ResisterAdded) -> Play:
    contest = Contest(event.contest, event.who, event.stat, Pool((Part(PartKind.STAT, event.stat, event.dice),)))
    return edit.feat(state, lambda feat: replace(feat, contests=(*feat.contests, contest)))


def _resister_dropped(state: Play, event: ResisterDropped) -> Play:
    state = pools.given_back(state, event.refunds)
    return edit.feat(
        state, lambda feat: replace(feat, contests=tuple(one for one in feat.contests if one.id != event.contest))
    )


EVOLVE: Evolving = {
    FeatDeclared: lambda state, event: replace(state, feat=opened(event)),
    ResisterAdded: _resister_added,
    ResisterDropped: _resister_dropped,
    StatSet: _stat_set,
    DifficultySet: _difficulty_set,
    NeededSet: lambda state, event: edit.feat(state, lambda feat: replace(feat, needed=event.n)),
    FeatCancelled: lambda state, event: replace(pools.given_back(state, event.refunds), feat=None),
}


def _open(state: Play) -> Iterable[Open]:
    if state.phase is Phase.IDLE:
        yield from _open_declaring(state)
    if state.phase is not Phase.FEAT_SETUP:
        return
    yield from ASKING.named(state, "set_difficulty", DECIDE["set_difficulty"], "level", names.difficulties(state))
    may = ASKING.seats(state, "set_needed", DECIDE["set_needed"], {"n": 1})
    yield Open("set_needed", may, {"n": range(1, state.config.statements.needed_max + 1)})
    yield from ASKING.named(state, "set_stat", DECIDE["set_stat"], "stat", names.stats(state))
    yield from ASKING.named(state, "resist", DECIDE["resist"], "name", names.characters(state))
    for opened in ASKING.named(state, "resist", DECIDE["resist"], "name", names.characters(state)):
        yield replace(opened, slots={**opened.slots, "stat": names.stats(state)})
    for intent in ("cancel_feat", "never_mind"):
        yield from ASKING.plain(state, intent, DECIDE[intent])


def _open_declaring(state: Play) -> Iterable[Open]:
    able = [one for one in state.characters if one.able]
    heroes = [one for one in able if one.kind is Kind.PC]
    if heroes:
        yield Open("declare_feat", slots={"name": names.characters(state, heroes), "stat": names.stats(state)})
    if len(able) < 2:
        return
    everybody = names.characters(state, able)
    yield Open("oppose", slots={"name": everybody, "target": everybody, "stat": names.stats(state)})
    owners = frozenset(one.seat for one in able)
    yield Open("oppose", owners, {"target": everybody, "stat": names.stats(state)})


OPEN = (_open,)


def _tell_declared(state: Play, event: FeatDeclared) -> Iterable[Cue]:
    name = names.display(state, event.actor)
    if event.kind is FeatKind.OPPOSED:
        yield Cue("FeatDeclared.opposed", {"a": name, "b": names.display(state, event.opponents[0][0])})
    else:
        yield Cue(
            singular("FeatDeclared", event.dice), {"name": name, "stat": names.stat(state, event.stat), "n": event.dice}
        )


def _tell_stat(state: Play, event: StatSet) -> Iterable[Cue]:
    share = next((one for one in pools.shares(state) if one.pool_id == event.pool), None)
    if share is not None:
        yield _stat_cue(state, share.who, event.stat, event.pool)


def _stat_cue(state: Play, who: str, stat: str, pool_id: str) -> Cue:
    size = (edit.find_pool(state, pool_id) or Pool()).size
    return Cue(
        singular("StatSet", size), {"name": names.display(state, who), "stat": names.stat(state, stat), "n": size}
    )


def _tell_difficulty(state: Play, event: DifficultySet) -> Iterable[Cue]:
    size = (edit.find_pool(state, event.pool) or Pool()).size
    level = names.said(state.config.difficulty, event.difficulty)
    yield Cue("DifficultySet", {"level": level, "gm": names.display(state, DIFFICULTY), "n": size})


NARRATE: Telling = {
    FeatDeclared: _tell_declared,
    ResisterAdded: lambda state, event: (_stat_cue(state, event.who, event.stat, event.contest),),
    StatSet: _tell_stat,
    DifficultySet: _tell_difficulty,
    NeededSet: lambda state, event: (Cue(singular("NeededSet", event.n), {"n": event.n}),),
    FeatCancelled: lambda state, event: (Cue("FeatCancelled"),),
}
