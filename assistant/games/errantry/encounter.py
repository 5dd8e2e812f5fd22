"""Whom the Venan meets: choosing, drawing a court card, and what a known card means (E-018 to E-023, A-73, A-74)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.errantry import cards, checks, edit, making, names, opens
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_scene import CourtCardSeen, EncounterChosen, EncounterDrawn, EncounterModeSet
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Card, Character, Decks, Episode, Scene
from assistant.games.errantry.terms import EncounterMode, Kind, Life, Moment, ScenePhase
from assistant.table import Command, Cue, Dice, Open, Refusal, Roll
from assistant.table.naming import find

_HERE = frozenset({Moment.ENCOUNTER})
_GONE = (Life.DEAD, Life.RETIRED)


def linked(state: Episode, card: Card | None) -> Character | None:
    """The newest encounter character that this card stands for."""
    ids = state.card_links.get(card, ()) if card else ()
    return state.character(ids[-1]) if ids else None


def draw_encounter(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One card at random from the court deck."""
    court = state.decks.court
    if state.here.encounter_card is not None:
        return Refusal("E_CARD_DRAWN")
    if not court:
        return Refusal("E_COURT_EMPTY")
    if not dice:
        return Roll((len(court),), by=None)
    return _drawn(state, court[(dice[0] - 1) % len(court)])


