"""Rolling a feat, or telling what real dice show; who speaks first (F-040 to F-043, F-051 to F-054, F-135).

What is rolled here is rolled by *decide*: all faces stand in the events, the ones of roll-offs and of dice that fall
again for want of any success too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from assistant.games.feats import checks, edit, gremlins, names, pools, turns
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import DiceRolled, FirstSpeakerSet
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling, in_combat
from assistant.games.feats.pools import Share
from assistant.games.feats.state import ACTOR, Contest, Feat, Play, Pool, Roll
from assistant.games.feats.terms import FeatKind, Phase, Reason, Side
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Value
from assistant.table import Roll as Wanted
from assistant.table.slots import whole

FEAT_SETUP = frozenset({Phase.FEAT_SETUP})


@dataclass
class Cup:
    """Faces that fell for one command, taken in the order in which the rules ask for them."""

    dice: Dice
    taken: int = 0
    short: int = 0
    """How many are wanted that have not fallen yet; from then on all faces taken are 0, and nothing counts."""

    def take(self, n: int) -> Dice:
        """The next ``n`` faces."""
        got = self.dice[self.taken : self.taken + n]
        self.taken += len(got)
        self.short = self.short or n - len(got)
        return (0,) * n if self.short else got

    def outcome(self, state: Play, seat: str, events: Sequence[PlayEvent]) -> Outcome:
        """The events, or first the dice that are still wanted; the seat that asked calls them, where they are real."""
        return Wanted((state.config.dice.sides,) * self.short, by=seat) if self.short else events


def roll_of(feat: Feat, pool_id: str) -> Roll | None:
    """What a pool of this feat shows."""
    if pool_id == ACTOR:
        return feat.roll
    return next((contest.roll for contest in feat.contests if contest.id == pool_id), None)


def size_of(feat: Feat, pool_id: str) -> int:
    if pool_id == ACTOR:
        return feat.pool.size
    return next(contest.pool.size for contest in feat.contests if contest.id == pool_id)


def pool_ids(feat: Feat) -> tuple[str, ...]:
    return (ACTOR, *(contest.id for contest in feat.contests))


def with_roll(feat: Feat, pool_id: str, roll: Roll) -> Feat:
    """The feat with one pool rolled; from the first one on all are locked (F-135)."""
    locked = replace(feat.pool, locked=True)
    feat = replace(feat, pool=locked, contests=tuple(_locked(contest) for contest in feat.contests))
    if pool_id == ACTOR:
        return replace(feat, roll=roll)
    told = tuple(replace(one, roll=roll) if one.id == pool_id else one for one in feat.contests)
    return replace(feat, contests=told)


def _locked(contest: Contest) -> Contest:
    return replace(contest, pool=replace(contest.pool, locked=True))


def unset(feat: Feat) -> Refusal | None:
    """E_NO_DIFFICULTY while the GM has not said how hard it is (F-040)."""
    waits = feat.kind is FeatKind.FEAT and not feat.contest.ref
    return Refusal("E_NO_DIFFICULTY") if waits else None


def fallen(feat: Feat, cup: Cup, prefix: str = "") -> list[DiceRolled]:
    """Every pool without values is rolled."""
    waiting = [pool_id for pool_id in pool_ids(feat) if roll_of(feat, pool_id) is None]
    return _thrown(feat, waiting, cup, prefix)


def _thrown(feat: Feat, pools_thrown: Sequence[str], cup: Cup, prefix: str) -> list[DiceRolled]:
    """These pools fall together: one roll for both sides (F-040)."""
    sizes = [size_of(feat, one) for one in pools_thrown]
    faces = cup.take(sum(sizes))
    ends = list(accumulate(sizes))
    shares = (faces[end - size : end] for end, size in zip(ends, sizes, strict=True))
    return [DiceRolled(pool=prefix + one, faces=share) for one, share in zip(pools_thrown, shares, strict=True)]


def spoken_first(state: Play, feat: Feat, cup: Cup, prefix: str = "") -> list[PlayEvent]:
    """Who speaks first in each contest of a feat that is rolled (F-051 to F-054)."""
    events: list[PlayEvent] = []
    if state.config.tie.zero_zero == "reroll":
        while (again := _blank_pools(state, feat)) and not cup.short:
            for pool_id, rolled in zip(again, _thrown(feat, again, cup, prefix), strict=True):
                events.append(rolled)
                feat = with_roll(feat, pool_id, Roll(size_of(feat, pool_id), rolled.faces))
    chosen = _compared_contests(state, feat)
    events += [_first(state, feat, contest, contest in chosen, cup, prefix) for contest in feat.contests]
    return events


def _blank_pools(state: Play, feat: Feat) -> list[str]:
    """Pools of contests in which nobody scored, where there is anything to roll again (A02)."""
    pairs = [(contest.id, turns.sides(state, feat, contest)) for contest in feat.contests]
    blank = [one for one, (acting, reacting) in pairs if not acting.successes and not reacting.successes]
    again = [ACTOR, *blank] if blank else []
    return again if any(size_of(feat, one) for one in again) else []


def _compared_contests(state: Play, feat: Feat) -> tuple[Contest, ...]:
    """All; or the best resister's alone, or the one in which everybody is told in turn (A25)."""
    many = state.config.opposed.many
    if many == "pairs" or len(feat.contests) == 1:
        return feat.contests
    if many == "ranking":
        return feat.contests[:1]
    resisters = [(contest, turns.sides(state, feat, contest)[1]) for contest in feat.contests]
    best = max(resisters, key=lambda one: (one[1].successes, one[1].dice))  # max takes the first of equals
    return (best[0],)


