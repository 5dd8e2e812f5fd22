"""Statements about a feat, one for each success, in turn (F-055 to F-063, F-141)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.feats import checks, edit, names, pools, terms, turns
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import (
    ContestClosed,
    FeatClosed,
    OutcomeEstablished,
    StatementMade,
    SuccessCharged,
)
from assistant.games.feats.injuries import suffered
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.state import Play, Statement
from assistant.games.feats.terms import Outcome as Result
from assistant.games.feats.terms import Phase, Side, StatementKind
from assistant.games.feats.turns import Party, Tale
from assistant.table import Command, Cue, Dice, Open, Refusal, Value
from assistant.table.slots import words

FEAT_TOLD = frozenset({Phase.FEAT_ROLLED, Phase.FEAT_STATING})
ESTABLISHING = {Result.SUCCESS: StatementKind.ESTABLISH_SUCCESS, Result.FAILURE: StatementKind.ESTABLISH_FAILURE}


def tale(state: Play) -> Tale:
    """What is told now in the open feat."""
    assert state.feat is not None  # the gate has seen to it
    return turns.told(state, state.feat, state.feat.contest)


def speaker(state: Play, now: Tale, seat: str) -> Party | Refusal:
    """Whose statement is next, if this seat speaks for that side; E_NOT_YOUR_TURN."""
    next_up = now.turn
    if next_up is None:
        return Refusal("E_NO_SUCCESS_LEFT")
    if not pools.owns(state, seat, next_up.who):
        return Refusal("E_NOT_YOUR_TURN", {"name": names.display(state, next_up.who)})
    return next_up


def made(now: Tale, by: Party, kind: StatementKind, command: Command) -> StatementMade:
    n = len(now.statements) + 1
    return StatementMade(contest=now.id, n=n, side=by.side, who=by.who, kind=kind, text=words(command) or None)


def established(state: Play, now: Tale, command: Command, outcome: Result) -> Outcome:
    """The very first statement (F-057): E_FACT, E_NOT_YOUR_TURN, E_NEEDS_SUCCESS."""
    if now.outcome is not None:
        return Refusal("E_FACT")
    by = speaker(state, now, command.seat)
    if isinstance(by, Refusal):
        return by
    if outcome is Result.SUCCESS and not _may_succeed(state, now, by):
        return Refusal("E_NEEDS_SUCCESS")
    return (
        made(now, by, ESTABLISHING[outcome], command),
        OutcomeEstablished(contest=now.id, outcome=outcome),
    )


def _may_succeed(state: Play, now: Tale, by: Party) -> bool:
    """The reacting side always (F-058); the acting side with enough successes (F-063); nobody without any (F-054)."""
    if now.blank:
        return state.config.tie.zero_zero == "tie_rule_free"
    return by.side is Side.REACTING or by.successes >= now.needed


def _success(state: Play, command: Command, dice: Dice) -> Outcome:
    return established(state, tale(state), command, Result.SUCCESS)


def _failure(state: Play, command: Command, dice: Dice) -> Outcome:
    return established(state, tale(state), command, Result.FAILURE)


def later(state: Play, now: Tale, seat: str) -> Party | Refusal:
    """Who makes a statement after the first; E_NOT_YOUR_TURN, E_MUST_ESTABLISH."""
    by = speaker(state, now, seat)
    if isinstance(by, Party) and now.outcome is None:
        return Refusal("E_MUST_ESTABLISH")
    return by


def _detail(state: Play, command: Command, dice: Dice) -> Outcome:
    now = tale(state)
    if not now.parties:
        return _let_go(state, command)
    by = later(state, now, command.seat)
    return by if isinstance(by, Refusal) else (made(now, by, StatementKind.DETAIL, command),)


def _let_go(state: Play, command: Command) -> Outcome:
    """Nobody tells what nobody scored in (A02): on the word of either side, when no second try is wanted."""
    mine = any(pools.owns(state, command.seat, share.who) for share in pools.shares(state))
    if not mine and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    return (_closed(state),)


def _closed(state: Play) -> PlayEvent:
    feat = state.feat
    assert feat is not None  # the gate has seen to it
    if feat.current + 1 < len(feat.contests):
        return ContestClosed(contest=feat.contest.id)
    return FeatClosed(outcomes=tuple(one.outcome for one in feat.contests))


def _forgo(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-061."""
    now = tale(state)
    return _let_go(state, command) if not now.parties else forgone(state, now, command)


def forgone(state: Play, now: Tale, command: Command) -> Outcome:
    """One success left unspent, or (slot ``how``: all) every one that is left."""
    by = later(state, now, command.seat)
    if isinstance(by, Refusal):
        return by
    if not state.config.statements.forgo:
        return Refusal("E_STATEMENTS_LEFT", {"name": names.display(state, by.who), "k": now.left(by)})
    count = now.left(by) if command.slots.get("how") == "all" else 1
    return tuple(
        replace(made(now, by, StatementKind.FORGONE, command), n=len(now.statements) + n, text=None, more=count - n)
        for n in range(1, count + 1)
    )


def _two_ideas(state: Play, command: Command, dice: Dice) -> Outcome:
    return charged(state, tale(state))


def charged(state: Play, now: Tale) -> Outcome:
    """F-059: the last statement held two ideas and costs one success more."""
    if not state.config.statements.two_ideas_cost or not now.statements:
        return Refusal("E_NOTHING")
    last = next(party for party in now.parties if party.who == now.statements[-1].who)
    if now.statements[-1].kind is StatementKind.FORGONE:
        return Refusal("E_NOTHING")
    return (SuccessCharged(contest=now.id, who=last.who),) if now.left(last) > 0 else Refusal("E_NO_SUCCESS_LEFT")


