"""The Pain comes down, and who joins it (E-075 to E-077)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import acting, checks, edit, fighters, marking, names, offers, opens, stage, steps
from assistant.games.errantry.events_pain import FighterJoined, PainBegun
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Check, CheckStep, Episode, Fighter, Pain
from assistant.games.errantry.terms import Action, CheckKind, CheckPhase, Kind, Moment, Result, StepRole
from assistant.table import Command, Cue, Dice, Open, Refusal

_FROM = (CheckKind.RESISTED, CheckKind.SURPRISE)
_BEFORE_DICE = frozenset({Moment.PAIN_INTENTIONS, Moment.PAIN_FREE_AND_CLEAR})
_TOO_LATE = dict.fromkeys((Moment.PAIN_ROLL, Moment.PAIN_RESOLVE, Moment.PAIN_WINDOW), "E_JOIN_LATE")


def bring_pain(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A player in the conflict does not leave it at one check (E-075); the Tenan may not for an EC (E-076)."""
    check = state.check
    if check is None or check.kind not in _FROM or check.phase is not CheckPhase.FINAL or len(check.steps) != 2:
        return Refusal("E_NOT_RESISTED")
    if not may_come_down(state, check):
        return Refusal("E_STORY_ENDED")
    engaged = [state.character(step.character) for step in check.steps]
    mine = [who for who in engaged if who is not None and not checks.not_yours(state, command.seat, who)]
    if not any(who.kind is Kind.PC for who in mine):
        return Refusal("E_TENAN_NO" if mine else "E_NOT_INVOLVED")
    one, other = _instigator_first(check)
    return (PainBegun(trial_id=f"trial{state.trials + 1}", one=one.character, other=other.character),)


def may_come_down(state: Episode, check: Check) -> bool:
    """Whether the two of a resisted check are still there, and no story has turned with it (A-63)."""
    characters = [acting.character_of(state, step) for step in check.steps]
    both = zip(check.steps, characters, strict=True)
    seven = any(steps.transcends(step, who, state.settings) for step, who in both)
    return (state.settings.pain_after_transcend or not seven) and all(who.in_play for who in characters)


def _instigator_first(check: Check) -> tuple[CheckStep, CheckStep]:
    one, other = check.steps
    return (other, one) if other.role is StepRole.INSTIGATOR else (one, other)


def join_pain(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Somebody around gets involved (E-077)."""
    pain, who = state.pain, checks.meant(state, command)
    if isinstance(who, Refusal) or pain is None:
        return who if isinstance(who, Refusal) else checks.wrong_phase(state)
    if pain.fighter(who.id) is not None:
        return Refusal("E_ALREADY_IN", {"character": who.name})
    if not who.in_play or state.scene is None or who.id not in state.scene.present:
        return Refusal("E_NOT_HERE", {"character": who.name})
    if pain.round > 1 and not state.settings.join_late:
        return Refusal("E_JOIN_LATE")
    return (FighterJoined(character=who.id),)


DECIDE = {
    "bring_pain": Order(bring_pain, live=frozenset({Moment.PLAY})),
    "join_pain": Order(join_pain, by="owner", live=_BEFORE_DICE, instead=_TOO_LATE),
}


def _begun(state: Episode, event: PainBegun) -> Episode:
    check = state.check
    one = Fighter(event.one, target=event.other)
    other = Fighter(event.other, target=event.one)
    pain = Pain(
        event.trial_id,
        from_check=check.id if check else "",
        fighters=(_first_action(state, one), _first_action(state, other)),
    )
    begun = replace(state, pain=pain, trials=state.trials + 1, check=None)
    return _first_harm(begun, check) if check and state.settings.pain_first_check == "harms" else begun


def _first_action(state: Episode, fighter: Fighter) -> Fighter:
    """The ability of the check is the first action (A-72)."""
    who, step = state.character(fighter.character), fighters.step_of(state, fighter.character)
    ability = acting.on_sheet(state, who, step.ability) if who and step and step.ability else None
    if step is None or ability is None:
        return fighter
    return replace(fighter, ability=step.ability, kind=fighters.kind_of(ability))


def _first_harm(state: Episode, check: Check) -> Episode:
    """The winner of the check has harmed already (A-21, *harms*)."""
    won = next((step for step in check.steps if step.result is Result.WIN), None)
    fighter = state.pain.fighter(won.character) if state.pain and won else None
    if won is None or fighter is None or fighter.target is None or fighter.kind is not Action.ATTACK:
        return state
    done = marking.harm_of(state, won, fighter.target)
    blow = marking.landed(won, fighter.target, done, marking.tracker(state, fighter.target))
    return marking.mark(state, blow) if blow else state


def _joined(state: Episode, event: FighterJoined) -> Episode:
    def grow(pain: Pain) -> Pain:
        return replace(pain, fighters=(*pain.fighters, Fighter(event.character)))

    step = CheckStep(event.character)
    return edit.check(edit.pain(state, grow), lambda check: replace(check, steps=(*check.steps, step)))


EVOLVE: Evolving = {PainBegun: _begun, FighterJoined: _joined}


def _open(state: Episode) -> Iterable[Open]:
    yield from opens.plain(state, "bring_pain", DECIDE["bring_pain"])
    if state.pain is None:
        return
    yield from stage.offered(state, "join_pain", DECIDE["join_pain"], offers.here(state))


def _tell_joined(state: Episode, event: FighterJoined) -> Iterable[Cue]:
    yield Cue("FighterJoined", {"character": names.character_name(state, event.character)})


OPEN = (_open,)
NARRATE: Telling = {PainBegun: lambda state, event: (Cue("PainBegun"),), FighterJoined: _tell_joined}
