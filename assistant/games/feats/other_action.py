"""Something else than an attack, in the same exchange: an ordinary feat, and all dice defend (F-120)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from assistant.games.feats import aiming, checks, combat, declaring, edit, fight, names, pools
from assistant.games.feats.combat import COMBAT_SETUP
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_combat import OtherActionDeclared, OtherActionNeeds
from assistant.games.feats.events_feat import DifficultySet, FeatDeclared, StatSet
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.state import ACTOR, DIFFICULTY, Character, Combat, Feat, Play, Pool
from assistant.games.feats.terms import FeatKind, Kind, PartKind
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal
from assistant.table.naming import find
from assistant.table.slots import whole


def _declare(state: Play, command: Command, dice: Dice) -> Outcome:
    """ "Ben tries cunning": against the GM's dice. A GM character needs an opponent for that (F-137)."""
    actor = aiming.combatant(state, command, lambda one: one.kind is Kind.PC)
    if not isinstance(actor, Character):
        return actor
    if actor.kind is Kind.NPC:
        return Refusal("E_NO_OPPONENT")
    return _instead(state, command, actor, None)


def _oppose(state: Play, command: Command, dice: Dice) -> Outcome:
    """ "Ben against the brute with cunning"."""
    target = checks.named(state, command, "target")
    if isinstance(target, Refusal):
        return target
    actor = aiming.combatant(state, command, lambda one: one != target)
    if not isinstance(actor, Character):
        return actor
    if actor == target:
        return Refusal("E_TARGET")
    if target.id not in fight.fight(state).combatants:
        return Refusal("E_NOT_IN_COMBAT", {"name": target.name})
    return checks.able(target) or _instead(state, command, actor, target)


def _instead(state: Play, command: Command, actor: Character, target: Character | None) -> Outcome:
    """What he meant to do before is off (F-102)."""
    stat = declaring.stat_in(state, command)
    if isinstance(stat, Refusal):
        return stat
    doing = fight.intent(state, actor.id)
    off: tuple[PlayEvent, ...] = (aiming.given_up(state, actor),) if doing.attacks or doing.other_feat else ()
    declared = OtherActionDeclared(
        kind=FeatKind.OPPOSED if target else FeatKind.FEAT,
        who=actor.id,
        stat=stat,
        dice=actor.stats[stat],
        opponent=(target.id, target.stats[stat]) if target else None,
    )
    return (*off, declared)


def _acting(state: Play, command: Command, fit: Callable[[str, Feat], bool]) -> str | Refusal | Ask:
    """Whose other action is meant: the one named, else the only one that fits; several: ask."""
    doing = {who: one.other_feat for who, one in fight.fight(state).intents.items() if one.other_feat is not None}
    named = checks.named(state, command) if "name" in command.slots else None
    if isinstance(named, Refusal):
        return named
    found = [who for who, feat in doing.items() if (named.id == who if named else fit(who, feat))]
    if not found:
        return checks.out_of_phase(state)
    if len(found) == 1:
        return found[0]
    return checks.which(command, "name", [one for one in state.characters if one.id in found])


def _feat(state: Play, who: str) -> Feat:
    other = fight.intent(state, who).other_feat
    assert other is not None  # _acting has found it
    return other


def _set_difficulty(state: Play, command: Command, dice: Dice) -> Outcome:
    """Of the action that has none yet, else of the only one."""
    open_ones = [
        who
        for who, one in fight.fight(state).intents.items()
        if one.other_feat is not None and not one.other_feat.contest.ref
    ]
    who = _acting(state, command, lambda who, feat: feat.kind is FeatKind.FEAT and (not open_ones or who in open_ones))
    if isinstance(who, Refusal | Ask):
        return who
    feat = _feat(state, who)
    if feat.kind is not FeatKind.FEAT:
        return checks.out_of_phase(state)
    level = find(names.difficulties(state), command.slots.get("level"))
    if level is None:
        return Refusal("E_UNKNOWN_DIFFICULTY")
    pool, rated = feat.contest.pool, state.config.difficulty[level].dice
    base = sum(part.dice for part in pool.of(PartKind.DIFFICULTY))
    chosen = DifficultySet(pool=f"{who}.{feat.contest.id}", difficulty=level, dice=rated)
    return pools.fits(state, pool, rated - base) or (chosen,)


def _set_needed(state: Play, command: Command, dice: Dice) -> Outcome:
    n, most = whole(command, "n"), state.config.statements.needed_max
    if n is None or not 1 <= n <= most:
        return Refusal("E_RANGE", {"n": most})
    who = _acting(state, command, lambda who, feat: True)
    if isinstance(who, Refusal | Ask):
        return who
    return combat.unlocked(state) or (OtherActionNeeds(who=who, n=n),)


