"""What a scene is played for (E-016, E-017)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from assistant.games.errantry import edit, names, opens, quest
from assistant.games.errantry.events_scene import StakesSet
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, Episode, Scene, Stakes
from assistant.games.errantry.terms import BoonStatus, Moment, ObligationStatus, Pool, ScenePhase, Stake
from assistant.table import Ask, Command, Cue, Dice, Name, Open, Refusal
from assistant.table.naming import find
from assistant.table.slots import UNKNOWN_WORDS, words


def set_stakes(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The Venan's intention; what it refers to must be real: the only one there is, or the one that is named."""
    character = state.current(command.seat)
    kind = command.slots.get("stake")
    if not isinstance(kind, str) or kind not in tuple(Stake):
        return Refusal("E_WHICH")
    stake = Stake(kind)
    if stake in (Stake.BOON, Stake.OTHER):
        return (StakesSet(stake=stake, text=words(command)),)
    if character is None:
        return _no_target(state, "", stake)
    target = _TARGETS[stake](state, command, character)
    if target is None:
        return _no_target(state, character.name, stake)
    return target if isinstance(target, Ask) else (StakesSet(stake=stake, target=target),)


def word_stakes(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The words of other stakes, worked out after they were spoken."""
    stakes = state.here.stakes
    text = words(command)
    if stakes is None or stakes.text != UNKNOWN_WORDS or text in ("", UNKNOWN_WORDS):
        return Refusal("E_WHICH")
    return (StakesSet(stake=stakes.kind, target=stakes.target, text=text),)


def _no_target(state: Episode, character: str, stake: Stake) -> Refusal:
    slots = {"character": character, "kind": names.word(state, f"target_{stake}")}
    return Refusal("E_NO_TARGET", slots)


def _obligation(state: Episode, command: Command, character: Character) -> str | Ask | None:
    debt = quest.pick(state, command, quest.owed(state, character.id))
    return debt if debt is None or isinstance(debt, Ask) else debt.id


def _boon(state: Episode, command: Command, character: Character) -> str | Ask | None:
    boon = quest.pick(state, command, quest.held(state, character.id))
    return boon if boon is None or isinstance(boon, Ask) else boon.id


def _pool(state: Episode, command: Command, character: Character) -> str | Ask | None:
    low = [pool.value for pool in Pool if character.pools[pool].now < character.pools[pool].max]
    return _one(command, "pool", low, names.pools(state))


def _key(state: Episode, command: Command, character: Character) -> str | Ask | None:
    return _one(command, "key", character.keys, names.keys(state))


def _one(command: Command, slot: str, some: Sequence[str], known: Sequence[Name]) -> str | Ask | None:
    if slot in command.slots:
        found = find(known, command.slots[slot])
        return found if found in some else None
    if len(some) > 1:
        return Ask("which", tuple(replace(command, slots={**command.slots, slot: each}) for each in some))
    return some[0] if some else None


_TARGETS: dict[Stake, Callable[[Episode, Command, Character], str | Ask | None]] = {
    Stake.DISCHARGE: _obligation,
    Stake.USE_BOON: _boon,
    Stake.REFRESH: _pool,
    Stake.KEY: _key,
}

DECIDE = {
    "set_stakes": Order(set_stakes, by="venan", live=frozenset({Moment.STAKES})),
    "draft_set_stakes": Order(word_stakes),
}


def booked(state: Episode, stakes: Stakes, character: Character | None) -> bool:
    """Whether what the scene was played for stands in the books already (E-136)."""
    if stakes.kind is Stake.DISCHARGE:
        return _status(state.quest.obligations, stakes.target) is not ObligationStatus.OPEN
    if stakes.kind is Stake.USE_BOON:
        return _status(state.quest.boons, stakes.target) is not BoonStatus.HELD
    if stakes.kind is Stake.REFRESH:
        return character is None or character.pools[Pool(stakes.target)].now == character.pools[Pool(stakes.target)].max
    return True


def _status(debts: Iterable[quest.Debt], debt_id: str) -> object:
    return next((debt.status for debt in debts if debt.id == debt_id), None)


def _set(state: Episode, event: StakesSet) -> Episode:
    def changed(scene: Scene) -> Scene:
        phase = ScenePhase.ENCOUNTER if scene.stakes is None else scene.phase
        return replace(scene, stakes=Stakes(event.stake, event.text, event.target), phase=phase)

    return edit.scene(state, changed)


EVOLVE: Evolving = {StakesSet: _set}


def _open(state: Episode) -> Iterable[Open]:
    if state.moment is not Moment.STAKES:
        return
    order = DECIDE["set_stakes"]
    for seat in (player.id for player in state.players):
        character = state.current(seat)
        for stake in Stake:
            given = {"stake": stake.value}
            if not opens.allowed(state, order, Command("set_stakes", seat, given)):
                continue
            constant = names.constants((stake,))
            yield Open("set_stakes", frozenset({seat}), {"stake": constant})
            slot, fit = _choice(state, stake, character)
            if fit:
                yield Open("set_stakes", frozenset({seat}), {"stake": constant, slot: fit})


def _choice(state: Episode, stake: Stake, character: Character | None) -> tuple[str, tuple[Name, ...]]:
    """By what the target of such stakes may be named."""
    if character is None:
        return "", ()
    if stake is Stake.REFRESH:
        return "pool", names.terms(state, (p for p in Pool if character.pools[p].now < character.pools[p].max))
    if stake is Stake.KEY:
        return "key", names.keys(state, character.keys)
    kinds: dict[Stake, quest.Owned] = {Stake.DISCHARGE: quest.owed, Stake.USE_BOON: quest.held}
    debts = kinds.get(stake)
    parties = {quest.other(debt) for debt in debts(state, character.id)} if debts else set()
    return "character", names.characters(state, (each for each in state.characters if each.id in parties))


OPEN = (_open,)


def _tell(state: Episode, event: StakesSet) -> Iterable[Cue]:
    if event.text:
        yield Cue("StakesSet.text", {"kind": names.word(state, f"stake_{event.stake}"), "text": event.text})
        return
    yield Cue("StakesSet", {"kind": names.word(state, f"stake_{event.stake}")})


NARRATE: Telling = {StakesSet: _tell}
