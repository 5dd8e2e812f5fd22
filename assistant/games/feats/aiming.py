"""What the combatants mean to do, up to the roll: attacks, division of dice, order, who is ready (F-101 to F-107)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from assistant.games.feats import checks, edit, fight, names, pools, rolling
from assistant.games.feats.combat import COMBAT_SETUP, other_pools, unlocked, without_attacks
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_combat import (
    AttackDeclared,
    CombatantsReady,
    IntentCleared,
    PlanTold,
    PoolSplit,
)
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.state import Attack, Character, Combat, Intent, Play
from assistant.games.feats.terms import Phase
from assistant.table import Ask, Command, Cue, Dice, Name, Open, Refusal, Seat
from assistant.table.slots import whole, words

ALL = "all"
ATTACK, DEFENCE = "attack", "defence"


def combatant(
    state: Play, command: Command, fit: Callable[[Character], bool] = lambda _: True, slot: str = "name"
) -> Character | Refusal | Ask:
    """Who is to act: the one named, else the speaker's own able combatant. Only his player or the GM speaks for him."""
    inside = {one.id for one in fight.combatants(state)}
    who = checks.meant(state, command, lambda one: one.id in inside and one.able and fit(one), slot=slot)
    if not isinstance(who, Character):
        return who
    if who.id not in inside:
        return Refusal("E_NOT_IN_COMBAT", {"name": who.name})
    if who.seat != command.seat and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    return checks.able(who) or unlocked(state) or who


