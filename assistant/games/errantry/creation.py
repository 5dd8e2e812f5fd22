"""Making a new encounter character: two pip cards, the table of encounters, the charts (E-024 to E-030, E-032)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import cards as pack
from assistant.games.errantry import checks, edit, making, names, opens, sheets
from assistant.games.errantry.events_scene import EncounterMade, NumberSeen, TypeOverruled
from assistant.games.errantry.orders import Evolving, Order, Outcome, Telling, look
from assistant.games.errantry.state import Card, Decks, Environment, Episode, Scene
from assistant.games.errantry.tables import Encounter
from assistant.games.errantry.terms import EncounterMode, Moment
from assistant.table import Command, Cue, Dice, Name, Open, Refusal, Roll
from assistant.table.naming import find

_HERE = frozenset({Moment.CREATE})


def entry(state: Episode, number: int | None) -> Encounter | None:
    """Who stands behind a number in the table of encounters; a single number goes before a range (E-028, D-01)."""
    fit = [each for each in state.settings.encounter if number and each.first <= number <= each.last]
    return min(fit, key=lambda each: each.last - each.first, default=None)


def draw_number(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Two pip cards, one after the other, without putting the first back (E-024)."""
    pips = state.decks.pips
    if state.here.pip_draw:
        return Refusal("E_CARD_DRAWN")
    if len(pips) < 2:
        return Refusal("E_PIPS_EMPTY")
    if len(dice) < 2:
        return Roll((len(pips), len(pips) - 1), by=None)
    first = pips[(dice[0] - 1) % len(pips)]
    left = [card for card in pips if card != first]
    return _numbered(state, first, left[(dice[1] - 1) % len(left)], told=False)


