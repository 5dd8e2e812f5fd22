"""All that is wrong, or odd, in the tables and settings: the codes of section 4.2 of the rules ledger, all at once.

Wrong types, unknown keys and unknown choices are found by whoever reads the files; here is what needs the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Literal, Protocol, get_args, get_origin, get_type_hints

from assistant.games.errantry.config import Config
from assistant.games.errantry.tables import Encounter, Population, SecretEntry, Sheet, TypeChart
from assistant.games.errantry.terms import GearKind, Land, Moment, Pool, Role, Site, Stake, Suit
from assistant.table import Refusal, Value
from assistant.table.naming import fold

SCHEMA = 1
INNATES = frozenset({"endure", "react", "resist"})
"""The three ways of merely withstanding, one for each pool (E-084, A-08)."""
SHEET_POINTS = 11
"""What the pools of a new character come to (G-08)."""
TITLE_WORDS, HOOK_WORDS, MOTIVE_WORDS, SPOKEN_WORDS = 6, 25, 20, 3
RANKS = range(-1, 6)
NUMBERS = range(1, 101)

_RANGES = {
    "boons_required": range(1, 100),
    "post_roll_window_s": range(601),
    "free_and_clear_reminder_s": range(3601),
    "herald_window_s": range(3601),
}


class Block(Protocol):
    """Something for the numbers ``first`` to ``last``."""

    @property
    def first(self) -> int: ...

    @property
    def last(self) -> int: ...


def fault(code: str, key: str, value: object, **more: Value) -> Refusal:
    return Refusal(code, {"key": key, "value": str(value), **more})


def check(config: Config) -> Sequence[Refusal]:
    """Everything that is wrong, in the order of the data files."""
    return tuple(found for part in _PARTS for found in part(config))


def _head(config: Config) -> Iterator[Refusal]:
    if config.schema_version != SCHEMA:
        yield fault("T_SCHEMA", "schema_version", config.schema_version, wanted=SCHEMA)
    if not config.license.strip():
        yield fault("T_LICENSE", "license", config.license)


def _settings(config: Config) -> Iterator[Refusal]:
    for name, options in _options().items():
        if getattr(config, name) not in options:
            yield fault("T_CHOICE", name, getattr(config, name))
    for name, span in _RANGES.items():
        yield from _in(name, getattr(config, name), span)
    if config.rank_scale == "custom" and len(config.rank_names) != len(RANKS):
        yield fault("T_RANGE", "rank_names", ", ".join(config.rank_names), wanted=len(RANKS))


@cache
def _options() -> dict[str, tuple[object, ...]]:
    hints = get_type_hints(Config)
    return {f.name: get_args(hints[f.name]) for f in fields(Config) if get_origin(hints[f.name]) is Literal}


# D-01


def _encounters(config: Config) -> Iterator[Refusal]:
    yield from _cover("encounter", config.encounter)
    for place, each in enumerate(config.encounter, start=1):
        yield from _encounter(config, f"encounter[{place}]", each)


def _encounter(config: Config, key: str, each: Encounter) -> Iterator[Refusal]:
    yield from _text(f"{key}.title", each.title, TITLE_WORDS)
    yield from _text(f"{key}.hook", each.hook, HOOK_WORDS)
    yield from _refers(f"{key}.type", (each.type,), config.type)
    if not each.lands:
        yield fault("T_EMPTY", f"{key}.lands", "")


def _cover(key: str, blocks: Sequence[Block]) -> Iterator[Refusal]:
    """Every number from 1 to 100 once; a block for a single number may override a range."""
    counts: Counter[int] = Counter()
    singles: Counter[int] = Counter()
    for place, block in enumerate(blocks, start=1):
        value = f"{block.first} to {block.last}"
        if block.first > block.last:
            yield fault("T_ORDER", f"{key}[{place}]", value)
        if block.first not in NUMBERS or block.last not in NUMBERS:
            yield fault("T_RANGE", f"{key}[{place}]", value, least=NUMBERS[0], most=NUMBERS[-1])
        (singles if block.first == block.last else counts).update(range(block.first, block.last + 1))
    gaps = [number for number in NUMBERS if not counts[number] and not singles[number]]
    twice = [number for number in NUMBERS if counts[number] > 1 or singles[number] > 1]
    if gaps:
        yield fault("T_GAP", key, _spans(gaps))
    if twice:
        yield fault("T_OVERLAP", key, _spans(twice))


def _spans(numbers: Sequence[int]) -> str:
    """1, 2, 3, 7 as "1-3, 7"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)


# D-02


def _types(config: Config) -> Iterator[Refusal]:
    if not config.type:
        yield fault("T_EMPTY", "type", "")
    for type_id, chart in config.type.items():
        yield from _chart(config, f"type.{type_id}", chart)