def _attack(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-101."""
    target = checks.named(state, command, "target")
    if isinstance(target, Refusal):
        return target
    who = combatant(state, command, lambda one: one != target)
    if not isinstance(who, Character):
        return who
    return no_target(state, who, target) or (*otherwise(state, who), _declared(state, who, target))


def otherwise(state: Play, who: Character) -> tuple[PlayEvent, ...]:
    """Whoever attacks does nothing else."""
    return (given_up(state, who),) if fight.intent(state, who.id).other_feat is not None else ()


def given_up(state: Play, who: Character) -> IntentCleared:
    """What he meant to do is off; what went into another action goes back."""
    spent = (pools.refund(state, owner, pool) for owner, pool in other_pools(state, who.id))
    return IntentCleared(who=who.id, refunds=tuple(one for one in spent if one is not None))


def no_target(state: Play, who: Character, target: Character) -> Refusal | None:
    """E_NOT_IN_COMBAT, E_DEAD; E_TARGET for oneself and for a second attack on the same one."""
    if target.id not in fight.fight(state).combatants:
        return Refusal("E_NOT_IN_COMBAT", {"name": target.name})
    if target.dead:
        return Refusal("E_DEAD", {"name": target.name})
    again = fight.attack_on(state, who.id, target.id) is not None
    return Refusal("E_TARGET") if again or target == who else None


def _declared(state: Play, who: Character, target: Character) -> AttackDeclared:
    used = [int(one[1:]) for one in fight.fight(state).attacks]
    return AttackDeclared(attack=f"a{max(used, default=0) + 1}", who=who.id, target=target.id)


def _split(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-105, F-106: "three attack two defend", "two on the brute", "all on attack"."""
    who = combatant(state, command, lambda one: _splits(state, one, command))
    if not isinstance(who, Character):
        return who
    if "target" in command.slots:
        return _so_many_on(state, command, who)
    attacks = fight.attacks_of(state, who.id)
    every = command.slots.get("all")
    if every == DEFENCE:
        return _all_on_defence(state, who)
    if len(attacks) != 1:
        return Refusal("E_TARGET")
    bound = fight.gremlin_dice(state, who.id, attacks[0].target)
    size = fight.intent(state, who.id).pool.size
    if every == ATTACK:
        return _divided(state, who, {attacks[0].id: fight.free_dice(state, who.id)})
    attack, defend = whole(command, "attack"), whole(command, "defend")
    if attack is None or attack < max(1, bound) or (defend is not None and attack + defend != size):
        return Refusal("E_SPLIT")
    return _divided(state, who, {attacks[0].id: attack - bound})


def _splits(state: Play, who: Character, command: Command) -> bool:
    """Whether these words can be about him: he has attacks to put dice into, or they name a target."""
    return "target" in command.slots or command.slots.get("all") == DEFENCE or bool(fight.attacks_of(state, who.id))


def _so_many_on(state: Play, command: Command, who: Character) -> Outcome:
    """Dice on one target; one that was not attacked yet is now."""
    target, n = checks.named(state, command, "target"), whole(command, "n")
    if isinstance(target, Refusal):
        return target
    attack = fight.attack_on(state, who.id, target.id)
    new = None if attack is not None else _declared(state, who, target)
    fault = no_target(state, who, target) if new is not None else None
    if fault is not None:
        return fault
    key = attack.id if attack else new.attack if new else ""
    bound = fight.gremlin_dice(state, who.id, target.id)
    if n is None or n < max(1, bound):
        return Refusal("E_SPLIT")
    split = _divided(state, who, {**{one.id: one.dice for one in fight.attacks_of(state, who.id)}, key: n - bound})
    return split if isinstance(split, Refusal) or new is None else (*otherwise(state, who), new, *split)


def _all_on_defence(state: Play, who: Character) -> Outcome:
    off = (given_up(state, who),) if fight.attacks_of(state, who.id) else ()
    return (*off, PoolSplit(who=who.id, attacks=()))


def _divided(state: Play, who: Character, dice: Mapping[str, int]) -> Refusal | tuple[PlayEvent, ...]:
    """E_SPLIT where there are not so many."""
    if sum(dice.values()) > fight.free_dice(state, who.id):
        return Refusal("E_SPLIT")
    return (PoolSplit(who=who.id, attacks=tuple(dice.items())),)


def _change(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-102: his targets and his division are off, and another action; the dice stay."""
    who = combatant(state, command)
    if not isinstance(who, Character):
        return who
    return (given_up(state, who),)


def _tell_plan(state: Play, command: Command, dice: Dice) -> Outcome:
    who = combatant(state, command)
    if not isinstance(who, Character):
        return who
    return (PlanTold(who=who.id, text=words(command)),) if words(command) else Refusal("E_NOTHING")


def _ready(state: Play, command: Command, dice: Dice) -> Outcome:
    """Who speaks for several is ready with all of them; the GM may say it of everyone."""
    if command.slots.get("name") == ALL:
        if not checks.is_gm(state, command.seat):
            return Refusal("E_GM_ONLY")
        return _all_ready(state, fight.waited_for(state))
    if "name" in command.slots:
        who = combatant(state, command)
        return _all_ready(state, (who,)) if isinstance(who, Character) else who
    own = [one for one in fight.combatants(state) if one.able and one.seat == command.seat]
    return _all_ready(state, own) if own else Refusal("E_NOT_YOURS")


def _all_ready(state: Play, who: Iterable[Character]) -> Outcome:
    ready = tuple(who)
    fault = unlocked(state) or next((one for one in (not_divided(state, one) for one in ready) if one), None)
    if fault is not None:
        return fault
    new = tuple(one.id for one in ready if not fight.intent(state, one.id).ready)
    return (CombatantsReady(who=new),) if new else Refusal("E_NOTHING")


def not_divided(state: Play, who: Character) -> Refusal | None:
    """E_UNDIVIDED while an attack has no die; E_NO_DIFFICULTY while nobody said how hard his other action is."""
    if fight.undivided(state, who.id):
        return Refusal("E_UNDIVIDED", {"name": who.name})
    other = fight.intent(state, who.id).other_feat
    return rolling.unset(other) if other is not None else None


def listed(who: Iterable[Character]) -> str:
    return ", ".join(one.name for one in who)


DECIDE = {
    "attack": Order(_attack, phases=COMBAT_SETUP),
    "split_pool": Order(_split, phases=COMBAT_SETUP),
    "change_intent": Order(_change, phases=COMBAT_SETUP),
    "tell_plan": Order(_tell_plan, phases=COMBAT_SETUP),
    "ready": Order(_ready, phases=COMBAT_SETUP),
}


def _undone(state: Play) -> PlayEvent | None:
    """F-027: a division that no longer fits is cleared, and whoever made it is not ready."""
    on = state.combat
    if on is None or on.rolled or on.locked:
        return None
    for who in on.intents:
        attacks = fight.attacks_of(state, who)
        empty = on.intents[who].ready and fight.undivided(state, who)
        if empty or sum(one.dice for one in attacks) > max(0, fight.free_dice(state, who)):
            return PoolSplit(who=who, attacks=tuple((one.id, 0) for one in attacks))
    return None


FOLLOWS = (_undone,)


def _attack_declared(state: Play, event: AttackDeclared) -> Play:
    attack = Attack(event.attack, event.who, event.target)

    def declared(on: Combat) -> Combat:
        return replace(on, attacks={**on.attacks, attack.id: attack}, order=acting(on.order, event.who))

    aimed = edit.intent(state, event.who, lambda one: replace(one, attacks=(*one.attacks, attack.id), ready=False))
    return edit.combat(aimed, declared)


def acting(order: tuple[str, ...], who: str) -> tuple[str, ...]:
    """Whoever declares first is told first."""
    return order if who in order else (*order, who)


def _pool_split(state: Play, event: PoolSplit) -> Play:
    dice = dict(event.attacks)

    def split(on: Combat) -> Combat:
        return replace(on, attacks={key: replace(one, dice=dice.get(key, one.dice)) for key, one in on.attacks.items()})

    state = edit.combat(state, split)
    undivided = fight.undivided(state, event.who)
    return edit.intent(state, event.who, lambda one: replace(one, ready=one.ready and not undivided))


def _cleared(state: Play, event: IntentCleared) -> Play:
    state = pools.given_back(state, event.refunds)
    state = edit.intent(state, event.who, lambda one: replace(one, other_feat=None, text=""))
    return without_attacks(state, event.who, fight.intent(state, event.who).attacks)


def _readied(state: Play, event: CombatantsReady) -> Play:
    for who in event.who:
        state = edit.intent(state, who, lambda one: replace(one, ready=True))
    return state


def _plan_told(state: Play, event: PlanTold) -> Play:
    def told(one: Intent) -> Intent:
        return replace(one, text=event.text)

    return edit.intent(state, event.who, told)


EVOLVE: Evolving = {
    AttackDeclared: _attack_declared,
    PoolSplit: _pool_split,
    IntentCleared: _cleared,
    CombatantsReady: _readied,
    PlanTold: _plan_told,
}


def _open(state: Play) -> Iterable[Open]:
    if not in_combat(state):
        return
    if state.phase is not Phase.COMBAT_SETUP or fight.fight(state).locked:
        return
    yield from ASKING.plain(state, "ready", DECIDE["ready"])
    yield from ASKING.plain(state, "change_intent", DECIDE["change_intent"])
    yield from ASKING.plain(state, "tell_plan", DECIDE["tell_plan"], text="x")
    able = [one for one in fight.combatants(state) if one.able]
    yield from _open_to(state, frozenset(one.seat for one in able), able, {})
    gm = state.gm.id if state.gm else ""
    for seat in dict.fromkeys(one.seat for one in able):
        own = [one for one in able if one.seat == seat]
        yield from _open_to(state, frozenset({seat, gm}), own, {"name": names.characters(state, own)})
    if able:
        yield Open("ready", frozenset({gm}), {"name": (Name(ALL, "everyone", ("everyone", "everybody"), "everyone"),)})


def _open_to(
    state: Play, may: frozenset[Seat], about: Sequence[Character], named: Mapping[str, tuple[Name, ...]]
) -> Iterable[Open]:
    """What may be said about these combatants, by name or without."""
    targets = names.characters(state, fight.combatants(state))
    dice = range(state.config.dice.max_pool + 1)
    if not about:
        return
    if named:
        yield Open("ready", may, named)
        yield Open("change_intent", may, named)
    yield Open("attack", may, {**named, "target": targets})
    yield Open("split_pool", may, {**named, "n": dice, "target": targets})
    yield Open("split_pool", may, {**named, "all": (_way(DEFENCE),)})
    attacking = [one for one in about if len(fight.attacks_of(state, one.id)) == 1]
    if not attacking:
        return
    named = {slot: names.characters(state, attacking) for slot in named}
    may = may if named else frozenset(one.seat for one in attacking)
    yield Open("split_pool", may, {**named, "attack": dice, "defend": dice})
    yield Open("split_pool", may, {**named, "all": (_way(ATTACK),)})


def _way(which: str) -> Name:
    return Name(which, which, (which,), which)


OPEN = (_open,)


def _tell_attack(state: Play, event: AttackDeclared) -> Iterable[Cue]:
    slots = {"name": names.display(state, event.who), "target": names.display(state, event.target)}
    yield Cue("AttackDeclared", {**slots, "n": fight.intent(state, event.who).pool.size})


def _tell_split(state: Play, event: PoolSplit) -> Iterable[Cue]:
    attacking = sum(fight.attack_dice(state, one) for one in fight.attacks_of(state, event.who))
    defending = fight.intent(state, event.who).pool.size - attacking
    yield Cue("PoolSplit", {"name": names.display(state, event.who), "a": attacking, "d": defending})


def _tell_ready(state: Play, event: CombatantsReady) -> Iterable[Cue]:
    waiting = fight.waited_for(state)
    yield Cue("CombatantsReady", {"names": listed(waiting)}) if waiting else Cue("CombatantsReady.all")


NARRATE: Telling = {
    AttackDeclared: _tell_attack,
    PoolSplit: _tell_split,
    IntentCleared: lambda state, event: (Cue("IntentCleared", {"name": names.display(state, event.who)}),),
    CombatantsReady: _tell_ready,
    PlanTold: lambda state, event: (Cue("PlanTold", {"name": names.display(state, event.who), "text": event.text}),),
}
