"""The end of the Pain: when it is over, whose intentions happen, obligations, boons, shaking out (E-109 to E-113)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from assistant.games.errantry import checks, edit, fighters, giving_up, harm, marking, names, opening, opens
from assistant.games.errantry.events_pain import (
    BoonGained,
    CharacterEnded,
    HarmShaken,
    ObligationGained,
    PainClosed,
    PainEnded,
    WindowOpened,
)
from assistant.games.errantry.orders import PAIN, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import (
    Boon,
    Character,
    CharacterId,
    Check,
    CheckStep,
    Episode,
    Fighter,
    Obligation,
    Pain,
)
from assistant.games.errantry.terms import CheckKind, CheckPhase, Kind, PainMode, PainPhase, Result
from assistant.table import Command, Cue, Dice, Open, Refusal, Value

_TALK = frozenset({PainPhase.INTENTIONS, PainPhase.FREE_AND_CLEAR, PainPhase.WINDOW})


def who_is_in(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Who is still in, and after whom (E-109)."""
    pain = state.pain
    left = fighters.still_in(pain) if pain is not None else ()
    if not left:
        return Refusal("E_WRONG_PHASE")
    slots: dict[str, Value] = {"n": len(left), "list": ", ".join(_after(state, fighter) for fighter in left)}
    mine = checks.speaker(state, command.seat)
    own = pain.fighter(mine.id) if pain is not None and isinstance(mine, Character) else None
    if own is None or own not in left or own.target is None:
        return Cue("who_is_in", slots)
    return Cue("who_is_in.after", slots | _names(state, character=own.character, target=own.target))


def _after(state: Episode, fighter: Fighter) -> str:
    one, target = names.character_name(state, fighter.character), names.character_name(state, fighter.target)
    return f"{one} → {target}" if target else one


DECIDE = {"who_is_in": Order(who_is_in, live=PAIN)}


# ---- What follows, in this order


def _permanently(state: Episode) -> CharacterEnded | None:
    """A permanent intention that has happened to an encounter character (E-110)."""
    pain = state.pain
    for fighter in pain.fighters if pain is not None else ():
        who = state.character(fighter.character)
        if pain is None or who is None or who.kind is not Kind.EC or not who.in_play:
            continue
        for by in fighter.fate:
            winner = pain.fighter(by)
            if winner is not None and winner.permanent and winner.target == who.id:
                return CharacterEnded(character=who.id, by=by)
    return None


def _owes(state: Episode) -> ObligationGained | None:
    """Who was bloodied or broken gains an obligation, to the one who last did it (E-111, A-23, A-24)."""
    pain = state.pain
    for fighter in pain.fighters if pain is not None else ():
        who = state.character(fighter.character)
        if pain is None or who is None or who.kind is not Kind.PC or not fighter.bloodied_by:
            continue
        each_mark = state.settings.obligation_when == "each_mark"
        debts = fighter.bloodied_by if each_mark else fighter.bloodied_by[-1:]
        ended = pain.phase is PainPhase.ENDED
        now = ended or (each_mark and state.settings.obligation_winner)
        spared = ended and fighter.still_in and not state.settings.obligation_winner
        booked = sum(each.owner == who.id and each.trial_id == pain.id for each in state.quest.obligations)
        if now and not spared and booked < len(debts):
            number = f"{pain.id}.{who.id}.{booked}"
            return ObligationGained(obligation_id=number, owner=who.id, to=debts[booked], trial_id=pain.id)
    return None


def _over(state: Episode) -> PainEnded | None:
    pain = state.pain
    if pain is None or not (pain.phase in _TALK or _settled(pain)) or not fighters.is_over(state, pain):
        return None
    return PainEnded(winners=fighters.ids(fighters.still_in(pain)))


def _settled(pain: Pain) -> bool:
    """The round is resolved, and no harm is left to share."""
    return pain.phase is PainPhase.RESOLVE and pain.sharing is None


def _next_round(state: Episode) -> WindowOpened | None:
    pain = state.pain
    return WindowOpened(round=pain.round + 1) if pain is not None and _settled(pain) else None


def _earns(state: Episode) -> BoonGained | None:
    """Who has won and bloodied or broken somebody gains a boon (E-112)."""
    pain = state.pain
    if pain is None or pain.phase is not PainPhase.ENDED:
        return None
    booked = {(each.owner, each.source) for each in state.quest.boons if each.trial_id == pain.id}
    for place, (owner, source) in enumerate(boons_due(state, pain)):
        if (owner, source) not in booked:
            return BoonGained(boon_id=f"{pain.id}.boon{place}", owner=owner, source=source, trial_id=pain.id)
    return None


def boons_due(state: Episode, pain: Pain) -> tuple[tuple[CharacterId, CharacterId], ...]:
    """Owner and source of each boon, by how the table counts them (A-25)."""
    winners = [each.character for each in fighters.still_in(pain) if _is_pc(state, each.character)]
    earned = [(who, victims) for who in winners if (victims := _bloodied(state, pain, who))]
    if state.settings.boon_count == "victim":
        return tuple((who, victim) for who, victims in earned for victim in victims)
    each = tuple((who, victims[0]) for who, victims in earned)
    return each[:1] if state.settings.boon_count == "side" else each


def _is_pc(state: Episode, who: CharacterId) -> bool:
    character = state.character(who)
    return character is not None and character.kind is Kind.PC