def _injury(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-141: it lands at once."""
    now = tale(state)
    by = later(state, now, command.seat)
    if isinstance(by, Refusal):
        return by
    if state.config.injury.outside_combat == "gm" and not checks.is_gm(state, command.seat):
        return Refusal("E_GM_ONLY")
    others = [state.character(party.who) for party in now.parties if party.side is not by.side]
    targets = [one for one in others if one is not None]
    if "name" in command.slots:
        named = checks.named(state, command)
        if isinstance(named, Refusal):
            return named
        targets = [one for one in targets if one == named]
    if len(targets) != 1:
        return checks.which(command, "name", targets) if targets else Refusal("E_TARGET")
    if targets[0].dead:
        return Refusal("E_DEAD", {"name": targets[0].name})
    harm = suffered(state, targets[0], words(command), terms.Cause.STATEMENT)
    return (made(now, by, StatementKind.INJURY, command), harm)


def _over(state: Play) -> PlayEvent | None:
    """F-062: with both budgets empty the contest, and with the last one the feat, is over."""
    feat = state.feat
    if feat is None or not feat.rolled or tale(state).turn is not None:
        return None
    still = any(turns.told(state, feat, one).turn is not None for one in feat.contests[feat.current :])
    return _closed(state) if feat.stated or still else None  # a second try may bring something to tell yet


FOLLOWS = (_over,)


def _told_in_feat(state: Play) -> bool:
    return not in_combat(state)


DECIDE = {
    "success": Order(_success, phases=FEAT_TOLD, applies=_told_in_feat),
    "failure": Order(_failure, phases=FEAT_TOLD, applies=_told_in_feat),
    "next": Order(_detail, phases=FEAT_TOLD, applies=_told_in_feat),
    "pass": Order(_forgo, phases=FEAT_TOLD, applies=_told_in_feat),
    "two_ideas": Order(_two_ideas, gm=True, phases=FEAT_TOLD, applies=_told_in_feat),
    "state_injury": Order(_injury, phases=FEAT_TOLD, applies=_told_in_feat),
}


def _made(state: Play, event: StatementMade) -> Play:
    contest = edit.find_contest(state, event.contest)
    assert contest is not None
    statement = Statement(event.n, event.side, event.who, event.kind, event.text)
    return edit.contest(state, event.contest, {"statements": (*contest.statements, statement)})


def _charged(state: Play, event: SuccessCharged) -> Play:
    contest = edit.find_contest(state, event.contest)
    assert contest is not None
    return edit.contest(state, event.contest, {"charged": (*contest.charged, event.who)})


def _contest_closed(state: Play, event: ContestClosed) -> Play:
    return edit.with_feat(state, event.contest, lambda feat: replace(feat, current=feat.current + 1))


EVOLVE: Evolving = {
    StatementMade: _made,
    SuccessCharged: _charged,
    OutcomeEstablished: lambda state, event: edit.contest(state, event.contest, {"outcome": event.outcome}),
    ContestClosed: _contest_closed,
    FeatClosed: lambda state, event: replace(state, feat=None),
}


def _open(state: Play) -> Iterable[Open]:
    if state.phase not in FEAT_TOLD:
        return
    for intent in ("success", "failure", "next", "pass", "two_ideas", "state_injury"):
        yield from ASKING.plain(state, intent, DECIDE[intent])
    yield from ASKING.named(state, "state_injury", DECIDE["state_injury"], "name", names.characters(state))


OPEN = (_open,)


def next_up(state: Play, now: Tale | None) -> dict[str, Value] | None:
    """Who speaks next and how often, for a line; None: nobody."""
    party = now.turn if now else None
    return {"next": names.display(state, party.who), "k": now.left(party)} if now and party else None


def _tell_made(state: Play, event: StatementMade) -> Sequence[Cue]:
    """The first one is told with the outcome, an injury with what it does, several left unspent once."""
    if event.more:
        return ()
    now = turns.tale_of(state, event.contest)
    slots = next_up(state, now)
    if event.kind is StatementKind.FORGONE:
        return (Cue("StatementMade.forgone", {"side": names.display(state, event.who)}),)
    if slots is None or event.kind in ESTABLISHING.values():
        return ()
    return (Cue("StatementMade", slots),)


def _tell_established(state: Play, event: OutcomeEstablished) -> Iterable[Cue]:
    slots = next_up(state, turns.tale_of(state, event.contest))
    key = f"OutcomeEstablished.{event.outcome.lower()}"
    yield Cue(key, slots) if slots else Cue(f"{key}.last")


def _tell_charged(state: Play, event: SuccessCharged) -> Iterable[Cue]:
    now = turns.tale_of(state, event.contest)
    assert now is not None
    yield Cue("SuccessCharged", {"k": next(now.left(one) for one in now.parties if one.who == event.who)})


def _tell_closed(state: Play, event: FeatClosed) -> Iterable[Cue]:
    if len(event.outcomes) > 1:
        yield Cue("FeatClosed")
    else:
        outcome = event.outcomes[0] if event.outcomes else None
        yield Cue(f"FeatClosed.{outcome.lower()}" if outcome else "FeatClosed.nobody")


def _tell_contest(state: Play, event: ContestClosed) -> Iterable[Cue]:
    """Who is compared next (F-072)."""
    feat = state.feat
    now = tale(state) if feat is not None else None
    slots = next_up(state, now)
    if feat is not None and slots is not None:
        yield Cue("ContestClosed", {"other": names.display(state, feat.contest.reactor), **slots})


NARRATE: Telling = {
    StatementMade: _tell_made,
    OutcomeEstablished: _tell_established,
    SuccessCharged: _tell_charged,
    ContestClosed: _tell_contest,
    FeatClosed: _tell_closed,
}
