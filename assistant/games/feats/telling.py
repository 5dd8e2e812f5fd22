"""Telling an exchange: every attack like a feat, then all injuries at once (F-110 to F-118, F-122, F-139)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.feats import (
    aiming,
    checks,
    edit,
    fight,
    injuries,
    names,
    pools,
    rep,
    stating,
    terms,
    turns,
    wounds,
)
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_combat import (
    AttackSettled,
    ExchangeApplied,
    ExchangeOpened,
    InjuryTold,
)
from assistant.games.feats.events_feat import (
    ContestClosed,
    InjurySuffered,
)
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, in_combat
from assistant.games.feats.state import Attack, Character, Injury, Play
from assistant.games.feats.terms import Cause, Kind, Phase, Side, StatementKind
from assistant.games.feats.terms import Outcome as Result
from assistant.games.feats.turns import Party, Tale
from assistant.table import Command, Cue, Dice, Open, Refusal
from assistant.table.slots import words

TOLD = frozenset({Phase.COMBAT_ROLLED, Phase.COMBAT_STATING})


def current(state: Play) -> Tale | None:
    """The comparison that is told now: the first in order that has something left to tell."""
    fights = (turns.tale_of(state, one) for one in fight.comparisons(state) if not _closed(state, one))
    return next((tale for tale in fights if tale is not None and tale.parties), None)


def _closed(state: Play, contest_id: str) -> bool:
    attack = fight.fight(state).attacks.get(contest_id)
    if attack is not None:
        return attack.net is not None
    feat, inner = edit.find_feat(state, contest_id)
    return feat is None or inner in [one.id for one in feat.contests[: feat.current]]


def attack_in(state: Play, tale: Tale) -> Attack | None:
    """The attack that is told, if it is one."""
    return fight.fight(state).attacks.get(tale.id)


def _now(state: Play) -> Tale | Refusal:
    return current(state) or Refusal("E_NO_SUCCESS_LEFT")


def _establish(state: Play, command: Command, outcome: Result) -> Outcome:
    """F-110 to F-113: nobody makes a hit of an attack that has no success."""
    now = _now(state)
    if isinstance(now, Refusal):
        return now
    made = stating.established(state, now, command, outcome)
    attacker = now.party(Side.ACTING) if attack_in(state, now) else None
    if isinstance(made, Refusal) or outcome is Result.FAILURE or attacker is None:
        return made
    return Refusal("E_NEEDS_SUCCESS") if not attacker.successes else _not_his_words(state, now, command) or made


def _not_his_words(state: Play, now: Tale, command: Command) -> Refusal | None:
    """E_NOT_YOUR_TURN where somebody else tells what kind of injury it is (F-114)."""
    attack, by = attack_in(state, now), now.turn
    if attack is None or by is None or not words(command):
        return None
    who = teller(state, attack, by.who)
    return (
        None
        if pools.owns(state, command.seat, who)
        else Refusal("E_NOT_YOUR_TURN", {"name": names.display(state, who)})
    )


def _success(state: Play, command: Command, dice: Dice) -> Outcome:
    return _establish(state, command, Result.SUCCESS)


def _failure(state: Play, command: Command, dice: Dice) -> Outcome:
    return _establish(state, command, Result.FAILURE)


def _detail(state: Play, command: Command, dice: Dice) -> Outcome:
    """A statement that changes no number. With nothing left to tell it lets the exchange go on."""
    now = current(state)
    if now is None:
        return _land(state)
    by = stating.later(state, now, command.seat)
    return by if isinstance(by, Refusal) else (stating.made(now, by, StatementKind.DETAIL, command),)


def _land(state: Play) -> Outcome:
    """Nobody scored and nobody tells (A02), or nobody wants to buy himself off."""
    return (_applied(state),)


def _applied(state: Play) -> ExchangeApplied:
    return ExchangeApplied(injuries=fight.fight(state).pending)


def _forgo(state: Play, command: Command, dice: Dice) -> Outcome:
    now = current(state)
    return _land(state) if now is None else stating.forgone(state, now, command)


def _two_ideas(state: Play, command: Command, dice: Dice) -> Outcome:
    now = _now(state)
    return now if isinstance(now, Refusal) else stating.charged(state, now)


def _injury(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-115, and F-141 in another action: one injury more."""
    now = _now(state)
    if isinstance(now, Refusal):
        return now
    by = stating.later(state, now, command.seat)
    if isinstance(by, Refusal):
        return by
    target = _hurt(state, command, now, by)
    if isinstance(target, Refusal):
        return target
    attack = attack_in(state, now)
    made = stating.made(now, by, StatementKind.INJURY, command)
    if attack is not None:
        return _extra(state, now, attack, by) or _not_his_words(state, now, command) or (made,)
    if state.config.injury.outside_combat == "gm" and not checks.is_gm(state, command.seat):
        return Refusal("E_GM_ONLY")
    return (made, InjuryTold(who=target.id, injury=_numbered(state, words(command), 1, Cause.STATEMENT)))


