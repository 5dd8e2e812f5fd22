"""What the table and each seat see. The box speaks openly; what stands on an encounter character's sheet, and where the
table wants it also what has been drawn, is for the Tenan alone (A-74)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.errantry import checks, names, quest
from assistant.games.errantry.looks import level, pool_slots
from assistant.games.errantry.state import Character, CheckStep, Episode, Fighter, Scene
from assistant.games.errantry.terms import CheckPhase, Kind, Moment, PainPhase, Pool, Role
from assistant.table import Cue, Lamp, Seat, Value, View

Block = tuple[Cue, ...]
_FACES = {1: "+", 0: "0", -1: "−"}


def view(state: Episode, seat: Seat | None) -> View:
    """The scene, the conflict, the quest; then the characters, a seat's own first."""
    blocks = [*_scene(state, seat), *_conflict(state), *_quest(state), *_session(state), *_characters(state, seat)]
    return View(headline(state), "open", tuple(blocks), lamps(state))


def headline(state: Episode) -> Cue:
    """Where the game stands."""
    phase = names.word(state, f"phase_{state.moment.lower()}")
    if state.scene is None:
        return Cue("headline.session" if state.session else "headline.between", {"n": state.scenes})
    if state.pain is not None:
        return Cue("headline.pain", {"n": state.scene.number, "round": state.pain.round, "phase": phase})
    return Cue("headline.scene", {"n": state.scene.number, "phase": phase})


def sees(state: Episode, seat: Seat | None, *, secret: bool) -> bool:
    """Whether this seat may see what the Tenan draws; ``secret``: what stands on a sheet."""
    eyes = checks.shown_to(state, secret=secret)
    return eyes is None or seat in eyes


def _scene(state: Episode, seat: Seat | None) -> Iterable[Block]:
    scene = state.scene
    if scene is None:
        return
    lines = [Cue("scene.title", {"n": scene.number})]
    lines += [Cue(f"scene.{role}", {"player": names.player_name(state, s)}) for role, s in scene.roles.items()]
    if scene.stakes is not None:
        kind = names.word(state, f"stake_{scene.stakes.kind}")
        lines.append(Cue("scene.stakes", {"kind": kind, "text": scene.stakes.text}))
    yield (*lines, *_place(state, scene), *_drawn(state, scene, seat))


def _place(state: Episode, scene: Scene) -> Iterable[Cue]:
    land = names.word(state, scene.land) if scene.land else ""
    site = names.word(state, scene.site) if scene.site else ""
    if land or site or scene.place_text:
        yield Cue("scene.place", {"place": " · ".join(filter(None, (land, site, scene.place_text)))})


def _drawn(state: Episode, scene: Scene, seat: Seat | None) -> Iterable[Cue]:
    """The cards and whom they name; the hook is for the Tenan's telling."""
    if not sees(state, seat, secret=False):
        return
    if scene.encounter_card is not None:
        yield Cue("scene.card", {"card": names.card(state, scene.encounter_card)})
    if scene.encounter_number is not None:
        yield Cue("scene.number", {"n": scene.encounter_number, "title": scene.encounter_title})
    if scene.environment is not None:
        found = scene.environment
        slots = {"landscape": found.landscape, "weather": found.weather, "population": found.population}
        yield Cue("environment", slots)
    if scene.encounter_hook and sees(state, seat, secret=True):
        yield Cue("scene.hook", {"text": scene.encounter_hook})


def _conflict(state: Episode) -> Iterable[Block]:
    if state.check is not None:
        title = Cue(f"check.{state.check.kind}", {"phase": names.word(state, f"check_{state.check.phase.lower()}")})
        yield (title, *(_step(state, step) for step in state.check.steps))
    if state.pain is not None:
        title = Cue("pain.title", {"round": state.pain.round})
        yield (title, *(_fighter(state, fighter) for fighter in state.pain.fighters))


def _step(state: Episode, step: CheckStep) -> Cue:
    slots: dict[str, Value] = {
        "character": names.character_name(state, step.character),
        "ability": names.ability(state, step.ability),
        "bonus": sum(extra.count for extra in step.bonus),
        "penalty": sum(extra.count for extra in step.penalty),
    }
    if not step.rolled:
        return Cue("check.step", slots)
    dice = " ".join(_FACES[face] for face in step.dice)
    return Cue("check.rolled", {**slots, "dice": dice, "sl": step.sl, "level": names.level(state, step.sl)})


def _fighter(state: Episode, fighter: Fighter) -> Cue:
    slots = {
        "character": names.character_name(state, fighter.character),
        "target": names.character_name(state, fighter.target),
        "ability": names.ability(state, fighter.ability),
        "intention": fighter.intention,
    }
    return Cue("pain.fighter" if fighter.still_in else "pain.out", slots)


