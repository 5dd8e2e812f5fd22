"""New encounter characters in the state: what everybody meets, and what stands on the sheet (E-032, A-68, A-73)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.errantry import checks, edit, names, sheets
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.events_scene import EncounterMade, SheetFilled
from assistant.games.errantry.orders import Evolving, Telling
from assistant.games.errantry.state import Character, Episode, Points, Scene
from assistant.games.errantry.terms import Kind, ScenePhase
from assistant.table import Cue


def filled(state: Episode, sheet: sheets.Drawn, character_id: str) -> SheetFilled:
    return SheetFilled(
        character=character_id,
        pools=sheet.pools,
        abilities=sheet.abilities,
        secrets=sheet.secrets,
        keys=sheet.keys,
        weapons=sheet.weapons,
        armours=sheet.armours,
        attitude=sheet.attitude,
        audience=checks.shown_to(state, secret=True),
    )


def extra(state: Episode, type_id: str) -> Sequence[EpisodeEvent]:
    """A nameless one who comes along (E-139, A-68)."""
    sheet, spoken = sheets.extra(state.settings, type_id), spoken_word(state, type_id)
    made = EncounterMade(
        character=next_id(state),
        name=as_name(spoken),
        spoken=spoken,
        character_type=type_id,
        named=False,
        appearance=sheet.appearance,
    )
    return (made, filled(state, sheet, made.character))


def copy_of(state: Episode, character: Character) -> Sequence[EpisodeEvent]:
    """People of somebody known: the same sheet without the name, pools full (A-73)."""
    spoken = spoken_word(state, character.type)
    made = EncounterMade(
        character=next_id(state),
        name=as_name(spoken),
        spoken=spoken,
        character_type=character.type,
        named=False,
    )
    sheet = SheetFilled(
        character=made.character,
        pools={pool: Points(points.max, points.max) for pool, points in character.pools.items()},
        abilities=character.abilities,
        secrets=character.secrets,
        keys=character.keys,
        weapons=character.weapons,
        armours=character.armours,
        attitude=character.attitude,
        suits=character.suits,
        audience=checks.shown_to(state, secret=True),
    )
    return (made, sheet)


def next_id(state: Episode) -> str:
    return f"c{len(state.characters) + 1}"


def spoken_word(state: Episode, type_id: str) -> str:
    """The word for the type, from the second one on with an ordinal before it (6.0)."""
    chart = state.settings.type.get(type_id)
    word = (chart.spoken if chart else "") or type_id
    count = sum(each.type == type_id for each in state.characters) + 1
    return f"{names.spoken(state, f'ordinal_{count}')} {word}" if count > 1 else word


def as_name(spoken: str) -> str:
    return spoken[:1].upper() + spoken[1:]


def _made(state: Episode, event: EncounterMade) -> Episode:
    """In the scene from now on, and from now on the one its card stands for."""
    who = Character(
        id=event.character,
        name=event.name,
        spoken=event.spoken,
        kind=Kind.EC,
        named=event.named,
        type=event.character_type,
        appearance=event.appearance,
        heraldry=event.heraldry,
        attitude=event.attitude,
        card=event.card,
    )
    state = replace(state, characters=(*state.characters, who))
    if event.card is not None:
        links = (*state.card_links.get(event.card, ()), who.id)
        state = replace(state, card_links=edit.put(state.card_links, event.card, links))
    return edit.scene(state, lambda scene: _there(scene, who.id))


def _there(scene: Scene, character: str) -> Scene:
    making = scene.phase in (ScenePhase.ENCOUNTER, ScenePhase.CREATE)
    scene = replace(scene, ec_ids=(*scene.ec_ids, character), present=scene.present | {character})
    return replace(scene, phase=ScenePhase.PLAY) if making else scene


def _filled(state: Episode, event: SheetFilled) -> Episode:
    def changed(who: Character) -> Character:
        return replace(
            who,
            pools=event.pools,
            abilities=event.abilities,
            secrets=event.secrets,
            keys=event.keys,
            weapons=event.weapons,
            armours=event.armours,
            attitude=event.attitude,
            suits=event.suits,
            number=event.number,
        )

    return edit.character(state, event.character, changed)


EVOLVE: Evolving = {EncounterMade: _made, SheetFilled: _filled}


def _tell_made(state: Episode, event: EncounterMade) -> Iterable[Cue]:
    slots = {"character": event.name, "attitude": event.attitude}
    if event.leads is not None:
        yield Cue("EncounterMade", {**slots, "pool": names.word(state, event.leads)})
    else:
        yield Cue("EncounterMade.unknown", slots)


NARRATE: Telling = {EncounterMade: _tell_made}
