"""All dice of a round are final: who hits whom, and what comes of it (E-086 to E-093, E-131; the ledger's algorithm).

Zeitgeist compares two sides instead of the fighters: :mod:`groups`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from assistant.games.errantry import edit, fighters, marking, names, rounds, steps, window
from assistant.games.errantry.events_pain import Blow, MarkCounted, RoundResolved
from assistant.games.errantry.fudge import TRANSCENDENT
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.rounds import Hit, Resolution, Stand
from assistant.games.errantry.state import (
    Character,
    CharacterId,
    Check,
    CheckStep,
    Episode,
    Fighter,
    HarmMark,
    Pain,
    Transcendence,
)
from assistant.games.errantry.terms import Action, Harm, Kind, Life, Moment, PainMode, PainPhase, Relation
from assistant.table import Command, Cue, Dice, Open, Refusal, Value
from assistant.table.naming import find, singular


def _resolve(state: Episode) -> RoundResolved | None:
    """Steps 3 to 6 of the algorithm, as soon as the common window is shut."""
    pain, check = state.pain, state.check
    if pain is None or pain.mode is PainMode.ZEITGEIST or pain.phase is not PainPhase.ROLL:
        return None
    if check is not None and not window.is_shut(state):
        return None
    rolled = check.steps if check is not None else ()
    levels = tuple((step.character, step.sl) for step in rolled)
    story = transcendent(state, rolled)
    if story and not state.settings.transcend_harm:
        return ended_by(state, pain, story, levels)
    found = rounds.resolve(_stands(state, pain), pain.relations, state.settings)
    resolved = RoundResolved(
        round=pain.round,
        levels=levels,
        blows=_blows(state, pain, found),
        stalemates=tuple(sorted(found.stalemates)),
        held=tuple(found.held.items()),
    )
    if not story:
        return resolved
    ended = ended_by(state, pain, story, levels)
    return replace(ended, blows=resolved.blows)


def _stands(state: Episode, pain: Pain) -> list[Stand]:
    return [_stand(fighter, fighters.step_of(state, fighter.character)) for fighter in fighters.still_in(pain)]


def _stand(fighter: Fighter, step: CheckStep | None) -> Stand:
    """Who has no step passes, or cannot act (E-085, E-106)."""
    if step is None:
        return Stand(fighter.character, Action.NONE)
    return Stand(fighter.character, fighter.kind, step.sl, fighter.target, step.difficulty)


def _blows(state: Episode, pain: Pain, found: Resolution) -> tuple[Blow, ...]:
    """All harm worked out from the rolls, then boxes from the hardest hit on; who goes out in it is hit no more
    (E-093)."""
    done = {hit.attacker: _harm(state, hit) for hit in found.hits}
    trackers: dict[CharacterId, dict[int, HarmMark]] = {}
    out: set[CharacterId] = set()
    blows: list[Blow] = []
    for hit in rounds.landing(found.hits, done, fighters.ids(pain.fighters)):
        step = fighters.step_of(state, hit.attacker)
        tracker = trackers.setdefault(hit.target, dict(marking.tracker(state, hit.target)))
        blow = marking.landed(step, hit.target, done[hit.attacker], tracker) if step is not None else None
        if blow is None or hit.target in out:
            continue
        blows.append(replace(blow, beaten=hit.beaten))
        if blow.box:
            tracker[blow.box] = HarmMark(blow.pool, blow.attacker)
        else:
            out.add(hit.target)
    return tuple(blows)


def _harm(state: Episode, hit: Hit) -> int:
    step = fighters.step_of(state, hit.attacker)
    return marking.harm_of(state, step, hit.target) if step is not None else 0


def transcendent(state: Episode, rolled: Sequence[CheckStep]) -> tuple[CheckStep, ...]:
    """The steps whose seven ends the Pain (E-131)."""
    found = ((step, state.character(step.character)) for step in rolled)
    return tuple(step for step, who in found if who is not None and _is_story(state, step, who))


def _is_story(state: Episode, step: CheckStep, who: Character) -> bool:
    """A player's character; an encounter character only where that ends its story as well (A-40)."""
    if who.kind is Kind.EC:
        level = step.natural_sl if state.settings.transcend_natural else step.sl
        return state.settings.transcend_ec == "leaves" and level >= TRANSCENDENT
    return steps.transcends(step, who, state.settings)


