"""Zeitgeist: side against side with checks together, shared pools, shared harm (E-115 to E-119).

The dice of a round are two group checks (:mod:`outcomes`), the first side's and then the other's; here is how they are
made of the fighters' steps, and what they come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games.errantry import edit, fighters, harm, marking, outcomes, resolving, rounds, steps
from assistant.games.errantry.events_pain import Blow, HarmShared, PartTaken, RoundResolved, SideRolled
from assistant.games.errantry.orders import Evolving
from assistant.games.errantry.rounds import Stand
from assistant.games.errantry.state import CharacterId, Check, CheckStep, Episode, Pain, Sharing, SideRoll
from assistant.games.errantry.terms import Action, CheckKind, CheckPhase, PainMode, PainPhase, Relation

Side = Sequence[CharacterId]


def split(state: Episode, pain: Pain) -> Episode:
    """A round's check as two together, each from the highest rank down; of equals who joined first (E-116, A-50)."""
    taken = state.check.steps if state.check is not None else ()
    first, second = (_together(pain, taken, side) for side in pain.sides)
    state = edit.pain(state, lambda pain: replace(pain, later=second))
    return replace(state, check=_group(pain, first))


def _group(pain: Pain, played: tuple[CheckStep, ...]) -> Check | None:
    if not played:
        return None
    return Check(f"{pain.id}-{pain.round}-{played[0].character}", CheckKind.GROUP, played, together=True)


def _together(pain: Pain, taken: Sequence[CheckStep], side: Side) -> tuple[CheckStep, ...]:
    """What is hard for one is hard for all (E-074); the first roller has what the side won by defending (A-75)."""
    mine = sorted((step for step in taken if step.character in side), key=lambda step: -step.rank)
    if not mine:
        return ()
    won = sum(extra.count for step in mine for extra in step.bonus if extra.source == "defence")
    hard = max(step.difficulty for step in mine)
    given = max(steps.circumstance(step) for step in mine)
    alike = (_alike(step, hard, given) for step in mine)
    return tuple(steps.with_bonus(step, "defence", won) if not place else step for place, step in enumerate(alike))


def _alike(step: CheckStep, hard: int, given: int) -> CheckStep:
    bonus = tuple(extra for extra in step.bonus if extra.source != "defence")
    penalty = tuple(extra for extra in step.penalty if extra.source not in steps.CIRCUMSTANCE)
    step = replace(step, bonus=bonus, penalty=penalty, difficulty=hard)
    return steps.with_circumstance(step, "marshal", given)


def _side_final(state: Episode) -> SideRolled | None:
    """A side's check is final, or nobody on it acts."""
    pain, check = state.pain, state.check
    if pain is None or pain.mode is not PainMode.ZEITGEIST or pain.phase is not PainPhase.ROLL:
        return None
    if len(pain.rolled) == len(pain.sides) or (check is not None and check.phase is not CheckPhase.FINAL):
        return None
    return SideRolled(side=len(pain.rolled), roll=_side_roll(state, check))


def _side_roll(state: Episode, check: Check | None) -> SideRoll:
    """The last roll is the side's (A-49); whoever made it acted for all (A-75)."""
    result = outcomes.result_step(check, state.settings) if check is not None else None
    last = outcomes.last_played(check) if check is not None else None
    if result is None or last is None:
        return SideRoll()
    return SideRoll(result.sl, last.character, last.pool, result.difficulty, _side_harm(state, result, last))


def _side_harm(state: Episode, result: CheckStep, last: CheckStep) -> int:
    """The level is the harm; gear counts only where the table says so (A-61)."""
    who = state.character(last.character)
    weapons = [gear.bonus for gear in who.weapons] if who and state.settings.zeitgeist_gear == "last_roller" else []
    return harm.amount(result.sl, weapons, (), marking.secrets_of(last, state.settings))


def _resolve(state: Episode) -> RoundResolved | None:
    """The sides compare as perpendicular actions (E-116)."""
    pain = state.pain
    if pain is None or pain.mode is not PainMode.ZEITGEIST or pain.phase is not PainPhase.ROLL:
        return None
    levels = tuple((roll.by, roll.level) for roll in pain.rolled if roll.by)
    rolled = state.check.steps if state.check is not None else ()
    story = resolving.transcendent(state, [step for step in rolled if step.result is not None])
    ended = resolving.ended_by(state, pain, story, levels) if story else None
    if ended is not None and not (state.settings.transcend_harm and pain.rolled):
        return ended
    if len(pain.rolled) < len(pain.sides):
        return None
    resolved = _compared(state, pain, levels)
    return replace(ended, blows=resolved.blows) if ended is not None else resolved


