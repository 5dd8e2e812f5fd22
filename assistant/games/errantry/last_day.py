"""Stories that end, and who comes after: death, the last day, successors, companions (E-124, E-132 to E-134)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import checks, edit, names, opens
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_game import CharacterGone, CompanionJoined, HoursPassed, SuccessorJoined
from assistant.games.errantry.orders import CALM, NO_SCENE, PLAY, Evolving, Order, Outcome, Telling
from assistant.games.errantry.seating import plays
from assistant.games.errantry.state import Character, Episode
from assistant.games.errantry.terms import Kind, Life
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal
from assistant.table.naming import singular
from assistant.table.slots import whole

MOST_HOURS = 99
_BETWEEN = NO_SCENE | PLAY


def pass_time(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The game clock moves only when the table says so."""
    hours = whole(command, "n")
    if hours is None or not 1 <= hours <= MOST_HOURS:
        return Refusal("E_TIME_BACK")
    return (HoursPassed(hours=float(hours)),)


def retire(state: Episode, command: Command, dice: Dice) -> Outcome:
    """On the last day the story ends when its player says so."""
    character = _meant(state, command)
    if isinstance(character, Refusal):
        return character
    if character.transcendence is None or not character.in_play:
        return Refusal("E_NOT_YET", {"character": character.name})
    return _sure(command, character, Life.RETIRED)


def die(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Any other death the story brings; a named encounter character is safe from it (E-070)."""
    character = _meant(state, command)
    if isinstance(character, Refusal):
        return character
    if not character.in_play:
        return Refusal("E_GONE", {"character": character.name})
    if character.kind is Kind.EC and character.named:
        return Refusal("E_PAIN_ONLY", {"character": character.name})
    return _sure(command, character, Life.DEAD)


def _meant(state: Episode, command: Command) -> Character | Refusal:
    """The one named, if the speaker's; without a name the speaker's own, for a Tenan too: nobody else has a story."""
    if "character" not in command.slots:
        return state.current(command.seat) or Refusal("E_WHO")
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    return checks.not_yours(state, command.seat, character) or character


def _sure(command: Command, character: Character, life: Life) -> Outcome:
    if command.confirmed_by is None:
        return Ask("gone.sure", (command,), slots={"character": character.name})
    return (CharacterGone(character=character.id, life=life),)


def succeed(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A new character from the sheets, as soon as the old one's last day has begun."""
    newcomer = checks.named(state, command)
    if isinstance(newcomer, Refusal):
        return newcomer
    old = state.current(command.seat)
    if old is not None and old.transcendence is None:
        return Refusal("E_STILL_PLAYING", {"character": old.name})
    if newcomer.kind is not Kind.PC or newcomer.player_id is not None or not newcomer.in_play:
        return Refusal("E_TAKEN", {"character": newcomer.name})
    return (SuccessorJoined(seat=command.seat, character=newcomer.id),)


def befriend(state: Episode, command: Command, dice: Dice) -> Outcome:
    """An encounter character joins the party and stays one (A-68)."""
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.kind is not Kind.EC:
        return Refusal("E_NOT_AN_EC")
    if character.life is not Life.ALIVE:
        return Refusal("E_EC_DEAD", {"character": character.name})
    if character.in_party:
        return Refusal("E_ALREADY_HERE", {"character": character.name})
    return (CompanionJoined(character=character.id),)


DECIDE = {
    "pass_time": Order(pass_time, live=CALM),
    "retire": Order(retire, live=_BETWEEN),
    "die": Order(die, live=_BETWEEN),
    "succeed": Order(succeed, live=_BETWEEN),
    "befriend": Order(befriend, by="tenan", live=_BETWEEN),
}


def _passed(state: Episode, event: HoursPassed) -> Episode:
    return replace(state, game_clock_h=state.game_clock_h + event.hours)


def _gone(state: Episode, event: CharacterGone) -> Episode:
    """Out of the scene, and current no more."""
    state = edit.character(state, event.character, lambda who: replace(who, life=event.life, in_party=False))
    return edit.scene(state, lambda scene: replace(scene, present=scene.present - {event.character}))


def _succeeded(state: Episode, event: SuccessorJoined) -> Episode:
    state = plays(state, event.seat, event.character)
    current = state.current(event.seat)
    if current is None or current.id != event.character:
        return state
    return edit.scene(state, lambda scene: replace(scene, present=scene.present | {event.character}))


EVOLVE: Evolving = {
    HoursPassed: _passed,
    CharacterGone: _gone,
    SuccessorJoined: _succeeded,
    CompanionJoined: lambda state, event: edit.character(
        state, event.character, lambda who: replace(who, in_party=True)
    ),
}


def _deadline(state: Episode) -> EpisodeEvent | None:
    """The last day is over: by the game clock, or with the session (E-132, A-58)."""
    if state.moment not in CALM:
        return None
    by_clock = state.settings.last_day == "game_clock"
    for who in state.characters:
        if who.transcendence is None or not who.in_play:
            continue
        if who.transcendence.deadline_h <= state.game_clock_h if by_clock else state.session is None:
            return CharacterGone(character=who.id, life=Life.RETIRED)
    return None


FOLLOWS = (_deadline,)


def _open(state: Episode) -> Iterable[Open]:
    if not state.players or state.moment not in CALM:
        return
    yield Open("pass_time", frozenset(player.id for player in state.players), {"n": range(1, MOST_HOURS + 1)})
    if state.moment not in _BETWEEN:
        return
    everyone = names.characters(state)
    yield from opens.plain(state, "retire", DECIDE["retire"])
    for intent in ("retire", "die"):
        yield from opens.named(state, intent, DECIDE[intent], "character", everyone)
    yield from opens.named(state, "succeed", DECIDE["succeed"], "character", everyone)
    yield from opens.named(state, "befriend", DECIDE["befriend"], "character", everyone)


OPEN = (_open,)


def _cue(state: Episode, line: str, character: str) -> Iterable[Cue]:
    yield Cue(line, {"character": names.character_name(state, character)})


def _tell_passed(state: Episode, event: HoursPassed) -> Iterable[Cue]:
    yield Cue(singular("HoursPassed", int(event.hours)), {"n": int(event.hours)})


NARRATE: Telling = {
    HoursPassed: _tell_passed,
    CharacterGone: lambda state, event: _cue(state, f"CharacterGone.{event.life}", event.character),
    SuccessorJoined: lambda state, event: _cue(state, "SuccessorJoined", event.character),
    CompanionJoined: lambda state, event: _cue(state, "CompanionJoined", event.character),
}
