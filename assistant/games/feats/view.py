"""What the table and each seat see: where the play stands, the pools, the characters. All lies open."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.feats import edit, fight, names, pools, terms, turns
from assistant.games.feats.state import Attack, Character, Contest, Feat, Injury, Part, Play, Pool, Roll
from assistant.games.feats.terms import PartKind
from assistant.table import Cue, Lamp, Seat, Value, View

Block = tuple[Cue, ...]


def view(state: Play, seat: Seat | None) -> View:
    """The feat or fight first, then the characters, this seat's own before the others."""
    blocks = [*_feat_blocks(state), *_fight_blocks(state)]
    characters = sorted(state.characters, key=lambda one: one.seat != seat)
    blocks += [_character_block(state, one) for one in characters]
    blocks += [_rep_block(state)] if state.seats and state.config.rep.buy else []
    return View(headline(state), cards=tuple(blocks), lamps=lamps(state))


def headline(state: Play) -> Cue:
    """The phase, and whose feat or which exchange it is."""
    name = names.display(state, state.feat.actor) if state.feat else ""
    n = state.combat.exchange if state.combat else 0
    return Cue(f"headline.{state.phase.lower()}", {"name": name, "n": n})


def lamps(state: Play) -> dict[Seat, Lamp]:
    """On: has a part in what is open. Glow: makes the next statement."""
    shown: dict[Seat, Lamp] = dict.fromkeys((_seat(state, one.who) for one in pools.shares(state)), "on")
    feat = state.feat
    turn = turns.told(state, feat, feat.contest).turn if feat and state.phase in terms.TELLING else None
    if turn is not None:
        shown[_seat(state, turn.who)] = "glow"
    return {seat: lamp for seat, lamp in shown.items() if seat}


def _seat(state: Play, who: str) -> Seat:
    character = state.character(who)
    if character is not None:
        return character.seat
    return state.gm.id if state.gm else ""


# The feat


def _feat_blocks(state: Play) -> Iterable[Block]:
    feat = state.feat
    if feat is None:
        return
    stat = names.stat(state, feat.stat)
    yield Cue("view.feat", {"name": names.display(state, feat.actor), "stat": stat}), *_needed(feat)
    for share in pools.shares(state):
        roll = feat.roll if share.who == feat.actor else _contest_of(feat, share.pool_id).roll
        yield _pool_block(state, share.who, edit.find_pool(state, share.pool_id) or Pool(), roll)
    for contest in feat.contests:
        if contest.statements:
            yield tuple(_statements(state, contest))


def _contest_of(feat: Feat, contest_id: str) -> Contest:
    return next(one for one in feat.contests if one.id == contest_id)


def _needed(feat: Feat) -> Iterable[Cue]:
    if feat.needed > 1:
        yield Cue("view.needed", {"n": feat.needed})


def _pool_block(state: Play, who: str, pool: Pool, roll: Roll | None) -> Block:
    lines = [Cue("view.pool", {"name": names.display(state, who), "n": pool.size})]
    lines += [_part(state, who, part) for part in pool.parts]
    return (*lines, *_faces(state, roll))


def _part(state: Play, who: str, part: Part) -> Cue:
    """What these dice are for; stats, difficulties, edges and injuries by their names."""
    ref = part.ref
    character = state.character(who)
    if part.kind is PartKind.STAT:
        ref = names.stat(state, part.ref)
    elif part.kind is PartKind.DIFFICULTY:
        ref = names.said(state.config.difficulty, part.ref)
    elif part.kind is PartKind.EDGE and character is not None:
        edge = character.edge(part.ref)
        ref = edge.name if edge else part.ref
    elif part.kind is PartKind.GREMLIN:
        ref = names.display(state, part.against)
    return Cue(f"view.part.{part.kind.lower()}", {"n": part.dice, "ref": ref})


def _faces(state: Play, roll: Roll | None) -> Iterable[Cue]:
    if roll is None:
        return
    slots: dict[str, Value] = {"n": roll.successes(state.config.dice.success_from), "faces": roll.faces or ()}
    yield Cue("view.faces" if roll.faces else "view.successes", slots)


def _statements(state: Play, contest: Contest | Attack) -> Iterable[Cue]:
    for one in contest.statements:
        slots: dict[str, Value] = {"name": names.display(state, one.who), "text": one.text or ""}
        yield Cue(f"view.statement.{one.kind.lower()}", slots)


# The fight


def _fight_blocks(state: Play) -> Iterable[Block]:
    combat = state.combat
    if combat is None:
        return
    for share in pools.shares(state):
        if share.pool_id == share.who:
            yield _pool_block(state, share.who, edit.find_pool(state, share.pool_id) or Pool(), None)
    for attack in combat.attacks.values():
        yield _attack_block(state, attack)
    for who, roll in combat.defence_rolls.items():
        if state.character(who) is not None:
            yield Cue("view.defence", {"name": names.display(state, who)}), *_faces(state, roll)


def _attack_block(state: Play, attack: Attack) -> Block:
    slots: dict[str, Value] = {
        "name": names.display(state, attack.attacker),
        "target": names.display(state, attack.target),
        "n": fight.attack_dice(state, attack),
    }
    return (Cue("view.attack", slots), *_faces(state, attack.roll), *_statements(state, attack))


# The characters


def _character_block(state: Play, one: Character) -> Block:
    lines = [Cue("view.character", {"name": one.name, "player": names.player(state, one.seat)})]
    lines += [Cue(f"view.{key}", {"text": text}) for key, text in _texts(one) if text]
    rated = names.stats(state)
    lines += [Cue("view.stat", {"stat": name.display, "n": one.stats[name.id]}) for name in rated]
    lines += [Cue("view.edge", {"edge": edge.name, "n": edge.rating}) for edge in one.edges]
    lines.append(Cue("view.standing", {"r": one.rep, "i": one.harm, "h": one.health, "n": one.character_dice}))
    lines += [_injury(injury) for injury in (*one.injuries, *one.gremlins)]
    lines += [Cue("view.scar", {"text": scar}) for scar in one.scars if scar]
    if one.incapacitated:
        lines.append(Cue("view.dead" if one.dead else "view.out"))
    return tuple(lines)


def _texts(one: Character) -> tuple[tuple[str, str], ...]:
    return ("concept", one.concept), ("agenda", one.agenda)


def _injury(injury: Injury) -> Cue:
    """By its label; without one it is numbered (F-081)."""
    if injury.label:
        return Cue("view.injury", {"text": injury.label})
    return Cue("view.injury.numbered", {"n": int(injury.id[1:])})


def _rep_block(state: Play) -> Block:
    """What Rep buys at this table, in its own words."""
    prices = {one.id: one.cost for one in state.config.rep.buy}
    sold = names.purchases(state)
    return Cue("view.sold"), *(Cue("view.purchase", {"purchase": one.display, "n": prices[one.id]}) for one in sold)