def _compared(state: Episode, pain: Pain, levels: tuple[tuple[CharacterId, int], ...]) -> RoundResolved:
    stands = [_stand(pain, number) for number in range(2)]
    found = rounds.resolve(stands, {rounds.pair("0", "1"): Relation.PERPENDICULAR}, state.settings)
    tied = [who for number in sorted(found.stalemates) for who in members(pain, int(number))]
    held = [(members(pain, int(number))[0], bonus) for number, bonus in found.held.items()]
    resolved = RoundResolved(round=pain.round, levels=levels, stalemates=tuple(tied), held=tuple(held))
    return _with_harm(state, pain, resolved, int(found.hits[0].attacker)) if found.hits else resolved


def _with_harm(state: Episode, pain: Pain, resolved: RoundResolved, winner: int) -> RoundResolved:
    """One alone takes it all; several share it (E-118)."""
    won, loser = pain.rolled[winner], 1 - winner
    losers = members(pain, loser)
    if won.pool is None:
        return resolved
    sharing = Sharing(loser, won.harm, won.by, won.pool)
    if len(losers) > 1:
        return replace(resolved, sharing=sharing)
    return replace(resolved, blows=_blows(state, replace(sharing, parts=dict.fromkeys(losers, won.harm))))


def _stand(pain: Pain, number: int) -> Stand:
    roll = pain.rolled[number]
    fighter = pain.fighter(roll.by)
    kind = fighter.kind if fighter is not None else Action.NONE
    return Stand(str(number), kind, roll.level, str(1 - number), roll.difficulty)


def members(pain: Pain, number: int) -> tuple[CharacterId, ...]:
    """Who is still in on a side, in the order of joining."""
    return tuple(who for who in fighters.ids(fighters.still_in(pain)) if who in pain.sides[number])


def _blows(state: Episode, sharing: Sharing) -> tuple[Blow, ...]:
    """Each part is one harm, the hardest first (E-118)."""
    return tuple(
        Blow(sharing.by, who, done, harm.box_for(marking.tracker(state, who), done) or 0, sharing.pool)
        for who, done in sorted(((who, _worn(state, who, part)) for who, part in sharing.parts.items()), key=_hardest)
        if done
    )


def _worn(state: Episode, who: CharacterId, part: int) -> int:
    """What of a part comes through the armour (A-61)."""
    character = state.character(who)
    counts = character is not None and state.settings.zeitgeist_gear == "last_roller"
    return harm.amount(part, (), [gear.bonus for gear in character.armours] if character and counts else ())


def _hardest(part: tuple[CharacterId, int]) -> int:
    return -part[1]


def _shared(state: Episode) -> HarmShared | None:
    """All of it has been given to somebody."""
    sharing = state.pain.sharing if state.pain is not None else None
    if sharing is None or sum(sharing.parts.values()) != sharing.harm:
        return None
    return HarmShared(blows=_blows(state, sharing))


FOLLOWS = (_resolve, _side_final, _shared)


def _side_rolled(state: Episode, event: SideRolled) -> Episode:
    pain = state.pain
    if pain is None:
        return state
    state = edit.pain(state, lambda pain: replace(pain, rolled=(*pain.rolled, event.roll), later=()))
    return replace(state, check=_group(pain, pain.later)) if event.side == 0 else state


def _parts_landed(state: Episode, event: HarmShared) -> Episode:
    for blow in event.blows:
        state = marking.mark(state, blow)
    return edit.pain(state, lambda pain: replace(pain, sharing=None))


def _part_taken(state: Episode, event: PartTaken) -> Episode:
    sharing = state.pain.sharing if state.pain is not None else None
    if sharing is None:
        return state
    told = replace(sharing, parts=edit.put(sharing.parts, event.character, event.harm))
    return edit.pain(state, lambda pain: replace(pain, sharing=told))


EVOLVE: Evolving = {SideRolled: _side_rolled, HarmShared: _parts_landed, PartTaken: _part_taken}