def _hurt(state: Play, command: Command, now: Tale, by: Party) -> Character | Refusal:
    """Who is hurt by it: the character on the other side. E_TARGET for difficulty dice, and for anybody else named."""
    other = now.party(by.side.other)
    target = state.character(other.who) if other is not None else None
    named = checks.named(state, command) if "name" in command.slots else target
    if isinstance(named, Refusal):
        return named
    return target if target is not None and target == named else Refusal("E_TARGET")


def _extra(state: Play, now: Tale, attack: Attack, by: Party) -> Refusal | None:
    """E_FACT after a miss and for a defender, unless the table lets him hurt his attacker (A19)."""
    if by.side is Side.REACTING:
        acting = now.party(Side.ACTING)
        back = acting is not None and wounds.may_riposte(attack, acting.successes, by.successes)
        return None if state.config.combat.riposte and back else Refusal("E_FACT")
    if attack.outcome is not Result.SUCCESS:
        return Refusal("E_FACT")
    return None if wounds.may_add(attack, by.successes) else Refusal("E_NO_SUCCESS_LEFT")


def _guard(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-116."""
    now = _now(state)
    if isinstance(now, Refusal):
        return now
    by = stating.later(state, now, command.seat)
    if isinstance(by, Refusal):
        return by
    attack = attack_in(state, now)
    if attack is None or by.side is Side.ACTING or not wounds.may_guard(attack, state.config.combat):
        return Refusal("E_FACT")
    return (stating.made(now, by, StatementKind.DEFEND, command),)


def _whose_turn(state: Play, command: Command, dice: Dice) -> Outcome:
    """Before the roll: who is waited for."""
    if state.phase not in TOLD:
        waiting = fight.waited_for(state)
        return Cue("waiting", {"names": aiming.listed(waiting)}) if waiting else Cue("all_ready")
    slots = stating.next_up(state, current(state))
    return Cue("whose_turn", slots) if slots else Cue("whose_turn.nobody")


def _next_exchange(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-122: it follows by itself; said aloud it names who is still to declare. E_STATEMENTS_LEFT before that."""
    if state.phase not in TOLD:
        return _whose_turn(state, command, dice)
    now = current(state)
    if now is None:
        return _land(state)
    assert now.turn is not None  # what is told in full is settled by now (F-117)
    return Refusal("E_STATEMENTS_LEFT", {"name": names.display(state, now.turn.who), "k": now.left(now.turn)})


def teller(state: Play, attack: Attack, spender: str | None = None) -> str:
    """Who tells what kind of injury it is (F-114, A18): by default whoever spends, or has spent, the success."""
    rule = state.config.combat.injury_narrator
    heroes = [one for one in (attack.attacker, attack.target) if _hero(state, one)]
    if rule == "victim":
        return attack.target
    if rule == "player" and heroes:
        return heroes[0]
    return spender or attack.statements[0].who


def _hero(state: Play, who: str) -> bool:
    character = state.character(who)
    return character is not None and character.kind is Kind.PC


DECIDE = {
    "hit": Order(_success, phases=TOLD),
    "miss": Order(_failure, phases=TOLD),
    "success": Order(_success, phases=TOLD, applies=in_combat),
    "failure": Order(_failure, phases=TOLD, applies=in_combat),
    "next": Order(_detail, phases=TOLD, applies=in_combat),
    "pass": Order(_forgo, phases=TOLD, applies=in_combat),
    "two_ideas": Order(_two_ideas, gm=True, phases=TOLD, applies=in_combat),
    "state_injury": Order(_injury, phases=TOLD, applies=in_combat),
    "extra_injury": Order(_injury, phases=TOLD),
    "guard": Order(_guard, phases=TOLD),
    "whose_turn": Order(_whose_turn, applies=in_combat),
    "next_exchange": Order(_next_exchange, phases=terms.COMBAT),
}


def _told(state: Play) -> PlayEvent | None:
    """F-117: what is told in full is settled; a contest of another action is over (F-062)."""
    if state.phase not in TOLD:
        return None
    now = current(state)
    if now is None or now.turn is not None:
        return None
    attack = attack_in(state, now)
    return ContestClosed(contest=now.id) if attack is None else _settled(state, attack)


def _settled(state: Play, attack: Attack) -> AttackSettled:
    """The earliest told land first; what was guarded is a detail."""
    lands = wounds.landed(attack, state.config.combat)
    back = [one for one in attack.statements if one.kind is StatementKind.INJURY and one.side is Side.REACTING]
    whose = [(attack.target, one) for one in lands] + [(attack.attacker, one) for one in back]
    suffered = tuple(
        (who, _numbered(state, one.text or "", n, Cause.ATTACK)) for n, (who, one) in enumerate(whose, start=1)
    )
    return AttackSettled(attack=attack.id, net=len(lands), injuries=suffered)


def _numbered(state: Play, label: str, more: int, cause: Cause) -> Injury:
    return Injury(f"i{state.last_injury + more}", label, cause, fight.fight(state).exchange)


def _all_told(state: Play) -> PlayEvent | None:
    """F-118, F-122, F-139: all lands together, and the next exchange follows at once.

    It waits for a word where nobody has spoken, for a second try may bring something to tell yet; and where somebody
    may still buy off an injury.
    """
    if state.phase not in TOLD or current(state) is not None:
        return None
    if fight.fight(state).applied:
        return ExchangeOpened(n=fight.fight(state).exchange + 1)
    silent = state.phase is Phase.COMBAT_ROLLED and bool(fight.comparisons(state))
    return None if silent or may_refuse(state) else _applied(state)


def may_refuse(state: Play) -> tuple[Character, ...]:
    """Who can still buy off an injury that is to land (5.2)."""
    buys = [one for one in state.config.rep.buy if one.effect == "refuse_injury"]
    hurt = {who for who, _ in fight.fight(state).pending}
    bearers = [one for one in state.characters if one.id in hurt]
    return tuple(
        one
        for one in bearers
        if any(rep.affordable(state, one, fight.intent(state, one.id).pool, buy) is None for buy in buys)
    )


FOLLOWS = (_told, _all_told)


def _attack_settled(state: Play, event: AttackSettled) -> Play:
    state = edit.contest(state, event.attack, {"net": event.net})
    return _pending(state, event.injuries)


def _pending(state: Play, suffered: tuple[tuple[str, Injury], ...]) -> Play:
    numbers = [int(injury.id[1:]) for _, injury in suffered]
    state = replace(state, last_injury=max([state.last_injury, *numbers]))
    return edit.combat(state, lambda on: replace(on, pending=(*on.pending, *suffered)))


def _landed(state: Play, event: ExchangeApplied) -> Play:
    """One after the other or all together: the order makes no difference (F-118)."""
    for who, injury in event.injuries:
        state = injuries.EVOLVE[InjurySuffered](state, InjurySuffered(who=who, injury=injury))
    return edit.combat(state, lambda on: replace(on, pending=(), applied=True))


EVOLVE: Evolving = {
    AttackSettled: _attack_settled,
    InjuryTold: lambda state, event: _pending(state, ((event.who, event.injury),)),
    ExchangeApplied: _landed,
}


def _open(state: Play) -> Iterable[Open]:
    if not in_combat(state):
        return
    yield from ASKING.plain(state, "whose_turn", DECIDE["whose_turn"])
    yield from ASKING.plain(state, "next_exchange", DECIDE["next_exchange"])
    if state.phase not in TOLD:
        return
    for intent in ("hit", "miss", "success", "failure", "next", "pass", "two_ideas", "extra_injury", "guard"):
        yield from ASKING.plain(state, intent, DECIDE[intent])
    yield from ASKING.named(state, "state_injury", DECIDE["state_injury"], "name", names.characters(state))


OPEN = (_open,)
