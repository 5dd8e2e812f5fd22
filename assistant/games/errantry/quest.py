"""The shared quest: boons, obligations, and when it is complete (E-004, E-122, E-123, E-125)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from assistant.games.errantry import checks, edit, names, opens
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_game import BoonUsed, ObligationDischarged, QuestCompleted, QuestSet
from assistant.games.errantry.orders import CALM, Evolving, Order, Outcome, Telling, look
from assistant.games.errantry.state import Boon, CharacterId, Episode, Obligation, Quest
from assistant.games.errantry.terms import BoonStatus, ObligationStatus, QuestStatus
from assistant.table import Ask, Command, Cue, Dice, Name, Open, Refusal
from assistant.table.naming import singular
from assistant.table.slots import whole

MOST_BOONS = 99

Debt = TypeVar("Debt", Boon, Obligation)
Owned = Callable[[Episode, CharacterId], Sequence[Boon | Obligation]]
"""What a character has of one kind."""


def held(state: Episode, owner: CharacterId) -> tuple[Boon, ...]:
    """The boons that a character may still use."""
    return tuple(boon for boon in state.quest.boons if boon.owner == owner and boon.status is BoonStatus.HELD)


def owed(state: Episode, owner: CharacterId) -> tuple[Obligation, ...]:
    """A character's open obligations."""
    return tuple(each for each in open_obligations(state) if each.owner == owner)


def open_obligations(state: Episode) -> tuple[Obligation, ...]:
    return tuple(each for each in state.quest.obligations if each.status is ObligationStatus.OPEN)


def missing(state: Episode) -> tuple[int, int]:
    """How many boons and how many obligations keep the quest open (E-125, A-28); each for himself in A-27."""
    counted = [b for b in state.quest.boons if b.status is BoonStatus.HELD or state.settings.used_boon_counts]
    wanted = state.quest.boons_required
    if state.settings.quest_shared:
        return max(wanted - len(counted), 0), len(open_obligations(state))
    playing = filter(None, (state.current(player.id) for player in state.players))
    short = (max(wanted - sum(boon.owner == each.id for boon in counted), 0) for each in playing)
    return sum(short), len(open_obligations(state))


def set_quest(state: Episode, command: Command, dice: Dice) -> Outcome:
    if state.quest.status is QuestStatus.COMPLETE:
        return Refusal("E_QUEST_DONE")
    boons = whole(command, "n")
    if boons is None or not 1 <= boons <= MOST_BOONS:
        return Refusal("E_HOW_MANY")
    return (QuestSet(boons=boons, title=state.quest.title),)


def discharge(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The speaker's obligation, to the one named where there are several."""
    owner = state.current(command.seat)
    debt = pick(state, command, owed(state, owner.id) if owner else ())
    if debt is None:
        return Refusal("E_NO_OBLIGATION")
    return debt if isinstance(debt, Ask) else (ObligationDischarged(obligation=debt.id),)


def use_boon(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The speaker's boon, from the one named where there are several."""
    owner = state.current(command.seat)
    boon = pick(state, command, held(state, owner.id) if owner else ())
    if boon is None:
        return Refusal("E_NO_BOON")
    return boon if isinstance(boon, Ask) else (BoonUsed(boon=boon.id),)


def other(debt: Boon | Obligation) -> CharacterId:
    """Whom a boon is from, or an obligation to."""
    return debt.source if isinstance(debt, Boon) else debt.to


def pick(state: Episode, command: Command, debts: Sequence[Debt]) -> Debt | Ask | None:
    """The one that the command names by its other party, the only one there is, or which of them."""
    if "character" in command.slots:
        found = checks.named(state, command)
        named = None if isinstance(found, Refusal) else found.id
        return next((debt for debt in debts if other(debt) == named), None)
    others = list(dict.fromkeys(other(debt) for debt in debts))
    if len(others) <= 1:
        return debts[0] if debts else None
    choices = (replace(command, slots={**command.slots, "character": each}) for each in others)
    return Ask("which", tuple(choices))


def _boons(state: Episode, command: Command, dice: Dice) -> Outcome:
    boons, debts = missing(state)
    slots = {"n": boons, "m": debts, "held": len(state.quest.boons), "required": state.quest.boons_required}
    return Cue("quest.complete" if state.quest.status is QuestStatus.COMPLETE else "quest", slots)


DECIDE = {
    "set_quest": Order(set_quest),
    "discharge": Order(discharge, live=CALM),
    "use_boon": Order(use_boon, live=CALM),
    "how_many_boons": look(_boons),
}


def _set(state: Episode, event: QuestSet) -> Episode:
    return edit.quest(state, lambda quest: replace(quest, boons_required=event.boons, title=event.title))


def _discharged(state: Episode, event: ObligationDischarged) -> Episode:
    def changed(quest: Quest) -> Quest:
        debts = (_closed(each) if each.id == event.obligation else each for each in quest.obligations)
        return replace(quest, obligations=tuple(debts))

    return edit.quest(state, changed)


def _closed(debt: Obligation) -> Obligation:
    return replace(debt, status=ObligationStatus.DISCHARGED)


def _used(state: Episode, event: BoonUsed) -> Episode:
    def changed(quest: Quest) -> Quest:
        boons = (replace(b, status=BoonStatus.USED) if b.id == event.boon else b for b in quest.boons)
        return replace(quest, boons=tuple(boons))

    return edit.quest(state, changed)


EVOLVE: Evolving = {
    QuestSet: _set,
    QuestCompleted: lambda state, event: edit.quest(state, lambda q: replace(q, status=QuestStatus.COMPLETE)),
    ObligationDischarged: _discharged,
    BoonUsed: _used,
}


def _completed(state: Episode) -> EpisodeEvent | None:
    """E-125; never before anybody has gained anything."""
    done = state.quest.status is QuestStatus.OPEN and state.quest.boons and missing(state) == (0, 0)
    return QuestCompleted() if done and state.pain is None else None


FOLLOWS = (_completed,)


def _open(state: Episode) -> Iterable[Open]:
    if not state.players:
        return
    everyone = frozenset(player.id for player in state.players)
    yield Open("how_many_boons", everyone)
    if state.quest.status is QuestStatus.OPEN:
        yield Open("set_quest", everyone, {"n": range(1, MOST_BOONS + 1)})
    kinds: tuple[tuple[str, Owned], ...] = (("discharge", owed), ("use_boon", held))
    for intent, debts in kinds:
        yield from opens.plain(state, intent, DECIDE[intent])
        yield from opens.named(state, intent, DECIDE[intent], "character", _others(state, debts))


def _others(state: Episode, debts: Owned) -> Iterable[Name]:
    parties = {other(debt) for each in state.characters for debt in debts(state, each.id)}
    return names.characters(state, (each for each in state.characters if each.id in parties))


OPEN = (_open,)


def _tell_discharged(state: Episode, event: ObligationDischarged) -> Iterable[Cue]:
    left = len(open_obligations(state))
    yield Cue(singular("ObligationDischarged", left) if left else "ObligationDischarged.last", {"n": left})


def _tell_used(state: Episode, event: BoonUsed) -> Iterable[Cue]:
    boon = next(boon for boon in state.quest.boons if boon.id == event.boon)
    yield Cue("BoonUsed", {"character": names.character_name(state, boon.owner)})


NARRATE: Telling = {
    QuestSet: lambda state, event: (Cue(singular("QuestSet", event.boons), {"n": event.boons}),),
    QuestCompleted: lambda state, event: (Cue("QuestCompleted"),),
    ObligationDischarged: _tell_discharged,
    BoonUsed: _tell_used,
}
