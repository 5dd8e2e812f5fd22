"""How a fight is announced while it is told: who scored, what a statement came to, who is hurt (F-110 to F-118)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.feats import fight, injuries, names, rolling, stating, turns
from assistant.games.feats.aiming import listed
from assistant.games.feats.events_combat import (
    AttackSettled,
    ExchangeApplied,
    ExchangeRolled,
    InjuryTold,
)
from assistant.games.feats.events_feat import ContestClosed, FirstSpeakerSet, OutcomeEstablished, StatementMade
from assistant.games.feats.orders import Telling
from assistant.games.feats.state import Play
from assistant.games.feats.telling import attack_in, current, may_refuse, teller
from assistant.games.feats.terms import Outcome, Side, StatementKind
from assistant.games.feats.turns import Tale
from assistant.table import Cue, Value


def compared(state: Play, now: Tale | None) -> Iterable[Cue]:
    """F-110, in words: who scored what, and who tells it."""
    if now is None:
        return
    acting, reacting = now.party(Side.ACTING), now.party(Side.REACTING)
    assert acting is not None  # what is told now has both sides (telling.current)
    assert reacting is not None
    slots: dict[str, Value] = {
        "name": names.display(state, acting.who),
        "a": acting.successes,
        "other": names.display(state, reacting.who),
        "b": reacting.successes,
        "first": names.display(state, now.parties[0].who),
    }
    if now.blank:
        yield Cue("compared.zero" if attack_in(state, now) else "FirstSpeakerSet.zero", slots)
    else:
        yield Cue("compared" if reacting.dice else "compared.undefended", slots)


def _tell_exchange(state: Play, event: ExchangeRolled) -> Iterable[Cue]:
    count = len(fight.comparisons(state))
    yield Cue("ExchangeRolled" if count > 1 else "ExchangeRolled.one" if count else "ExchangeRolled.none", {"n": count})
    yield from compared(state, current(state))


def _tell_first(state: Play, event: FirstSpeakerSet) -> Iterable[Cue]:
    """In a fight it is told when its turn comes; after a second try at once."""
    if state.combat is None:
        yield from rolling.NARRATE[FirstSpeakerSet](state, event)
    elif state.combat.rolled and (now := current(state)) is not None and now.id == event.contest:
        yield from compared(state, now)


def _tell_made(state: Play, event: StatementMade) -> Iterable[Cue]:
    key = {StatementKind.INJURY: "injury", StatementKind.DEFEND: "defend"}.get(event.kind)
    if state.combat is None or key is None:
        yield from stating.NARRATE[StatementMade](state, event)
        return
    slots = stating.next_up(state, turns.tale_of(state, event.contest))
    yield Cue(f"StatementMade.{key}", slots) if slots else Cue(f"StatementMade.{key}.last")


def _tell_established(state: Play, event: OutcomeEstablished) -> Iterable[Cue]:
    attack = state.combat.attacks.get(event.contest) if state.combat else None
    if attack is None:
        yield from stating.NARRATE[OutcomeEstablished](state, event)
        return
    slots = stating.next_up(state, turns.tale_of(state, event.contest))
    if event.outcome is Outcome.SUCCESS:
        yield Cue("hit", {"teller": names.display(state, teller(state, attack))})
    elif slots:
        yield Cue("miss", slots)
    else:
        yield Cue("miss.last")


def _tell_settled(state: Play, event: AttackSettled) -> Iterable[Cue]:
    attack = fight.fight(state).attacks[event.attack]
    if event.net:
        yield Cue("AttackSettled", {"name": names.display(state, attack.target), "net": event.net})
    now = current(state)
    yield from compared(state, now)
    buyers = may_refuse(state) if now is None else ()
    if buyers:
        yield Cue("may_refuse", {"names": listed(buyers)})


def _tell_applied(state: Play, event: ExchangeApplied) -> Iterable[Cue]:
    """Everybody who is hurt, once."""
    for who in dict.fromkeys(who for who, _ in event.injuries):
        yield Cue("InjurySuffered", injuries.standing(state, who))


NARRATE: Telling = {
    ExchangeRolled: _tell_exchange,
    FirstSpeakerSet: _tell_first,
    StatementMade: _tell_made,
    OutcomeEstablished: _tell_established,
    AttackSettled: _tell_settled,
    ContestClosed: lambda state, event: (
        compared(state, current(state)) if state.combat else stating.NARRATE[ContestClosed](state, event)
    ),
    InjuryTold: lambda state, event: (Cue("InjuryTold", {"name": names.display(state, event.who)}),),
    ExchangeApplied: _tell_applied,
}