def ended_by(
    state: Episode, pain: Pain, story: Sequence[CheckStep], levels: tuple[tuple[CharacterId, int], ...]
) -> RoundResolved:
    """The Pain ends at once; of two who are in each other's way the higher total prevails, and on a tie the one who
    was acted against (A-42)."""
    prevailing = [step.character for step in story if not any(_beats(pain, other, step) for other in story)]
    transcended = tuple(step.character for step in story)
    return RoundResolved(round=pain.round, levels=levels, transcendent=transcended, prevailing=tuple(prevailing))


def _beats(pain: Pain, other: CheckStep, step: CheckStep) -> bool:
    one, two = pain.fighter(other.character), pain.fighter(step.character)
    if one is None or two is None or one is two or (one.target, two.target) != (two.character, one.character):
        return False
    said = pain.relations.get(rounds.pair(one.character, two.character), Relation.PERPENDICULAR)
    joined = fighters.ids(pain.fighters)
    higher = (other.total, joined.index(other.character)) > (step.total, joined.index(step.character))
    return said is Relation.PERPENDICULAR and higher


def count_against(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Everybody agrees that the newest mark of a fighter hit in this round counts against another pool (E-099)."""
    hit = _newly_hit(state, command)
    if isinstance(hit, Refusal):
        return hit
    pool = find(names.pools(state), command.slots.get("pool"))
    who = state.character(hit.character)
    known = next((each for each in who.pools if each == pool), None) if who is not None else None
    if known is None:
        return Refusal("E_WHO")
    return (MarkCounted(character=hit.character, box=hit.newest_box, pool=known),)


def _newly_hit(state: Episode, command: Command) -> Fighter | Refusal:
    hit = [fighter for fighter in state.pain.fighters if fighter.newest_box] if state.pain is not None else []
    value = command.slots.get("character")
    if value is not None:
        named = find(names.characters(state), value)
        hit = [fighter for fighter in hit if fighter.character == named]
    return hit[0] if len(hit) == 1 else Refusal("E_WHO")


_MANY = 4
"""Over so many fighters only the hits are told (6.0)."""

COUNT = Order(count_against, live=frozenset({Moment.PAIN_WINDOW}))
DECIDE = {"count_against": COUNT}


def _resolved(state: Episode, event: RoundResolved) -> Episode:
    for blow in event.blows:
        state = marking.mark(state, blow)
    held = dict(event.held)
    for who in event.stalemates:
        state = edit.fighter(state, who, lambda each: replace(each, free_change=True))
    for who, bonus in held.items():
        state = edit.fighter(state, who, partial(_holding, bonus=bonus))
    state = edit.pain(state, lambda pain: replace(pain, phase=PainPhase.RESOLVE, sharing=event.sharing))
    return _story_turns(state, event) if event.transcendent else state


def _holding(defender: Fighter, bonus: int) -> Fighter:
    """A defence won brings dice for the next round (E-090)."""
    return replace(defender, defence_bonus=bonus)


def _story_turns(state: Episode, event: RoundResolved) -> Episode:
    """Who transcends has a last day; his intention happens, and who stood against it has lost (E-130, E-131)."""
    day = Transcendence(state.game_clock_h, state.game_clock_h + window.LAST_DAY_H)
    for who in event.transcendent:
        state = edit.character(state, who, lambda each: _on_last_day(each, day))
    for who in event.prevailing:
        fighter = state.pain.fighter(who) if state.pain else None
        if fighter is not None and fighter.target is not None:
            state = edit.fighter(state, fighter.target, partial(_overcome, by=who))
    return edit.pain(state, lambda pain: replace(pain, phase=PainPhase.ENDED))


def _on_last_day(who: Character, day: Transcendence) -> Character:
    if who.kind is Kind.EC:
        return replace(who, life=Life.RETIRED)
    return replace(who, transcendence=who.transcendence or day)


def _overcome(fighter: Fighter, by: CharacterId) -> Fighter:
    return replace(fighter, out=True, fate=(*fighter.fate, by))


def _counted(state: Episode, event: MarkCounted) -> Episode:
    def count(who: Character) -> Character:
        return replace(who, harm=edit.put(who.harm, event.box, replace(who.harm[event.box], pool=event.pool)))

    return edit.character(state, event.character, count)


EVOLVE: Evolving = {RoundResolved: _resolved, MarkCounted: _counted}
FOLLOWS = (_resolve,)


def _open(state: Episode) -> Iterable[Open]:
    if state.moment is not Moment.PAIN_WINDOW or state.pain is None:
        return
    hit = [state.character(fighter.character) for fighter in state.pain.fighters if fighter.newest_box]
    if hit:
        called = names.characters(state, (who for who in hit if who is not None))
        yield Open("count_against", None, {"character": called, "pool": names.pools(state)})


def _tell(state: Episode, event: RoundResolved) -> Iterable[Cue]:
    if event.transcendent:
        yield Cue("RoundResolved.transcendent")
        return
    yield from _tell_successes(state, event.blows)
    for blow in event.blows:
        yield from tell_blow(state, blow)
    yield from _tell_ties(state, event)
    if event.sharing is not None:
        yield Cue("harm.share", {"n": event.sharing.harm})


def levels(state: Episode, check: Check, places: Sequence[int]) -> Iterable[Cue]:
    """All levels of a round in one line as soon as all dice lie there; before, of those that fell now (E-086)."""
    told = [(step.character, step.sl) for step in check.steps]
    if not all(step.rolled for step in check.steps):
        told = [told[place] for place in places]
    if len(told) > _MANY:
        return
    slots: dict[str, str] = {}
    for place, (who, level) in enumerate(told, start=1):
        slots |= {f"character{place}": names.character_name(state, who), f"level{place}": names.level(state, level)}
    yield Cue(f"round.levels.{len(told)}", slots)


def _tell_successes(state: Episode, blows: Sequence[Blow]) -> Iterable[Cue]:
    """Who got past whom (E-087, E-089, E-091)."""
    struck = {(blow.attacker, blow.target) for blow in blows}
    everyone = state.pain.fighters if state.pain is not None else ()
    defended = {fighter.character for fighter in everyone if fighter.kind is Action.DEFEND}
    if any((target, attacker) in struck for attacker, target in struck):
        yield Cue("blow.both")
    for blow in blows:
        for other in blow.beaten:
            yield Cue(
                "blow.defence" if other in defended else "blow.beats", _names(state, one=blow.attacker, other=other)
            )


def _names(state: Episode, **who: CharacterId) -> dict[str, str]:
    return {slot: names.character_name(state, each) for slot, each in who.items()}


def tell_blow(state: Episode, blow: Blow) -> Iterable[Cue]:
    """What a hit does: a line of its own, and the box on the page."""
    if not blow.box:
        yield Cue("blow.past", _names(state, attacker=blow.attacker, target=blow.target))
        return
    level = marking.level_of(blow.box)
    slots: dict[str, Value] = {"target": names.character_name(state, blow.target), "n": blow.harm}
    yield Cue(f"blow.{level}", slots | {"pool": names.word(state, blow.pool)} if level is Harm.BLOODIED else slots)
    yield Cue("blow.box", {"n": blow.box, "level": names.word(state, f"harm_{level}")})


def _tell_ties(state: Episode, event: RoundResolved) -> Iterable[Cue]:
    if event.stalemates:
        many = len(event.stalemates)
        yield Cue("stalemate") if many == 2 else Cue("stalemate.many", {"n": many})
    for who, bonus in event.held:
        yield Cue(singular("defence.held", bonus), {"character": names.character_name(state, who), "n": bonus})


OPEN = (_open,)
NARRATE: Telling = {
    RoundResolved: _tell,
    MarkCounted: lambda state, event: (Cue("MarkCounted", {"pool": names.word(state, event.pool)}),),
}
