"""Asking to see: how somebody is, what is left of a pool, where the table is, who has which role (E-137)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.games.errantry import checks, marking, names, opens
from assistant.games.errantry.orders import Outcome, look
from assistant.games.errantry.state import Character, Episode
from assistant.games.errantry.terms import Harm, Kind, Pool, Role
from assistant.table import Audience, Command, Cue, Dice, Open, Refusal, Value
from assistant.table.naming import find


def level(character: Character) -> Harm:
    """The level of harm, by the highest box marked (E-097)."""
    return marking.level_of(max(character.harm)) if character.harm else Harm.WHOLE


def _whom(state: Episode, command: Command) -> Character | Refusal:
    """The one named; else the speaker's own, who for a Tenan is the one played."""
    return checks.named(state, command) if "character" in command.slots else checks.speaker(state, command.seat)


def _eyes(state: Episode, character: Character) -> Audience:
    """What stands on the sheet of an encounter character is the Tenan's to know (A-74)."""
    return checks.shown_to(state, secret=True) if character.kind is Kind.EC and not character.in_party else None


def _hidden(state: Episode, command: Command, character: Character) -> bool:
    eyes = _eyes(state, character)
    return eyes is not None and command.seat not in eyes


def _how_is(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Pools; of somebody whose sheet is hidden only the harm, which everybody has seen."""
    character = _whom(state, command)
    if isinstance(character, Refusal):
        return character
    if _hidden(state, command, character) or not character.pools:
        return harm_of(state, character)
    return Cue("how_is", pool_slots(character), _eyes(state, character))


def pool_slots(character: Character) -> Mapping[str, Value]:
    """Name and pools of a character."""
    left = {pool.value: character.pools[pool].now for pool in Pool if pool in character.pools}
    return {"character": character.name, **left}


def _harm(state: Episode, command: Command, dice: Dice) -> Outcome:
    character = _whom(state, command)
    return character if isinstance(character, Refusal) else harm_of(state, character)


def harm_of(state: Episode, character: Character) -> Cue:
    """How many boxes are marked, and how bad it is (E-097)."""
    n = len(character.harm)
    word = names.word(state, f"harm_{level(character)}")
    boxes = " ".join(map(str, sorted(character.harm)))
    return Cue("harm_of" if n else "harm_of.none", {"character": character.name, "n": n, "level": word, "boxes": boxes})


def _how_much(state: Episode, command: Command, dice: Dice) -> Outcome:
    character = checks.speaker(state, command.seat)
    if isinstance(character, Refusal):
        return character
    pool = find(names.pools(state), command.slots.get("pool"))
    if pool is None or Pool(pool) not in character.pools:
        return Refusal("E_WHICH")
    points = character.pools[Pool(pool)]
    slots: dict[str, Value] = {"pool": names.word(state, pool), "n": points.now, "max": points.max}
    return Cue("how_much", slots, _eyes(state, character))


def _where(state: Episode, command: Command, dice: Dice) -> Outcome:
    phase = names.word(state, f"phase_{state.moment.lower()}")
    if state.scene is None:
        return Cue("where_are_we.between", {"n": state.scenes, "phase": phase})
    if state.pain is not None:
        return Cue("where_are_we.pain", {"n": state.scene.number, "phase": phase, "round": state.pain.round})
    return Cue("where_are_we", {"n": state.scene.number, "phase": phase})


def _roles(state: Episode, command: Command, dice: Dice) -> Outcome:
    if state.scene is None:
        return Refusal("E_NO_SCENE")
    who = {role.value: names.player_name(state, state.role(role)) for role in Role}
    shape = "marshal" if state.role(Role.MARSHAL) else "two" if state.scene.roles else "none"
    return Cue(f"who_has_roles.{shape}", who)


DECIDE = {
    "how_is": look(_how_is),
    "harm_of": look(_harm),
    "how_much": look(_how_much),
    "where_are_we": look(_where),
    "who_has_roles": look(_roles),
}


def _open(state: Episode) -> Iterable[Open]:
    if not state.players:
        return
    everyone = frozenset(player.id for player in state.players)
    yield Open("where_are_we", everyone)
    yield from opens.plain(state, "who_has_roles", DECIDE["who_has_roles"])
    yield from opens.named(state, "how_much", DECIDE["how_much"], "pool", names.pools(state))
    for intent in ("how_is", "harm_of"):
        yield from opens.plain(state, intent, DECIDE[intent])
        if state.characters:
            yield Open(intent, everyone, {"character": names.characters(state)})


OPEN = (_open,)