def _quest(state: Episode) -> Iterable[Block]:
    boons, debts = quest.missing(state)
    required = state.quest.boons_required
    lines = [Cue("quest.title", {"held": len(state.quest.boons), "required": required, "n": boons, "m": debts})]
    for boon in state.quest.boons:
        slots = {"owner": names.character_name(state, boon.owner), "other": names.character_name(state, boon.source)}
        lines.append(Cue(f"quest.boon.{boon.status.lower()}", slots))
    for debt in quest.open_obligations(state):
        slots = {"owner": names.character_name(state, debt.owner), "other": names.character_name(state, debt.to)}
        lines.append(Cue("quest.obligation", slots))
    yield tuple(lines)


def _session(state: Episode) -> Iterable[Block]:
    if state.session is None:
        return
    gifts = (Cue("session.gift", {"player": p.name, "n": state.session.gift.get(p.id, 0)}) for p in state.players)
    yield (Cue("session.title", {"n": state.session.number, "hours": f"{state.game_clock_h:g}"}), *gifts)


def _characters(state: Episode, seat: Seat | None) -> Iterable[Block]:
    """Who is played or in the scene; a seat's own first."""
    here = state.scene.present if state.scene else frozenset()
    shown = (each for each in state.characters if each.id in here or each.player_id is not None or each.in_party)
    for who in sorted(shown, key=lambda each: each.player_id is None or each.player_id != seat):
        yield _character(state, who, seat, there=who.id in here)


def _character(state: Episode, who: Character, seat: Seat | None, *, there: bool) -> Block:
    open_sheet = who.kind is Kind.PC or who.in_party or sees(state, seat, secret=True)
    player = names.player_name(state, who.player_id)
    lines = [Cue(f"character.{who.kind}" if who.in_play else "character.gone", {"name": who.name, "player": player})]
    if there:
        lines.append(Cue("character.here"))
    looks = " · ".join(filter(None, (who.appearance, who.heraldry)))
    if looks:
        lines.append(Cue("character.looks", {"text": looks}))
    if who.attitude and (sees(state, seat, secret=False) or open_sheet):
        lines.append(Cue("character.attitude", {"text": who.attitude}))
    boxes = " ".join(map(str, sorted(who.harm)))
    if boxes:
        lines.append(Cue("character.harm", {"boxes": boxes, "level": names.word(state, f"harm_{level(who)}")}))
    return (*lines, *(_sheet(state, who) if open_sheet else ()))


def _sheet(state: Episode, who: Character) -> Iterable[Cue]:
    if len(who.pools) == len(Pool):
        full = {f"{pool}_max": who.pools[pool].max for pool in Pool}
        yield Cue("character.pools", {**pool_slots(who), **full})
    ranks = sorted(who.abilities.items(), key=lambda item: -item[1].rank)
    told = (f"{names.ability(state, key)} {names.rank(state, ability.rank)} {ability.rank}" for key, ability in ranks)
    yield Cue("character.abilities", {"text": " · ".join(told)})
    more = [*names.secrets(state, who.secrets), *names.keys(state, who.keys)]
    gear = [f"{item.name} +{item.bonus}" for item in (*who.weapons, *who.armours)]
    yield Cue("character.more", {"text": " · ".join([*(each.display for each in more), *gear])})


def lamps(state: Episode) -> dict[Seat, Lamp]:
    """On: Venan and Tenan. Glow: the game waits for this seat."""
    if state.scene is None:
        return {}
    shown: dict[Seat, Lamp] = {
        seat: "on" for role, seat in state.scene.roles.items() if role in (Role.VENAN, Role.TENAN)
    }
    shown.update(dict.fromkeys(_awaited(state), "glow"))
    return shown


def _awaited(state: Episode) -> Iterable[Seat]:
    """Whom the game is waiting for."""
    if state.moment is Moment.STAKES:
        return checks.venan(state)
    if state.moment in (Moment.ENCOUNTER, Moment.CREATE):
        return checks.tenan(state)
    voices = (checks.voice_of(state, who) for who in map(state.character, _idle(state)) if who is not None)
    return frozenset(voice for voice in voices if voice is not None)


def _idle(state: Episode) -> Iterable[str]:
    """The characters who have dice to roll, an intention to state or an action to name."""
    if state.pain is not None and state.pain.phase is PainPhase.INTENTIONS:
        return [each.character for each in state.pain.fighters if each.still_in and not each.stated]
    if state.pain is not None and state.pain.phase is PainPhase.FREE_AND_CLEAR:
        return [each.character for each in state.pain.fighters if each.still_in and not each.ability]
    if state.check is not None and state.check.phase is not CheckPhase.FINAL:
        return [step.character for step in state.check.steps if not step.rolled]
    return []