def tell_court_card(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A card of a real pack, told (E-018)."""
    if state.here.encounter_card is not None:
        return Refusal("E_CARD_DRAWN")
    card = find(names.cards(state, cards.COURT), command.slots.get("card"))
    if card is None:
        return Refusal("E_CARD_BAD")
    return _drawn(state, card) if card in state.decks.court else Refusal("E_CARD_GONE")


def _drawn(state: Episode, card: Card) -> Sequence[EpisodeEvent]:
    known = linked(state, card) if card in state.decks.seen else None
    seen = CourtCardSeen(card=card, audience=checks.shown_to(state, secret=False))
    return (seen, EncounterDrawn(known=known.id if known else ""))


def choose_encounter(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Somebody who has been met before."""
    if state.here.encounter_card is not None:
        return Refusal("E_CARD_DRAWN")
    character = checks.named(state, command)
    if isinstance(character, Refusal):
        return character
    if character.kind is not Kind.EC:
        return Refusal("E_NOT_AN_EC")
    if character.life in _GONE:
        return Refusal("E_EC_DEAD", {"character": character.name})
    return (EncounterChosen(character=character.id),)


def set_mode(state: Episode, command: Command, dice: Dice) -> Outcome:
    """What a card that has come up before means this time."""
    mode = command.slots.get("mode")
    if not isinstance(mode, str) or mode not in _MODES:
        return Refusal("E_WHICH")
    character = linked(state, state.here.encounter_card)
    if character is None:
        return Refusal("E_NOT_SEEN")
    return _MODES[mode](state, character)


def _same(state: Episode, character: Character) -> Outcome:
    if character.life in _GONE:
        return Refusal("E_EC_DEAD", {"character": character.name})
    return (EncounterModeSet(mode=EncounterMode.SAME, character=character.id),)


def _associates(state: Episode, character: Character) -> Outcome:
    """Messengers, friends, vassals: an unnamed copy with full pools, or a draw of their own (A-73)."""
    if state.settings.associate_sheet == "draw":
        return (EncounterModeSet(mode=EncounterMode.ASSOCIATES),)
    copied = making.copy_of(state, character)
    return (EncounterModeSet(mode=EncounterMode.ASSOCIATES, character=character.id), *copied)


def _new(state: Episode, character: Character) -> Outcome:
    return _of_the_dead(character) or (EncounterModeSet(mode=EncounterMode.NEW),)


def _escaped(state: Episode, character: Character) -> Outcome:
    alive = EncounterModeSet(mode=EncounterMode.ESCAPED, character=character.id, life=Life.ALIVE)
    return _of_the_dead(character) or (alive,)


def _ghost(state: Episode, character: Character) -> Outcome:
    ghost = EncounterModeSet(mode=EncounterMode.GHOST, character=character.id, life=Life.GHOST)
    return _of_the_dead(character) or (ghost,)


def _of_the_dead(character: Character) -> Refusal | None:
    return Refusal("E_EC_ALIVE", {"character": character.name}) if character.life is Life.ALIVE else None


_MODES = {"same": _same, "associates": _associates, "new": _new, "escaped": _escaped, "ghost": _ghost}

DECIDE = {
    "draw_encounter": Order(draw_encounter, by="tenan", live=_HERE),
    "tell_court_card": Order(tell_court_card, by="tenan", live=_HERE),
    "choose_encounter": Order(choose_encounter, by="tenan", live=_HERE),
    "set_mode": Order(set_mode, by="tenan", live=_HERE),
}


def _seen(state: Episode, event: CourtCardSeen) -> Episode:
    def changed(decks: Decks) -> Decks:
        court = tuple(card for card in decks.court if card != event.card)
        return replace(decks, court=court, seen=decks.seen | {event.card})

    state = edit.decks(state, changed)
    return edit.scene(state, lambda scene: replace(scene, encounter_card=event.card))


def _encounter_drawn(state: Episode, event: EncounterDrawn) -> Episode:
    """A new card is a new character; a known one waits for what the Tenan makes of it."""
    if event.known:
        return state
    return edit.scene(state, lambda s: replace(s, encounter_mode=EncounterMode.NEW, phase=ScenePhase.CREATE))


def _chosen(state: Episode, event: EncounterChosen) -> Episode:
    """Their card, if it lies in a deck, comes out of it for the scene (I-01)."""
    who = state.character(event.character)
    card = who.card if who else None

    def without(decks: Decks) -> Decks:
        court = tuple(each for each in decks.court if each != card)
        return replace(decks, court=court, court_discard=tuple(c for c in decks.court_discard if c != card))

    state = edit.scene(edit.decks(state, without), lambda scene: replace(scene, encounter_card=card))
    return _met(state, event.character, EncounterMode.CHOSEN)


def _met(state: Episode, character: str, mode: EncounterMode) -> Episode:
    def changed(scene: Scene) -> Scene:
        scene = replace(scene, encounter_mode=mode, phase=ScenePhase.PLAY, ec_ids=(*scene.ec_ids, character))
        return replace(scene, present=scene.present | {character})

    return edit.scene(state, changed)


def _mode_set(state: Episode, event: EncounterModeSet) -> Episode:
    if event.mode is EncounterMode.ASSOCIATES and event.character:
        return edit.scene(state, lambda scene: replace(scene, encounter_mode=event.mode))
    if not event.character:
        return edit.scene(state, lambda s: replace(s, encounter_mode=event.mode, phase=ScenePhase.CREATE))
    life = event.life
    if life is not None:
        state = edit.character(state, event.character, lambda who: replace(who, life=life))
    return _met(state, event.character, event.mode)


EVOLVE: Evolving = {
    CourtCardSeen: _seen,
    EncounterDrawn: _encounter_drawn,
    EncounterChosen: _chosen,
    EncounterModeSet: _mode_set,
}


def _open(state: Episode) -> Iterable[Open]:
    if state.moment is not Moment.ENCOUNTER:
        return
    yield from opens.plain(state, "draw_encounter", DECIDE["draw_encounter"])
    court = names.cards(state, state.decks.court)
    yield from opens.named(state, "tell_court_card", DECIDE["tell_court_card"], "card", court)
    known = names.characters(state, (each for each in state.characters if each.kind is Kind.EC))
    yield from opens.named(state, "choose_encounter", DECIDE["choose_encounter"], "character", known)
    yield from opens.named(state, "set_mode", DECIDE["set_mode"], "mode", names.constants(_MODES))


OPEN = (_open,)


def _tell_seen(state: Episode, event: CourtCardSeen) -> Iterable[Cue]:
    yield Cue("CourtCardSeen", {"card": names.card(state, event.card)}, event.audience)


def _tell_drawn(state: Episode, event: EncounterDrawn) -> Iterable[Cue]:
    who = state.character(event.known)
    if who is None:
        yield Cue("EncounterDrawn.new")
        return
    shape = "alive" if who.life is Life.ALIVE else "dead"
    yield Cue(f"EncounterDrawn.{shape}", {"character": who.name}, checks.shown_to(state, secret=False))


def _tell_mode(state: Episode, event: EncounterModeSet) -> Iterable[Cue]:
    shape = event.mode if event.character else EncounterMode.NEW
    yield Cue(f"EncounterModeSet.{shape}", {"character": names.character_name(state, event.character)})


NARRATE: Telling = {
    CourtCardSeen: _tell_seen,
    EncounterDrawn: _tell_drawn,
    EncounterChosen: lambda state, event: (
        Cue("EncounterChosen", {"character": names.character_name(state, event.character)}),
    ),
    EncounterModeSet: _tell_mode,
}
