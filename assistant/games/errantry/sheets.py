"""From tables to sheets: player characters as written (D-04), encounter characters from charts and cards (D-02, E-032).

Values in, values out, and nothing left to chance: the same cards give the same person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.games.errantry import cards as pack
from assistant.games.errantry.config import Config
from assistant.games.errantry.conflict import NO_ABILITY
from assistant.games.errantry.state import Ability, Card, Character, Gear, HarmMark, Points
from assistant.games.errantry.tables import Denomination, Sheet, TypeChart
from assistant.games.errantry.terms import GearKind, Kind, Pool


def company(config: Config) -> tuple[Character, ...]:
    """All player characters that are written down, ``c1`` and so on; nobody plays them yet."""
    return tuple(_written(config, f"c{number}", sheet) for number, sheet in enumerate(config.character, start=1))


def _written(config: Config, character_id: str, sheet: Sheet) -> Character:
    points = (sheet.pools.valour, sheet.pools.courtesie, sheet.pools.artes)
    innates = {key: NO_ABILITY for key, entry in config.ability.items() if entry.innate}
    return Character(
        id=character_id,
        name=sheet.name,
        spoken=sheet.spoken,
        kind=Kind.PC,
        pools={pool: Points(full, full) for pool, full in zip(Pool, points, strict=True)},
        abilities=_abilities(config, {**innates, **sheet.abilities}.items()),
        harm={mark.box: HarmMark(mark.pool) for mark in sheet.harm},
        secrets=sheet.secrets,
        keys=sheet.keys,
        weapons=tuple(Gear(config.gear[key].name, config.gear[key].bonus) for key in sheet.weapons),
        armours=tuple(Gear(config.gear[key].name, config.gear[key].bonus) for key in sheet.armours),
    )


def _abilities(config: Config, ranks: Iterable[tuple[str, int]]) -> dict[str, Ability]:
    known = config.ability
    return {key: Ability(rank, known[key].pool, known[key].innate) for key, rank in ranks if key in known}


@dataclass(frozen=True)
class Drawn:
    """What the cards and charts say about somebody."""

    leads: Pool
    pools: dict[Pool, Points]
    abilities: dict[str, Ability]
    weapons: tuple[Gear, ...]
    armours: tuple[Gear, ...]
    attitude: str = ""
    keys: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The names in the order in which they are to be tried."""
    appearance: str = ""
    heraldry: str = ""


def drawn(config: Config, type_id: str, court: Card, pips: Sequence[Card]) -> Drawn:
    """A character of this type for an Encounter card and two pip cards (E-032)."""
    chart = config.type[type_id]
    tens, ones = pack.doubled(pips[0], pips[1])
    lead_pool = getattr(config.tens_suit, pack.suit(tens)).lead_pool
    order = _order(chart, None if lead_pool == "type" else Pool(lead_pool))
    last = getattr(config.ones_suit, pack.suit(ones))
    strength = getattr(config.denomination, pack.rank(court))
    return replace(
        _strength(config, chart, order, strength),
        attitude=getattr(config.encounter_suit, pack.suit(court)).attitude,
        keys=(last.key,) if last.key else (),
        secrets=(last.secret,) if last.secret else (),
        names=_from(chart.names, pack.value(tens)),
        appearance=_pick(chart.looks, pack.value(ones)),
        heraldry=_pick(chart.heraldry, pack.value(ones)),
    )


def extra(config: Config, type_id: str) -> Drawn:
    """A nameless one of this type, as strong as a Jack (A-68)."""
    chart = config.type[type_id]
    strength = _strength(config, chart, _order(chart, None), config.denomination.J)
    return replace(strength, appearance=_pick(chart.looks, 0))


def _order(chart: TypeChart, first: Pool | None) -> tuple[Pool, ...]:
    """The pools in order of strength; ``first`` goes before the type's own."""
    return chart.lead if first is None else (first, *(pool for pool in chart.lead if pool is not first))


def _strength(config: Config, chart: TypeChart, order: tuple[Pool, ...], strength: Denomination) -> Drawn:
    ranks = strength.ranks
    innates = {
        key: ranks.innate_lead if entry.pool is order[0] else ranks.innate_other
        for key, entry in config.ability.items()
        if entry.innate
    }
    named = chart.abilities
    learned = {**dict.fromkeys(named.others, ranks.other), named.second: ranks.second, named.best: ranks.best}
    return Drawn(
        leads=order[0],
        pools={pool: Points(full, full) for pool, full in zip(order, strength.pools, strict=True)},
        abilities=_abilities(config, {**innates, **learned}.items()),
        weapons=_gear(config, GearKind.WEAPON, strength.weapon),
        armours=_gear(config, GearKind.ARMOUR, strength.armour),
    )


def _gear(config: Config, kind: GearKind, bonus: int) -> tuple[Gear, ...]:
    """Something of this kind with this bonus, by the first such name in D-03."""
    names = (entry.name for entry in config.gear.values() if entry.kind is kind and entry.bonus == bonus)
    return (Gear(next(names, kind.value), bonus),) if bonus else ()


def _pick(some: Sequence[str], value: int) -> str:
    return some[value % len(some)] if some else ""


def _from(some: Sequence[str], value: int) -> tuple[str, ...]:
    """All of them, beginning with the one that the card picks."""
    start = value % len(some) if some else 0
    return (*some[start:], *some[:start])
