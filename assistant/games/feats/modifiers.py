"""What changes a pool before the roll: concept, edge, agenda, character die, rulings, taking back (F-020 to F-029)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.feats import checks, edit, names, pools, terms
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.events_feat import CharacterDieGranted, PoolPartAdded, PoolPartRemoved
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.pools import Share
from assistant.games.feats.state import DIFFICULTY, Character, Edge, Part, Play, Pool
from assistant.games.feats.terms import PartKind
from assistant.table import Ask, Command, Cue, Dice, Name, Open, Refusal, Value
from assistant.table.naming import find, singular
from assistant.table.slots import whole

DIE = "die"
"""A character die or one that Rep bought."""


def pool_of(state: Play, share: Share) -> Pool:
    return edit.find_pool(state, share.pool_id) or Pool()


def permitted(state: Play, command: Command, share: Share) -> Refusal | None:
    """E_NOT_YOURS unless it is the speaker's own pool, or the GM speaks; then E_DEAD, E_INCAPACITATED."""
    if not pools.owns(state, command.seat, share.who) and not checks.is_gm(state, command.seat):
        return Refusal("E_NOT_YOURS")
    character = state.character(share.who)
    return checks.able(character) if character else None


def _hero(share: Share) -> bool:
    return share.who != DIFFICULTY


def _once(state: Play, command: Command, kind: PartKind, dice: int) -> Outcome:
    """A modifier that a pool has once: concept (F-020), agenda (F-022)."""
    share = pools.meant(state, command, _hero)
    if isinstance(share, Refusal | Ask):
        return share
    fault = permitted(state, command, share)
    if fault is not None:
        return fault
    if pool_of(state, share).of(kind):
        return Refusal("E_ALREADY")
    return added(state, share, Part(kind, "", dice))


def added(state: Play, share: Share, part: Part) -> Outcome:
    """The part joins the pool, if it may still and fits (F-029)."""
    fault = pools.fits(state, pool_of(state, share), part.dice)
    joined = PoolPartAdded(pool=share.pool_id, who=share.who, kind=part.kind, ref=part.ref, dice=part.dice)
    return fault or (joined,)


def _concept(state: Play, command: Command, dice: Dice) -> Outcome:
    return _once(state, command, PartKind.CONCEPT, state.config.modifiers.concept_dice)


def _agenda(state: Play, command: Command, dice: Dice) -> Outcome:
    return _once(state, command, PartKind.AGENDA, state.config.modifiers.agenda_dice)


