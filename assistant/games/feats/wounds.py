"""What the statements of one attack come to: injuries told, injuries guarded, the net (F-111 to F-119)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.feats.config import CombatRules
from assistant.games.feats.state import Attack, Statement
from assistant.games.feats.terms import Outcome, Side, StatementKind


def told(attack: Attack) -> tuple[Statement, ...]:
    """The statements that are injuries to the target, in the order told; the hit is the first (F-111, F-115)."""
    if attack.outcome is not Outcome.SUCCESS:
        return ()
    return tuple(one for one in attack.statements if one.n == 1 or _is_extra(one))


def _is_extra(statement: Statement) -> bool:
    return statement.kind is StatementKind.INJURY and statement.side is Side.ACTING


def guards(attack: Attack) -> int:
    return sum(one.kind is StatementKind.DEFEND for one in attack.statements)


def may_add(attack: Attack, successes: int) -> bool:
    """Whether the attacker may tell one more: one of his successes stands for the hit, whoever told that (F-115)."""
    return attack.outcome is Outcome.SUCCESS and len(told(attack)) < successes


def may_guard(attack: Attack, rules: CombatRules) -> bool:
    """Whether a success may be spent on a guard now (F-116); with ``guard_timing`` "after" there has to be an injury
    that it stops (A17)."""
    if attack.outcome is not Outcome.SUCCESS:
        return False
    return rules.guard_timing != "after" or any(_guardable(attack, rules))


def may_riposte(attack: Attack, attacking: int, defending: int) -> bool:
    """Whether a defender may hurt the attacker: after a miss, once for each success that he has more (A19)."""
    if attack.outcome is not Outcome.FAILURE:
        return False
    return riposted(attack) < defending - attacking


def riposted(attack: Attack) -> int:
    """Injuries told by the defender."""
    return sum(one.kind is StatementKind.INJURY and one.side is Side.REACTING for one in attack.statements)


def _guardable(attack: Attack, rules: CombatRules) -> Iterator[bool]:
    """Of each injury told so far: whether a guard can still stop it."""
    standing = landed(attack, rules)
    return (rules.guard_first_injury or one.n > 1 for one in standing)


def landed(attack: Attack, rules: CombatRules) -> tuple[Statement, ...]:
    """The injuries that stand as it has been told so far, the earliest first; the others are details (F-117).

    A guard stops one injury, told before or after it; never the first, unless the table has it so (A16, A17).
    """
    first, *more = told(attack) or (None,)
    if first is None:
        return ()
    stopped = _stopped_in_order(attack) if rules.guard_timing == "before" else guards(attack)
    left = max(0, len(more) - stopped)
    spared = rules.guard_first_injury and rules.guard_timing != "before" and stopped > len(more)
    return () if spared else (first, *more[:left])


def _stopped_in_order(attack: Attack) -> int:
    """Guards that were up when an extra injury was told: each stops the next one."""
    up = stopped = 0
    for statement in attack.statements:
        if statement.kind is StatementKind.DEFEND:
            up += 1
        elif _is_extra(statement) and up:
            up, stopped = up - 1, stopped + 1
    return stopped