def _set_stat(state: Play, command: Command, dice: Dice) -> Outcome:
    """Of the actor, or of whoever resists him (F-136)."""
    stat = declaring.stat_in(state, command)
    if isinstance(stat, Refusal):
        return stat
    sides = [share for share in pools.shares(state) if "." in share.pool_id and share.who != DIFFICULTY]
    mine = [share for share in sides if pools.owns(state, command.seat, share.who)]
    if "name" in command.slots:
        named = checks.named(state, command)
        if isinstance(named, Refusal):
            return named
        gm = checks.is_gm(state, command.seat)
        mine = [share for share in sides if share.who == named.id and (gm or share in mine)]
    if not mine:
        return Refusal("E_NOT_YOURS") if sides else checks.out_of_phase(state)
    whose = {share.who for share in mine}
    if len(whose) > 1:
        return checks.which(command, "name", [one for one in state.characters if one.id in whose])
    (who,) = (one for one in state.characters if one.id in whose)
    pool, rating = edit.find_pool(state, mine[0].pool_id) or Pool(), who.stats[stat]
    base = sum(part.dice for part in pool.of(PartKind.STAT))
    return pools.fits(state, pool, rating - base) or (StatSet(pool=mine[0].pool_id, stat=stat, dice=rating),)


def _cancel(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-017, of one's own other action."""
    who = aiming.combatant(state, command, lambda one: fight.intent(state, one.id).other_feat is not None)
    if not isinstance(who, Character):
        return who
    doing = fight.intent(state, who.id).other_feat is not None
    return (aiming.given_up(state, who),) if doing else checks.out_of_phase(state)


DECIDE = {
    "cancel_feat": Order(_cancel, phases=COMBAT_SETUP, applies=in_combat),
    "declare_feat": Order(_declare, phases=COMBAT_SETUP, applies=in_combat),
    "oppose": Order(_oppose, phases=COMBAT_SETUP, applies=in_combat),
    "set_difficulty": Order(_set_difficulty, gm=True, phases=COMBAT_SETUP, applies=in_combat),
    "set_needed": Order(_set_needed, gm=True, phases=COMBAT_SETUP, applies=in_combat),
    "set_stat": Order(_set_stat, phases=COMBAT_SETUP, applies=in_combat),
}


def _declared(state: Play, event: OtherActionDeclared) -> Play:
    against = event.opponent
    opponents = ((against[0], event.stat, against[1]),) if against else ()
    declared = FeatDeclared(kind=event.kind, actor=event.who, stat=event.stat, dice=event.dice, opponents=opponents)
    state = edit.intent(state, event.who, lambda one: replace(one, other_feat=declaring.opened(declared), ready=False))

    def in_order(on: Combat) -> Combat:
        return replace(on, order=aiming.acting(on.order, event.who))

    return edit.combat(state, in_order)


EVOLVE: Evolving = {
    OtherActionDeclared: _declared,
    OtherActionNeeds: lambda state, event: edit.with_feat(
        state, f"{event.who}.{ACTOR}", lambda feat: replace(feat, needed=event.n)
    ),
}


def _open(state: Play) -> Iterable[Open]:
    if state.phase not in COMBAT_SETUP or fight.fight(state).locked:
        return
    able = [one for one in fight.combatants(state) if one.able]
    for player in state.seats:
        gm = checks.is_gm(state, player.id)
        acting = [one for one in able if one.seat == player.id or gm]
        heroes = names.characters(state, [one for one in acting if one.kind is Kind.PC])
        may, everybody = frozenset({player.id}), names.characters(state, able)
        if heroes:
            yield Open("declare_feat", may, {"name": heroes, "stat": names.stats(state)})
        if acting:
            named = names.characters(state, acting)
            yield Open("oppose", may, {"name": named, "target": everybody, "stat": names.stats(state)})
            if any(one.seat == player.id for one in acting):
                yield Open("oppose", may, {"target": everybody, "stat": names.stats(state)})
    yield from ASKING.plain(state, "cancel_feat", DECIDE["cancel_feat"])
    yield from ASKING.named(state, "set_difficulty", DECIDE["set_difficulty"], "level", names.difficulties(state))
    yield from ASKING.named(state, "set_stat", DECIDE["set_stat"], "stat", names.stats(state))
    gm_may = ASKING.seats(state, "set_needed", DECIDE["set_needed"], {"n": 1})
    yield Open("set_needed", gm_may, {"n": range(1, state.config.statements.needed_max + 1)})


OPEN = (_open,)


def _tell_declared(state: Play, event: OtherActionDeclared) -> Iterable[Cue]:
    """What he defends with, and what he tries."""
    slots = {"name": names.display(state, event.who), "stat": names.stat(state, event.stat)}
    yield Cue("OtherActionDeclared", {**slots, "n": fight.defence_dice(state, event.who)})


NARRATE: Telling = {
    OtherActionDeclared: _tell_declared,
    OtherActionNeeds: lambda state, event: (Cue("NeededSet.one" if event.n == 1 else "NeededSet", {"n": event.n}),),
}