def tell_number(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Two cards of a real pack, told in their order."""
    if state.here.pip_draw:
        return Refusal("E_CARD_DRAWN")
    known = names.cards(state, pack.PIPS)
    first, second = (find(known, command.slots.get(slot)) for slot in ("first", "second"))
    if first is None or second is None:
        return Refusal("E_CARD_BAD")
    if first == second:
        return Refusal("E_TWO_JOKERS" if first == pack.JOKER else "E_CARD_GONE")
    if first not in state.decks.pips or second not in state.decks.pips:
        return Refusal("E_CARD_GONE")
    return _numbered(state, first, second, told=True)


def _numbered(state: Episode, first: Card, second: Card, *, told: bool) -> Outcome:
    number = pack.encounter_number((first, second))
    if entry(state, number) is None:
        return Refusal("E_NO_ENTRY", {"n": number})
    audience = checks.shown_to(state, secret=False)
    return (NumberSeen(cards=(first, second), number=number, told=told, audience=audience),)


def overrule(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Another kind of character; the suits still count (E-029)."""
    found = find(names.types(state), command.slots.get("type"))
    if found is None:
        return Refusal("E_TYPE_UNKNOWN")
    return (TypeOverruled(character_type=found, audience=checks.shown_to(state, secret=False)),)


def build(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The charts give everything else (E-032)."""
    scene = state.here
    if not scene.pip_draw or scene.encounter_card is None:
        return Refusal("E_NO_NUMBER")
    chart = state.settings.type.get(scene.encounter_type)
    if chart is None:
        return Refusal("E_CHART_GAP")
    sheet = sheets.drawn(state.settings, scene.encounter_type, scene.encounter_card, scene.pip_draw)
    spoken = making.spoken_word(state, scene.encounter_type)
    named = chart.named and scene.encounter_mode is not EncounterMode.ASSOCIATES
    taken = {each.name for each in state.characters}
    name = next((each for each in sheet.names if named and each not in taken), making.as_name(spoken))
    split = state.settings.draw_audience == "tenan"
    made = EncounterMade(
        character=making.next_id(state),
        name=name,
        spoken=spoken,
        character_type=scene.encounter_type,
        named=named,
        appearance=sheet.appearance,
        heraldry=sheet.heraldry,
        attitude="" if split else sheet.attitude,
        leads=None if split else sheet.leads,
        card=scene.encounter_card if scene.encounter_mode is not EncounterMode.ASSOCIATES else None,
    )
    doubled = pack.doubled(scene.pip_draw[0], scene.pip_draw[1])
    suits = tuple(pack.suit(card) for card in (scene.encounter_card, *doubled))
    return (made, replace(making.filled(state, sheet, made.character), suits=suits, number=scene.encounter_number))


def _environment(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Landscape, weather and people, where the table uses them (E-030)."""
    if not state.settings.environment:
        return Refusal("E_ENV_OFF")
    found = state.here.environment
    return Refusal("E_NO_NUMBER") if found is None else _environment_cue(found)


def _environment_cue(found: Environment) -> Cue:
    slots = {"landscape": found.landscape, "weather": found.weather, "population": found.population}
    return Cue("environment", slots)


DECIDE = {
    "draw_number": Order(draw_number, by="tenan", live=_HERE),
    "tell_number": Order(tell_number, by="tenan", live=_HERE),
    "overrule": Order(overrule, by="tenan", live=_HERE),
    "build": Order(build, by="tenan", live=_HERE),
    "environment": look(_environment),
}


def _seen(state: Episode, event: NumberSeen) -> Episode:
    """The cards leave the deck until there is a character; the number is looked up (E-028) unless it is overruled."""

    def changed(decks: Decks) -> Decks:
        return replace(decks, pips=tuple(card for card in decks.pips if card not in event.cards))

    met = entry(state, event.number)

    def numbered(scene: Scene) -> Scene:
        overruled = scene.encounter_type
        return replace(
            scene,
            pip_draw=event.cards,
            encounter_number=event.number,
            encounter_title=met.title if met and not overruled else "",
            encounter_hook=met.hook if met and not overruled else "",
            encounter_type=overruled or (met.type if met else ""),
            environment=_found(state, event) if state.settings.environment else None,
        )

    return edit.scene(edit.decks(state, changed), numbered)


def _found(state: Episode, event: NumberSeen) -> Environment:
    """D-07: landscape by the tens card, weather by the ones card, people by the number."""
    settings = state.settings
    tens, ones = (pack.suit(card) for card in pack.doubled(event.cards[0], event.cards[1]))
    people = (each.text for each in settings.population if each.first <= event.number <= each.last)
    return Environment(getattr(settings.landscape, tens), getattr(settings.weather, ones), next(people, ""))


def _overruled(state: Episode, event: TypeOverruled) -> Episode:
    def changed(scene: Scene) -> Scene:
        scene = replace(scene, encounter_type=event.character_type, encounter_title="", encounter_hook="")
        kept = scene.encounter_mode is EncounterMode.ASSOCIATES
        return scene if kept else replace(scene, encounter_mode=EncounterMode.CHOSEN)

    return edit.scene(state, changed)


EVOLVE: Evolving = {NumberSeen: _seen, TypeOverruled: _overruled}


def _open(state: Episode) -> Iterable[Open]:
    yield from opens.plain(state, "environment", DECIDE["environment"])
    if state.moment is not Moment.CREATE:
        return
    yield from opens.plain(state, "draw_number", DECIDE["draw_number"])
    yield from opens.plain(state, "build", DECIDE["build"])
    yield from opens.named(state, "overrule", DECIDE["overrule"], "type", names.types(state))
    pips: tuple[Name, ...] = names.cards(state, state.decks.pips)
    if not state.here.pip_draw and len(pips) > 1:
        yield Open("tell_number", checks.tenan(state), {"first": pips, "second": pips})


OPEN = (_open,)


def _tell_seen(state: Episode, event: NumberSeen) -> Iterable[Cue]:
    if not event.told:
        yield _drawn_cue(state, event)
    else:
        yield Cue("NumberSeen", {"n": event.number}, event.audience)
    if state.here.encounter_title:
        yield Cue("NumberSeen.title", {"title": state.here.encounter_title}, event.audience)
    if state.here.environment is not None:
        yield replace(_environment_cue(state.here.environment), audience=event.audience)


def _drawn_cue(state: Episode, event: NumberSeen) -> Cue:
    first, second = (names.card(state, card) for card in event.cards)
    if pack.JOKER not in event.cards:
        return Cue("NumberSeen.drawn", {"first": first, "second": second, "n": event.number}, event.audience)
    other = second if event.cards[0] == pack.JOKER else first
    return Cue("NumberSeen.joker", {"card": other, "n": event.number}, event.audience)


def _tell_overruled(state: Episode, event: TypeOverruled) -> Iterable[Cue]:
    chart = state.settings.type.get(event.character_type)
    yield Cue("TypeOverruled", {"type": (chart.spoken if chart else "") or event.character_type}, event.audience)


NARRATE: Telling = {NumberSeen: _tell_seen, TypeOverruled: _tell_overruled}