def _first(state: Play, feat: Feat, contest: Contest, chosen: bool, cup: Cup, prefix: str) -> FirstSpeakerSet:
    contest_id = prefix + contest.id
    if not chosen:
        return FirstSpeakerSet(contest=contest_id, side=None, reason=Reason.BETTER)
    if state.config.opposed.many == "ranking" and len(feat.contests) > 1:
        best = turns.ranked(state, feat)[0]
        return FirstSpeakerSet(contest=contest_id, side=best.side, reason=Reason.SUCCESSES)
    return first_of(state, contest_id, *turns.sides(state, feat, contest), cup)


def first_of(state: Play, contest_id: str, acting: turns.Party, reacting: turns.Party, cup: Cup) -> FirstSpeakerSet:
    """Who speaks first in one comparison; a roll-off takes a die each from the cup until they differ (F-053)."""
    side, reason = turns.compared(state.config, acting, reacting)
    faces: Dice = ()
    if reason is Reason.ROLL_OFF:
        while not faces or (faces[-1] == faces[-2] and not cup.short):
            faces += cup.take(2)
        side = Side.ACTING if faces[-2] > faces[-1] else Side.REACTING
    return FirstSpeakerSet(contest=contest_id, side=side, reason=reason, faces=faces)


def settled(state: Play, feat: Feat, cup: Cup) -> list[PlayEvent]:
    """What the last value of a feat brings about: gremlins eat, and it is known who speaks first (F-024, F-135)."""
    eaten = [one for share in pools.shares(state) for one in gremlins.eaten(state, _pool(state, share))]
    return [*eaten, *spoken_first(state, feat, cup)]


def _pool(state: Play, share: Share) -> Pool:
    return edit.find_pool(state, share.pool_id) or Pool()