def _chart(config: Config, key: str, chart: TypeChart) -> Iterator[Refusal]:
    if sorted(chart.lead) != sorted(Pool):
        yield fault("T_POOL", f"{key}.lead", ", ".join(chart.lead))
    named = (chart.abilities.best, chart.abilities.second, *chart.abilities.others)
    yield from _refers(f"{key}.abilities", named, config.ability)
    if chart.named and not chart.names:
        yield fault("T_EMPTY", f"{key}.names", "")
    if not chart.looks:
        yield fault("T_EMPTY", f"{key}.looks", "")
    for name in ("names", "looks", "heraldry"):
        texts: tuple[str, ...] = getattr(chart, name)
        if not all(text.strip() for text in texts):
            yield fault("T_EMPTY", f"{key}.{name}", "")
        yield from _twice(f"{key}.{name}", texts)


def _denominations(config: Config) -> Iterator[Refusal]:
    for rank in ("J", "Q", "K"):
        each, key = getattr(config.denomination, rank), f"denomination.{rank}"
        if not each.pools:
            yield fault("T_MISSING_DENOMINATION", key, "")
            continue
        if len(each.pools) != len(Pool) or min(each.pools) < 0:
            yield fault("T_SUM", f"{key}.pools", each.pools)
        for item in fields(each.ranks):
            yield from _rank(f"{key}.ranks.{item.name}", getattr(each.ranks, item.name))
        for name in ("weapon", "armour"):
            yield from _in(f"{key}.{name}", getattr(each, name), range(4))


def _suits(config: Config) -> Iterator[Refusal]:
    for suit in Suit:
        given = {
            f"encounter_suit.{suit}": getattr(config.encounter_suit, suit).attitude,
            f"tens_suit.{suit}": getattr(config.tens_suit, suit).lead_pool,
            f"ones_suit.{suit}": getattr(config.ones_suit, suit).key,
        }
        for key, value in given.items():
            if not value:
                yield fault("T_MISSING_SUIT", key, "")
        last = getattr(config.ones_suit, suit)
        yield from _refers(f"ones_suit.{suit}.key", filter(None, (last.key,)), config.key)
        yield from _refers(f"ones_suit.{suit}.secret", filter(None, (last.secret,)), config.secret)


# D-03


def _abilities(config: Config) -> Iterator[Refusal]:
    innates = frozenset(key for key, entry in config.ability.items() if entry.innate)
    if innates != INNATES:
        yield fault("T_INNATE", "ability", ", ".join(sorted(innates)), wanted=", ".join(sorted(INNATES)))
    yield from _named("ability", {key: (entry.name, entry.spoken) for key, entry in config.ability.items()})
    yield from _named("gear", {key: (entry.name, entry.name) for key, entry in config.gear.items()})
    for key, gear in config.gear.items():
        yield from _in(f"gear.{key}.bonus", gear.bonus, range(4))


# D-04


def _characters(config: Config) -> Iterator[Refusal]:
    places = {f"[{place}]": sheet for place, sheet in enumerate(config.character, start=1)}
    yield from _named("character", {place: (each.name, each.spoken) for place, each in places.items()}, dot="")
    for place, sheet in places.items():
        yield from _sheet(config, f"character{place}", sheet)


def _sheet(config: Config, key: str, sheet: Sheet) -> Iterator[Refusal]:
    for pool in Pool:
        yield from _in(f"{key}.pools.{pool}", getattr(sheet.pools, pool), range(11))
    yield from _refers(f"{key}.abilities", sheet.abilities, config.ability)
    for ability, rank in sheet.abilities.items():
        yield from _rank(f"{key}.abilities.{ability}", rank)
    yield from _refers(f"{key}.secrets", sheet.secrets, config.secret)
    yield from _refers(f"{key}.keys", sheet.keys, config.key)
    yield from _refers(f"{key}.weapons", sheet.weapons, _gear(config, GearKind.WEAPON))
    yield from _refers(f"{key}.armours", sheet.armours, _gear(config, GearKind.ARMOUR))
    for mark in sheet.harm:
        yield from _in(f"{key}.harm.box", mark.box, range(1, 8))


def _gear(config: Config, kind: GearKind) -> list[str]:
    return [key for key, entry in config.gear.items() if entry.kind is kind]


# D-05, D-06


def _secrets(config: Config) -> Iterator[Refusal]:
    yield from _named("secret", {key: (entry.name, entry.spoken) for key, entry in config.secret.items()})
    for key, entry in config.secret.items():
        yield from _secret(config, f"secret.{key}", entry)


def _secret(config: Config, key: str, entry: SecretEntry) -> Iterator[Refusal]:
    yield from _in(f"{key}.effect.n", entry.effect.n, range(-3, 4))
    on_harm = entry.when == "on_harm"
    if on_harm != (entry.effect.kind == "harm") or (entry.effect.kind == "sl" and entry.when != "after_roll"):
        yield fault("T_EFFECT", f"{key}.effect.kind", entry.effect.kind, when=entry.when)
    yield from _in(f"{key}.cost.points", entry.cost.points, range(6), "T_COST")
    yield from _refers(f"{key}.ability", filter(None, (entry.ability,)), config.ability)


