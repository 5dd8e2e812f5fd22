"""What are the odds: the chance to speak first, for the pools as they stand (F-133)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.games.feats import checks, fight, names, odds, pools, rolling, terms, turns
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Order, Outcome
from assistant.games.feats.state import Attack, Feat, Play, Roll
from assistant.games.feats.terms import Side
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Value


@dataclass(frozen=True)
class Match:
    """Two pools that will be compared, from the point of view of one side."""

    who: str
    side: Side
    own: int
    against: str
    other: int


def _odds(state: Play, command: Command, dice: Dice) -> Outcome:
    if not state.config.speech.odds:
        return Refusal("E_ODDS_OFF")
    if state.feat is not None and rolling.unset(state.feat) is not None:
        return Refusal("E_NO_DIFFICULTY")
    matches = _asked(state, command, list(_of_feat(state.feat)) if state.feat else list(_of_combat(state)))
    if not matches:
        return Refusal("E_NOTHING")
    if len(matches) == 1:
        return _told(state, matches[0])
    return Ask("which.odds", tuple(replace(command, slots=_meaning(command, one)) for one in matches))


def _meaning(command: Command, match: Match) -> dict[str, Value]:
    return {**command.slots, "name": match.who, "target": match.against}


def _asked(state: Play, command: Command, matches: list[Match]) -> list[Match]:
    """Those of the speaker's own side, as the acting one before as the reacting one; else the acting side's."""
    for slot, of in (("name", "who"), ("target", "against")):
        if slot in command.slots:
            wanted = checks.named(state, command, slot)
            key = command.slots[slot] if isinstance(wanted, Refusal) else wanted.id
            matches = [one for one in matches if getattr(one, of) == key]
    acting = [one for one in matches if one.side is Side.ACTING]
    mine = [one for one in acting if pools.owns(state, command.seat, one.who)]
    mine = mine or [one for one in matches if pools.owns(state, command.seat, one.who)]
    return mine or acting or matches


def _of_feat(feat: Feat, prefix: str = "") -> Iterable[Match]:
    for contest in feat.contests:
        own, other = feat.pool.size, contest.pool.size
        yield Match(feat.actor, Side.ACTING, own, contest.reactor, other)
        yield Match(contest.reactor, Side.REACTING, other, feat.actor, own)


def _of_combat(state: Play) -> Iterable[Match]:
    for who in fight.fight(state).order:
        for attack in fight.attacks_of(state, who):
            own, other = fight.attack_dice(state, attack), _standing(state, attack)
            yield Match(attack.attacker, Side.ACTING, own, attack.target, other)
            yield Match(attack.target, Side.REACTING, other, attack.attacker, own)
        feat = fight.intent(state, who).other_feat
        if feat is not None and rolling.unset(feat) is None:
            yield from _of_feat(feat)


def _standing(state: Play, attack: Attack) -> int:
    """The dice that defend against this attack, as they are shared out now."""
    every = state.config.combat.gremlin_defence == "all"
    bound = fight.defence_gremlins(state, attack.target)
    more = sum(dice for against, dice in bound if every or against == attack.attacker)
    return fight.defence_dice(state, attack.target) + more


def _told(state: Play, match: Match) -> Cue:
    config = state.config
    chance = odds.success_chance(config.dice.sides, config.dice.success_from)
    share = _share_of_ties(state, match)
    first = odds.speaks_first(match.own, match.other, chance, share, config.tie.zero_zero)
    slots: dict[str, Value] = {"p": odds.percent(first), "name": names.display(state, match.who)}
    return Cue("odds", {**slots, "other": names.display(state, match.against)})


def _share_of_ties(state: Play, match: Match) -> Fraction:
    """How many of the full ties this side wins (F-053)."""
    own = turns.party(state, match.who, match.side, Roll(match.own, ()))
    other = turns.party(state, match.against, match.side.other, Roll(match.other, ()))
    acting, reacting = (own, other) if match.side is Side.ACTING else (other, own)
    winner = turns.tied(state.config, acting, reacting)
    return Fraction(1, 2) if winner is None else Fraction(winner is match.side)


DECIDE = {"odds": Order(_odds, phases=terms.SETUP)}


def _open(state: Play) -> Iterable[Open]:
    if state.phase in terms.SETUP:
        yield from ASKING.plain(state, "odds", DECIDE["odds"])


OPEN = (_open,)