def _roll(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-040: either side says so; every pool that has no values yet falls."""
    feat = state.feat
    assert feat is not None  # the gate has seen to it
    mine = any(pools.owns(state, command.seat, share.who) for share in pools.shares(state))
    if not mine and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    fault = unset(feat)
    return fault or _completed(state, (), command, dice)


def _completed(
    state: Play, told: Sequence[DiceRolled], command: Command, dice: Dice, everything: bool = True
) -> Outcome:
    """The values told, then the rest of the pools (``everything``), then what follows of the last."""
    feat, cup = state.feat, Cup(dice)
    assert feat is not None  # the gate has seen to it
    for event in told:
        feat = with_roll(feat, event.pool, Roll(size_of(feat, event.pool), event.faces, event.told))
    rest = fallen(feat, cup) if everything else []
    for event in rest:
        feat = with_roll(feat, event.pool, Roll(size_of(feat, event.pool), event.faces))
    after = settled(state, feat, cup) if feat.rolled and not cup.short else []
    return cup.outcome(state, command.seat, (*told, *rest, *after))


def _report(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-042: what real dice of one pool show, face by face or only how many successes."""
    share = _unrolled(state, command)
    if isinstance(share, Refusal | Ask):
        return share
    fault = misreported(state, command, _pool(state, share).size)
    if fault is not None:
        return fault
    event = DiceRolled(pool=share.pool_id, faces=faces_told(command), told=whole(command, "n") or 0, real=True)
    return _completed(state, (event,), command, dice, everything=False)


def _called_out(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-042, where the faces come as what fell for this command: "I rolled four five two"."""
    share = _unrolled(state, command)
    if isinstance(share, Refusal | Ask):
        return share
    size = _pool(state, share).size
    if len(dice) < size:
        return Wanted((state.config.dice.sides,) * (size - len(dice)), by=command.seat)
    event = DiceRolled(pool=share.pool_id, faces=dice[:size], real=True)
    return _completed(state, (event,), command, dice[size:], everything=False)


def _unrolled(state: Play, command: Command) -> Share | Refusal | Ask:
    """The speaker's own pool that has no values yet."""
    feat = state.feat
    assert feat is not None  # the gate has seen to it
    fault = unset(feat)
    if fault is not None:
        return fault
    share = pools.meant(state, command, lambda one: roll_of(feat, one.pool_id) is None, otherwise="E_ROLLED")
    if isinstance(share, Refusal | Ask):
        return share
    if not pools.owns(state, command.seat, share.who):
        return Refusal("E_NOT_YOURS")
    return share if roll_of(feat, share.pool_id) is None else Refusal("E_ROLLED")


def faces_told(command: Command) -> tuple[int, ...] | None:
    """The faces called out; None where only successes were."""
    faces = command.slots.get("face")
    return (
        None
        if faces is None
        else tuple(one for one in faces if isinstance(one, int))
        if isinstance(faces, tuple)
        else ()
    )


def misreported(state: Play, command: Command, size: int) -> Refusal | None:
    """E_COUNT unless these can be the values of so many dice."""
    faces, n = faces_told(command), whole(command, "n")
    if faces is None:
        right = n is not None and 0 <= n <= size
    else:
        right = len(faces) == size and all(1 <= face <= state.config.dice.sides for face in faces)
    return None if right else Refusal("E_COUNT", {"n": size})


DECIDE = {
    "roll": Order(_roll, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "report": Order(_report, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
    "rolled": Order(_called_out, phases=FEAT_SETUP, applies=lambda state: not in_combat(state)),
}


def _rolled(state: Play, event: DiceRolled) -> Play:
    found, inner = edit.find_feat(state, event.pool)
    assert found is not None
    roll = Roll(size_of(found, inner), event.faces, event.told)
    return edit.with_feat(state, event.pool, lambda feat: with_roll(feat, inner, roll))


def _first_set(state: Play, event: FirstSpeakerSet) -> Play:
    """Known anew after a second try: then the telling begins with the first contest again."""
    state = edit.contest(state, event.contest, {"first": event.side, "skipped": event.side is None})
    return edit.with_feat(state, event.contest, lambda feat: replace(feat, current=0))


EVOLVE: Evolving = {DiceRolled: _rolled, FirstSpeakerSet: _first_set}


def _open(state: Play) -> Iterable[Open]:
    if state.phase is not Phase.FEAT_SETUP:
        return
    assert state.feat is not None
    yield from ASKING.plain(state, "roll", DECIDE["roll"])
    sides, most = state.config.dice.sides, state.config.dice.max_pool
    by: dict[str, list[int]] = {}
    for share in pools.shares(state):
        character = state.character(share.who)
        seat = character.seat if character else state.gm.id if state.gm else ""
        if roll_of(state.feat, share.pool_id) is None and unset(state.feat) is None:
            by.setdefault(seat, []).append(size_of(state.feat, share.pool_id))
    if by:
        may = frozenset(by)
        yield Open("rolled", may, {"dice": range(1, sides + 1)})
        yield Open("report", may, {"face": range(1, sides + 1)})
        yield Open("report", may, {"n": range(most + 1)})


OPEN = (_open,)


def _tell_first(state: Play, event: FirstSpeakerSet) -> Iterable[Cue]:
    feat, inner = edit.find_feat(state, event.contest)
    contest = next((one for one in feat.contests if one.id == inner), None) if feat else None
    if feat is None or contest is None or event.reason is Reason.BETTER:
        return
    acting, reacting = turns.sides(state, feat, contest)
    speaks = names.display(state, reacting.who if event.side is Side.REACTING else acting.who)
    slots: dict[str, Value] = {
        "name": names.display(state, acting.who),
        "a": acting.successes,
        "other": names.display(state, reacting.who),
        "b": reacting.successes,
        "first": speaks,
    }
    yield Cue(f"FirstSpeakerSet.{event.reason.lower()}" if event.side else "FirstSpeakerSet.nobody", slots)


def _tell_rolled(state: Play, event: DiceRolled) -> Iterable[Cue]:
    """One pool of several; the last one is told with who speaks first."""
    feat, inner = edit.find_feat(state, event.pool)
    roll = roll_of(feat, inner) if feat else None
    assert feat is not None
    assert roll is not None
    slots: dict[str, Value] = {
        "name": names.display(state, next(one.who for one in pools.shares(state) if one.pool_id == event.pool)),
        "n": roll.successes(state.config.dice.success_from),
    }
    waiting = next((one for one in pools.shares(state) if roll_of(feat, one.pool_id) is None), None)
    if event.real and waiting is not None:
        yield Cue("DiceRolled.waiting", slots | {"other": names.display(state, waiting.who)})
    if state.config.speech.faces and roll.faces:
        yield Cue("DiceRolled.faces", slots | {"faces": roll.faces})


NARRATE: Telling = {DiceRolled: _tell_rolled, FirstSpeakerSet: _tell_first}