def _bloodied(state: Episode, pain: Pain, who: CharacterId) -> tuple[CharacterId, ...]:
    """Whom he bloodied or broke; in Zeitgeist the table may credit each member of the side (A-75)."""
    shared = pain.mode is PainMode.ZEITGEIST and state.settings.zeitgeist_credit == "members"
    credited = next((side for side in pain.sides if who in side), (who,)) if shared else (who,)
    return tuple(each.character for each in pain.fighters if set(credited) & set(each.bloodied_by))


def _shakes(state: Episode) -> HarmShaken | None:
    """All marks of everybody who took part slide down, older ones too (E-113)."""
    pain = state.pain
    if pain is None or pain.phase is not PainPhase.ENDED:
        return None
    for fighter in pain.fighters:
        tracker = marking.tracker(state, fighter.character)
        if dict(tracker) != harm.shaken_out(tracker):
            return HarmShaken(character=fighter.character)
    return None


def _closes(state: Episode) -> PainClosed | None:
    return PainClosed() if state.pain is not None and state.pain.phase is PainPhase.ENDED else None


FOLLOWS = (_permanently, _owes, _over, giving_up.take_effect, _next_round, _earns, _shakes, _closes)


# ---- What changes


def _ended(state: Episode, event: PainEnded) -> Episode:
    for place, _ in enumerate(state.check.steps if state.check else ()):
        state = _unspent(state, place)
    state = replace(state, check=None)
    state = edit.pain(state, lambda pain: replace(pain, phase=PainPhase.ENDED))
    for winner in fighters.still_in(state.pain) if state.pain else ():
        state = edit.fighter(state, winner.target or "", partial(_befallen, by=winner.character))
    return state


def _unspent(state: Episode, place: int) -> Episode:
    """What was paid for dice that never fell comes back."""
    step = state.check.steps[place] if state.check else None
    if step is None or step.rolled:
        return state
    return opening.gifts_back(opening.given_back(state, place), step)


def _befallen(fighter: Fighter, by: CharacterId) -> Fighter:
    """The winner's intention happens to a target who went out; who gave up has had what he gave up to (E-109)."""
    return replace(fighter, fate=(*fighter.fate, by)) if fighter.out and by not in fighter.fate else fighter


def _gone(state: Episode, event: CharacterEnded) -> Episode:
    """Out of the scene, and of the party."""
    state = edit.character(state, event.character, lambda who: replace(who, life=event.life, in_party=False))
    return edit.scene(state, lambda scene: replace(scene, present=scene.present - {event.character}))


def _obliged(state: Episode, event: ObligationGained) -> Episode:
    debt = Obligation(event.obligation_id, event.owner, event.to, event.trial_id)
    return edit.quest(state, lambda quest: replace(quest, obligations=(*quest.obligations, debt)))


def _rewarded(state: Episode, event: BoonGained) -> Episode:
    boon = Boon(event.boon_id, event.owner, event.source, event.trial_id)
    return edit.quest(state, lambda quest: replace(quest, boons=(*quest.boons, boon)))


def _closed(state: Episode, event: PainClosed) -> Episode:
    """What is left is who has won and who has lost, in place of the check that it began with (A-56)."""
    pain = state.pain
    if pain is None:
        return state
    results = (CheckStep(each.character, result=Result.WIN if each.still_in else Result.LOSS) for each in pain.fighters)
    check = Check(pain.id, CheckKind.PAIN, tuple(results), CheckPhase.FINAL)
    return replace(state, pain=None, check=check)


EVOLVE: Evolving = {
    CharacterEnded: _gone,
    ObligationGained: _obliged,
    PainEnded: _ended,
    BoonGained: _rewarded,
    HarmShaken: lambda state, event: edit.character(
        state, event.character, lambda who: marking.shaken(who, state.settings)
    ),
    PainClosed: _closed,
}


def _open(state: Episode) -> Iterable[Open]:
    yield from opens.plain(state, "who_is_in", DECIDE["who_is_in"])


# ---- What is told


def _tell_ended(state: Episode, event: PainEnded) -> Iterable[Cue]:
    told = [names.character_name(state, who) for who in event.winners]
    if len(told) == 1:
        yield Cue("PainEnded.one", {"character": told[0]})
    elif len(told) == 2:
        yield Cue("PainEnded.two", {"one": told[0], "other": told[1]})
    else:
        yield Cue("PainEnded.many", {"n": len(told)}) if told else Cue("PainEnded.none")


def _tell_debt(state: Episode, event: ObligationGained) -> Iterable[Cue]:
    yield Cue("ObligationGained", _names(state, character=event.owner, other=event.to))


def _tell_shaken(state: Episode, event: HarmShaken) -> Iterable[Cue]:
    count = len(marking.tracker(state, event.character))
    yield Cue("HarmShaken", {"character": names.character_name(state, event.character), "n": count})


def _names(state: Episode, **who: CharacterId) -> dict[str, str]:
    return {slot: names.character_name(state, each) for slot, each in who.items()}


OPEN = (_open,)
NARRATE: Telling = {
    CharacterEnded: lambda state, event: (Cue("CharacterEnded", _names(state, character=event.character)),),
    ObligationGained: _tell_debt,
    PainEnded: _tell_ended,
    BoonGained: lambda state, event: (Cue("BoonGained", _names(state, character=event.owner)),),
    HarmShaken: _tell_shaken,
}