def _keys(config: Config) -> Iterator[Refusal]:
    yield from _named("key", {key: (entry.name, entry.spoken) for key, entry in config.key.items()})
    for key, entry in config.key.items():
        yield from _text(f"key.{key}.motive", entry.motive, MOTIVE_WORDS)


# D-07, and the words


def _environment(config: Config) -> Iterator[Refusal]:
    if not config.environment:
        return
    for name in ("landscape", "weather"):
        for suit in Suit:
            if not getattr(getattr(config, name), suit).strip():
                yield fault("T_MISSING_SUIT", f"{name}.{suit}", "")
    people: tuple[Population, ...] = config.population
    yield from _cover("population", people)


def _words(config: Config) -> Iterator[Refusal]:
    ranks = (f"rank_{scale}_{rank}" for scale, ranks in (("seed", RANKS), ("revised", RANKS[:-1])) for rank in ranks)
    wanted = [*Pool, *Suit, *Role, *Land, *Site, "card", "joker", *ranks, *(f"level_{n}" for n in range(8))]
    wanted += [*(f"stake_{each}" for each in Stake), *(f"phase_{each.lower()}" for each in Moment)]
    for key in wanted:
        word = config.word.get(key)
        if word is None or not word.name.strip() or not word.spoken.strip():
            yield fault("T_EMPTY", f"word.{key}", "" if word is None else word.name)


_PARTS = (
    *(_head, _settings, _encounters, _types, _denominations, _suits, _abilities),
    *(_characters, _secrets, _keys, _environment, _words),
)


# What several tables need


def _text(key: str, text: str, most: int) -> Iterator[Refusal]:
    if not text.strip():
        yield fault("T_EMPTY", key, text)
    elif len(text.split()) > most:
        yield fault("T_RANGE", key, text, words=len(text.split()), most=most)


def _refers(key: str, some: Iterable[str], known: Iterable[str]) -> Iterator[Refusal]:
    there = set(known)
    return (fault("T_REF", key, each) for each in some if each not in there)


def _rank(key: str, rank: int) -> Iterator[Refusal]:
    yield from _in(key, rank, RANKS, "T_RANK")


def _in(key: str, value: int, span: range, code: str = "T_RANGE") -> Iterator[Refusal]:
    if value not in span:
        yield fault(code, key, value, least=span[0], most=span[-1])


def _named(table: str, entries: Mapping[str, tuple[str, str]], dot: str = ".") -> Iterator[Refusal]:
    """Names and spoken words: there, and each only once."""
    for key, (name, spoken) in entries.items():
        for what, text in (("name", name), ("spoken", spoken)):
            if not fold(text):
                yield fault("T_EMPTY", f"{table}{dot}{key}.{what}", text)
    yield from _twice(f"{table} names", [name for name, _ in entries.values()])
    yield from _twice(f"{table} spoken", [spoken for _, spoken in entries.values()])


def _twice(key: str, texts: Iterable[str]) -> Iterator[Refusal]:
    counts = Counter(map(fold, texts))
    return (fault("T_DUP", key, text) for text, count in counts.items() if text and count > 1)


# What may be meant so


def hints(config: Config) -> Sequence[Refusal]:
    """Warnings: the game is played all the same (T_POOL_SUM, T_INNATE_MISSING, T_SPOKEN)."""
    return (*_odd_sheets(config), *_unheard(config))


def _odd_sheets(config: Config) -> Iterator[Refusal]:
    for place, sheet in enumerate(config.character, start=1):
        points = sum(getattr(sheet.pools, pool) for pool in Pool)
        if points != SHEET_POINTS:
            yield fault("T_POOL_SUM", f"character[{place}].pools", points, wanted=SHEET_POINTS)
        missing = sorted(INNATES - set(sheet.abilities))
        if missing:
            yield fault("T_INNATE_MISSING", f"character[{place}].abilities", ", ".join(missing), rank=RANKS[0])


def _unheard(config: Config) -> Iterator[Refusal]:
    """Spoken forms of more than three words, with figures, or with a word that no recogniser is known to have."""
    unknown = set(map(fold, config.never_spoken))
    for key, spoken in _spoken(config):
        words = fold(spoken).split()
        if len(words) > SPOKEN_WORDS or not all(word.isalpha() for word in words) or unknown & set(words):
            yield fault("T_SPOKEN", key, spoken)


def _spoken(config: Config) -> Iterator[tuple[str, str]]:
    for table in ("ability", "secret", "key"):
        entries = getattr(config, table)
        yield from ((f"{table}.{key}.spoken", entry.spoken) for key, entry in entries.items())
    yield from ((f"type.{key}", chart.spoken or key) for key, chart in config.type.items())
    places = enumerate(config.character, start=1)
    yield from ((f"character[{place}].spoken", sheet.spoken) for place, sheet in places)
    yield from ((f"word.{key}.spoken", config.word[key].spoken) for key in (*Pool, *Role) if key in config.word)
