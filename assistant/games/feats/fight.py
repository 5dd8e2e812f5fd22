"""What an exchange looks like now: who is in it, how pools are shared out, which dice fall, what is compared (3.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from assistant.games.feats.state import ACTOR, Attack, Character, Combat, Intent, Play, Roll
from assistant.games.feats.terms import PartKind

DEFENCE = "defence"
"""What follows the id of a defender, or of an attack, in the id of a defence roll: ``ben.defence``."""


def combatants(state: Play) -> tuple[Character, ...]:
    """Everybody in the fight, the fallen too, in the order of the table."""
    fight = state.combat
    return tuple(one for one in state.characters if fight is not None and one.id in fight.combatants)


def intent(state: Play, who: str) -> Intent:
    return state.combat.intents.get(who, Intent()) if state.combat else Intent()


def attacks_of(state: Play, who: str) -> tuple[Attack, ...]:
    """His attacks, in the order declared."""
    return tuple(state.combat.attacks[one] for one in intent(state, who).attacks) if state.combat else ()


def attacks_on(state: Play, who: str) -> tuple[Attack, ...]:
    fights = state.combat.attacks.values() if state.combat else ()
    return tuple(one for one in fights if one.target == who)


def attack_on(state: Play, who: str, target: str) -> Attack | None:
    return next((one for one in attacks_of(state, who) if one.target == target), None)


def gremlin_dice(state: Play, who: str, target: str) -> int:
    """Dice of gremlins that he called on this one."""
    return sum(part.dice for part in intent(state, who).pool.of(PartKind.GREMLIN) if part.against == target)


def attack_dice(state: Play, attack: Attack) -> int:
    """What is put into it, and the gremlin die that is bound to it (F-107)."""
    return attack.dice + gremlin_dice(state, attack.attacker, attack.target)


def defence_gremlins(state: Play, who: str) -> tuple[tuple[str, int], ...]:
    """Gremlin dice in his defence, by the attacker against whom alone they count: one he does not attack himself."""
    aimed = {one.target for one in attacks_of(state, who)}
    parts = intent(state, who).pool.of(PartKind.GREMLIN)
    return tuple((part.against, part.dice) for part in parts if part.against not in aimed)


def free_dice(state: Play, who: str) -> int:
    """What of his pool is not bound to a target: the dice he divides."""
    return intent(state, who).pool.size - sum(part.dice for part in intent(state, who).pool.of(PartKind.GREMLIN))


def defence_dice(state: Play, who: str) -> int:
    """The rest of his pool (F-105); of one who does something else, what the table leaves him (F-120, A20)."""
    doing = intent(state, who)
    rest = free_dice(state, who) - sum(one.dice for one in attacks_of(state, who))
    if doing.other_feat is None or state.config.combat.other_action == "defend_all":
        return rest
    return rest // 2 if state.config.combat.other_action == "half" else 0


def undivided(state: Play, who: str) -> bool:
    """Whether an attack of his has no die yet."""
    return any(not attack_dice(state, one) for one in attacks_of(state, who))


def waited_for(state: Play) -> tuple[Character, ...]:
    """The able ones who have not said that they are ready (F-108)."""
    return tuple(one for one in combatants(state) if one.able and not intent(state, one.id).ready)


def comparisons(state: Play) -> tuple[str, ...]:
    """Ids of attacks, and of contests of other feats, in the order in which they are told (F-103)."""
    return tuple(one for who in (state.combat.order if state.combat else ()) for one in _of(state, who))


def _of(state: Play, who: str) -> Iterable[str]:
    other = intent(state, who).other_feat
    yield from intent(state, who).attacks
    if other is not None:
        yield from (f"{who}.{contest.id}" for contest in other.contests)


@dataclass(frozen=True)
class Throw:
    """Dice that fall together in an exchange."""

    id: str
    """An attack's (``a1``), a defence's (``ben.defence``), a pool's of another feat (``ben.actor``)."""
    who: str
    dice: int
    gremlins: tuple[str, ...] = ()
    """The last of them are gremlin dice of a defence: against whom, die by die."""


def throws(state: Play) -> tuple[Throw, ...]:
    """All dice of the exchange that have no values yet, in the order in which they are told (F-108)."""
    every = (one for who in combatants(state) for one in _thrown_by(state, who.id))
    return tuple(one for one in every if not _fallen(state, one.id))


def _thrown_by(state: Play, who: str) -> Iterator[Throw]:
    """His attacks as declared, then his defence, then what else he does."""
    for attack in attacks_of(state, who):
        yield Throw(attack.id, who, attack_dice(state, attack))
    yield from _defences(state, who)
    other = intent(state, who).other_feat
    if other is not None:
        yield Throw(f"{who}.{ACTOR}", who, other.pool.size)
        yield from (Throw(f"{who}.{one.id}", one.reactor, one.pool.size) for one in other.contests)


def _defences(state: Play, who: str) -> Iterator[Throw]:
    """One roll against all, its gremlin dice last (F-107, F-109); or one against each attack (A14)."""
    rules, dice, bound = state.config.combat, defence_dice(state, who), defence_gremlins(state, who)
    if rules.gremlin_defence == "all":
        dice, bound = dice + sum(number for _, number in bound), ()
    if rules.defence_reuse == "keep_faces":
        against = tuple(target for target, number in bound for _ in range(number))
        shares = [Throw(f"{who}.{DEFENCE}", who, dice + len(against), against)]
    else:
        shares = [
            Throw(f"{one.id}.{DEFENCE}", who, dice + sum(more for target, more in bound if target == one.attacker))
            for one in attacks_on(state, who)
        ]
    yield from (one for one in shares if one.dice)


def _fallen(state: Play, throw_id: str) -> bool:
    """Whether these dice have their values."""
    whose, _, what = throw_id.partition(".")
    if not what:
        return fight(state).attacks[whose].roll is not None
    if what == DEFENCE:
        return whose in fight(state).defence_rolls
    other = intent(state, whose).other_feat
    rolls = {ACTOR: other.roll, **{one.id: one.roll for one in other.contests}} if other else {}
    return rolls.get(what) is not None


def defence_roll(state: Play, attack: Attack) -> Roll:
    """What stands against this attack: the one roll of the defender, or the one of its own (F-109, A14), with gremlin
    dice on this attacker (F-107); without defence dice nothing (F-119)."""
    rolls = fight(state).defence_rolls
    roll = rolls.get(attack.id) or rolls.get(attack.target) or Roll(0, ())
    more = tuple(face for against, face in roll.gremlins if against == attack.attacker)
    faces = None if roll.faces is None else roll.faces + more
    return replace(roll, size=roll.size + len(more), faces=faces)


def fight(state: Play) -> Combat:
    """The fight that is on; the gate has seen to it that there is one."""
    assert state.combat is not None
    return state.combat
