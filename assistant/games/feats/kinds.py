"""What kind of injury it was: told with the hit, after it, or worked out later from what was spoken (F-081, F-114)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.feats import edit, fight, names, pools, telling, wounds
from assistant.games.feats.events_combat import WoundNamed
from assistant.games.feats.opens import ASKING
from assistant.games.feats.orders import Evolving, Order, Outcome, Telling
from assistant.games.feats.state import Attack, Injury, Play, Statement
from assistant.games.feats.terms import COMBAT, Cause
from assistant.table import Command, Cue, Dice, Open, Refusal
from assistant.table.slots import UNKNOWN_WORDS, words


def _tell(state: Play, command: Command, dice: Dice) -> Outcome:
    """Of the attack that is told, only whoever tells its injuries may (A18); of what is settled, anybody."""
    text = words(command)
    if not text:
        return Refusal("E_NOTHING")
    attack = _being_told(state)
    if attack is not None:
        teller = telling.teller(state, attack, _wordless(attack, "")[-1].who)
        if not pools.owns(state, command.seat, teller):
            return Refusal("E_NOT_YOUR_TURN", {"name": names.display(state, teller)})
    return _named(state, attack, ("",), text)


def _draft(state: Play, command: Command, dice: Dice) -> Outcome:
    """The words of a hit, known after it."""
    text = words(command)
    if text in ("", UNKNOWN_WORDS):
        return Refusal("E_NOTHING")
    return _named(state, _being_told(state, UNKNOWN_WORDS), (UNKNOWN_WORDS,), text)


def _being_told(state: Play, label: str = "") -> Attack | None:
    """The attack that is told now, if one of its injuries has no words yet."""
    now = telling.current(state) if state.phase in telling.TOLD else None
    attack = telling.attack_in(state, now) if now else None
    return attack if attack is not None and _wordless(attack, label) else None


def _wordless(attack: Attack, label: str) -> list[Statement]:
    return [one for one in wounds.told(attack) if (one.text or "") == label]


def _named(state: Play, attack: Attack | None, labels: tuple[str, ...], text: str) -> Outcome:
    """The last injury without words gets these."""
    if attack is not None:
        return (WoundNamed(text=text, attack=attack.id, n=_wordless(attack, labels[0])[-1].n),)
    suffered = [injury for injury in _suffered(state) if injury.label in labels and injury.cause is not Cause.RULING]
    if not suffered:
        return Refusal("E_NOTHING")
    return (WoundNamed(text=text, injury=max(suffered, key=lambda one: int(one.id[1:])).id),)


def _suffered(state: Play) -> Iterable[Injury]:
    """Landed or not."""
    yield from (injury for one in state.characters for injury in one.injuries)
    yield from (injury for _, injury in state.combat.pending) if state.combat else ()


_DRAFT = Order(_draft)
DECIDE = {
    "tell_injury": Order(_tell),
    "draft_hit": _DRAFT,
    "draft_extra_injury": _DRAFT,
    "draft_tell_injury": _DRAFT,
}


def _worded(state: Play, event: WoundNamed) -> Play:
    if event.attack:
        attack = fight.fight(state).attacks[event.attack]
        told = tuple(replace(one, text=event.text) if one.n == event.n else one for one in attack.statements)
        return edit.contest(state, event.attack, {"statements": told})

    def labelled(one: Injury) -> Injury:
        return replace(one, label=event.text) if one.id == event.injury else one

    characters = tuple(replace(one, injuries=tuple(map(labelled, one.injuries))) for one in state.characters)
    state = replace(state, characters=characters)
    return edit.combat(state, lambda on: replace(on, pending=tuple((who, labelled(one)) for who, one in on.pending)))


EVOLVE: Evolving = {WoundNamed: _worded}


def _open(state: Play) -> Iterable[Open]:
    if state.phase in COMBAT:
        yield from ASKING.plain(state, "tell_injury", DECIDE["tell_injury"], text="x")


OPEN = (_open,)
NARRATE: Telling = {WoundNamed: lambda state, event: (Cue("WoundNamed", {"injury": event.text}),)}
