"""What each fighter wants, and of whom; objections; changing it altogether (E-078 to E-080, E-094, E-095)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import checks, edit, fighters, names, offers, opens, stage
from assistant.games.errantry.events_pain import (
    IntentionLeft,
    IntentionRefused,
    IntentionsClosed,
    IntentionStated,
    IntentionWorded,
    StageOpened,
)
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, CharacterId, Episode, Fighter, Pain
from assistant.games.errantry.terms import Action, Moment, PainMode, PainPhase
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal, Seat
from assistant.table.slots import UNKNOWN_WORDS, words

_STATING = frozenset({Moment.PAIN_INTENTIONS, Moment.PAIN_FREE_AND_CLEAR})
_BETWEEN = frozenset({Moment.PAIN_WINDOW, Moment.PAIN_FREE_AND_CLEAR})
_ROLLED = {Moment.PAIN_ROLL: "E_DICE_ROLLED"}


def state_intention(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A goal and whom it is about; the words may stay unheard (E-078)."""
    found = fighters.meant(state, command)
    if isinstance(found, Refusal):
        return found
    pain, who, fighter = found
    if pain.phase is PainPhase.WINDOW and not _awaited(state, pain, fighter):
        return checks.wrong_phase(state)
    if not may_restate(state, pain, fighter):
        return Refusal("E_WRONG_TARGET")
    target = _target(state, command, pain, fighter)
    if isinstance(target, Refusal):
        return target
    if pain.mode is PainMode.ZEITGEIST and not _across(pain, who, target):
        return Refusal("E_NOT_TWO_SIDES")
    permanent = "permanent" in command.slots
    if permanent and command.confirmed_by is None:
        return Ask("state_intention.sure", (command,), slots={"character": target.name})
    mine = fighters.as_one(pain, who.id)
    return (IntentionStated(characters=mine, target=target.id, text=words(command), permanent=permanent),)


def _awaited(state: Episode, pain: Pain, fighter: Fighter) -> bool:
    """Whether somebody gives up to him as soon as he says what he wants now (A-71)."""
    given_up = (each for each in fighters.still_in(pain) if each.give_up_queued)
    after = any(each.character == fighter.target for each in given_up)
    return state.settings.open_intention == "now" and fighter.due and after


def may_restate(state: Episode, pain: Pain, fighter: Fighter) -> bool:
    """Before the first free talk; where none is on record; where a change is due (E-080, E-094, E-095, A-70)."""
    lost = fighter.target not in fighters.ids(fighters.still_in(pain)) and state.settings.retarget_free
    changes = fighter.due or fighter.free_change or lost
    return pain.phase is PainPhase.INTENTIONS or not fighter.stated or changes


def _target(state: Episode, command: Command, pain: Pain, fighter: Fighter) -> Character | Refusal:
    """Whom the intention is about: named, else as before, else the only other one; E_WHO, E_NOT_IN."""
    others = tuple(who for who in fighters.ids(fighters.still_in(pain)) if who != fighter.character)
    if "target" in command.slots:
        target = checks.named(state, command, "target")
        if isinstance(target, Refusal) or target.id in others:
            return target
        return Refusal("E_NOT_IN", {"character": target.name})
    known = fighter.target if fighter.target in others else others[0] if len(others) == 1 else None
    return state.character(known) or Refusal("E_WHO")


def _across(pain: Pain, who: Character, target: Character) -> bool:
    """Whether the target is on a side, and not on his own (E-115)."""
    return any(target.id in side and who.id not in side for side in pain.sides)