def _edge(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-021."""
    wanted = command.slots.get("edge")
    share = pools.meant(state, command, lambda one: _edge_of(state, one, wanted) is not None)
    if isinstance(share, Refusal):
        return _no_such_edge(state, command) or share
    if isinstance(share, Ask):
        return share
    fault = permitted(state, command, share)
    edge = _edge_of(state, share, wanted)
    if fault is not None or edge is None:
        return fault or Refusal("E_UNKNOWN_EDGE", {"name": names.display(state, share.who)})
    there, most = pool_of(state, share).of(PartKind.EDGE), state.config.modifiers.max_edges
    if any(part.ref == edge.id for part in there):
        return Refusal("E_ALREADY")
    if len(there) >= most:
        return Refusal("E_EDGE_LIMIT", {"n": most})
    return added(state, share, Part(PartKind.EDGE, edge.id, edge.rating))


def _edge_of(state: Play, share: Share, wanted: object) -> Edge | None:
    character = state.character(share.who)
    return character.edge(find(names.edges(character.edges), wanted)) if character else None


def _no_such_edge(state: Play, command: Command) -> Refusal | None:
    """E_UNKNOWN_EDGE where the speaker rolls with one character that has no such edge."""
    own = [one for one in pools.shares(state) if _hero(one) and pools.owns(state, command.seat, one.who)]
    return Refusal("E_UNKNOWN_EDGE", {"name": names.display(state, own[0].who)}) if own else None


def _use_die(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-026."""
    share = pools.meant(state, command, _hero)
    if isinstance(share, Refusal | Ask):
        return share
    fault = permitted(state, command, share)
    character = state.character(share.who)
    if fault is not None or character is None:
        return fault or Refusal("E_NO_DIE")
    if pool_of(state, share).of(PartKind.CHARACTER):
        return Refusal("E_ALREADY")
    if not character.character_dice:
        return Refusal("E_NO_DIE")
    return added(state, share, Part(PartKind.CHARACTER, "", 1))


def _grant_die(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-025. With a limit of 0 it goes straight into the open pool of that character (A12)."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.dead:
        return Refusal("E_DEAD", {"name": character.name})
    mine = [share for share in pools.shares(state) if share.who == character.id and not pool_of(state, share).locked]
    has = character.character_dice + dice_used(state, character)
    granted = CharacterDieGranted(who=character.id)
    limit = state.config.modifiers.character_dice_held
    if has < limit:
        return (granted,)
    if limit or (mine and has):
        return Refusal("E_DIE_HELD", {"name": character.name})
    if not mine:
        return checks.out_of_phase(state)
    joined = added(state, mine[0], Part(PartKind.CHARACTER, "", 1))
    return joined if isinstance(joined, Refusal) else (granted, *joined_events(joined))


def dice_used(state: Play, character: Character) -> int:
    """Character dice in pools that are not rolled yet; taking them back has to fit."""
    mine = (pool_of(state, one) for one in pools.all_shares(state) if one.who == character.id)
    return sum(len(pool.of(PartKind.CHARACTER)) for pool in mine if not pool.locked)


def joined_events(outcome: Outcome) -> Sequence[PlayEvent]:
    return outcome if isinstance(outcome, tuple | list) else ()


def _rule(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-028: dice more or less, by the GM's word alone."""
    n, way = whole(command, "n"), command.slots.get("way")
    most = state.config.dice.max_pool
    if n is None or not 1 <= n <= most or way not in ("more", "less"):
        return Refusal("E_RANGE", {"n": most})
    share = pools.meant(state, command, any_for_gm=True)
    if isinstance(share, Refusal | Ask):
        return share
    return added(state, share, Part(PartKind.RULING, "", n if way == "more" else -n))


def _take_back(state: Play, command: Command, dice: Dice) -> Outcome:
    """F-027, and the GM's dropping of what does not fit (F-028)."""
    share = pools.meant(
        state,
        command,
        lambda one: bool(_parts(pool_of(state, one), command)),
        otherwise="E_NOT_THERE",
        any_for_gm=True,
    )
    if isinstance(share, Refusal | Ask):
        return share
    fault = permitted(state, command, share)
    pool = pool_of(state, share)
    found = _parts(pool, command)
    if fault is not None or not found:
        return fault or Refusal("E_NOT_THERE")
    if len(found) > 1:
        return Ask("which.part", tuple(replace(command, slots={**command.slots, **_meaning(one)}) for one in found))
    return removed(state, share, pool, found[0])


def removed(state: Play, share: Share, pool: Pool, part: Part) -> Outcome:
    fault = pools.fits(state, pool, -part.dice)
    rep = _paid(state, pool, part)
    gone = PoolPartRemoved(pool=share.pool_id, who=share.who, kind=part.kind, ref=part.ref, rep=rep)
    return fault or (gone,)


def _paid(state: Play, pool: Pool, part: Part) -> int:
    if part.kind is not PartKind.REP:
        return 0
    cost = next(one.cost for one in state.config.rep.buy if one.id == part.ref)
    return cost * pool.bought.count(part.ref)


def _parts(pool: Pool, command: Command) -> list[Part]:
    """The parts that the words may mean: "the die" a character die or one of Rep."""
    what = str(command.slots.get("part", ""))
    kinds = {kind.lower(): (kind,) for kind in PartKind if kind not in (PartKind.STAT, PartKind.DIFFICULTY)}
    wanted = (PartKind.CHARACTER, PartKind.REP) if what == DIE else kinds.get(what, ())
    found = [part for part in pool.parts if part.kind in wanted]
    ref = command.slots.get("ref")
    return [part for part in found if ref is None or part.ref == ref]


def _meaning(part: Part) -> dict[str, Value]:
    return {"part": part.kind.lower(), "ref": part.ref}


DECIDE = {
    "use_concept": Order(_concept, phases=terms.SETUP),
    "use_edge": Order(_edge, phases=terms.SETUP),
    "use_agenda": Order(_agenda, phases=terms.SETUP),
    "use_die": Order(_use_die, phases=terms.SETUP),
    "grant_die": Order(_grant_die, gm=True),
    "rule_dice": Order(_rule, gm=True, phases=terms.SETUP),
    "take_back": Order(_take_back, phases=terms.SETUP),
}


def _part_added(state: Play, event: PoolPartAdded) -> Play:
    part = Part(event.kind, event.ref, event.dice)
    state = edit.pool(state, event.pool, lambda pool: pools.with_part(pool, part))
    if event.kind is not PartKind.CHARACTER:
        return state
    return edit.character(state, event.who, lambda one: replace(one, character_dice=one.character_dice - 1))


def _part_removed(state: Play, event: PoolPartRemoved) -> Play:
    def without(pool: Pool) -> Pool:
        left = pools.without_part(pool, event.kind, event.ref)
        if event.kind is not PartKind.REP:
            return left
        return replace(left, bought=tuple(one for one in left.bought if one != event.ref))

    def back(one: Character) -> Character:
        dice = int(event.kind is PartKind.CHARACTER)
        return replace(one, rep=one.rep + event.rep, character_dice=one.character_dice + dice)

    return edit.character(edit.pool(state, event.pool, without), event.who, back)


EVOLVE: Evolving = {
    PoolPartAdded: _part_added,
    PoolPartRemoved: _part_removed,
    CharacterDieGranted: lambda state, event: edit.character(
        state, event.who, lambda one: replace(one, character_dice=one.character_dice + 1)
    ),
}


def _open(state: Play) -> Iterable[Open]:
    everybody = [one for one in state.characters if not one.dead]
    yield from ASKING.named(state, "grant_die", DECIDE["grant_die"], "name", names.characters(state, everybody))
    if state.phase not in terms.SETUP:
        return
    for intent in ("use_concept", "use_agenda", "use_die"):
        yield from ASKING.plain(state, intent, DECIDE[intent])
    rolling = {share.who for share in pools.shares(state)}
    edges = {edge.id: edge for one in state.characters if one.id in rolling for edge in one.edges}
    yield from ASKING.named(state, "use_edge", DECIDE["use_edge"], "edge", names.edges(edges.values()))
    yield from _open_rulings(state, rolling)
    yield from ASKING.named(state, "take_back", DECIDE["take_back"], "part", tuple(_part_names()))
    yield from _open_dropping(state)


def _open_rulings(state: Play, rolling: Iterable[str]) -> Iterable[Open]:
    gm = ASKING.seats(state, "rule_dice", DECIDE["rule_dice"], {"n": 1, "way": "more"})
    if not gm:
        return
    n = range(1, state.config.dice.max_pool + 1)
    named = names.characters(state, [one for one in state.characters if one.id in rolling])
    yield Open("rule_dice", gm, {"n": n})
    if named:
        yield Open("rule_dice", gm, {"n": n, "name": named})


def _open_dropping(state: Play) -> Iterable[Open]:
    """What the GM may drop of each character's pool."""
    for share in pools.shares(state):
        character, pool = state.character(share.who), pool_of(state, share)
        there = tuple(name for name in _part_names() if _parts(pool, Command("take_back", "", {"part": name.id})))
        if character is not None and there and not pool.locked and state.gm is not None:
            slots = {"part": there, "name": names.characters(state, [character])}
            yield Open("take_back", frozenset({state.gm.id}), slots)


def _part_names() -> Iterable[Name]:
    """By the words of the ledger; "die" for both kinds of it."""
    for kind in PartKind:
        if kind not in (PartKind.STAT, PartKind.DIFFICULTY, PartKind.CHARACTER, PartKind.REP):
            yield Name(kind.lower(), kind.lower(), (kind.lower(),), kind.lower())
    yield Name(DIE, DIE, (DIE,), DIE)


OPEN = (_open,)


def _tell_added(state: Play, event: PoolPartAdded) -> Iterable[Cue]:
    n = (edit.find_pool(state, event.pool) or Pool()).size
    slots: dict[str, Value] = {"n": n, "name": names.display(state, event.who)}
    if event.kind is PartKind.EDGE:
        character = state.character(event.who)
        edge = character.edge(event.ref) if character else None
        slots |= {"edge": edge.name if edge else "", "k": event.dice}
    if event.kind is not PartKind.REP:  # what was bought says so itself
        key = f"PoolPartAdded.{event.kind.lower()}"
        yield Cue(singular(key, n) if event.kind is PartKind.RULING else key, slots)


def _tell_removed(state: Play, event: PoolPartRemoved) -> Iterable[Cue]:
    n = (edit.find_pool(state, event.pool) or Pool()).size
    yield Cue(singular("PoolPartRemoved", n), {"n": n})


NARRATE: Telling = {
    PoolPartAdded: _tell_added,
    PoolPartRemoved: _tell_removed,
    CharacterDieGranted: lambda state, event: (Cue("CharacterDieGranted", {"name": names.display(state, event.who)}),),
}