def word_intention(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The words of an intention that was stated before they were known."""
    found = fighters.meant(state, command)
    if isinstance(found, Refusal):
        return found
    _, who, fighter = found
    text = words(command)
    if fighter.intention != UNKNOWN_WORDS or text in ("", UNKNOWN_WORDS):
        return Refusal("E_INTENTION_MISSING", {"character": who.name})
    return (IntentionWorded(character=who.id, text=text),)


def close_intentions(state: Episode, command: Command, dice: Dice) -> Outcome:
    """All were told aloud; whoever has a target has an intention (E-078)."""
    without = [each for each in fighters.still_in(state.pain) if each.target is None] if state.pain else []
    if without:
        return missing(state, without[0].character)
    return (IntentionsClosed(),)


def missing(state: Episode, who: CharacterId) -> Refusal:
    return Refusal("E_INTENTION_MISSING", {"character": names.character_name(state, who)})


def refuse_intention(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The Marshal upholds an objection (E-079)."""
    pain = state.pain
    stated = [each.character for each in fighters.still_in(pain) if each.stated] if pain else []
    if "character" in command.slots:
        who = checks.named(state, command)
        if isinstance(who, Refusal):
            return who
        return (IntentionRefused(character=who.id),) if who.id in stated else missing(state, who.id)
    if not stated:
        return Refusal("E_WHO")
    if len(stated) == 1:
        return (IntentionRefused(character=stated[0]),)
    choices = (replace(command, slots={**command.slots, "character": each}) for each in stated)
    return Ask("refuse_intention.whose", tuple(choices))


def change_intention(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A complete change: a round of defending first, or at once after a stalemate (E-094, E-095)."""
    found = fighters.meant(state, command)
    if isinstance(found, Refusal):
        return found
    pain, who, fighter = found
    if fighter.changing:
        return Refusal("E_MUST_DEFEND")
    if fighter.due or not fighter.stated:
        return missing(state, who.id)
    lost = fighter.target not in fighters.ids(fighters.still_in(pain)) and state.settings.retarget_free
    left = IntentionLeft(characters=fighters.as_one(pain, who.id), at_once=fighter.free_change or lost)
    return (*stage.opened(pain), left)


DECIDE = {
    "state_intention": Order(state_intention, by="owner", live=_STATING | _BETWEEN, instead=_ROLLED),
    "draft_state_intention": Order(word_intention, by="owner"),
    "close_intentions": Order(close_intentions, live=frozenset({Moment.PAIN_INTENTIONS})),
    "refuse_intention": Order(refuse_intention, by="marshal", live=_STATING, instead=_ROLLED),
    "change_intention": Order(change_intention, by="owner", live=_BETWEEN, instead=_ROLLED),
}


def _stated(state: Episode, event: IntentionStated) -> Episode:
    for who in event.characters:
        fighter = state.pain.fighter(who) if state.pain else None
        if fighter is None:
            continue
        renewed = fighter.due or fighter.free_change
        state = stage.without_action(state, who) if renewed else state
        state = edit.fighter(state, who, lambda each: _with_intention(each, event))
        state = edit.pain(state, lambda pain: _without_relations(pain, event.characters))
        state = edit.pain(state, lambda pain: _on_a_side(pain, event))
    return state


def _with_intention(fighter: Fighter, event: IntentionStated) -> Fighter:
    return replace(
        fighter,
        intention=event.text,
        stated=True,
        due=False,
        free_change=False,
        target=event.target,
        permanent=event.permanent,
    )


def _without_relations(pain: Pain, changed: Iterable[CharacterId]) -> Pain:
    """What was said of a pair no longer holds when either does something else (E-082)."""
    gone = set(changed)
    return replace(pain, relations={pair: said for pair, said in pain.relations.items() if not gone & set(pair)})


def _on_a_side(pain: Pain, event: IntentionStated) -> Pain:
    """Who joins a fight of groups is on the side that his target is not on."""
    if pain.mode is not PainMode.ZEITGEIST:
        return pain
    new = tuple(who for who in event.characters if not any(who in side for side in pain.sides))
    return replace(pain, sides=tuple(side if event.target in side else (*side, *new) for side in pain.sides))


def _worded(state: Episode, event: IntentionWorded) -> Episode:
    return edit.fighter(state, event.character, lambda each: replace(each, intention=event.text))


def _closed(state: Episode, event: IntentionsClosed) -> Episode:
    def close(pain: Pain) -> Pain:
        return replace(pain, fighters=tuple(replace(each, stated=True) for each in pain.fighters))

    return edit.pain(state, close)


def _refused(state: Episode, event: IntentionRefused) -> Episode:
    return edit.fighter(
        state, event.character, lambda each: replace(each, intention="", stated=False, due=False, permanent=False)
    )


def _left(state: Episode, event: IntentionLeft) -> Episode:
    for who in event.characters:
        state = stage.without_action(state, who)
        state = edit.fighter(state, who, _owing if event.at_once else _changing)
    return edit.pain(state, lambda pain: _without_relations(pain, event.characters))


def _owing(fighter: Fighter) -> Fighter:
    """A new intention is due now (E-095)."""
    return replace(fighter, due=True)


def _changing(fighter: Fighter) -> Fighter:
    """Only a defence this round; the new intention in the next one (E-094)."""
    return replace(fighter, changing=True, kind=Action.DEFEND)


EVOLVE: Evolving = {
    IntentionStated: _stated,
    IntentionWorded: _worded,
    IntentionsClosed: _closed,
    IntentionRefused: _refused,
    IntentionLeft: _left,
}


def _all_stated(state: Episode) -> StageOpened | None:
    pain = state.pain
    if pain is None or pain.phase is not PainPhase.INTENTIONS:
        return None
    return StageOpened(round=pain.round) if all(each.stated for each in fighters.still_in(pain)) else None


FOLLOWS = (_all_stated,)


def _open(state: Episode) -> Iterable[Open]:
    if state.moment in _STATING | _BETWEEN:
        yield from offers.by_seat(state, "state_intention", lambda seat: _stating(state, seat))
    yield from opens.plain(state, "close_intentions", DECIDE["close_intentions"])
    if state.moment in _STATING | _BETWEEN:
        left = fighters.characters(state, state.pain)
        yield from stage.offered(state, "change_intention", DECIDE["change_intention"], left)
        yield from opens.plain(state, "refuse_intention", DECIDE["refuse_intention"])
        yield from stage.offered(state, "refuse_intention", DECIDE["refuse_intention"], left)


def _stating(state: Episode, seat: Seat) -> offers.Slots | None:
    left = fighters.characters(state, state.pain)
    mine = [who for who in offers.engaged(state, seat) if who in left and _may_say(state, who)]
    return {"character": names.characters(state, mine), "target": names.characters(state, left)} if mine else None


def _may_say(state: Episode, who: Character) -> bool:
    pain = state.pain
    fighter = pain.fighter(who.id) if pain is not None else None
    if pain is None or fighter is None:
        return False
    return pain.phase is not PainPhase.WINDOW or _awaited(state, pain, fighter)


def _tell_stated(state: Episode, event: IntentionStated) -> Iterable[Cue]:
    who = names.character_name(state, event.characters[0])
    slots = {"character": who, "target": names.character_name(state, event.target)}
    said = event.text not in ("", UNKNOWN_WORDS)
    yield Cue("IntentionStated.text", {**slots, "text": event.text}) if said else Cue("IntentionStated", slots)


def _tell_left(state: Episode, event: IntentionLeft) -> Iterable[Cue]:
    line = "IntentionLeft.at_once" if event.at_once else "IntentionLeft"
    yield Cue(line, {"character": names.character_name(state, event.characters[0])})


OPEN = (_open,)
NARRATE: Telling = {
    IntentionStated: _tell_stated,
    IntentionWorded: lambda state, event: (Cue("IntentionWorded", {"text": event.text}),),
    IntentionsClosed: lambda state, event: (Cue("IntentionsClosed"),),
    IntentionRefused: lambda state, event: (Cue("IntentionRefused"),),
    IntentionLeft: _tell_left,
}
